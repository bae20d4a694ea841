import fc from 'fast-check';
import { Masks, STANDARD_RULES } from '../../core/masks/index.ts';
import { processorMs } from '../support/processor-time.ts';
import { describe, expect, test } from '../support/jest.ts';
import { masksBy, shownBy } from './masked-by.ts';

const SIGNS = [
  ...['-', '–', '—', '‐', '\u2011', '\u2012', '\u2212', '\uff0d', '\ufe63', '\u00ad', '~', '_', '\u203f', '\uff3f'],
  ...[
    ' ',
    '\u00a0',
    '\u2009',
    '\u202f',
    '\u3000',
    '\t',
    '.',
    '\u00b7',
    '\u2024',
    '\uff0e',
    '/',
    '\\',
    '\u2044',
    '\u2215',
  ],
  ...['\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u180e', '\u3164', '|', '*', '+', '=', '\n', '\r\n'],
];
/** The first digit of blocks of ten. */
const ZEROS = ['0', '\uff10', '\u0660', '\u0966', '\u{1d7ce}', '\u{1d7ec}', '\u{1fbf0}'].map((zero) =>
  zero.codePointAt(0)!,
);

const sign = fc.constantFrom(...SIGNS);
const gap = fc.oneof(
  fc.constant(''),
  sign,
  fc.array(sign, { maxLength: 4 }).map((signs) => signs.join('')),
);
/** The digits in any script, with any signs between them. */
const disguised = (digits: string, gaps: fc.Arbitrary<string> = gap) =>
  fc
    .tuple(
      ...digits.split('').map((digit) =>
        fc.tuple(
          fc.constantFrom(...ZEROS).map((zero) => String.fromCodePoint(zero + Number(digit))),
          gaps,
        ),
      ),
    )
    .map((pairs) =>
      pairs.map(([digit, between], index) => (index === pairs.length - 1 ? digit : digit + between)).join(''),
    );

const SSN = '900101003';
const identifier = { type: 'text', kind: 'identifier' } as const;
const known = masksBy(
  { then: { 'bank.no': identifier } },
  { payload: { applicant: { ssn: '900-10-1003' }, bank: { no: '0044556677889' } } },
);
const unknown = new Masks(STANDARD_RULES);

describe('a number that is known of the execution', () => {
  // Rules: 16.21.1, 16.21.2
  test.each([
    [SSN, '***-**-1003'],
    ['0044556677889', '****7889'],
  ])('%s is masked in whatever signs it is written', (digits, mask) => {
    fc.assert(
      fc.property(disguised(digits), fc.constantFrom('SSN ', 'no: ', '(', '', 'x'), (number, before) => {
        expect(known.text(`Checked ${before}${number}, fine`)).toBe(`Checked ${before}${mask}, fine`);
      }),
    );
  });

  test.each([
    '900–10–1003',
    '900\u201110\u20111003',
    '900\u221210\u22121003',
    '900\u00a010\u00a01003',
    '９００１０１００３',
    '9001 01003',
  ])('as %s', (number) => {
    expect(known.text(`Verified ${number} by phone`)).toBe('Verified ***-**-1003 by phone');
    expect(known.answer({ reasons: [`SSN ${number}`], note: number, by: { free: number } })).toEqual({
      reasons: ['SSN ***-**-1003'],
      note: '***-**-1003',
      by: { free: '***-**-1003' },
    });
  });

  test('is masked where marks are drawn over its digits', () => {
    expect(
      known.text(
        SSN.split('')
          .map((digit) => `${digit}\ufe0f\u20e3`)
          .join(''),
      ),
    ).toMatch(/^\*{3}-\*{2}-1003/);
    expect(
      known.text(
        SSN.split('')
          .map((digit) => `${digit}\u0336`)
          .join('-'),
      ),
    ).toMatch(/^\*{3}-\*{2}-1003/);
  });

  test('that lost its zeros as a JSON number is masked as a number and in words', () => {
    const masks = new Masks(STANDARD_RULES, { payload: { applicant: { ssn: '012-34-5678' } } });
    expect(masks.answer({ by: 12_345_678, note: 'no 12345678' })).toEqual({
      by: '***-**-5678',
      note: 'no ***-**-5678',
    });
  });

  test('is masked as a birth in other signs and orders too, and no telephone is for it', () => {
    const masks = new Masks(STANDARD_RULES, { payload: { applicant: { date_of_birth: '04/12/1990' } } });
    expect(masks.text('1990–04–12, 4/12/1990, 12 Apr 1990, Apr 12, 1990 and April 12, 1990')).toBe(
      '1990-**-**, 1990-**-**, 1990-**-**, 1990-**-** and 1990-**-**',
    );
    expect(masks.text('Call 4121990')).toBe('Call 4121990');
  });
});

