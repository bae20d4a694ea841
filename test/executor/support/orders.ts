import type { Database } from '../../../platform/database/index.ts';
import { createLogger } from '../../../platform/log/index.ts';
import { claimOrders, type Busy } from '../../../services/executor/orders/claim.ts';
import { askFor } from '../../../services/executor/orders/loop.ts';

/** Nothing is asked for at this moment. */
export const IDLE: Busy = { connections: new Map(), accounts: new Map(), most: 20 };

const log = createLogger('test', 'silent');

/** The order of a run. */
export const readOrder = (db: Database, executionId: number) =>
  db.kysely.selectFrom('vendor_order').selectAll().where('execution_id', '=', executionId).executeTakeFirstOrThrow();

export const writeOrder = (db: Database, executionId: number, values: Record<string, unknown>) =>
  db.kysely.updateTable('vendor_order').set(values).where('execution_id', '=', executionId).execute();

/** Asks for the order of a run, and whatever else is due. `own`: as the executor logs in. */
export async function askForOrder(
  { db, own }: { readonly db: Database; readonly own: Database },
  vendors: Parameters<typeof askFor>[0]['vendors'],
  executionId: number,
): Promise<void> {
  await writeOrder(db, executionId, { poll_at: new Date(0), lease_until: null });
  for (const order of await claimOrders(own, 10, IDLE)) {
    await askFor({ db: own, vendors, log }, order, new AbortController().signal);
  }
}
