import { EDGE_KEYS, type NodeBase } from '../cascade/definition.ts';
import { NODES } from '../cascade/registry.ts';
import type { GraphNode, GraphWay } from './graph.ts';

/** Also accepts an unfinished definition, whose ways may lead nowhere or form a cycle. */
export function graphOf(definition: readonly NodeBase[]): GraphNode[] {
  const ids = new Set(definition.map(({ id }) => id));
  return definition.map((node) => {
    const spec = NODES.find(node);
    const jumps = spec === undefined ? [] : NODES.jumpsOf(node);
    const ways = EDGE_KEYS.filter((key) => spec === undefined || spec.edges.includes(key))
      .flatMap((key) => [...new Set(node[key])].map((to): GraphWay => ({ key, to })))
      .concat(jumps.map((to) => ({ key: 'jump', to })));
    return {
      id: node.id,
      name: node.name ?? node.id,
      kind: spec?.kind ?? node.action_type ?? node.type,
      isEntry: spec?.isEntry === true,
      ways: ways.filter(({ to }) => ids.has(to)),
    };
  });
}
