import { describe, expect, test } from '../support/jest.ts';
import type { JsonObject } from '../../core/json.ts';
import type { NoticeRequest } from '../../core/cascade/notice-request.ts';
import { loadNoticeData } from '../../platform/reference-data/index.ts';
import {
  addresseeOf,
  compileNotice,
  type Agency,
  type NoticeDocument,
  type NoticeInput,
} from '../../core/notices/index.ts';

const STATEMENTS = loadNoticeData().letter.statements;
const BUREAU: Agency = {
  name: 'Test Bureau',
  address: ['1 Bureau Way', 'Austin, TX 78701'],
  phone: '(800) 555-0100',
  toll_free: true,
  nationwide: true,
  consumer_report: true,
};
const RECORDS: Agency = {
  ...BUREAU,
  name: 'Test Records',
  phone: '(512) 555-0101',
  toll_free: false,
  nationwide: false,
};

const REPORT: JsonObject = {
  score: 540,
  score_model: 'Model 1',
  score_minimum: 300,
  score_maximum: 850,
  scored_on: '2026-11-19',
  key_factors: [
    { code: '1', text: 'Factor one' },
    { code: '2', text: 'Factor two' },
    { code: '3', text: 'Factor three' },
    { code: '4', text: 'Factor four' },
    { code: '5', text: 'Too many inquiries' },
    { code: '6', text: 'Factor six' },
  ],
};

const DECIDED: NoticeRequest['decided'] = {
  version: 1,
  unconditional: false,
  reasons: [],
  choices: [],
  reports: [],
  scores: [],
  denialWithoutReasons: false,
  left_out: 0,
  missingFactors: [],
};
const REQUEST: NoticeRequest = {
  decided: DECIDED,
  stage: 'single',
  action_taken: 'denied',
  purpose: 'tenant',
  jurisdiction: null,
  recipient: 'dana@example.com',
  applicant: 'applicant',
  statement: null,
  extra_reason: null,
  reasons: ['Collection action reported'],
  product_codes: ['credit_report', 'eviction_history'],
  reports: [],
  waiting_period: null,
  trace: [],
  credit_report: REPORT,
};

function input(changes: Partial<NoticeInput> = {}, request: Partial<NoticeRequest> = {}): NoticeInput {
  return {
    request: { ...REQUEST, ...request },
    account: { legal_name: 'Harbor Homes LLC', address: '12 Quay Street\nPortland, ME 04101', phone: '207 555 0100' },
    agencies: new Map([
      ['credit_report', BUREAU],
      ['eviction_history', RECORDS],
    ]),
    mode: 'live',
    date: '2026-11-21',
    addressee: { name: 'Dana Doe', address_lines: ['9 Elm Road'], address_lacks: [] },
    delivery: 'email',
    reference: '1-2',
    federalAgency: { name: 'Federal Trade Commission', address: 'Washington, DC 20580' },
    decideAfter: '2026-11-30',
    firstLetter: { date: '2026-11-10', reasons: ['Collection action reported'] },
    statementWords: STATEMENTS,
    hidesThresholds: false,
    corrections: [],
    ...changes,
  };
}

function compiled(of: NoticeInput): NoticeDocument {
  const result = compileNotice(of);
  if (!result.ok) throw new Error(`missing: ${result.missing.join('; ')}`);
  return result.document;
}

function missing(of: NoticeInput): readonly string[] {
  const result = compileNotice(of);
  return result.ok ? [] : result.missing;
}

describe('a neutral statement', () => {
  const INCOME: NoticeRequest['decided']['reasons'][number] = {
    kind: 'statement',
    text: 'as the API words it',
    source: { product_code: null, read: null, field: 'income' },
    label: 'Income',
    unit: 'USD',
    value: 1400.5,
    comparison: { is: 'required', operator: 'greater_than_or_equal', value: 3000 },
  };
  const request = { reasons: [INCOME.text, 'Bankruptcy'], decided: { ...DECIDED, reasons: [INCOME] } };

  // Rules: 11.4.1
  test('is worded from its parts, in the words of the letter', () => {
    const parts = {
      ...STATEMENTS.parts,
      required: '{{fact}} – gefordert: {{comparison}}',
      usd: '{{number}} USD',
    };
    const operators = { ...STATEMENTS.operators, greater_than_or_equal: 'ab {{limit}}' };
    const statementWords = { language: 'de-DE', parts, operators, thousands_separator: '.', decimal_separator: ',' };
    expect(compiled(input({ statementWords }, request)).reasons).toEqual([
      'Income: 1.400,50 USD – gefordert: ab 3.000 USD',
      'Bankruptcy',
    ]);
  });

  // Rules: 10.23.10, 11.4.2
  test('keeps the threshold to itself if the account wants that', () => {
    expect(compiled(input({ hidesThresholds: true }, request)).reasons[0]).toBe('Income: $1,400.50');
    expect(compiled(input({}, request)).reasons[0]).toBe('Income: $1,400.50 (required: at least $3,000)');
  });
});

