import { fieldSchema, PRODUCTS } from '../../products/index.ts';
import { all, any, not, test, type Expr, type Test } from '../model.ts';
import { dated, isOfTwoTimes, TWO_TIMES, whereOf } from './chosen-records.ts';
import { DTI, nameOf } from './concept-of.ts';
import type { Concept, Cond, Figure, Order, Range, Reference, Things, Window } from './kinds.ts';

const PLAIN = {
  issues: [],
  head: null,
  endsNegated: false,
  isBare: false,
  timing: null,
  open: null,
  isPerson: false,
  isBoth: false,
  list: null,
  groups: [],
} as const;

export const condOf = (expr: Expr, more: Partial<Cond> = {}): Cond => ({ ...PLAIN, expr, ...more });

/** What can be understood and not be carried out. It is carried along, so that no other reading takes its place. */
export const unsayable = (issue: string): Cond => condOf(any([]), { issues: [issue] });

function join(kind: 'all' | 'any', of: readonly Cond[]): Cond {
  const exprs = of.map(({ expr }) => expr);
  const items = of.flatMap(({ expr, list }) => (list?.kind === kind ? list.of : [expr]));
  const inner = of.flatMap(({ list, groups }) => (list?.kind === kind ? groups.slice(1) : groups));
  return {
    list: { kind, of: items },
    groups: items.length > 1 ? [items, ...inner] : inner,
    expr: kind === 'all' ? all(exprs) : any(exprs),
    issues: [...new Set(of.flatMap(({ issues }) => issues))],
    head: of[0]?.head ?? null,
    endsNegated: of.at(-1)?.endsNegated ?? false,
    isBare: of.some(({ isBare }) => isBare),
    timing: of.at(-1)?.timing ?? null,
    open: null,
    isPerson: of.some(({ isPerson }) => isPerson),
    isBoth: of.some(({ isBoth }) => isBoth),
  };
}
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
export const single = (cond: Cond): Cond => ({ ...cond, list: null, groups: [] });
export const anyOf = (of: readonly Cond[]): Cond => join('any', of);

export function notOf(cond: Cond): Cond {
  return { ...cond, expr: not(cond.expr), endsNegated: true, list: null };
}

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
  return { ...anyOf(ways.map((way) => allOf(way))), list: null, groups: [of.map(({ expr }) => expr)] };
}

/** So many of what is listed elsewhere: the reader of the whole text finds out of what. */
export function referred({ range, total }: Reference, verb: 'meet' | 'miss'): Cond[] {
  switch (range.is) {
    case 'bare':
      return (['equals', 'greater_than_or_equal'] as const).flatMap((operator) =>
        referred({ range: { is: 'compare', operator, figure: range.figure }, total }, verb),
      );
    case 'compare': {
      const { operator, figure } = range;
      const isCount = figure.unit === 'plain' && Number.isInteger(figure.value) && figure.per === null;
      const field = `?${verb}|${total ?? ''}`;
      return isCount ? [condOf(test({ source: 'context', field, operator, value: figure.value }))] : [];
    }
    default: {
      const cond = joinEach(range, (each) => referred({ range: each, total }, verb)[0] ?? null);
      return cond === null ? [] : [single(cond)];
    }
  }
}

/** So many of them hold. */
export function soMany(operator: Order, least: number, items: readonly Cond[]): Cond | null {
  const more = operator === 'greater_than' || operator === 'less_than_or_equal' ? least + 1 : least;
  // None of them, or any number, is said without counting.
  const some = more === 0 ? null : more > items.length ? anyOf([]) : atLeast(more, items);
  switch (operator) {
    case 'greater_than':
    case 'greater_than_or_equal':
      return some;
    case 'less_than':
    case 'less_than_or_equal':
      return some === null ? null : notOf(some);
    case 'equals': {
      if (least > items.length) return null;
      const above = least === items.length ? null : atLeast(least + 1, items);
      const exact = [...(some === null ? [] : [some]), ...(above === null ? [] : [notOf(above)])];
      return exact.length === 0 ? null : allOf(exact);
    }
    case 'not_equals':
      return null;
  }
}

