import type { Figure, Order, Range } from './kinds.ts';
import { OPPOSED } from './chosen-records.ts';
import { rule, type RuleText } from './rule.ts';

const figure = (value: number, more: Partial<Figure> = {}): Figure => ({
  value,
  unit: 'plain',
  per: null,
  of: null,
  ...more,
});
const compare = (operator: Order, of: Figure): Range => ({ is: 'compare', operator, figure: of });
const judged = (operator: Order, of: Figure): Range => compare(operator, { ...of, isJudged: true });

/** The unit of the second of two figures is that of both ("2.5 to 3 times the rent"). */
function alike(a: Figure, b: Figure): [Figure, Figure] {
  return a.unit === 'plain' && b.unit !== 'plain' ? [{ ...b, value: a.value }, b] : [a, b];
}

function between(first: Figure, second: Figure): Range | null {
  const [low, high] = alike(first, second);
  if (low.value > high.value || low.unit !== high.unit) return null;
  return { is: 'all', of: [compare('greater_than_or_equal', low), compare('less_than_or_equal', high)] };
}

const months = (value: number, time: string): Figure | null =>
  time === 'months' ? figure(value, { unit: 'months' }) : time === 'years' ? figure(value, { unit: 'years' }) : null;

/** A limit for what is good or bad alike: "a maximum of", "up to". */
export const FIGURES: readonly RuleText[] = [
  rule('Amount', 'Num | Spelled', (value) => value),
  rule('Amount', 'Spelled Spelled', (tens, ones) => (tens >= 20 && ones < 10 ? tens + ones : null)),
  // "five (5)": both must say the same.
  rule('Amount', 'Spelled ( Num )', (word, value) => (word === value ? value : null)),
  rule('Amount', 'Spelled hundred', (hundreds) => hundreds * 100),
  rule('Amount', 'Spelled hundred and? Spelled', (hundreds, rest) => hundreds * 100 + rest),
  rule('Amount', 'Spelled hundred and? Spelled Spelled', (hundreds, tens, ones) =>
    tens >= 20 && ones < 10 ? hundreds * 100 + tens + ones : null,
  ),
  rule('Amount', 'Spelled thousand | Num thousand', (thousands) => thousands * 1_000),
  rule('Amount', 'Amount and one half | Amount and a half', (value) => value + 0.5),

  rule('Figure', 'Amount', (value) => figure(value)),
  rule('Figure', 'Amount point', (value) => figure(value, { unit: 'points' })),
  rule('Figure', 'Money', (value) => figure(value, { unit: 'USD' })),
  rule('Figure', 'Amount dollar', (value) => figure(value, { unit: 'USD' })),
  rule('Figure', 'Money Period', (value, per) => figure(value, { unit: 'USD', per })),
  rule('Figure', 'Amount Percent', (value) => figure(value, { unit: 'percent' })),
  rule('Figure', 'Amount Percent of Rent', (value) => figure(value, { unit: 'percent', of: 'rent' })),
  ...(
    [
      ['Income', null],
      ['MonthlyIncome', 'month'],
    ] as const
  ).flatMap(([income, per]) => [
    rule('Figure', `Amount Percent of ${income}`, (value) => figure(value, { unit: 'percent', of: 'income', per })),
    rule('Figure', `half of? ${income} | one half of ${income} | half a ${income}`, () =>
      figure(50, { unit: 'percent', of: 'income', per }),
    ),
  ]),
  rule('Figure', 'Amount Times', (value) => figure(value, { unit: 'ratio' })),
  rule('Figure', 'Amount Times Rent', (value) => figure(value, { unit: 'ratio', of: 'rent' })),
  rule('Figure', 'Amount Times Payment', (value) => figure(value, { unit: 'ratio', of: 'payment' })),
  rule('Figure', 'twice Rent', () => figure(2, { unit: 'ratio', of: 'rent' })),
  rule('Figure', 'Amount Time old?', months),

  rule('Figure', 'half a year | one half year', () => figure(6, { unit: 'months' })),
  rule('OneRange', 'Op Figure', compare),
  rule('OneRange', 'Figure Post', (of, operator) => compare(operator, of)),
  rule('OneRange', 'Figure Post Period', (of, operator, per) =>
    of.per === null && (of.unit === 'USD' || of.unit === 'plain') ? compare(operator, { ...of, per }) : null,
  ),
  rule('OneRange', 'a Figure Post', (of, operator) => compare(operator, of)),
  rule('OneRange', 'NotOp Figure', (operator, of) => compare(operator, { ...of, isNegated: true })),
  rule('OneRange', 'a? Figure BetterPost', (of, operator) => judged(operator, of)),
  rule('OneRange', 'Figure Plus', (of) => compare('greater_than_or_equal', of)),
  rule('OneRange', 'Between Figure and Figure inclusive?', between),
  rule('OneRange', 'from? Figure To Figure inclusive?', between),
  rule('Range', 'OneRange', (range) => range),
  rule('Range', 'Figure', (of) => ({ is: 'bare', figure: of })),
  rule('Range', 'OneRange or OneRange', (a, b) =>
    // "Not under 600 or over 700" is neither.
    a.is === 'compare' && a.figure.isNegated === true ? null : { is: 'any', of: sameUnit(a, b) },
  ),
  rule('Range', 'OneRange and OneRange | OneRange but OneRange', (a, b) => ({
    is: 'all',
    of: sameUnit(a, b),
  })),
];

function sameUnit(a: Range, b: Range): Range[] {
  if (a.is !== 'compare' || b.is !== 'compare') return [a, b];
  const [first, second] = alike(a.figure, b.figure);
  return [compare(a.operator, first), compare(b.operator, second)];
}

export function oppositeRange(range: Range): Range {
  if (range.is === 'bare') return { is: 'compare', operator: 'not_equals', figure: range.figure };
  if (range.is === 'compare') return { ...range, operator: OPPOSED[range.operator] };
  return { is: range.is === 'all' ? 'any' : 'all', of: range.of.map(oppositeRange) };
}

export const DATES: readonly RuleText[] = [
  rule('Date', 'Num', (year) => (year >= 1900 && year < 2100 ? `${year}-01-01` : null)),
  rule('Window', 'InLast Amount Time', (value, time) => within(value, time)),
  rule('Window', 'OlderThan Amount Time Ago? | MoreThan Amount Time Ago', (value, time) => {
    const window = within(value, time);
    return window?.is === 'within' ? { is: 'before', months: window.months } : null;
  }),
  rule('Window', 'Since Date', (date) => ({ is: 'since', date })),
];

function within(value: number, time: string) {
  if (time === 'months') return { is: 'within', months: value } as const;
  return time === 'years' ? ({ is: 'within', months: value * 12 } as const) : null;
}
