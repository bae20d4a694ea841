import { LRUCache } from 'lru-cache';
import type { CascadeDefinition } from '../../../core/definition/types.ts';
import type { Database } from '../../../platform/database/index.ts';

const MOST_DEFINITIONS = 500;

/** Definitions by workflow and version. A version never changes, so what is kept is never out of date. */
export class Definitions {
  readonly #cache: LRUCache<string, CascadeDefinition>;

  constructor(db: Database) {
    this.#cache = new LRUCache<string, CascadeDefinition>({
      max: MOST_DEFINITIONS,
      fetchMethod: async (key) => {
        const [workflowId, version] = key.split(':').map(Number);
        const row = await db.kysely
          .selectFrom('workflow_version')
          .select('definition')
          .where('workflow_id', '=', workflowId ?? 0)
          .where('version', '=', version ?? 0)
          .executeTakeFirst();
        return row?.definition;
      },
    });
  }

  async get(workflowId: number, version: number): Promise<CascadeDefinition> {
    const definition = await this.#cache.fetch(`${workflowId}:${version}`);
    if (definition === undefined) throw new Error(`workflow ${workflowId} has no version ${version}`);
    return definition;
  }
}
