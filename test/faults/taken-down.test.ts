import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '../support/jest.ts';
import { PRODUCTS } from '../../core/products/index.ts';
import { recover } from '../../platform/recovery.ts';
import { startNats, startTemporal, type FaultyTemporal } from '../support/servers.ts';
import { until } from '../support/until.ts';
import { MAIL_ONLY, PULL_DECIDE_MAIL, REVIEW_THEN_MAIL, WAIT_THEN_MAIL } from './cascades.ts';
import { expectNothingLostOrDoubled, setScene, type Scene } from './support.ts';

const OUTAGE_MS = 20_000;
const REPORT = PRODUCTS.credit_report.synthetic({ first_name: 'Pat' }, '2026-01-01');

let nats: Awaited<ReturnType<typeof startNats>>;
let temporal: FaultyTemporal;
let scene: Scene;
let onLetter: (() => void) | undefined;
beforeAll(async () => {
  [nats, temporal] = await Promise.all([startNats(), startTemporal()]);
  scene = await setScene({
    report: REPORT,
    env: { NATS_URL: nats.url, TEMPORAL_ADDRESS: temporal.address },
    onLetter: () => onLetter?.(),
  });
});
afterAll(async () => {
  await scene?.stop();
  await Promise.all([nats?.stop(), temporal?.stop()]);
});
beforeEach(() => {
  onLetter = undefined;
  scene.reset();
});

// Rules: 1.1.2
test('a gateway killed right after the commit of a trigger has taken it, once', async () => {
  const workflowId = await scene.createWorkflow(MAIL_ONLY);
  const keys = Array.from({ length: 20 }, () => randomUUID());
  const body = { payload: { applicant: { email: 'pat@example.com', first_name: 'Pat' } } };
  const count = async () => {
    const rows = await scene.stack.db.kysely
      .selectFrom('execution')
      .select('id')
      .where('workflow_id', '=', workflowId)
      .execute();
    return rows.length;
  };

  const answers = keys.map((key) => scene.trigger(workflowId, body, key).catch(() => undefined));
  await until(async () => (await count()) > 0);
  await scene.stack.kill('gateway');
  await Promise.all(answers);
  const committed = await count();
  await scene.stack.restart('gateway');

  // The callers whose answer was lost repeat their request, as the reference tells them to.
  const ids = await Promise.all(keys.map((key) => scene.trigger(workflowId, body, key)));
  expect(committed).toBeGreaterThan(0);
  expect(new Set(ids).size).toBe(20);
  expect(await count()).toBe(20);
  await scene.untilEnded(ids);
  await expectNothingLostOrDoubled(scene, ids, { status: 'completed', lettersEach: 1 });
});

test('an executor killed twice in the middle of 50 runs loses and doubles nothing', async () => {
  const workflowId = await scene.createWorkflow(PULL_DECIDE_MAIL);
  const ids = await scene.triggerMany(workflowId, 50, { execution_mode: 'live' });
  await until(() => scene.vendor.pulls.size >= 5);
  await scene.stack.restart('executor');
  await until(() => scene.smtp.letters.length >= 10);
  await scene.stack.restart('executor');
  await scene.untilEnded(ids);
  await expectNothingLostOrDoubled(scene, ids, { status: 'completed', lettersEach: 1, pullsEach: 1 });
  const billed = await scene.stack.db.kysely
    .selectFrom('billing_entry')
    .select('execution_id')
    .where('execution_id', 'in', ids)
    .execute();
  expect(billed).toHaveLength(50);
});

// Rules: 12.3.2
test('an executor killed between the acceptance of a letter and its record sends no second Message-ID', async () => {
  const workflowId = await scene.createWorkflow(MAIL_ONLY);
  let killed: Promise<void> | undefined;
  onLetter = () => {
    killed ??= scene.stack.kill('executor');
  };
  const ids = await scene.triggerMany(workflowId, 1);
  await until(() => killed !== undefined);
  await killed;
  await scene.stack.restart('executor');
  await scene.untilEnded(ids);
  // It was sent again, since its acceptance was unknown; by the Message-ID the receiver recognizes one letter.
  expect(scene.smtp.letters.length).toBeGreaterThanOrEqual(2);
  await expectNothingLostOrDoubled(scene, ids, { status: 'completed', lettersEach: 1 });
});

