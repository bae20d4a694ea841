import { uuidV5 } from '../../../platform/crypto.ts';
import { executorOf, type Executor } from './effect.ts';
import type { Vendor } from './vendor.ts';

const PULL_NAMESPACE = '4d3f1a0e-7a55-4f3c-9f6b-2f6a7a1f0b8c';

/** A report of live mode. It is billed in the transaction that records it, once, whatever was tried before. */
export function livePullExecutor(vendors: ReadonlyMap<string, Pick<Vendor, 'pull'>>): Executor {
  return executorOf('live_pull', async ({ execution, nodeId, visit }, { product_code: productCode }) => {
    const vendor = vendors.get(productCode);
    if (vendor === undefined) {
      return { is: 'failed', code: 'product_unavailable', message: 'No vendor is configured for the product.' };
    }
    const idempotencyKey = uuidV5(PULL_NAMESPACE, JSON.stringify([execution.id, nodeId, visit]));
    const outcome = await vendor.pull(execution.payload, idempotencyKey);
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
