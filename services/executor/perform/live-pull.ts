import { sql } from 'kysely';
import { uuidV5 } from '../../../platform/crypto.ts';
import type { Database } from '../../../platform/database/index.ts';
import { endOrderOf, findOrder, toNewOrder, toOpenOrder } from '../orders/place.ts';
import { bill } from './billing.ts';
import { executorOf, type Executor } from './effect.ts';
import { PullSlots } from './pull-slots.ts';
import type { Vendor } from './vendor.ts';

/** How a pull fails that the vendor did not bill: it was refused, or there was no vendor to ask. */
const NOT_BILLED = ['vendor_rejected', 'product_unavailable'];

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

/** Nothing was tried, and others have their turn meanwhile. */
const NO_PLACE = {
  is: 'postponed',
  code: 'vendor_unavailable',
  message: 'Other pulls have all places at the vendor.',
  retryAfterMs: 2_000,
} as const;

/**
 * A report of live mode. It is billed once, in the transaction that records it (semantics 6.3.1). A vendor that makes it in
 * its own time gets an order, which the effect waits for; a pull of the same key takes up the same order.
 */
export function livePullExecutor(
  db: Database,
  vendors: ReadonlyMap<string, Pick<Vendor, 'pull' | 'connection' | 'endsBy'>>,
  deadlineMs: number,
): Executor {
  const slots = new PullSlots();
  return executorOf('live_pull', async (effect, { product_code: productCode }) => {
    const { execution, nodeId, visit, attempts } = effect;
    const vendor = vendors.get(productCode);
    if (vendor === undefined) {
      return { is: 'failed', code: 'product_unavailable', message: 'No vendor is configured for the product.' };
    }
    const pull = 1 + (await settledPulls(db, execution.id, nodeId, visit));
    const idempotencyKey = uuidV5(PULL_NAMESPACE, JSON.stringify([execution.id, nodeId, pull]));
    // The first attempt of a first visit has none.
    const known = attempts > 1 || visit > 1 ? await findOrder(db, idempotencyKey) : undefined;
    if (known?.isOpen === true) return { is: 'delegated', to: toOpenOrder(effect, known.id, vendor.endsBy) };
    if (known?.report != null) return { is: 'done', result: { report: known.report } };
    const leave = await slots.take(execution.accountId, vendor.connection);
    if (leave === null) return NO_PLACE;
    const outcome = await vendor
      .pull({ accountId: execution.accountId, payload: execution.payload, idempotencyKey })
      .finally(leave);
    if (outcome.is === 'accepted') {
      const { connection, endsBy } = vendor;
      const order = { ...outcome, idempotencyKey, productCode, connection, endsBy, deadlineMs };
      return { is: 'delegated', to: toNewOrder(effect, order) };
    }
    if (outcome.is !== 'pulled') return outcome;
    return {
      is: 'done',
      result: { report: outcome.report },
      also: async (trx) => {
        const { accountId, apiClientId, id: executionId } = execution;
        await bill(trx, { accountId, apiClientId, executionId, nodeId, visit, productCode });
        if (known !== undefined) await endOrderOf(trx, idempotencyKey);
      },
    };
  });
}
