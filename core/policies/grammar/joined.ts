import type { Cond, Range } from './kinds.ts';
import { elided } from './measured.ts';
import { testsOf } from '../model.ts';
import { allOf, anyOf, condOf, notOf, reaching, soMany } from './meaning.ts';
import { rule, Several, type RuleText } from './rule.ts';
import { asListed, joined } from './shared-words.ts';

/** How conditions are joined. "and" and "or" side by side are read both ways; a comma before the last one sets it apart. */
export const JOINED: readonly RuleText[] = [
  rule('Atom', 'Np', (cond) => ({ ...cond, form: cond.isClause === true || cond.endsNegated ? undefined : 'noun' })),
  rule('Atom', 'Vp', (cond) => ({ ...cond, form: 'verb' })),
  rule('Atom', 'Person Vp | Person who Vp', (cond) => ({ ...cond, isPerson: true, form: undefined })),
  rule('Atom', 'Whose Vp | who Vp | that Vp', (cond) => cond),
  rule('Atom', 'If Vp', (cond) => ({ ...cond, head: 'if' })),
  rule('Atom', 'If Person Vp', (cond) => ({ ...cond, head: 'if', isPerson: true })),
  rule('Atom', 'Whose Np', (cond) => (cond.head === 'bare' ? null : cond)),
  rule('Atom', 'If Np', (cond) => ({ ...cond, head: 'if' })),
  rule('Atom', 'OneRange', elided),
  rule('Atom', 'not ( Cond ) | not Open Cond Close', (cond) => reaching(undefined, notOf(cond))),
  rule('Atom', 'Open Cond Close | If Open Cond Close', (cond) => ({ ...reaching(undefined, cond), head: null })),
  rule('Tight', 'Atom', (cond) => cond),
  rule(
    'Tight',
    'Atom with Atom',
    (a, b) => new Several(b.head === 'figure' ? [] : [...withOne(a, b), ...withLast(a, b)]),
  ),
  rule('Tight', 'Either Tight or Tight | Either Tight Comma or Tight', (a, b) => anyOf([a, b])),
  rule('Tight', 'Either Tight Comma Tight Comma? or Tight', (a, b, c) => anyOf([a, b, c])),
  rule('Tight', 'Both Tight and Tight', (a, b) => allOf([a, b])),
  rule('Tight', 'Neither Tight nor Tight | Have Neither Tight nor Tight', (a, b) =>
    reaching('no', notOf(anyOf([a, b]))),
  ),
  rule('Joined', 'Tight', (cond) => cond),
  // "A score under 600 with an eviction or a felony": with either of them, or a felony alone.
  rule('Joined', 'Atom with Joined', (a, b) => withAny(a, b)),
  rule('Listed', 'Atom with Listed', (a, b) => withAny(a, b)),
  rule(
    'Joined',
    'Joined And Joined | Joined But Joined',
    (a, b) => new Several(joined('all', a, b).map((cond) => plural(cond, [a, b]))),
  ),
  rule('Joined', 'Joined Or Joined', (a, b) => new Several(joined('any', a, b))),
  rule('Joined', 'Joined nor Joined', (a, b) => (a.endsNegated && !b.endsNegated ? allOf([a, notOf(b)]) : null)),
  rule('Items', 'Tight Comma Tight', (a, b) => (b.head === 'figure' ? null : [a, b])),
  rule('Items', 'Items Comma Tight', (items, one) => (one.head === 'figure' ? null : [...items, one])),
  rule('Listed', 'Items Comma And Joined | Items And Tight', (items, last) => {
    const one = cutAt('all', items, last);
    return one === null ? null : plural(one, [...items, last]);
  }),
  rule('Listed', 'Items Comma Or Joined | Items Or Tight', (items, last) => cutAt('any', items, last)),
  rule(
    'AndList',
    'Joined Comma And Joined | Joined Comma But Joined | AndList Comma And Joined',
    (a, b) => new Several(joined('all', a, b).map((one) => plural(cut(one, 'all', a, b), [a, b]))),
  ),
  rule(
    'OrList',
    'Joined Comma Or Joined | OrList Comma Or Joined',
    (a, b) => new Several(joined('any', a, b).map((one) => cut(one, 'any', a, b))),
  ),
  rule('Listed', 'AndList | OrList', (cond) => cond),
  rule('Cond', 'Joined | Listed', (cond) => cond),
  rule('Cond', 'Items', (items) => {
    const [last] = items.slice(-1);
    const one = last === undefined ? null : cutAt('all', items.slice(0, -1), last);
    return one === null ? null : { ...one, open: items };
  }),
  rule('Picked', 'OneRange of Pick | OneRange Pick', (range, items) => new Several(chosen(range, items))),
  rule('Picked', 'AnyOf Pick', (items) => anyOf(items)),
  rule('Picked', 'AllOf Pick', (items) => allOf(items)),
  rule('Picked', 'NoneOf Pick', (items) => notOf(anyOf(items))),
  rule('Cond', 'Picked | Have Picked', (cond) => ({ ...cond, head: null })),
  rule('Cond', 'Joined Comma? And Picked', (a, b) => allOf([a, b])),
  rule('Cond', 'Joined Comma? Or Picked', (a, b) => anyOf([a, b])),
  rule('Pick', 'These Holds? Sep? List | Sep List | Open List Close | Holds Sep List', (items) => items),
  rule('List', 'Items | Points', (items) => items),
  rule('List', 'Items Comma? And Tight | Items Comma? Or Tight', (items, one) => [...items, one]),
  rule('List', 'Tight And Tight | Tight Or Tight', (a, b) => [a, b]),
];

