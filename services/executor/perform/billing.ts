import type { Queryable } from '../../../platform/database/index.ts';

export interface BilledPull {
  readonly accountId: number;
  readonly apiClientId: number;
  readonly executionId: number;
  readonly nodeId: string;
  readonly visit: number;
  readonly productCode: string;
}

/** Bills a report once, in the transaction that records it (semantics 6.3.1). */
export async function bill(trx: Queryable, pull: BilledPull): Promise<void> {
  await trx
    .insertInto('billing_entry')
    .values({
      account_id: pull.accountId,
      api_client_id: pull.apiClientId,
      execution_id: pull.executionId,
      node_id: pull.nodeId,
      visit: pull.visit,
      product_code: pull.productCode,
    })
    .onConflict((conflict) => conflict.columns(['execution_id', 'node_id', 'visit']).doNothing())
    .execute();
}
