import { pinsOf } from '../../../core/cascade/own-products.ts';
import { unpack } from '../../../core/sources/pinned.ts';
import { readPinned } from '../../../platform/database/products.ts';
import { sql, type Selectable } from 'kysely';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { AppError } from '../../../core/errors.ts';
import { asJsonList, asJsonObject, type JsonObject } from '../../../core/json.ts';
import type { ActivationStatus } from '../../../core/states.ts';
import { readDefinition } from '../../../platform/database/definitions.ts';
import { readDictionary } from '../../../platform/database/fields.ts';
import { asJson, type DB, type Queryable } from '../../../platform/database/index.ts';
import { presentChanges } from '../examples/changes.ts';
import { readMark } from '../examples/records.ts';
import { namesAny, namesTag } from '../http/etag.ts';
import { timeText } from '../http/present.ts';
import type { Call } from '../http/route.ts';
import type { Auth } from '../services.ts';
import { hiddenFieldsOf, missingOf } from '../workflows/live-notices.ts';
import { questionsAbout } from '../workflows/questions.ts';
import { definitionHash, type WorkflowWithDefinition } from '../workflows/records.ts';

/**
 * Requests to put a version live. Writers lock the workflow's row first. So if two people decide at once, or one
 * decides while another changes the workflow, the second sees the result of the first. Source: semantics 16.15.4.
 */
export type ActivationRow = Selectable<DB['activation_request']>;

export async function presentActivations(db: Queryable, rows: readonly ActivationRow[]): Promise<JsonObject[]> {
  const writers = await writersOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => presentActivation(row, writers.get(row.id)));
}

/** Users who wrote a part of a request, as PostgreSQL knows them when it is approved. */
interface Writers {
  readonly all: readonly number[];
  /** Those without a confirmed address. */
  readonly unknown: readonly number[];
}
const NO_WRITERS: Writers = { all: [], unknown: [] };

async function writersOf(db: Queryable, ids: readonly number[]): Promise<ReadonlyMap<number, Writers>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Writers & { id: number }>`
    select r.id,
      (select coalesce(json_agg(w.user_id order by w.user_id), '[]') from activation_writers(r.id) w) as all,
      (select coalesce(json_agg(a.user_id order by a.user_id), '[]') from activation_authors(r.id) a
        where not a.is_known) as unknown
    from activation_request r where r.id = any(${ids})`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

function presentActivation(row: ActivationRow, { all, unknown }: Writers = NO_WRITERS): JsonObject {
  return {
    id: row.id,
    object: 'activation_request',
    workflow_id: row.workflow_id,
    version: row.version,
    proposes_version: row.proposes_version,
    proposes_definition: row.definition !== null,
    name: row.name,
    use_case: row.use_case,
    definition_sha256: row.definition_sha256,
    dictionary_version: row.dictionary_version,
    products: row.products,
    status: row.status,
    note: row.note,
    requested_by_user_id: row.requested_by_user_id,
    written_by_user_ids: [...all],
    unconfirmed_user_ids: [...unknown],
    decided_by_user_id: row.decided_by_user_id,
    decision_note: row.decision_note,
    decided_at: timeText(row.decided_at),
    activated_version: row.activated_version,
    created_at: row.created_at.toISOString(),
  };
}

/** Includes the definition that would go live, or did. */
export async function presentActivationDetail(db: Queryable, row: ActivationRow): Promise<JsonObject> {
  const definition = await definitionOfRequest(db, row);
  const writers = await writersOf(db, [row.id]);
  return {
    ...presentActivation(row, writers.get(row.id)),
    definition: asJsonList(definition),
    examples_when_asked: row.examples === null ? null : asJsonObject(row.examples),
    examples_changed: [...(await changesFor(db, row))],
    hidden_from_reviewers: await hiddenFieldsOf(db, { accountId: row.account_id }, definition),
    missing_for_live: await missingOf(db, { accountId: row.account_id }, { definition, useCase: row.use_case }),
    questions: await questionsAbout(db, { accountId: row.account_id }, definition),
  };
}

/** The changes of the workflow's examples: until now, or until the request was decided. */
function changesFor(db: Queryable, { account_id: accountId, ...row }: ActivationRow): Promise<readonly JsonObject[]> {
  return row.examples_changed === null
    ? presentChanges(db, { accountId }, row.workflow_id)
    : Promise.resolve(row.examples_changed);
}

