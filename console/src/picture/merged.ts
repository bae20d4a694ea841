import { wayId, type GraphNode } from '../../../core/picture/graph.ts';

/** All edges by `wayId`. */
export function allWays(nodes: readonly Pick<GraphNode, 'id' | 'ways'>[]): string[] {
  return nodes.flatMap(({ id, ways }) => ways.map((way) => wayId(id, way)));
}

/** Two cascades merged: all nodes and edges of both. */
export function mergedNodes(one: readonly GraphNode[], other: readonly GraphNode[]): GraphNode[] {
  const known = new Map(one.map((node) => [node.id, node]));
  const both = one.map((node) => {
    const more = other.find(({ id }) => id === node.id)?.ways ?? [];
    const ids = new Set(node.ways.map((way) => wayId(node.id, way)));
    return { ...node, ways: [...node.ways, ...more.filter((way) => !ids.has(wayId(node.id, way)))] };
  });
  return [...both, ...other.filter(({ id }) => !known.has(id))];
}
