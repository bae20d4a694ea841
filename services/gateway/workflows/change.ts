import { pinsOf } from '../../../core/cascade/own-products.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { changesTo, consequencesOf, effectiveChanges } from '../../../core/fields/change.ts';
import { specsIn } from '../../../core/fields/spec.ts';
import { AppError } from '../../../core/errors.ts';
import type { TriggerType } from '../../../core/states.ts';
import { readingCascade } from '../../../platform/database/active-cascades.ts';
import { lockDictionary, readDictionaries } from '../../../platform/database/fields.ts';
import { lockProducts, readProducts } from '../../../platform/database/products.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { changesOf } from '../../../platform/database/audit.ts';
import type { Audit } from '../http/audit.ts';
import { requireEach } from '../http/scopes.ts';
import { askedVersion, readGate, requireExamples, type AnsweredExamples, type AskedVersion } from '../examples/ask.ts';
import { forgetChanges } from '../examples/changes.ts';
import { requireReadableIdentifiers } from './identifiers.ts';
import type { Auth } from '../services.ts';
import { detailsOfMissing, missingUnderLock, refuseUnlawful } from './live-notices.ts';
import { readUnitFaults } from './unit-faults.ts';
import {
  approveInDatabase,
  findPending,
  keepExampleChanges,
  proposedBy,
  readActivation,
  requireSeenExamples,
  settleActivation,
  type ActivationRow,
  type Approver,
} from '../activations/records.ts';
import {
  auditedWorkflow,
  definitionHash,
  insertVersion,
  lockWorkflow,
  readWorkflow,
  requireMatch,
  type WorkflowWithDefinition,
  isSameDefinition,
} from './records.ts';

export interface WorkflowChange {
  readonly name?: string | undefined;
  readonly definition?: CascadeDefinition | undefined;
  readonly useCase?: string | null | undefined;
  readonly triggerType?: TriggerType | undefined;
  readonly active?: boolean | undefined;
  /** Stored with the new version, if there is one. */
  readonly versionNote?: string | null | undefined;
}

/** Who makes the change, its transaction, and its record in the audit log. */
export interface Changing {
  readonly trx: Queryable;
  readonly auth: Auth;
  readonly audit: Audit;
}

/**
 * Changes the members that are given, under the lock of the workflow's row. Another definition, name or use case makes
 * a new version: executions in flight keep theirs, because letters depend on them. Throws `precondition_failed`,
 * `activation_forbidden`, `examples_fail`, AskedAnother, or `validation_failed`: if its notices would be unlawful, or
 * if it is active and lacks something to run live.
 */
export async function changeWorkflow(
  { trx, auth, audit }: Changing,
  workflowId: number,
  wanted: Omit<Wanted, 'approved'>,
): Promise<WorkflowWithDefinition> {
  return applyChange({ trx, auth, audit }, await lockWorkflow(trx, auth, workflowId), wanted);
}

/** The version that a change would save or put live, whose examples are to be run; null if there is none. */
export async function versionAfter(
  db: Queryable,
  auth: Auth,
  workflowId: number,
  change: WorkflowChange,
): Promise<AskedVersion | null> {
  const { row, definition, changed, goesLive } = nextOf(await readWorkflow(db, auth, workflowId), change);
  if (changed.length === 0 && !goesLive) return null;
  return askedVersion({ ...row, id: workflowId }, definition);
}

/** The version that a request would put live. */
export async function versionOfRequest(
  db: Queryable,
  auth: Auth,
  { workflowId, requestId }: { readonly workflowId: number; readonly requestId: number },
): Promise<AskedVersion> {
  const current = await readWorkflow(db, auth, workflowId);
  const request = await readActivation(db, auth, { workflowId, requestId });
  const definition = (await proposedBy(db, request)) ?? current.definition;
  return askedVersion({ ...request, id: workflowId }, definition);
}

interface Approval extends Pick<Wanted, 'ifMatch' | 'examples'> {
  readonly approver: Approver;
  readonly note: string | null;
}

/**
 * Approves a request, and puts its version live. Throws `activation_not_pending`, `approver_wrote_it`,
 * `address_not_confirmed`, `precondition_failed`, and whatever a change to active does.
 */
