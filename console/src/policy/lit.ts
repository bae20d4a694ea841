import type { Lit } from '../picture/picture.tsx';
import type { Item } from './items.ts';

/** What somebody points at: a sentence, or a node of the picture. */
export type Pointed = { readonly item: string } | { readonly node: string };

/** A sentence lights its nodes, and a node the sentences that it was made of. */
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

/** The nodes stand out besides what is lit already. */
export function withNodes({ nodes, ways }: Lit, more: ReadonlySet<string>): Lit {
  const all = new Map(nodes);
  for (const id of more) all.set(id, `${all.get(id) ?? ''} pointed`);
  return { nodes: all, ways };
}
