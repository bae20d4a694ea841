import { queryOptions } from '@tanstack/react-query';
import { productCodeOf, type OwnProducts } from '../../../core/cascade/own-products.ts';
import { isJsonObject } from '../../../core/json.ts';
import { productByCode } from '../../../core/products/index.ts';
import { ownProducts } from '../../../core/sources/pinned.ts';
import type { OwnProduct } from '../../../core/sources/product.ts';
import { ApiError, call } from '../api/http.ts';
import { codePath } from '../sources/draft.ts';

/** Codes of the account's own products that a definition pulls. */
export function ownCodesIn(definition: readonly unknown[]): readonly string[] {
  const codes = definition.filter(isJsonObject).flatMap((node) => productCodeOf(node) ?? []);
  return [...new Set(codes)].filter((code) => productByCode(code) === undefined).toSorted();
}

interface Described {
  readonly version: number | null;
  readonly described_as: Omit<OwnProduct, 'code'> | null;
}

/**
 * The current versions of the account's products, which a newly saved version pulls. Withdrawn products are left out.
 */
export function pulledSourcesQuery(codes: readonly string[]) {
  return queryOptions({
    queryKey: ['sources', 'pulled', codes],
    queryFn: async ({ signal }): Promise<OwnProducts> => {
      const read = codes.map(async (code) => {
        const { data } = await call<Described>({ method: 'GET', path: codePath(code) }, signal);
        const { version, described_as: described } = data;
        return version === null || described === null ? [] : [{ version, product: { ...described, code } }];
      });
      const found = await Promise.all(read.map((each) => each.catch(orNone)));
      return ownProducts(found.flat());
    },
    enabled: codes.length > 0,
    staleTime: 60_000,
  });
}

function orNone(error: unknown): [] {
  if (error instanceof ApiError && error.code === 'not_found') return [];
  throw error;
}
