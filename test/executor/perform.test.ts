import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '../support/jest.ts';
import type { CascadeDefinition } from '../../core/cascade/registry.ts';
import { PRODUCTS } from '../../core/products/index.ts';
import type { ExecutionMode } from '../../core/states.ts';
import { loadConfig } from '../../platform/config/index.ts';
import { finishEffectOf } from '../../platform/database/effects.ts';
import { asJson, type Database } from '../../platform/database/index.ts';
import { createLogger } from '../../platform/log/index.ts';
import { silentBus as bus } from './support/silent-bus.ts';
import { loadReferenceData } from '../../platform/reference-data/index.ts';
import type { Activities } from '../../services/executor/activities.ts';
import { createAdvance } from '../../services/executor/advance/index.ts';
import { EFFECT_VARIABLES, openEffects, type EffectResources } from '../../services/executor/perform/resources.ts';
import { livePullExecutor } from '../../services/executor/perform/live-pull.ts';
import type { EffectOutcome } from '../../services/executor/perform/effect.ts';
import type { Vendor } from '../../services/executor/perform/vendor.ts';
import { createPerformer, MOST_ATTEMPTS, TryAgain, type Executors } from '../../services/executor/perform/index.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { startSmtp, type SmtpReceiver } from '../support/smtp.ts';
import { until } from '../support/until.ts';
import { testConnection } from './support/connection.ts';
import { APPLICANT, denying, EMAIL, notifying, PULL_ONLY } from './support/definitions.ts';
import {
  cancel,
  createTenant,
  effectsOf,
  eventsOf,
  executionOf,
  stepsOf,
  trigger,
  type Tenant,
} from './support/runs.ts';
import { startHttpReceiver, type HttpReceiver } from './support/vendor.ts';

let database: TestDatabase;
let db: Database;
/** Logs in like the service, so that acts beyond its privileges fail here. */
let own: Database;
let tenant: Tenant;
let smtp: SmtpReceiver;
let http: HttpReceiver;
let effects: EffectResources;
let advance: Activities['advance'];
let performer: ReturnType<typeof createPerformer>;

const log = createLogger('test', 'silent');

beforeAll(async () => {
  database = await createTestDatabase();
  db = await database.open();
  own = await database.open({ as: 'executor' });
  smtp = await startSmtp();
  const { notices, sandbox } = loadReferenceData();
  advance = createAdvance({ db: own, bus, sandbox, log });
  http = await startHttpReceiver();
  effects = openEffects({
    config: loadConfig(EFFECT_VARIABLES, {
      ...ENVIRONMENT,
      SMTP_URL: smtp.url,
      PRODUCT_CREDIT_REPORT_URL: http.url,
      PRODUCT_CREDIT_REPORT_TOKEN: 'vendor-token',
    }),
    db: own,
    bus,
    log,
    notices,
    sandbox,
  });
  performer = createPerformer({ db: own, executors: effects.executors, log, pullGiveUpMs: 0 });
});
beforeEach(async () => {
  tenant = await createTenant(db);
  smtp.behave({ kind: 'accept' });
  http.onRequest = () => undefined;
  http.answer({ status: 200 });
});
afterAll(async () => {
  await effects?.close();
  await smtp?.stop();
  await http?.stop();
  await database?.drop();
});

const ENVIRONMENT = {
  MAIL_FROM: 'Harbor Homes <decisions@example.com>',
  NOTICES_PER_CLIENT_PER_HOUR: '5000',
  NOTICES_PER_RECIPIENT_PER_DAY: '5000',
  LETTERS_PER_CLIENT_PER_HOUR: '5000',
  LETTERS_PER_RECIPIENT_PER_HOUR: '5000',
  NOTIFICATIONS_PER_CLIENT_PER_HOUR: '5000',
  SMTP_REQUIRE_TLS: 'false',
  WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true',
};
const NOW = Date.parse('2026-03-02T10:00:00.000Z');
const REPORT = PRODUCTS.credit_report.synthetic(APPLICANT.applicant, '2026-03-01');