const THOUSANDS = new Intl.NumberFormat('en-US');

/** Whether the field can have the value, and what is wrong if it cannot. */
function outOfRange(concept: Concept, field: string, value: number): string | null {
  const { minimum, maximum } = fieldSchema(PRODUCTS[concept.source], field) ?? {};
  const isLow = typeof minimum === 'number' && value < minimum;
  const isHigh = typeof maximum === 'number' && value > maximum;
  if (!isLow && !isHigh) return null;
  const [low, high] = [minimum, maximum].map((each) => (typeof each === 'number' ? THOUSANDS.format(each) : 'any'));
  return `The ${nameOf(concept)} is a number from ${low} to ${high}, never ${THOUSANDS.format(value)}.`;
}

/** The concept compared with the figure; null where the figure has another unit. */
export function compared(concept: Concept, operator: Order, figure: Figure): Cond | null {
  const { source, words } = concept;
  const onto = (field: string, value: number): Cond => {
    const wrong = outOfRange(concept, field, value);
    return wrong === null ? condOf(test({ source, field, ...whereOf(concept), operator, value })) : unsayable(wrong);
  };
  const { value, unit } = figure;
  if (words.isShareOfIncome === true) {
    const isShare = figure.of === null && (unit === 'percent' || (unit === 'plain' && value <= 1));
    return isShare ? comparedShare({ ...concept, unit: 'USD' }, operator, { ...figure, of: 'income' }) : null;
  }
  if (figure.of !== null || unit === 'ratio' || (unit === 'percent' && words.timesRent !== undefined)) {
    return comparedShare(concept, operator, figure);
  }
  switch (concept.unit) {
    case 'USD':
      return comparedMoney(concept, operator, figure);
    case 'months':
      return unit === 'months' ? onto(words.field, value) : unit === 'years' ? onto(words.field, value * 12) : null;
    case 'count':
      if (unit === 'USD' && words.dollars !== undefined) return onto(words.dollars, value);
      return (unit === 'plain' || unit === 'count') && Number.isInteger(value) ? onto(words.field, value) : null;
    case 'percent': {
      // "A DTI of 0.36" is 36%: of a share of the income nothing else could be meant.
      const isPart = words.field === DTI.words.field && unit === 'plain' && value < 1;
      return unit === 'percent' ? onto(words.field, value) : isPart ? onto(words.field, value * 100) : null;
    }
    case 'ratio':
      return unit === 'plain' ? onto(words.field, value) : null;
    case 'points':
      return unit === 'plain' || unit === 'points' ? onto(words.field, value) : null;
    default:
      return null;
  }
}

function comparedMoney(
  { source, words, per }: Concept,
  operator: Order,
  { value, unit, per: given }: Figure,
): Cond | null {
  if (unit !== 'USD' && !(unit === 'plain' && (given ?? per) !== null)) return null;
  const own = (field: string): Cond => condOf(test({ source, field, operator, value }));
  if (words.perYear === undefined) return given === 'year' ? null : own(words.field);
  if (per !== null && given !== null && per !== given) return null;
  const period = given ?? per;
  if (period === null) return unsayable('Say whether this is an income a month or a year.');
  return own(period === 'year' ? words.perYear : words.field);
}

const RENT = { source: 'income_verification', field: 'rent_usd' } as const;

/** Of the loan that is asked for, as the guide on lending has it: no report knows it. */
const PAYMENT = { source: 'context', field: 'applicant.monthly_payment' } as const;

