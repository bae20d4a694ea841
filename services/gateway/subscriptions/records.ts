import { sql, type Selectable } from 'kysely';
import { endpointHealth } from '../../../core/endpoint-health.ts';
import { AppError } from '../../../core/errors.ts';
import type { EventName } from '../../../core/events.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { DeliveryStatus } from '../../../core/states.ts';
import type { DB, Queryable } from '../../../platform/database/index.ts';
import { timeText } from '../http/present.ts';
import { COUNT } from '../http/paging.ts';
import type { Auth } from '../services.ts';

/** Subscriptions belong to the calling client. A secret is shown only in the response that created it. */
export type SubscriptionRow = Selectable<DB['webhook_subscription']>;

/** How long deliveries are also signed with the previous secret after a rotation (semantics 14.9.2). */
const ROTATION_GRACE_HOURS = 24;

function present(row: SubscriptionRow, deliveries: JsonObject, signingSecret?: string): JsonObject {
  const health = endpointHealth(row.failing_since, new Date());
  return {
    id: row.id,
    object: 'webhook_subscription',
    url: row.url,
    event_filter: row.event_filter,
    active: row.active,
    health: health.status === 'ok' ? { status: 'ok' } : { status: 'failing', since: health.since.toISOString() },
    deliveries,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    secret_rotated_at: timeText(row.secret_rotated_at),
    ...(signingSecret === undefined ? {} : { signing_secret: signingSecret }),
  };
}

export async function presentSubscription(
  db: Queryable,
  row: SubscriptionRow,
  signingSecret?: string,
): Promise<JsonObject> {
  const deliveries = await readDeliveries(db, [row]);
  return present(row, deliveries(row.id), signingSecret);
}

export async function presentSubscriptions(db: Queryable, rows: readonly SubscriptionRow[]): Promise<JsonObject[]> {
  const deliveries = await readDeliveries(db, rows);
  return rows.map((row) => present(row, deliveries(row.id)));
}

interface DeliveriesRow {
  readonly id: number;
  readonly waiting: number;
  readonly unsuccessful: number;
  readonly last_id: number | null;
  readonly last_status: DeliveryStatus | null;
  readonly last_response_status: number | null;
  readonly last_created_at: Date | null;
}

/** Counts of the deliveries of the client's subscriptions: one query for all of them, each part by an index. */
async function readDeliveries(db: Queryable, subscriptions: readonly SubscriptionRow[]) {
  const [first] = subscriptions;
  const ids = subscriptions.map(({ id }) => id);
  const { rows } =
    first === undefined
      ? { rows: [] }
      : await sql<DeliveriesRow>`
          select s.id, coalesce(u.total, 0) as unsuccessful, last.*, (
            select count(*) from webhook_queue q where q.subscription_id = s.id and q.lane in ('fresh', 'retry')
          ) as waiting
          from webhook_subscription s
          left join (
            select subscription_id, count(*) as total from webhook_unsuccessful
            where api_client_id = ${first.api_client_id} and subscription_id = any(${ids}) group by subscription_id
          ) u on u.subscription_id = s.id
          left join lateral (
            select d.id as last_id, d.status as last_status, d.last_response_status, d.created_at as last_created_at
            from webhook_delivery d where d.subscription_id = s.id order by d.id desc limit 1
          ) last on true
          where s.id = any(${ids})`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return (id: number): JsonObject => {
    const row = byId.get(id);
    if (row === undefined) throw new Error(`subscription ${id} was not read`);
    const { waiting, unsuccessful, last_id: lastId } = row;
    const last =
      lastId === null
        ? null
        : {
            id: lastId,
            status: row.last_status,
            response_status: row.last_response_status,
            created_at: timeText(row.last_created_at),
          };
    return { waiting, unsuccessful, last };
  };
}

/** Subscriptions of the client that are not deleted. */
export function selectSubscriptions(db: Queryable, auth: Auth) {
  return db
    .selectFrom('webhook_subscription')
    .where('api_client_id', '=', auth.apiClientId)
    .where('deleted_at', 'is', null);
}