/** A run that has asked for its first effect. */
async function asked(definition: CascadeDefinition, mode: ExecutionMode = 'test') {
  const { id, runKey } = await trigger(db, tenant, {
    definition,
    payload: APPLICANT,
    mode,
    externalReference: 'ref-9',
  });
  const { effects: open } = await advance(id, runKey, NOW);
  const effectId = open[0]?.id ?? 0;
  const perform = (key = runKey) => performer.perform(effectId, id, key, new AbortController().signal);
  return { id, runKey, effectId, perform, goOn: () => advance(id, runKey, NOW + 1) };
}

describe('an effect', () => {
  test('of a run that was cancelled does not begin', async () => {
    const { id, perform } = await asked(EMAIL);
    await cancel(db, id);
    const before = smtp.letters.length;
    await perform();
    expect(smtp.letters).toHaveLength(before);
    expect(await effectsOf(db, id)).toMatchObject([{ status: 'cancelled', attempts: 0 }]);
  });

  test('of a run that was superseded does not begin', async () => {
    const { id, perform } = await asked(EMAIL);
    const before = smtp.letters.length;
    await perform(randomUUID());
    expect(smtp.letters).toHaveLength(before);
    expect(await effectsOf(db, id)).toMatchObject([{ status: 'intended', attempts: 0 }]);
  });

  test('that is done is not done again', async () => {
    const { id, perform } = await asked(EMAIL);
    await perform();
    const [first] = await effectsOf(db, id);
    await perform();
    expect(await effectsOf(db, id)).toEqual([first]);
    expect(first).toMatchObject({ status: 'done', attempts: 1 });
  });

  test('that was superseded while it was under way records nothing', async () => {
    const { id, perform } = await asked(PULL_ONLY, 'live');
    http.answer({ status: 200, body: REPORT });
    http.onRequest = async () => {
      await db.kysely.updateTable('execution').set({ run_key: randomUUID() }).where('id', '=', id).execute();
    };
    await perform();
    expect(await effectsOf(db, id)).toMatchObject([{ status: 'begun', result: null }]);
    expect(await billingOf(id)).toBe(0);
  });

  test('whose run was cancelled while it was under way is recorded all the same', async () => {
    const { id, perform } = await asked(PULL_ONLY, 'live');
    http.answer({ status: 200, body: REPORT });
    http.onRequest = () => cancel(db, id);
    await perform();
    expect(await effectsOf(db, id)).toMatchObject([{ status: 'done' }]);
    expect(await billingOf(id)).toBe(1);
    expect(await executionOf(db, id)).toMatchObject({ status: 'cancelled' });
  });

  test('that was begun too often, and never ended, has failed', async () => {
    const { id, perform, goOn } = await asked(EMAIL);
    await db.kysely
      .updateTable('effect')
      .set({ status: 'begun', attempts: MOST_ATTEMPTS.mail })
      .where('execution_id', '=', id)
      .execute();
    await perform();
    expect(await effectsOf(db, id)).toMatchObject([
      { status: 'failed', error_code: 'attempts_exhausted', attempts: MOST_ATTEMPTS.mail },
    ]);
    await goOn();
    expect(await executionOf(db, id)).toMatchObject({ status: 'failed' });
  });

  test('that was begun too often has failed for the reason of its last attempt, if that was recorded', async () => {
    const { id, perform } = await asked(EMAIL);
    smtp.behave({ kind: 'refuse', at: 'data', code: 451 });
    await expect(perform()).rejects.toBeInstanceOf(TryAgain);
    expect(await effectsOf(db, id)).toMatchObject([{ status: 'begun', error_code: 'mail_unavailable' }]);
    await db.kysely
      .updateTable('effect')
      .set({ attempts: MOST_ATTEMPTS.mail })
      .where('execution_id', '=', id)
      .execute();
    await perform();
    expect(await effectsOf(db, id)).toMatchObject([{ status: 'failed', error_code: 'mail_unavailable' }]);
  });

  test('that Temporal gives up has failed; one that is done stays done', async () => {
    const [open, done] = [await asked(EMAIL), await asked(EMAIL)];
    await done.perform();
    for (const { effectId, id, runKey } of [open, done]) await performer.abandon(effectId, id, runKey);
    expect(await effectsOf(db, open.id)).toMatchObject([{ status: 'failed', error_code: 'attempts_exhausted' }]);
    expect(await effectsOf(db, done.id)).toMatchObject([{ status: 'done', error_code: null }]);
  });
});

