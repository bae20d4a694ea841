import { sql, type Selectable } from 'kysely';
import type { DB, Queryable } from './index.ts';

/**
 * Ends a backtest that has not ended; undefined if it has ended before. The result of a chunk under way is then
 * dropped.
 */
export async function endBacktest(
  trx: Queryable,
  { id, accountId }: { readonly id: number; readonly accountId: number },
): Promise<Selectable<DB['backtest']> | undefined> {
  const row = await trx
    .updateTable('backtest')
    .set({ status: 'cancelled', ended_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (row !== undefined) await trx.deleteFrom('backtest_chunk').where('backtest_id', '=', id).execute();
  return row;
}
