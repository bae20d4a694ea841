import { pinnedProducts } from '../../../platform/database/products.ts';
import { sql } from 'kysely';
import { STANDARD_RULES, type MaskRules } from '../../../core/masks/index.ts';
import { readDictionaries } from '../../../platform/database/fields.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { maskRules, type MaskBasis } from '../calculations/mask-basis.ts';
import type { Auth } from '../services.ts';

/* Declarations by which executions are masked: the account's when they were accepted, and its present ones. */

/**
 * The basis for one execution with its reports; null for a view that masks nothing, or for an execution of another
 * client.
 */
export async function readMaskBasis(db: Queryable, auth: Auth, executionId: number): Promise<MaskBasis | null> {
  if (auth.view !== 'masked') return null;
  const [found] = await readBases(db, auth, { ids: [executionId], withReports: true });
  return found?.[1] ?? null;
}

/**
 * Mask rules for rows of a list, which hold texts and no reports. Rows of other clients are masked by the standard
 * dictionary.
 */
export async function readMaskRules(
  db: Queryable,
  auth: Auth,
  ids: readonly number[],
  reports: MaskRules['reports'] = [],
): Promise<(executionId: number) => MaskRules> {
  const bases = ids.length === 0 ? [] : await readBases(db, auth, { ids, withReports: false });
  const rules = new Map(bases.map(([id, basis]) => [id, { ...maskRules(basis), reports }]));
  return (executionId) => rules.get(executionId) ?? { ...STANDARD_RULES, undeclared: 'hidden' };
}

async function readBases(
  db: Queryable,
  { apiClientId, accountId }: Auth,
  { ids, withReports }: { readonly ids: readonly number[]; readonly withReports: boolean },
): Promise<(readonly [number, MaskBasis])[]> {
  const rows = await db
    .selectFrom('execution as e')
    .leftJoin('workflow_version as v', (join) =>
      join
        .onRef('v.workflow_id', '=', 'e.workflow_id')
        .onRef('v.version', '=', 'e.workflow_version')
        .on(sql<boolean>`${withReports}`),
    )
    .select([
      'e.id',
      'e.execution_mode',
      'e.dictionary_version',
      sql<string | null>`v.definition::text`.as('definition'),
    ])
    .select(pinnedProducts('e.account_id', 'v.products').as('products'))
    .where('e.id', 'in', [...ids])
    .where('e.api_client_id', '=', apiClientId)
    .execute();
  const dictionaries = await readDictionaries(
    db,
    accountId,
    rows.map(({ dictionary_version: version }) => version),
  );
  return rows.map((row) => [
    row.id,
    {
      mode: row.execution_mode,
      fieldsThen: dictionaries.of(row.dictionary_version),
      fieldsNow: dictionaries.now,
      definition: row.definition,
      products: row.products,
    },
  ]);
}