test('a vendor that fails for good ends in failed, without a notice, a letter or an adverse_action event', async () => {
  scene.vendor.refuse();
  const workflowId = await scene.createWorkflow(PULL_DECIDE_MAIL);
  const ids = await scene.triggerMany(workflowId, 1, { execution_mode: 'live' });
  await scene.untilEnded(ids);
  await expectNothingLostOrDoubled(scene, ids, { status: 'failed', pullsEach: 1 });
  const { kysely } = scene.stack.db;
  const events = await kysely.selectFrom('event').select('name').where('execution_id', 'in', ids).execute();
  expect(events).toEqual([{ name: 'execution.failed' }]);
  for (const table of ['artifact', 'mail_message'] as const) {
    expect(await kysely.selectFrom(table).select('execution_id').where('execution_id', 'in', ids).execute()).toEqual(
      [],
    );
  }
});

// Rules: 18.2.2
test('NATS stopped during load delays, and loses nothing', async () => {
  const workflowId = await scene.createWorkflow(MAIL_ONLY);
  const before = await scene.triggerMany(workflowId, 15);
  await until(() => scene.smtp.letters.length >= 3);
  await nats.kill();
  const during = await scene.triggerMany(workflowId, 15);
  // Executions that were accepted without NATS end without it, by the services' own slow polls.
  await scene.untilEnded([...before, ...during]);
  await nats.restart();
  const after = await scene.triggerMany(workflowId, 5);
  const ids = [...before, ...during, ...after];
  await scene.untilEnded(ids);
  await expectNothingLostOrDoubled(scene, ids, { status: 'completed', lettersEach: 1 });
});

// Rules: 1.1.2
test('50 triggers accepted while Temporal is down for 20 s all end, once', async () => {
  const workflowId = await scene.createWorkflow(MAIL_ONLY);
  await temporal.kill();
  const downSince = performance.now();
  const ids = await scene.triggerMany(workflowId, 50);
  // The length of the outage is the case: nothing to wait for but its end.
  await until(() => performance.now() - downSince >= OUTAGE_MS, OUTAGE_MS * 2);
  await temporal.restart();
  await scene.untilEnded(ids);
  await expectNothingLostOrDoubled(scene, ids, { status: 'completed', lettersEach: 1 });
});

// Rules: 13.2.3, 18.2.3
test("Temporal's whole database wiped with runs parked, waiting and at work: recover brings all to their end", async () => {
  scene.vendor.hold();
  const [parkedFlow, waitingFlow, workingFlow] = [
    await scene.createWorkflow(REVIEW_THEN_MAIL),
    await scene.createWorkflow(WAIT_THEN_MAIL),
    await scene.createWorkflow(PULL_DECIDE_MAIL),
  ];
  const parked = await scene.triggerMany(parkedFlow, 7);
  const working = await scene.triggerMany(workingFlow, 6, { execution_mode: 'live' });
  await until(async () => (await countIn('awaiting_review')) === 7 && scene.vendor.held === 6);
  const waiting = await scene.triggerMany(waitingFlow, 7);
  await until(async () => (await countIn('waiting')) > 0);

  await temporal.wipe();
  const { recovered } = await recover(scene.stack.db);
  expect(recovered).toBeGreaterThanOrEqual(14);
  scene.vendor.release();
  for (const id of parked) {
    const { status } = await scene.call(
      'POST',
      `/executions/${id}/review_decisions`,
      { decision: 'approved' },
      randomUUID(),
    );
    expect(status).toBe(200);
  }
  const ids = [...parked, ...waiting, ...working];
  await scene.untilEnded(ids);
  const rows = await scene.stack.db.kysely.selectFrom('execution').select('status').where('id', 'in', ids).execute();
  expect(rows.map(({ status }) => status)).toEqual(ids.map(() => 'completed'));
  expect(new Set(scene.smtp.letters.map(({ messageId }) => messageId)).size).toBe(20);
  expect(scene.vendor.pulls.size).toBe(6);
});

async function countIn(status: 'awaiting_review' | 'waiting'): Promise<number> {
  const rows = await scene.stack.db.kysely.selectFrom('execution').select('id').where('status', '=', status).execute();
  return rows.length;
}