/** "3 times the rent", "30% of income": a field that is such a share, else another value. */
function comparedShare(concept: Concept, operator: Order, { value, unit, of, per: given }: Figure): Cond | null {
  const { source, words, per } = concept;
  const factor = unit === 'percent' ? value / 100 : value;
  if (of === 'payment') {
    if (words.field !== 'monthly_income_usd') return null;
    const field = per === 'year' ? (words.perYear ?? words.field) : words.field;
    return condOf(test({ source, field, operator, from: { ...PAYMENT, times: factor } }));
  }
  if (concept.unit === 'ratio')
    return of === null ? condOf(test({ source, field: words.field, operator, value: factor })) : null;
  if (words.timesRent !== undefined && of !== 'income') {
    if (unit === 'percent' && of === null) return null;
    if (per !== 'year') return condOf(test({ source, field: words.timesRent, operator, value: factor }));
    return condOf(test({ source, field: words.perYear ?? words.field, operator, from: { ...RENT, times: factor } }));
  }
  if (concept.unit === 'USD' && of === 'income' && words.field !== 'monthly_income_usd') {
    // A rent is one for a month, and so is the income beside it; of a sum that is owed it has to be said.
    if ((per ?? given) === null) return unsayable('Say whether this is an income a month or a year.');
    const from = { source: 'income_verification', field: 'monthly_income_usd', times: factor } as const;
    return condOf(test({ source, field: words.field, operator, from }));
  }
  if (concept.unit === 'USD' && of === 'rent' && words.field !== 'rent_usd') {
    return condOf(test({ source, field: words.field, operator, from: { ...RENT, times: factor } }));
  }
  return null;
}

/** What the range says of the concept. A bare figure: what `bare` takes it for. */
export function ranged(concept: Concept, range: Range, bare: readonly Order[] = ['equals']): Cond[] {
  switch (range.is) {
    case 'compare':
      return [compared(concept, range.operator, range.figure)].filter((cond) => cond !== null);
    case 'bare':
      return bare.flatMap((operator) => {
        const cond = compared(concept, operator, range.figure);
        return cond === null ? [] : [{ ...cond, isBare: true }];
      });
    default: {
      const cond = joinEach(range, (each) => ranged(concept, each, bare)[0] ?? null);
      return cond === null ? [] : [single(cond)];
    }
  }
}

/** At least one of the things (of any of them), at the time that is said. */
export function some({ concepts, window, isTimeless }: Things): Cond {
  const one = anyOf(concepts.map((concept) => someOf(concept, window)));
  const [noun, ...others] = concepts;
  const named = noun === undefined || others.length > 0 || window !== null ? one : { ...one, noun };
  return isTimeless === true ? { ...named, timing: 'own' } : named;
}

function someOf(concept: Concept, window: Window | null): Cond {
  const { source, words } = concept;
  if (words.unsaid !== undefined) return unsayable(words.unsaid);
  if (concept.shape === 'flag') {
    return window === null
      ? condOf(test({ source, field: words.field, operator: 'is_true' }))
      : unsayable(`No report says when there was ${article(nameOf(concept))}.`);
  }
  const presence = condOf(
    test({ source, field: words.field, ...whereOf(concept), operator: 'greater_than', value: 0 }),
    {
      timing: 'open',
    },
  );
  if (window === null) return presence;
  return { ...windowed(concept, window, 1), timing: 'own' };
}

const article = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;

/** `least` or more of them in the window. */
function windowed(concept: Concept, window: Window, least: number): Cond {
  const { source, words } = concept;
  const name = nameOf(concept);
  const counted = window.is === 'within' ? words.windows?.[window.months] : undefined;
  const { since } = words;
  if (window.is === 'within' && since !== undefined && least === 1) {
    const value = since.unit === 'years' ? window.months / 12 : window.months;
    return Number.isInteger(value)
      ? condOf(test({ source, field: since.field, operator: 'less_than', value }))
      : unsayable(`The report says how many whole ${since.unit} ago the most recent ${name} was.`);
  }
  if (counted !== undefined) {
    return condOf(test({ source, field: counted, operator: 'greater_than_or_equal', value: least }));
  }
  if (window.is === 'since' && words.on !== undefined && least === 1) {
    return condOf(test({ source, field: words.on, operator: 'greater_than_or_equal', value: window.date }));
  }
  if (isOfTwoTimes(concept)) return unsayable(TWO_TIMES);
  const those = dated(concept, window);
  if (those !== null) {
    const of = test({
      source,
      field: those.words.field,
      ...whereOf(those),
      operator: 'greater_than_or_equal',
      value: least,
    });
    return condOf(of);
  }
  if (since === undefined) {
    const known = Object.keys(words.windows ?? {}).join(' or ');
    return unsayable(
      known === ''
        ? `A report does not say when there was ${article(name)}.`
        : `A report counts what it calls ${name} over the last ${known} months, and over no other time.`,
    );
  }
  return unsayable(
    window.is === 'before' || window.is === 'until'
      ? `A report says how long ago the most recent ${name} was, and not whether there was an older one.`
      : `A report says when the most recent ${name} was, and not how many there were in such a time.`,
  );
}

