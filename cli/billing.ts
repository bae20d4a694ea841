import { csvLine } from '../core/csv-line.ts';
import type { Queryable } from '../platform/database/index.ts';

export interface BillingFilter {
  readonly account?: number;
  /** Inclusive. */
  readonly from?: Date;
  /** Exclusive. */
  readonly to?: Date;
}

const COLUMNS = [
  'entry_id',
  'billed_at',
  'account_id',
  'account_name',
  'api_client_id',
  'execution_id',
  'node_id',
  'visit',
  'product_code',
] as const;
const PAGE = 1_000;

/** The ledger of live pulls as CSV (RFC 4180), in the order of the entries, read a page at a time. */
export async function* exportBilling(db: Queryable, { account, from, to }: BillingFilter): AsyncGenerator<string> {
  yield csvLine(COLUMNS);
  for (let after = 0; ;) {
    let page = db
      .selectFrom('billing_entry as b')
      .innerJoin('account as a', 'a.id', 'b.account_id')
      .selectAll('b')
      .select('a.name as account_name')
      .where('b.id', '>', after)
      .orderBy('b.id')
      .limit(PAGE);
    if (account !== undefined) page = page.where('b.account_id', '=', account);
    if (from !== undefined) page = page.where('b.created_at', '>=', from);
    if (to !== undefined) page = page.where('b.created_at', '<', to);
    const rows = await page.execute();
    for (const row of rows) {
      yield csvLine([
        row.id,
        row.created_at.toISOString(),
        row.account_id,
        row.account_name,
        row.api_client_id,
        row.execution_id,
        row.node_id,
        row.visit,
        row.product_code,
      ]);
      after = row.id;
    }
    if (rows.length < PAGE) return;
  }
}
