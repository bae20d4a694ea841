import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts';
import { postalLines, textLines } from '../../../core/notices/parties.ts';
import { PRODUCTS, type ProductCode } from '../../../core/products/index.ts';
import { dollars, longDate, maskedSsn, mediumDate, NONE, plainNumber } from '../format.ts';
import type { FontFaces } from '../fonts.ts';
import { html, type Html, type HtmlValue } from '../html.ts';
import { printedPage } from '../page.ts';
import type { CreditReportInput } from './credit-report.ts';
import { textAt } from './output.ts';
import { REPORT_CSS } from './report-css.ts';

export type ProductReportInput = CreditReportInput & { readonly product: ProductCode };

/**
 * The copy of any report that a pre-adverse letter encloses: every field that the report has, in the order of the
 * product's schema. What the agency did not say is a dash.
 */
export function productReportPage(input: ProductReportInput, fontFaces: FontFaces): string {
  const { account, applicant, output } = input;
  const { name, schema } = PRODUCTS[input.product];
  const fields = fieldsOf(Object.keys(schema.properties ?? {}), output);
  const body = html`
    <header class="letterhead">
      <div>
        <h1>${name}</h1>
        <div class="meta">Reported on ${longDate(input.pulledOn)} · Execution ${input.executionId}</div>
      </div>
      <div class="postal">
        <div class="label">Prepared for</div>
        <div class="name">${account.legal_name}</div>
        ${textLines(account.address).map((line) => html`<div>${line}</div>`)}
      </div>
    </header>
    <main>
      ${facts('Person', personOf(applicant))} ${facts('Report', fields.filter(isFact))}
      ${fields.filter((field) => !isFact(field)).map(({ label, value }) => details(label, value))}
    </main>
  `;
  return printedPage({
    language: 'en-US',
    title: `${name} – execution ${input.executionId}`,
    footer: `Confidential – contains consumer report information. Execution ${input.executionId}`,
    pageLabel: 'Page {{page}} of {{pages}}',
    testMark: input.testMode ? 'TEST MODE – NOT A CONSUMER REPORT' : null,
    css: `${REPORT_CSS} .entry { break-inside: avoid; padding: 6pt 0; border-bottom: 0.5pt solid #dbe1e9; }`,
    body,
    fontFaces,
  });
}

interface Field {
  readonly label: string;
  readonly value: Json;
  readonly text: HtmlValue;
}

function fieldsOf(known: readonly string[], output: JsonObject): readonly Field[] {
  const keys = [...known, ...Object.keys(output).filter((key) => !known.includes(key))];
  return keys.map((key) => {
    const value = Object.hasOwn(output, key) ? (output[key] ?? null) : null;
    return { label: labelOf(key), value, text: valueText(key, value) };
  });
}

/** Lists and objects with parts of their own get a section; everything else stands among the facts. */
function isFact({ value }: Field): boolean {
  if (Array.isArray(value)) return !value.some(isJsonObject);
  return !isJsonObject(value);
}

function facts(heading: string, fields: readonly Pick<Field, 'label' | 'text'>[]): Html {
  return html`<section>
    <h2>${heading}</h2>
    ${factList(fields)}
  </section>`;
}

function factList(fields: readonly Pick<Field, 'label' | 'text'>[]): Html {
  return html`<dl class="facts">
    ${fields.map(
      ({ label, text }) =>
        html`<div>
          <dt>${label}</dt>
          <dd>${text}</dd>
        </div>`,
    )}
  </dl>`;
}

function details(label: string, value: Json): Html {
  const entries = (Array.isArray(value) ? value : [value]).filter(isJsonObject);
  return html`<section>
    <h2>${label}</h2>
    ${entries.map((entry) => html`<div class="entry">${factList(fieldsOf([], entry))}</div>`)}
  </section>`;
}

function personOf(applicant: JsonObject): readonly Pick<Field, 'label' | 'text'>[] {
  const name = [textAt(applicant, 'first_name'), textAt(applicant, 'last_name')].filter(Boolean).join(' ');
  const address = postalLines(Object.hasOwn(applicant, 'address') ? applicant.address : undefined);
  return [
    { label: 'Name', text: name || textAt(applicant, 'name') || NONE },
    { label: 'Date of birth', text: mediumDate(textAt(applicant, 'date_of_birth')) || NONE },
    { label: 'Social security number', text: maskedSsn(textAt(applicant, 'ssn')) || NONE },
    { label: 'Address', text: address.length === 0 ? NONE : address.map((line) => html`<div>${line}</div>`) },
  ];
}

/** `sex_offender_registry_match` is "Sex offender registry match"; units that the value shows are left out. */
function labelOf(key: string): string {
  const words = key
    .replace(/_(usd|on|percent)$/, '')
    .replaceAll('_', ' ')
    .replaceAll(/\bssn\b/g, 'SSN');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function valueText(key: string, value: Json): HtmlValue {
  if (value === null || value === '') return NONE;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') {
    if (key.endsWith('_usd')) return dollars(value);
    return key.endsWith('_percent') ? `${plainNumber(value)}%` : plainNumber(value);
  }
  if (typeof value === 'string') {
    if (/^\d{4}-\d{2}-\d{2}/.test(value)) return mediumDate(value);
    // Values of an enumeration are words with underscores.
    return /^[a-z]+(_[a-z]+)*$/.test(value) ? labelOf(value) : value;
  }
  if (Array.isArray(value)) return value.length === 0 ? NONE : value.map((item) => String(item)).join(', ');
  return factList(fieldsOf([], value));
}
