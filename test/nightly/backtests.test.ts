import fc from 'fast-check';
import { pairWith, randomRun } from '../core/backtests/recorded.ts';
import { KINDS, sketches } from '../core/interpreter/random-cascades.ts';
import { expect, test } from '../support/jest.ts';

// Rules: 21.6.2, 21.6.3
test('a version against itself changes nothing of 20,000 executions of random cascades', () => {
  fc.assert(
    fc.property(sketches(KINDS), (sketch) => {
      const { definition, execution } = randomRun(sketch);
      expect(pairWith(execution, definition)).toMatchObject({ is: 'compared', changes: [] });
    }),
    { numRuns: 20_000 },
  );
}, 900_000);
