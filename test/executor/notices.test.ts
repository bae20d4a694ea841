import { afterAll, beforeAll, beforeEach, describe, expect, test } from '../support/jest.ts';
import type { CascadeDefinition } from '../../core/cascade/registry.ts';
import type { JsonObject } from '../../core/json.ts';
import type { ExecutionMode } from '../../core/states.ts';
import { finishEffectOf } from '../../platform/database/effects.ts';
import type { Database } from '../../platform/database/index.ts';
import { createLogger } from '../../platform/log/index.ts';
import type { Bus } from '../../platform/nats/index.ts';
import { loadReferenceData } from '../../platform/reference-data/index.ts';
import { createAdvance } from '../../services/executor/advance/index.ts';
import { noticeExecutor } from '../../services/executor/perform/notice.ts';
import { createPerformer, TryAgain } from '../../services/executor/perform/index.ts';
import { openEffects, type EffectResources } from '../../services/executor/perform/resources.ts';
import { sendNextResend } from '../../services/executor/resends.ts';
import { PRODUCT_CODES } from '../../core/products/contract.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { startSmtp, type SmtpReceiver } from '../support/smtp.ts';
import { APPLICANT } from './support/definitions.ts';
import { cancel, createTenant, decide, eventsOf, stepsOf, trigger, type Tenant } from './support/runs.ts';

const log = createLogger('test', 'silent');
const { notices, sandbox } = loadReferenceData();
const bus: Bus = {
  publish: () => undefined,
  subscribe: () => ({ unsubscribe: () => undefined }),
  request: () => Promise.reject(new Error('no bus')),
  isUp: () => false,
  drain: async () => undefined,
};
const signal = new AbortController().signal;

let database: TestDatabase;
let db: Database;
let smtp: SmtpReceiver;
let tenant: Tenant;
/** Moved by tests: the time at which letters go out. */
let now = Date.now();
const opened: EffectResources[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  db = await database.open();
  smtp = await startSmtp();
});
beforeEach(async () => {
  tenant = await createTenant(db);
  smtp.reset();
  now = Date.now();
});
afterAll(async () => {
  for (const effects of opened) await effects.close();
  await smtp.stop();
  await database.drop();
});

function resources(config: { SMTP_URL?: string; LETTERS_PER_CLIENT_PER_HOUR?: number } = {}): EffectResources {
  const vendors = Object.fromEntries(
    PRODUCT_CODES.flatMap((code) => [
      [`PRODUCT_${code.toUpperCase()}_URL`, undefined],
      [`PRODUCT_${code.toUpperCase()}_TOKEN`, undefined],
    ]),
  );
  const effects = openEffects({
    config: {
      ...vendors,
      SMTP_URL: smtp.url,
      MAIL_FROM: 'decisions@example.com',
      MAIL_DIRECTORY: '/tmp/cascade-mail-of-tests',
      LETTERS_PER_CLIENT_PER_HOUR: 5_000,
      WEBHOOK_ALLOW_PRIVATE_TARGETS: true,
      ...config,
    } as unknown as Parameters<typeof openEffects>[0]['config'],
    db,
    bus,
    log,
    notices,
    clock: () => now,
  });
  opened.push(effects);
  return effects;
}

/** One notice; the run never meets its condition, which reads a report if there is a product. */
function denying(settings: JsonObject, product?: string): CascadeDefinition {
  const source = product === undefined ? 'context' : 'report';
  const field = product === undefined ? 'applicant.monthly_income' : 'records_count';
  const condition = { source_node_id: source, field, operator: 'less_than', value: -1 };
  return [
    { id: 'start', type: 'ApplicantSource', next_step: [product === undefined ? 'decide' : 'report'] },
    ...(product === undefined
      ? []
      : [{ id: 'report', type: 'BillingProduct', billing_product_code: product, next_step: ['decide'] }]),
    {
      id: 'decide',
      type: 'IfElse',
      branches: { pass: { condition_groups: [{ conditions: [condition] }] } },
      pass_steps: ['approve'],
      fail_steps: ['deny'],
    },
    { id: 'approve', type: 'Action', action_type: 'Approve' },
    {
      id: 'deny',
      type: 'Action',
      action_type: 'AdverseAction',
      adverse_action: { recipient: '{{applicant.email}}', send_strategy: 'auto_send', ...settings },
    },
  ] as unknown as CascadeDefinition;
}

interface RunOptions {
  readonly mode?: ExecutionMode;
  readonly applicant?: JsonObject;
  readonly effects?: EffectResources;
  readonly product?: string;
}

