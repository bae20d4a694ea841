import type { Json } from '../json.ts';
import { fieldSchema, reasonOf, type Product, type ReasonPredicate } from './index.ts';

export type Better = (from: Json, to: Json) => boolean;
export const MORE: Better = (from, to) => typeof from === 'number' && typeof to === 'number' && to > from;
export const LESS: Better = (from, to) => MORE(to, from);

/** The order of better values of a field, taken from the reasons that letters give for it; null if unknown. */
export function betterOf(product: Product, field: string): Better | null {
  const schema = fieldSchema(product, field) ?? {};
  // A schema of our own: core/products/schema.ts wrote the predicate.
  const factors = schema['x-factors-when'] as ReasonPredicate | undefined;
  const when = factors ?? reasonOf(product, field)?.when;
  switch (when?.is) {
    case 'above':
      return LESS;
    case 'below':
      return MORE;
    case 'state': {
      if (when.cure === 'either') return null;
      const own = when.any.find((each) => each.field === field);
      const best = own?.operator === 'not_equals' ? own.value : own?.value === true ? false : undefined;
      if (best !== undefined) return (_, to) => to === best;
      return when.cure === 'more' ? MORE : LESS;
    }
    default:
      return null;
  }
}
