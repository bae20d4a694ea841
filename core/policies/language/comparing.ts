import { fieldSchema, PRODUCTS, type FieldWords } from '../../products/index.ts';
import { isWithin } from '../../readback/domains.ts';
import { test, testsOf, type Test } from '../../rules/model.ts';
import { nameOf } from './concept-of.ts';
import type { Concept, Cond, Figure, Order, Range } from './kinds.ts';
import { condOf, join, unsayable } from './meaning.ts';
import { isLittle, sideOf } from './polarity.ts';
import { whereOf } from './things.ts';

/** A number in a field. */
interface Place {
  readonly field: string;
  readonly value: number;
}

/** By the unit of a concept: the field that holds the figure, in that unit; null where the figure has another unit. */
const PLACES: Readonly<Record<string, (figure: Figure, words: FieldWords) => Place | null>> = {
  points: ({ value, unit }, { field }) => (unit === 'plain' || unit === 'points' ? { field, value } : null),
  ratio: ({ value, unit }, { field }) => (unit === 'plain' ? { field, value } : null),
  months: ({ value, unit }, { field }) => {
    const times = { months: 1, years: 12 }[unit as string];
    return times === undefined ? null : { field, value: value * times };
  },
  count: ({ value, unit }, { field }) => (unit === 'plain' && Number.isInteger(value) ? { field, value } : null),
  percent: ({ value, unit }, { field }) => (unit === 'percent' ? { field, value } : null),
};

/** Nobody has more records: such a figure is a year, or a mistake. */
const MOST_COUNTED = 50;
const SO_MANY = 'Nobody has so many of these; of a time say "since 2023" or "in the last 3 years".';

/** The concept compared with the figure; null where the figure has another unit. */
function compared(concept: Concept, operator: Order, figure: Figure): Cond | null {
  const { source, words, unit } = concept;
  if (figure.isJudged === true && sideOf({ source, field: words.field }) !== 'less') return null;
  if (words.isShareOfIncome === true) return comparedAsShare(concept, operator, figure);
  const isOfOther = figure.of !== null || figure.unit === 'ratio';
  if (isOfOther || (figure.unit === 'percent' && words.timesRent !== undefined))
    return comparedShare(concept, operator, figure);
  if (unit === 'USD') return comparedMoney(concept, operator, figure);
  // Only sums of money have a value "a year".
  const place = figure.per === null ? (PLACES[unit ?? '']?.(figure, words) ?? null) : null;
  if (place === null) return null;
  const { field, value } = place;
  const wrong = outOfRange(concept, place);
  return wrong === null ? condOf(test({ source, field, ...whereOf(concept), operator, value })) : unsayable(wrong);
}

/** A sum that is only spoken of as a share of the income ("payments to income"). */
function comparedAsShare(concept: Concept, operator: Order, figure: Figure): Cond | null {
  const { unit, value, of } = figure;
  const isShare = of === null && (unit === 'percent' || (unit === 'plain' && value <= 1));
  return isShare ? comparedShare({ ...concept, unit: 'USD' }, operator, { ...figure, of: 'income' }) : null;
}

const THOUSANDS = new Intl.NumberFormat('en-US');

/** Why the field can never have the value; null if it can. */
function outOfRange(concept: Concept, { field, value }: Place): string | null {
  if (concept.unit === 'count' && value > MOST_COUNTED) return SO_MANY;
  const schema = fieldSchema(PRODUCTS[concept.source], field) ?? {};
  if (isWithin({ schema }, value)) return null;
  const { minimum, maximum } = schema;
  const [low, high] = [minimum, maximum].map((each) => (typeof each === 'number' ? THOUSANDS.format(each) : 'any'));
  return `The ${nameOf(concept)} is a number from ${low} to ${high}, never ${THOUSANDS.format(value)}.`;
}

/** An income of 3 is three times the rent, a rent of 30 is percent. */
const LEAST_SUM = 100;

const UNTIMED = 'Say whether this is an income a month or a year.';

function comparedMoney(
  { source, words, per }: Concept,
  operator: Order,
  { value, unit, per: given }: Figure,
): Cond | null {
  if (unit !== 'USD' && !(unit === 'plain' && (given ?? per) !== null)) return null;
  const own = (field: string): Cond =>
    value < LEAST_SUM && (unit === 'plain' || words.perYear !== undefined)
      ? unsayable(`Say whether this is $${value}, ${value}% or ${value} times something.`)
      : condOf(test({ source, field, operator, value }));
  // A sum that is no monthly one has none "a month".
  if (words.perYear === undefined) return given === null || given === per ? own(words.field) : null;
  if (per !== null && given !== null && per !== given) return null;
  const period = given ?? per;
  if (period === null) return unsayable(UNTIMED);
  return own(period === 'year' ? words.perYear : words.field);
}

