import { sharedWords } from './chosen-records.ts';
import { isBeyondLast, withLast, withModifier } from './concepts.ts';
import type { Cond } from './kinds.ts';
import { measuresIn } from './concept-of.ts';
import { joined as joinedAs, listed } from './meaning.ts';
import { testsOf } from '../model.ts';
import { asksForGood } from './polarity.ts';

const NUMBER = 'The number could be meant for the first of these or for each of them: say it of each.';
const BEHIND = 'What is said behind the last of these could be meant for each of them: say it of each.';
const BEFORE = 'What is said before the first of these could be meant for each of them: say it of each.';

/** The two joined, unless a word of the first may be meant for the second, too. */
export function joined(kind: 'all' | 'any', left: Cond, right: Cond): Cond[] {
  return isUndecided(left, right) ? [] : joinedAs(kind, left, right).map((cond) => withIssue(cond, left, right, kind));
}

export function asListed(kind: 'all' | 'any', items: readonly Cond[]): Cond | null {
  const isOfOthers = items.slice(1).some((item) => items.some((verdict) => isUndecided(verdict, item)));
  const cond = isOfOthers ? null : listed(kind, items);
  if (cond === null) return null;
  return items.slice(1).reduce((one, item, index) => withIssue(one, items[index] ?? item, item, kind), cond);
}

function withIssue(cond: Cond, left: Cond, right: Cond, kind: 'all' | 'any'): Cond {
  const issue = isReached(left, right, kind) ? REACH[left.ends ?? 'no'] : sharedWord(left, right);
  return issue === null || cond.issues.includes(issue) ? cond : { ...cond, issues: [...cond.issues, issue] };
}

const REACH = {
  no: 'The "no" before the first of these could be meant for each of them: say it of each.',
  not: 'The "not" before the first of these could be meant for each of them: say it of each.',
  do: 'The "not" before the first of these could be meant for each of them: say it of each.',
  word: BEFORE,
  except: 'What stands behind the exception could belong to it, or to what is before it: make two sentences of it.',
} as const;

/** The negation or the exception in which the first ends may reach the second. */
function isReached({ ends }: Cond, right: Cond, kind: 'all' | 'any'): boolean {
  switch (ends) {
    case 'except':
      return true;
    case 'no':
      return right.form === 'noun' && !asksForGood(right) && !isState(right);
    case 'not':
    case 'word':
      return right.form === 'noun';
    case 'do':
      return right.form === 'noun' || (right.form === 'verb' && kind === 'any' && !right.endsNegated);
    default:
      return false;
  }
}

/** "Verified income": nobody is asked to have none. */
const isState = ({ expr }: Cond): boolean => testsOf(expr).every(({ value }) => typeof value === 'string');

function sharedWord(left: Cond, right: Cond): string | null {
  if (right.isWith === true && left.form === 'noun') return BEHIND;
  if (right.noun === undefined) return null;
  if (left.noun !== undefined && (withLast(left.noun, right.noun) !== null || isBeyondLast(left.noun, right.noun)))
    return BEHIND;
  if (right.head !== 'bare') return null;
  if (withModifier(right.noun, left.noun?.modifier) !== null) return BEFORE;
  return left.isCounted === true
    ? NUMBER
    : left.noun !== undefined && sharedWords(left.noun, right.noun) !== null
      ? BEFORE
      : null;
}

/** "Convicted of a felony or a misdemeanor" is no misdemeanor that ended otherwise: it is read elsewhere. */
function isUndecided({ verdicts }: Cond, { expr, isNoun, isCounted }: Cond): boolean {
  if (verdicts === undefined || (isNoun !== true && isCounted !== true)) return false;
  return measuresIn(expr).some(
    ({ source, words: { items } }) =>
      source === verdicts.source &&
      items?.list === verdicts.words.items?.list &&
      items?.where.some(({ field }) => field === 'disposition') !== true,
  );
}
