import type { Dictionary } from '../fields/dictionary.ts';
import { catalogueReason } from '../notices/decided/codes.ts';
import { labelOf } from '../notices/decided/labels.ts';
import { capital } from '../readback/words.ts';
import { fieldSchema, listPathOf, productByCode } from '../products/index.ts';

/**
 * The name under which a reason is counted: the catalogue's words, or for a neutral statement the label of its field. A
 * factor of a score has words only in its report, so its name is its code. Null for an undeclared field.
 */
export function reasonWords(reason: string, dictionary: Dictionary): string | null {
  if (reason === 'reviewer') return 'In the words of the reviewer';
  const known = catalogueReason(reason);
  if (known !== undefined) return known.text;
  const [code = '', field] = reason.split('/');
  const product = field === undefined ? undefined : productByCode(code);
  if (field !== undefined) {
    if (product === undefined) return null;
    if ((fieldSchema(product, field) ?? listPathOf(product, field)) === undefined) {
      const factor = `A factor of the score in “${product.name}”`;
      return field === 'factor' ? factor : `${factor} (${field})`;
    }
  }
  const { label, of } = labelOf({ field: field ?? reason }, product, dictionary);
  return of === 'undeclared' ? null : capital(label);
}
