import fc from 'fast-check';
import { applicantView, type Scope } from '../../core/access.ts';
import { FIELD_KINDS, type FieldKind, type FieldSpecsJson } from '../../core/fields/spec.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import { hideValues, HIDDEN, Masks, STANDARD_RULES } from '../../core/masks/index.ts';
import { PRODUCTS } from '../../core/products/index.ts';
import { describe, expect, test } from '../support/jest.ts';
import { masksBy, shownBy } from './masked-by.ts';

const LIVE = { undeclared: 'hidden' } as const;
const declare = (kinds: Readonly<Record<string, FieldKind>>): FieldSpecsJson =>
  Object.fromEntries(Object.entries(kinds).map(([path, kind]) => [path, { type: 'text', kind }] as const));

// Rules: 16.20.4, 16.20.5, 16.20.6
describe('what is left of a value is said by its kind', () => {
  test.each<[FieldKind, Json, Json]>([
    ['identifier', '123-45-6789', '***-**-6789'],
    ['identifier', '123456789', '***-**-6789'],
    ['identifier', 123456789, '***-**-6789'],
    ['identifier', '12-3456789', '***-**-6789'],
    ['identifier', '000123456789', '****6789'],
    ['identifier', 'DE89 3704 0044 0532 0130 00', '****3000'],
    ['identifier', 'X1234567', '****4567'],
    ['identifier', '12345', '***'],
    ['identifier', '6789', '***'],
    ['identifier', 'otter canary', '***'],
    ['identifier', true, '***'],
    ['birth', '1990-04-12', '1990-**-**'],
    ['birth', '04/12/1990', '1990-**-**'],
    ['birth', 'April 12, 1990', '1990-**-**'],
    ['birth', '19900412', '1990-**-**'],
    ['birth', '12 April', '***'],
    ['age', 34, '***'],
    ['name', 'Ada', 'Ada'],
    ['contact', '207-555-0100', '207-555-0100'],
    ['fact', 5200, 5200],
    ['score', 640, 640],
  ])('%s: %j is %j', (kind, value, mask) => {
    for (const rules of [{}, LIVE]) {
      expect(shownBy({ then: declare({ 'a.x': kind }), ...rules }, { a: [{ x: value }] })).toEqual({
        a: [{ x: mask }],
      });
    }
  });

  test('of all that stands in an identifier too, and of names of members there', () => {
    const then = declare({ 'a.x': 'identifier', 'a.b': 'birth' });
    const payload = { a: { x: { number: '123-45-6789', '900101003': ['445566778899'] }, b: { year: 1990, day: 12 } } };
    for (const rules of [{}, LIVE]) {
      expect(shownBy({ then, ...rules }, payload)).toEqual({
        a: { x: { number: '***-**-6789', '***-**-1003': ['****8899'] }, b: { year: '1990-**-**', day: '***' } },
      });
    }
  });

  test('of what the standard dictionary declares, in each spelling in which it is read', () => {
    const payload = { applicant: { ssn: '123-45-6789', dateOfBirth: '1990-04-12', first_name: 'Ada' } };
    for (const rules of [{}, LIVE]) {
      expect(shownBy(rules, payload)).toEqual({
        applicant: { ssn: '***-**-6789', dateOfBirth: '1990-**-**', first_name: 'Ada' },
      });
    }
  });

  test('of reports by the schemas of the products: the rest of them is shown', () => {
    for (const product of Object.values(PRODUCTS)) {
      const report = product.synthetic({ first_name: 'Ada', ssn: '123-45-6789' }, '2026-03-02');
      const masks = masksBy({ ...LIVE, reports: [{ nodeId: 'pull', product, name: 'named' }] });
      const shown = JSON.stringify(masks.outputs({ pull: report }));
      expect(shown).not.toContain('not declared');
      expect(shown.replaceAll(/"case_number":"[^"]*"/g, '')).toBe(
        JSON.stringify({ pull: report }).replaceAll(/"case_number":"[^"]*"/g, ''),
      );
    }
  });
});

