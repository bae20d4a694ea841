import { isJsonObject, type Json } from '../json.ts';
import { productByCode, type Product } from '../products/index.ts';

/*
 * A node that pulls one of the account's own reports carries the version of that product. So a definition always comes
 * with the products that it pulls, and never with those of another account or of a later version. The member is a
 * symbol, so it is never stored, shown or hashed; copies of a node keep it.
 */

const PRODUCT = Symbol('product');

/** A version of an account's product. */
export interface PinnedProduct {
  readonly version: number;
  /** The account's description. */
  readonly described: object;
  readonly product: Product;
}

/** By product code, the version that a version of a cascade pulls. */
export type ProductPins = Readonly<Record<string, number>>;

/** Products of one account, by code. */
export type OwnProducts = ReadonlyMap<string, PinnedProduct>;
export const NO_PRODUCTS: OwnProducts = new Map();

interface Carrying {
  readonly [PRODUCT]?: PinnedProduct;
}

/** The code of the product that a node pulls: its own key, else the nested one; undefined if neither is text. */
export function productCodeOf(node: {
  readonly billing_product_code?: Json;
  readonly config?: Json;
}): string | undefined {
  const nested = isJsonObject(node.config) ? node.config.billing_product_code : undefined;
  const code = node.billing_product_code ?? nested;
  return typeof code === 'string' ? code : undefined;
}

/** The nodes, each with the product of `products` that it pulls, and without any other. */
export function withProducts<N extends object>(nodes: readonly N[], products: OwnProducts): readonly N[] {
  return nodes.map((node) => {
    const pinned = products.get(productCodeOf(node) ?? '');
    if (pinned === pinnedBy(node)) return node;
    return { ...node, [PRODUCT]: pinned };
  });
}

/** Undefined if the node carries no product. */
export function ownProductOf(node: object): Product | undefined {
  return pinnedBy(node)?.product;
}

function pinnedBy(node: Carrying): PinnedProduct | undefined {
  return node[PRODUCT];
}

/** The account's product with this code, or else the built-in one. */
export function productNamed(code: string, products: OwnProducts = NO_PRODUCTS): Product | undefined {
  return products.get(code)?.product ?? productByCode(code);
}

/** The products that the nodes carry, by code. */
export function productsOf(nodes: readonly object[]): OwnProducts {
  const pinned = nodes.map(pinnedBy).filter((each) => each !== undefined);
  return new Map(pinned.map((each) => [each.product.code, each]));
}

export function pinsOf(nodes: readonly object[]): ProductPins {
  return Object.fromEntries([...productsOf(nodes)].map(([code, { version }]) => [code, version]).toSorted());
}
