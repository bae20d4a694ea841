import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import type { NoticeRequest } from '../../core/cascade/notice-request.ts';
import type { DecidedReason } from '../../core/cascade/decided.ts';
import type { ConditionOperator } from '../../core/cascade/definition.ts';
import type { JsonObject } from '../../core/json.ts';
import { compileNotice, type NoticeDocument, type NoticeInput } from '../../core/notices/index.ts';
import { jurisdictionOf, loadNoticeData, type LetterWording } from '../../platform/reference-data/notices.ts';
import { noticeLetter } from '../../services/artifacts/notices/letter.ts';
import type { Stationery } from '../../services/artifacts/documents.ts';
import type { Renderer } from '../../services/renderer/browser.ts';
import { loadStationery, pagesOf, startRenderer } from './support.ts';

let renderer: Renderer;
let stationery: Stationery;
beforeAll(async () => {
  [renderer, stationery] = await Promise.all([startRenderer(), loadStationery()]);
});
afterAll(() => renderer.close());

const data = loadNoticeData();
const REPORT: JsonObject = {
  score: 540,
  score_minimum: 300,
  score_maximum: 850,
  scored_on: '2026-11-19',
  key_factors: [
    { code: '1', text: 'Serious delinquency' },
    { code: '2', text: 'Proportion of balances to limits is too high' },
    { code: '3', text: 'Length of time accounts have been open' },
    { code: '4', text: 'Amount owed on accounts is too high' },
    { code: '5', text: 'Too many inquiries' },
  ],
};

function compiled(request: Partial<NoticeRequest>, changes: Partial<NoticeInput> = {}): NoticeDocument {
  const result = compileNotice({
    request: {
      stage: 'single',
      action_taken: 'denied',
      purpose: 'tenant',
      jurisdiction: null,
      recipient: 'dana@example.com',
      statement: null,
      extra_reason: null,
      reasons: ['Eviction judgment of record', 'Balances too high for the limits'],
      product_codes: ['credit_report', 'eviction_history'],
      credit_report: REPORT,
      decided: {
        reports: [],
        denialWithoutReasons: false,
        missingFactors: [],
        reasons: [],
        scores: [],
      } as unknown as NoticeRequest['decided'],
      ...request,
      // The compiler reads none of the rest.
    } as NoticeRequest,
    account: { legal_name: 'Harbor Homes LLC', address: '12 Quay Street\nPortland, ME 04101', phone: '(207) 555-0100' },
    agencies: new Map(Object.entries(data.testAgencies)),
    federalAgency: data.federalAgencies.agencies.federal_trade_commission ?? null,
    mode: 'live',
    date: '2026-11-22',
    reference: '4711-12',
    addressee: { name: 'Dana Doe', address_lines: ['9 Elm Road', 'Portland, ME 04102'], address_lacks: [] },
    delivery: 'email',
    decideAfter: '2026-12-01',
    firstLetter: { date: '2026-11-12', reasons: ['Eviction judgment of record', 'Balances too high for the limits'] },
    statementWords: data.letter.statements,
    hidesThresholds: false,
    corrections: [],
    ...changes,
  });
  if (!result.ok) throw new Error(`missing: ${result.missing.join('; ')}`);
  return result.document;
}

const STATEMENT = 'We closed your account ending in 1234 on November 20, 2026.';
const TERMS = 'a security deposit of $2,400 instead of $1,200';
const EMPLOYMENT = { purpose: 'employment', action_taken: 'adverse_employment', credit_report: null } as const;
const CRIMINAL_TOO = { product_codes: ['credit_report', 'eviction_history', 'criminal_background'] };
const NO_REPORT = { product_codes: [], credit_report: null };

/** FCRA 15 USC 1681m(a), item by item (semantics 11.1.1). */
const OF_REPORTS = [
  'based in whole or in part on information in a consumer report',
  'Fieldstone Credit Bureau (test)',
  '1 Example Plaza, Suite 400',
  'Toll-free: +1 800 555 0141',
  'Hearth Rental Records (test)',
  'did not make the decision to take this action and is unable to provide you with the specific reasons',
  'free copy of your consumer report',
  'no later than 60 days',
  'dispute with the consumer reporting agency the accuracy or completeness',
];
const OF_SCORE = [
  '540',
  'from a low of 300 to a high of 850',
  'Created on November 19, 2026',
  'Provided by Fieldstone Credit Bureau (test)',
  'Serious delinquency',
  'Too many inquiries',
];
const OF_EVERY_LETTER = ['Harbor Homes LLC', '12 Quay Street', 'November 22, 2026', 'Dana Doe', '4711-12', 'Page 1 of'];
const OF_ECOA = [
  'Equal Credit Opportunity Act prohibits creditors from discriminating',
  'Federal Trade Commission',
  '600 Pennsylvania Avenue NW, Washington, DC 20580',
];