describe('a complete notice', () => {
  test('holds all that the letter shows, as plain data', () => {
    const document = compiled(input());
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
    expect(document).toMatchObject({
      purpose: 'tenant',
      letter: 'denied',
      test_mode: false,
      date: '2026-11-21',
      letterhead: { name: 'Harbor Homes LLC', address_lines: ['12 Quay Street', 'Portland, ME 04101'] },
      addressee: { name: 'Dana Doe', address_lines: ['9 Elm Road'] },
      reasons: ['Collection action reported'],
      agencies: [
        { name: 'Test Bureau', report: 'Credit report', phone: '(800) 555-0100' },
        { name: 'Test Records', nationwide: false },
      ],
      score: { value: 540, minimum: 300, maximum: 850, created_on: '2026-11-19', provided_by: 'Test Bureau' },
    });
  });

  test('that rests on a report tells of the agencies and of every right', () => {
    expect(compiled(input()).sections).toEqual([
      'action',
      'reasons',
      'consumer_report',
      'agency_role',
      'free_copy',
      'dispute',
      'score',
      'contact',
    ]);
  });

  test('without any report has reasons and no part of the FCRA', () => {
    const document = compiled(input({}, { product_codes: [], credit_report: null }));
    expect(document.sections).toEqual(['action', 'reasons', 'contact']);
  });

  test('for credit carries the ECOA notice', () => {
    expect(compiled(input({}, { purpose: 'credit' })).sections).toContain('ecoa');
  });

  // Rules: 10.26.2
  test('gives at most four principal reasons, in their order', () => {
    const reasons = ['One', 'Two', 'Three', 'Four', 'Five'];
    expect(compiled(input({}, { reasons })).reasons).toEqual(['One', 'Two', 'Three', 'Four']);
  });

  test('gives four key factors of the score, and inquiries as the fifth', () => {
    expect(compiled(input()).score?.key_factors).toEqual([
      'Factor one',
      'Factor two',
      'Factor three',
      'Factor four',
      'Too many inquiries',
    ]);
  });

  test('discloses no score where no condition looked at one', () => {
    const document = compiled(input({}, { credit_report: null }));
    expect(document.score).toBeNull();
    expect(document.sections).not.toContain('score');
  });

  test('discloses no score where the report carries none', () => {
    expect(compiled(input({}, { credit_report: { score: null, key_factors: [] } })).score).toBeNull();
  });

  test('names one agency once, however often its product was read', () => {
    const document = compiled(input({}, { product_codes: ['eviction_history', 'eviction_history'] }));
    expect(document.agencies).toHaveLength(1);
  });

  // Rules: 11.1.3
  test('of test mode is marked and has a fictitious sender where the account has none', () => {
    const document = compiled(input({ mode: 'test', account: { legal_name: '', address: '', phone: '' } }));
    expect(document.test_mode).toBe(true);
    expect(document.letterhead.name).toContain('fictitious');
  });
});

