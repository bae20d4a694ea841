import { expect, test } from '../../support/jest.ts';
import { BatchHold } from '../../../services/executor/dispatch/batch-hold.ts';

test('batch rows are free while no single trigger is started', () => {
  expect(new BatchHold().stateAt(0)).toBe('free');
});

// Rules: 17.2.4
test('batch rows are held for a quarter of a second after a single start', () => {
  const hold = new BatchHold();
  hold.singleSeen(1_000);
  expect([1_000, 1_249, 1_250].map((now) => hold.stateAt(now))).toEqual(['held', 'held', 'free']);
});

// Rules: 17.2.4
test('batches are owed one turn a second while single triggers never end', () => {
  const hold = new BatchHold();
  const states = Array.from({ length: 30 }, (_, turn) => {
    hold.singleSeen(turn * 100);
    return hold.stateAt(turn * 100);
  });
  expect(states.flatMap((state, turn) => (state === 'owed' ? [turn * 100] : []))).toEqual([1_000, 2_000]);
  expect(states).not.toContain('free');
});

// Rules: 17.2.4
test('one row at a time is begun for ten seconds after a single start, otherwise two', () => {
  const hold = new BatchHold();
  expect(hold.mostBegunAt(0)).toBe(2);
  hold.singleSeen(1_000);
  expect([1_000, 10_999, 11_000].map((now) => hold.mostBegunAt(now))).toEqual([1, 1, 2]);
});
