import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { AppError } from '../../../core/errors.ts';
import type { TriggerType } from '../../../core/states.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { changesOf } from '../../../platform/database/audit.ts';
import type { Audit } from '../http/audit.ts';
import { namesTag } from '../http/etag.ts';
import { requireEach } from '../http/scopes.ts';
import type { Auth } from '../services.ts';
import { detailsOfMissing, readMissingForLive, refuseUnlawful } from './live-notices.ts';
import { auditedWorkflow, insertVersion, lockWorkflow, workflowEtag, type WorkflowWithDefinition } from './records.ts';

export interface WorkflowChange {
  readonly name?: string | undefined;
  readonly definition?: CascadeDefinition | undefined;
  readonly useCase?: string | null | undefined;
  readonly triggerType?: TriggerType | undefined;
  readonly active?: boolean | undefined;
  /** Kept with the new version, if there is one. */
  readonly versionNote?: string | null | undefined;
}

/** Who changes it, in which transaction, and what the audit log says of it. */
export interface Changing {
  readonly trx: Queryable;
  readonly auth: Auth;
  readonly audit: Audit;
}

/**
 * Changes the members that are given, under the lock of the workflow's row. Another definition, name or use case makes a
 * new version: executions in flight keep those that they were accepted with, because letters depend on them.
 * Throws `precondition_failed`, `activation_forbidden`, or `validation_failed` if its notices would be unlawful, or if
 * it is active and its live notices lack something.
 */
export async function changeWorkflow(
  { trx, auth, audit }: Changing,
  workflowId: number,
  { change, ifMatch }: { readonly change: WorkflowChange; readonly ifMatch: string },
): Promise<WorkflowWithDefinition> {
  const current = await lockWorkflow(trx, auth, workflowId);
  if (ifMatch !== '' && !namesTag(ifMatch, workflowEtag(current), { weak: false })) {
    throw new AppError('precondition_failed');
  }
  if (change.active === true && !current.active && !auth.productionAccess) throw new AppError('activation_forbidden');
  const definition = change.definition ?? current.definition;
  const name = change.name ?? current.name;
  const useCase = change.useCase === undefined ? current.use_case : change.useCase;
  const isNewVersion =
    name !== current.name ||
    useCase !== current.use_case ||
    JSON.stringify(definition) !== JSON.stringify(current.definition);
  const next = {
    name,
    use_case: useCase,
    trigger_type: change.triggerType ?? current.trigger_type,
    active: change.active ?? current.active,
    version: isNewVersion ? current.version + 1 : current.version,
  };
  // A new version of an active cascade is live at once.
  if (isNewVersion && next.active) requireEach(auth, 'workflows:activate');
  const isUnchanged = Object.entries(next).every(([key, value]) => Reflect.get(current, key) === value);
  if (isUnchanged) return current;
  // A cascade that was saved before it became unlawful may be renamed; whatever runs it live is refused below.
  if (isNewVersion && (change.definition !== undefined || useCase !== current.use_case)) {
    const field = change.definition === undefined ? 'use_case' : 'definition';
    await refuseUnlawful(trx, auth, { definition, useCase }, field);
  }
  if (next.active && (isNewVersion || !current.active)) {
    const missing = await readMissingForLive(trx, auth, { definition, useCase });
    if (missing.length > 0) throw new AppError('validation_failed', { details: detailsOfMissing(missing) });
  }
  if (isNewVersion) {
    const note = change.versionNote ?? null;
    await insertVersion(trx, auth, current.id, { version: next.version, name, useCase, definition, note });
  }
  const row = await trx
    .updateTable('workflow')
    // Always later than before, so that two changes never have the same ETag.
    .set({ ...next, updated_at: new Date(Math.max(Date.now(), current.updated_at.getTime() + 1)) })
    .where('id', '=', current.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const detail = changesOf(auditedWorkflow(current), auditedWorkflow({ ...row, definition }));
  await audit(trx, { id: row.id, detail });
  return { ...row, definition };
}
