import type { ShowResultsNode } from '../definition/types.ts';
import type { JsonObject } from '../json.ts';
import type { NodeSpec } from './contract.ts';

/** Ends its branch and collects the outputs so far, those of other results nodes left out. */
export const showResults: NodeSpec<ShowResultsNode> = {
  schema: { type: 'object', description: 'Terminal node that surfaces the outputs collected so far.' },
  validate: () => [],
  edges: () => [],
  jumps: () => [],
  start(_node, visit) {
    const results: JsonObject = {};
    for (const [id, output] of visit.outputs) {
      if (visit.node(id)?.type === 'ShowResults') continue;
      // defineProperty: a node may be called `__proto__`.
      Object.defineProperty(results, id, { value: output, enumerable: true, configurable: true, writable: true });
    }
    return { do: 'finish', output: { results }, next: [] };
  },
};
