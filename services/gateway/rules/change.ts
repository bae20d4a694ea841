import { productsOf, withProducts } from '../../../core/cascade/own-products.ts';
import { pack } from '../../../core/sources/pinned.ts';
import { AppError, type ErrorDetail } from '../../../core/errors.ts';
import { asJsonObject, type JsonObject } from '../../../core/json.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import type { RowFault, RowsInput } from '../../../core/rows/row.ts';
import { fieldsAsJson } from '../../../platform/database/fields.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import {
  auditedActivation,
  findPending,
  insertActivation,
  settleActivation,
  type ActivationRow,
} from '../activations/records.ts';
import type { Calculate } from '../calculations/index.ts';
import type { ChangeRules } from '../calculations/rules.ts';
import { savedExamples, type AnsweredExamples } from '../examples/ask.ts';
import type { Auth } from '../services.ts';
import { changeWorkflow, type Changing } from '../workflows/change.ts';
import { requireReadableIdentifiers } from '../workflows/identifiers.ts';
import { definitionHash, lockWorkflow, requireMatch, type WorkflowWithDefinition } from '../workflows/records.ts';

/** The rows after the change. */
export interface Computed {
  readonly definition: CascadeDefinition;
  readonly isChanged: boolean;
  readonly told: JsonObject;
}

/**
 * The definition with these rows, and the applicants whom it treats differently. Nothing is saved. Throws
 * `validation_failed`, `rules_not_editable` and the errors of a calculation.
 */
export async function computeRules(
  { db, auth, calculate }: { readonly db: Queryable; readonly auth: Auth; readonly calculate: Calculate },
  workflow: WorkflowWithDefinition,
  input: RowsInput,
): Promise<Computed> {
  const of: ChangeRules = {
    ...{ definition: pack(workflow.definition), useCase: workflow.use_case, input },
    now: Date.now(),
    fields: await fieldsAsJson(db, auth.accountId),
  };
  const made = await calculate('changeRules', JSON.stringify(of));
  if (made.faults !== null) throw refused(made.faults);
  const definition = withProducts(made.definition, productsOf(workflow.definition));
  return { ...made, definition, told: asJsonObject(made.told) };
}

const MOST_FAULTS = 100;

function refused(faults: readonly RowFault[]): AppError {
  const details = faults.slice(0, MOST_FAULTS).map(({ field, message, nodeId }): ErrorDetail => ({
    field,
    message: nodeId === undefined || nodeId === '' ? message : `${message} (node ${JSON.stringify(nodeId)})`,
  }));
  const isOfGraph = faults.some(({ nodeId }) => nodeId !== undefined);
  return new AppError(isOfGraph ? 'rules_not_editable' : 'validation_failed', { details });
}

export interface SavedRules {
  readonly workflow: WorkflowWithDefinition;
  readonly saved: 'nothing' | 'version' | 'proposal';
  readonly request: ActivationRow | null;
}

/**
 * Saves the rows of a draft as its next version. Rows of an active cascade become a proposal, or go live if the caller
 * says so. Throws the errors of a workflow change and of an activation request.
 */
export async function saveRules(
  changing: Changing,
  workflowId: number,
  {
    computed: { definition, isChanged },
    ...wanted
  }: {
    readonly computed: Computed;
    readonly ifMatch: string;
    readonly activate: boolean;
    readonly note: string | null;
    readonly examples: AnsweredExamples;
  },
): Promise<SavedRules> {
  const { trx, auth } = changing;
  const { ifMatch, activate, note, examples } = wanted;
  const current = await lockWorkflow(trx, auth, workflowId);
  requireMatch(ifMatch, current);
  if (!activate && !isChanged) return { workflow: current, saved: 'nothing', request: null };
  if (!activate && current.active) {
    const request = await propose(changing, current, { definition, note, examples });
    return { workflow: current, saved: 'proposal', request };
  }
  const change = { definition, versionNote: note, ...(activate ? { active: true } : {}) };
  const workflow = await changeWorkflow(changing, workflowId, { change, ifMatch, examples });
  return { workflow, saved: workflow.version === current.version ? 'nothing' : 'version', request: null };
}

/** An author's new proposal replaces their former one; an equal one is kept. */
async function propose(
  { trx, auth, audit }: Changing,
  workflow: WorkflowWithDefinition,
  {
    definition,
    note,
    examples,
  }: {
    readonly definition: CascadeDefinition;
    readonly note: string | null;
    readonly examples: AnsweredExamples;
  },
): Promise<ActivationRow> {
  await requireReadableIdentifiers(trx, auth, definition, workflow.definition);
  const pending = await findPending(trx, workflow.id);
  if (pending !== undefined && pending.requested_by_user_id === auth.userId && pending.definition !== null) {
    if (pending.definition_sha256 === definitionHash(definition)) return pending;
    await settleActivation(trx, pending, { status: 'withdrawn', by: auth.userId, note: null });
    await audit(trx, { action: 'activation.withdrawn', id: workflow.id, detail: { request_id: pending.id } });
  }
  const proposal = { definition, name: workflow.name, useCase: workflow.use_case };
  const row = await insertActivation(trx, auth, workflow, {
    ...{ proposal, note },
    examples: savedExamples(examples.asked).examples ?? null,
  });
  await audit(trx, { action: 'activation.requested', id: workflow.id, detail: auditedActivation(row) });
  return row;
}
