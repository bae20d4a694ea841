import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach } from '../../support/jest.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { ExecutionMode } from '../../../core/states.ts';
import { finishEffectOf } from '../../../platform/database/effects.ts';
import type { Database } from '../../../platform/database/index.ts';
import { createLogger } from '../../../platform/log/index.ts';
import type { Bus } from '../../../platform/nats/index.ts';
import { loadReferenceData } from '../../../platform/reference-data/index.ts';
import { createAdvance } from '../../../services/executor/advance/index.ts';
import { createPerformer, TryAgain } from '../../../services/executor/perform/index.ts';
import { openEffects, type EffectResources } from '../../../services/executor/perform/resources.ts';
import { PRODUCT_CODES } from '../../../core/products/contract.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { startSmtp, type SmtpReceiver } from '../../support/smtp.ts';
import { APPLICANT, declining } from './definitions.ts';
import { createTenant, eventsOf, stepsOf, trigger, type Tenant } from './runs.ts';
import { silentBus } from './silent-bus.ts';

export const log = createLogger('test', 'silent');
export const { notices, sandbox } = loadReferenceData();
export const published: string[] = [];
const bus: Bus = { ...silentBus, publish: (subject) => void published.push(subject) };
export const signal = new AbortController().signal;

let database: TestDatabase;
export let db: Database;
/** Logs in like the service, so that acts beyond its privileges fail here. */
let own: Database;
export let smtp: SmtpReceiver;
export let tenant: Tenant;
/** The time at which letters are sent, moved by tests. */
export const clock = { now: Date.now() };
const opened: EffectResources[] = [];

/** To be called once by each file of tests. */
export function useNotices(): void {
  beforeAll(async () => {
    database = await createTestDatabase();
    db = await database.open();
    own = await database.open({ as: 'executor' });
    smtp = await startSmtp();
  });
  beforeEach(async () => {
    tenant = await createTenant(db);
    smtp.reset();
    published.length = 0;
    clock.now = Date.now();
  });
  afterAll(async () => {
    for (const effects of opened.splice(0)) await effects.close();
    await smtp.stop();
    await database.drop();
  });
}

/** Prolongs the hour in which letters are counted, so that it does not end during a test. */
export async function prolongHour(): Promise<void> {
  await db.kysely
    .updateTable('rate_window')
    .set({ resets_at: sql`resets_at + interval '1 hour'` })
    .execute();
}

type MailLimit =
  | `${'NOTICES' | 'LETTERS' | 'NOTIFICATIONS'}_PER_CLIENT_PER_HOUR`
  | `${'LETTERS' | 'NOTIFICATIONS'}_PER_EXECUTION`
  | 'LETTERS_PER_RECIPIENT_PER_HOUR'
  | 'NOTICES_PER_RECIPIENT_PER_DAY';

export function resources(
  config: Partial<
    Record<'SMTP_URL' | 'NOTICE_MAIL_FROM' | 'MAIL_RETURN_PATH', string | undefined> & Record<MailLimit, number>
  > = {},
): EffectResources {
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
      NOTICE_MAIL_FROM: undefined,
      NOTICES_PER_CLIENT_PER_HOUR: 5_000,
      NOTICES_PER_RECIPIENT_PER_DAY: 5_000,
      LETTERS_PER_CLIENT_PER_HOUR: 5_000,
      LETTERS_PER_RECIPIENT_PER_HOUR: 5_000,
      LETTERS_PER_EXECUTION: 20,
      NOTIFICATIONS_PER_CLIENT_PER_HOUR: 5_000,
      NOTIFICATIONS_PER_EXECUTION: 20,
      WEBHOOK_ALLOW_PRIVATE_TARGETS: true,
      ...config,
    } as unknown as Parameters<typeof openEffects>[0]['config'],
    db: own,
    bus,
    log,
    notices,
    sandbox,
    clock: () => clock.now,
  });
  opened.push(effects);
  return effects;
}

export interface RunOptions {
  readonly mode?: ExecutionMode;
  readonly applicant?: JsonObject;
  readonly effects?: EffectResources;
  readonly product?: string;
}

/** One notice. */
export const run = (settings: JsonObject, options: RunOptions = {}) =>
  runOf(declining(settings, options.product), options);

export async function runOf(definition: CascadeDefinition, options: RunOptions = {}) {
  const effects = options.effects ?? resources();
  const { id, runKey } = await trigger(db, tenant, {
    definition,
    payload: { applicant: { ...APPLICANT.applicant, ...options.applicant } },
    mode: options.mode ?? 'test',
    isDispatched: true,
  });
  const advance = createAdvance({ db: own, bus, sandbox, log });
  const performer = createPerformer({ db: own, executors: effects.executors, log, pullGiveUpMs: 60_000 });
  const performAll = async (open: readonly { readonly id: number }[]): Promise<void> => {
    for (const effect of open) {
      await performer.perform(effect.id, id, runKey, signal).catch((error: unknown) => {
        if (!(error instanceof TryAgain)) throw error;
      });
    }
  };
  /** Each effect that is open now, once. */
  const perform = async (at = clock.now) => performAll((await advance(id, runKey, at)).effects);
  /** Advances and performs until nothing is left to do at this time. */
  const settle = async (at = clock.now): Promise<{ wakeAt: number | null; done: boolean }> => {
    for (;;) {
      const { effects: open, wakeAt, done } = await advance(id, runKey, at);
      const waits = await renderAll(id);
      const isDue = wakeAt !== null && wakeAt <= at;
      if (done || (open.length === 0 && !waits && !isDue)) return { wakeAt, done };
      await performAll(open);
    }
  };
  return { id, runKey, settle, perform, effects, output: async () => (await stepOutput(id)) as JsonObject };
}

/** Does the work of the artifacts service; returns true if there was any. */
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
export const artifactsOf = (id: number, kind: 'notice' | 'enclosure') =>
  db.kysely
    .selectFrom('artifact')
    .selectAll()
    .where('execution_id', '=', id)
    .where('kind', '=', kind)
    .orderBy('id')
    .execute();
export const eventNames = async (id: number) => (await eventsOf(db, id)).map(({ name }) => name);
export const roundOf = (id: number) =>
  db.kysely.selectFrom('review_round').selectAll().where('execution_id', '=', id).executeTakeFirstOrThrow();
export const attachmentsOf = (raw: string) => Array.from(raw.matchAll(/filename="?([^"\r\n;]+)/g), ([, name]) => name);
