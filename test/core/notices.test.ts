import { describe, expect, test } from '../support/jest.ts';
import type { JsonObject } from '../../core/json.ts';
import type { NoticeRequest } from '../../core/nodes/contract.ts';
import { addresseeOf, compileNotice, type Agency, type NoticeDocument, type NoticeInput } from '../../core/notices.ts';

const BUREAU: Agency = {
  name: 'Test Bureau',
  address: ['1 Bureau Way', 'Austin, TX 78701'],
  phone: '(800) 555-0100',
  toll_free: true,
  nationwide: true,
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

const REQUEST: NoticeRequest = {
  stage: 'single',
  action_taken: 'denied',
  purpose: 'tenant',
  jurisdiction: null,
  recipient: 'dana@example.com',
  extra_reason: null,
  reasons: ['Collection action reported'],
  product_codes: ['credit_report', 'eviction_history'],
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
    addressee: { name: 'Dana Doe', address_lines: ['9 Elm Road'] },
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

describe('a complete notice', () => {
  test('holds all that the letter shows, as plain data', () => {
    const document = compiled(input());
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
    expect(document).toMatchObject({
      purpose: 'tenant',
      action: 'denied',
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

  test('to somebody without a name goes to the recipient', () => {
    expect(compiled(input({ addressee: { name: ' ', address_lines: [] } })).addressee.name).toBe('dana@example.com');
  });

  test('of test mode is marked and has a fictitious sender where the account has none', () => {
    const document = compiled(input({ mode: 'test', account: { legal_name: '', address: '', phone: '' } }));
    expect(document.test_mode).toBe(true);
    expect(document.letterhead.name).toContain('fictitious');
  });
});

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
    ['action', input({}, { action_taken: 'maybe' }), 'the action taken (denied, revoked, other_action)'],
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
      input({}, score({ scored_on: null, reported_on: null })),
      'the date on which the credit score was created',
    ],
    ['range of the score', input({}, score({ score_maximum: 300 })), 'the range of the credit score'],
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
  test.each([
    ['adverse_employment', { action_taken: 'adverse_employment', stage: 'pre_adverse' }],
    ['a final notice', { action_taken: 'adverse_employment', stage: 'final' }],
    ['a single notice that rests on a report', { purpose: 'employment' }],
  ] as const)('%s lacks the enclosures of the pre-adverse notice', (_, request) => {
    const items = missing(input({}, { purpose: 'employment', ...request }));
    expect(items).toHaveLength(2);
    expect(items[0]).toContain('copy of the consumer report');
    expect(items[1]).toContain('Summary of Rights');
  });

  test('a denial without any report needs no pre-adverse notice', () => {
    const request = { purpose: 'employment', product_codes: [], credit_report: null };
    expect(compiled(input({}, request)).purpose).toBe('employment');
  });
});

describe('the addressee of a payload', () => {
  test('has the full name and the lines of the address', () => {
    const applicant = {
      first_name: 'Dana',
      last_name: 'Doe',
      address: { line1: '9 Elm Road', line2: 'Apt 4', city: 'Portland', state: 'ME', postal_code: '04101' },
    };
    expect(addresseeOf({ applicant })).toEqual({
      name: 'Dana Doe',
      address_lines: ['9 Elm Road', 'Apt 4', 'Portland, ME 04101'],
    });
  });

  test('is empty where the payload has no applicant, and never throws', () => {
    expect(addresseeOf({})).toEqual({ name: '', address_lines: [] });
    expect(addresseeOf({ applicant: ['x'] })).toEqual({ name: '', address_lines: [] });
    expect(addresseeOf({ applicant: { name: 7, address: 'One line\nTwo' } })).toEqual({
      name: '7',
      address_lines: ['One line', 'Two'],
    });
  });
});