// Rules: 11.1.2, 11.1.5
describe('what a notice lacks is named', () => {
  const agencies = (code: string, changes: Partial<Agency>): Partial<NoticeInput> => ({
    agencies: new Map([...input().agencies, [code, { ...BUREAU, ...changes }]]),
  });
  const account = (changes: Partial<NoticeInput['account']>): Partial<NoticeInput> => ({
    account: { ...input().account, ...changes },
  });
  const score = (changes: JsonObject): Partial<NoticeRequest> => ({ credit_report: { ...REPORT, ...changes } });

  const cases: readonly [string, NoticeInput, string][] = [
    ['purpose', input({}, { purpose: 'insurance' }), 'the purpose (tenant, credit, employment)'],
    ['action', input({}, { action_taken: 'maybe' }), 'a letter for `maybe` and this purpose'],
    ['date', input({ date: 'soon' }), 'the date of the letter'],
    ['recipient', input({}, { recipient: ' ' }), 'the recipient'],
    ['legal name', input(account({ legal_name: ' ' })), "the account's legal name"],
    ['address', input(account({ address: '' })), "the account's address"],
    ['agency', input({ agencies: new Map([['credit_report', BUREAU]]) }), 'the reporting agency of eviction_history'],
    [
      'agency name',
      input(agencies('eviction_history', { name: '' })),
      'the name of the reporting agency of eviction_history',
    ],
    [
      'agency address',
      input(agencies('eviction_history', { address: [] })),
      'the address of the reporting agency of eviction_history',
    ],
    [
      'agency phone',
      input(agencies('eviction_history', { phone: '' })),
      'the phone of the reporting agency of eviction_history',
    ],
    [
      'toll-free phone',
      input(agencies('eviction_history', { toll_free: false })),
      'a toll-free phone of the nationwide reporting agency of eviction_history',
    ],
    [
      'date of the score',
      input({}, score({ scored_on: null, reported_on: '2026-11-20' })),
      'the date on which the credit score was created (`scored_on`, or what `x-scored-on` names)',
    ],
    [
      'range of the score',
      input({}, score({ score_minimum: null, score_maximum: null })),
      'the range of the credit score (`score_minimum`, `score_maximum`)',
    ],
    [
      'range of the score that holds no score',
      input({}, score({ score_maximum: 300 })),
      'the range of the credit score (`score_minimum`, `score_maximum`)',
    ],
    [
      'key factors',
      input({}, score({ key_factors: [] })),
      'the key factors of the credit score, as the bureau gave them',
    ],
    ['reason', input({}, { reasons: [], product_codes: [], credit_report: null }), 'a principal reason'],
    [
      'reason for credit',
      input({}, { reasons: [], purpose: 'credit' }),
      'a specific principal reason (12 CFR 1002.9(b)(2))',
    ],
    [
      'reason for credit, if the reviewer named internal standards alone',
      input(
        {},
        {
          purpose: 'credit',
          reasons: ['Internal standards'],
          decided: { ...DECIDED, reasons: [{ kind: 'reviewer', code: null, text: 'Internal standards' }] },
        },
      ),
      'a specific principal reason (12 CFR 1002.9(b)(2))',
    ],
  ];

  test.each(cases)('%s', (_, of, item) => {
    expect(missing(of)).toEqual([item]);
  });

  test('who provided the score, where its agency is unknown', () => {
    const of = input({ agencies: new Map([['eviction_history', RECORDS]]) }, { product_codes: ['eviction_history'] });
    expect(missing(of)).toEqual(['who provided the credit score']);
  });

  test('several at once', () => {
    expect(missing(input({ ...account({ legal_name: '' }), date: '' }))).toEqual([
      'the date of the letter',
      "the account's legal name",
    ]);
  });
});

describe('employment', () => {
  const EMPLOYMENT = { purpose: 'employment', action_taken: 'adverse_employment' } as const;

  test('a pre-adverse letter encloses the reports and the summary, and tells no right of the final one', () => {
    const document = compiled(input({}, { ...EMPLOYMENT, stage: 'pre_adverse', jurisdiction: 'US-CA' }));
    expect(document).toMatchObject({ letter: 'pre_adverse', decide_after: '2026-11-30', score: null });
    expect(document.sections).toEqual([
      'action',
      'pre_adverse_reasons',
      'pre_adverse_report',
      'response',
      'jurisdiction',
      'enclosures',
      'contact',
    ]);
  });

  test('a final letter has everything of a notice that rests on a report, and names the first letter', () => {
    const document = compiled(input({}, { ...EMPLOYMENT, stage: 'final' }));
    expect(document).toMatchObject({ letter: 'final', first_letter_date: '2026-11-10' });
    expect(document.sections).toEqual(compiled(input()).sections);
  });

  // Rules: 10.1.6
  test('a final letter repeats the reasons of the first one, whatever is worded otherwise since', () => {
    const firstLetter = { date: '2026-11-10', reasons: ['Income: $900 (required: at least $1,000)'] };
    expect(compiled(input({ firstLetter }, { ...EMPLOYMENT, stage: 'final' })).reasons).toEqual(firstLetter.reasons);
  });

  test.each([
    ['the end of the waiting period', { decideAfter: null }, 'pre_adverse', 'the end of the waiting period'],
    ['the date of the first letter', { firstLetter: null }, 'final', 'the date of the pre-adverse notice'],
  ] as const)('without %s there is no letter', (_, changes, stage, item) => {
    expect(missing(input(changes, { ...EMPLOYMENT, stage })).join()).toContain(item);
  });

  // Rules: 10.2.8
  test('a single notice that rests on a report lacks the pre-adverse one', () => {
    expect(missing(input({}, { purpose: 'employment' })).join()).toContain(
      'the pre-adverse notice that must come first',
    );
  });

  test.each(['denied', 'adverse_employment'])('`%s` without any report takes a single letter', (action_taken) => {
    const request = { purpose: 'employment', action_taken, product_codes: [], credit_report: null };
    expect(compiled(input({}, request)).letter).toBe('denied');
  });

  test('adverse employment action has no letter of another purpose', () => {
    const request = { purpose: 'tenant', action_taken: 'adverse_employment', stage: 'final' } as const;
    expect(missing(input({}, request))).toEqual(['a letter for `adverse_employment` and this purpose']);
  });
});

