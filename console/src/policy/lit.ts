import type { Lit } from '../picture/picture.tsx';
import type { Item } from './items.ts';

/** A sentence or a node of the picture under the pointer. */
export type Pointed = { readonly item: string } | { readonly node: string };

/** A sentence highlights its nodes, and a node highlights the sentences that it was made from. */
export function litBy(
  pointed: Pointed | null,
  items: readonly Item[],
): { readonly nodes: ReadonlySet<string>; readonly items: ReadonlySet<string> } {
  if (pointed === null) return { nodes: new Set(), items: new Set() };
  const nodesOf = (item: Item): readonly string[] => (item.kind === 'read' ? item.nodeIds : []);
  if ('item' in pointed) {
    const item = items.find(({ key }) => key === pointed.item);
    return { nodes: new Set(item === undefined ? [] : nodesOf(item)), items: new Set([pointed.item]) };
  }
  const { node } = pointed;
  const made = items.filter((item) => nodesOf(item).includes(node));
  return { nodes: new Set([node]), items: new Set(made.map(({ key }) => key)) };
}

/** Highlights these nodes as well. */
export function withNodes({ nodes, ways }: Lit, more: ReadonlySet<string>): Lit {
  const all = new Map(nodes);
  for (const id of more) all.set(id, `${all.get(id) ?? ''} pointed`);
  return { nodes: all, ways };
}
