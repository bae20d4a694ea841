import type { JsonObject } from '../../json.ts';
import type { NodeSpec } from '../contract.ts';
import type { NodeBase } from '../definition.ts';

export interface ShowResultsNode extends NodeBase {
  readonly type: 'ShowResults';
}

/** Ends its branch and collects the outputs so far, except those of other ShowResults nodes. */
export const showResults: NodeSpec<ShowResultsNode, 'ShowResults'> = {
  kind: 'ShowResults',
  namedBy: 'type',
  runsAfterFailure: true,
  schema: { description: 'Ends its branch and shows the outputs collected so far.' },
  edges: [],
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
