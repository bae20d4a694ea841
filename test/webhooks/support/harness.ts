import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { EventName } from '../../../core/events.ts';
import type { JsonObject } from '../../../core/json.ts';
import { newWebhookSecret, SecretBox } from '../../../platform/crypto.ts';
import { subscriptionSecretContext } from '../../../platform/database/deliveries.ts';
import { emittingCtes, eventRow } from '../../../platform/database/events.ts';
import type { Database, Queryable } from '../../../platform/database/index.ts';
import { createLogger } from '../../../platform/log/index.ts';
import { createMetrics, type Registry } from '../../../platform/metrics.ts';
import { createOutboundClient, type OutboundClient, type OutboundOptions } from '../../../platform/outbound/index.ts';
import { DeliveryLoop } from '../../../services/webhooks/loop.ts';
import { createWebhookMetrics } from '../../../services/webhooks/metrics.ts';
import type { ConcurrencyLimits } from '../../../services/webhooks/limiter.ts';
import { SESSION } from '../../../services/webhooks/session.ts';
import { SigningKeys } from '../../../services/webhooks/signing-keys.ts';
import { createTestDatabase } from '../../support/database.ts';
import { PATIENCE_MS } from '../../support/patience.ts';

export const CLIENT_ID = 7;
export const ENCRYPTION_KEY = randomBytes(32);

/** A clock that is stopped until the test moves it. */
export class Clock {
  static readonly START = Date.UTC(2030, 0, 1);
  #at = Clock.START;

