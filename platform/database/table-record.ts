import type { DB } from './index.ts';
import type { ServiceRole } from './grants.ts';

/* What the registry of tables (`tables.ts`) says of a table. */

export type TableName = keyof DB & string;

/** The ids whose ranges partitions are of. */
export type Range = 'execution' | 'delivery';

/** A column that holds the id of a row of another table. */
type Link<Column extends string> = readonly [column: Column, table: TableName];

/**
 * - `always`: records and settings. What is deleted is marked, or taken away by an operator.
 * - `audit`: `RETENTION_AUDIT_DAYS`.
 * - `{ range }`: in partitions that go as a whole after `RETENTION_TRACE_DAYS`.
 * - `{ erased }`: the row goes when its execution is redacted or erased, or with the file that it is of. A file is removed by the executor for an erasure.
 * - `{ until, by }`: the services that remove rows, and when.
 */
export type Kept =
  | 'always'
  | 'audit'
  | { readonly range: Range }
  | { readonly erased: 'redaction' | 'file' }
  | { readonly until: 'done' | 'expired' | 'not_sent' | 'begun_again'; readonly by: readonly ServiceRole[] };

/**
 * When words about an applicant go.
 *
 * - `{ leaves }`: with the redaction of the execution; the SQL of what is left.
 * - `computed`: with the redaction, by code of its own (`platform/retention`), because the JSON within stays.
 * - `row`: with its row.
 * - `file`: with the file or the letter, in their own time (`platform/retention/files.ts`).
 */
export type Erasure = { readonly leaves: string } | 'computed' | 'row' | 'file';

/** `evidence`: the bundle of an execution. `batch`: the files of a batch. `audit`, `billing`: the operator's CSV files. */
export type Export = 'evidence' | 'batch' | 'audit' | 'billing';

export interface TableRecord<Column extends string = string> {
  /** Links towards the account; the first that is not null. Without any: nobody's. */
  readonly owner: readonly Link<Column>[];
  readonly kept: Kept;
  /**
   * Columns beside those of `applicant` by which a person is found: they stay at a redaction, and an erasure empties them.
   */
  readonly erased?: Readonly<Partial<Record<Column, Erasure>>>;
  /** Columns with words about an applicant. */
  readonly applicant?: Readonly<Partial<Record<Column, Erasure>>>;
  /** Secrets, sealed or hashed. Shown to nobody. */
  readonly secret?: readonly Column[];
  /** All other columns with text, bytes or JSON: codes, names, and words of the account's own people. */
  readonly other?: readonly Column[];
  readonly exports?: readonly Export[];
  /** Empty after a restore from a base backup: counters that begin anew. */
  readonly unlogged?: true;
}
