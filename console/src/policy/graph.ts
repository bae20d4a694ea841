import { validateDefinition } from '../../../core/cascade/validate.ts';
import type { GraphNode } from '../../../core/picture/graph.ts';
import { graphOf } from '../../../core/picture/of-definition.ts';

/** The nodes of a definition of the API; empty if it is not valid. */
export function nodesOf(definition: unknown): readonly GraphNode[] {
  return graphOf(validateDefinition(definition).definition ?? []);
}
