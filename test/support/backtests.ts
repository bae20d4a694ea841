import { sql } from 'kysely';
import { NO_TALLY } from '../../core/backtests/tally.ts';
import type { Queryable } from '../../platform/database/index.ts';

/** A queued backtest of a client, as `insertBacktest` leaves it, with changes if requested. */
export async function queuedBacktest(
  db: Queryable,
  { accountId, clientId, workflowId }: Readonly<Record<'accountId' | 'clientId' | 'workflowId', number>>,
  changes = 0,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into backtest (account_id, api_client_id, workflow_id, version, definition, products, name, definition_sha256,
      filter, sample_limit, matching, seed, total, tally)
    values (${accountId}, ${clientId}, ${workflowId}, 1, '[]', '{}', 'W', ${'0'.repeat(64)}, '{}', 10, 10, 1, 10, ${JSON.stringify(NO_TALLY)})
    returning id`.execute(db);
  const id = rows[0]?.id ?? 0;
  const side = '{"outcome": "approved", "asked": false, "decided_by": null, "letters": []}';
  await sql`
    insert into backtest_change (backtest_id, execution_id, kinds, rule, old, new)
    select ${id}, n, '{outcome}', 'r_1', ${side}, ${side} from generate_series(1, ${changes}::int) n`.execute(db);
  return id;
}