export async function approveActivation(
  changing: Changing,
  { workflowId, requestId }: { readonly workflowId: number; readonly requestId: number },
  { approver, note, ifMatch, examples }: Approval,
): Promise<ActivationRow> {
  const { trx, auth } = changing;
  const current = await lockWorkflow(trx, auth, workflowId);
  const request = await readActivation(trx, auth, { workflowId, requestId });
  const proposed = await proposedBy(trx, request);
  await requireSeenExamples(trx, auth, request, { ifMatch, isRequired: (await readGate(trx, auth)) === 'required' });
  await requireSameLetters(trx, request, proposed ?? current.definition);
  await keepExampleChanges(trx, request);
  const approved = await approveInDatabase(trx, request, approver, note);
  const activatedVersion = approved.activated_version;
  const change: WorkflowChange = {
    active: true,
    definition: proposed ?? undefined,
    name: request.name,
    useCase: request.use_case,
    versionNote: request.note,
  };
  const workflow = await applyChange(changing, current, { change, ifMatch: '', approved, examples });
  if (workflow.version !== activatedVersion || definitionHash(workflow.definition) !== request.definition_sha256) {
    throw new Error(`activation request ${requestId} is pinned to another version than the one that it put live`);
  }
  return approved;
}

/** Throws `activation_not_pending` if the dictionary has changed its letters since the request was made. */
async function requireSameLetters(
  trx: Queryable,
  { id, account_id: accountId, dictionary_version: version, name }: ActivationRow,
  definition: CascadeDefinition,
): Promise<void> {
  const now = await lockDictionary(trx, accountId);
  if (now.version === version) return;
  const then = (await readDictionaries(trx, accountId, [version])).of(version) ?? {};
  const cascades = [readingCascade({ id, name, definition })];
  const changes = changesTo(then, specsIn(now.fields));
  const { rewritten } = consequencesOf(then, effectiveChanges(then, changes), { cascades, earlier: new Map() });
  if (rewritten.length === 0) return;
  const message = `The dictionary has changed what its letters say since request ${id} was made. Ask again.`;
  throw new AppError('activation_not_pending', { message });
}

interface Wanted {
  readonly change: WorkflowChange;
  readonly ifMatch: string;
  readonly examples: AnsweredExamples;
  /** The request that puts it live. */
  readonly approved?: ActivationRow;
}

/** The workflow as it is after a change. */
interface Next {
  readonly row: Pick<WorkflowWithDefinition, 'name' | 'use_case' | 'trigger_type' | 'active' | 'version'>;
  readonly definition: CascadeDefinition;
  /** The members that make it a new version; empty if there is none. */
  readonly changed: readonly ('definition' | 'name' | 'use_case')[];
  /** A new version of an active cascade is live at once. */
  readonly goesLive: boolean;
}

function nextOf(current: WorkflowWithDefinition, change: WorkflowChange): Next {
  const definition = change.definition ?? current.definition;
  const name = change.name ?? current.name;
  const useCase = change.useCase === undefined ? current.use_case : change.useCase;
  const active = change.active ?? current.active;
  const changed = [
    ...(isSameDefinition(definition, current.definition) ? [] : (['definition'] as const)),
    ...(name === current.name ? [] : (['name'] as const)),
    ...(useCase === current.use_case ? [] : (['use_case'] as const)),
  ];
  const isNewVersion = changed.length > 0;
  const row = {
    name,
    use_case: useCase,
    trigger_type: change.triggerType ?? current.trigger_type,
    active,
    version: isNewVersion ? current.version + 1 : current.version,
  };
  return { row, definition, changed, goesLive: active && (isNewVersion || !current.active) };
}