const cut = (one: Cond, kind: 'all' | 'any', first: Cond, last: Cond): Cond => ({ ...one, cut: { kind, first, last } });

/** The first of them is apart from all others: "unless the score is over 700, a felony or a bankruptcy". */
function cutAt(kind: 'all' | 'any', items: readonly Cond[], last: Cond): Cond | null {
  const [first, ...others] = [...items, last];
  const whole = asListed(kind, [...items, last]);
  if (whole === null || first === undefined) return whole;
  const rest = others.length === 1 ? last : kind === 'all' ? allOf(others) : anyOf(others);
  return cut(whole, kind, first, rest);
}

const plural = (cond: Cond, of: readonly Cond[]): Cond =>
  cond.list?.kind === 'all' && of.every(({ form }) => form === 'noun') ? { ...cond, isPlural: true } : cond;

function withOne(a: Cond, b: Cond): Cond[] {
  const [one] = joined('all', { ...a, head: a.head === 'bare' ? null : a.head }, b);
  if (one === undefined) return [];
  const issues = isOfJudgment(a, b) ? [...one.issues, JUDGMENT] : one.issues;
  return [{ ...one, issues, isBoth: a.isBoth || b.isBoth, isWith: true }];
}

/** "Scores over 700 or over 650 with no evictions": with none at all, or only of the lower ones. */
function withLast({ expr, list, isPerson, endsNegated }: Cond, b: Cond): Cond[] {
  const last = expr.kind === 'any' && list === null && !isPerson && !endsNegated ? expr.of.at(-1) : undefined;
  if (expr.kind !== 'any' || last === undefined) return [];
  return [anyOf([...expr.of.slice(0, -1).map((each) => condOf(each)), allOf([condOf(last), b])])];
}

const JUDGMENT = 'It could be the judgment of that eviction, or one of the credit report: say it by itself.';

/** "Evictions with a judgment over $1,000". */
const isOfJudgment = (a: Cond, b: Cond): boolean =>
  testsOf(a.expr).some(({ source }) => source === 'eviction_history') &&
  testsOf(b.expr).some(
    ({ field, where = [] }) => field.includes('judgment') || where.some(({ value }) => value === 'civil_judgment'),
  );

function withAny(one: Cond, others: Cond): Several<Cond> | null {
  if (others.list?.kind !== 'any' || others.head === 'figure') return null;
  return new Several(joined('all', { ...one, head: one.head === 'bare' ? null : one.head }, others));
}

/** So many of them. */
function chosen(range: Range, items: readonly Cond[]): Cond[] {
  if (range.is !== 'compare' || range.figure.unit !== 'plain') return [];
  const some = soMany(range.operator, range.figure.value, items);
  return some === null ? [] : [{ ...some, list: null, groups: [items.map(({ expr }) => expr)] }];
}

/** Items of a list below or beside the words that introduce it. */
export const LISTS: readonly RuleText[] = [
  rule('Points', 'Bullet Point', (a) => [a]),
  rule('Points', 'Points Bullet Point', (items, one) => [...items, one]),
  rule('Points', 'Point Semi Point | Point Semi And? Or? Point', (a, b) => [a, b]),
  rule('Points', 'Points Semi Point | Points Semi And? Or? Point', (items, one) => [...items, one]),
  rule('Point', 'Cond | Cond Semi | Cond Comma | Cond Semi? Comma? And | Cond Semi? Comma? Or', (cond) => cond),
];
