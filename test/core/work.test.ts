import { TooMuchWork, within, Work } from '../../core/work.ts';
import { expect, test } from '../support/jest.ts';

test('what a part refuses is no work of the whole', () => {
  const whole = new Work(100);
  expect(within(whole, 10, (part) => part.spend(11))).toBe(undefined);
  expect([whole.spent, whole.isExceeded, whole.left]).toEqual([0, false, 100]);
});

test('what the whole refuses is refused in each of its parts', () => {
  const whole = new Work(100);
  expect(within(whole, 1_000, (part) => part.spend(101))).toBe(undefined);
  expect([whole.isExceeded, whole.left]).toEqual([true, 0]);
  expect(within(whole, 1_000, (part) => part.spend(1))).toBe(undefined);
});

test('a part counts in the whole, and has no more left than the whole', () => {
  const whole = new Work(100);
  const part = new Work(1_000, whole);
  part.spend(60);
  expect([whole.spent, part.left]).toEqual([60, 40]);
});

test('another error than too much work is thrown on', () => {
  const fail = () =>
    within(new Work(1), 1, () => {
      throw new RangeError('of its own');
    });
  expect(fail).toThrow(RangeError);
  expect(() => new Work(1).spend(2)).toThrow(TooMuchWork);
});
