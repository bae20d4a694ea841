import { expect, test } from '../../support/jest.ts';
import { spreadWakeUp } from '../../../services/executor/advance/spread.ts';

const DAY_MS = 86_400_000;
const delaysOf = (waitMs: number) =>
  Array.from({ length: 500 }, (_, row) => spreadWakeUp(7_300 + row, waitMs, 0) - waitMs);

// Rules: 17.2.5
test('500 rows that leave a Wait of a day together are woken evenly over 5 seconds, and none too early', () => {
  expect(delaysOf(DAY_MS).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 500 }, (_, place) => place * 10));
});

// Rules: 17.2.5
test('a row is late by no more than a tenth of its Wait', () => {
  expect(Math.min(...delaysOf(1_000))).toBe(0);
  expect(Math.max(...delaysOf(1_000))).toBe(100);
});

test('a row whose time has come is not put off again', () => {
  expect(spreadWakeUp(499, 1_000, 1_000)).toBe(1_000);
  expect(spreadWakeUp(499, 1_000, 2_000)).toBe(1_000);
});
