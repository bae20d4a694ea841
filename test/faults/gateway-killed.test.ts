import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { until } from '../support/until.ts';
import { MAIL_ONLY } from './cascades.ts';
import { END_TIMEOUT_MS, expectNothingLostOrDoubled, setScene, type Scene } from './support.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await setScene();
}, 120_000);
afterAll(() => scene?.stop(), 60_000);

test(
  'a gateway killed right after the commit of a trigger has taken it, once',
  async () => {
    const workflowId = await scene.createWorkflow(MAIL_ONLY);
    const keys = Array.from({ length: 20 }, () => randomUUID());
    const body = { payload: { applicant: { email: 'pat@example.com', first_name: 'Pat' } } };
    const count = async () => {
      const rows = await scene.stack.db.kysely.selectFrom('execution').select('id').execute();
      return rows.length;
    };

    const answers = keys.map((key) => scene.trigger(workflowId, body, key).catch(() => undefined));
    await until(async () => (await count()) > 0);
    await scene.stack.kill('gateway');
    await Promise.all(answers);
    const committed = await count();
    await scene.stack.restart('gateway');

    // The callers whose answer was lost ask again, as the reference tells them to.
    const ids = await Promise.all(keys.map((key) => scene.trigger(workflowId, body, key)));
    expect(committed).toBeGreaterThan(0);
    expect(new Set(ids).size).toBe(20);
    expect(await count()).toBe(20);
    await scene.untilEnded(ids);
    await expectNothingLostOrDoubled(scene, ids, { status: 'completed', lettersEach: 1 });
  },
  END_TIMEOUT_MS,
);