async function run(settings: JsonObject, options: RunOptions = {}) {
  const effects = options.effects ?? resources();
  const { id, runKey } = await trigger(db, tenant, {
    definition: denying(settings, options.product),
    payload: { applicant: { ...APPLICANT.applicant, ...options.applicant } },
    mode: options.mode ?? 'test',
  });
  const advance = createAdvance({ db, bus, sandbox, log });
  const performer = createPerformer({ db, executors: effects.executors, log, pullGiveUpMs: 60_000 });
  /** Advances and performs until nothing is left to do at this time. */
  const settle = async (at = now): Promise<{ wakeAt: number | null; done: boolean }> => {
    for (;;) {
      const { effects: open, wakeAt, done } = await advance(id, runKey, at);
      const waits = await renderAll(id);
      if (done || (open.length === 0 && !waits)) return { wakeAt, done };
      for (const effect of open) {
        await performer.perform(effect.id, id, runKey, signal).catch((error: unknown) => {
          if (!(error instanceof TryAgain)) throw error;
        });
      }
    }
  };
  return { id, runKey, settle, effects, output: async () => (await stepOutput(id)) as JsonObject };
}

/** What the artifacts service does; returns whether there was anything. */
async function renderAll(id: number): Promise<boolean> {
  const pending = await db.kysely
    .selectFrom('artifact')
    .select(['id', 'document'])
    .where('execution_id', '=', id)
    .where('status', '=', 'pending')
    .where('kind', '<>', 'report')
    .execute();
  for (const { id: artifactId, document } of pending) {
    const bytes = Buffer.from(`%PDF-${artifactId} ${JSON.stringify(document)}`);
    await db.transaction(async (trx) => {
      await trx.deleteFrom('artifact_blob').where('artifact_id', '=', artifactId).execute();
      await trx.insertInto('artifact_blob').values({ artifact_id: artifactId, bytes }).execute();
      await trx.updateTable('artifact').set({ status: 'ready' }).where('id', '=', artifactId).execute();
      await finishEffectOf(trx, artifactId);
    });
  }
  return pending.length > 0;
}

async function stepOutput(id: number) {
  return (await stepsOf(db, id)).find(({ node_id }) => node_id === 'deny')?.output;
}
const artifactsOf = (id: number, kind: 'notice' | 'enclosure') =>
  db.kysely
    .selectFrom('artifact')
    .selectAll()
    .where('execution_id', '=', id)
    .where('kind', '=', kind)
    .orderBy('id')
    .execute();
const eventNames = async (id: number) => (await eventsOf(db, id)).map(({ name }) => name);
const roundOf = (id: number) =>
  db.kysely.selectFrom('review_round').selectAll().where('execution_id', '=', id).executeTakeFirstOrThrow();
const attachmentsOf = (raw: string) => Array.from(raw.matchAll(/filename="?([^"\r\n;]+)/g), ([, name]) => name);

describe('adverse employment action', () => {
  const SETTINGS = { action_taken: 'adverse_employment', purpose: 'employment' };

  test('mails the letter with a copy of the report and the summary, and the final one after the waiting period', async () => {
    const { id, settle, output } = await run(SETTINGS, { product: 'criminal_background' });
    const { wakeAt } = await settle();
    expect(attachmentsOf(smtp.letters[0]?.raw ?? '')).toEqual([
      expect.stringContaining('adverse-action-notice'),
      expect.stringContaining('copy-of-criminal-background'),
      expect.stringContaining('summary-of-rights-stand-in'),
    ]);
    expect(wakeAt).toBe(Date.parse(String((await output()).waiting_ends_at)));
    expect(wakeAt).toBeGreaterThanOrEqual(now + 5 * 86_400_000);
    expect(await eventNames(id)).toEqual(['adverse_action.triggered']);

    now = (wakeAt ?? 0) + 1;
    expect((await settle()).done).toBe(true);
    const [first, final] = await artifactsOf(id, 'notice');
    expect(final?.document).toMatchObject({ letter: 'final', first_letter_date: first?.document?.date });
    expect(smtp.letters).toHaveLength(2);
    expect((await eventNames(id)).filter((name) => name === 'adverse_action.completed')).toHaveLength(1);
  });

  test('encloses the official summary once it is installed', async () => {
    const values = { key: 'summary-of-rights', filename: 'summary.pdf', content_type: 'application/pdf', sha256: 'x' };
    await db.kysely
      .insertInto('official_text')
      .values({ ...values, bytes: Buffer.from('%PDF-official') })
      .execute();
    const { id, settle } = await run(SETTINGS, { product: 'criminal_background' });
    await settle();
    await db.kysely.deleteFrom('official_text').execute();
    expect(attachmentsOf(smtp.letters[0]?.raw ?? '').at(-1)).toBe('summary.pdf');
    expect(await artifactsOf(id, 'enclosure')).toHaveLength(1);
  });

  test('that rests on no report takes a single letter', async () => {
    const { id, settle } = await run(SETTINGS);
    expect((await settle()).done).toBe(true);
    expect((await artifactsOf(id, 'notice')).map(({ stage }) => stage)).toEqual(['single']);
  });
});

