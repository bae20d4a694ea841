import { sql, type RawBuilder } from 'kysely';
import type { JsonObject } from '../../core/json.ts';
import { pokeExecution } from './commands.ts';
import type { Queryable } from './index.ts';

/** The end of an effect that nobody performs any more: its result, or the reason of its failure. */
export type EffectEnd =
  { readonly result: RawBuilder<JsonObject> } | { readonly error: { readonly code: string; readonly message: string } };

/**
 * Records the end of an effect and pokes its run. The execution's row is not locked, because every later run can use
 * the fact. Returns whether the effect was still open.
 */
export async function finishOpenEffect(
  trx: Queryable,
  { executionId, effectId }: { readonly executionId: number; readonly effectId: number },
  end: EffectEnd,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('effect')
    .set({
      ...('result' in end
        ? { status: 'done', result: end.result, error_code: null, error_message: null }
        : { status: 'failed', error_code: end.error.code, error_message: end.error.message }),
      finished_at: sql`now()`,
    })
    .where('execution_id', '=', executionId)
    .where('id', '=', effectId)
    .where('status', 'in', ['intended', 'begun', 'delegated'])
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return false;
  await pokeExecution(trx, executionId);
  return true;
}

/**
 * Finishes the effect that waits for an artifact and pokes its run, once all artifacts of the effect are finished. It
 * is a notice that is being prepared with its enclosures. For the transaction that sets the artifact's status, after
 * the artifact's row was locked. No-op if no effect waits for it: it is a report, or the executor will itself find the
 * artifacts finished.
 *
 * Lock order: artifact, then effect.
 */
export async function finishEffectOf(trx: Queryable, artifactId: number): Promise<void> {
  // Locks in a statement of its own, so that if two artifacts finish together, the second sees the first.
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
  const end: EffectEnd =
    isFailed || letter === undefined
      ? { error: { code: 'notice_not_rendered', message: 'The PDF of the notice could not be made.' } }
      : {
          result: sql`coalesce(result, '{}'::jsonb) || jsonb_build_object('artifact_id', ${letter.id}::bigint)`,
        };
  await finishOpenEffect(trx, { executionId: effect.execution_id, effectId: effect.id }, end);
}