describe('a letter', () => {
  // Rules: 12.3.1, 12.4.2
  test('that was not accepted is sent again as the very same bytes', async () => {
    const { id, perform, goOn } = await asked(EMAIL);
    smtp.behave({ kind: 'refuse', at: 'data', code: 451 });
    const before = smtp.letters.length;
    await expect(perform()).rejects.toMatchObject({ name: 'TryAgain', code: 'mail_unavailable' });
    smtp.behave({ kind: 'accept' });
    await perform();
    const [refused, accepted, ...others] = smtp.letters.slice(before);
    expect(others).toEqual([]);
    expect(accepted?.raw).toBe(refused?.raw);
    expect(accepted?.to).toEqual(['maribel@example.com']);
    const message = await db.kysely.selectFrom('mail_message').selectAll().where('execution_id', '=', id).execute();
    expect(message).toMatchObject([{ message_id: accepted?.messageId, response: expect.stringContaining('queued') }]);

    await goOn();
    const letter = (await stepsOf(db, id)).find(({ node_id }) => node_id === 'letter');
    expect(letter).toMatchObject({ status: 'succeeded', output: { message_id: accepted?.messageId, unresolved: [] } });
  });

  // Rules: 12.4.3
  test('that is refused for good fails the step at once, and the reason names nobody', async () => {
    const { id, perform, goOn } = await asked(EMAIL);
    smtp.behave({ kind: 'refuse', at: 'recipient', code: 550 });
    await perform();
    await goOn();
    const { status, first_error_message: message } = await executionOf(db, id);
    expect(status).toBe('failed');
    expect(message).toContain('550');
    expect(message).not.toContain('@');
  });

  // Rules: 8.2.1
  test('that no server takes for now is tried seven times, then its step fails', async () => {
    const { id, perform } = await asked(EMAIL);
    smtp.behave({ kind: 'refuse', at: 'data', code: 451 });
    const before = smtp.letters.length;
    for (let attempt = 1; attempt < 7; attempt += 1) await expect(perform()).rejects.toBeInstanceOf(TryAgain);
    await perform();
    expect(await effectsOf(db, id)).toMatchObject([{ status: 'failed', attempts: 7 }]);
    expect(smtp.letters.length - before).toBe(7);
  });
});