export async function readSubscription(db: Queryable, auth: Auth, subscriptionId: number): Promise<SubscriptionRow> {
  const row = await selectSubscriptions(db, auth).selectAll().where('id', '=', subscriptionId).executeTakeFirst();
  if (row === undefined) throw new AppError('not_found');
  return row;
}

/** The subscription like a read, locked until the transaction ends. */
export async function lockSubscription(trx: Queryable, auth: Auth, subscriptionId: number): Promise<SubscriptionRow> {
  const row = await selectSubscriptions(trx, auth)
    .selectAll()
    .where('id', '=', subscriptionId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new AppError('not_found');
  return row;
}

/** The subscription as the audit log shows it. Without the URL's query, which may hold a secret of the receiver. */
export function auditedSubscription({ url, event_filter: filter, active }: SubscriptionRow): JsonObject {
  return { url: url.replace(/\?.*$/s, '?…'), event_filter: [...filter], active };
}

/**
 * Throws `subscription_limit_reached` if the client has `max` subscriptions. Locks the client, so that concurrent
 * inserts are counted one after the other.
 */
export async function requireCapacity(trx: Queryable, auth: Auth, max: number): Promise<void> {
  await trx.selectFrom('api_client').select('id').where('id', '=', auth.apiClientId).forUpdate().execute();
  const { total } = await selectSubscriptions(trx, auth).select(COUNT).executeTakeFirstOrThrow();
  if (total < max) return;
  throw new AppError('subscription_limit_reached', {
    message: `The API client has ${total} subscriptions, and at most ${max} are allowed. Delete one that is not used.`,
  });
}

export async function insertSubscription(
  db: Queryable,
  auth: Auth,
  subscription: { url: string; eventFilter: readonly EventName[]; active: boolean; sealedSecret: string },
): Promise<SubscriptionRow> {
  return db
    .insertInto('webhook_subscription')
    .values({
      account_id: auth.accountId,
      api_client_id: auth.apiClientId,
      url: subscription.url,
      event_filter: [...subscription.eventFilter],
      active: subscription.active,
      secret: subscription.sealedSecret,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function updateSubscription(
  db: Queryable,
  auth: Auth,
  subscriptionId: number,
  changes: { url?: string; eventFilter?: readonly EventName[]; active?: boolean },
): Promise<SubscriptionRow> {
  const { url, eventFilter, active } = changes;
  if (url === undefined && eventFilter === undefined && active === undefined) {
    return readSubscription(db, auth, subscriptionId);
  }
  const row = await db
    .updateTable('webhook_subscription')
    .set({
      // The failures belong to the former receiver.
      ...(url === undefined ? {} : { url, failing_since: sql<null>`case when url = ${url} then failing_since end` }),
      ...(eventFilter === undefined ? {} : { event_filter: [...eventFilter] }),
      ...(active === undefined ? {} : { active }),
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', subscriptionId)
    .where('api_client_id', '=', auth.apiClientId)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw new AppError('not_found');
  return row;
}

/**
 * Deliveries are signed with the new secret at once, and also with the previous one until its grace ends; an older one
 * is dropped.
 */
export async function rotateSecret(
  db: Queryable,
  auth: Auth,
  subscriptionId: number,
  sealedSecret: string,
): Promise<SubscriptionRow> {
  const row = await db
    .updateTable('webhook_subscription')
    .set((set) => ({
      previous_secret: set.ref('secret'),
      previous_secret_until: sql<Date>`now() + ${ROTATION_GRACE_HOURS}::int * interval '1 hour'`,
      secret: sealedSecret,
      secret_rotated_at: sql<Date>`now()`,
      updated_at: sql<Date>`now()`,
    }))
    .where('id', '=', subscriptionId)
    .where('api_client_id', '=', auth.apiClientId)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw new AppError('not_found');
  return row;
}

export async function deleteSubscription(db: Queryable, auth: Auth, subscriptionId: number): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_subscription')
    .set({ deleted_at: sql<Date>`now()`, updated_at: sql<Date>`now()` })
    .where('id', '=', subscriptionId)
    .where('api_client_id', '=', auth.apiClientId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new AppError('not_found');
}