  readonly now = (): Date => new Date(this.#at);

  /** Seconds after the start. */
  set(seconds: number): void {
    this.#at = Clock.START + seconds * 1_000;
  }

  secondsOf(date: Date | null): number | null {
    return date === null ? null : (date.getTime() - Clock.START) / 1_000;
  }
}

export interface LoopSettings {
  readonly outbound?: Partial<OutboundOptions>;
  readonly maxAttempts?: number;
  /** The service's. Default: the one that the secrets are encrypted with. */
  readonly encryptionKey?: Buffer;
  readonly limits?: ConcurrencyLimits;
  /** Sends the request of an attempt. Default: the outbound client. */
  readonly post?: OutboundClient['post'];
  /** The service's clock. Default: the harness's. */
  readonly now?: () => Date;
  /** PostgreSQL's clock. Default: the service's. */
  readonly databaseNow?: () => Date;
}

export interface Harness {
  readonly db: Database;
  readonly url: string;
  readonly clock: Clock;
  /** The metrics of the loop that was made last. */
  metricsText(): Promise<string>;
  /** A loop on the test's clock; `reset` stops it. */
  newLoop(settings?: LoopSettings): DeliveryLoop;
  subscribe(url: string, more?: SubscriptionSettings): Promise<{ id: number; secret: string }>;
  /** Emits an event as the executor does. Returns its id. */
  emit(name?: EventName, data?: JsonObject): Promise<string>;
  deliveries(): Promise<Awaited<ReturnType<typeof readDeliveries>>>;
  /** The only delivery there is. */
  delivery(): Promise<Awaited<ReturnType<typeof readDeliveries>>[number]>;
  /** Between tests: stops the loops, empties the tables, sets the clock back. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

export interface SubscriptionSettings {
  readonly clientId?: number;
  readonly filter?: readonly EventName[];
  readonly active?: boolean;
  readonly secret?: string;
  readonly previousSecret?: string;
  readonly previousSecretUntil?: Date;
}

/** One database for a file of tests: to be started once and reset after each test. */
export async function startHarness(): Promise<Harness> {
  const testDatabase = await createTestDatabase();
  const db = await testDatabase.open({ poolMax: 5, session: SESSION });
  // The service's own login: what it may not do, it cannot do here.
  const own = await testDatabase.open({ poolMax: 5, session: SESSION, as: 'webhooks' });
  const clock = new Clock();
  const cleanUps: (() => Promise<unknown>)[] = [];
  let registry: Registry | undefined;
  const newLoop = (settings: LoopSettings = {}): DeliveryLoop => {
    const now = settings.now ?? clock.now;
    const databaseNow = settings.databaseNow ?? settings.now ?? clock.now;
    registry = createMetrics('webhooks');
    const outbound = createOutboundClient({ ...OUTBOUND, ...settings.outbound });
    const loop: DeliveryLoop = new DeliveryLoop({
      pool: own.pool,
      log: createLogger('webhooks', 'silent'),
      metrics: createWebhookMetrics({ registry, db: own.kysely, databaseNow, loop: () => loop }),
      outbound: settings.post === undefined ? outbound : { ...outbound, post: settings.post },
      keys: new SigningKeys(new SecretBox([{ id: 'k1', key: settings.encryptionKey ?? ENCRYPTION_KEY }])),
      maxAttempts: settings.maxAttempts ?? 6,
      now,
      databaseNow,
      ...(settings.limits === undefined ? {} : { limits: settings.limits }),
    });
    cleanUps.push(async () => {
      await loop.stop();
      await outbound.close();
    });
    return loop;
  };
  const reset = async (): Promise<void> => {
    for (const cleanUp of cleanUps.splice(0)) await cleanUp();
    await sql`truncate event, webhook_delivery, webhook_queue, webhook_attempt, webhook_unsuccessful, webhook_subscription`.execute(
      db.kysely,
    );
    clock.set(0);
  };
  return {
    db,
    url: testDatabase.url,
    clock,
    metricsText: async () => (await registry?.metrics()) ?? '',
    newLoop,
    subscribe: (url, more) => insertSubscription(db.kysely, url, more),
    emit: (name = 'execution.completed', data = {}) => emitEvent(db.kysely, name, data, clock.now()),
    deliveries: () => readDeliveries(db.kysely),
    delivery: async () => {
      const [only, ...others] = await readDeliveries(db.kysely);
      if (only === undefined || others.length > 0) throw new Error('there is not exactly one delivery');
      return only;
    },
    reset,
    close: async () => {
      await reset();
      await testDatabase.drop();
    },
  };
}

/** Limits far beyond what a test needs; a test of one of them sets it. */
const OUTBOUND: OutboundOptions = {
  allowPrivate: true,
  connectTimeoutMs: PATIENCE_MS,
  readTimeoutMs: PATIENCE_MS,
  totalTimeoutMs: PATIENCE_MS,
  maxResponseBytes: 65_536,
  perOriginConnections: 100,
};

export async function insertSubscription(
  db: Queryable,
  url: string,
  more: SubscriptionSettings = {},
): Promise<{ id: number; secret: string }> {
  const secrets = new SecretBox([{ id: 'k1', key: ENCRYPTION_KEY }]);
  const clientId = more.clientId ?? CLIENT_ID;
  const seal = (secret: string) => secrets.seal(secret, subscriptionSecretContext(clientId));
  const secret = more.secret ?? newWebhookSecret();
  const { id } = await db
    .insertInto('webhook_subscription')
    .values({
      account_id: 1,
      api_client_id: clientId,
      url,
      event_filter: [...(more.filter ?? [])],
      active: more.active ?? true,
      secret: seal(secret),
      previous_secret: more.previousSecret === undefined ? null : seal(more.previousSecret),
      previous_secret_until: more.previousSecretUntil ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, secret };
}

export async function emitEvent(
  db: Queryable,
  name: EventName,
  data: JsonObject,
  createdAt: Date,
  clientId = CLIENT_ID,
): Promise<string> {
  const origin = { executionId: 1, runKey: randomUUID(), name, nodeId: null, visit: null, key: '' };
  const row = eventRow(origin, data, createdAt);
  await sql`
    with source as (select ${clientId}::bigint as api_client_id, 1::bigint as execution_id, ${JSON.stringify([row])}::jsonb as events),
    ${sql.raw(emittingCtes('source', 'source.events'))}
    select count(*) from new_delivery`.execute(db);
  return row.id;
}

function readDeliveries(db: Queryable) {
  return db.selectFrom('webhook_delivery').selectAll().orderBy('id').execute();
}
