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

test('a budget learns what is spent beside it, and does not have to pay for it', () => {
  const all = new Work(10);
  const own = new Work(5, all);
  const beside = own.beside(100);
  beside.spend(60);
  expect([own.spent, own.aside, all.aside]).toEqual([0, 60, 60]);
  expect(() => beside.spend(60)).toThrow(TooMuchWork);
  own.spend(5);
  expect([own.left, all.spent]).toEqual([0, 5]);
});
