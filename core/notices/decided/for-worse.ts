import { BRANCH_KEYS, type Branches } from '../../cascade/definition.ts';
import type { Json } from '../../json.ts';
import { betterOf, LESS } from '../../products/better.ts';
import { fieldSchema, listPathOf, type Product } from '../../products/index.ts';

/** A value read from a report. */
interface Read {
  readonly field: string;
  readonly actual: Json;
}

/** True if its groups are rows of a policy. */
export const isOfRows = (branches: Branches): boolean =>
  BRANCH_KEYS.some((key) => branches[key]?.condition_groups?.some(({ id }) => id !== undefined));

/**
 * True if the value would be more of something bad. No letter about a policy asks for more felonies, even if they would
 * have led to an approval. Too much of something good can be a reason: some homes are for small incomes. Source:
 * semantics 10.20.14.
 */
export function isForWorse(
  { branches }: { readonly branches: Branches },
  product: Product | undefined,
  { field, actual }: Read,
  value: Json,
): boolean {
  return product !== undefined && isOfRows(branches) && isBad(product, field) && LESS(value, actual);
}

function isBad(product: Product, field: string): boolean {
  const list = listPathOf(product, field);
  if (list?.quantifier !== 'count') return betterOf(product, field) === LESS;
  return fieldSchema(product, list.list)?.['x-empty'] === 'best';
}
