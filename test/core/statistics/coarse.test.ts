import fc from 'fast-check';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { coarseFacts, limitsOf, OTHER, ValueCounts } from '../../../core/statistics/coarse.ts';
import { expect, test } from '../../support/jest.ts';

const coarse = (value: number | string | boolean, limits: readonly number[] = []) =>
  coarseFacts({ a: value }, new Map([['a', limits]])).a;

// Rules: 21.2.2
test('two digits are left of a number', () => {
  expect([612, 1450.5, 99, 7, 0, -137, 0.123, 104_733, '2150'].map((value) => coarse(value))).toEqual([
    ...['610..620', '1400..1500', 99, 7, 0, '-140..-130', '0.12..0.13', '100000..110000', '2100..2200'],
  ]);
});

// Rules: 21.2.2
test('values of one bin are on the same side of every limit', () => {
  const figure = fc.oneof(
    fc.integer({ min: -1_000, max: 1_000 }),
    fc.double({ min: -2_000, max: 2_000, noNaN: true }),
    fc.constantFrom(599, 600, 601, 619.99, 620),
  );
  fc.assert(
    fc.property(
      fc.array(figure, { minLength: 2, maxLength: 30 }),
      fc.array(figure, { maxLength: 6 }),
      (values, drawn) => {
        const limits = drawn.toSorted((a, b) => a - b);
        for (const [bin, own] of Map.groupBy(values, (value) => coarse(value, limits))) {
          for (const limit of limits) {
            expect([String(bin), limit, new Set(own.map((value) => Math.sign(value - limit))).size]).toEqual([
              String(bin),
              limit,
              1,
            ]);
          }
        }
      },
    ),
  );
});

// Rules: 21.2.1
test('of a day the month is left, and what is coarse stays as it is', () => {
  expect(coarse('2026-03-14')).toBe('2026-03');
  expect(coarse('2026-03-14T10:00:00Z')).toBe('2026-03');
  for (const value of [612, 0.123, '2026-03-14', true, 'dog', 600]) {
    const once = coarse(value, [600, 615]) ?? '';
    expect(coarse(once, [600, 615])).toBe(once);
  }
});

// Rules: 21.2.2
test('limits are those of conditions, by the fact that they read', () => {
  const condition = (source: string, field: string, operator: string, value: unknown) => ({
    ...{ source_node_id: source, field, operator, value },
  });
  const definition = [
    { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report' },
    {
      id: 'check',
      type: 'IfElse',
      branches: {
        pass: {
          condition_groups: [
            {
              conditions: [
                condition('credit', 'score', 'less_than', 600),
                condition('credit', 'tradelines.any.balance_usd', 'greater_than', 900),
                condition('context', 'context.applicant.rent', 'less_than', '1500'),
                condition('context', 'applicant.pet', 'equals', 'dog'),
              ],
            },
          ],
        },
      },
    },
  ] as unknown as CascadeDefinition;
  expect(Object.fromEntries(limitsOf([definition]))).toEqual({
    'credit_report/score': [600],
    'credit_report/tradelines.max.balance_usd': [900],
    'applicant.rent': [1500],
  });
});

// Rules: 21.2.3
test('what fewer than 20 have becomes other', () => {
  const counts = new ValueCounts();
  for (let n = 0; n < 20; n += 1) counts.add({ pet: 'dog', ...(n < 19 ? { city: 'Portland' } : {}) });
  expect(counts.withoutRare({ pet: 'dog', city: 'Portland', other: true })).toEqual({
    ...{ pet: 'dog', city: OTHER, other: OTHER },
  });
});