// Rules: 16.20.2
test('no name of a member says anything', () => {
  const names = ['ssn', 'social_security_number', 'dob', 'account_number', 'passport', 'iban', 'note', 'x'];
  for (const name of names) {
    expect(shownBy({ then: declare({ [`job.${name}`]: 'fact' }) }, { job: { [name]: 'AB12' } })).toEqual({
      job: { [name]: 'AB12' },
    });
    expect(shownBy({}, { guarantor: { [name]: 'X1234567' } })).toEqual({ guarantor: { [name]: 'X1234567' } });
  }
});

// Rules: 16.20.7, 16.20.9
describe('of what nobody declared', () => {
  const payload = {
    ...{ nickname: 'otter', height: 1.8, tall: true, none: null, list: ['a', 2], free: { 'Maria Lopez': { a: 1 } } },
    applicant: { first_name: 'Ada', clan: 'otter', 'loan.amount': 5 },
    context: { loan: { amount: 5 } },
  };

  test('live data shows that it is there and its type', () => {
    expect(shownBy(LIVE, payload)).toEqual({
      nickname: '*** (text, not declared)',
      height: '*** (number, not declared)',
      tall: '*** (yes or no, not declared)',
      none: null,
      list: ['*** (text, not declared)', '*** (number, not declared)'],
      free: { '***': { a: '*** (number, not declared)' } },
      applicant: { first_name: 'Ada', clan: '*** (text, not declared)', 'loan.amount': '*** (number, not declared)' },
      context: { loan: { amount: '*** (number, not declared)' } },
    });
  });

  test('test data shows all', () => {
    expect(shownBy({}, payload)).toEqual(payload);
  });

  test('live data of a report shows no more', () => {
    const masks = masksBy({ ...LIVE, reports: [{ nodeId: 'pull', product: PRODUCTS.credit_report, name: undefined }] });
    expect(masks.outputs({ pull: { score: 640, echo: 'otter' }, other: { subject: 'otter' } })).toEqual({
      pull: { score: 640, echo: '*** (text, not declared)' },
      other: { subject: 'otter' },
    });
  });

  test('numbers and dates are found in words, and not in what is declared', () => {
    const then = declare({ 'loan.amount': 'fact', 'job.starts_on': 'fact' });
    const live = { ...LIVE, then };
    const data = {
      sent: { no: '4455667788', on: '2026-11-28' },
      loan: { amount: '4455667788' },
      job: { starts_on: '2026-11-28' },
    };
    const masks = masksBy(live, { payload: data });
    expect(masks.text('Has 44 5566 7788 since 11/28/2026')).toBe('Has *** since ***');
    expect(masks.payload(data)).toMatchObject({ loan: data.loan, job: data.job });
  });

  test('mails of live mode hold all but numbers of somebody, and name no identifier', () => {
    const masks = masksBy({ undeclared: 'without_numbers' });
    expect(masks.member('context.nickname', 'otter')).toBe('otter');
    expect(masks.member('context.start', '2026-11-28')).toBe('2026-11-28');
    expect(masks.member('context.price', 1_250_000)).toBe(1_250_000);
    expect(masks.member('context.policy', 'AB-445566778')).toBe('***');
    expect(masks.member('context.remark', 'her number is 123-45-6789')).toBe('her number is ***-**-6789');
    expect(masks.names('context.policy')).toBe(false);
    expect(masks.names('applicant.ssn')).toBe(true);
  });
});

