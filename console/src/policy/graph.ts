import { validateDefinition } from '../../../core/cascade/validate.ts';
import type { GraphNode } from '../../../core/picture/graph.ts';
import { graphOf } from '../../../core/picture/of-definition.ts';

/** Of a definition of the API; of one that is not valid nothing is drawn. */
export function nodesOf(definition: unknown): readonly GraphNode[] {
  return graphOf(validateDefinition(definition).definition ?? []);
}
