import { expect, test } from '../../support/jest.ts';
import { FairPlaces } from '../../../platform/places.ts';

const PATIENCE_MS = 10_000;

test('an owner has a few places at most, and others have what is left', async () => {
  const places = new FairPlaces({ places: 3, perOwner: 2, patienceMs: 1 });
  const taken = [];
  for (const owner of [1, 1, 1, 2, 3]) taken.push(await places.take(owner));
  expect(taken.map((place) => place !== null)).toEqual([true, true, false, true, false]);
  expect([1, 2, 3].map((owner) => places.isFullOf(owner))).toEqual([true, false, false]);
});

test('owners that wait take turns, each with its oldest request', async () => {
  const places = new FairPlaces({ places: 1, perOwner: 1, patienceMs: PATIENCE_MS });
  const first = await places.take(9);
  const served: string[] = [];
  const waits = [
    [1, 'a'],
    [1, 'b'],
    [1, 'c'],
    [2, 'd'],
    [2, 'e'],
  ] as const;
  const all = waits.map(async ([owner, name]) => {
    const giveBack = await places.take(owner);
    served.push(name);
    giveBack?.();
  });
  first?.();
  await Promise.all(all);
  expect(served).toEqual(['a', 'd', 'b', 'e', 'c']);
  expect(await places.take(9)).not.toBeNull();
});

test('who comes later does not overtake who waits', async () => {
  const places = new FairPlaces({ places: 1, perOwner: 1, patienceMs: PATIENCE_MS });
  const first = await places.take(1);
  const served: number[] = [];
  const take = async (owner: number) => {
    const giveBack = await places.take(owner);
    served.push(owner);
    giveBack?.();
  };
  const waiting = take(2);
  first?.();
  await Promise.all([take(3), waiting]);
  expect(served).toEqual([2, 3]);
});

test('an owner whose places are taken leaves the turn to the next', async () => {
  const places = new FairPlaces({ places: 2, perOwner: 1, patienceMs: PATIENCE_MS });
  const [mine, other] = [await places.take(1), await places.take(2)];
  const again = places.take(1);
  const third = places.take(3);
  other?.();
  await expect(third).resolves.toBeInstanceOf(Function);
  mine?.();
  await expect(again).resolves.toBeInstanceOf(Function);
});

test('a request that has lost patience takes no place', async () => {
  const places = new FairPlaces({ places: 1, perOwner: 1, patienceMs: 1 });
  const first = await places.take(1);
  expect(await places.take(1)).toBeNull();
  first?.();
  expect(await places.take(1)).not.toBeNull();
});

test('so many requests of an owner wait and no more; others are not refused', async () => {
  const places = new FairPlaces({ places: 1, perOwner: 1, patienceMs: PATIENCE_MS, waitingPerOwner: 2 });
  const first = await places.take(1);
  const served: string[] = [];
  const take = async (owner: number, name: string) => {
    const giveBack = await places.take(owner);
    served.push(giveBack === null ? `${name} refused` : name);
    giveBack?.();
  };
  const all = [take(1, 'a'), take(1, 'b'), take(1, 'c'), take(2, 'd')];
  first?.();
  await Promise.all(all);
  expect(served).toEqual(['c refused', 'a', 'd', 'b']);
});