describe('a live letter', () => {
  const CREDIT = { purpose: 'credit' };
  beforeEach(async () => {
    const account = db.kysely.updateTable('account').set({ ecoa_agency: 'federal_trade_commission' });
    await account.where('id', '=', tenant.accountId).execute();
  });

  test('needs a mail server, and without one its step fails', async () => {
    const effects = resources({ SMTP_URL: undefined as unknown as string });
    const { id, settle } = await run({ purpose: 'tenant' }, { mode: 'live', effects });
    await settle();
    expect((await stepsOf(db, id)).at(-1)).toMatchObject({ status: 'failed', error_code: 'email_not_configured' });
  });

  test('for credit without consent waits to be posted, and is due 30 days after the application', async () => {
    const applicant = { application_completed_at: '2026-11-01T00:00:00Z' };
    const { id, settle } = await run(CREDIT, { mode: 'live', applicant });
    await settle();
    expect(await roundOf(id)).toMatchObject({
      kind: 'notice',
      delivery: 'post',
      due_at: new Date('2026-12-01T00:00:00Z'),
    });
    expect(smtp.letters).toHaveLength(0);
    await db.kysely
      .updateTable('review_round')
      .set({ posted_on: '2026-11-20', carrier: 'USPS' })
      .where('execution_id', '=', id)
      .execute();
    await decide(db, id, 'approved');
    expect((await settle()).done).toBe(true);
    expect(await eventNames(id)).toContain('adverse_action.completed');
  });

  test.each([
    ["the applicant's", { applicant: { esign_consent: '2026-10-01T10:00:00Z' } }, false],
    ["the account's", {}, true],
  ])('for credit goes by e-mail with %s consent', async (_, options, keepsConsent) => {
    const account = db.kysely.updateTable('account').set({ keeps_esign_consent: keepsConsent });
    await account.where('id', '=', tenant.accountId).execute();
    const { settle } = await run(CREDIT, { mode: 'live', ...options });
    expect((await settle()).done).toBe(true);
    expect(smtp.letters).toHaveLength(1);
  });

  test('for credit names the federal agency of the account', async () => {
    await db.kysely
      .updateTable('account')
      .set({ ecoa_agency: 'national_credit_union_administration', keeps_esign_consent: true })
      .where('id', '=', tenant.accountId)
      .execute();
    const { id, settle } = await run(CREDIT, { mode: 'live' });
    await settle();
    const [artifact] = await artifactsOf(id, 'notice');
    expect(artifact?.document).toMatchObject({ federal_agency: { name: expect.stringContaining('Credit Union') } });
  });
});

describe('a draft', () => {
  test('that is sent on another day carries that day', async () => {
    const { id, settle } = await run({ send_strategy: 'draft_first' });
    await settle();
    const drafted = (await artifactsOf(id, 'notice'))[0]?.document as JsonObject;
    await decide(db, id, 'approved');
    now += 3 * 86_400_000;
    expect((await settle()).done).toBe(true);
    const sent = (await artifactsOf(id, 'notice'))[0]?.document as JsonObject;
    expect(Date.parse(String(sent.date)) - Date.parse(String(drafted.date))).toBe(3 * 86_400_000);
    const part = smtp.letters[0]?.raw.split('Content-Disposition: attachment').at(-1) ?? '';
    const attached = Buffer.from(part.split(/\r\n\r\n/)[1] ?? '', 'base64').toString();
    expect(attached).toContain(`"date":"${String(sent.date)}"`);
  });
});

