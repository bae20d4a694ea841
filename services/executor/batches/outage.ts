import { sql } from 'kysely';
import type { Database } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { WakeUp } from '../../../platform/wake.ts';
import type { Away, Vendors } from '../perform/vendors.ts';

const EVERY_MS = 2_000;

/**
 * Interrupts live batches that need a product whose vendor has been unreachable for `outageMs`, so that their rows do
 * not fail one after the other. Rows in flight go on trying. Goes on until `stopping` is aborted. Source: semantics
 * 17.3.1.
 */
export async function watchOutages(
  {
    db,
    log,
    vendors,
    outageMs,
  }: {
    readonly db: Database;
    readonly log: Logger;
    readonly vendors: Pick<Vendors, 'away'>;
    readonly outageMs: number;
  },
  stopping: AbortSignal,
): Promise<void> {
  const wakeUp = new WakeUp();
  while (!stopping.aborted) {
    await wakeUp.sleep(EVERY_MS, stopping);
    const away = vendors.away(outageMs);
    if (away.length === 0) continue;
    try {
      const interrupted = await interruptBatchesOf(db, away, outageMs);
      if (interrupted.length > 0) {
        const products = [...new Set(away.map(({ product }) => product))];
        log.warn({ batch_ids: interrupted, products }, 'batches were interrupted: a vendor is away');
      }
    } catch (error) {
      log.warn({ err: error }, 'batches could not be interrupted');
    }
  }
}

/**
 * Interrupts live batches that need one of the products and have been running for `outageMs`. A resumed batch has that
 * long to find out that the vendor is back. Returns their ids.
 */
async function interruptBatchesOf(db: Database, away: readonly Away[], outageMs: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update batch set status = 'interrupted', interrupted_code = 'vendor_outage', updated_at = now()
    where status = 'running' and execution_mode = 'live'
      and coalesce(resumed_at, started_at) <= now() - make_interval(secs => ${outageMs / 1_000})
      and exists (
        select from jsonb_to_recordset(${JSON.stringify(away)}::jsonb) as away (product text, account_id bigint)
        where away.product = any (batch.product_codes)
          and (away.account_id = batch.account_id or (away.account_id is null and not exists (
            select from product_connection own
            where own.account_id = batch.account_id and own.product_code = away.product))))
    returning id`.execute(db.kysely);
  return rows.map(({ id }) => id);
}
