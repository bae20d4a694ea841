import { sql } from 'kysely';
import type { ProductPins } from '../../../core/cascade/own-products.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import type { Database } from '../../../platform/database/index.ts';

/** A chunk that this process compares, until its lease ends. */
export interface ClaimedChunk {
  readonly backtest_id: number;
  readonly number: number;
  /** The number of the claim: whoever claims it later has a higher one. */
  readonly attempts: number;
  readonly execution_ids: readonly number[];
  readonly account_id: number;
  readonly api_client_id: number;
  readonly workflow_id: number;
  readonly definition: CascadeDefinition;
  readonly products: ProductPins;
  readonly name: string;
  readonly use_case: string | null;
  readonly against_version: number | null;
}

/** So long a chunk waits whose process died. */
const LEASE_SECONDS = 30;
/** Several times within a lease, so that one that is missed does no harm. */
export const RENEW_EVERY_MS = 8_000;

/**
 * Claims a chunk of the oldest backtest of an account, in one statement. The backtests that are further back go first, so
 * that accounts take turns.
 */
export async function claimChunk(db: Database): Promise<ClaimedChunk | undefined> {
  const { rows } = await sql<ClaimedChunk>`
    with first as (
      select distinct on (account_id) id, status from backtest where ended_at is null order by account_id, id
    ),
    chosen as (
      select c.backtest_id, c.number from backtest_chunk c join first on first.id = c.backtest_id
      where c.lease_until is null or c.lease_until <= now()
      order by c.number, c.backtest_id
      limit 1
      for update of c skip locked
    ),
    begun as (
      update backtest b set status = 'running', started_at = now() from chosen
      where b.id = chosen.backtest_id and b.status = 'queued'
    )
    update backtest_chunk c
    set lease_until = now() + make_interval(secs => ${LEASE_SECONDS}), attempts = c.attempts + 1
    from chosen join backtest b on b.id = chosen.backtest_id
    where c.backtest_id = chosen.backtest_id and c.number = chosen.number
    returning c.backtest_id, c.number, c.attempts, c.execution_ids, b.account_id, b.api_client_id, b.workflow_id,
      b.definition, b.products, b.name, b.use_case, b.against_version`.execute(db.kysely);
  const [row] = rows;
  return row === undefined ? undefined : { ...row, execution_ids: row.execution_ids.map(Number) };
}

/** Keeps a chunk that is under way, unless another process has claimed it meanwhile, or its backtest has ended. */
export async function renewLease(db: Database, { backtest_id: id, number, attempts }: ClaimedChunk): Promise<void> {
  await db.kysely
    .updateTable('backtest_chunk')
    .set({ lease_until: sql<Date>`now() + make_interval(secs => ${LEASE_SECONDS})` })
    .where('backtest_id', '=', id)
    .where('number', '=', number)
    .where('attempts', '=', attempts)
    .execute();
}
