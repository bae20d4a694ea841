import { fieldSchema, PRODUCTS } from '../products/index.ts';
import { keyOfField } from '../rules/applicants.ts';
import { testsOf, type Rule, type Test } from '../rules/model.ts';
import type { Refusal } from '../rules/rule-set.ts';

/*
 * Figures that nobody means, although a condition can hold them: monthly against yearly sums, or an income of three
 * dollars. A definition keeps them as they are; in the words of a policy they are a slip.
 */

/** No income and no number of records is beyond these. */
const LEAST_INCOME = 100;
const MOST_RECORDS = 50;
const MOST_RATIO = 50;

type Period = 'month' | 'year';
/** Sums that are those of a month or of a year, by source and field. */
const PERIODS: ReadonlyMap<string, Period> = new Map<string, Period>([
  ...Object.values(PRODUCTS).flatMap(({ code, words }) =>
    words.flatMap(({ field, perYear }): (readonly [string, Period])[] => [
      ...(/monthly|rent_usd/.test(field) ? [[`${code}:${field}`, 'month'] as const] : []),
      ...(perYear === undefined ? [] : [[`${code}:${perYear}`, 'year'] as const]),
    ]),
  ),
  ['context:applicant.monthly_payment', 'month'],
]);
const INCOMES: ReadonlySet<string> = new Set(
  Object.values(PRODUCTS).flatMap(({ code, words }) =>
    words.flatMap(({ field, perYear }) => (perYear === undefined ? [] : [`${code}:${field}`, `${code}:${perYear}`])),
  ),
);

export const implausible = ({ rules }: { readonly rules: readonly Rule[] }): Refusal[] =>
  rules
    .filter(({ when }) => testsOf(when).some((one) => isOfOtherPeriod(one) || isBeyond(one)))
    .map(({ quote }) => ({
      quote,
      message: 'Such a figure is of another time or unit than what it is compared with: look at both.',
    }));

function isOfOtherPeriod({ from, ...own }: Test): boolean {
  if (from === undefined) return false;
  const [mine, other] = [PERIODS.get(keyOfField(own)), PERIODS.get(keyOfField(from))];
  if (mine === undefined || other === undefined) return false;
  // In months of the other sum.
  const times = from.times * (mine === other ? 1 : mine === 'year' ? 1 / 12 : 12);
  const isIncome = INCOMES.has(keyOfField(own));
  return isIncome === INCOMES.has(keyOfField(from)) ? false : isIncome ? times < 0.5 || times > 20 : times > 2;
}

function isBeyond({ source, field, value, operator, where }: Test): boolean {
  if (typeof value !== 'number' || source === 'context' || !operator.includes('than')) return false;
  if (INCOMES.has(keyOfField({ source, field }))) return value > 0 && value < LEAST_INCOME;
  const unit = fieldSchema(PRODUCTS[source], field)?.['x-unit'];
  if (unit === 'ratio') return value > MOST_RATIO;
  return (unit === 'count' || where !== undefined) && field.endsWith('count') && value > MOST_RECORDS;
}
