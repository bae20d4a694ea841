import type { Dictionary } from '../fields/dictionary.ts';
import { catalogueReason } from '../notices/decided/codes.ts';
import { labelOf } from '../notices/decided/labels.ts';
import { fieldSchema, listPathOf, productByCode } from '../products/index.ts';

/**
 * What a reason of a fact is called where it is counted: the words of the catalogue, or of a neutral statement the label of
 * its field. Null of codes that only the report of a run has words for, such as the factors of a score.
 */
export function reasonWords(reason: string, dictionary: Dictionary): string | null {
  if (reason === 'reviewer') return 'In the words of the reviewer';
  const known = catalogueReason(reason);
  if (known !== undefined) return known.text;
  const [first = '', field] = reason.split('/');
  const product = field === undefined ? undefined : productByCode(first);
  if (field !== undefined) {
    const isField = product !== undefined && (fieldSchema(product, field) ?? listPathOf(product, field)) !== undefined;
    if (!isField) return null;
  }
  const { label, of } = labelOf({ field: field ?? reason }, product, dictionary);
  return of === 'undeclared' ? null : label.charAt(0).toUpperCase() + label.slice(1);
}
