import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { PRODUCTS } from '../../core/products/index.ts';
import { recover } from '../../platform/recovery.ts';
import { startTemporal, type FaultyTemporal } from '../support/servers.ts';
import { until } from '../support/until.ts';
import { MAIL_ONLY, PULL_DECIDE_MAIL, REVIEW_THEN_MAIL, WAIT_THEN_MAIL } from './cascades.ts';
import { END_TIMEOUT_MS, expectNothingLostOrDoubled, setScene, type Scene } from './support.ts';

const OUTAGE_MS = 20_000;
const REPORT = PRODUCTS.credit_report.synthetic({ first_name: 'Pat' }, '2026-01-01');

let temporal: FaultyTemporal;
let scene: Scene;
beforeEach(async () => {
  temporal = await startTemporal();
  scene = await setScene({ report: REPORT, env: { TEMPORAL_ADDRESS: temporal.address } });
}, 120_000);
afterEach(async () => {
  await scene.stop();
  await temporal.stop();
}, 60_000);

test(
  '50 triggers accepted while Temporal is down for 20 s all end, once',
  async () => {
    const workflowId = await scene.createWorkflow(MAIL_ONLY);
    await temporal.kill();
    const downSince = performance.now();
    const ids = await scene.triggerMany(workflowId, 50);
    // The length of the outage is the case: nothing to wait for but its end.
    await until(() => performance.now() - downSince >= OUTAGE_MS, OUTAGE_MS * 2);
    await temporal.restart();
    await scene.untilEnded(ids);
    await expectNothingLostOrDoubled(scene, ids, { status: 'completed', lettersEach: 1 });
  },
  END_TIMEOUT_MS * 2,
);

test(
  "Temporal's whole database wiped with runs parked, waiting and at work: recover brings all to their end",
  async () => {
    scene.vendor.hold();
    const [parkedFlow, waitingFlow, workingFlow] = [
      await scene.createWorkflow(REVIEW_THEN_MAIL),
      await scene.createWorkflow(WAIT_THEN_MAIL),
      await scene.createWorkflow(PULL_DECIDE_MAIL),
    ];
    const parked = await scene.triggerMany(parkedFlow, 7);
    const working = await scene.triggerMany(workingFlow, 6, { execution_mode: 'live' });
    await until(async () => (await countIn('awaiting_review')) === 7 && scene.vendor.held === 6, END_TIMEOUT_MS);
    const waiting = await scene.triggerMany(waitingFlow, 7);
    await until(async () => (await countIn('waiting')) > 0, END_TIMEOUT_MS);

    await temporal.wipe();
    const { recovered } = await recover(scene.stack.db);
    expect(recovered).toBeGreaterThanOrEqual(14);
    scene.vendor.release();
    for (const id of parked) {
      const { status } = await scene.call('POST', `/executions/${id}/review_decisions`, { decision: 'approved' });
      expect(status).toBe(200);
    }
    const ids = [...parked, ...waiting, ...working];
    await scene.untilEnded(ids);
    const rows = await scene.stack.db.kysely.selectFrom('execution').select('status').execute();
    expect(rows.map(({ status }) => status)).toEqual(ids.map(() => 'completed'));
    expect(new Set(scene.smtp.letters.map(({ messageId }) => messageId)).size).toBe(20);
    expect(scene.vendor.pulls.size).toBe(6);
  },
  END_TIMEOUT_MS * 2,
);

async function countIn(status: 'awaiting_review' | 'waiting'): Promise<number> {
  const rows = await scene.stack.db.kysely.selectFrom('execution').select('id').where('status', '=', status).execute();
  return rows.length;
}