/** Changes with the examples of the workflow. `mark` is the mark of the examples. */
export const activationEtag = ({ id }: Pick<ActivationRow, 'id'>, mark: string): string => `"${id}.${mark}"`;

/**
 * Throws `precondition_failed` unless the examples are those that the approver saw. If they have to pass and the
 * approver names none, they must be those of the time of the request. Otherwise its author could take an example away
 * unseen.
 */
export async function requireSeenExamples(
  trx: Queryable,
  auth: Auth,
  row: ActivationRow,
  seen: { readonly ifMatch: string; readonly isRequired: boolean },
): Promise<void> {
  if (row.status !== 'pending') return;
  const etag = activationEtag(row, await readMark(trx, auth, row.workflow_id));
  // Any tag (`*`) does not say what was seen.
  const isNamed = seen.ifMatch !== '' && !namesAny(seen.ifMatch);
  if (isNamed && !namesTag(seen.ifMatch, etag, { weak: false }))
    throw new AppError('precondition_failed', { message: changedExamples(row, 'you read') });
  if (!isNamed && seen.isRequired && activationEtag(row, row.examples_mark) !== etag)
    throw new AppError('precondition_failed', { message: changedExamples(row, 'it was asked for') });
}

const changedExamples = ({ id }: ActivationRow, since: string): string =>
  `Examples of the cascade have changed since ${since}. Read request ${id} again, and name its \`ETag\` in \`If-Match\`.`;

/** Stores the changes of the examples with a pending request that is about to be decided. */
export async function keepExampleChanges(trx: Queryable, row: ActivationRow): Promise<void> {
  await trx
    .updateTable('activation_request')
    .set({ examples_changed: asJson(await changesFor(trx, row)) })
    .where('id', '=', row.id)
    .where('status', '=', 'pending')
    .execute();
}

/** The definition that would go live by a request, or did. */
export async function definitionOfRequest(db: Queryable, row: ActivationRow): Promise<CascadeDefinition> {
  return (await proposedBy(db, row)) ?? readDefinition(db, row.workflow_id, row.version);
}

/** The definition that a request proposes; null if it is for the version as it is. */
export async function proposedBy(db: Queryable, row: ActivationRow): Promise<CascadeDefinition | null> {
  if (row.definition === null) return null;
  return unpack({ definition: row.definition, products: await readPinned(db, row.account_id, row.products) });
}

export function selectActivations(db: Queryable, auth: Auth, workflowId: number) {
  return db
    .selectFrom('activation_request')
    .where('workflow_id', '=', workflowId)
    .where('account_id', '=', auth.accountId);
}

/** Requests of all workflows that are not deleted. */
export function selectAllActivations(db: Queryable, auth: Auth) {
  return db
    .selectFrom('activation_request as r')
    .where('r.account_id', '=', auth.accountId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('workflow as w')
          .select('w.id')
          .whereRef('w.id', '=', 'r.workflow_id')
          .where('w.account_id', '=', auth.accountId)
          .where('w.deleted_at', 'is', null),
      ),
    );
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

/** The version that would go live. */
export interface Proposal {
  /** Null for the definition of the current version. */
  readonly definition: CascadeDefinition | null;
  readonly name: string;
  readonly useCase: string | null;
}

/** True if it differs from the current version, so that it would be a new one. */
export function proposesVersion({ definition, name, useCase }: Proposal, workflow: WorkflowWithDefinition): boolean {
  return definition !== null || name !== workflow.name || useCase !== workflow.use_case;
}

