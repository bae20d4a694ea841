import { sql } from 'kysely';
import { INSTALLATION } from '../../core/audit.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../core/csv-line.ts';
import { readAudit, type AuditEventRow } from './audit.ts';
import type { Queryable } from './index.ts';

/** With `hash` and `previous_hash` every holder of the file can verify the chain. */
const COLUMNS = [
  'sequence',
  'occurred_at',
  'action',
  'actor_kind',
  'actor_id',
  'actor_user_id',
  'actor_name',
  'api_client_id',
  'address',
  'request_id',
  'subject_type',
  'subject_id',
  'detail',
  'previous_hash',
  'hash',
] as const;

/** The audit log as CSV (RFC 4180), read a page at a time. */
export async function* auditCsv(rows: AsyncIterable<AuditEventRow>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(COLUMNS);
  for await (const row of rows) {
    yield csvLine(COLUMNS.map((name) => (name === 'occurred_at' ? row.occurred_at.toISOString() : row[name])));
  }
}

export interface Period {
  /** Inclusive. */
  readonly from: Date | undefined;
  /** Exclusive. */
  readonly to: Date | undefined;
}

/** Rows of an account, or acts that concern none. */
export function auditOf(db: Queryable, accountId: number = INSTALLATION, { from, to }: Period) {
  const parts = [
    ...(from === undefined ? [] : [sql`occurred_at >= ${from}`]),
    ...(to === undefined ? [] : [sql`occurred_at < ${to}`]),
  ];
  return readAudit(db, accountId, parts.length === 0 ? undefined : sql<boolean>`${sql.join(parts, sql` and `)}`);
}
