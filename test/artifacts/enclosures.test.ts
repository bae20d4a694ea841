import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import type { EnclosureDocument } from '../../core/notices/enclosure.ts';
import { PRODUCT_CODES, PRODUCTS, type BuiltInCode } from '../../core/products/index.ts';
import type { JsonObject } from '../../core/json.ts';
import { fieldLabel } from '../../core/products/index.ts';
import type { ReportWording } from '../../platform/reference-data/report-wording.ts';
import { enclosurePage } from '../../services/artifacts/enclosures.ts';
import type { Stationery } from '../../services/artifacts/documents.ts';
import type { Renderer } from '../../services/renderer/browser.ts';
import { loadStationery, pagesOf, startRenderer } from './support.ts';

let renderer: Renderer;
let stationery: Stationery;
beforeAll(async () => {
  [renderer, stationery] = await Promise.all([startRenderer(), loadStationery()]);
});
afterAll(() => renderer.close());

async function printed(
  document: EnclosureDocument,
  report: ReportWording = stationery.notices.report,
): Promise<readonly string[]> {
  const { letter, summaryOfRights } = stationery.notices;
  const wording = { language: letter.language, pageLabel: letter.labels.page, summaryOfRights, report };
  const pdf = await renderer.render(enclosurePage(document, wording, stationery.fontFaces));
  // To look at them: LETTERS_DIRECTORY=/some/folder, then pdftoppm.
  const folder = process.env.LETTERS_DIRECTORY;
  if (folder !== undefined) {
    const name = document.enclosure === 'report' ? `copy-${document.product_code}` : document.enclosure;
    await writeFile(join(folder, `${name}-${report.language}.pdf`), pdf);
  }
  return pagesOf(pdf);
}

const reportOf = (product: BuiltInCode): EnclosureDocument => ({
  version: 1,
  enclosure: 'report',
  product_code: product,
  test_mode: true,
  execution_id: 4711,
  account: { legal_name: 'Harbor Homes LLC', address: '12 Quay Street\nPortland, ME 04101', phone: '(207) 555-0100' },
  applicant: { first_name: 'Dana', last_name: 'Doe', date_of_birth: '1990-02-03' },
  output: PRODUCTS[product].synthetic({ name: 'Dana Doe' }, '2026-11-20'),
  pulled_on: '2026-11-20',
});

// Rules: 6.14.12
test('the enclosed copy of a product of an account has all that came, by its titles', async () => {
  const own = { name: 'Fraud score', titles: { risk: 'Risk of fraud' } };
  const output = { risk: 81, constructor: 'built', remark: 'An otter' };
  const copy = { ...reportOf('income_verification'), product_code: 'fraud_score', own, output };
  const text = (await printed(copy as EnclosureDocument)).join(' ');
  for (const item of ['Fraud score', 'Dana Doe', 'Harbor Homes LLC', 'Risk of fraud', '81', 'Constructor', 'An otter'])
    expect(text).toContain(item);
});

describe.each(PRODUCT_CODES.map((code) => [code] as const))('the enclosed copy of %s', (code) => {
  test('names the report, the person, who it was prepared for and when, and its pages', async () => {
    const pages = await printed(reportOf(code));
    const text = pages.join(' ');
    for (const item of [PRODUCTS[code].name, 'Dana Doe', 'Harbor Homes LLC', 'November 20, 2026']) {
      expect(text).toContain(item);
    }
    expect(text).not.toMatch(/\bSsn|\bId\b| id\b|[Dd]rivers license/);
    expect(text).not.toMatch(/\{\{|undefined|null|NaN|\[object|_/);
    pages.forEach((page, index) => {
      expect(page).toContain('TEST MODE – NOT A CONSUMER REPORT');
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
    });
  });
});

/** Every letter of the wording is replaced, except in placeholders. */
function pseudo(wording: ReportWording): ReportWording {
  const other = (text: string) =>
    text.replaceAll(/(\{\{\w+\}\})|[A-Za-z]/g, (_, placeholder?: string) => placeholder ?? 'ø');
  const labels = Object.fromEntries(Object.entries(wording.labels).map(([key, text]) => [key, other(text)]));
  return { language: 'de-DE', test_mark: other(wording.test_mark), labels: labels as ReportWording['labels'] };
}

/** The values of report, account and person are digits, so the letters that remain come from the code. */
function digits<T>(value: T, key = ''): T {
  if (typeof value === 'string') {
    const isKept =
      ['enclosure', 'product_code', 'file_status', 'kind'].includes(key) || /^\d{4}-\d{2}-\d{2}/.test(value);
    return (isKept ? value : value.replaceAll(/[A-Za-z_]/g, '7')) as T;
  }
  if (Array.isArray(value)) return value.map((each) => digits(each, key)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, digits(each, name)])) as T;
}

/** The names of fields and the values of enumerations come from the schema of the product. */
function wordsOfSchema(product: BuiltInCode): readonly string[] {
  const names = Array.from(JSON.stringify(PRODUCTS[product].schema).matchAll(/"([a-z][a-z_0-9]*)"/g), ([, name]) =>
    fieldLabel(name ?? ''),
  );
  return [...names, PRODUCTS[product].name].toSorted((a, b) => b.length - a.length);
}

describe.each(PRODUCT_CODES.map((code) => [code] as const))('another language of the copy of %s', (code) => {
  test('has no word in the code', async () => {
    const document = digits({ ...reportOf(code) } as unknown as JsonObject) as unknown as EnclosureDocument;
    const pages = await printed(document, pseudo(stationery.notices.report));
    let text = pages.join(' ');
    for (const words of wordsOfSchema(code)) text = text.replaceAll(words, '');
    expect(text).toContain('ø');
    // Months and the currency belong to the language.
    const left = text.replaceAll(
      /\b(Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)\b/g,
      '',
    );
    expect(left.replaceAll(/\b(Jan|Feb|Apr|Aug|Sept|Okt|Nov|Dez|XXX-XX)\b/g, '')).not.toMatch(/[A-Za-z]/);
  });
});

describe('the summary of rights', () => {
  // Rules: 11.6.2
  test('is on its pages in the words of the file, all of them and in order', async () => {
    const text = (await printed({ version: 1, enclosure: 'summary_of_rights', test_mode: false })).join(' ');
    const {
      about: _,
      language,
      test_mark: mark,
      source,
      ...words
    } = JSON.parse(
      readFileSync(new URL('../../data/notices/summary-of-rights.en-US.json', import.meta.url), 'utf8'),
    ) as JsonObject;
    expect([language, source]).toMatchObject(['en-US', { citation: expect.stringContaining('Appendix K') }]);
    // Without page footers and the table's header, which repeat on each page, it equals the file word for word.
    const bare = (of: string) => of.replaceAll(/[^\p{L}\p{N}]/gu, '');
    const feet = new RegExp(`Page\\dof\\d${bare(String(words.title))}`, 'g');
    const heads = bare(textsIn(words.contacts_heading).join(''));
    const printedWords = bare(text).replaceAll(feet, '').replaceAll(heads, '');
    expect(printedWords).toBe(bare(textsIn(words).join('')).replaceAll(heads, ''));
    expect(text).not.toContain(mark);
  });

  test('is marked on every page in test mode', async () => {
    const pages = await printed({ version: 1, enclosure: 'summary_of_rights', test_mode: true });
    expect(pages.filter((page) => !page.includes('NOT A LEGAL NOTICE'))).toEqual([]);
  });
});

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
