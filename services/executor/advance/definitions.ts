import { unpack } from '../../../core/sources/pinned.ts';
import { pinnedProducts } from '../../../platform/database/products.ts';
import { LRUCache } from 'lru-cache';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import type { PinnedByVersion } from '../../../core/interpreter/pins.ts';
import type { Database } from '../../../platform/database/index.ts';

const MOST_DEFINITIONS = 500;

/** What a run reads of its cascade. */
export interface PinnedCascade extends PinnedByVersion {
  readonly definition: CascadeDefinition;
}

/** Cascades by workflow and version. A version never changes, so the cache is never stale. */
export class Definitions {
  readonly #cache: LRUCache<string, PinnedCascade>;

  constructor(db: Database) {
    this.#cache = new LRUCache<string, PinnedCascade>({
      max: MOST_DEFINITIONS,
      fetchMethod: async (key) => {
        const [workflowId, version] = key.split(':').map(Number);
        const row = await db.kysely
          .selectFrom('workflow_version as v')
          .innerJoin('workflow as w', 'w.id', 'v.workflow_id')
          .select(['v.definition', 'v.name', 'v.use_case', pinnedProducts('w.account_id', 'v.products').as('products')])
          .where('v.workflow_id', '=', workflowId ?? 0)
          .where('v.version', '=', version ?? 0)
          .executeTakeFirst();
        if (row === undefined) return undefined;
        return { definition: unpack(row), workflow: { name: row.name, useCase: row.use_case } };
      },
    });
  }

  async get(workflowId: number, version: number): Promise<PinnedCascade> {
    const cascade = await this.#cache.fetch(`${workflowId}:${version}`);
    if (cascade === undefined) throw new Error(`workflow ${workflowId} has no version ${version}`);
    return cascade;
  }
}
