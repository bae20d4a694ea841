import { timesInUnits } from '../../core/unit-factors.ts';
import { expect, test } from '../support/jest.ts';

test.each([
  [0.008, 'USD', 'cents', 0.8],
  [80, 'cents', 'USD', 0.8],
  [12, 'months', 'years', 1],
  [1, 'years', 'months', 12],
  [0.01, 'fraction', 'percent', 1],
  [100, 'percent', 'fraction', 1],
  [150, 'percent', 'fraction', 1.5],
  [0.5, 'fraction', 'percent', 50],
  [2, 'fraction', 'fraction', 2],
  [7, 'days', 'weeks', 1],
  [48, 'hours', 'days', 2],
  [24, 'hours', 'weeks', 0.142857142857],
  [30, 'days', 'months', 30],
  [0.01, null, 'percent', 1],
  [0.01, 'ratio', 'percent', 1],
  [100, 'percent', null, 1],
  [50, 'percent', null, 50],
  [0.5, null, 'percent', 0.5],
  [3, 'USD', 'USD', 3],
  [3, 'USD', null, 3],
  [3, 'USD', 'months', 3],
])('%d times, of %s against %s, is said as %d times', (times, own, other, said) => {
  expect(timesInUnits(times, own, other)).toBe(said);
});

/** The text has to match the computation: one value is a multiple of the other, in any units. */
test('the factor that is said holds of the things themselves', () => {
  const kinds: readonly Record<string, number>[] = [
    ...[
      { cents: 1, USD: 100 },
      { percent: 1, fraction: 100 },
    ],
    ...[
      { hours: 1, days: 24, weeks: 168 },
      { months: 1, years: 12 },
    ],
  ];
  for (const sizes of kinds) {
    for (const [own, size] of Object.entries(sizes)) {
      for (const [other, otherSize] of Object.entries(sizes)) {
        for (const times of [0.008, 0.5, 1, 3, 120]) {
          expect((timesInUnits(times, own, other) * otherSize) / (times * size)).toBeCloseTo(1, 6);
        }
      }
    }
  }
});
