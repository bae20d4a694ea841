import type { Cond, Range } from './kinds.ts';
import { elided } from './measured.ts';
import { allOf, anyOf, joined, listed, notOf, reaching, single, soMany } from './meaning.ts';
import { rule, Several, type RuleText } from './rule.ts';

/** How conditions are joined. "and" and "or" side by side are read both ways; a comma before the last one sets it apart. */
export const JOINED: readonly RuleText[] = [
  rule('Atom', 'Np', (cond) => ({ ...cond, form: cond.isClause === true || cond.endsNegated ? undefined : 'noun' })),
  rule('Atom', 'Vp', (cond) => ({ ...cond, form: cond.form === 'whose' ? 'whose' : 'verb' })),
  rule('Atom', 'Person Vp', (cond) => ({ ...cond, isPerson: true, form: undefined })),
  rule('Atom', 'Whose Vp | who Vp', (cond) => cond),
  rule('Atom', 'If Vp', (cond) => ({ ...cond, head: 'if' })),
  rule('Atom', 'Whose Np', (cond) => (cond.head === 'bare' ? null : { ...cond, form: 'whose' })),
  rule('Atom', 'If Np', (cond) => ({ ...cond, head: 'if' })),
  rule('Atom', 'OneRange', elided),
  rule('Atom', 'not ( Cond )', (cond) => reaching(undefined, notOf(cond))),
  rule('Atom', 'Open Cond Close', (cond) => ({ ...reaching(undefined, cond), head: null })),
  rule('Tight', 'Atom', (cond) => cond),
  rule('Tight', 'Either Tight or Tight', (a, b) => reaching('either', anyOf([a, b]))),
  rule('Joined', 'Tight', (cond) => cond),
  rule('Joined', 'Joined And Joined', (a, b) => new Several(joined('all', a, b).map((cond) => plural(cond, [a, b])))),
  rule('Joined', 'Joined Or Joined', (a, b) => new Several(joined('any', a, b))),
  rule('Items', 'Tight Comma Tight', (a, b) => (b.head === 'figure' ? null : [a, b])),
  rule('Items', 'Items Comma Tight', (items, one) => (one.head === 'figure' ? null : [...items, one])),
  rule('Listed', 'Items Comma And Joined | Items And Tight', (items, last) => listedAs('all', items, last)),
  rule('Listed', 'Items Comma Or Joined | Items Or Tight', (items, last) => listedAs('any', items, last)),
  rule(
    'AndList',
    'Joined Comma And Joined | AndList Comma And Joined',
    (a, b) => new Several(joined('all', a, b).map((one) => plural(cut(one), [a, b]))),
  ),
  rule(
    'OrList',
    'Joined Comma Or Joined | OrList Comma Or Joined',
    (a, b) => new Several(joined('any', a, b).map(cut)),
  ),
  rule('Listed', 'AndList | OrList', (cond) => cond),
  rule('Cond', 'Joined | Listed', (cond) => cond),
  rule('Picked', 'OneRange of Pick', (range, items) => new Several(chosen(range, items))),
  rule('Picked', 'AnyOf Pick', (items) => anyOf(items)),
  rule('Picked', 'AllOf Pick', (items) => allOf(items)),
  rule('Cond', 'Picked', (cond) => ({ ...cond, head: null })),
  rule('Pick', 'These Holds? Sep? List | Sep List', (items) => items),
  rule('List', 'Items | Points', (items) => items),
];

const cut = (one: Cond): Cond => ({ ...one, isCut: true });

const listedAs = (kind: 'all' | 'any', items: readonly Cond[], last: Cond): Cond | null => {
  const one = listed(kind, [...items, last]);
  return one === null ? null : plural(cut(one), [...items, last]);
};

const plural = (cond: Cond, of: readonly Cond[]): Cond =>
  cond.list?.kind === 'all' && of.every(({ form }) => form === 'noun') ? { ...cond, isPlural: true } : cond;

/** So many of them. */
function chosen(range: Range, items: readonly Cond[]): Cond[] {
  // Of two items there are no three.
  if (range.is !== 'compare' || range.figure.unit !== 'plain' || range.figure.value > items.length) return [];
  const some = soMany(range.operator, range.figure.value, items);
  return some === null ? [] : [single(some)];
}

/** Items of a list below or beside the words that introduce it. */
export const LISTS: readonly RuleText[] = [
  rule('Points', 'Bullet Point', (a) => [a]),
  rule('Points', 'Points Bullet Point', (items, one) => [...items, one]),
  rule('Points', 'Point Semi Point', (a, b) => [a, b]),
  rule('Points', 'Points Semi Point', (items, one) => [...items, one]),
  // The word at the end of an item says how they belong together.
  rule('OrPoints', 'Bullet Cond Comma? Or Bullet Cond', (a, b) => [a, b]),
  rule('OrPoints', 'OrPoints Comma? Or Bullet Cond', (items, one) => [...items, one]),
  rule('AndPoints', 'Bullet Cond Comma? And Bullet Cond', (a, b) => [a, b]),
  rule('AndPoints', 'AndPoints Comma? And Bullet Cond', (items, one) => [...items, one]),
  rule('Point', 'Cond | Cond Comma', (cond) => cond),
];