interface Case {
  readonly name: string;
  readonly document: NoticeDocument;
  readonly says: readonly string[];
  readonly keepsSilent?: readonly string[];
}

const statement = (
  operator: ConditionOperator,
  [value, limit, unit]: readonly [string | number | boolean | null, string | number | boolean | null, string | null],
  is: 'required' | 'matched' = 'required',
): DecidedReason => ({
  kind: 'statement',
  text: 'the words of the API',
  source: { product_code: null, read: null, field: 'field' },
  label: 'Field',
  unit,
  value,
  comparison: { is, operator, value: limit },
});
/** All operators and units, four to a letter. */
const STATEMENTS = [
  statement('greater_than_or_equal', [1400, 3000.5, 'USD']),
  statement('greater_than', [90, 99.5, 'percent']),
  statement('less_than', [1, 2, 'months'], 'matched'),
  statement('less_than_or_equal', [2, 1, 'months']),
  statement('equals', [1, 2, 'years']),
  statement('not_equals', [2, 1, 'years'], 'matched'),
  statement('contains', [1, 2, 'days']),
  statement('not_contains', [2, 1, 'days']),
  statement('starts_with', [null, 'x', null]),
  statement('ends_with', ['not_verified', 'y', null]),
  statement('is_empty', [1.5, null, null]),
  statement('is_not_empty', [null, null, null]),
  statement('is_true', [false, null, null]),
  statement('is_false', [true, null, null]),
];
const ofStatements = (reasons: readonly DecidedReason[]): Partial<NoticeRequest> => ({
  reasons: reasons.map(({ text }) => text),
  decided: {
    reports: [],
    denialWithoutReasons: false,
    missingFactors: [],
    reasons,
    scores: [],
  } as unknown as NoticeRequest['decided'],
});

