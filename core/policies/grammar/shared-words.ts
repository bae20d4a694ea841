import { PRODUCTS } from '../../products/index.ts';
import type { Concept, Cond } from './kinds.ts';
import { joined as joinedAs, listed } from './meaning.ts';

const NUMBER = 'The number could be meant for the first of these or for each of them: say it of each.';
const BEFORE = 'What is said before the first of these could be meant for each of them: say it of each.';

/** The two joined, unless a word of the first may be meant for the second, too. */
export function joined(kind: 'all' | 'any', left: Cond, right: Cond): Cond[] {
  return joinedAs(kind, left, right).map((cond) => withIssue(cond, left, right));
}

export function asListed(kind: 'all' | 'any', items: readonly Cond[]): Cond | null {
  const cond = listed(kind, items);
  if (cond === null) return null;
  return items.slice(1).reduce((one, item, index) => withIssue(one, items[index] ?? item, item), cond);
}

function withIssue(cond: Cond, left: Cond, right: Cond): Cond {
  if (right.head !== 'bare' || right.noun === undefined) return cond;
  const issue = left.isCounted === true ? NUMBER : isShared(left.noun, right.noun) ? BEFORE : null;
  return issue === null || cond.issues.includes(issue) ? cond : { ...cond, issues: [...cond.issues, issue] };
}

/** "Violent felonies or misdemeanors": misdemeanors may be violent, and no word of their own stands before them. */
function isShared(left: Concept | undefined, { source, words, before }: Concept): boolean {
  if (left?.before === undefined || before !== undefined || words.items === undefined) return false;
  const { phrase } = left.before;
  const { list, where } = words.items;
  const { qualities = {} } = PRODUCTS[source].records?.find((each) => each.list === list) ?? {};
  const tests = Object.entries(qualities).find(([phrases]) => phrases.split('|').includes(phrase))?.[1] ?? [];
  // A pending record is no conviction.
  return tests.length > 0 && !tests.some(({ field }) => where.some((each) => each.field === field));
}
