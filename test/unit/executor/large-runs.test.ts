import { describe, expect, test } from '../../support/jest.ts';
import { LargeRuns, type Entry } from '../../../services/executor/advance/large-runs.ts';

const ENTERS = { goOn: expect.any(Function), end: expect.any(Function) };
const WAITS = { againInMs: expect.any(Number) };

/** Time that passes, and rests that are over, only when the test says so. */
function createPace() {
  const rests: { readonly restMs: number; readonly over: () => void }[] = [];
  const pace = {
    time: 0,
    now: (): number => pace.time,
    rest: (restMs: number) => new Promise<void>((over) => rests.push({ restMs, over })),
    /** Ends the rests that have begun; how long they were to be. */
    async pass(): Promise<number[]> {
      const begun = rests.splice(0);
      for (const { over } of begun) over();
      await Promise.resolve();
      return begun.map(({ restMs }) => restMs);
    },
  };
  return pace;
}

function againIn(turn: Entry): number {
  return 'againInMs' in turn ? turn.againInMs : 0;
}

function turnOf(entry: Entry): Extract<Entry, { end: unknown }> {
  if (!('end' in entry)) throw new Error('it has to wait');
  return entry;
}

describe('runs with much data', () => {
  // Rules: 8.5.3
  test('are let in one at a time', () => {
    const runs = new LargeRuns(createPace());
    expect(runs.enter(1, 11)).toEqual(ENTERS);
    expect(runs.enter(1, 12)).toEqual(WAITS);
    expect(runs.enter(2, 21)).toEqual(WAITS);
  });

  test('leave the process to others for as long as the last one took', async () => {
    const pace = createPace();
    const runs = new LargeRuns(pace);
    const first = runs.enter(1, 11);
    pace.time = 70;
    turnOf(first).end();
    expect(runs.enter(1, 12)).toEqual(WAITS);
    expect(await pace.pass()).toEqual([70]);
    expect(runs.enter(1, 12)).toEqual(ENTERS);
  });

  test('do not wait a minute after one that waited a minute for the database', async () => {
    const pace = createPace();
    const runs = new LargeRuns(pace);
    const first = runs.enter(1, 11);
    pace.time = 60_000;
    turnOf(first).end();
    expect(await pace.pass()).toEqual([2_000]);
  });

  // Rules: 8.5.4
  test('rest between two slices as long as the slice took', async () => {
    const pace = createPace();
    const turn = turnOf(new LargeRuns(pace).enter(1, 11));
    for (const tookMs of [30, 50]) {
      pace.time += tookMs;
      const mayGoOn = turn.goOn();
      // The rest itself is no part of the next slice.
      pace.time += tookMs;
      expect(await pace.pass()).toEqual([tookMs]);
      expect(await mayGoOn).toBe(true);
    }
    turn.end();
    expect(await pace.pass()).toEqual([0]);
  });

  // Rules: 8.5.4
  test('go on for seconds, but not while those of another account wait', async () => {
    const pace = createPace();
    const runs = new LargeRuns(pace);
    const turn = turnOf(runs.enter(1, 11));
    runs.enter(1, 12);
    const goesOnAt = async (time: number): Promise<boolean> => {
      pace.time = time;
      const goesOn = turn.goOn();
      await pace.pass();
      return goesOn;
    };
    expect(await goesOnAt(2_999)).toBe(true);
    expect(await goesOnAt(3_000)).toBe(false);
    runs.enter(2, 21);
    expect(await goesOnAt(499)).toBe(true);
    expect(await goesOnAt(500)).toBe(false);
  });

  test('wait the longer, the more of their own account wait', () => {
    const runs = new LargeRuns(createPace());
    runs.enter(1, 11);
    const waits = [12, 13, 14, 15].map((id) => againIn(runs.enter(1, id)));
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(waits[3]).toBeGreaterThan(3 * (waits[0] ?? Infinity));
    // One of another account has its turn after one of the first.
    expect(againIn(runs.enter(2, 21))).toBeLessThan(waits[3] ?? 0);
  });

  // Rules: 8.5.3
  test('of an account that had its turn longer ago go first', async () => {
    const pace = createPace();
    const runs = new LargeRuns(pace);
    const first = runs.enter(1, 11);
    runs.enter(1, 12);
    runs.enter(2, 21);
    pace.time = 5;
    turnOf(first).end();
    await pace.pass();
    expect(runs.enter(1, 12)).toEqual(WAITS);
    const second = runs.enter(2, 21);
    expect(second).toEqual(ENTERS);
    turnOf(second).end();
    await pace.pass();
    expect(runs.enter(1, 12)).toEqual(ENTERS);
  });

  test('that do not come again keep nobody waiting', async () => {
    const pace = createPace();
    const runs = new LargeRuns(pace);
    const first = runs.enter(1, 11);
    runs.enter(2, 21);
    turnOf(first).end();
    await pace.pass();
    pace.time = 60_000;
    expect(runs.enter(1, 12)).toEqual(ENTERS);
  });
});