describe('the mail of a notice', () => {
  test('has a text and an HTML part, and quotes the reference number of the letter', async () => {
    const { id, settle } = await run({});
    await settle();
    const raw = smtp.letters[0]?.raw ?? '';
    const reference = (await artifactsOf(id, 'notice'))[0]?.document?.reference;
    expect(raw).toContain('text/plain');
    expect(raw).toContain('text/html');
    expect(raw.replaceAll(/=\r\n/g, '')).toContain(String(reference));
  });

  test('beyond the limit of the hour waits for the next one', async () => {
    const effects = resources({ LETTERS_PER_CLIENT_PER_HOUR: 1 });
    await (await run({}, { effects })).settle();
    const second = await run({}, { effects });
    const { wakeAt, done } = await second.settle();
    expect([done, smtp.letters.length]).toEqual([false, 1]);
    expect((wakeAt ?? 0) % 3_600_000).toBe(0);
    await db.kysely.deleteFrom('rate_window').execute();
    expect((await second.settle(wakeAt ?? 0)).done).toBe(true);
    expect(await eventNames(second.id)).not.toContain('adverse_action.failed');
  });

  test.each([
    ['a 4xx', { kind: 'refuse', at: 'data', code: 451 }],
    ['a 5xx', { kind: 'refuse', at: 'recipient', code: 550 }],
  ] as const)('that meets %s is tried again an hour later, under the same Message-ID', async (_, behaviour) => {
    const { id, settle } = await run({});
    smtp.behave(behaviour);
    const { wakeAt } = await settle();
    expect(wakeAt).toBe(now + 3_600_000);
    expect(await eventNames(id)).toEqual(
      expect.arrayContaining(['adverse_action.failed', 'adverse_action.retry_scheduled']),
    );
    smtp.behave({ kind: 'accept' });
    expect((await settle(wakeAt ?? 0)).done).toBe(true);
    expect(new Set(smtp.letters.map(({ messageId }) => messageId)).size).toBe(1);
  });

  test('that is accepted while the execution is cancelled leaves its audit', async () => {
    const base = resources();
    let cancelled = 0;
    const mailer = {
      reachesRecipients: true,
      send: async () => {
        await cancel(db, cancelled);
        return { response: '250 queued' };
      },
      close: () => undefined,
    };
    const notice = noticeExecutor({ ...base.notices, mailer });
    const effects = { ...base, executors: { ...base.executors, notice } };
    const { id, settle, output } = await run({}, { effects });
    cancelled = id;
    await settle();
    expect(await output()).toMatchObject({ notices: [{ status: 'sent', message_id: expect.stringContaining('@') }] });
    expect((await eventNames(id)).filter((name) => name === 'adverse_action.completed')).toHaveLength(1);
    const events = await db.kysely.selectFrom('review_event').selectAll().where('execution_id', '=', id).execute();
    expect(events.map(({ event_type }) => event_type)).toContain('adverse_action_sent');
    expect((await artifactsOf(id, 'notice'))[0]?.notice_status).toBe('sent');
  });
});

describe('a notice that is sent again', () => {
  async function sentNotice() {
    const { id, settle, effects } = await run({});
    await settle();
    const [artifact] = await artifactsOf(id, 'notice');
    await db.kysely
      .insertInto('notice_resend')
      .values({
        api_client_id: tenant.apiClientId,
        execution_id: id,
        artifact_id: artifact?.id ?? 0,
        number: 1,
        requested_by_user_id: 9,
        due_at: new Date(0),
      })
      .execute();
    return { id, dependencies: effects.notices };
  }
  const resendOf = (id: number) =>
    db.kysely.selectFrom('notice_resend').selectAll().where('execution_id', '=', id).executeTakeFirstOrThrow();

  test('goes to the same person with the same letter, under a Message-ID of its own', async () => {
    const { id, dependencies } = await sentNotice();
    expect(await sendNextResend(dependencies, signal)).toBe(true);
    const [first, again] = smtp.letters;
    expect([again?.to, attachmentsOf(again?.raw ?? '')]).toEqual([first?.to, attachmentsOf(first?.raw ?? '')]);
    expect(again?.messageId).not.toBe(first?.messageId);
    const events = await db.kysely.selectFrom('review_event').selectAll().where('execution_id', '=', id).execute();
    expect(events.at(-1)).toMatchObject({ event_type: 'adverse_action_replayed', actor_user_id: 9 });
    expect(await sendNextResend(dependencies, signal)).toBe(false);
  });

  test('that the server defers is tried again an hour later under the same Message-ID', async () => {
    const { id, dependencies } = await sentNotice();
    smtp.behave({ kind: 'refuse', at: 'data', code: 451 });
    await sendNextResend(dependencies, signal);
    const waiting = await resendOf(id);
    expect([waiting.status, waiting.error_code]).toEqual(['pending', 'mail_unavailable']);
    expect(waiting.due_at.getTime()).toBeGreaterThan(Date.now() + 3_500_000);
    smtp.behave({ kind: 'accept' });
    await db.kysely.updateTable('notice_resend').set({ due_at: new Date() }).where('id', '=', waiting.id).execute();
    await sendNextResend(dependencies, signal);
    expect((await resendOf(id)).status).toBe('sent');
    expect(smtp.letters.at(-1)?.messageId).toBe(smtp.letters.at(-2)?.messageId);
  });
});
