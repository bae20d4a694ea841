import { CORRECTED_VALUES } from '../../../core/corrections.ts';
import { isMaskedKind } from '../../../core/fields/kinds.ts';
import type { JsonObject } from '../../../core/json.ts';
import { fieldLabel, fieldSchema, type Product } from '../../../core/products/index.ts';
import { html, type Html } from '../html.ts';
import { itemsAt, textAt } from './output.ts';
import type { ReportWords } from './report-page.ts';

/** The first lines of a report that is not as the agency delivered it; null for one that is. */
export function correctedValues(output: JsonObject, product: Product, { say, formats }: ReportWords): Html | null {
  const marks = itemsAt(output, CORRECTED_VALUES);
  if (marks.length === 0) return null;
  return html`<section>
    <h2>${say('corrected')}</h2>
    <p>${say('corrected_after')}</p>
    <ul>
      ${marks.map((mark) => {
        const path = textAt(mark, 'path');
        const label = path.split('.').map((name) => (/^\d+$/.test(name) ? String(Number(name) + 1) : fieldLabel(name)));
        const isHidden = isMaskedKind(fieldSchema(product, path)?.['x-kind']);
        const valueAt = (key: string) => (isHidden ? say('none') : textOf(mark, key, say('none')));
        return html`<li>
          ${say('corrected_value', {
            label: label.join(', '),
            value: valueAt('corrected_to'),
            reported: valueAt('reported'),
            date: formats.longDate(textAt(mark, 'corrected_at')),
          })}
        </li>`;
      })}
    </ul>
  </section>`;
}

function textOf(mark: JsonObject, key: string, none: string): string {
  const value = mark[key] ?? null;
  return value === null ? none : typeof value === 'object' ? JSON.stringify(value) : String(value);
}
