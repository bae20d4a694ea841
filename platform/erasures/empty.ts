import { sql } from 'kysely';
import type { Emptied } from '../../core/erasures/states.ts';
import type { ArtifactStore } from '../artifact-store/index.ts';
import type { Queryable } from '../database/index.ts';
import { removeFiles } from '../retention/files.ts';
import { giveBack, keptOutputs, type ExecutionToEmpty } from '../retention/rows.ts';

interface Erased {
  readonly erasureId: number;
  /** Those that the request has begun. */
  readonly executionIds: readonly number[];
}

/**
 * Erases executions: what a redaction empties, and everything by which the person is found. That an execution was, what it
 * decided and what a letter's hash was stays; nothing leads from it to anybody.
 *
 * May be repeated. Returns what was emptied of each. Source: semantics 23.3.
 */
export async function eraseExecutions(
  trx: Queryable,
  store: ArtifactStore,
  { erasureId, executionIds }: Erased,
): Promise<ReadonlyMap<number, Emptied>> {
  const ids = executionIds.toSorted((a, b) => a - b);
  const { rows: executions } = await sql<ExecutionToEmpty>`
    select id, workflow_id, workflow_version from execution
    where id = any (${ids}::bigint[]) order by id for update`.execute(trx);
  const kept = await keptOutputs(trx, executions);
  const files = await filesOf(trx, ids);
  const { rows } = await sql<{ emptied: Record<string, Emptied> }>`
    select erasure_empty(${erasureId}) as emptied`.execute(trx);
  await giveBack(trx, ids, kept);
  await removeFiles(trx, store, files);
  return new Map(Object.entries(rows[0]?.emptied ?? {}).map(([id, counts]) => [Number(id), counts]));
}

async function filesOf(trx: Queryable, ids: readonly number[]): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from artifact where execution_id = any (${[...ids]}::bigint[]) order by id for update`.execute(trx);
  return rows.map(({ id }) => id);
}
