import { afterAll, beforeAll, beforeEach, describe, expect, test } from '../support/jest.ts';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PRODUCT_CODES } from '../../core/products/contract.ts';
import type { CascadeDefinition } from '../../core/cascade/registry.ts';
import { buildWorkflowBundle } from '../../dev/stack/bundle.ts';
import { finishEffectOf } from '../../platform/database/effects.ts';
import type { Database } from '../../platform/database/index.ts';
import { createLogger } from '../../platform/log/index.ts';
import { silentBus as bus } from '../executor/support/silent-bus.ts';
import { loadReferenceData } from '../../platform/reference-data/index.ts';
import { connectTemporalWorker, type TemporalWorkerConnection } from '../../platform/temporal/worker.ts';
import { hostActivities } from '../../services/executor/activity-host.ts';
import { createAdvance } from '../../services/executor/advance/index.ts';
import { createAdvanceBatch } from '../../services/executor/batches/advance.ts';
import { Dispatcher } from '../../services/executor/dispatch/dispatcher.ts';
import { createPerformer } from '../../services/executor/perform/index.ts';
import { openEffects, type EffectResources } from '../../services/executor/perform/resources.ts';
import { createWorkers, type Workers } from '../../services/executor/worker.ts';
import { APPLICANT, declining } from '../executor/support/definitions.ts';
import {
  cancel,
  createTenant,
  eventsOf,
  executionOf,
  stepsOf,
  trigger,
  type Tenant,
} from '../executor/support/runs.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { startSmtp, type SmtpReceiver } from '../support/smtp.ts';
import {
  missingForTimeSkipping,
  startTimeSkippingTemporal,
  type TimeSkippingTemporal,
} from '../support/time-skipping.ts';
import { until } from '../support/until.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** How far the clock, which also runs by itself, may be past a set time when a test reads it. */
const TOLERANCE_MS = 10 * 60_000;
const TASK_QUEUE = 'weeks';

const log = createLogger('test', 'silent');
const { notices, sandbox } = loadReferenceData();

const missing = await missingForTimeSkipping();
if (missing !== null) process.stderr.write(`test/slow/weeks.test.ts is skipped. ${missing}.\n`);

let temporal: TimeSkippingTemporal;
let connection: TemporalWorkerConnection;
let database: TestDatabase;
let db: Database;
let smtp: SmtpReceiver;
let effects: EffectResources;
let workers: Workers;
let working: Promise<void>;
let dispatcher: Dispatcher;
let tenant: Tenant;
/** The time of the last advance, by the workflow's clock, at which its effects happen. */
let now = 0;

/** The executor with its workers, activities and dispatcher, at a Temporal whose clock the tests move. */
async function startExecutor(): Promise<void> {
  database = await createTestDatabase();
  db = await database.open();
  smtp = await startSmtp();
  temporal = await startTimeSkippingTemporal();
  connection = await connectTemporalWorker({ address: temporal.address, namespace: 'default' }, log);
  const vendors = PRODUCT_CODES.flatMap((code) => [
    [`PRODUCT_${code.toUpperCase()}_URL`, undefined],
    [`PRODUCT_${code.toUpperCase()}_TOKEN`, undefined],
  ]);
  effects = openEffects({
    config: {
      ...Object.fromEntries(vendors),
      SMTP_URL: smtp.url,
      MAIL_FROM: 'decisions@example.com',
      MAIL_DIRECTORY: join(tmpdir(), 'cascade-mail-of-tests'),
      NOTICES_PER_CLIENT_PER_HOUR: 5_000,
      NOTICES_PER_RECIPIENT_PER_DAY: 5_000,
      LETTERS_PER_CLIENT_PER_HOUR: 5_000,
      LETTERS_PER_RECIPIENT_PER_HOUR: 5_000,
      LETTERS_PER_EXECUTION: 20,
      NOTIFICATIONS_PER_CLIENT_PER_HOUR: 5_000,
      NOTIFICATIONS_PER_EXECUTION: 20,
      WEBHOOK_ALLOW_PRIVATE_TARGETS: true,
    } as unknown as Parameters<typeof openEffects>[0]['config'],
    db,
    bus,
    log,
    notices,
    sandbox,
    clock: () => now,
  });
  const advance = createAdvance({ db, bus, sandbox, log });
  const performer = createPerformer({ db, executors: effects.executors, log, pullGiveUpMs: 60_000 });
  const activities = hostActivities(
    (id, runKey, at) => {
      now = at;
      return advance(id, runKey, at);
    },
    {
      ...performer,
      perform: async (effectId, executionId, ...more) => {
        await performer.perform(effectId, executionId, ...more);
        await renderLetters(executionId);
      },
    },
    createAdvanceBatch({ db, bus, log }),
    log,
    db.pool,
  );
  workers = await createWorkers({
    connection: connection.connection,
    namespace: 'default',
    taskQueue: TASK_QUEUE,
    activities,
    bundlePath: await buildWorkflowBundle(join(tmpdir(), 'cascade-test-bundles')),
    graceSeconds: 1,
  });
  working = workers.run();
  dispatcher = new Dispatcher({ db, client: connection.client, taskQueue: TASK_QUEUE, batchConcurrency: 1, log });
  dispatcher.start();
}