/** Throws `activation_already_requested`, which names the request. */
export async function insertActivation(
  trx: Queryable,
  auth: Auth,
  workflow: WorkflowWithDefinition,
  asked: { readonly proposal: Proposal; readonly note: string | null; readonly examples: JsonObject | null },
): Promise<ActivationRow> {
  const pending = await findPending(trx, workflow.id);
  if (pending !== undefined) {
    throw new AppError('activation_already_requested', {
      message: `Activation request ${pending.id} of this cascade is pending. Withdraw or decide it first.`,
    });
  }
  const { proposal, note, examples } = asked;
  const { definition, name, useCase } = proposal;
  return trx
    .insertInto('activation_request')
    .values({
      account_id: auth.accountId,
      workflow_id: workflow.id,
      version: workflow.version,
      definition_sha256: definitionHash(definition ?? workflow.definition),
      definition: definition === null ? null : asJson(definition),
      products: asJson(pinsOf(definition ?? workflow.definition)),
      name,
      use_case: useCase,
      proposes_version: proposesVersion(proposal, workflow),
      dictionary_version: (await readDictionary(trx, auth.accountId)).version,
      note,
      status: 'pending',
      examples_mark: await readMark(trx, auth, workflow.id),
      examples: examples === null ? null : asJson(examples),
      requested_by_user_id: auth.userId,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The detail of a request in the audit log: everything that its decisions and letters would depend on. */
export function auditedActivation(row: ActivationRow): JsonObject {
  const { id, version, definition_sha256, dictionary_version, products } = row;
  return { request_id: id, version, definition_sha256, dictionary_version, products };
}

/** Ends a pending request without an approval. Throws `activation_not_pending` if it is not pending any more. */
export async function settleActivation(
  trx: Queryable,
  row: ActivationRow,
  settled: {
    readonly status: Exclude<ActivationStatus, 'pending' | 'approved'>;
    readonly by: number | null;
    readonly note: string | null;
  },
): Promise<ActivationRow> {
  if (row.status !== 'pending') {
    throw notPending(row);
  }
  await keepExampleChanges(trx, row);
  return trx
    .updateTable('activation_request')
    .set({
      status: settled.status,
      decided_by_user_id: settled.by,
      decision_note: settled.note,
      decided_at: sql<Date>`now()`,
    })
    .where('id', '=', row.id)
    .where('status', '=', 'pending')
    .returningAll()
    .executeTakeFirstOrThrow();
}

export type Approver = Call<string, unknown, unknown, unknown>['acting'];

/**
 * Approves the request as the user of the token or session. PostgreSQL looks that user up itself, refuses authors of
 * the request, and records the act. Throws `activation_not_pending`, `approver_wrote_it`, `address_not_confirmed`, and
 * `insufficient_scope` for a token or session that has ended.
 */
export async function approveInDatabase(
  trx: Queryable,
  row: ActivationRow,
  { actor, proof }: Approver,
  note: string | null,
): Promise<ActivationRow> {
  const { rows } = await sql<{ result: string }>`
    select activation_approve(${row.id}, ${actor.kind}, ${actor.id}, ${proof}, ${note}, ${actor.address},
      ${actor.requestId}) as result`.execute(trx);
  const result = rows[0]?.result ?? '';
  const { unknown } =
    result === 'author_unknown' ? ((await writersOf(trx, [row.id])).get(row.id) ?? NO_WRITERS) : NO_WRITERS;
  const refused = refusedApproval(result, unknown);
  if (refused !== null) throw refused;
  const read = await trx
    .selectFrom('activation_request')
    .selectAll()
    .where('id', '=', row.id)
    .executeTakeFirstOrThrow();
  if (result !== 'approved') throw notPending(read);
  return read;
}

/**
 * The reason why PostgreSQL refused this person's approval; null if it approved, or if there was nothing to approve.
 */
export function refusedApproval(result: string, unconfirmedWriters: readonly number[]): AppError | null {
  switch (result) {
    case 'wrote_it':
      return new AppError('approver_wrote_it');
    case 'approver_unknown':
      return new AppError('address_not_confirmed', {
        message: `${UNKNOWN} Yours is not, so you may be any of those who wrote it.`,
      });
    case 'author_unknown':
      return new AppError('address_not_confirmed', {
        message: `${UNKNOWN} Users who wrote some of it and have none: ${unconfirmedWriters.join(', ')}.`,
      });
    case 'not_proven':
      return new AppError('insufficient_scope', { message: NOT_PROVEN });
    default:
      return null;
  }
}

const UNKNOWN = 'Whoever approves, and all who wrote any of it, need a confirmed e-mail address.';

const NOT_PROVEN = 'This token or session has ended. Make another token, or sign in again.';

function notPending({ id, status }: ActivationRow): AppError {
  return new AppError('activation_not_pending', { message: `Activation request ${id} is ${status}.` });
}
