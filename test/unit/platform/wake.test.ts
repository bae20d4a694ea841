import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '../../support/jest.ts';
import { WakeUp } from '../../../platform/wake.ts';

const LONG_MS = 60_000;

/** True if a sleep is over once everything that is ready has run. */
async function isOver(sleeping: Promise<void>): Promise<boolean> {
  let over = false;
  void sleeping.then(() => (over = true));
  await new Promise(setImmediate);
  return over;
}

test('a sleep ends when it is woken', async () => {
  const wakeUp = new WakeUp();
  const sleeping = wakeUp.sleep(LONG_MS);
  expect(await isOver(sleeping)).toBe(false);
  wakeUp.wake();
  expect(await isOver(sleeping)).toBe(true);
});

test('a sleep ends by itself after its time', async () => {
  const startedAt = performance.now();
  await new WakeUp().sleep(20);
  expect(performance.now() - startedAt).toBeGreaterThan(15);
});

test('a wake-up that comes before the sleep ends that sleep, and no other', async () => {
  const wakeUp = new WakeUp();
  wakeUp.wake();
  wakeUp.wake();
  expect(await isOver(wakeUp.sleep(LONG_MS))).toBe(true);
  const second = wakeUp.sleep(LONG_MS);
  expect(await isOver(second)).toBe(false);
  wakeUp.wake();
  await second;
});

test('a wake-up that is cleared ends no sleep', async () => {
  const wakeUp = new WakeUp();
  wakeUp.wake();
  wakeUp.clear();
  const sleeping = wakeUp.sleep();
  expect(await isOver(sleeping)).toBe(false);
  wakeUp.wake();
  await sleeping;
});

test('all who sleep are woken together, and none of it is left for the next', async () => {
  const wakeUp = new WakeUp();
  const both = Promise.all([wakeUp.sleep(LONG_MS), wakeUp.sleep(LONG_MS)]);
  wakeUp.wake();
  await both;
  const next = wakeUp.sleep(LONG_MS);
  expect(await isOver(next)).toBe(false);
  wakeUp.wake();
});

test('a sleep ends when its signal is aborted, and does not begin after that', async () => {
  const wakeUp = new WakeUp();
  const stopping = new AbortController();
  const sleeping = wakeUp.sleep(LONG_MS, stopping.signal);
  await sleep(1);
  stopping.abort();
  await sleeping;
  expect(await isOver(wakeUp.sleep(LONG_MS, stopping.signal))).toBe(true);
});