/** Does the work of the artifacts service. */
async function renderLetters(executionId: number): Promise<void> {
  const pending = await db.kysely
    .selectFrom('artifact')
    .select('id')
    .where('execution_id', '=', executionId)
    .where('status', '=', 'pending')
    .where('kind', '<>', 'report')
    .execute();
  for (const { id } of pending) {
    await db.transaction(async (trx) => {
      await trx
        .insertInto('artifact_blob')
        .values({ artifact_id: id, bytes: Buffer.from(`%PDF-${id}`) })
        .execute();
      await trx.updateTable('artifact').set({ status: 'ready' }).where('id', '=', id).execute();
      await finishEffectOf(trx, id);
    });
  }
}

const EMPLOYMENT = declining({ action_taken: 'adverse_employment', purpose: 'employment' }, 'criminal_background');

const TWO_WEEKS: CascadeDefinition = [
  { id: 'start', type: 'ApplicantSource', next_step: ['wait'] },
  { id: 'wait', type: 'Wait', wait: { duration: 2, unit: 'weeks' }, next_step: ['credit'] },
  { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['approve'] },
  { id: 'approve', type: 'Action', action_type: 'Approve' },
];

const begin = (definition: CascadeDefinition) => trigger(db, tenant, { definition, payload: APPLICANT });
const hasStatus = (id: number, status: string) => async () => (await executionOf(db, id)).status === status;
const eventNames = async (id: number) => (await eventsOf(db, id)).map(({ name }) => name);
const commandsOf = async (id: number) =>
  (await db.kysely.selectFrom('command').select('id').where('execution_id', '=', id).execute()).length;

/** The wake-up time of the run, once it sleeps and has no other work. */
async function sleeping(id: number): Promise<number> {
  await until(async () => (await hasStatus(id, 'waiting')()) && (await commandsOf(id)) === 0);
  const { wake_at: wakeAt } = await executionOf(db, id);
  if (wakeAt === null) throw new Error('the run waits for no time');
  return wakeAt.getTime();
}

/** 15:00 UTC on the day before the next Thanksgiving: the fourth Thursday of November, with a weekend behind it. */
function dayBeforeThanksgiving(after: number): number {
  for (let year = new Date(after).getUTCFullYear(); ; year += 1) {
    const first = Date.UTC(year, 10, 1, 15);
    const firstThursday = first + ((4 - new Date(first).getUTCDay() + 7) % 7) * DAY_MS;
    const day = firstThursday + 20 * DAY_MS;
    if (day > after) return day;
  }
}

