import type { OwnCopy } from '../../../core/notices/enclosure.ts';
import { CORRECTED_VALUES } from '../../../core/corrections.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts';
import { fieldLabel, PRODUCTS, type BuiltInCode } from '../../../core/products/index.ts';
import { toTime } from '../../../core/time.ts';
import type { FontFaces } from '../fonts.ts';
import { html, type Html, type HtmlValue } from '../html.ts';
import { correctedValues } from './corrected-values.ts';
import { personFacts, printedReport, type Fact, type ReportInput, type ReportWords } from './report-page.ts';

export type ProductReportInput = ReportInput & { readonly product: BuiltInCode };
type OwnReportInput = ReportInput & { readonly own: OwnCopy };

/**
 * The copy of any report that a pre-adverse letter encloses: every field that the report has, in the order of the
 * product's schema. Values that the agency did not give are shown as a dash.
 */
export function productReportPage(input: ProductReportInput, words: ReportWords, fontFaces: FontFaces): string {
  const { name, schema } = PRODUCTS[input.product];
  const corrected = correctedValues(input.output, PRODUCTS[input.product], words);
  const fields = fieldsOf(Object.keys(schema.properties ?? {}), input.output, words);
  return pageOf({ input, name, corrected, fields }, words, fontFaces);
}

/** The page of a report of the account's own product. Only its vendor corrects it. */
export function ownReportPage(input: OwnReportInput, words: ReportWords, fontFaces: FontFaces): string {
  const { name, titles } = input.own;
  const fields = fieldsOf(Object.keys(titles), input.output, words, new Map(Object.entries(titles)));
  return pageOf({ input, name, corrected: null, fields }, words, fontFaces);
}

interface Copy {
  readonly input: ReportInput;
  readonly name: string;
  readonly corrected: Html | null;
  readonly fields: readonly Field[];
}

function pageOf({ input, name, corrected, fields }: Copy, words: ReportWords, fontFaces: FontFaces): string {
  const sections = html`
    ${facts(words.say('person'), personFacts(input.applicant, words), words)} ${corrected}
    ${facts(words.say('report'), fields.filter(isFact), words)}
    ${fields.filter((field) => !isFact(field)).map(({ label, value }) => details(label, value, words))}
  `;
  const css = '.entry { break-inside: avoid; padding: 6pt 0; border-bottom: 0.5pt solid #dbe1e9; }';
  return printedReport({ ...input, name, reportedOn: input.pulledOn, css }, sections, words, fontFaces);
}

interface Field extends Fact {
  readonly value: Json;
}

function fieldsOf(
  known: readonly string[],
  output: JsonObject,
  words: ReportWords,
  titles: ReadonlyMap<string, string> = new Map(),
): readonly Field[] {
  const others = Object.keys(output).filter((key) => !known.includes(key) && key !== CORRECTED_VALUES);
  const keys = [...known, ...others];
  return keys.map((key) => {
    const value = Object.hasOwn(output, key) ? (output[key] ?? null) : null;
    return { label: titles.get(key) ?? fieldLabel(key), value, text: valueText(key, value, words) };
  });
}

/** Lists and objects with parts of their own get a section; everything else stands among the facts. */
function isFact({ value }: Field): boolean {
  if (Array.isArray(value)) return !value.some(isJsonObject);
  return !isJsonObject(value);
}

function facts(heading: string, fields: readonly Fact[], words: ReportWords): Html {
  return html`<section>
    <h2>${heading}</h2>
    ${factList(fields, words)}
  </section>`;
}

function factList(fields: readonly Fact[], { orNone }: ReportWords): Html {
  return html`<dl class="facts">
    ${fields.map(
      ({ label, text }) =>
        html`<div>
          <dt>${label}</dt>
          <dd>${orNone(text)}</dd>
        </div>`,
    )}
  </dl>`;
}

function details(label: string, value: Json, words: ReportWords): Html {
  const entries = (Array.isArray(value) ? value : [value]).filter(isJsonObject);
  return html`<section>
    <h2>${label}</h2>
    ${entries.map((entry) => html`<div class="entry">${factList(fieldsOf([], entry, words), words)}</div>`)}
  </section>`;
}

function valueText(key: string, value: Json, words: ReportWords): HtmlValue {
  const { say, formats } = words;
  if (value === null) return '';
  if (typeof value === 'boolean') return say(value ? 'yes' : 'no');
  if (typeof value === 'number') {
    if (key.endsWith('_usd')) return formats.dollars(value);
    const number = formats.plainNumber(value);
    return key.endsWith('_percent') ? say('percent', { number }) : number;
  }
  if (typeof value === 'string') {
    if (toTime(value) !== undefined) return formats.mediumDate(value);
    // Values of an enumeration are words with underscores.
    return /^[a-z]+(_[a-z]+)*$/.test(value) ? fieldLabel(value) : value;
  }
  if (Array.isArray(value)) return value.map((item) => String(item)).join(', ');
  return factList(fieldsOf([], value, words), words);
}