async function applyChange(
  changing: Changing,
  current: WorkflowWithDefinition,
  { change, ifMatch, approved, examples }: Wanted,
): Promise<WorkflowWithDefinition> {
  const { trx, auth, audit } = changing;
  requireMatch(ifMatch, current);
  const next = nextOf(current, change);
  const isNewVersion = next.changed.length > 0;
  if (next.row.active && !current.active && !auth.productionAccess) throw new AppError('activation_forbidden');
  if (isNewVersion && next.row.active) requireEach(auth, 'workflows:activate');
  const isUnchanged = Object.entries(next.row).every(([key, value]) => Reflect.get(current, key) === value);
  if (isUnchanged) return current;
  if (next.goesLive && approved === undefined) await requireNoFourEyes(trx, auth, current, next.changed);
  await requireLawful(changing, next, { change, before: current.definition });
  // For an approved request, its author was checked when it was made.
  if (approved === undefined) await requireReadableIdentifiers(trx, auth, next.definition, current.definition);
  const asked = askedVersion({ ...next.row, id: current.id }, next.definition);
  const ofExamples = next.goesLive ? await requireExamples(trx, auth, asked, examples) : {};
  if (next.goesLive) await forgetChanges(trx, auth, current.id);
  if (isNewVersion) {
    const { version, name, use_case: useCase } = next.row;
    const note = change.versionNote ?? null;
    const authorId = approved?.requested_by_user_id ?? auth.userId;
    await insertVersion(trx, authorId, current.id, { version, name, useCase, definition: next.definition, note });
    if (approved === undefined) await supersede(changing, current.id);
  }
  const row = await trx
    .updateTable('workflow')
    // Always later than the last change, so that two changes never have the same ETag.
    .set({ ...next.row, updated_at: new Date(Math.max(Date.now(), current.updated_at.getTime() + 1)) })
    .where('id', '=', current.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const detail = changesOf(auditedWorkflow(current), auditedWorkflow({ ...row, definition: next.definition }));
  await audit(trx, { action: 'workflow.updated', id: row.id, detail: { ...detail, ...ofExamples } });
  return { ...row, definition: next.definition };
}

/** Throws `validation_failed` for unlawful notices, and for what an active cascade lacks. */
async function requireLawful(
  { trx, auth }: Changing,
  { row: { use_case: useCase }, definition, changed, goesLive }: Next,
  { change, before }: { readonly change: WorkflowChange; readonly before: CascadeDefinition },
): Promise<void> {
  // A cascade that was saved before it became unlawful may be renamed; running it live is refused below.
  if (change.definition !== undefined ? changed.length > 0 : changed.includes('use_case')) {
    const field = change.definition === undefined ? 'use_case' : 'definition';
    await refuseUnlawful(trx, auth, { definition, useCase }, { field, before });
  }
  if (!goesLive) return;
  await requireProducts(trx, auth, definition);
  if (change.definition === undefined) {
    // Units may have been declared since it was saved.
    const units = await readUnitFaults(trx, auth, definition);
    const details = units.map(({ field, message }) => ({
      field: 'active',
      message: `cannot be true: ${field}, ${message}`,
    }));
    if (details.length > 0) throw new AppError('validation_failed', { details });
  }
  const missing = await missingUnderLock(trx, auth, { definition, useCase });
  if (missing.length > 0) throw new AppError('validation_failed', { details: detailsOfMissing(missing) });
}

/**
 * Throws `validation_failed` for products that were withdrawn since the definition was saved. No product is withdrawn
 * during the transaction.
 */
async function requireProducts(trx: Queryable, { accountId }: Auth, definition: CascadeDefinition): Promise<void> {
  const pulled = Object.keys(pinsOf(definition));
  if (pulled.length === 0) return;
  await lockProducts(trx, accountId);
  const there = new Set((await readProducts(trx, accountId, pulled)).map(({ product }) => product.code));
  const details = pulled
    .filter((code) => !there.has(code))
    .map((code) => ({ field: 'active', message: `cannot be true: the product ${code} was withdrawn` }));
  if (details.length > 0) throw new AppError('validation_failed', { details });
}

/**
 * Throws `activation_needs_approval` if the account asks for four eyes; the message names the request, or how to make
 * one.
 */
async function requireNoFourEyes(
  trx: Queryable,
  auth: Auth,
  { id, active }: WorkflowWithDefinition,
  changed: readonly string[],
): Promise<void> {
  if (!(await asksForFourEyes(trx, auth))) return;
  const pending = await findPending(trx, id);
  const path = `/workflows/${id}/activation_requests`;
  // A draft may be changed; only going live needs another person.
  const fields = active ? changed : ['active'];
  const details = fields.map((field) => ({
    field,
    message:
      pending === undefined
        ? `ask for it with POST ${path}${active ? ` and this \`${field}\`, or make it a draft first` : ''}`
        : `request ${pending.id} is pending: a user who wrote none of it approves it with POST ${path}/${pending.id}/approve`,
  }));
  throw new AppError('activation_needs_approval', { details });
}

export async function asksForFourEyes(trx: Queryable, { accountId }: Auth): Promise<boolean> {
  const account = await trx
    .selectFrom('account')
    .select('four_eyes')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return account.four_eyes;
}

/** Closes the pending request, because the cascade that it asked for has changed. */
export async function supersede({ trx, audit }: Changing, workflowId: number): Promise<void> {
  const pending = await findPending(trx, workflowId);
  if (pending === undefined) return;
  const { id, version } = await settleActivation(trx, pending, { status: 'superseded', by: null, note: null });
  await audit(trx, { action: 'activation.superseded', id: workflowId, detail: { request_id: id, version } });
}
