import { expect, test } from '../../support/jest.ts';
import { ConcurrencySlots } from '../../../platform/concurrency-slots.ts';

const PATIENCE_MS = 10_000;

test('an owner has a few slots at most, and others have what is left', async () => {
  const slots = new ConcurrencySlots({ slots: 3, perOwner: 2, patienceMs: 1 });
  const taken = [];
  for (const owner of [1, 1, 1, 2, 3]) taken.push(await slots.take(owner));
  expect(taken.map((slot) => slot !== null)).toEqual([true, true, false, true, false]);
  expect([1, 2, 3].map((owner) => slots.isFullOf(owner))).toEqual([true, false, false]);
});

// Rules: 15.12.3
test('owners that wait are served in turn, each with its oldest request', async () => {
  const slots = new ConcurrencySlots({ slots: 1, perOwner: 1, patienceMs: PATIENCE_MS });
  const first = await slots.take(9);
  const served: string[] = [];
  const waits = [
    [1, 'a'],
    [1, 'b'],
    [1, 'c'],
    [2, 'd'],
    [2, 'e'],
  ] as const;
  const all = waits.map(async ([owner, name]) => {
    const giveBack = await slots.take(owner);
    served.push(name);
    giveBack?.();
  });
  first?.();
  await Promise.all(all);
  expect(served).toEqual(['a', 'd', 'b', 'e', 'c']);
  expect(await slots.take(9)).not.toBeNull();
});

test('who comes later does not overtake who waits', async () => {
  const slots = new ConcurrencySlots({ slots: 1, perOwner: 1, patienceMs: PATIENCE_MS });
  const first = await slots.take(1);
  const served: number[] = [];
  const take = async (owner: number) => {
    const giveBack = await slots.take(owner);
    served.push(owner);
    giveBack?.();
  };
  const waiting = take(2);
  first?.();
  await Promise.all([take(3), waiting]);
  expect(served).toEqual([2, 3]);
});

test('an owner whose slots are taken leaves the turn to the next', async () => {
  const slots = new ConcurrencySlots({ slots: 2, perOwner: 1, patienceMs: PATIENCE_MS });
  const [mine, other] = [await slots.take(1), await slots.take(2)];
  const again = slots.take(1);
  const third = slots.take(3);
  other?.();
  await expect(third).resolves.toBeInstanceOf(Function);
  mine?.();
  await expect(again).resolves.toBeInstanceOf(Function);
});

test('a request that has lost patience takes no slot', async () => {
  const slots = new ConcurrencySlots({ slots: 1, perOwner: 1, patienceMs: 1 });
  const first = await slots.take(1);
  expect(await slots.take(1)).toBeNull();
  first?.();
  expect(await slots.take(1)).not.toBeNull();
});

test('so many requests of an owner wait and no more; others are not refused', async () => {
  const slots = new ConcurrencySlots({ slots: 1, perOwner: 1, patienceMs: PATIENCE_MS, waitingPerOwner: 2 });
  const first = await slots.take(1);
  const served: string[] = [];
  const take = async (owner: number, name: string) => {
    const giveBack = await slots.take(owner);
    served.push(giveBack === null ? `${name} refused` : name);
    giveBack?.();
  };
  const all = [take(1, 'a'), take(1, 'b'), take(1, 'c'), take(2, 'd')];
  first?.();
  await Promise.all(all);
  expect(served).toEqual(['c refused', 'a', 'd', 'b']);
});

test('a request may have less patience than others', async () => {
  const slots = new ConcurrencySlots({ slots: 1, perOwner: 1, patienceMs: PATIENCE_MS });
  await slots.take(1);
  expect(await slots.take(1, { patienceMs: 1 })).toBeNull();
});

test('a request that is given up leaves the queue to those behind it', async () => {
  const slots = new ConcurrencySlots({ slots: 1, perOwner: 1, patienceMs: PATIENCE_MS });
  const first = await slots.take(1);
  const giving = new AbortController();
  const [given, next] = [slots.take(1, { signal: giving.signal }), slots.take(1)];
  giving.abort();
  expect(await given).toBeNull();
  expect(await slots.take(2, { signal: giving.signal })).toBeNull();
  first?.();
  await expect(next).resolves.toBeInstanceOf(Function);
});