const RENT = { source: 'income_verification', field: 'rent_usd' } as const;
const INCOME = { source: 'income_verification', field: 'monthly_income_usd' } as const;
/** The payment of the requested loan, as in the guide on lending: no report has it. */
const PAYMENT = { source: 'context', field: 'applicant.monthly_payment' } as const;

/** "3 times the rent", "30% of income": a field that is such a share, else another value. */
function comparedShare(concept: Concept, operator: Order, figure: Figure): Cond | null {
  const times = figure.unit === 'percent' ? figure.value / 100 : figure.value;
  const { source, words, per, unit } = concept;
  const than = (field: string, other: Pick<Test, 'source' | 'field'>): Cond =>
    condOf(test({ source, field, operator, from: { ...other, times } }));
  const field = per === 'year' ? (words.perYear ?? words.field) : words.field;
  switch (figure.of) {
    case 'payment':
      if (per === 'year' && times < 12) return unsayable(OF_A_YEAR);
      return words.field === INCOME.field ? than(field, PAYMENT) : null;
    case 'income':
      return ofIncome(concept, figure, times, than);
    case 'rent':
      return timesRent(concept, operator, times);
    default:
      // "An income of 3x" is one of three times the rent.
      if (unit === 'ratio') return condOf(test({ source, field, operator, value: times }));
      return figure.unit === 'ratio' && words.timesRent !== undefined ? timesRent(concept, operator, times) : null;
  }
}

/** "60% of the annual income": a sum as a share of another one, over the same time. */
export function against(of: Concept, operator: Order, times: number, to: Concept): Cond | null {
  // A rent and a monthly income have words of their own.
  const isOwn = to.words.field === RENT.field || (to.words.perYear !== undefined && to.per !== 'year');
  const isSums = of.unit === 'USD' && to.unit === 'USD' && of.words.field !== to.words.field;
  if (isOwn || !isSums || (of.per !== null && of.per !== to.per)) return null;
  if (of.words.perYear !== undefined && of.per === null) return unsayable(UNTIMED);
  const from = { source: to.source, field: fieldOf(to), times };
  return condOf(test({ source: of.source, field: fieldOf(of), operator, from }));
}

const fieldOf = ({ words, per }: Concept): string => (per === 'year' ? (words.perYear ?? words.field) : words.field);

const OF_A_YEAR = 'A rent and a payment are those of a month, and this is an income a year: say the monthly income.';

function ofIncome(
  { unit, words, per }: Concept,
  figure: Figure,
  times: number,
  than: (field: string, other: typeof INCOME) => Cond,
): Cond | null {
  if (unit !== 'USD' || words.field === INCOME.field) return null;
  if (words.field === RENT.field && times > 1)
    return unsayable('No rent is more than the income: say the income first.');
  // A rent is one for a month, and so is the income beside it; of a sum that is owed it has to be said.
  return (per ?? figure.per) === null ? unsayable(UNTIMED) : than(words.field, INCOME);
}

/** Nobody earns so many rents a month, and nobody is asked for less than one. */
const MOST_RENTS = 20;
const NO_RENT = 'Nobody is asked for so many rents a month: say a percentage of the income, or the annual income.';

function timesRent({ source, words, per, unit }: Concept, operator: Order, times: number): Cond | null {
  if (times < 1 || (per !== 'year' && times > MOST_RENTS)) return unsayable(NO_RENT);
  if (words.timesRent !== undefined && per !== 'year')
    return condOf(test({ source, field: words.timesRent, operator, value: times }));
  if (unit !== 'USD' || words.field === RENT.field) return null;
  if (per === 'year' && times < 12) return unsayable(OF_A_YEAR);
  const field = per === 'year' ? (words.perYear ?? words.field) : words.field;
  return condOf(test({ source, field, operator, from: { ...RENT, times } }));
}

/** The concept bounded by the range; null if a figure of the range has another unit. */
export function ranged(concept: Concept, range: Range): Cond | null {
  if (range.is === 'compare') {
    const cond = compared(concept, range.operator, range.figure);
    return cond === null ? null : { ...cond, form: 'measure', isLow: testsOf(cond.expr).some(isLittle) };
  }
  const parts = range.of.map((each) => ranged(concept, each));
  const known = parts.filter((part) => part !== null);
  return known.length < parts.length ? null : withRange({ ...join(range.is, known), form: 'measure', isJoined: false });
}

/** Only the whole range shows if it is low. */
const withRange = (cond: Cond): Cond => ({ ...cond, isLow: testsOf(cond.expr).some(isLittle) });
