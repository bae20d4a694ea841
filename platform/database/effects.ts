import { sql } from 'kysely';
import { pokeExecution } from './commands.ts';
import type { Queryable } from './index.ts';

/**
 * Records the result of the effect that waits for an artifact (a notice that is being prepared, with its enclosures) once
 * all artifacts of the effect are finished, and pokes its run. For the transaction that sets the artifact's status, after
 * the artifact's row was locked. No-op if no effect waits for it: it is a report, or the executor has not got so far and
 * finds the artifacts finished itself.
 *
 * Lock order: artifact, then effect. The execution's row is not locked: the result is a fact for whichever run reads it.
 */
export async function finishEffectOf(trx: Queryable, artifactId: number): Promise<void> {
  // The lock first, in a statement of its own: of two artifacts that finish together, the second sees the first.
  const effect = await trx
    .selectFrom('effect')
    .select(['id', 'execution_id'])
    .where('execution_id', '=', (artifact) =>
      artifact.selectFrom('artifact').select('execution_id').where('id', '=', artifactId),
    )
    .where('id', '=', (artifact) => artifact.selectFrom('artifact').select('effect_id').where('id', '=', artifactId))
    .where('status', '=', 'delegated')
    .forUpdate()
    .executeTakeFirst();
  if (effect === undefined) return;
  const artifacts = await trx
    .selectFrom('artifact')
    .select(['id', 'kind', 'status'])
    .where('effect_id', '=', effect.id)
    .execute();
  const isFailed = artifacts.some(({ status }) => status === 'failed');
  if (!isFailed && artifacts.some(({ status }) => status === 'pending')) return;
  const letter = artifacts.find(({ kind }) => kind === 'notice');
  await trx
    .updateTable('effect')
    .set({
      ...(isFailed || letter === undefined
        ? {
            status: 'failed',
            error_code: 'notice_not_rendered',
            error_message: 'The PDF of the notice could not be made.',
          }
        : {
            status: 'done',
            result: sql`coalesce(result, '{}'::jsonb) || jsonb_build_object('artifact_id', ${letter.id}::bigint)`,
          }),
      finished_at: sql`now()`,
    })
    .where('execution_id', '=', effect.execution_id)
    .where('id', '=', effect.id)
    .execute();
  await pokeExecution(trx, effect.execution_id);
}