const CASES: readonly Case[] = [
  {
    name: 'tenant-denied-on-neutral-statements',
    document: compiled(ofStatements(STATEMENTS.slice(0, 4))),
    says: [
      'Field: $1,400 (required: at least $3,000.50)',
      'Field: 90% (required: more than 99.5%)',
      'Field: 1 month (decided on: less than 2 months)',
      'Field: 2 months (required: at most 1 month)',
    ],
    keepsSilent: ['the words of the API'],
  },
  {
    name: 'tenant-denied-without-thresholds',
    document: compiled(ofStatements(STATEMENTS.slice(0, 1)), { hidesThresholds: true }),
    says: ['Field: $1,400'],
    keepsSilent: ['required', '3,000'],
  },
  {
    name: 'tenant-denied',
    document: compiled({}),
    says: ['decided not to approve it', 'Principal reasons', 'Eviction judgment of record', ...OF_REPORTS, ...OF_SCORE],
    keepsSilent: ['Equal Credit', 'statement', 'TEST MODE'],
  },
  {
    // Just too long for one page.
    name: 'tenant-denied-on-one-report',
    document: compiled({ product_codes: ['criminal_background'], credit_report: null }),
    says: ['decided not to approve it', 'Principal reasons', 'Ledgerline Court Records (test)', 'free copy'],
    keepsSilent: ['credit score', 'Fieldstone Credit Bureau'],
  },
  {
    name: 'tenant-revoked-without-report',
    document: compiled({ action_taken: 'revoked', ...NO_REPORT }),
    says: ['decided to withdraw that approval', 'Principal reasons'],
    keepsSilent: ['consumer report', 'free copy', 'credit score'],
  },
  {
    name: 'tenant-other-action',
    document: compiled({ action_taken: 'other_action', statement: TERMS }),
    says: ['We can rent to you on these terms:', TERMS, ...OF_REPORTS],
  },
  {
    name: 'tenant-other-action-without-terms',
    document: compiled({ action_taken: 'other_action' }),
    says: [
      'only on terms that are less favorable to you',
      'Please ask us for these terms.',
      ...OF_REPORTS,
      ...OF_SCORE,
    ],
    keepsSilent: ['on these terms:'],
  },
  {
    name: 'tenant-third-party',
    document: compiled(
      { ...NO_REPORT, product_codes: ['identity_verification'] },
      {
        agencies: new Map([
          ['identity_verification', { ...data.testAgencies.identity_verification, consumer_report: false }],
        ]),
      },
    ),
    says: ['a person who is not a consumer reporting agency', 'within 60 days'],
    keepsSilent: ['Trueform', 'free copy'],
  },
  {
    name: 'credit-denied',
    document: compiled({ purpose: 'credit' }),
    says: ['your application for credit', 'decided not to approve it', ...OF_REPORTS, ...OF_SCORE, ...OF_ECOA],
  },
  {
    name: 'credit-denied-on-third-party',
    document: compiled(
      { purpose: 'credit', ...NO_REPORT, product_codes: ['income_verification'] },
      {
        agencies: new Map([
          ['income_verification', { ...data.testAgencies.income_verification, consumer_report: false }],
        ]),
      },
    ),
    says: ['a person who is not a consumer reporting agency', 'ask us in writing within 60 days', ...OF_ECOA],
    keepsSilent: ['free copy', 'Paystone', 'credit score'],
  },
  {
    name: 'credit-revoked',
    document: compiled({ purpose: 'credit', action_taken: 'revoked', statement: STATEMENT, ...NO_REPORT }),
    says: ['We have taken the following action:', STATEMENT, ...OF_ECOA],
    keepsSilent: ['application for credit with'],
  },
  {
    name: 'credit-other-action',
    document: compiled({ purpose: 'credit', action_taken: 'other_action', statement: '$500 at 18 % a year.' }),
    says: ['not to grant you credit on the terms that you requested', '$500 at 18 % a year.', ...OF_ECOA],
  },
  {
    name: 'employment-pre-adverse',
    document: compiled({ ...EMPLOYMENT, ...CRIMINAL_TOO, stage: 'pre_adverse', jurisdiction: 'US-CA' }),
    says: [
      'We have not made it yet',
      'Reasons why we may decide against you',
      'Fieldstone Credit Bureau (test)',
      'Toll-free: +1 800 555 0141',
      'We will not make our decision before December 1, 2026',
      'at least five business days',
      'Copy of your report: Credit report',
      'Copy of your report: Eviction history',
      'A Summary of Your Rights Under the Fair Credit Reporting Act',
    ],
    keepsSilent: ['decided not to', 'Our decision was based'],
  },
  {
    name: 'employment-final',
    document: compiled({ ...EMPLOYMENT, ...CRIMINAL_TOO, stage: 'final', jurisdiction: 'US-CA' }),
    says: [
      'On November 12, 2026 we wrote to you',
      'decided not to offer you the position',
      'Civil Rights Department',
      ...OF_REPORTS,
    ],
    keepsSilent: ['Enclosed with this letter', 'We have not made it yet'],
  },
  {
    name: 'employment-final-with-statement',
    document: compiled({ ...EMPLOYMENT, stage: 'final', statement: 'We will not promote you to driver.' }),
    says: ['On November 12, 2026 Harbor Homes LLC wrote to you', 'We will not promote you to driver.', ...OF_REPORTS],
    keepsSilent: ['decided not to offer you the position'],
  },
  {
    name: 'employment-pre-adverse-without-state-law',
    document: compiled({ ...EMPLOYMENT, stage: 'pre_adverse', jurisdiction: 'US-MD-031' }),
    says: ['We will not make our decision before December 1, 2026', 'Enclosed with this letter'],
    keepsSilent: ['Your rights under state law', 'California'],
  },
  {
    name: 'employment-final-without-conviction-history',
    document: compiled({ ...EMPLOYMENT, stage: 'final', jurisdiction: 'US-CA' }),
    says: ['On November 12, 2026 we wrote to you', ...OF_REPORTS],
    keepsSilent: ['Civil Rights Department', 'conviction history'],
  },
  {
    name: 'employment-denied-without-report',
    document: compiled({ ...EMPLOYMENT, ...NO_REPORT }),
    says: ['decided not to offer you the position', 'Principal reasons'],
    keepsSilent: ['consumer report', 'Before we decide', 'free copy'],
  },
  {
    name: 'employment-revoked-without-report',
    document: compiled({ purpose: 'employment', action_taken: 'revoked', ...NO_REPORT }),
    says: ['We have decided to withdraw that offer', 'Principal reasons'],
    keepsSilent: ['consumer report', 'free copy'],
  },
  {
    name: 'employment-other-action-without-report',
    document: compiled({ purpose: 'employment', action_taken: 'other_action', statement: 'Part time.', ...NO_REPORT }),
    says: ['not to offer you the position on the terms for which you applied', 'Our decision is this:', 'Part time.'],
    keepsSilent: ['consumer report', 'free copy'],
  },
  {
    name: 'test-mode',
    document: compiled({ purpose: 'credit' }, { mode: 'test', account: { legal_name: '', address: '', phone: '' } }),
    says: ['TEST MODE – NOT A LEGAL NOTICE', 'Example Company (fictitious)'].concat(OF_REPORTS),
  },
];

