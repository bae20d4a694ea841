import { sql } from 'kysely';
import type { Database } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { WakeUp } from '../../../platform/wake.ts';

const EVERY_MS = 2_000;

/** The part of a vendor that matters here. */
export interface Outage {
  /** How long the vendor has responded to nobody as it should; 0 while its circuit is closed. */
  readonly openForMs: number;
  /** The accounts alone for which it has been so for `ms`. */
  accountsOpenFor(ms: number): readonly number[];
}

/**
 * Interrupts live batches that need a product whose vendor has been away for `outageMs`, so that their rows do not fail
 * one after the other. Rows in flight go on trying. Goes on until `stopping` is aborted. Source: semantics 17.3.1.
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
    readonly vendors: ReadonlyMap<string, Outage>;
    readonly outageMs: number;
  },
  stopping: AbortSignal,
): Promise<void> {
  const wakeUp = new WakeUp();
  while (!stopping.aborted) {
    await wakeUp.sleep(EVERY_MS, stopping);
    const away = [...vendors].flatMap(([product, vendor]): readonly Away[] =>
      vendor.openForMs >= outageMs
        ? [{ product, account_id: null }]
        : vendor.accountsOpenFor(outageMs).map((accountId) => ({ product, account_id: accountId })),
    );
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

/** A product whose vendor is away, for one account or (null) for all. */
interface Away {
  readonly product: string;
  readonly account_id: number | null;
}

/**
 * Interrupts live batches that need one of the products and have been running for `outageMs`: one that was resumed has
 * that long to find out that the vendor is back. Returns their ids.
 */
async function interruptBatchesOf(db: Database, away: readonly Away[], outageMs: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update batch set status = 'interrupted', interrupted_code = 'vendor_outage', updated_at = now()
    where status = 'running' and execution_mode = 'live'
      and coalesce(resumed_at, started_at) <= now() - make_interval(secs => ${outageMs / 1_000})
      and exists (
        select from jsonb_to_recordset(${JSON.stringify(away)}::jsonb) as away (product text, account_id bigint)
        where away.product = any (batch.product_codes)
          and (away.account_id is null or away.account_id = batch.account_id))
    returning id`.execute(db.kysely);
  return rows.map(({ id }) => id);
}
