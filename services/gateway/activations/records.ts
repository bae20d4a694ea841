import { sql, type Selectable } from 'kysely';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { AppError } from '../../../core/errors.ts';
import { asJsonList, type JsonObject } from '../../../core/json.ts';
import type { ActivationStatus } from '../../../core/states.ts';
import { asJson, type DB, type Queryable } from '../../../platform/database/index.ts';
import { timeText } from '../http/present.ts';
import { samePerson } from '../identity/records.ts';
import type { Auth } from '../services.ts';
import { definitionHash, type WorkflowWithDefinition } from '../workflows/records.ts';

/**
 * Requests to put a version live. Whoever writes one has locked the workflow's row, so of two who decide at once, or of one
 * who decides and one who changes the workflow, the second sees what the first did. Source: semantics 16.
 */
export type ActivationRow = Selectable<DB['activation_request']>;

export function presentActivation(row: ActivationRow): JsonObject {
  return {
    id: row.id,
    object: 'activation_request',
    workflow_id: row.workflow_id,
    version: row.version,
    proposes_definition: row.definition !== null,
    definition_sha256: row.definition_sha256,
    status: row.status,
    note: row.note,
    requested_by_user_id: row.requested_by_user_id,
    decided_by_user_id: row.decided_by_user_id,
    decision_note: row.decision_note,
    decided_at: timeText(row.decided_at),
    activated_version: row.activated_version,
    created_at: row.created_at.toISOString(),
  };
}

/** With the definition that would go live, or did. */
export async function presentActivationDetail(db: Queryable, row: ActivationRow): Promise<JsonObject> {
  const definition = row.definition ?? (await readDefinition(db, row));
  return { ...presentActivation(row), definition: asJsonList(definition) };
}

async function readDefinition(db: Queryable, { workflow_id: id, version }: ActivationRow): Promise<CascadeDefinition> {
  const row = await db
    .selectFrom('workflow_version')
    .select('definition')
    .where('workflow_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return row.definition;
}

export function selectActivations(db: Queryable, auth: Auth, workflowId: number) {
  return db
    .selectFrom('activation_request')
    .where('workflow_id', '=', workflowId)
    .where('account_id', '=', auth.accountId);
}

/** The request of the workflow, or `not_found`. */
export async function readActivation(
  db: Queryable,
  auth: Auth,
  { workflowId, requestId }: { readonly workflowId: number; readonly requestId: number },
): Promise<ActivationRow> {
  const row = await selectActivations(db, auth, workflowId).selectAll().where('id', '=', requestId).executeTakeFirst();
  if (row === undefined) throw new AppError('not_found');
  return row;
}

export async function findPending(db: Queryable, workflowId: number): Promise<ActivationRow | undefined> {
  return db
    .selectFrom('activation_request')
    .selectAll()
    .where('workflow_id', '=', workflowId)
    .where('status', '=', 'pending')
    .executeTakeFirst();
}

/** Throws `activation_already_requested`, which names the request. */
export async function insertActivation(
  trx: Queryable,
  auth: Auth,
  workflow: WorkflowWithDefinition,
  { definition, note }: { readonly definition: CascadeDefinition | null; readonly note: string | null },
): Promise<ActivationRow> {
  const pending = await findPending(trx, workflow.id);
  if (pending !== undefined) {
    throw new AppError('activation_already_requested', {
      message: `Activation request ${pending.id} of this cascade is pending. Withdraw or decide it first.`,
    });
  }
  return trx
    .insertInto('activation_request')
    .values({
      account_id: auth.accountId,
      workflow_id: workflow.id,
      version: workflow.version,
      definition_sha256: definitionHash(definition ?? workflow.definition),
      definition: definition === null ? null : asJson(definition),
      note,
      status: 'pending',
      requested_by_user_id: auth.userId,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Ends a pending request. Throws `activation_not_pending` if it is none any more. */
export async function settleActivation(
  trx: Queryable,
  row: ActivationRow,
  settled: {
    readonly status: Exclude<ActivationStatus, 'pending'>;
    readonly by: number | null;
    readonly note: string | null;
    readonly activatedVersion?: number;
  },
): Promise<ActivationRow> {
  if (row.status !== 'pending') {
    throw new AppError('activation_not_pending', { message: `Activation request ${row.id} is ${row.status}.` });
  }
  return trx
    .updateTable('activation_request')
    .set({
      status: settled.status,
      decided_by_user_id: settled.by,
      decision_note: settled.note,
      decided_at: sql<Date>`now()`,
      activated_version: settled.activatedVersion ?? null,
    })
    .where('id', '=', row.id)
    .where('status', '=', 'pending')
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Whether the caller wrote any of what would go live: a version since the last one that was approved, or what the request
 * proposes.
 */
export async function hasWritten(trx: Queryable, auth: Auth, row: ActivationRow): Promise<boolean> {
  const { rows } = await sql<{ wrote: boolean }>`
    select exists (
      select from account_user me, account_user writer
      where me.id = ${auth.userId}
        and ${samePerson('me', 'writer')}
        and writer.id in (
          select v.created_by_user_id from workflow_version v
          where v.workflow_id = ${row.workflow_id} and v.version <= ${row.version} and v.version > coalesce((
            select max(r.activated_version) from activation_request r
            where r.workflow_id = v.workflow_id and r.status = 'approved'
              and r.activated_version < ${row.definition === null ? row.version : row.version + 1}), 0)
          union all
          select r.requested_by_user_id from activation_request r where r.id = ${row.id} and r.definition is not null)
    ) as wrote`.execute(trx);
  return rows[0]?.wrote ?? true;
}
