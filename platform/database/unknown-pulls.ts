import { sql } from 'kysely';
import type { Queryable } from './index.ts';

/*
 * Pulls that were cut short, so that it is unknown whether the vendor has the order. A person settles each: the API and
 * the command line call the same database functions.
 */

interface UnknownPull {
  readonly id: number;
  readonly execution_id: number;
  readonly node_id: string;
  readonly account_id: number;
  readonly product_code: string;
  readonly connection: string;
  /** Reference by which a vendor may find the order. */
  readonly our_reference: string;
  readonly asked_at: Date;
}

/** The unknown pulls of one API client, or (null) of all. */
export function selectUnknownPulls(db: Queryable, apiClientId: number | null) {
  return db.selectFrom(sql<UnknownPull>`unknown_pulls(${apiClientId})`.as('o'));
}

interface Settlement {
  /** Null: of any. */
  readonly apiClientId: number | null;
  readonly executionId: number;
  readonly nodeId: string;
  /** The vendor's name for the order; null if it has none. */
  readonly reference: string | null;
}

/** Records what became of an unknown pull. Undefined if the node has none. */
export async function settlePull(
  trx: Queryable,
  { apiClientId, executionId, nodeId, reference }: Settlement,
): Promise<{ readonly account_id: number; readonly product_code: string; readonly connection: string } | undefined> {
  const { rows } = await sql<{ account_id: number; product_code: string; connection: string }>`
    select * from settle_pull(${apiClientId}, ${executionId}, ${nodeId}, ${reference})`.execute(trx);
  return rows[0];
}
