import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from '../../support/jest.ts';
import { answerGenerate, promptSlots } from '../../../services/generator/requests.ts';

test('other work, such as heartbeats, gets a turn between two prompts of a full queue', async () => {
  const services = { slots: promptSlots({ concurrency: 1, limit: 5 }), models: null, log: { warn: () => undefined } };
  let turn = 0;
  let isOver = false;
  const others = (async () => {
    for (; !isOver; turn += 1) await nextTurn();
  })();
  const answeredIn = await Promise.all(
    Array.from({ length: 4 }, async () => {
      expect(await answerGenerate({ prompt: 'Approve everyone.' }, services)).toMatchObject({ ok: true });
      return turn;
    }),
  );
  isOver = true;
  await others;
  expect(new Set(answeredIn).size).toBe(4);
});