describe('a live pull', () => {
  // Rules: 6.2.1, 6.3.1, 8.1.3
  test('that succeeds at the second attempt is one pull to the vendor, and billed once', async () => {
    const { id, perform, goOn } = await asked(PULL_ONLY, 'live');
    http.answer({ status: 503 }, { status: 200, body: REPORT });
    const before = http.requests.length;
    await expect(perform()).rejects.toBeInstanceOf(TryAgain);
    await perform();
    const [first, second] = http.requests.slice(before);
    expect(first?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
    expect(second?.headers.authorization).toBe('Bearer vendor-token');
    expect(second?.body).toEqual({ product: 'credit_report', applicant: APPLICANT.applicant });
    expect(await billingOf(id)).toBe(1);
    await goOn();
    expect((await stepsOf(db, id)).find(({ node_id }) => node_id === 'credit')?.output).toEqual(REPORT);
  });

  // Rules: 6.3.2
  test('is none in test mode, whose report is made here: the vendor is not asked, and nothing is billed', async () => {
    const before = http.requests.length;
    const { id, runKey } = await trigger(db, tenant, {
      ...{ definition: PULL_ONLY, payload: APPLICANT, mode: 'test', isDispatched: true },
    });
    expect(await advance(id, runKey, NOW)).toMatchObject({ done: true });
    expect((await stepsOf(db, id)).find(({ node_id }) => node_id === 'credit')?.output).toMatchObject({
      score: expect.any(Number),
    });
    expect([http.requests.length, await effectsOf(db, id), await billingOf(id)]).toEqual([before, [], 0]);
  });

  // Rules: 8.2.6
  test('that the vendor asks to try later waits so long', async () => {
    const { perform } = await asked(PULL_ONLY, 'live');
    http.answer({ status: 429, headers: { 'retry-after': '7' } });
    await expect(perform()).rejects.toMatchObject({ retryAfterMs: 7_000 });
  });

  // Rules: 8.2.2
  test('that keeps failing fails for good after its last attempt, unbilled', async () => {
    const { id, runKey, effectId, goOn } = await asked(PULL_ONLY, 'live');
    const performer = performerOf(
      Array.from({ length: MOST_ATTEMPTS.live_pull }, () => DOWN),
      0,
    );
    for (let attempt = 1; attempt < MOST_ATTEMPTS.live_pull; attempt += 1) {
      await expect(performer.perform(effectId, id, runKey, signal())).rejects.toBeInstanceOf(TryAgain);
    }
    await performer.perform(effectId, id, runKey, signal());
    await goOn();
    expect(await effectsOf(db, id)).toMatchObject([{ status: 'failed', attempts: MOST_ATTEMPTS.live_pull }]);
    expect(await executionOf(db, id)).toMatchObject({ status: 'failed' });
    expect(await billingOf(id)).toBe(0);
  });

  // Rules: 8.2.2
  test('survives an outage of its vendor that is shorter than the time to give up, and is billed once', async () => {
    const { id, runKey, effectId, goOn } = await asked(PULL_ONLY, 'live');
    const outage = [
      ...Array.from({ length: 3 * MOST_ATTEMPTS.live_pull }, () => DOWN),
      ...Array.from({ length: 5 }, () => REFUSED_BY_CIRCUIT),
    ];
    const performer = performerOf(outage, 3_600_000);
    for (let attempt = 0; attempt < outage.length; attempt += 1) {
      await expect(performer.perform(effectId, id, runKey, signal())).rejects.toBeInstanceOf(TryAgain);
    }
    expect(await effectsOf(db, id)).toMatchObject([{ status: 'begun', attempts: 3 * MOST_ATTEMPTS.live_pull }]);
    http.answer({ status: 200, body: REPORT });
    await circuitCloses();
    await performer.perform(effectId, id, runKey, signal());
    expect(await goOn()).toMatchObject({ done: true });
    expect(await executionOf(db, id)).toMatchObject({ status: 'completed' });
    expect(await billingOf(id)).toBe(1);
  });

  // Rules: 17.4.5
  test.each([
    ['vendor_unavailable', true],
    ['invalid_report', true],
    ['vendor_rejected', false],
    ['product_unavailable', false],
  ])('that failed as %s and is retried has the same idempotency key: %s', async (code, isSame) => {
    const { id, effectId } = await asked(PULL_ONLY, 'live');
    const keys: string[] = [];
    const vendor: Pick<Vendor, 'pull' | 'lookUp' | 'canAsk' | 'connection' | 'steps'> = {
      steps: 1,
      connection: testConnection('https://vendor.example.com/'),
      canAsk: () => true,
      lookUp: async () => null,
      pull: async ({ idempotencyKey }) => {
        keys.push(idempotencyKey);
        return { is: 'transient', code: 'vendor_unavailable', message: 'It is down.' };
      },
    };
    const pulls = livePullExecutor(own, { of: async () => vendor }, loadReferenceData().sandbox);
    const performed = createPerformer({
      ...{ db: own, executors: { ...effects.executors, live_pull: pulls }, log, pullGiveUpMs: 3_600_000 },
    });
    const { run_key: runKey } = await executionOf(db, id);
    const perform = (of: number) =>
      expect(performed.perform(of, id, runKey, signal())).rejects.toBeInstanceOf(TryAgain);
    await perform(effectId);
    const { id: _id, ...first } = await db.kysely
      .updateTable('effect')
      .set({ status: 'failed', error_code: code })
      .where('id', '=', effectId)
      .returningAll()
      .executeTakeFirstOrThrow();
    const { id: again } = await db.kysely
      .insertInto('effect')
      .values({
        ...{
          execution_id: id,
          node_id: first.node_id,
          visit: 2,
          key: first.key.replace('#1#', '#2#'),
          kind: first.kind,
        },
        ...{ request: asJson(first.request), status: 'intended' },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await perform(again);
    expect(keys).toHaveLength(2);
    expect(keys[0] === keys[1]).toBe(isSame);
  });

  // Rules: 8.2.5
  test('that an open circuit refuses was not attempted, and can still be cancelled', async () => {
    const { id, runKey, effectId } = await asked(PULL_ONLY, 'live');
    const performing = performerOf([REFUSED_BY_CIRCUIT], 3_600_000).perform(effectId, id, runKey, signal());
    await expect(performing).rejects.toMatchObject({ retryAfterMs: expect.any(Number) });
    expect(await effectsOf(db, id)).toMatchObject([{ status: 'intended', attempts: 0 }]);
  });

  test('whose circuit stays open fails when the time to give up is over', async () => {
    const { id, runKey, effectId } = await asked(PULL_ONLY, 'live');
    await performerOf([REFUSED_BY_CIRCUIT], 0).perform(effectId, id, runKey, signal());
    expect(await effectsOf(db, id)).toMatchObject([{ status: 'failed', error_code: 'vendor_unavailable' }]);
  });

  // Rules: 8.2.6
  test('is tried again after waits that differ from run to run', async () => {
    const waits = new Set<number | undefined>();
    for (let run = 0; run < 5; run += 1) {
      const { id, runKey, effectId } = await asked(PULL_ONLY, 'live');
      const performing = performerOf([DOWN], 3_600_000).perform(effectId, id, runKey, signal());
      waits.add(await performing.then(() => undefined).catch((error: TryAgain) => error.retryAfterMs));
    }
    expect(waits.size).toBeGreaterThan(1);
    for (const wait of waits) expect(wait).toBeGreaterThanOrEqual(1_000);
  });

  test('that the vendor refuses ends the run without notice, mail or adverse-action event', async () => {
    await circuitCloses();
    const { id, perform, goOn } = await asked(
      denying({ recipient: '{{applicant.email}}', send_strategy: 'auto_send' }),
      'live',
    );
    http.answer({ status: 422, body: { error: 'maribel@example.com is unknown' } });
    await perform();
    await goOn();
    const execution = await executionOf(db, id);
    expect(execution).toMatchObject({ status: 'failed', first_error_message: 'The vendor refused the pull with 422.' });
    expect((await eventsOf(db, id)).map(({ name }) => name)).toEqual(['execution.failed']);
    expect(await effectsOf(db, id)).toHaveLength(1);
    const artifacts = await db.kysely.selectFrom('artifact').select('id').where('execution_id', '=', id).execute();
    expect(artifacts).toEqual([]);
  });

  // Rules: 6.2.3
  test('whose report breaks the schema of the product fails as invalid_report, unbilled', async () => {
    const { id, perform } = await asked(PULL_ONLY, 'live');
    http.answer({ status: 200, body: { ...REPORT, score: 'high' } });
    await perform();
    expect(await effectsOf(db, id)).toMatchObject([{ status: 'failed', error_code: 'invalid_report', attempts: 1 }]);
    expect(await billingOf(id)).toBe(0);
  });

  test('of a report that is too large fails as invalid_report', async () => {
    const { id, perform } = await asked(PULL_ONLY, 'live');
    http.answer({ status: 200, body: { ...REPORT, padding: 'x'.repeat(600_000) } });
    await perform();
    expect(await effectsOf(db, id)).toMatchObject([{ status: 'failed', error_code: 'invalid_report' }]);
  });

  // Rules: 6.2.2
  test('of a product without a vendor fails as product_unavailable', async () => {
    const criminal = PULL_ONLY.map((node) =>
      node.type === 'BillingProduct' ? { ...node, billing_product_code: 'criminal_background' } : node,
    );
    const { id, perform } = await asked(criminal, 'live');
    await perform();
    expect(await effectsOf(db, id)).toMatchObject([{ status: 'failed', error_code: 'product_unavailable' }]);
  });

  const DOWN: EffectOutcome = { is: 'transient', code: 'vendor_unavailable', message: 'It is down.' };
  const REFUSED_BY_CIRCUIT: EffectOutcome = { ...DOWN, is: 'postponed', retryAfterMs: 10 };
  const signal = () => new AbortController().signal;

  /** A performer whose pulls have these outcomes in order, and then those of the vendor. */
  function performerOf(outcomes: readonly EffectOutcome[], pullGiveUpMs: number) {
    const left = [...outcomes];
    const executors: Executors = {
      ...effects.executors,
      live_pull: async (...attempt) => left.shift() ?? effects.executors.live_pull(...attempt),
    };
    return createPerformer({ db: own, executors, log, pullGiveUpMs });
  }

  /** After failures in a row the vendor is not called for a while: retries until it is. */
  async function circuitCloses(): Promise<void> {
    http.answer({ status: 200, body: REPORT });
    const probe = { accountId: 1, payload: {}, idempotencyKey: 'probe' };
    await until(async () => (await effects.vendors.installation.get('credit_report')?.pull(probe))?.is === 'pulled');
  }
});

describe('a notification', () => {
  // Rules: 12.7.1
  test('by webhook says which run it is about', async () => {
    const { id, perform, goOn } = await asked(notifying(http.url));
    await perform();
    expect(http.requests.at(-1)?.body).toEqual({
      workflow_execution_id: id,
      external_reference: 'ref-9',
      node_id: 'notify',
      message: `Run ${id} is here.`,
    });
    await goOn();
    expect((await stepsOf(db, id)).at(-1)?.output).toEqual({ channel: 'webhook', status: 'sent' });
  });

  // Rules: 8.2.1, 12.7.3, 12.7.7
  test('that nobody takes is tried six times under one Idempotency-Key, then its step fails', async () => {
    const { id, perform } = await asked(notifying(http.url));
    http.answer({ status: 503 });
    const before = http.requests.length;
    for (let attempt = 1; attempt < 6; attempt += 1) await expect(perform()).rejects.toBeInstanceOf(TryAgain);
    await perform();
    expect(await effectsOf(db, id)).toMatchObject([{ status: 'failed', attempts: 6 }]);
    const keys = http.requests.slice(before).map(({ headers }) => headers['idempotency-key']);
    expect([keys.length, new Set(keys).size, typeof keys[0]]).toEqual([6, 1, 'string']);
  });

  // Rules: 12.7.1
  test('by slack is its text', async () => {
    const { id, perform } = await asked(notifying(http.url, 'slack'));
    await perform();
    expect(http.requests.at(-1)?.body).toEqual({ text: `Run ${id} is here.` });
  });

  // Rules: 12.7.4
  test('to a forbidden address is never sent', async () => {
    const { id, perform } = await asked(notifying('http://169.254.169.254/latest/meta-data'));
    await perform();
    expect(await effectsOf(db, id)).toMatchObject([{ status: 'failed', error_code: 'target_forbidden' }]);
  });
});

describe('a notice', () => {
  const SETTINGS = { recipient: '{{applicant.email}}', action_taken: 'denied' } as const;

  // Rules: 8.7.1
  test('is compiled, waits for its PDF, and goes out with it attached', async () => {
    const { id, runKey, perform } = await asked(denying({ ...SETTINGS, send_strategy: 'auto_send' }));
    await perform();
    expect(await advance(id, runKey, NOW)).toMatchObject({ effects: [], done: false });
    await render(id);
    const commands = await db.kysely.selectFrom('command').selectAll().where('execution_id', '=', id).execute();
    expect(commands).toMatchObject([{ kind: 'start' }, { kind: 'poke', lane: 'poke' }]);
    const { effects: open } = await advance(id, runKey, NOW + 1);
    const before = smtp.letters.length;
    await performer.perform(open[0]?.id ?? 0, id, runKey, new AbortController().signal);
    await advance(id, runKey, NOW + 2);

    const artifact = await artifactOf(id);
    expect(artifact).toMatchObject({ notice_status: 'sent', stage: 'single' });
    expect(artifact?.filename).toBe(`adverse-action-notice-${id}-deny.pdf`);
    const [letter] = smtp.letters.slice(before);
    expect(letter?.raw).toContain(artifact?.filename);
    expect(letter?.raw).toContain(Buffer.from('%PDF-test').toString('base64'));
    expect(letter?.to).toEqual(['maribel@example.com']);
    expect((await stepsOf(db, id)).find(({ node_id }) => node_id === 'deny')?.output).toMatchObject({
      action_taken: 'denied',
      notices: [{ artifact_id: artifact?.id, stage: 'single', status: 'sent', message_id: letter?.messageId }],
    });
    expect((await eventsOf(db, id)).map(({ name }) => name).toSorted()).toEqual([
      'adverse_action.completed',
      'adverse_action.triggered',
      'execution.completed',
    ]);
  });

  test('that is prepared twice is one document', async () => {
    const { id, effectId, perform } = await asked(denying(SETTINGS));
    await perform();
    await render(id);
    // Pretends that the process died before it recorded the result.
    await db.kysely.updateTable('effect').set({ status: 'begun', result: null }).where('id', '=', effectId).execute();
    await perform();
    const artifacts = await db.kysely
      .selectFrom('artifact')
      .select('id')
      .where('execution_id', '=', id)
      .where('kind', '=', 'notice')
      .execute();
    expect(artifacts).toHaveLength(1);
    expect(await effectsOf(db, id)).toMatchObject([{ status: 'done', result: { artifact_id: artifacts[0]?.id } }]);
  });

  // Rules: 11.1.2
  test('that lacks a mandatory item is not issued, and says which', async () => {
    const { id, perform } = await asked(
      denying({ ...SETTINGS, action_taken: 'revoked', purpose: 'credit', reason: 'Closed.' }),
    );
    await perform();
    const [effect] = await effectsOf(db, id);
    expect(effect).toMatchObject({ status: 'failed', error_code: 'notice_incomplete' });
    expect(effect?.error_message).toContain('adverse_action.statement');
    expect(await artifactOf(id)).toBeUndefined();
  });

  test('whose PDF cannot be made fails the step', async () => {
    const { id, perform } = await asked(denying(SETTINGS));
    await perform();
    const artifact = await artifactOf(id);
    await db.transaction(async (trx) => {
      await trx
        .updateTable('artifact')
        .set({ status: 'failed' })
        .where('id', '=', artifact?.id ?? 0)
        .execute();
      await finishEffectOf(trx, artifact?.id ?? 0);
    });
    expect(await effectsOf(db, id)).toMatchObject([{ status: 'failed', error_code: 'notice_not_rendered' }]);
  });

  async function artifactOf(id: number) {
    return db.kysely
      .selectFrom('artifact')
      .selectAll()
      .where('execution_id', '=', id)
      .where('kind', '=', 'notice')
      .executeTakeFirst();
  }

  async function render(id: number): Promise<void> {
    const artifact = await artifactOf(id);
    await db.kysely
      .insertInto('artifact_blob')
      .values({ artifact_id: artifact?.id ?? 0, bytes: Buffer.from('%PDF-test') })
      .execute();
    await db.transaction(async (trx) => {
      await trx
        .updateTable('artifact')
        .set({ status: 'ready' })
        .where('id', '=', artifact?.id ?? 0)
        .execute();
      await finishEffectOf(trx, artifact?.id ?? 0);
    });
  }
});

async function billingOf(id: number): Promise<number> {
  const rows = await db.kysely.selectFrom('billing_entry').select('id').where('execution_id', '=', id).execute();
  return rows.length;
}
