import { fieldsRead } from '../../core/cascade/fields-read.ts';
import { fieldsOfCascade } from '../../core/cascade/nodes/applicant-source.ts';
import { isKind, type CascadeDefinition } from '../../core/cascade/registry.ts';
import type { ReadingCascade } from '../../core/fields/change.ts';
import type { Queryable } from './index.ts';

/** The active cascades of an account, with the fields of a payload that each reads. */
export async function activeCascades(db: Queryable, accountId: number): Promise<readonly ReadingCascade[]> {
  const rows = await db
    .selectFrom('workflow as w')
    .innerJoin('workflow_version as v', (join) =>
      join.onRef('v.workflow_id', '=', 'w.id').onRef('v.version', '=', 'w.version'),
    )
    .select(['w.id', 'w.name', 'v.definition'])
    .where('w.account_id', '=', accountId)
    .where('w.active', '=', true)
    .where('w.deleted_at', 'is', null)
    .orderBy('w.id')
    .execute();
  return rows.map(readingCascade);
}

interface NamedCascade extends Pick<ReadingCascade, 'id' | 'name'> {
  readonly definition: CascadeDefinition;
}

/** The part of a payload that a cascade reads. */
export function readingCascade({ id, name, definition }: NamedCascade): ReadingCascade {
  return {
    ...{ id, name, reads: fieldsRead(definition), fields: fieldsOfCascade(definition) },
    hasLetters: definition.some((node) => isKind(node, 'AdverseAction')),
  };
}