describe('a number that nobody knows, of the form of a national one', () => {
  // Rules: 16.21.3
  test('is masked with any signs between its groups', () => {
    const between = fc.array(sign, { minLength: 1, maxLength: 3 }).map((signs) => signs.join(''));
    const digits = fc.tuple(
      fc.integer({ min: 1, max: 999 }),
      fc.integer({ min: 13, max: 99 }),
      fc.integer({ min: 1, max: 9_999 }),
    );
    fc.assert(
      fc.property(digits, between, between, ([area, group, serial], one, other) => {
        const [a, b, c] = [String(area).padStart(3, '0'), String(group), String(serial).padStart(4, '0')];
        expect(unknown.text(`Brother: ${a}${one}${b}${other}${c}.`)).toBe(`Brother: ***-**-${c}.`);
      }),
    );
  });

  // Rules: 16.21.4
  test.each([
    ['SSN123-45-6789x', 'SSN***-**-6789x'],
    ['42 123-45-6789', '42 ***-**-6789'],
    ['123-45-6789 987-65-4321', '***-**-6789 ***-**-4321'],
    ['987654321 is hers', '***-**-4321 is hers'],
    ['9001 01003 is hers', '***-**-1003 is hers'],
    ['1 2 3 4 5 6 7 8 9', '***-**-6789'],
    ['12\u200b34567\u200b89', '***-**-6789'],
    ['Ask 987654321. 12 days later', 'Ask ***-**-4321. 12 days later'],
  ])('%s', (text, masked) => {
    expect(unknown.text(text)).toBe(masked);
  });
});

describe('a card', () => {
  // Rules: 16.21.6
  test.each([
    ['4111111111111111', '****1111'],
    ['4111 1111 1111 1111', '****1111'],
    ['4111–1111–1111–1111 12/28 123', '****1111 12/28 123'],
    ['41111111.11111111', '****1111'],
    ['3782 822463 10005', '****0005'],
    ['４１１１１１１１１１１１１１１１', '****1111'],
    ['2221000000000009', '****0009'],
  ])('%s is masked', (text, masked) => {
    expect(unknown.text(`Paid by ${text}.`)).toBe(`Paid by ${masked}.`);
  });

  // Rules: 16.21.6
  test('is none without its check digit', () => {
    expect(unknown.text('Order 4111111111111112')).toBe('Order 4111111111111112');
  });
});

// Rules: 16.21.5
describe('what is no number of a person stands as it is', () => {
  test.each([
    ...[
      '$123,456,789.00',
      '$123456789',
      '€ 123456789',
      '123456789 €',
      '1,200 and 3,400',
      '123 456 789',
      '1200-45000 a month',
    ],
    ...[
      '2026-11-02',
      '11/02/2026',
      'from 2026-11-02 to 2026-12-02',
      '2026-11-02 10:30:00',
      'score 640 11/2026',
      '20261102T103000Z',
    ],
    ...[
      '207-555-0100',
      '(207) 555-0100',
      '+1 207 555 0100',
      '2075550100',
      '207-555-0100 207-555-0199',
      '+44 20 7946 0958',
    ],
    ...[
      'ZIP 04101-1234',
      '14 Alder Court 2B, 45402',
      'for 2019 2020 2021 2022',
      'scores 640, 12, 2026',
      '123-45 67th Ave',
    ],
    ...[
      'execution 4711',
      '/executions/123456789',
      '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
      'chk_123456789',
      'EIN 12-3456789',
    ],
    ...['12345678-1234-4123-9123-123456789012', 'score 640. 120000 a year', 'v1.2.3', '192.168.100.1234', '½ of 3⁄4'],
  ])('%s', (text) => {
    expect(unknown.text(text)).toBe(text);
    expect(known.answer({ text })).toEqual({ text });
  });

  test('nor does the id that a value is', () => {
    const ids = { session: '123456789', url: 'https://example.com/a/123456789', loan: { ref: 987_654_321 } };
    expect(unknown.answer(ids)).toEqual(ids);
  });
});

describe('names of members', () => {
  const payload = { applicant: { 'Maria Lopez 123–45–6789': { income: 1 }, 'Maria Lopez 123-45-6789': 2, ok_2: 3 } };

  // Rules: 16.22.1
  test('are masked, and no member takes the place of another', () => {
    expect(shownBy({}, payload)).toEqual({
      applicant: { 'Maria Lopez ***-**-6789': { income: 1 }, 'Maria Lopez ***-**-6789 (2)': 2, ok_2: 3 },
    });
  });

  test('are known where they stand in an identifier', () => {
    const payload = { applicant: { ssn: { '900101003': 'main' } } };
    const masks = new Masks(STANDARD_RULES, { payload });
    expect(masks.payload(payload)).toEqual({ applicant: { ssn: { '***-**-1003': expect.anything() } } });
    expect(masks.text('Has 900–10–1003')).toBe('Has ***-**-1003');
  });
});

// Rules: 16.20.2
test('a declared identifier that is words is found in words', () => {
  const masks = masksBy(
    { then: { 'applicant.nickname': identifier } },
    { payload: { applicant: { nickname: 'otter canary' } } },
  );
  expect(masks.text('Goes by Otter-Canary.')).toBe('Goes by ***.');
});

describe('hostile texts of 256 KiB', () => {
  const accounts = Array.from({ length: 34 }, (_, index) => '0'.repeat(index + 6));
  const many = masksBy(
    { then: { accounts: identifier } },
    { payload: { accounts, applicant: { ssn: '900-10-1003' } } },
  );

  test.each([
    ...[
      '0',
      '9',
      '0 ',
      '1\u200b',
      '900-10-',
      '900-10-1003 ',
      '4111 1111 1111 111',
      '4111111111111111',
      '0\u0336',
      'a1',
      '漢1',
    ],
    ...['1234-', '123-12-', '１ ', 'ssn ', '.', '\u200b', '1 2. ', '$1'],
  ])('of %j take linear time', async (piece) => {
    const text = piece.repeat(262_144 / piece.length);
    const tookMs = await processorMs(() => many.text(text));
    expect(tookMs).toBeLessThan(1_000);
    expect(await processorMs(() => many.text(text.slice(0, text.length / 4)))).toBeLessThan(1_000);
  });
});
