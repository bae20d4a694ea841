import type { EnclosureDocument } from '../../core/notices/enclosure.ts';
import { PRODUCT_CODES } from '../../core/products/contract.ts';
import type { StandIn } from '../../platform/reference-data/notices.ts';
import type { ReportWording } from '../../platform/reference-data/report-wording.ts';
import { compileValidator } from '../../platform/validation/index.ts';
import type { FontFaces } from './fonts.ts';
import { html } from './html.ts';
import { printedPage } from './page.ts';
import { creditReportPage } from './reports/credit-report.ts';
import { productReportPage } from './reports/product-report.ts';
import { reportWords } from './reports/report-page.ts';

export interface EnclosureWording {
  readonly language: string;
  readonly pageLabel: string;
  readonly standIn: StandIn;
  readonly report: ReportWording;
}

/** What is attached to a pre-adverse letter, as a page. */
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
      return document.product_code === 'credit_report'
        ? creditReportPage(input, words, fontFaces)
        : productReportPage({ ...input, product: document.product_code }, words, fontFaces);
    }
    case 'summary_of_rights_stand_in':
      return standInPage(wording, fontFaces);
  }
}

function standInPage({ language, pageLabel, standIn }: EnclosureWording, fontFaces: FontFaces): string {
  return printedPage({
    language,
    title: standIn.title,
    footer: standIn.title,
    pageLabel,
    testMark: standIn.mark,
    css: 'h1 { font-size: 16pt; color: #1f4e79; }',
    body: html`<main>
      <h1>${standIn.title}</h1>
      ${standIn.paragraphs.map((text) => html`<p>${text}</p>`)}
    </main>`,
    fontFaces,
  });
}

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
        product_code: { enum: PRODUCT_CODES },
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
      required: ['version', 'enclosure'],
      properties: { version: { const: 1 }, enclosure: { const: 'summary_of_rights_stand_in' } },
    },
  ],
});
