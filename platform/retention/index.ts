import type { ArtifactStore } from '../artifact-store/index.ts';
import type { Database, Queryable } from '../database/index.ts';
import { redactExecutions, redactLateNotes } from './executions.ts';
import { removeLetters, removeReports } from './files.ts';

/** In days. Without `piiDays` nothing is redacted; without `artifactDays` reports' PDFs are kept as long as reports. */
export interface RetentionPeriods {
  readonly piiDays?: number | undefined;
  readonly artifactDays?: number | undefined;
  readonly letterDays: number;
}

export interface RetentionCounts {
  /** Executions whose applicant was redacted. */
  readonly executions: number;
  /** Notes that were added to executions after they had been redacted. */
  readonly notes: number;
  /** PDFs of reports. */
  readonly reports: number;
  /** Letters and their enclosures. */
  readonly letters: number;
}

export interface RetentionDependencies {
  readonly db: Database;
  /** The store of artifacts, for work within a transaction. */
  readonly storeOn: (trx: Queryable) => ArtifactStore;
  /** Told after each chunk how much was removed in all. */
  readonly report?: (done: number) => void;
}

/**
 * Removes what has been kept for its time. Works in chunks, each a transaction of its own, so that it locks little and
 * may be stopped and repeated at any time, and run beside itself. Source: semantics 18.
 */
export async function runRetention(
  { db, storeOn, report = () => undefined }: RetentionDependencies,
  { piiDays, artifactDays, letterDays }: RetentionPeriods,
): Promise<RetentionCounts> {
  let removed = 0;
  const chunked = async (work: (trx: Queryable) => Promise<{ readonly done: number; readonly isLast: boolean }>) => {
    for (let total = 0; ;) {
      const { done, isLast } = await db.transaction(work);
      total += done;
      removed += done;
      report(removed);
      if (isLast) return total;
    }
  };
  return {
    letters: await chunked((trx) => removeLetters(trx, storeOn(trx), letterDays)),
    reports: artifactDays === undefined ? 0 : await chunked((trx) => removeReports(trx, storeOn(trx), artifactDays)),
    executions: piiDays === undefined ? 0 : await chunked((trx) => redactExecutions(trx, storeOn(trx), piiDays)),
    notes: piiDays === undefined ? 0 : await chunked((trx) => redactLateNotes(trx, piiDays)),
  };
}
