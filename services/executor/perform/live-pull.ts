import { sql } from 'kysely';
import { uuidV5 } from '../../../platform/crypto.ts';
import type { Database } from '../../../platform/database/index.ts';
import { executorOf, type Executor } from './effect.ts';
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

/** A report of live mode. It is billed once, in the transaction that records it (semantics 6.3.1). */
export function livePullExecutor(db: Database, vendors: ReadonlyMap<string, Pick<Vendor, 'pull'>>): Executor {
  return executorOf('live_pull', async ({ execution, nodeId, visit }, { product_code: productCode }) => {
    const vendor = vendors.get(productCode);
    if (vendor === undefined) {
      return { is: 'failed', code: 'product_unavailable', message: 'No vendor is configured for the product.' };
    }
    const pull = 1 + (await settledPulls(db, execution.id, nodeId, visit));
    const idempotencyKey = uuidV5(PULL_NAMESPACE, JSON.stringify([execution.id, nodeId, pull]));
    const outcome = await vendor.pull(execution.accountId, execution.payload, idempotencyKey);
    if (outcome.is !== 'pulled') return outcome;
    return {
      is: 'done',
      result: { report: outcome.report },
      also: async (trx) => {
        await trx
          .insertInto('billing_entry')
          .values({
            account_id: execution.accountId,
            api_client_id: execution.apiClientId,
            execution_id: execution.id,
            node_id: nodeId,
            visit,
            product_code: productCode,
          })
          .onConflict((conflict) => conflict.columns(['execution_id', 'node_id', 'visit']).doNothing())
          .execute();
      },
    };
  });
}
