import { sql } from 'kysely';
import type { JsonObject } from '../../../core/json.ts';
import { MOST_SLOTS } from '../../../core/products/connection.ts';
import { isTerminal } from '../../../core/states.ts';
import type { Database } from '../../../platform/database/index.ts';
import { WakeUp } from '../../../platform/wake.ts';
import { isDataError } from '../data-error.ts';
import { untilRecorded } from '../perform/until-recorded.ts';
import type { PullOutcome, Vendor } from '../perform/vendor.ts';
import type { VendorDirectory, Vendors } from '../perform/vendors.ts';
import { nextPollMs } from './back-off.ts';
import { dropCallbacks, takeCallbacks, type CallbackDependencies } from './callbacks.ts';
import { claimOrders, type ClaimedOrder } from './claim.ts';
import { progressOf } from './place.ts';
import { recordOrderCancelled, recordOrderFailed, recordOrderOpen, recordReport } from './record.ts';

/*
 * Asks vendors for the reports that they make in their own time. No run waits in a process for that. An order is a row,
 * claimed under a lease that is committed before its vendor is asked. Its end finishes the effect and pokes the run. If
 * a process dies, its claimed orders are asked for again once their leases have run out, under the same keys.
 */

export interface OrderDependencies extends CallbackDependencies {
  readonly vendors: Pick<Vendors, 'named' | 'ofOrder' | 'installation'>;
}

const EVERY_MS = 1_000;
const DROP_EVERY_MS = 3_600_000;
const SLOTS = 40;
/** Limit of one connection and of one account, so that a vendor that hangs leaves slots to the others. */
const MOST_OF_ONE = MOST_SLOTS;

/**
 * Asks for due orders, and for those that vendors have called about, until `stopping` is aborted. Then requests under
 * way are aborted.
 */
export async function askForOrders(
  dependencies: OrderDependencies,
  stopping: AbortSignal,
  wakeUp = new WakeUp(),
): Promise<void> {
  const { db, vendors, log } = dependencies;
  let droppedAt = -Infinity;
  const underWay = new Map<ClaimedOrder, Promise<void>>();
  const fewer = new Map(
    [...vendors.installation.values()].flatMap(({ connection: { name, slots } }) =>
      slots < MOST_OF_ONE ? [[name, slots]] : [],
    ),
  );
  while (!stopping.aborted) {
    try {
      if (await takeCallbacks(dependencies)) wakeUp.wake();
      if (performance.now() - droppedAt >= DROP_EVERY_MS) {
        await dropCallbacks(dependencies);
        droppedAt = performance.now();
      }
      const claimed = await claimOrders(db, SLOTS - underWay.size, { ...busy([...underWay.keys()]), fewer });
      for (const order of claimed) {
        const asking = askFor(dependencies, order, stopping)
          .catch((error: unknown) => log.error({ err: error, execution_id: order.execution_id }, 'an order threw'))
          .finally(() => {
            underWay.delete(order);
            wakeUp.wake();
          });
        underWay.set(order, asking);
      }
    } catch (error) {
      log.warn({ err: error }, 'orders that are due could not be read; trying again');
    }
    await wakeUp.sleep(EVERY_MS, stopping);
  }
  await Promise.all(underWay.values());
}

function busy(orders: readonly ClaimedOrder[]) {
  const connections = new Map<string, number>();
  const accounts = new Map<number, number>();
  for (const { connection, account_id: accountId } of orders) {
    connections.set(connection, (connections.get(connection) ?? 0) + 1);
    accounts.set(accountId, (accounts.get(accountId) ?? 0) + 1);
  }
  return { connections, accounts, most: MOST_OF_ONE };
}

