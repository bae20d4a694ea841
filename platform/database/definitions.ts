import { unpack } from '../../core/sources/pinned.ts';
import type { CascadeDefinition } from '../../core/cascade/registry.ts';
import type { Queryable } from './index.ts';
import { pinnedProducts } from './products.ts';

export interface SavedCascade {
  readonly definition: CascadeDefinition;
  readonly name: string;
  readonly useCase: string | null;
}

/** A version of a workflow, whose definition carries the products that it pins; undefined if there is none. */
export async function findCascade(
  db: Queryable,
  workflowId: number,
  version: number,
): Promise<SavedCascade | undefined> {
  const row = await db
    .selectFrom('workflow_version as v')
    .innerJoin('workflow as w', 'w.id', 'v.workflow_id')
    .select(['v.definition', 'v.name', 'v.use_case', pinnedProducts('w.account_id', 'v.products').as('products')])
    .where('v.workflow_id', '=', workflowId)
    .where('v.version', '=', version)
    .executeTakeFirst();
  return row === undefined ? undefined : { definition: unpack(row), name: row.name, useCase: row.use_case };
}

/** The definition of a version that executions, batches or requests name; it exists as long as they do. */
export async function readDefinition(db: Queryable, workflowId: number, version: number): Promise<CascadeDefinition> {
  const found = await findCascade(db, workflowId, version);
  if (found === undefined) throw new Error(`workflow ${workflowId} has no version ${version}`);
  return found.definition;
}
