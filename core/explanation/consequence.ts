import { buildGraph } from '../cascade/graph.ts';
import { choiceOutput, stepsAfter } from '../cascade/nodes/if-else.ts';
import { isKind, NODES, type CascadeDefinition, type CascadeNode } from '../cascade/registry.ts';
import type { Json, JsonObject } from '../json.ts';
import type { ReviewDecision } from '../states.ts';
import type { Foresight } from './foresight.ts';

/**
 * The nodes at which the run continues. After a review of a notice it continues after the notice's step, whatever is
 * decided.
 */
export function nextOf(node: CascadeNode, decision: ReviewDecision, output: Json | undefined): readonly string[] {
  return isKind(node, 'IfElse') ? stepsAfter(node, decision, choiceOutput(output)) : (node.next_step ?? []);
}

export interface DecisionAhead {
  readonly next: readonly string[];
  /** Null if the run has not begun. */
  readonly foreseen: Foresight | null;
  /** True if the decision sends the drafted letter. */
  readonly sendsDraft: boolean;
}

/** The next steps and the later possibilities: the reachable nodes in order, and the letters among them. */
export function consequenceOf(
  definition: CascadeDefinition,
  { next, foreseen, sendsDraft }: DecisionAhead,
): JsonObject {
  const graph = buildGraph(definition, NODES);
  const reached = new Set(next.flatMap((id) => [id, ...graph.reachable(id)]));
  const nodes = graph.order.flatMap((id) => {
    const node = definition.find((one) => one.id === id);
    return node !== undefined && reached.has(id) ? [node] : [];
  });
  const place = new Map(graph.order.map((id, index) => [id, index]));
  const byOrder = (one: CascadeNode, other: CascadeNode): number =>
    (place.get(one.id) ?? 0) - (place.get(other.id) ?? 0);
  return {
    next_nodes: [...next],
    runs: foreseen === null ? null : [...foreseen.nodeIds],
    stops_at: foreseen === null ? null : [...foreseen.stopsAt],
    sends_draft: sendsDraft,
    reachable_nodes: nodes.map((node) => ({ id: node.id, type: node.type, name: node.name ?? null })),
    letters: definition.toSorted(byOrder).flatMap((node) => {
      const letter = foreseen?.letters.get(node.id);
      // A letter that waits for reasons is made at its own node, which cannot be reached again.
      if (!isKind(node, 'AdverseAction') || (letter === undefined && !reached.has(node.id))) return [];
      return [
        {
          node_id: node.id,
          action_taken: node.adverse_action?.action_taken ?? 'denied',
          send_strategy: node.adverse_action?.send_strategy ?? 'draft_first',
          would_be_issued: foreseen === null ? null : letter !== undefined,
          reasons: letter === undefined ? null : [...letter.reasons],
          rests_on_denial: letter?.restsOnDenial ?? null,
          missing: letter === undefined ? null : [...letter.missing],
          recipient: letter?.recipient ?? null,
          needs: letter?.needs ?? null,
        },
      ];
    }),
  };
}
