import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from '../../support/jest.ts';
import { LargeRuns, type Turn } from '../../../services/executor/advance/large-runs.ts';
import { until } from '../../support/until.ts';

const ENDS = { end: expect.any(Function) };

function againIn(turn: Turn): number {
  return 'againInMs' in turn ? turn.againInMs : 0;
}

/** Ends a turn and waits until the rest after it is over: then `next` has one. */
async function after(turn: Turn, next: () => Turn): Promise<Turn> {
  if ('end' in turn) turn.end();
  let entered: Turn = turn;
  await until(async () => {
    await nextTurn();
    entered = next();
    return 'end' in entered;
  });
  return entered;
}

describe('runs with much data', () => {
  test('are let in one at a time', () => {
    const runs = new LargeRuns(() => 0);
    expect(runs.enter(1, 11)).toEqual(ENDS);
    expect(runs.enter(1, 12)).toEqual({ againInMs: expect.any(Number) });
    expect(runs.enter(2, 21)).toEqual({ againInMs: expect.any(Number) });
  });

  test('wait the longer, the more of their own account wait', () => {
    const runs = new LargeRuns(() => 0);
    runs.enter(1, 11);
    const waits = [12, 13, 14, 15].map((id) => againIn(runs.enter(1, id)));
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(waits[3]).toBeGreaterThan(3 * (waits[0] ?? Infinity));
    // One of another account has its turn after one of the first.
    expect(againIn(runs.enter(2, 21))).toBeLessThan(waits[3] ?? 0);
  });

  test('of an account that had its turn longer ago go first', async () => {
    let now = 0;
    const runs = new LargeRuns(() => now);
    const first = runs.enter(1, 11);
    runs.enter(1, 12);
    runs.enter(2, 21);
    now = 5;
    const second = await after(first, () => {
      expect(runs.enter(1, 12)).toEqual({ againInMs: expect.any(Number) });
      return runs.enter(2, 21);
    });
    await after(second, () => runs.enter(1, 12));
  });

  test('that do not come again keep nobody waiting', async () => {
    let now = 0;
    const runs = new LargeRuns(() => now);
    const first = runs.enter(1, 11);
    runs.enter(2, 21);
    now = 60_000;
    await after(first, () => runs.enter(1, 12));
  });
});
