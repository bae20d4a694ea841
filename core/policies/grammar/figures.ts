import type { Figure, Order, Range } from './kinds.ts';
import { OPPOSED } from './chosen-records.ts';
import { rule, Several, type RuleText } from './rule.ts';

const figure = (value: number, more: Partial<Figure> = {}): Figure => ({
  value,
  unit: 'plain',
  per: null,
  of: null,
  ...more,
});
const compare = (operator: Order, of: Figure): Range => ({ is: 'compare', operator, figure: of });

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
  // "five (5)": both must say the same.
  rule('Amount', 'Spelled ( Num )', (word, value) => (word === value ? value : null)),
  rule('Amount', 'Spelled Spelled', (tens, ones) => (tens >= 20 && ones < 10 ? tens + ones : null)),
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
  rule('Figure', 'Money Period | Money gross? Period', (value, per) => figure(value, { unit: 'USD', per })),
  rule('Figure', 'Amount dollar Period', (value, per) => figure(value, { unit: 'USD', per })),
  rule('Figure', 'Amount Period', (value, per) => figure(value, { per })),
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
    rule('Figure', `one third of ${income} | a third of ${income}`, () =>
      figure(1 / 3, { unit: 'ratio', of: 'income', per }),
    ),
  ]),
  rule('Figure', 'Amount Times | Amount to 1', (value) => figure(value, { unit: 'ratio' })),
  rule('Figure', 'Amount Times Rent | Amount Times as much as Rent', (value) =>
    figure(value, { unit: 'ratio', of: 'rent' }),
  ),
  rule('Figure', 'Amount Times Payment', (value) => figure(value, { unit: 'ratio', of: 'payment' })),
  rule('Figure', 'twice Payment | double Payment', () => figure(2, { unit: 'ratio', of: 'payment' })),
  rule('Figure', 'triple Payment', () => figure(3, { unit: 'ratio', of: 'payment' })),
  rule('Figure', 'twice Rent | double Rent', () => figure(2, { unit: 'ratio', of: 'rent' })),
  rule('Figure', 'triple Rent', () => figure(3, { unit: 'ratio', of: 'rent' })),
  rule('Figure', 'Rent', () => figure(1, { unit: 'ratio', of: 'rent' })),
  rule('Figure', 'Amount Time old?', months),
  rule('Figure', 'half a year', () => figure(6, { unit: 'months' })),
  rule('Figure', 'half', () => figure(50, { unit: 'percent' })),
  rule('Figure', 'Amount cent', (value) => figure(value / 100, { unit: 'USD' })),

  rule('OneRange', 'Op Figure | Op a Figure', compare),
  rule('OneRange', 'Figure Post | Figure ( Post ) | Figure of Post', (of, operator) => compare(operator, of)),
  rule('OneRange', 'Amount Post Time old?', (value, operator, time) => {
    const of = months(value, time);
    return of === null ? null : compare(operator, of);
  }),
  rule('OneRange', 'Amount Plus Time', (value, time) => {
    const of = months(value, time);
    return of === null ? null : compare('greater_than_or_equal', of);
  }),
  rule('OneRange', 'Figure Post Period', (of, operator, per) =>
    of.per === null && (of.unit === 'USD' || of.unit === 'plain') ? compare(operator, { ...of, per }) : null,
  ),
  // "Over 36% but not over 43%".
  rule('OneRange', 'OneRange but not OneRange', (a, b) =>
    b.is === 'compare' ? { is: 'all', of: sameUnit(a, oppositeRange(b)) } : null,
  ),
  rule('OneRange', 'a Figure Post', (of, operator) => compare(operator, of)),
  rule('OneRange', 'exactly Figure Post', (of, operator) => compare(operator, of)),
  rule('OneRange', 'Figure Plus', (of) => compare('greater_than_or_equal', of)),
  rule('OneRange', 'Between Figure and Figure inclusive?', between),
  rule('OneRange', 'from? Figure To Figure inclusive?', between),
  rule('OneRange', 'in? Figure – Figure range?', between),
  rule('OneRange', 'Amount or Amount', (a, b) => (b === a + 1 ? between(figure(a), figure(b)) : null)),
  rule('OneRange', 'multiple', () => compare('greater_than_or_equal', figure(2))),
  rule('OneRange', 'not OneRange', (range) => (range.is === 'compare' ? oppositeRange(range) : null)),
  rule('Range', 'OneRange', (range) => range),
  rule('Range', 'Figure', (of) => ({ is: 'bare', figure: of })),
  rule('Range', 'OneRange or OneRange', (a, b) => ({ is: 'any', of: sameUnit(a, b) })),
  rule('Range', 'OneRange and OneRange | OneRange but OneRange | OneRange , and? but? OneRange', (a, b) => ({
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
  rule('Date', 'Month Num | Month of Num', (month, year) =>
    year >= 1900 && year < 2100 ? `${year}-${two(month)}-01` : null,
  ),
  rule('Date', 'Month Num , Num', (month, day, year) =>
    day >= 1 && day <= 31 && year >= 1900 && year < 2100 ? `${year}-${two(month)}-${two(day)}` : null,
  ),
  rule('Window', 'InLast Amount Time', (value, time) => within(value, time)),
  rule('Window', 'InLast Amount - Time', (value, time) => within(value, time)),
  rule('Window', 'InLast year', () => ({ is: 'within', months: 12 })),
  rule(
    'Window',
    'YoungerThan Amount Time Ago | that Be YoungerThan Amount Time old | YoungerThan Amount Time old',
    (value, time) => within(value, time),
  ),
  rule('Window', 'OlderThan Amount Time Ago? | that Be? OlderThan Amount Time Ago?', (value, time) => {
    const window = within(value, time);
    return window?.is === 'within' ? { is: 'before', months: window.months } : null;
  }),
  // "Felony conviction <= 7 years old".
  rule('Window', 'Op Amount Time old', (operator, value, time) => {
    const window = within(value, time);
    if (window === null || operator === 'equals' || operator === 'not_equals') return null;
    return operator.startsWith('less') ? window : { is: 'before', months: window.months };
  }),
  rule('Window', 'Before Date', (date) => ({ is: 'until', date })),
  rule('Window', 'Since Date', (date) => new Several([{ is: 'since', date } as const])),
];

const two = (value: number): string => String(value).padStart(2, '0');

export function within(value: number, time: string) {
  if (time === 'months') return { is: 'within', months: value } as const;
  return time === 'years' ? ({ is: 'within', months: value * 12 } as const) : null;
}
