import { unpack } from '../../../core/sources/pinned.ts';
import { pinnedProducts } from '../../../platform/database/products.ts';
import type { Selectable } from 'kysely';
import { AppError } from '../../../core/errors.ts';
import { asJsonList, type JsonObject } from '../../../core/json.ts';
import type { DB, Queryable } from '../../../platform/database/index.ts';
import type { Auth } from '../services.ts';
import { warningsOf } from '../workflows/definition.ts';

/** Versions of a workflow of the account. A deleted workflow has none. */
export function selectVersions(db: Queryable, auth: Auth, workflowId: number) {
  return db
    .selectFrom('workflow_version as v')
    .innerJoin('workflow as w', 'w.id', 'v.workflow_id')
    .where('v.workflow_id', '=', workflowId)
    .where('w.account_id', '=', auth.accountId)
    .where('w.deleted_at', 'is', null);
}

export const VERSION_COLUMNS = [
  'v.workflow_id',
  'v.version',
  'v.name',
  'v.use_case',
  'v.note',
  'v.created_by_user_id',
  'v.created_at',
  'v.products',
  'w.version as current_version',
] as const;

type VersionRow = Omit<Selectable<DB['workflow_version']>, 'id' | 'definition'> & { readonly current_version: number };

export function presentVersion(row: VersionRow): JsonObject {
  return {
    object: 'workflow_version',
    workflow_id: row.workflow_id,
    version: row.version,
    is_current: row.version === row.current_version,
    name: row.name,
    use_case: row.use_case,
    note: row.note,
    created_by_user_id: row.created_by_user_id,
    created_at: row.created_at.toISOString(),
    products: row.products,
  };
}

/** The column's type is int, so a larger number would make PostgreSQL fail. */
const MAX_VERSION = 2_147_483_647;

/** The version with its definition, or `not_found`. */
export async function readVersion(db: Queryable, auth: Auth, workflowId: number, version: number) {
  if (version > MAX_VERSION) throw new AppError('not_found');
  const row = await selectVersions(db, auth, workflowId)
    .select(VERSION_COLUMNS)
    .select(['v.definition', pinnedProducts('w.account_id', 'v.products').as('pinned')])
    .where('v.version', '=', version)
    .executeTakeFirst();
  if (row === undefined) throw new AppError('not_found');
  const { pinned, ...saved } = row;
  return { ...saved, definition: unpack({ definition: row.definition, products: pinned }) };
}

export async function presentVersionDetail(
  db: Queryable,
  auth: Auth,
  row: Awaited<ReturnType<typeof readVersion>>,
): Promise<JsonObject> {
  // It was validated as JSON when it was saved.
  return {
    ...presentVersion(row),
    definition: asJsonList(row.definition),
    warnings: await warningsOf(db, auth, row.definition, row.use_case),
  };
}