// Rules: 16.20.10, 16.20.11, 16.20.12
describe('the stricter of what was declared and what is', () => {
  const shown = (one: FieldKind | undefined, other: FieldKind | undefined, value: Json, rules: object = LIVE) => {
    const kinds = (kind: FieldKind | undefined) => (kind === undefined ? {} : declare({ 'a.x': kind }));
    return shownBy({ then: kinds(one), now: kinds(other), ...rules }, { a: { x: value } }).a;
  };

  test('counts, in whatever order', () => {
    expect(shown('fact', 'identifier', '445566778899')).toEqual({ x: '****8899' });
    expect(shown('identifier', 'fact', '445566778899')).toEqual({ x: '****8899' });
    expect(shown('fact', undefined, 'otter')).toEqual({ x: '*** (text, not declared)' });
    expect(shown(undefined, 'fact', 'otter')).toEqual({ x: '*** (text, declared later)' });
    expect(shown(undefined, 'identifier', '445566778899')).toEqual({ x: '*** (text, declared later)' });
    expect(shown(undefined, 'identifier', '445566778899', {})).toEqual({ x: '****8899' });
  });

  test('leaves nothing where two kinds leave different parts', () => {
    expect(shown('birth', 'identifier', '1990-04-12')).toEqual({ x: '***' });
    expect(shown('identifier', 'birth', '1990-04-12')).toEqual({ x: '***' });
  });

  test('never shows more than either', () => {
    const kind = fc.option(fc.constantFrom(...FIELD_KINDS), { nil: undefined });
    const value = fc.constantFrom<Json>('445566778899', '1990-04-12', 'otter', 34, true, '123-45-6789', 1990);
    fc.assert(
      fc.property(kind, kind, value, fc.constantFrom({}, LIVE), (one, other, sent, rules) => {
        const both = JSON.stringify(shown(one, other, sent, rules));
        const alone = [one, other].map((each) => JSON.stringify(shown(each, each, sent, rules)));
        const all = JSON.stringify({ x: sent });
        // Each part of the value that the two together show stands in what each alone shows.
        for (const part of both
          .replaceAll(/"x"|[{}:"*-]|\(.*\)/g, ' ')
          .split(/\s+/)
          .filter((word) => word !== '')) {
          for (const each of alone) expect(each === all || each.includes(part)).toBe(true);
        }
      }),
    );
  });

  test('is found in words by either', () => {
    const masks = masksBy({ then: declare({ 'a.x': 'identifier' }), now: {} }, { payload: { a: { x: 'AB-4455667' } } });
    expect(masks.text('It is ab 445 5667.')).toBe('It is ****5667.');
  });
});

// Rules: 16.20.13, 20.3.6
test('no declaration makes a fact of a national number', () => {
  const facts = ['applicant.ssn', 'job.code', 'job.words', 'job.card', 'job.cents'];
  const then = declare(Object.fromEntries(facts.map((path) => [path, 'fact'])));
  const payload = {
    applicant: { ssn: '900101003' },
    job: {
      ...{ code: '900-10-1003', words: 'Maria has 900–10–1003 and 4111 1111 1111 1111' },
      ...{ card: 5_555_555_555_554_444, cents: 5_555_555_555_554_445 },
    },
  };
  for (const rules of [{}, LIVE]) {
    expect(shownBy({ then, ...rules }, payload)).toEqual({
      applicant: { ssn: '***-**-1003' },
      job: {
        ...{ code: '***-**-1003', words: 'Maria has ***-**-1003 and ****1111' },
        ...{ card: '****4444', cents: 5_555_555_555_554_445 },
      },
    });
  }
});

// Rules: 16.20.13, 20.3.6
test('nine digits that were sent as a number are an amount where a unit is declared, and a national number elsewhere', () => {
  const unit = (of: string) => ({ type: 'number', kind: 'fact', unit: of }) as const;
  const then = {
    ...declare({ 'a.code': 'fact', 'a.score': 'score', 'a.pay': 'fact', 'a.old': 'fact' }),
    ...{ 'a.price': unit('cents'), 'a.hits': unit('count') },
    'a.rows': { type: 'list', kind: 'fact' } as const,
  };
  const amounts = { price: 250_000_000, hits: 123_456_789, rows: [] };
  const others = { pay: 99_999_999, old: -900_101_003 };
  const payload = { a: { ...amounts, ...others, code: 900_101_003, score: 123_456_789 } };
  for (const rules of [{}, LIVE]) {
    expect(shownBy({ then, ...rules }, payload)).toEqual({
      a: { ...amounts, ...others, code: '***-**-1003', score: '***-**-6789' },
    });
  }
  // A unit that is declared later does not show what an execution was accepted without.
  const later = { now: { 'a.code': unit('USD') }, then: declare({ 'a.code': 'fact' }) };
  expect(shownBy(later, { a: { code: 900_101_003 } })).toEqual({ a: { code: '***-**-1003' } });
});

// Rules: 16.20.3
describe('an answer of the service', () => {
  const then = {
    ...declare({ 'a.x': 'identifier', 'a.f': 'fact' }),
    'a.jobs': { type: 'list', kind: 'fact' } as const,
  };
  const reports = [{ nodeId: 'p', product: PRODUCTS.criminal_background, name: 'criminal' }];
  const masks = masksBy({ then, ...LIVE, reports });

  test.each<[Json, Json]>([
    [
      { field: 'context.a.x', operator: 'equals', value: '9', actual: '445566778899' },
      { field: 'context.a.x', operator: 'equals', value: '***', actual: '****8899' },
    ],
    [
      { field: 'context.a.f', value: 3, actual: 4 },
      { field: 'context.a.f', value: 3, actual: 4 },
    ],
    [
      { field: 'context.a.jobs.count', value: 3, actual: 4 },
      { field: 'context.a.jobs.count', value: 3, actual: 4 },
    ],
    [
      { field: 'context.a.y', value: 3, actual: 4 },
      { field: 'context.a.y', value: '*** (number, not declared)', actual: '*** (number, not declared)' },
    ],
    [
      {
        source_node_id: 'context',
        field: 'a.f',
        value_from: { source_node_id: 'context', field: 'a.x' },
        value: '445566778899',
        actual: 4,
      },
      {
        source_node_id: 'context',
        field: 'a.f',
        value_from: { source_node_id: 'context', field: 'a.x' },
        value: '****8899',
        actual: '***',
      },
    ],
    [
      { source_node_id: 'p', field: 'records.case_number', actual: 'CR-2019-11223' },
      { source_node_id: 'p', field: 'records.case_number', actual: '****1223' },
    ],
    [
      { field: 'steps.p.records.0.case_number', actual: 'CR-2019-11223' },
      { field: 'steps.p.records.0.case_number', actual: '****1223' },
    ],
    [
      {
        field: 'criminal.records.count',
        where: [{ field: 'severity', operator: 'equals', value: 'felony' }],
        actual: 2,
      },
      {
        field: 'criminal.records.count',
        where: [{ field: 'severity', operator: 'equals', value: 'felony' }],
        actual: 2,
      },
    ],
    [
      { path: 'a.x', product_code: null, value: '445566778899', previous: 'AB-4455667' },
      { path: 'a.x', product_code: null, value: '****8899', previous: '****5667' },
    ],
    [
      { path: 'records.0.case_number', product_code: 'criminal_background', previous: 'CR-2019-11223' },
      { path: 'records.0.case_number', product_code: 'criminal_background', previous: '****1223' },
    ],
    [
      { field: 'execution.mode', actual: 'live' },
      { field: 'execution.mode', actual: 'live' },
    ],
  ])('%j is %j', (answer, expected) => {
    expect(masks.answer([answer])).toEqual([expected]);
  });

  test('trusts no name within the data of the run', () => {
    expect(masks.payload({ trace: { field: 'a.f', actual: 'otter' } })).toEqual({
      trace: { field: '*** (text, not declared)', actual: '*** (text, not declared)' },
    });
    expect(masks.outputs({ p: { field: 'context.a.f', actual: 'otter' } })).toEqual({
      p: { field: '*** (text, not declared)', actual: '*** (text, not declared)' },
    });
    expect(masks.outputs({ input_context: { note: 'x' } })).toEqual({ input_context: { note: 'x' } });
  });

  test('an echo of an identifier under another name is masked', () => {
    const known = masksBy({ then, ...LIVE }, { payload: { a: { x: 445566778899 } } });
    expect(known.answer({ searched: { by: 445566778899, text: 'x445566778899' } })).toEqual({
      searched: { by: '****8899', text: 'x****8899' },
    });
  });
});

// Rules: 16.20.2
describe('where only the value tells', () => {
  const masks = masksBy(
    { then: declare({ 'bank.no': 'identifier' }) },
    {
      payload: { applicant: { ssn: '123-45-6789', date_of_birth: '1990-04-12' }, bank: { no: '000998877665' } },
    },
  );

  test.each([
    ['SSN 123-45-6789, or 123456789, or 123 45 6789', 'SSN ***-**-6789, or ***-**-6789, or ***-**-6789'],
    ['born 1990-04-12, 4/12/1990 or 04/12/1990', 'born 1990-**-**, 1990-**-** or 1990-**-**'],
    ['account 000998877665.', 'account ****7665.'],
    ['an unknown 987-65-4321 is one all the same', 'an unknown ***-**-4321 is one all the same'],
    ['call 207-555-0100, ZIP 04101-1234, on 2026-03-02', 'call 207-555-0100, ZIP 04101-1234, on 2026-03-02'],
  ])('%s', (text, masked) => {
    expect(masks.text(text)).toBe(masked);
  });

  test('takes time that grows with the text and not with the numbers that are known', () => {
    const accounts = Array.from({ length: 20_000 }, (_, index) => `77${1_000_000_000 + index}`);
    const many = masksBy({ then: declare({ accounts: 'identifier' }) }, { payload: { accounts } });
    const text = Array.from({ length: 50_000 }, (_, index) => `88${1_000_000_000 + index}`).join(' ');
    expect(many.text(text)).toBe(text);
  });
});

// Rules: 16.20.2
test('a path outside the standard dictionary may have any name: masks change in nothing but the path', () => {
  const name = fc
    .stringMatching(/^[a-z_]{3,12}$/)
    .filter(
      (each) =>
        ![
          'applicant',
          'property',
          'context',
          'steps',
          'loan',
          'job',
          'co_applicant',
          'execution',
          'workflow',
          'user_approved',
          'where',
          'count',
        ].includes(each),
    );
  const kind = fc.option(fc.constantFrom(...FIELD_KINDS), { nil: undefined });
  const value = fc.constantFrom<Json>('445566778899', '1990-04-12', 'otter', 34, '123-45-6789', ['AB-4455667', 2], {
    k: 'x1234567',
  });
  fc.assert(
    fc.property(name, name, kind, value, fc.constantFrom({}, LIVE), (one, other, kindOfIt, sent, rules) => {
      const by = (path: string) => {
        const masks = masksBy(
          { then: kindOfIt === undefined ? {} : declare({ [`data.${path}`]: kindOfIt }), ...rules },
          { payload: { data: { [path]: sent } } },
        );
        const { data } = masks.payload({ data: { [path]: sent } }) as { data: JsonObject };
        return [
          data[path],
          masks.text('otter 445566778899 AB-4455667 on 4/12/1990'),
          (masks.answer({ field: `context.data.${path}`, actual: sent }) as JsonObject).actual,
          masks.names(`context.data.${path}`),
        ];
      };
      expect(by(one)).toEqual(by(other));
    }),
  );
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
      'Maria Lopez': 1,
    }),
  ).toEqual({
    applicant: { first_name: '***', ssn: '***', date_of_birth: '***', income: '***', ok: '***', x: null },
    notes: ['***', '***'],
    [HIDDEN]: '***',
  });
});

test('without sources the forms of national numbers and cards are masked', () => {
  expect(new Masks(STANDARD_RULES).text('123-45-6789')).toBe('***-**-6789');
});

test.each<[Scope[], string]>([
  [['executions:read'], 'hidden'],
  [['executions:read:full'], 'masked'],
  [['executions:read', 'pii:read'], 'whole'],
])('%j is the view %s', (scopes, view) => {
  expect(applicantView(new Set(scopes))).toBe(view);
});
