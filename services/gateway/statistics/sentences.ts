import { sql } from 'kysely';
import { fieldsAsJson } from '../../../platform/database/fields.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { pinnedProducts } from '../../../platform/database/products.ts';
import type { Calculate } from '../calculations/index.ts';
import type { NamedRules, Sentence } from '../calculations/rules.ts';
import type { Auth } from '../services.ts';

/** Limits the definitions that one request reads. */
const MOST_DEFINITIONS = 20;

interface Asker {
  readonly db: Queryable;
  readonly auth: Auth;
  readonly calculate: Calculate;
}

interface OfVersion {
  readonly workflow_id: number;
  readonly workflow_version: number;
}

/** The newest version of each workflow. */
export function newestVersions(counted: readonly OfVersion[]): ReadonlyMap<number, number> {
  const newest = new Map<number, number>();
  for (const { workflow_id: id, workflow_version: version } of counted)
    newest.set(id, Math.max(newest.get(id) ?? 0, version));
  return newest;
}

/**
 * Sentences of rules, by the id of the workflow, a blank, and the key of the rule. `versions` are by the id of the
 * workflow. They are the cascade's policy, so only callers who may read workflows get them.
 */
export async function sentencesOf(
  { db, auth, calculate }: Asker,
  versions: ReadonlyMap<number, number>,
): Promise<ReadonlyMap<string, Sentence>> {
  if (!auth.scopes.has('workflows:read')) return new Map();
  const asked = [...versions].slice(0, MOST_DEFINITIONS);
  const { rows } = await sql<NamedRules['rows'][number]>`
    select v.workflow_id, v.definition, ${pinnedProducts('w.account_id', 'v.products')} as products
    from unnest(${asked.map(([id]) => id)}::bigint[], ${asked.map(([, version]) => version)}::int[]) as a (id, version)
    join workflow w on w.id = a.id and w.account_id = ${auth.accountId}
    join workflow_version v on v.workflow_id = a.id and v.version = a.version`.execute(db);
  if (rows.length === 0) return new Map();
  const fields = await fieldsAsJson(db, auth.accountId);
  const sentences = await calculate('ruleSentences', JSON.stringify({ rows, fields } satisfies NamedRules));
  return new Map(sentences);
}