describe('credit', () => {
  // Rules: 11.5.5
  test.each(['revoked', 'other_action'])('`%s` must say what was done', (action_taken) => {
    expect(missing(input({}, { purpose: 'credit', action_taken }))).toHaveLength(1);
    const statement = 'We closed your account ending in 1234.';
    expect(compiled(input({}, { purpose: 'credit', action_taken, statement })).statement).toBe(statement);
  });

  test('needs the federal agency of the account, and other purposes do not', () => {
    expect(missing(input({ federalAgency: null }, { purpose: 'credit' }))).toEqual([
      'the federal agency of the ECOA notice (12 CFR 1002.9(b)(1))',
    ]);
    expect(compiled(input({ federalAgency: null })).federal_agency).toBeNull();
  });
});

describe('a third party that is no consumer reporting agency', () => {
  const thirdParty = { ...RECORDS, consumer_report: false };

  // Rules: 11.5.6
  test('has a section of its own and no block beside the agencies (15 USC 1681m(b))', () => {
    const agencies = new Map([...input().agencies, ['eviction_history', thirdParty] as const]);
    const document = compiled(input({ agencies }));
    expect(document.agencies.map(({ name }) => name)).toEqual(['Test Bureau']);
    expect(document.sections).toContain('third_party');
  });

  test('alone leaves out everything about agencies', () => {
    const agencies = new Map([['eviction_history', thirdParty]]);
    const request = { product_codes: ['eviction_history'], credit_report: null };
    expect(compiled(input({ agencies }, request)).sections).toEqual(['action', 'reasons', 'third_party', 'contact']);
  });
});

describe('the addressee of a payload', () => {
  test('has the full name and the lines of the address', () => {
    const applicant = {
      first_name: 'Dana',
      last_name: 'Doe',
      address: { line1: '9 Elm Road', line2: 'Apt 4', city: 'Portland', state: 'ME', postal_code: '04101' },
    };
    expect(addresseeOf({ applicant })).toMatchObject({
      name: 'Dana Doe',
      address_lines: ['9 Elm Road', 'Apt 4', 'Portland, ME 04101'],
    });
  });

  test.each([
    ['France', ['12 Rue de la Paix', 'Paris 75002', 'France']],
    ['US', ['12 Rue de la Paix', 'Paris 75002']],
    ['United States of America', ['12 Rue de la Paix', 'Paris 75002']],
  ])('names the country if it is another one: %s', (country, lines) => {
    const address = { line1: '12 Rue de la Paix', city: 'Paris 75002', country };
    expect(addresseeOf({ applicant: { address } }).address_lines).toEqual(lines);
  });

  test('is empty where the payload has no applicant, and never throws', () => {
    expect(addresseeOf({})).toMatchObject({ name: '', address_lines: [] });
    expect(addresseeOf({ applicant: ['x'] })).toMatchObject({ name: '', address_lines: [] });
    expect(addresseeOf({ applicant: { name: 7, address: 'One line\nTwo' } })).toMatchObject({
      ...{ name: '', address_lines: ['One line', 'Two'] },
      not_read: ['applicant.name'],
    });
  });
});
