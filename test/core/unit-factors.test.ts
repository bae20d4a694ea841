import { timesInUnits } from '../../core/unit-factors.ts';
import { expect, test } from '../support/jest.ts';

test.each([
  [0.008, 'USD', 'cents', 0.8],
  [80, 'cents', 'USD', 0.8],
  [12, 'months', 'years', 1],
  [1, 'years', 'months', 12],
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

/** What is said has to be what is computed: so much of the one thing is so many times the other, whatever the units. */
test('the factor that is said holds of the things themselves', () => {
  const inCents: Record<string, number> = { cents: 1, USD: 100 };
  for (const own of ['cents', 'USD']) {
    for (const other of ['cents', 'USD']) {
      for (const times of [0.008, 0.5, 1, 3, 120]) {
        const limit = times * 44_000 * (inCents[own] ?? 0);
        const thing = 44_000 * (inCents[other] ?? 0);
        expect(timesInUnits(times, own, other) * thing).toBeCloseTo(limit, 6);
      }
    }
  }
});
