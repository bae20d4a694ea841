import { pinsOf } from '../../../core/cascade/own-products.ts';
import { pack, unpack } from '../../../core/sources/pinned.ts';
import { pinnedProducts } from '../../../platform/database/products.ts';
import { randomInt } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { canonicalJson } from '../../../core/canonical-json.ts';
import { AppError } from '../../../core/errors.ts';
import { asJsonList, type JsonObject } from '../../../core/json.ts';
import { jurisdictionReviews } from '../../../core/notices/warnings/local-rules.ts';
import type { TriggerType } from '../../../core/states.ts';
import { sha256Hex } from '../../../platform/crypto.ts';
import { asJson, type DB, type Queryable } from '../../../platform/database/index.ts';
import { namesTag } from '../http/etag.ts';
import type { Auth } from '../services.ts';
import { warningsOf } from './definition.ts';
import { hiddenFieldsOf, missingOf } from './live-notices.ts';
import { questionsAbout } from './questions.ts';

/** Workflows belong to the account: every client of it sees them. */
export type WorkflowRow = Selectable<DB['workflow']>;
export type WorkflowWithDefinition = WorkflowRow & { readonly definition: CascadeDefinition };

export function presentWorkflow(row: WorkflowRow): JsonObject {
  return {
    id: row.id,
    object: 'workflow',
    code: row.code,
    name: row.name,
    active: row.active,
    trigger_type: row.trigger_type,
    use_case: row.use_case,
    version: row.version,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export async function presentWorkflowDetail(
  db: Queryable,
  row: WorkflowWithDefinition,
  note?: string,
): Promise<JsonObject> {
  return {
    ...presentWorkflow(row),
    // It was validated as JSON when it was saved.
    definition: asJsonList(row.definition),
    warnings: await warningsOf(db, { accountId: row.account_id }, row.definition, row.use_case),
    hidden_from_reviewers: await hiddenFieldsOf(db, { accountId: row.account_id }, row.definition),
    missing_for_live: await missingOf(db, { accountId: row.account_id }, { ...row, useCase: row.use_case }),
    questions: await questionsAbout(db, { accountId: row.account_id }, row.definition),
    ...(note === undefined ? {} : { note }),
  };
}

/** The workflow as the audit log shows it. The definition itself is in the version. */
export function auditedWorkflow(workflow: WorkflowWithDefinition): JsonObject {
  const { name, active, trigger_type, use_case, version, definition } = workflow;
  const reviews = jurisdictionReviews(definition);
  return {
    ...{ name, active, trigger_type, use_case, version, definition_sha256: definitionHash(definition) },
    ...(Object.keys(reviews).length === 0 ? {} : { jurisdiction_reviews: reviews }),
  };
}

/** SHA-256 of the canonical JSON (RFC 8785), in hex. If it pulls own products, of `{definition, products}`. */
export function definitionHash(definition: CascadeDefinition): string {
  const packed = pack(definition);
  return sha256Hex(canonicalJson(packed.products?.length ? packed : definition));
}

/** True if replacing one definition and its products by the other makes no new version. */
export function isSameDefinition(one: CascadeDefinition, other: CascadeDefinition): boolean {
  const all = (each: CascadeDefinition) => JSON.stringify([each, pinsOf(each)]);
  return all(one) === all(other);
}

/** Changes with every change of the workflow. */
export function workflowEtag({ id, version, updated_at }: WorkflowRow): string {
  return `"${id}.${version}.${updated_at.getTime()}"`;
}

/** Throws `precondition_failed` if the If-Match of a change is not the current state. */
export function requireMatch(ifMatch: string, workflow: WorkflowRow): void {
  if (ifMatch !== '' && !namesTag(ifMatch, workflowEtag(workflow), { weak: false })) {
    throw new AppError('precondition_failed');
  }
}

/** The workflow of the account with its current definition, or `not_found`. */
export async function readWorkflow(db: Queryable, auth: Auth, workflowId: number): Promise<WorkflowWithDefinition> {
  const row = await db
    .selectFrom('workflow as w')
    .innerJoin('workflow_version as v', (join) =>
      join.onRef('v.workflow_id', '=', 'w.id').onRef('v.version', '=', 'w.version'),
    )
    .selectAll('w')
    .select(['v.definition', pinnedProducts('w.account_id', 'v.products').as('products')])
    .where('w.id', '=', workflowId)
    .where('w.account_id', '=', auth.accountId)
    .where('w.deleted_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) throw new AppError('not_found');
  const { products, ...workflow } = row;
  return { ...workflow, definition: unpack({ definition: row.definition, products }) };
}

/**
 * The workflow like `readWorkflow`, locked until the transaction ends. The lock is a statement of its own. A joined one
 * that waited would join the new row with the version that was current when it began, and find nothing.
 */
export async function lockWorkflow(trx: Queryable, auth: Auth, workflowId: number): Promise<WorkflowWithDefinition> {
  const mine = trx.selectFrom('workflow').select('id').where('id', '=', workflowId);
  await mine.where('account_id', '=', auth.accountId).forUpdate().execute();
  return readWorkflow(trx, auth, workflowId);
}

export interface NewWorkflow {
  readonly name: string;
  readonly definition: CascadeDefinition;
  readonly useCase: string | null;
  readonly triggerType: TriggerType;
  readonly active: boolean;
  /** Stored with its first version. */
  readonly note: string | null;
}

/** Six characters give a billion codes, so a second draw is rarely needed and a third never. */
const MAX_DRAWS = 20;

/** Inserts the workflow with its first version. */
export async function insertWorkflow(
  trx: Queryable,
  auth: Auth,
  workflow: NewWorkflow,
): Promise<WorkflowWithDefinition> {
  for (let draw = 0; draw < MAX_DRAWS; draw += 1) {
    const row = await trx
      .insertInto('workflow')
      .values({
        account_id: auth.accountId,
        code: randomCode(),
        name: workflow.name,
        active: workflow.active,
        trigger_type: workflow.triggerType,
        use_case: workflow.useCase,
        version: 1,
      })
      .onConflict((conflict) => conflict.columns(['account_id', 'code']).doNothing())
      .returningAll()
      .executeTakeFirst();
    if (row === undefined) continue;
    await insertVersion(trx, auth.userId, row.id, { ...workflow, version: 1 });
    return { ...row, definition: workflow.definition };
  }
  throw new Error('no free workflow code was found');
}

/**
 * A version holds everything that a run reads of the cascade, because an execution runs the version that it names
 * (semantics 2.5).
 */
export async function insertVersion(
  trx: Queryable,
  authorId: number,
  workflowId: number,
  saved: Pick<NewWorkflow, 'name' | 'useCase' | 'definition' | 'note'> & { readonly version: number },
): Promise<void> {
  const { version, name, useCase, definition, note } = saved;
  await trx
    .insertInto('workflow_version')
    .values({
      workflow_id: workflowId,
      version,
      name,
      use_case: useCase,
      definition: asJson(definition),
      products: asJson(pinsOf(definition)),
      created_by_user_id: authorId,
      note,
    })
    .execute();
}

/** Crockford's base32: no I, L, O and U, so that a code can be read out. */
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

function randomCode(): string {
  return `CAS-${Array.from({ length: 6 }, () => CROCKFORD[randomInt(CROCKFORD.length)]).join('')}`;
}

/** Soft deletion: accepted runs finish on their own version and stay readable. */
export async function deleteWorkflow(db: Queryable, auth: Auth, workflowId: number): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('workflow')
    .set({ deleted_at: sql`now()`, updated_at: sql`now()` })
    .where('id', '=', workflowId)
    .where('account_id', '=', auth.accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new AppError('not_found');
}
