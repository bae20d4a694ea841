import { any, missingOf, ofEach, test, testsOf, type Expr } from '../model.ts';
import { DTI } from './concept-of.ts';
import type { Concept, Cond, Measure, Order, Pair, Portion, Range, Statement } from './kinds.ts';
import { allOf, condOf, joinEach, notOf, unsayable } from './meaning.ts';
import { rule, type RuleText } from './rule.ts';

/** One measure as a share of another ("total balances to annual income"), and what a text means by "DTI". */
export const SHARES: readonly RuleText[] = [
  rule(
    'Share',
    'ratio of Whole to Whole | Whole Divided Whole | Whole as a Part of Whole | Part of Whole to Whole',
    pairOf,
  ),
  rule('Share', 'Dti ( Share ) | Dti Comma Meaning Share Comma? | Dti Meaning Share', (pair) => pair),
  rule('Whole', 'Meas', (measure) => measure),
  rule('Whole', 'Sum Whole | Total Whole', (measure) => measure),
  // A "combined income" may be that of several people.
  rule('Whole', 'combined Whole', (measure) => (measure.concept.words.perYear === undefined ? measure : null)),
  rule('Whole', 'Whole OnReport Product', (measure, product) => (product === measure.concept.source ? measure : null)),
  rule('Portion', 'Op Figure of Meas | Op Figure Meas', (operator, figure, to) => ({ operator, figure, to })),
  rule('Np', 'Meas Be? Portion', (of, portion) => portionOf(of, portion)),
  rule('Need', 'Meas Must Be? Portion', (of, portion) => portionOf(of, portion)),
  rule('Need', 'Meas MustNot Be? Portion', (of, portion) => {
    const cond = portionOf(of, portion);
    return cond === null ? null : notOf(cond);
  }),
  rule('Sentence', 'Dti Be Share | Dti = Share | ( Dti Be Share Close? | ( Dti = Share Close?', (pair) => ({
    is: 'defines',
    pair,
  })),
  rule('Sentence', 'Dti Bracket? ( Share )', (pair) => ({ is: 'defines', pair })),
];

/** "Not more than half of the annual income". Rents, and an income for a month, are figures of their own. */
function portionOf(of: Measure, { operator, figure, to }: Portion): Cond | null {
  const { field } = to.concept.words;
  const isOwn = field === 'rent_usd' || (field === 'monthly_income_usd' && to.concept.per !== 'year');
  const isShare = figure.unit === 'percent' || figure.unit === 'ratio';
  // "3 times the monthly payment" may be the payment that is asked for.
  const isOpen = field === 'monthly_payments_usd' && figure.unit === 'ratio';
  const pair = isOwn || isOpen || !isShare ? null : pairOf(of, to);
  return pair === null ? null : shared(pair, { is: 'compare', operator, figure });
}

function pairOf(of: Measure, to: Measure): Pair | null {
  const isSame = of.concept.words.field === to.concept.words.field && of.concept.source === to.concept.source;
  const isMoney = of.concept.unit === 'USD' && to.concept.unit === 'USD';
  // "Verified income" is there the income that a report holds, and no condition on how far it could be verified.
  return isSame || !isMoney ? null : { of, to: { ...to, also: null } };
}

const PERIOD = 'Say whether this is an income a month or a year: a sum that is owed is compared with either.';

/** The field of a sum over the same time as the other one; null where the times differ. */
function fieldOver({ words, per }: Concept, other: Concept['per']): string | null | 'unclear' {
  if (words.perYear === undefined) return per !== null && other !== null && per !== other ? null : words.field;
  const period = per ?? other;
  if (period === null) return 'unclear';
  if (other !== null && period !== other) return null;
  return period === 'year' ? words.perYear : words.field;
}

/** What the range says of the share. */
export function shared({ of, to }: Pair, range: Range): Cond | null {
  if (range.is === 'bare') return null;
  if (range.is !== 'compare') return joinEach(range, (each) => shared({ of, to }, each));
  const times = timesOf(range.figure);
  const per = of.concept.words.perYear === undefined ? of.concept.per : (of.concept.per ?? to.concept.per);
  const [field, other] = [fieldOver(of.concept, to.concept.per), fieldOver(to.concept, per)];
  if (times === null || field === null || other === null) return null;
  if (field === 'unclear' || other === 'unclear') return unsayable(PERIOD);
  const own = condOf(
    test({
      source: of.concept.source,
      field,
      operator: range.operator,
      from: { source: to.concept.source, field: other, times },
    }),
  );
  return of.also === null ? own : allOf([of.also, own]);
}

/** "36%", "0.36" and "1.5 times" are shares; 36 alone is not. */
function timesOf({ value, unit, of }: { readonly value: number; readonly unit: string; readonly of: unknown }) {
  if (of !== null || value <= 0) return null;
  if (unit === 'percent') return value / 100;
  return unit === 'ratio' || (unit === 'plain' && value <= 5) ? value : null;
}

export const hasDti = (expr: Expr): boolean => testsOf(expr).some(({ field }) => field === DTI.words.field);

/** With what the text says that "DTI" is; or why it does not say it. */
export function definedAs(cond: Cond, statements: readonly Statement[]): Cond | string {
  const pairs = statements.flatMap((statement) => (statement.is === 'defines' ? [statement.pair] : []));
  const [pair, ...others] = new Map(pairs.map((each) => [JSON.stringify(each), each])).values();
  if (pair === undefined) return UNDEFINED;
  if (others.length > 0) return 'It is said in two ways what the DTI is.';
  const expr = spelled(cond.expr, pair);
  const groups = cond.groups.map((group) => group.map((each) => spelled(each, pair) ?? each));
  const list =
    cond.list === null ? null : { ...cond.list, of: cond.list.of.map((each) => spelled(each, pair) ?? each) };
  return expr === null ? UNDEFINED : { ...cond, expr, groups, list };
}

const UNDEFINED =
  'Say what the DTI is: "DTI is the monthly debt payments on the credit report divided by the monthly income".';

function spelled(expr: Expr, pair: Pair): Expr | null {
  if (expr.kind !== 'test') return ofEach(expr, (part) => spelled(part, pair));
  const { operator, value, field } = expr.test;
  if (field !== DTI.words.field) return expr;
  if (operator === 'is_empty') {
    const one = sharedOne(pair, 'equals', 100)?.expr;
    return one?.kind === 'test' ? any(missingOf(one.test)) : null;
  }
  const one = operator === 'is_not_empty' ? null : sharedOne(pair, operator as Order, Number(value));
  return one === null || one.issues.length > 0 ? null : one.expr;
}

const sharedOne = (pair: Pair, operator: Order, value: number): Cond | null =>
  shared(pair, { is: 'compare', operator, figure: { value, unit: 'percent', per: null, of: null } });