/** The most recent one is older than that. Whoever has none has no old one. */
export function older(concept: Concept, months: number): Cond | null {
  const { since } = concept.words;
  if (since === undefined) return null;
  const value = since.unit === 'years' ? months / 12 : months;
  if (!Number.isInteger(value)) return null;
  return condOf(test({ source: concept.source, field: since.field, operator: 'greater_than_or_equal', value }));
}

/** So many of the thing. A bare number in a rule may mean exactly, or at least, so many. */
export function counted(concept: Concept, range: Range, window: Window | null): Cond[] {
  if (concept.shape !== 'count') return [];
  if (concept.words.unsaid !== undefined) return [unsayable(concept.words.unsaid)];
  const orders: readonly Order[] = ['equals', 'greater_than_or_equal'];
  if (window === null) return ranged(concept, range, orders).map((cond) => ({ ...cond, timing: 'open' as const }));
  const own = concept.words.windows;
  const field = window.is === 'within' ? own?.[window.months] : undefined;
  const timed = field === undefined ? dated(concept, window) : { ...concept, words: { field } };
  if (timed !== null) return ranged(timed, range, orders).map((cond) => ({ ...cond, timing: 'own' as const }));
  return [{ ...windowed(concept, window, leastOf(range) ?? 2), timing: 'own' }];
}

/** One, if the range is "at least one" in whatever words. */
function leastOf(range: Range): number | null {
  if (range.is !== 'compare') return null;
  const { operator, figure } = range;
  if (operator === 'greater_than_or_equal') return figure.value;
  return operator === 'greater_than' ? figure.value + 1 : null;
}

/** "income is verified", "SSN matches": null where the concept has no such state. */
export function stated(concept: Concept, state: string): Cond | null {
  const { source, words } = concept;
  const value = words.states?.[state];
  if (value === undefined) return null;
  return condOf(test({ source, field: words.stateField ?? words.field, operator: 'equals', value }));
}

export const has = (of: Test): Cond => condOf(test(of));

const TIMES =
  'The time could be meant for the last of these or for all of them: say it of each, or make two sentences of it.';

/** The two joined, or nothing: "does not have an eviction or a felony" is one negation, which is read elsewhere. */
export function joined(kind: 'all' | 'any', left: Cond, right: Cond): Cond[] {
  if (right.head === 'figure' || (left.endsNegated && right.head === 'bare')) return [];
  const one = join(kind, [left, right]);
  const timed = left.timing === 'open' && right.timing === 'own' ? { ...one, issues: [...one.issues, TIMES] } : one;
  // "evictions and felonies": both of them, or each of them.
  const isOfThings = left.head === null && left.timing !== null && right.timing !== null && !left.endsNegated;
  const isLoose = kind === 'all' && right.head === 'bare' && (left.head === 'bare' || isOfThings);
  return isLoose
    ? [
        { ...timed, isBoth: true },
        { ...join('any', [left, right]), issues: timed.issues },
      ]
    : [timed];
}

export function listed(kind: 'all' | 'any', items: readonly Cond[]): Cond | null {
  const isCut = items.some((each, index) => each.head === 'bare' && items[index - 1]?.endsNegated === true);
  if (isCut || items.slice(1).some(({ head }) => head === 'figure')) return null;
  const one = join(kind, items);
  const timings = items.map(({ timing }) => timing);
  const isLate = timings.indexOf('own') === items.length - 1 && timings.includes('open');
  return isLate ? { ...one, issues: [...one.issues, TIMES] } : one;
}
