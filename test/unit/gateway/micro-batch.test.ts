import { setImmediate } from 'node:timers/promises';
import { expect, test } from '../../support/jest.ts';
import { microBatch } from '../../../services/gateway/http/micro-batch.ts';

test('calls of one turn of the event loop go together, whenever in the turn they come', async () => {
  const batches: (readonly number[])[] = [];
  const double = microBatch(
    async (items: readonly number[]) => {
      batches.push(items);
      return items.map((item) => item * 2);
    },
    { maxInFlight: 1 },
  );
  const first = double(1);
  // As far away as a request that is read from another connection in the same turn.
  for (let tick = 0; tick < 20; tick += 1) await Promise.resolve();
  const second = double(2);
  await new Promise<void>((resolve) => process.nextTick(resolve));
  const third = double(3);
  expect(await Promise.all([first, second, third])).toEqual([2, 4, 6]);
  expect(batches).toEqual([[1, 2, 3]]);
});

test('calls after the last batch has ended are run, also if it failed', async () => {
  const double = microBatch(
    async (items: readonly number[]) => {
      if (items.includes(0)) throw new Error('refused');
      return items.map((item) => item * 2);
    },
    { maxInFlight: 1 },
  );
  const ended: (number | string)[] = [];
  for (const item of [1, 0, 2]) {
    double(item).then(
      (result) => ended.push(result),
      (error: Error) => ended.push(error.message),
    );
    // More turns of the event loop than a batch takes.
    for (let turn = 0; turn < 10; turn += 1) await setImmediate();
  }
  expect(ended).toEqual([2, 'refused', 4]);
});

test('no more batches run at the same time than may; what comes meanwhile goes together after one of them', async () => {
  const batches: (readonly number[])[] = [];
  let letGo: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  const same = microBatch(
    async (items: readonly number[]) => {
      batches.push(items);
      await gate;
      return items;
    },
    { maxInFlight: 2 },
  );
  const results: Promise<number>[] = [];
  for (const item of [1, 2, 3, 4]) {
    results.push(same(item));
    // More turns of the event loop than a batch takes to begin.
    for (let turn = 0; turn < 10; turn += 1) await setImmediate();
  }
  expect(batches).toEqual([[1], [2]]);
  letGo();
  expect(await Promise.all(results)).toEqual([1, 2, 3, 4]);
  expect(batches).toEqual([[1], [2], [3, 4]]);
});