describe.each(CASES)('the letter $name', ({ name, document, says, keepsSilent = [] }) => {
  let pdf: Uint8Array;
  let pages: readonly string[];
  beforeAll(async () => {
    pdf = await renderer.render(noticeLetter(document, stationery.notices, stationery.fontFaces));
    pages = await pagesOf(pdf);
    // To look at them: LETTERS_DIRECTORY=/some/folder, then pdftoppm.
    const folder = process.env.LETTERS_DIRECTORY;
    if (folder !== undefined) await writeFile(join(folder, `${name}.pdf`), pdf);
  });

  // Rules: 10.23.37, 11.1.1
  test('says every item that it must, and nothing of other letters', () => {
    const text = pages.join(' ');
    const common = name === 'test-mode' ? ['4711-12'] : OF_EVERY_LETTER;
    for (const item of [...common, ...says]) expect(text).toContain(item);
    for (const item of keepsSilent) expect(text).not.toContain(item);
    expect(text).not.toMatch(/\{\{|undefined|null/);
  });

  test('breaks no phone number over two lines', () => {
    const { phone } = document.letterhead;
    if (phone !== '') expect(pages.join(' ').split(phone)).toHaveLength(3);
    for (const agency of document.agencies) expect(pages.join(' ')).toContain(agency.phone);
  });

  test('has no page that is nearly empty', () => {
    for (const page of pages) expect(page.length).toBeGreaterThan(250);
  });

  test('is a tagged document with a title and a language', async () => {
    const task = getDocument({ data: Uint8Array.from(pdf), verbosity: 0 });
    const opened = await task.promise;
    const { info } = (await opened.getMetadata()) as { info: { Title?: string; Language?: string } };
    const tree = JSON.stringify(await (await opened.getPage(1)).getStructTree());
    await task.destroy();
    expect(info.Title).toContain('4711-12');
    expect(info.Language).toBe('en-US');
    for (const role of ['Document', 'H1', 'H2', 'P']) expect(tree).toContain(`"${role}"`);
  });
});

describe('another language', () => {
  /** Every letter of the wording is replaced, except in placeholders. */
  function pseudo<T>(value: T): T {
    const other = (text: string): string =>
      text
        .split(/(\{\{\w+\}\})/)
        .map((part) => (part.startsWith('{{') ? part : part.replaceAll(/[A-Za-z]/g, 'ø')))
        .join('');
    const walk = (node: unknown): unknown => {
      if (typeof node === 'string') return other(node);
      if (Array.isArray(node)) return node.map(walk);
      if (typeof node !== 'object' || node === null) return node;
      return Object.fromEntries(Object.entries(node).map(([key, each]) => [key, walk(each)]));
    };
    return walk(value) as T;
  }

  // Rules: 11.1.1
  test.each(CASES.map(({ name, document }) => [name, document] as const))(
    '%s has no word in the code',
    async (_, document) => {
      const letter: LetterWording = { ...pseudo(stationery.notices.letter), language: 'de-DE' };
      const jurisdictions = pseudo({ ...jurisdictionOf(stationery.notices.jurisdictions, document.jurisdiction) });
      const code = document.jurisdiction ?? 'none';
      const words = { letter, jurisdictions: { default: jurisdictions, jurisdictions: { [code]: jurisdictions } } };
      // The values of account, person, agencies and cascade are digits, so the letters that remain come from the code.
      const digits = <T>(value: T, key = ''): T => {
        if (typeof value === 'string') return (KEYS.has(key) ? value : value.replaceAll(/[A-Za-z]/g, '7')) as T;
        if (Array.isArray(value)) return value.map((each) => digits(each, key)) as T;
        if (typeof value !== 'object' || value === null) return value;
        return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, digits(each, name)])) as T;
      };
      const page = noticeLetter(digits(document), words, stationery.fontFaces);
      const text = (await pagesOf(await renderer.render(page))).join(' ');
      // Dates are the language's own.
      expect(text.replaceAll(/\b(November|Dezember)\b/g, '')).not.toMatch(/[A-Za-z]/);
      expect(text).toContain('22. November 2026');
    },
  );

  test('neutral statements have no word in the code', () => {
    const { statements } = pseudo(stationery.notices.letter);
    for (let from = 0; from < STATEMENTS.length; from += 4) {
      const { reasons } = compiled(ofStatements(STATEMENTS.slice(from, from + 4)), { statementWords: statements });
      // The label and the values come from the cascade and the report.
      const words = reasons.join(' ').replaceAll(/Field|not verified|\b[xy]\b/g, '');
      expect(words).toContain('ø');
      expect(words).not.toMatch(/[A-Za-z]/);
    }
  });

  const KEYS = new Set([
    'stage',
    'purpose',
    'letter',
    'jurisdiction',
    'sections',
    'date',
    'created_on',
    'decide_after',
    'first_letter_date',
  ]);
});
