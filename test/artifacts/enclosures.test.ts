import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import type { EnclosureDocument } from '../../core/notices/enclosure.ts';
import { PRODUCT_CODES, PRODUCTS, type ProductCode } from '../../core/products/index.ts';
import { enclosurePage } from '../../services/artifacts/enclosures.ts';
import type { Stationery } from '../../services/artifacts/documents.ts';
import type { Renderer } from '../../services/artifacts/render.ts';
import { loadStationery, pagesOf, startRenderer } from './support.ts';

let renderer: Renderer;
let stationery: Stationery;
beforeAll(async () => {
  [renderer, stationery] = await Promise.all([startRenderer(), loadStationery()]);
});
afterAll(() => renderer.close());

async function printed(document: EnclosureDocument): Promise<readonly string[]> {
  const { letter, standIn } = stationery.notices;
  const wording = { language: letter.language, pageLabel: letter.labels.page, standIn };
  return pagesOf(await renderer.render(enclosurePage(document, wording, stationery.fontFaces)));
}

const reportOf = (product: ProductCode): EnclosureDocument => ({
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

describe.each(PRODUCT_CODES.map((code) => [code] as const))('the enclosed copy of %s', (code) => {
  test('names the report, the person, who it was prepared for and when, and its pages', async () => {
    const pages = await printed(reportOf(code));
    const text = pages.join(' ');
    for (const item of [PRODUCTS[code].name, 'Dana Doe', 'Harbor Homes LLC', 'November 20, 2026']) {
      expect(text).toContain(item);
    }
    expect(text).not.toContain('Ssn');
    expect(text).not.toMatch(/\{\{|undefined|null|NaN|\[object|_/);
    pages.forEach((page, index) => {
      expect(page).toContain('TEST MODE – NOT A CONSUMER REPORT');
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
    });
  });
});

test('the stand-in of the summary of rights says on its page that it is not the official text', async () => {
  const [page = ''] = await printed({ version: 1, enclosure: 'summary_of_rights_stand_in' });
  expect(page).toContain('A Summary of Your Rights Under the Fair Credit Reporting Act');
  expect(page).toContain('NOT THE OFFICIAL TEXT');
});
