import { applicantView, type Scope } from '../../core/access.ts';
import { hideValues, Masks } from '../../core/masks.ts';
import { PRODUCTS } from '../../core/products/index.ts';
import type { JsonObject } from '../../core/json.ts';
import { describe, expect, test } from '../support/jest.ts';

const shown = (value: JsonObject) => new Masks([value]).json(value);

// Rules: 16.20.2, 16.20.4, 16.20.6
describe('identifiers are found by the names of members, in any spelling and at any depth', () => {
  test.each([
    ['ssn', '123-45-6789', '***-**-6789'],
    ['SSN', '123456789', '***-**-6789'],
    ['socialSecurityNumber', 123456789, '***-**-6789'],
    ['applicant_ssn', '123 45 6789', '***-**-6789'],
    ['applicantssn', '123456789', '***-**-6789'],
    ['ssn_last4', '6789', '***-**-6789'],
    ['itin', '912-34-5678', '***-**-5678'],
    ['tax_id', '12-3456789', '***-**-6789'],
    ['ssn', '12345', '***'],
    ['date_of_birth', '1990-04-12', '1990-**-**'],
    ['dateOfBirth', '04/12/1990', '1990-**-**'],
    ['dob', 'April 12, 1990', '1990-**-**'],
    ['birthday', '19900412', '1990-**-**'],
    ['dob', '12 April', '***'],
    ['account_number', '000123456789', '****6789'],
    ['accountNumber', 123456789, '****6789'],
    ['iban', 'DE89 3704 0044 0532 0130 00', '****3000'],
    ['bank_account', '12345', '****'],
    ['card_number', '4111 1111 1111 1111', '****1111'],
    ['passport', 'X1234567', '****4567'],
    ['driver_license', 'D123-4567-8901', '****8901'],
    ['id_number', 'AB1234567', '****4567'],
  ])('%s: %s is %s', (name, value, mask) => {
    expect(shown({ a: [{ [name]: value }] })).toEqual({ a: [{ [name]: mask }] });
  });

  test('also of a member of one, and of an item of a list of them', () => {
    const value = {
      ssn: { number: '123-45-6789' },
      accounts: [{ number: '9988776655' }],
      dob: { year: 1990, day: 12 },
    };
    expect(shown(value)).toEqual({
      ssn: { number: '***-**-6789' },
      accounts: [{ number: '****6655' }],
      dob: { year: '1990-**-**', day: '***' },
    });
  });

  // Rules: 16.20.7
  test('what was found out about a number is none, nor is any other member', () => {
    const plain = {
      ssn_match: 'full',
      date_of_birth_match: 'none',
      ssn_verified: true,
      classname: 'A12345678',
      session: '123456789',
      account_type: 'checking12345678',
      accounts: 'Chase checking',
      monthly_income: 5200,
      score: 640,
    };
    expect(shown(plain)).toEqual(plain);
  });

  // Rules: 16.20.2
  test('what is said of an account is none: a day, an amount, how late', () => {
    const account = { closed_on: '2026-11-30', credit_limit_usd: 12_345_678, days_past_due: 60 };
    expect(shown({ account: { ...account, number: '9988776655' } })).toEqual({
      account: { ...account, number: '****6655' },
    });
    expect(new Masks([{ account }]).text('We closed it on 2026-11-30.')).toBe('We closed it on 2026-11-30.');
  });

  test('of the products no field is masked but those that a vendor adds', () => {
    for (const product of Object.values(PRODUCTS)) {
      const report = product.synthetic({ first_name: 'Ada', ssn: '123-45-6789' }, '2026-03-02');
      expect(new Masks([]).json(report)).toEqual(report);
    }
  });
});

// Rules: 16.20.2
describe('where only the value tells', () => {
  const masks = new Masks([
    { ssn: '123-45-6789', date_of_birth: '1990-04-12', bank: { account_number: '000123456789' } },
  ]);

  test.each([
    ['SSN 123-45-6789, or 123456789, or 123 45 6789', 'SSN ***-**-6789, or ***-**-6789, or ***-**-6789'],
    ['born 1990-04-12, 4/12/1990 or 04/12/1990', 'born 1990-**-**, 1990-**-** or 1990-**-**'],
    ['account 000123456789.', 'account ****6789.'],
    ['an unknown 987-65-4321 is one all the same', 'an unknown ***-**-4321 is one all the same'],
    ['call 207-555-0100, ZIP 04101-1234, on 2026-03-02', 'call 207-555-0100, ZIP 04101-1234, on 2026-03-02'],
  ])('%s', (text, masked) => {
    expect(masks.text(text)).toBe(masked);
  });

  test('an echo of a vendor under another name', () => {
    expect(masks.json({ searched: { by: 123456789, text: 'x123456789' } })).toEqual({
      searched: { by: '***-**-6789', text: 'x***-**-6789' },
    });
  });

  test('the trace of a condition and a difference name the member beside its value', () => {
    expect(masks.json({ field: 'applicant.ssn', operator: 'equals', value: '9', actual: '111223333' })).toEqual({
      field: 'applicant.ssn',
      operator: 'equals',
      value: '***',
      actual: '***-**-3333',
    });
    expect(masks.json({ path: 'person.dob', left: '1980-01-01', right: '1980-01-02' })).toEqual({
      path: 'person.dob',
      left: '1980-**-**',
      right: '1980-**-**',
    });
  });

  test('takes time that grows with the text and not with the numbers that are known', () => {
    const accounts = Array.from({ length: 20_000 }, (_, index) => ({ account_number: `77${1_000_000_000 + index}` }));
    const many = new Masks([{ accounts }]);
    const text = Array.from({ length: 50_000 }, (_, index) => `88${1_000_000_000 + index}`).join(' ');
    expect(many.text(text)).toBe(text);
  });
});

test('with the narrow scope the members are there and no value, not the end of a number either', () => {
  expect(
    hideValues({
      applicant: {
        first_name: 'Ada',
        ssn: '123-45-6789',
        date_of_birth: '1990-04-12',
        income: 5200,
        ok: true,
        x: null,
      },
      notes: ['a', 1],
      account: 'Chase',
    }),
  ).toEqual({
    applicant: {
      first_name: '***',
      ssn: '***',
      date_of_birth: '***',
      income: '***',
      ok: '***',
      x: null,
    },
    notes: ['***', '***'],
    account: '***',
  });
});

test.each<[Scope[], string]>([
  [['executions:read'], 'hidden'],
  [['executions:read:full'], 'masked'],
  [['executions:read', 'pii:read'], 'whole'],
])('%j is the view %s', (scopes, view) => {
  expect(applicantView(new Set(scopes))).toBe(view);
});
