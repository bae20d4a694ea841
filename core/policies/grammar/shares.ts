import { any, missingOf, ofEach, test, testsOf, type Expr } from '../model.ts';
import { DTI } from './concept-of.ts';
import type { Concept, Cond, Order, Pair, Range, Statement } from './kinds.ts';
import { condOf, joinEach, unsayable } from './meaning.ts';
import { rule, type RuleText } from './rule.ts';

/** One measure as a share of another ("total balances to annual income"), and what a text means by "DTI". */
export const SHARES: readonly RuleText[] = [
  rule('Share', 'ratio of Whole to Whole | Whole Divided Whole', pairOf),
  rule('Share', 'Dti ( Share )', debtFirst),
  rule('Whole', 'Meas', (concept) => concept),
  rule('Whole', 'Whole OnReport Product', (concept, product) => (product === concept.source ? concept : null)),
  rule('Sentence', 'Dti Be Share | Dti Bracket? ( Share )', (pair) =>
    debtFirst(pair) === null ? null : { is: 'defines', pair },
  ),
];

/** A DTI is no income divided by debts. */
function debtFirst(pair: Pair): Pair | null {
  return pair.of.words.perYear === undefined ? pair : null;
}

function pairOf(of: Concept, to: Concept): Pair | null {
  const isSame = of.words.field === to.words.field && of.source === to.source;
  return isSame || of.unit !== 'USD' || to.unit !== 'USD' ? null : { of, to };
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
  const times = range.figure.isJudged === true ? null : timesOf(range.figure);
  const per = of.words.perYear === undefined ? of.per : (of.per ?? to.per);
  const [field, other] = [fieldOver(of, to.per), fieldOver(to, per)];
  if (times === null || field === null || other === null) return null;
  if (field === 'unclear' || other === 'unclear') return unsayable(PERIOD);
  const from = { source: to.source, field: other, times };
  return condOf(test({ source: of.source, field, operator: range.operator, from }));
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
  const list =
    cond.list === null ? null : { ...cond.list, of: cond.list.of.map((each) => spelled(each, pair) ?? each) };
  return expr === null ? UNDEFINED : { ...cond, expr, list };
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
