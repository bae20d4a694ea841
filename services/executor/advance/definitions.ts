import { LRUCache } from 'lru-cache';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import type { PinnedByVersion } from '../../../core/interpreter/pins.ts';
import { findCascade } from '../../../platform/database/definitions.ts';
import type { Database } from '../../../platform/database/index.ts';

const MOST_DEFINITIONS = 500;

/** The parts of its cascade that a run reads. */
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
        const found = await findCascade(db.kysely, workflowId ?? 0, version ?? 0);
        if (found === undefined) return undefined;
        const { definition, ...workflow } = found;
        return { definition, workflow };
      },
    });
  }

  async get(workflowId: number, version: number): Promise<PinnedCascade> {
    const cascade = await this.#cache.fetch(`${workflowId}:${version}`);
    if (cascade === undefined) throw new Error(`workflow ${workflowId} has no version ${version}`);
    return cascade;
  }
}
