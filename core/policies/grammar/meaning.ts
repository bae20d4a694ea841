import { all, any, not, test, type Expr, type Test } from '../model.ts';
import type { Concept, Cond, Order, Range } from './kinds.ts';
import { isReached, SHARED } from './shared-words.ts';

const PLAIN = {
  issues: [],
  head: null,
  endsNegated: false,
  isBare: false,
  timing: null,
  isPerson: false,
  isBoth: false,
  list: null,
  nouns: [],
} as const;

export const condOf = (expr: Expr, more: Partial<Cond> = {}): Cond => ({ ...PLAIN, expr, ...more });

/** What can be understood and not be carried out. It is carried along, so that no other reading takes its place. */
export const unsayable = (issue: string): Cond => condOf(any([]), { issues: [issue] });

function join(kind: 'all' | 'any', of: readonly Cond[]): Cond {
  const exprs = of.map(({ expr }) => expr);
  const items = of.flatMap(({ expr, list }) => (list?.kind === kind ? list.of : [expr]));
  return {
    list: { kind, of: items },
    nouns: of.flatMap(({ nouns }) => nouns),
    expr: kind === 'all' ? all(exprs) : any(exprs),
    issues: [...new Set(of.flatMap(({ issues }) => issues))],
    head: of[0]?.head ?? null,
    endsNegated: of.at(-1)?.endsNegated ?? false,
    isBare: of.some(({ isBare }) => isBare),
    timing: of.at(-1)?.timing ?? null,
    isPerson: of.some(({ isPerson }) => isPerson),
    isBoth: of.some(({ isBoth }) => isBoth),
    form: of[0]?.form,
    isLoose: of.some(({ isLoose }) => isLoose) || isMixed(of) ? true : undefined,
    ends: of.at(-1)?.ends,
  };
}
/** A noun, or somebody, behind something that is none. */
const isMixed = (of: readonly Cond[]): boolean =>
  of[0]?.form !== 'noun' && of.slice(1).some(({ form, isPerson }) => form === 'noun' || isPerson);

export const allOf = (of: readonly Cond[]): Cond => join('all', of);

/** What is made of each of several ranges, joined as they are; null if nothing can be made of one. */
export function joinEach(
  { is, of }: Extract<Range, { readonly is: 'all' | 'any' }>,
  make: (range: Range) => Cond | null,
): Cond | null {
  const parts = of.map(make);
  const known = parts.filter((part) => part !== null);
  return known.length < parts.length ? null : join(is, known);
}
/** One thing that is asked for, although it takes several comparisons. */
export const single = (cond: Cond): Cond => ({ ...cond, list: null });
export const anyOf = (of: readonly Cond[]): Cond => join('any', of);

export const notOf = (cond: Cond): Cond => ({
  ...cond,
  expr: not(cond.expr),
  endsNegated: true,
  ends: 'not',
  list: null,
});

/** "No …" reaches the noun behind it, "does not" whatever a verb may have behind it. */
export const reaching = (ends: Cond['ends'], cond: Cond): Cond => ({ ...cond, ends });

/** At least `most` of them, as alternatives of all that many. */
export function atLeast(least: number, of: readonly Cond[]): Cond | null {
  if (!Number.isInteger(least) || least < 1 || least > of.length) return null;
  const chosen = (from: number, left: number): Cond[][] =>
    left === 0
      ? [[]]
      : of
          .slice(from, of.length - left + 1)
          .flatMap((each, index) => chosen(from + index + 1, left - 1).map((rest) => [each, ...rest]));
  const ways = chosen(0, least);
  if (ways.length > 64) return unsayable('These are too many to choose from: name fewer.');
  return single(anyOf(ways.map((way) => allOf(way))));
}

/** So many of them hold. */
export function soMany(operator: Order, count: number, items: readonly Cond[]): Cond | null {
  if (operator === 'not_equals') return null;
  if (operator === 'equals') return exactly(count, items);
  const isBeyond = operator === 'greater_than' || operator === 'less_than_or_equal';
  const some = orMore(isBeyond ? count + 1 : count, items);
  return some === null || operator.startsWith('greater') ? some : notOf(some);
}

/** None of them, or any number, is said without counting. */
const orMore = (least: number, items: readonly Cond[]): Cond | null =>
  least === 0 ? null : least > items.length ? anyOf([]) : atLeast(least, items);

function exactly(count: number, items: readonly Cond[]): Cond | null {
  if (count > items.length) return null;
  const above = count === items.length ? null : atLeast(count + 1, items);
  const parts = [orMore(count, items), above === null ? null : notOf(above)].filter((part) => part !== null);
  return parts.length === 0 ? null : allOf(parts);
}

/** "income is verified", "SSN matches": null where the concept has no such state. */
export function stated(concept: Concept, state: string): Cond | null {
  const { source, words } = concept;
  const value = words.states?.[state];
  if (value === undefined) return null;
  return condOf(test({ source, field: words.stateField ?? words.field, operator: 'equals', value }));
}

export const has = (of: Test): Cond => condOf(test(of));

export const ANY_OR_ALL = 'Any of these, or only all of them together, may be meant: say "or", or "if" and "and".';

const TIMES =
  'The time could be meant for the last of these or for all of them: say it of each, or make two sentences of it.';

const PERSONS = 'Here somebody is named again: name the applicant once, or make two sentences.';

/** Why it is not clear what the members of a list share. */
function doubtsOf(kind: 'all' | 'any', items: readonly Cond[]): string[] {
  const timings = items.map(({ timing }) => timing);
  const isLate = timings.indexOf('own') === items.length - 1 && timings.includes('open');
  const isShared = items.some((right, at) => items.slice(0, at).some((left) => isReached(left, right, kind)));
  const isOfTwo = items.filter(({ isPerson }) => isPerson).length > 1;
  return [...(isLate ? [TIMES] : []), ...(isShared ? [SHARED] : []), ...(isOfTwo ? [PERSONS] : [])];
}

/** The members of a list, joined; null where one of them is part of what is negated before it. */
export function listed(kind: 'all' | 'any', items: readonly Cond[]): Cond | null {
  // "If …, evictions and felonies are denied": the condition is no member of the list.
  if (items[0]?.head === 'if' && items.some(({ head }) => head !== 'if')) return null;
  const isCut = items.some((each, index) => each.head === 'bare' && items[index - 1]?.endsNegated === true);
  if (isCut || items.slice(1).some(({ head }) => head === 'figure')) return null;
  const one = join(kind, items);
  return { ...one, issues: [...new Set([...one.issues, ...doubtsOf(kind, items)])] };
}

/** Two joined, in every way. */
export function joined(kind: 'all' | 'any', left: Cond, right: Cond): Cond[] {
  const one = listed(kind, [left, right]);
  if (one === null) return [];
  // "evictions and felonies": both of them, or each of them.
  const isOfThings = left.head === null && left.timing !== null && right.timing !== null && !left.endsNegated;
  const isLoose = kind === 'all' && right.head === 'bare' && (left.head === 'bare' || isOfThings);
  if (!isLoose) return [one];
  // "With evictions and felonies" does not say which.
  if (isOfThings) return [{ ...one, issues: [...one.issues, ANY_OR_ALL] }];
  return [
    { ...one, isBoth: true },
    { ...join('any', [left, right]), issues: one.issues },
  ];
}
