import { expect, test } from '../../support/jest.ts';
import { throttle } from '../../../platform/throttle.ts';
import { until } from '../../support/until.ts';

const LONG_MS = 60_000;

function counting(intervalMs: number) {
  const calls: string[] = [];
  return { calls, call: throttle((merged: readonly string[]) => void calls.push(merged.join('+')), intervalMs) };
}

test('the first call is made at once, and those that follow it in the interval as one, with the arguments of all', () => {
  const { calls, call } = counting(LONG_MS);
  for (const argument of ['a', 'b', 'c']) call(argument);
  expect(calls).toEqual(['a']);
  call.flush();
  expect(calls).toEqual(['a', 'b+c']);
  call.flush();
  expect(calls).toEqual(['a', 'b+c']);
});

test('a call that was made by flush begins an interval as well', () => {
  const { calls, call } = counting(LONG_MS);
  for (const argument of ['a', 'b']) call(argument);
  call.flush();
  call('c');
  expect(calls).toEqual(['a', 'b']);
});

test('what is pending is called by itself at the end of the interval, and then again', async () => {
  const { calls, call } = counting(5);
  for (const argument of ['a', 'b']) call(argument);
  await until(() => calls.length === 2);
  call('c');
  await until(() => calls.length === 3);
  expect(calls).toEqual(['a', 'b', 'c']);
});
