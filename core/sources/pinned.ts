import { productsOf, withProducts, type OwnProducts, type PinnedProduct } from '../cascade/own-products.ts';
import type { CascadeDefinition } from '../cascade/registry.ts';
import { productIn, type OwnProduct } from './product.ts';

/** Versions of products, as stored and as sent to another process. */
export type PinnedJson = readonly { readonly version: number; readonly product: OwnProduct }[];

/** A definition and the products that it pulls, as JSON. */
export interface PackedDefinition {
  readonly definition: CascadeDefinition;
  readonly products: PinnedJson | null;
}

export function pack(definition: CascadeDefinition): PackedDefinition {
  const pinned = [...productsOf(definition).values()];
  return {
    definition,
    products: pinned.map(({ version, described }) => ({
      version,
      // `ownProducts` created it from an OwnProduct.
      product: described as OwnProduct,
    })),
  };
}

export function unpack({ definition, products }: PackedDefinition): CascadeDefinition {
  return products === null || products.length === 0 ? definition : withProducts(definition, ownProducts(products));
}

/** By code, without products that can no longer be read. */
export function ownProducts(stored: PinnedJson): OwnProducts {
  return new Map(
    stored.flatMap(({ version, product: described }): [string, PinnedProduct][] => {
      const product = productIn(described);
      return product === undefined ? [] : [[described.code, { version, described, product }]];
    }),
  );
}
