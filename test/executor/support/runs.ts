import { randomUUID } from 'node:crypto';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { ExecutionMode } from '../../../core/states.ts';
import { newestDictionary } from '../../../platform/database/fields.ts';
import { settingsNow } from '../../../platform/database/pinned-settings.ts';
import { asJson, type Database } from '../../../platform/database/index.ts';

export interface Tenant {
  readonly accountId: number;
  readonly apiClientId: number;
}

export async function createTenant(db: Database): Promise<Tenant> {
  const account = await db.kysely
    .insertInto('account')
    .values({
      name: 'Harbor Homes',
      legal_name: 'Harbor Homes LLC',
      address: '12 Quay Street\nPortland, ME 04101',
      phone: '+1 207 555 0100',
      production_access: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const client = await db.kysely
    .insertInto('api_client')
    .values({ account_id: account.id, name: 'Leasing desk' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { accountId: account.id, apiClientId: client.id };
}

export interface TriggerOptions {
  readonly definition: CascadeDefinition;
  readonly payload?: JsonObject;
  readonly mode?: ExecutionMode;
  readonly externalReference?: string;
  /** The state that the dispatcher leaves: begun, its command deleted. */
  readonly isDispatched?: boolean;
}

export interface Triggered {
  readonly id: number;
  readonly runKey: string;
}

/** Commits what the gateway does for a trigger: workflow and version, execution, start command. */
export async function trigger(db: Database, tenant: Tenant, options: TriggerOptions): Promise<Triggered> {
  return db.transaction(async (trx) => {
    const named = { name: 'Tenant screening', use_case: 'tenant_screening' };
    const workflow = await trx
      .insertInto('workflow')
      .values({
        account_id: tenant.accountId,
        code: `CAS-${randomUUID().slice(0, 6)}`,
        ...named,
        active: true,
        trigger_type: 'manual',
        version: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('workflow_version')
      .values({ workflow_id: workflow.id, version: 1, ...named, definition: asJson(options.definition) })
      .execute();
    const runKey = randomUUID();
    const execution = await trx
      .insertInto('execution')
      .values({
        account_id: tenant.accountId,
        api_client_id: tenant.apiClientId,
        workflow_id: workflow.id,
        workflow_version: 1,
        status: options.isDispatched === true ? 'running' : 'pending',
        external_reference: options.externalReference ?? null,
        execution_mode: options.mode ?? 'test',
        payload: asJson(options.payload ?? {}),
        run_key: runKey,
        dictionary_version: newestDictionary(tenant.accountId),
        settings: settingsNow(tenant.accountId),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (options.isDispatched !== true) await command(trx, 'start', execution.id);
    return { id: execution.id, runKey };
  });
}

export async function command(
  db: Pick<Database['kysely'], 'insertInto'>,
  kind: 'start' | 'poke',
  executionId: number,
): Promise<void> {
  await db.insertInto('command').values({ kind, execution_id: executionId }).execute();
}

export async function executionOf(db: Database, id: number) {
  return db.kysely.selectFrom('execution').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

export async function stepsOf(db: Database, id: number) {
  return db.kysely.selectFrom('step').selectAll().where('execution_id', '=', id).orderBy('sequence').execute();
}

export async function effectsOf(db: Database, id: number) {
  return db.kysely.selectFrom('effect').selectAll().where('execution_id', '=', id).orderBy('id').execute();
}

export async function eventsOf(db: Database, id: number) {
  return db.kysely.selectFrom('event').selectAll().where('execution_id', '=', id).orderBy('created_at').execute();
}

/** Commits what the gateway does for a decision on the open round. */
export async function decide(
  db: Database,
  id: number,
  decision: 'approved' | 'denied',
  more: { readonly reasons?: readonly string[]; readonly variables?: Readonly<Record<string, string>> } = {},
): Promise<void> {
  await db.transaction(async (trx) => {
    await trx.selectFrom('execution').select('id').where('id', '=', id).forUpdate().execute();
    await trx
      .updateTable('review_round')
      .set({
        ...{ status: 'decided', decision, decided_by_user_id: 1, decided_at: new Date() },
        ...(more.reasons === undefined ? {} : { reasons: asJson(more.reasons) }),
        ...(more.variables === undefined ? {} : { variables: asJson(more.variables) }),
      })
      .where('execution_id', '=', id)
      .where('status', '=', 'open')
      .execute();
    await trx
      .updateTable('execution')
      .set({ status: 'running', review_status: decision, needs_human_review: false, updated_at: new Date() })
      .where('id', '=', id)
      .execute();
    await command(trx, 'poke', id);
  });
}

/** Commits what the gateway does for a cancel. */
export async function cancel(db: Database, id: number): Promise<void> {
  await db.transaction(async (trx) => {
    await trx
      .updateTable('execution')
      .set({
        ...{ status: 'cancelled', completed_at: new Date(), updated_at: new Date() },
        ...{ pending_reports: null, only_awaits_reports: false },
      })
      .where('id', '=', id)
      .execute();
    await trx
      .updateTable('effect')
      .set({ status: 'cancelled' })
      .where('execution_id', '=', id)
      .where('status', '=', 'intended')
      .execute();
    await command(trx, 'poke', id);
  });
}