/** Asks for an order that was claimed, and records the result. */
export async function askFor(
  { db, vendors, log }: Pick<OrderDependencies, 'db' | 'log'> & { readonly vendors: Pick<VendorDirectory, 'ofOrder'> },
  order: ClaimedOrder,
  signal: AbortSignal,
): Promise<void> {
  const run = await db.kysely
    .selectFrom('execution')
    .select(['status', 'request_id'])
    // Needed only by a pull that is repeated.
    .select(sql<JsonObject>`case when ${order.location === null} then payload else '{}'::jsonb end`.as('payload'))
    .where('id', '=', order.execution_id)
    .executeTakeFirst();
  // An order with a report is asked only for a correction, in any state of the run.
  const isAsked = order.ended_as !== null || order.is_entered;
  if (run === undefined || (isTerminal(run.status) && !isAsked)) return recordOrderCancelled(db, order.id);
  // The connection at which it was placed, even if the account has another one now.
  const vendor = await vendors.ofOrder(order);
  const outcome = vendor === undefined ? NOT_CONFIGURED : await ask(vendor, order, { payload: run.payload, signal });
  log.info(
    {
      execution_id: order.execution_id,
      request_id: run.request_id,
      order_id: order.id,
      outcome: outcome.is,
      code: 'code' in outcome ? outcome.code : undefined,
      reason: outcome.is === 'transient' ? outcome.message : undefined,
    },
    'a vendor was asked for an order',
  );
  try {
    await untilRecorded(
      () => record(db, { order, outcome, afterMs: (given) => waitMs(order, vendor, given) }),
      (error) => log.warn({ err: error, order_id: order.id }, 'the answer of a vendor cannot be recorded yet'),
    );
  } catch (error) {
    if (!isDataError(error)) throw error;
    log.error({ err: error, execution_id: order.execution_id }, 'a report cannot be stored');
    await recordOrderFailed(db, order.id, NOT_STORABLE);
  }
}

/** Two years, which is later than any deadline. */
const LONGEST_DEADLINE_MS = 8_760 * 3_600_000 * 2;

/** This process got no result; the order waits for the next one. */
const INTERRUPTED = { is: 'postponed', code: 'interrupted', message: 'Interrupted.', retryAfterMs: 0 } as const;
const NOT_CONFIGURED = {
  is: 'transient',
  code: 'product_unavailable',
  message: 'No vendor is configured for the product.',
} as const;
const NOT_STORABLE = { as: 'failed', code: 'internal_error', message: 'The result cannot be stored.' } as const;
const TIMED_OUT = {
  as: 'timed_out',
  code: 'vendor_timeout',
  message: 'The vendor had not made the report by the end of the time that it had.',
} as const;

async function ask(
  vendor: Pick<Vendor, 'ask'>,
  order: ClaimedOrder,
  { payload, signal }: { readonly payload: JsonObject; readonly signal: AbortSignal },
): Promise<PullOutcome> {
  try {
    return await vendor.ask({
      accountId: order.account_id,
      payload,
      idempotencyKey: order.idempotency_key,
      reference: order.reference,
      location: order.location,
      ageMs: order.age_ms,
      progress: progressOf(order),
      signal,
    });
  } catch (error) {
    if (signal.aborted) return INTERRUPTED;
    throw error;
  }
}

/** The delay until it is asked for again; never past the deadline. */
function waitMs(
  order: ClaimedOrder,
  vendor: Pick<Vendor, 'canAsk' | 'connection'> | undefined,
  given?: number,
): number {
  if (vendor === undefined) return nextPollMs(order.polls, given, 5_000);
  const { poll } = vendor.connection;
  if (!vendor.canAsk(order) || order.age_ms >= poll.untilMs) return LONGEST_DEADLINE_MS;
  return nextPollMs(order.polls, given, poll.everyMs);
}

interface Answered {
  readonly order: ClaimedOrder;
  readonly outcome: PullOutcome;
  afterMs(given: number | undefined): number;
}

function record(db: Database, { order, outcome, afterMs }: Answered): Promise<void> {
  switch (outcome.is) {
    case 'pulled':
      return recordReport(db, order, outcome);
    case 'failed':
      return recordOrderFailed(db, order.id, { as: 'failed', code: outcome.code, message: outcome.message });
    case 'accepted':
      if (order.is_overdue) return recordOrderFailed(db, order.id, TIMED_OUT);
      return recordOrderOpen(db, order, { afterMs: afterMs(outcome.askAfterMs), accepted: outcome });
    case 'transient':
    case 'postponed': {
      if (order.is_overdue && outcome !== INTERRUPTED) return recordOrderFailed(db, order.id, TIMED_OUT);
      const isUncounted = outcome.is === 'postponed';
      const waits = isUncounted ? outcome.retryAfterMs : afterMs(outcome.retryAfterMs);
      return recordOrderOpen(db, order, { afterMs: waits, isUncounted });
    }
  }
}
