import type { EnclosureDocument } from '../../core/notices/enclosure.ts';
import { PRODUCT_CODES } from '../../core/products/contract.ts';
import type { SummaryOfRights } from '../../platform/reference-data/notices.ts';
import type { ReportWording } from '../../platform/reference-data/report-wording.ts';
import { compileValidator } from '../../platform/validation/index.ts';
import type { FontFaces } from './fonts.ts';
import { html, type Html } from './html.ts';
import { printedPage } from './page.ts';
import { creditReportPage } from './reports/credit-report.ts';
import { ownReportPage, productReportPage } from './reports/product-report.ts';
import { reportWords } from './reports/report-page.ts';

export interface EnclosureWording {
  readonly language: string;
  readonly pageLabel: string;
  readonly summaryOfRights: SummaryOfRights;
  readonly report: ReportWording;
}

/** The attachments of a pre-adverse letter, as a page. */
export function enclosurePage(document: EnclosureDocument, wording: EnclosureWording, fontFaces: FontFaces): string {
  switch (document.enclosure) {
    case 'report': {
      const input = {
        executionId: document.execution_id,
        testMode: document.test_mode,
        account: document.account,
        applicant: document.applicant,
        output: document.output,
        pulledOn: document.pulled_on,
      };
      const words = reportWords(wording.report);
      const { product_code: code, own } = document;
      if (own !== undefined) return ownReportPage({ ...input, own }, words, fontFaces);
      if (code === 'credit_report') return creditReportPage(input, words, fontFaces);
      const product = PRODUCT_CODES.find((each) => each === code);
      // Read before it came here.
      if (product === undefined) throw new Error('an enclosure is of a product that is not offered');
      return productReportPage({ ...input, product }, words, fontFaces);
    }
    case 'summary_of_rights':
      return summaryPage(document.test_mode, wording, fontFaces);
  }
}

function summaryPage(
  isTest: boolean,
  { pageLabel, summaryOfRights: summary }: EnclosureWording,
  fontFaces: FontFaces,
): string {
  const { title, contacts_heading: heading } = summary;
  return printedPage({
    language: summary.language,
    title,
    footer: title,
    pageLabel,
    testMark: isTest ? summary.test_mark : null,
    css: SUMMARY_CSS,
    body: html`<main>
      <p class="spanish">${summary.spanish}</p>
      <h1>${title}</h1>
      ${summary.paragraphs.map((text) => html`<p>${text}</p>`)}
      <ul>
        ${summary.rights.map(rightItem)}
      </ul>
      <p>${summary.closing}</p>
      <table>
        <thead>
          <tr>
            <th>${heading.business}</th>
            <th>${heading.contact}</th>
          </tr>
        </thead>
        <tbody>
          ${summary.contacts.map(
            ({ business, contact }) =>
              html`<tr>
                <td>${business}</td>
                <td>${contact.map((line) => html`<div>${line}</div>`)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </main>`,
    fontFaces,
  });
}

function rightItem({ heading, text, items, paragraphs }: SummaryOfRights['rights'][number]): Html {
  const list =
    items === undefined
      ? null
      : html`<ul>
          ${items.map((item) => html`<li>${item}</li>`)}
        </ul>`;
  return html`<li>
    <p><strong>${heading}</strong> ${text}</p>
    ${list}${(paragraphs ?? []).map((each) => html`<p>${each}</p>`)}
  </li>`;
}

const SUMMARY_CSS = `
  h1 { font-size: 16pt; color: #1f4e79; margin: 0 0 10pt; }
  .spanish { margin-bottom: 10pt; }
  li { margin-bottom: 0.3em; }
  table { margin-top: 8pt; font-size: 9.5pt; }
  th, td { text-align: left; vertical-align: top; width: 50%; padding: 4pt 6pt; border: 0.75pt solid #c5ceda; }`;

/** The document of an enclosure's row, or undefined if this version cannot render it. */
export function readEnclosureDocument(stored: unknown): EnclosureDocument | undefined {
  return valid(stored).length === 0 ? (stored as EnclosureDocument) : undefined;
}

const text = { type: 'string' };
const valid = compileValidator({
  type: 'object',
  anyOf: [
    {
      required: ['version', 'enclosure', 'product_code', 'test_mode', 'execution_id', 'account', 'output', 'pulled_on'],
      properties: {
        version: { const: 1 },
        enclosure: { const: 'report' },
        product_code: text,
        own: { type: 'object', required: ['name', 'titles'], properties: { name: text, titles: { type: 'object' } } },
        test_mode: { type: 'boolean' },
        execution_id: { type: 'integer' },
        account: {
          type: 'object',
          required: ['legal_name', 'address', 'phone'],
          properties: { legal_name: text, address: text, phone: text },
        },
        applicant: { type: 'object' },
        output: { type: 'object' },
        pulled_on: text,
      },
    },
    {
      required: ['version', 'enclosure', 'test_mode'],
      properties: {
        version: { const: 1 },
        enclosure: { const: 'summary_of_rights' },
        test_mode: { type: 'boolean' },
      },
    },
  ],
});
