import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import type { JsonObject } from '../../core/json.ts';
import { PRODUCTS } from '../../core/products/index.ts';
import { maskedSsn } from '../../services/artifacts/format.ts';
import { creditReportPage } from '../../services/artifacts/reports/credit-report.ts';
import { reportWords } from '../../services/artifacts/reports/report-page.ts';
import type { Stationery } from '../../services/artifacts/documents.ts';
import type { Renderer } from '../../services/renderer/browser.ts';
import { pagesOf, startRenderer, loadStationery } from './support.ts';

let renderer: Renderer;
let stationery: Stationery;
beforeAll(async () => {
  [renderer, stationery] = await Promise.all([startRenderer(), loadStationery()]);
});
afterAll(() => renderer.close());

const APPLICANT: JsonObject = {
  first_name: 'Dana',
  last_name: 'Doe',
  ssn: '123-45-6789',
  date_of_birth: '1985-01-02',
  address: { line1: '9 Elm Road', city: 'Portland', state: 'ME', postal_code: '04101' },
};

async function printed(
  output: JsonObject,
  applicant: JsonObject = APPLICANT,
  testMode = true,
): Promise<readonly string[]> {
  const account = { legal_name: 'Harbor Homes LLC', address: '12 Quay Street, Portland, ME 04101', phone: '' };
  const page = creditReportPage(
    { executionId: 42, testMode, account, applicant, output, pulledOn: '2026-11-20' },
    reportWords(stationery.notices.report),
    stationery.fontFaces,
  );
  return pagesOf(await renderer.render(page));
}

test('shows the person, the score, its factors and every part of the file', async () => {
  const output = PRODUCTS.credit_report.synthetic(APPLICANT, '2026-11-20');
  const text = (await printed({ ...output, score: 512 })).join(' ');
  for (const item of ['Dana Doe', '1985', '9 Elm Road', 'Harbor Homes LLC', '512', 'Accounts', 'Inquiries']) {
    expect(text).toContain(item);
  }
  for (const heading of ['Collections', 'Public records', 'Bankruptcies', 'November 20, 2026']) {
    expect(text).toContain(heading);
  }
});

// Rules: 16.23.1
test('shows the last four digits of the social security number and no other', async () => {
  const text = (await printed({ score: 700 })).join(' ');
  expect(text).toContain('XXX-XX-6789');
  expect(text).not.toContain('123');
});

test.each([
  ['123-45-6789', 'XXX-XX-6789'],
  ['123456789', 'XXX-XX-6789'],
  ['6789', 'XXX-XX-6789'],
  ['12', 'XXX-XX-XXXX'],
  ['none', 'XXX-XX-XXXX'],
  ['', ''],
])('the number %j is shown as %j', (ssn, shown) => {
  expect(maskedSsn(ssn)).toBe(shown);
});

test('of many accounts has the heads of the table, the mark and the page number on every page', async () => {
  const tradelines = Array.from({ length: 90 }, (_, index) => ({
    creditor: index === 5 ? 'Verylongcreditorname'.repeat(6) : `Bank ${index}`,
    account_type: 'revolving',
    status: 'open',
    opened_on: '2020-04-01',
    balance_usd: 1200,
  }));
  const pages = await printed({ score: 640, tradelines });
  expect(pages.length).toBeGreaterThan(2);
  pages.forEach((page, index) => {
    expect(page).toContain('TEST MODE – NOT A CONSUMER REPORT');
    expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
  });
  for (const page of pages.filter((each) => /Bank \d/.test(each))) expect(page).toContain('Creditor');
  expect(pages.join(' ')).toContain('Bank 89');
});

test('of live mode has no mark', async () => {
  expect((await printed({ score: 700 }, APPLICANT, false)).join(' ')).not.toContain('TEST');
});

test('is made of whatever a vendor sent, and shows it as text', async () => {
  const output: JsonObject = {
    score: null,
    file_status: 'thin',
    tradelines: [{ creditor: '<img src=x onerror=alert(1)>', balance_usd: 'many' }, 'no object'],
    collections: 'none',
  };
  const text = (await printed(output, { name: ['x'], ssn: null })).join(' ');
  expect(text).toContain('No score');
  expect(text).toContain('<img src=x onerror=alert(1)>');
});

test.each([
  ['frozen', "frozen at the person's request"],
  ['withheld', 'withheld the credit file'],
])('of a file that is %s says so, and nothing of accounts that nobody saw', async (file_status, words) => {
  const text = (await printed({ score: null, file_status, tradelines: [], bankruptcies_count: 0 })).join(' ');
  expect(text).toContain(words);
  expect(text).not.toMatch(/Accounts|Summary|Bankruptcies|too little history/i);
});

test('says which values were corrected, and what the agency reported', async () => {
  const output = PRODUCTS.credit_report.synthetic(APPLICANT, '2026-11-20');
  const mark = {
    path: 'tradelines.0.balance_usd',
    reported: 'n/a',
    corrected_to: 900,
    corrected_at: '2026-11-21T10:00:00Z',
  };
  const text = (await printed({ ...output, corrected_values: [mark] })).join(' ');
  expect(text).toContain('did not report them as they stand here');
  expect(text).toMatch(/Tradelines, 1, Balance.*: 900, corrected on November 21, 2026. As reported: n\/a/);
  expect((await printed(output)).join(' ')).not.toContain('orrected');
});
