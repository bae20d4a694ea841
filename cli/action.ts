import type { AuditAction } from '../core/audit.ts';
import type { JsonObject } from '../core/json.ts';
import type { Database, Queryable } from '../platform/database/index.ts';
import type { NounName } from './nouns.ts';
import type { Listing, Row } from './print.ts';
import type { Report } from './progress.ts';

export type { Report, Row };
export type Answer = Row | readonly Row[] | Listing;

type Action<T extends unknown[]> = (...parsed: T) => Promise<void>;

/** An act for the audit log. */
export interface CliAct {
  readonly action: AuditAction;
  /** Left out: it concerns no account, or all of them. */
  readonly accountId?: number;
  readonly subject: { readonly type: string; readonly id: number | string };
  readonly detail: JsonObject;
}

/** A transaction of a command, and what the audit log says of it. */
export interface Change {
  readonly trx: Queryable;
  /** Call it last: see `recordAudit`. */
  readonly audit: (act: CliAct) => Promise<void>;
}

/** The work of a command that is more than one transaction. */
export interface Work {
  readonly db: Database;
  /** Who is at the command line. */
  readonly operator: string;
  readonly audit: (trx: Queryable, act: CliAct) => Promise<void>;
}

/**
 * Makes a command's action out of work on the database; what the work returns is printed. Work that can take more than two
 * seconds reports how far it is. `audited.ts` says of each command what it leaves in the audit log.
 */
export interface OnDatabase {
  /** Changes nothing: the connection is read-only. */
  reads<T extends unknown[]>(work: (db: Database, ...parsed: T) => Promise<Answer>): Action<T>;
  /** One transaction; without an act for the audit log it is rolled back. */
  changes<T extends unknown[]>(work: (change: Change, ...parsed: T) => Promise<Answer>): Action<T>;
  /**
   * For a command that makes or changes the record that it prints. Records the changed fields. `existing`: the
   * command's first argument is its id.
   */
  changesRecord<T extends unknown[]>(
    of: { readonly noun: NounName; readonly action: AuditAction; readonly existing?: true },
    work: (trx: Queryable, ...parsed: T) => Promise<Row>,
  ): Action<T>;
  /** Several transactions, each of which records its act. */
  works<T extends unknown[]>(work: (work: Work, ...parsed: T) => Promise<Answer>): Action<T>;
}