(missing === null ? describe : describe.skip)('weeks by the clock of Temporal', () => {
  beforeAll(startExecutor, 600_000);
  beforeEach(async () => {
    tenant = await createTenant(db);
    smtp.reset();
  });
  afterAll(async () => {
    await dispatcher?.stop();
    workers?.shutdown();
    await working;
    await connection?.close();
    await temporal?.stop();
    await effects?.close();
    await smtp?.stop();
    await database?.drop();
  });

  // Rules: 7.1.1
  test('a Wait of two weeks is two weeks long, and then the run decides', async () => {
    const { id } = await begin(TWO_WEEKS);
    const wakeAt = await sleeping(id);
    await temporal.moveTo(wakeAt - HOUR_MS);
    expect(await executionOf(db, id)).toMatchObject({ status: 'waiting', outcome: null });

    await temporal.moveTo(wakeAt);
    await until(hasStatus(id, 'completed'));
    expect(await executionOf(db, id)).toMatchObject({ outcome: 'approved' });
    const wait = (await stepsOf(db, id)).find(({ node_id }) => node_id === 'wait');
    const waited = Number(wait?.ended_at) - Number(wait?.started_at);
    expect(waited).toBeGreaterThanOrEqual(14 * DAY_MS);
    expect(waited).toBeLessThan(14 * DAY_MS + TOLERANCE_MS);
  });

  // Rules: 10.4.3
  test('an adverse employment action waits five business days over a holiday and a weekend for its final letter', async () => {
    const wednesday = dayBeforeThanksgiving(await temporal.now());
    await temporal.moveTo(wednesday);
    const { id } = await begin(EMPLOYMENT);
    const wakeAt = await sleeping(id);
    // Thursday is the holiday: Friday, Monday, Tuesday, Wednesday and Thursday count.
    expect(wakeAt).toBeGreaterThanOrEqual(wednesday + 8 * DAY_MS);
    expect(wakeAt).toBeLessThan(wednesday + 8 * DAY_MS + TOLERANCE_MS);

    await temporal.moveTo(wakeAt - HOUR_MS);
    expect(smtp.letters).toHaveLength(1);
    expect(await eventNames(id)).toEqual(['adverse_action.triggered']);

    await temporal.moveTo(wakeAt);
    await until(hasStatus(id, 'completed'));
    expect(smtp.letters).toHaveLength(2);
    expect(await eventNames(id)).toEqual([
      'adverse_action.triggered',
      'adverse_action.completed',
      'execution.completed',
    ]);
  });

  // Rules: 12.5.1
  test('a letter that the mail server refuses is sent again after 1, 6 and 24 hours under its Message-ID', async () => {
    smtp.behave({ kind: 'refuse', at: 'data', code: 550 });
    const { id } = await begin(declining({ purpose: 'tenant' }, 'criminal_background'));
    for (const [tries, hours] of [1, 6, 24].entries()) {
      await until(() => smtp.letters.length === tries + 1);
      const wakeAt = await sleeping(id);
      expect(Math.abs(wakeAt - (now + hours * HOUR_MS))).toBeLessThan(TOLERANCE_MS);
      await temporal.moveTo(wakeAt - TOLERANCE_MS);
      expect(smtp.letters).toHaveLength(tries + 1);
      if (hours === 24) smtp.behave({ kind: 'accept' });
      await temporal.moveTo(wakeAt);
    }
    await until(hasStatus(id, 'completed'));
    expect(smtp.letters.map(({ isAccepted }) => isAccepted)).toEqual([false, false, false, true]);
    expect(new Set(smtp.letters.map(({ messageId }) => messageId)).size).toBe(1);
    expect((await eventNames(id)).filter((name) => name === 'adverse_action.completed')).toHaveLength(1);
  });

  test('a run that is cancelled between the two letters sends no final one', async () => {
    const { id } = await begin(EMPLOYMENT);
    const wakeAt = await sleeping(id);
    await cancel(db, id);
    await until(async () => (await commandsOf(id)) === 0);
    await temporal.moveTo(wakeAt + 30 * DAY_MS);

    expect(smtp.letters).toHaveLength(1);
    expect(await executionOf(db, id)).toMatchObject({ status: 'cancelled' });
    expect(await eventNames(id)).not.toContain('adverse_action.completed');
  });
});
