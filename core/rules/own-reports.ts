import { withProducts, type OwnProducts } from '../cascade/own-products.ts';
import type { FieldSpec, FieldSpecs } from '../fields/spec.ts';
import type { JsonObject } from '../json.ts';
import type { Product } from '../products/index.ts';
import { inSentence } from '../fields/labels.ts';

/*
 * Fields of reports that an account describes, as rules compare them: variables under `steps`, a root that no payload has.
 * A definition reads them from the step that pulls the report.
 */

const ROOT = 'steps';

/** A test of one: the code of the product, and the path in its report. */
export interface OwnField {
  readonly code: string;
  readonly path: string;
}

/** A path of `ownSpecs`. */
export const isOwnPath = (path: string): boolean => path.startsWith(`${ROOT}.`);

/** Undefined for a field of a payload, and of a built-in report. */
export function ownFieldOf({
  source,
  field,
}: {
  readonly source: string;
  readonly field: string;
}): OwnField | undefined {
  if (source !== 'context' || !isOwnPath(field)) return undefined;
  const [, code = '', ...path] = field.split('.');
  return path.length === 0 ? undefined : { code, path: path.join('.') };
}

/** The declared fields of the products, by the paths that rules compare. The product's name may stand before a label. */
export function ownSpecs(products: OwnProducts): FieldSpecs {
  return new Map(
    [...products].flatMap(([code, { product }]) =>
      [...(product.declared?.specs ?? [])].map(([path, spec]): [string, FieldSpec] => [
        `${ROOT}.${code}.${path}`,
        spec.label === undefined
          ? spec
          : { ...spec, also: [...(spec.also ?? []), `${inSentence(product.name)} ${spec.label}`] },
      ]),
    ),
  );
}

/** Steps that pull these reports, by their codes: ids and edges are the caller's. */
export function ownPulls(
  codes: Iterable<string>,
  products: OwnProducts,
  { idOf, next }: { readonly idOf: (code: string) => string; readonly next: readonly string[] },
): readonly JsonObject[] {
  const nodes = [...codes].flatMap((code): JsonObject[] => {
    const pinned = products.get(code);
    return pinned === undefined ? [] : [pullNode(pinned.product, { id: idOf(code), next })];
  });
  return withProducts(nodes, products);
}

/** A step that pulls a report, and keeps it under the code of its product. */
export const pullNode = (
  { code, name }: Pick<Product, 'code' | 'name'>,
  { id, next }: { readonly id: string; readonly next: readonly string[] },
): JsonObject => ({
  ...{ id, type: 'BillingProduct', name, billing_product_code: code },
  config: { store_result_as: code },
  next_step: [...next],
});
