import { sql } from 'kysely';
import type { JsonObject } from '../../../core/json.ts';
import type { SubjectRegistry } from '../../../core/products/sandbox.ts';
import { uuidV5 } from '../../../platform/crypto.ts';
import type { Database } from '../../../platform/database/index.ts';
import { nextPollMs } from '../orders/back-off.ts';
import { endOrderOf, findOrder, toNewOrder, toOpenOrder } from '../orders/place.ts';
import { bill } from './billing.ts';
import { endsBy, type Connection } from './connection.ts';
import { executorOf, type EffectOutcome, type Executor } from './effect.ts';
import { isAskedAbout } from './made-up.ts';
import { PullSlots } from './pull-slots.ts';
import { NOT_BILLED, pullOnce } from './single-pull.ts';
import { SEALED, type VendorDirectory } from './vendors.ts';

/**
 * Earlier pulls of the node that are settled with the vendor: reported, or known not to be billed. A retry of any other
 * failed pull carries its key again, so that the vendor makes and bills it once (semantics 17.4.5).
 */
async function settledPulls(db: Database, executionId: number, nodeId: string, visit: number): Promise<number> {
  const { settled } = await db.kysely
    .selectFrom('effect')
    .select(sql<number>`count(*)`.as('settled'))
    .where('execution_id', '=', executionId)
    .where('node_id', '=', nodeId)
    .where('visit', '<', visit)
    .where('kind', '=', 'live_pull')
    .where((effect) => effect.or([effect('status', '=', 'done'), effect('error_code', 'in', NOT_BILLED)]))
    .executeTakeFirstOrThrow();
  return settled;
}

const PULL_NAMESPACE = '4d3f1a0e-7a55-4f3c-9f6b-2f6a7a1f0b8c';

/** The operator can restore the key, so this is not final. */
const UNREADABLE = {
  is: 'transient',
  code: 'vendor_unavailable',
  message: "The account's connection to the vendor cannot be opened.",
} as const;

/** Nothing was tried, so that others have their turn meanwhile. */
const NO_PLACE = {
  is: 'postponed',
  code: 'vendor_unavailable',
  message: 'Other pulls have all places at the vendor.',
  retryAfterMs: 2_000,
} as const;

const MADE_UP = {
  is: 'failed',
  code: 'product_unavailable',
  message: "The person is made up, and the connection is not marked as the vendor's sandbox.",
} as const;
const NOT_MADE_UP = {
  is: 'failed',
  code: 'product_unavailable',
  message: "The connection is marked as the vendor's sandbox, which is asked for made-up people alone.",
} as const;

/**
 * A sandbox's reports decide about nobody real, and no vendor is paid for a made-up person. Undefined if it may be
 * sent.
 */
function refusalOf(
  connection: Connection,
  payload: JsonObject,
  subjects: Pick<SubjectRegistry, 'has'>,
): EffectOutcome | undefined {
  if (isAskedAbout(connection, payload, subjects)) return undefined;
  return connection.sandbox === undefined ? MADE_UP : NOT_MADE_UP;
}

/**
 * A report of live mode. It is billed once, in the transaction that records it (semantics 6.3.1). A vendor that makes
 * it in its own time gets an order, which the effect waits for. A pull with the same key takes up that order.
 */
export function livePullExecutor(
  db: Database,
  vendors: Pick<VendorDirectory, 'of'>,
  subjects: Pick<SubjectRegistry, 'has'>,
): Executor {
  const slots = new PullSlots();
  return executorOf('live_pull', async (effect, { product_code: productCode }) => {
    const { execution, nodeId, visit, attempts } = effect;
    const vendor = await vendors.of(execution, productCode);
    if (vendor === SEALED) return UNREADABLE;
    if (vendor === undefined) {
      return { is: 'failed', code: 'product_unavailable', message: 'No vendor is configured for the product.' };
    }
    const pull = 1 + (visit > 1 ? await settledPulls(db, execution.id, nodeId, visit) : 0);
    const idempotencyKey = uuidV5(PULL_NAMESPACE, JSON.stringify([execution.id, nodeId, pull]));
    // The first attempt of a first visit has no order.
    const known = attempts > 1 || visit > 1 ? await findOrder(db, idempotencyKey) : undefined;
    const { connection } = vendor;
    if (known?.endedAs === null) return { is: 'delegated', to: toOpenOrder(effect, known.id, endsBy(connection)) };
    if (known?.report != null) return { is: 'done', result: { report: known.report } };
    const refusal = refusalOf(connection, execution.payload, subjects);
    if (refusal !== undefined) return refusal;
    const leave = await slots.take(execution.accountId, connection);
    if (leave === null) return NO_PLACE;
    const asked = { accountId: execution.accountId, payload: execution.payload, idempotencyKey };
    const named = { idempotencyKey, productCode, connection };
    // A pull of two requests has an order, which keeps the first answer.
    const isRepeatable = connection.idempotency === 'header' && vendor.steps === 1;
    const pulling = isRepeatable ? vendor.pull(asked) : pullOnce(db, { vendor, effect, named, known }, asked);
    const outcome = await pulling.finally(leave);
    if (outcome.is === 'accepted') {
      const { reference, location, askAfterMs } = outcome;
      const firstPollMs = vendor.canAsk(outcome) ? nextPollMs(0, askAfterMs, connection.poll.everyMs) : undefined;
      return { is: 'delegated', to: toNewOrder(effect, { ...named, reference, location, firstPollMs }) };
    }
    if (outcome.is !== 'pulled') return outcome;
    return {
      is: 'done',
      result: { report: outcome.report },
      also: async (trx) => {
        const { accountId, apiClientId, id: executionId } = execution;
        if (outcome.isBilled) await bill(trx, { accountId, apiClientId, executionId, nodeId, visit, productCode });
        if (known !== undefined) await endOrderOf(trx, idempotencyKey, outcome.report);
      },
    };
  });
}
