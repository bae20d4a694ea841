import type { DB } from './index.ts';
import type { ServiceRole } from './grants.ts';

/* Types of the table registry (`tables.ts`). */

export type TableName = keyof DB & string;

/** The ids by whose ranges tables are partitioned. */
export type Range = 'execution' | 'delivery';

/** A column that holds the id of a row of another table. */
type Link<Column extends string> = readonly [column: Column, table: TableName];

/**
 * - `always`: records and settings. Deletion marks a row, or is done by an operator.
 * - `audit`: `RETENTION_AUDIT_DAYS`.
 * - `{ range }`: in partitions that are dropped as a whole after `RETENTION_TRACE_DAYS`.
 * - `{ erased }`: the row is deleted when its execution is redacted or erased, or with its file. For an erasure the
 *   executor removes a file.
 * - `{ until, by }`: when rows are removed, and by which services.
 */
export type Kept =
  | 'always'
  | 'audit'
  | { readonly range: Range }
  | { readonly erased: 'redaction' | 'file' }
  | { readonly until: 'done' | 'expired' | 'not_sent' | 'begun_again'; readonly by: readonly ServiceRole[] };

/**
 * When words about an applicant are removed.
 *
 * - `{ leaves }`: with the redaction of the execution; the SQL of the remaining value.
 * - `computed`: with the redaction, by code of its own (`platform/retention`), because the rest of the JSON stays.
 * - `row`: with its row.
 * - `file`: with the file or the letter, in their own time (`platform/retention/files.ts`).
 */
export type Erasure = { readonly leaves: string } | 'computed' | 'row' | 'file';

/** `evidence`: the bundle of an execution. `batch`: the files of a batch. `audit`, `billing`: the operator's CSV files. */
export type Export = 'evidence' | 'batch' | 'audit' | 'billing';

export interface TableRecord<Column extends string = string> {
  /** Links towards the account; the first that is not null counts. A table without any belongs to no account. */
  readonly owner: readonly Link<Column>[];
  readonly kept: Kept;
  /** Further columns by which a person is found: a redaction keeps them, and an erasure empties them. */
  readonly erased?: Readonly<Partial<Record<Column, Erasure>>>;
  /** Columns with words about an applicant. */
  readonly applicant?: Readonly<Partial<Record<Column, Erasure>>>;
  /** Secrets, sealed or hashed. Never shown. */
  readonly secret?: readonly Column[];
  /** All other columns with text, bytes or JSON: codes, names, and words of the account's own people. */
  readonly other?: readonly Column[];
  readonly exports?: readonly Export[];
  /** Empty after a restore from a base backup: counters that start anew. */
  readonly unlogged?: true;
}

/** Owners that many tables share. */
export const OF_ACCOUNT = [['account_id', 'account']] as const;
export const OF_CLIENT = [['api_client_id', 'api_client']] as const;
export const OF_EXECUTION = [['execution_id', 'execution']] as const;
export const NOBODYS = [] as const;
