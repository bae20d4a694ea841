import type { NodeBase } from '../../cascade/definition.ts';
import type { NodeRegistry } from '../../cascade/kinds.ts';
import { avoidance, decisionGraph, graveNotices } from './graph.ts';

/**
 * The notices that a run issues whatever its conditions say. Saving such a cascade gives the warning
 * `unconditional_notice`.
 */
export function unconditionalNotices(definition: readonly NodeBase[], registry: NodeRegistry): string[] {
  const graph = decisionGraph(definition, registry);
  const notices = [...graph.places.values()].filter((place) => place.is === 'notice');
  const { entry } = graph;
  if (entry === undefined) return [];
  // By action, because a large definition may have hundreds of notices with the same one.
  const isUnavoidable = new Map<(typeof notices)[number]['action'], boolean>();
  for (const action of new Set(notices.map((notice) => notice.action))) {
    isUnavoidable.set(action, !avoidance(graph, graveNotices(graph, action)).node(entry));
  }
  return notices.filter(({ action }) => isUnavoidable.get(action) === true).map(({ id }) => id);
}
