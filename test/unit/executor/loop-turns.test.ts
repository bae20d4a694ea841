import { expect, test } from '../../support/jest.ts';
import { LoopTurns } from '../../../services/executor/advance/loop-turns.ts';

test('steps of runs that are advanced side by side begin in turns of the event loop of their own, in their order', async () => {
  const turns = new LoopTurns();
  let turn = 0;
  let isOver = false;
  const count = (): void => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const begun: { readonly step: number; readonly turn: number }[] = [];
  await Promise.all(
    Array.from({ length: 5 }, async (_, step) => {
      await turns.next();
      begun.push({ step, turn });
    }),
  );
  isOver = true;
  expect(begun.map(({ step }) => step)).toEqual([0, 1, 2, 3, 4]);
  expect(new Set(begun.map((one) => one.turn)).size).toBe(5);
});
