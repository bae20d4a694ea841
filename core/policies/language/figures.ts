import type { Figure, Order, Range, Window } from './kinds.ts';
import { rule, type RuleText } from './rule.ts';

const figure = (value: number, more: Partial<Figure> = {}): Figure => ({
  value,
  unit: 'plain',
  per: null,
  of: null,
  ...more,
});
const compare = (operator: Order, of: Figure): Range => ({ is: 'compare', operator, figure: of });

/** The unit of the second of two figures is that of both ("2.5 to 3 times the rent"). */
function between(first: Figure, high: Figure): Range | null {
  const isPart = first.of === null && (first.unit === 'plain' || first.unit === high.unit);
  const low = isPart ? { ...high, value: first.value } : first;
  if (low.value > high.value || low.unit !== high.unit || low.of !== high.of) return null;
  return { is: 'all', of: [compare('greater_than_or_equal', low), compare('less_than_or_equal', high)] };
}

/** No report goes back further than a life. */
const MOST_MONTHS = 1_200;

export const FIGURES: readonly RuleText[] = [
  rule('Amount', 'Num | Spelled', (value) => value),
  // "Five (5)": both must say the same.
  rule('Amount', 'Spelled ( Num )', (word, value) => (word === value ? value : null)),
  rule('Figure', 'Amount', (value) => figure(value)),
  rule('Figure', 'Amount point', (value) => figure(value, { unit: 'points' })),
  rule('Figure', 'Money', (value) => figure(value, { unit: 'USD' })),
  rule('Figure', 'Money Period', (value, per) => figure(value, { unit: 'USD', per })),
  rule('Figure', 'Amount Percent', (value) => figure(value, { unit: 'percent' })),
  rule('Figure', 'Amount Percent of Rent', (value) => figure(value, { unit: 'percent', of: 'rent' })),
  rule('Figure', 'Amount Percent of Income', (value) => figure(value, { unit: 'percent', of: 'income' })),
  rule('Figure', 'Amount Percent of MonthlyIncome', (value) =>
    figure(value, { unit: 'percent', of: 'income', per: 'month' }),
  ),
  rule('Figure', 'Amount Times', (value) => figure(value, { unit: 'ratio' })),
  rule('Figure', 'Amount Times Rent', (value) => figure(value, { unit: 'ratio', of: 'rent' })),
  rule('Figure', 'Amount Times Payment', (value) => figure(value, { unit: 'ratio', of: 'payment' })),
  rule('Figure', 'half of Income', () => figure(50, { unit: 'percent', of: 'income' })),
  rule('Figure', 'half of MonthlyIncome', () => figure(50, { unit: 'percent', of: 'income', per: 'month' })),
  rule('Figure', 'twice Rent', () => figure(2, { unit: 'ratio', of: 'rent' })),
  rule('Figure', 'Amount Time', (value, unit) =>
    unit === 'months' || unit === 'years' ? figure(value, { unit }) : null,
  ),
  rule('Range', 'Op Figure', compare),
  rule('Range', 'Figure Post', (of, operator) => compare(operator, of)),
  rule('Range', 'Figure Post Period', (of, operator, per) =>
    of.unit === 'USD' && of.per === null ? compare(operator, { ...of, per }) : null,
  ),
  rule('Range', 'Figure BetterPost', (of, operator) => compare(operator, { ...of, isJudged: true })),
  rule('Range', 'Figure +', (of) => compare('greater_than_or_equal', of)),
  rule('Range', 'Amount + Time', (value, unit) =>
    unit === 'months' || unit === 'years' ? compare('greater_than_or_equal', figure(value, { unit })) : null,
  ),
  rule('Range', 'between Figure and Figure', between),
  rule('Range', 'from Figure to Figure | Figure to Figure | Figure – Figure', between),
  // "Less than 600 or more than 800".
  rule('Sides', 'Range or Range', (a, b) => ({ is: 'any', of: [a, b] })),
  rule('Sides', 'Range and Range', (a, b) => ({ is: 'all', of: [a, b] })),
  rule('Date', 'Num', (year) => (year >= 1900 && year < 2100 && Number.isInteger(year) ? `${year}-01-01` : null)),
  rule('Window', 'InLast Amount Time', (value, time) =>
    withinLast(time === 'years' ? value * 12 : time === 'months' ? value : Infinity),
  ),
  rule('Window', 'since Date', (date) => ({ is: 'since', date })),
];

function withinLast(months: number): Window | null {
  return months <= MOST_MONTHS ? { is: 'within', months } : null;
}
