import { sql } from 'kysely';
import type { ArtifactStore } from '../artifact-store/index.ts';
import type { Database, Queryable } from '../database/index.ts';
import { redactExecutions, redactLateNotes } from './executions.ts';
import { FactCoarsener, widenFacts } from './facts.ts';
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

export interface Removed {
  readonly accountId: number;
  readonly what: keyof RetentionCounts;
  readonly count: number;
  readonly keptDays: number;
}

export interface RetentionDependencies {
  readonly db: Database;
  /** The store of artifacts, for work within a transaction. */
  readonly storeOn: (trx: Queryable) => ArtifactStore;
  /** Records in the transaction of a chunk what was removed of an account's. */
  readonly audit: (trx: Queryable, removed: Removed) => Promise<void>;
  /** Told after each chunk how much was removed in all. */
  readonly report?: (done: number) => void;
}

/**
 * Removes letters and reports, and redacts executions and notes, that have been kept for their time; what has no time
 * is kept. Works in chunks, each a transaction of its own, so that it locks little and
 * may be stopped and repeated at any time, and run beside itself. Source: semantics 18.4.
 */
export async function runRetention(
  { db, storeOn, audit, report = () => undefined }: RetentionDependencies,
  { piiDays, artifactDays, letterDays }: RetentionPeriods,
): Promise<RetentionCounts> {
  let removed = 0;
  const facts = new FactCoarsener();
  const chunked = async (
    what: keyof RetentionCounts,
    keptDays: number | undefined,
    work: (trx: Queryable, days: number) => Promise<Chunk>,
  ) => {
    if (keptDays === undefined) return 0;
    for (let total = 0; ;) {
      const { of, isLast } = await db.transaction(async (trx) => {
        const chunk = await work(trx, keptDays);
        for (const each of await countByAccount(trx, chunk.of)) await audit(trx, { ...each, what, keptDays });
        return chunk;
      });
      total += of.length;
      removed += of.length;
      report(removed);
      if (isLast) return total;
    }
  };
  const counts = {
    letters: await chunked('letters', letterDays, (trx, days) => removeLetters(trx, storeOn(trx), days)),
    reports: await chunked('reports', artifactDays, (trx, days) => removeReports(trx, storeOn(trx), days)),
    executions: await chunked('executions', piiDays, (trx, days) =>
      redactExecutions(trx, { store: storeOn(trx), facts, days }),
    ),
    notes: await chunked('notes', piiDays, redactLateNotes),
  };
  if (piiDays !== undefined) await widenFacts(db, piiDays);
  return counts;
}

/** `of`: for each thing that was removed, the execution that it was of. */
interface Chunk {
  readonly of: readonly number[];
  readonly isLast: boolean;
}

/** In the order of the accounts, in which two runs beside each other lock their chains. */
async function countByAccount(trx: Queryable, executionIds: readonly number[]) {
  if (executionIds.length === 0) return [];
  const { rows } = await sql<{ accountId: number; count: number }>`
    select e.account_id as "accountId", count(*) as count
    from unnest(${[...executionIds]}::bigint[]) as r (id) join execution e on e.id = r.id
    group by 1 order by 1`.execute(trx);
  return rows;
}
