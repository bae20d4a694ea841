import fc from 'fast-check';
import { expect, test } from '../../support/jest.ts';
import { KINDS, sketches } from '../interpreter/random-cascades.ts';
import { pairWith, randomRun } from './recorded.ts';

test('a version against itself changes nothing, of random cascades with failures, waits, reviews, letters and loops', () => {
  const outcomes = new Map<string, number>();
  fc.assert(
    fc.property(sketches(KINDS), (sketch) => {
      const { definition, execution } = randomRun(sketch);
      const pair = pairWith(execution, definition);
      expect(pair).toMatchObject({ is: 'compared', changes: [] });
      if (pair.is === 'compared') outcomes.set(pair.old.outcome, (outcomes.get(pair.old.outcome) ?? 0) + 1);
    }),
    { numRuns: Number(process.env.RUNS ?? 2_000) },
  );
  expect([...outcomes.keys()].toSorted()).toEqual(['approved', 'denied', 'failed', 'undecided']);
});
