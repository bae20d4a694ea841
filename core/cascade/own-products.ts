import type { Product } from '../products/contract.ts';
import type { JsonObject } from '../json.ts';
import type { NodeBase } from './definition.ts';

/*
 * A node that pulls a report which the account describes itself carries that product: whoever has the definition has what
 * it pulls, and cannot take another account's or a later version. The member is no JSON, so nothing that is stored, shown
 * or hashed holds it; copies of a node keep it.
 */

const PRODUCT = Symbol('product');

/** The products of one account, by code. */
export type OwnProducts = ReadonlyMap<string, Product>;
export const NO_PRODUCTS: OwnProducts = new Map();

/** The nodes, each with the product that it pulls if that is one of these. `codeOf`: the code that a node names. */
export function withProducts<N extends object>(
  nodes: readonly N[],
  products: OwnProducts,
  codeOf: (node: N) => string | undefined,
): readonly N[] {
  if (products.size === 0) return nodes;
  return nodes.map((node) => {
    const product = products.get(codeOf(node) ?? '');
    return product === undefined ? node : { ...node, [PRODUCT]: product };
  });
}

/** Undefined if the node carries none. */
export function ownProductOf(node: JsonObject | NodeBase): Product | undefined {
  return (node as { readonly [PRODUCT]?: Product })[PRODUCT];
}
