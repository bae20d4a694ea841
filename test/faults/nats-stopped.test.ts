import { afterAll, beforeAll, test } from '@jest/globals';
import { startNats } from '../support/servers.ts';
import { until } from '../support/until.ts';
import { MAIL_ONLY } from './cascades.ts';
import { END_TIMEOUT_MS, expectNothingLostOrDoubled, setScene, type Scene } from './support.ts';

let nats: Awaited<ReturnType<typeof startNats>>;
let scene: Scene;
beforeAll(async () => {
  nats = await startNats();
  scene = await setScene({ env: { NATS_URL: nats.url } });
}, 120_000);
afterAll(async () => {
  await scene?.stop();
  await nats?.stop();
}, 60_000);

test(
  'NATS stopped during load delays, and loses nothing',
  async () => {
    const workflowId = await scene.createWorkflow(MAIL_ONLY);
    const before = await scene.triggerMany(workflowId, 15);
    await until(() => scene.smtp.letters.length >= 3, END_TIMEOUT_MS);
    await nats.kill();
    const during = await scene.triggerMany(workflowId, 15);
    // What was accepted without NATS ends without it, by the services' own slow polls.
    await scene.untilEnded([...before, ...during]);
    await nats.restart();
    const after = await scene.triggerMany(workflowId, 5);
    const ids = [...before, ...during, ...after];
    await scene.untilEnded(ids);
    await expectNothingLostOrDoubled(scene, ids, { status: 'completed', lettersEach: 1 });
  },
  END_TIMEOUT_MS * 2,
);
