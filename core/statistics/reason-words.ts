import type { Dictionary } from '../fields/dictionary.ts';
import { catalogueReason } from '../notices/decided/codes.ts';
import { labelOf } from '../notices/decided/labels.ts';
import { fieldSchema, listPathOf, productByCode } from '../products/index.ts';

/**
 * What a reason of a fact is called where it is counted: the words of the catalogue, or of a neutral statement the label of
 * its field. A factor of a score has words in its report alone, and is called by its code. Null of what nobody declared.
 */
export function reasonWords(reason: string, dictionary: Dictionary): string | null {
  if (reason === 'reviewer') return 'In the words of the reviewer';
  const known = catalogueReason(reason);
  if (known !== undefined) return known.text;
  const [first = '', field] = reason.split('/');
  const product = field === undefined ? undefined : productByCode(first);
  if (field !== undefined) {
    const isField = product !== undefined && (fieldSchema(product, field) ?? listPathOf(product, field)) !== undefined;
    if (product === undefined) return null;
    if (!isField)
      return field === 'factor'
        ? `A factor of the score in “${product.name}”`
        : `A factor of the score in “${product.name}” (${field})`;
  }
  const { label, of } = labelOf({ field: field ?? reason }, product, dictionary);
  return of === 'undeclared' ? null : label.charAt(0).toUpperCase() + label.slice(1);
}
