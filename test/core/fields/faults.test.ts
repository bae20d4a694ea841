import { dictionaryFaults, specFaults } from '../../../core/fields/faults.ts';
import { languageFault, nounFaults } from '../../../core/policies/field-nouns.ts';
import { fieldPath } from '../../../core/fields/path.ts';
import { FIELD_KINDS, FIELD_UNITS, MAX_FIELDS, type FieldSpec } from '../../../core/fields/spec.ts';
import { unitsFault } from '../../../core/fields/units.ts';
import { describe, expect, test } from '../../support/jest.ts';

const fact = (more: Partial<FieldSpec> = {}): FieldSpec => ({ type: 'number', label: 'Figure', kind: 'fact', ...more });
const at = (path: string, spec: Partial<FieldSpec> = {}) => specFaults(path, fact(spec));
const fields = (spec: Partial<FieldSpec>): readonly string[] => at('applicant.x', spec).map(({ field }) => field);
const specs = (of: Record<string, Partial<FieldSpec>>) =>
  new Map(Object.entries(of).map(([path, spec]) => [path, { type: 'number', ...spec } as FieldSpec]));

// Rules: 20.1.1, 20.1.2, 20.1.4
describe('a path', () => {
  test.each([
    'applicant',
    'applicant.Monthly Income',
    'Kaltmiete.größe',
    '収入',
    'a-b.c_d',
    'property.rent (net)',
    'x'.repeat(200),
  ])('%s is any name of members', (path) => expect(at(path)).toEqual([]));

  test.each([
    ['', /names of members/],
    ['applicant..x', /names of members/],
    ['applicant. ', /names of members/],
    ['x'.repeat(201), /at most 200 characters/],
    ['applicant.a\nb', /one line/],
    ['applicant.a\u202eb', /one line/],
    ['applicant.\ud800', /one line/],
    ['applicant.{{x}}', /variable/],
    ['applicant.__proto__', /__proto__/],
    ['steps.credit.score', /name of the service/],
    ['execution.id', /name of the service/],
    ['workflow.name', /name of the service/],
    ['user_approved', /name of the service/],
    ['context.x', /name of the service/],
    ['applicant.jobs.0.pay', /declare "applicant.jobs.pay"/],
    ['applicant.jobs.sum.pay', /declare "applicant.jobs.pay"/],
    ['applicant.jobs.any.raises.1.pct', /declare "applicant.jobs.raises.pct"/],
    ['applicant.jobs.count', /declare "applicant.jobs"/],
  ])('%j is refused', (path, message) => {
    expect(at(path)).toEqual([{ field: 'path', message: expect.stringMatching(message) }]);
  });

  test('has no context. in front', () => {
    expect(fieldPath('context.applicant.x')).toBe('applicant.x');
  });

  test('names no result that the cascade stores', () => {
    expect(specFaults('credit.score', fact(), { stored: ['credit'] })[0]?.message).toContain('stores its result');
    expect(specFaults('credit.score', fact(), { stored: ['other'] })).toEqual([]);
  });

  // Rules: 20.1.3
  test('may hold a name such as max or 2024 in what is declared as an object', () => {
    const inObject = specs({ limits: { type: 'object' }, 'limits.max': {}, 'limits.2024': {} });
    expect(dictionaryFaults(inObject)).toEqual([]);
    expect(dictionaryFaults(specs({ limits: { type: 'list' }, 'limits.max': {} }))).toHaveLength(1);
  });
});

describe('words', () => {
  test.each([
    ['label', { label: ' ' }],
    ['label', { label: 'x'.repeat(61) }],
    ['label', { label: 'a\u2028b' }],
    ['label', { label: '{{applicant.ssn}}' }],
    ['also[1]', { also: ['pay', 'a\tb'] }],
    ['reason.below', { reason: { below: 'x'.repeat(121) } }],
    ['item.many', { type: 'list', item: { one: 'job', many: '' } }],
    ['values[0]', { type: 'text', values: ['\u0000'] }],
  ] as [string, Partial<FieldSpec>][])('of %s are one line: %j', (field, spec) =>
    expect(fields(spec)).toEqual([field]),
  );
});

// Rules: 20.2.2, 20.2.3
describe('a unit', () => {
  test.each([...FIELD_UNITS, 'dogs', 'cross-streets', 'überstunden'])('can be %s', (unit) =>
    expect(fields({ unit })).toEqual([]),
  );
  test.each(['dollars', 'usd', 'Usd', 'month', 'pct', 'EUR', '$', 'two words', 'm2', 'Dogs'])('cannot be %s', (unit) =>
    expect(fields({ unit })).toEqual(['unit']),
  );
  test.each([
    { type: 'text', unit: 'USD' },
    { type: 'yes_no', unit: 'dogs' },
    { type: 'list', unit: 'USD' },
    { kind: 'identifier', unit: 'count' },
    { kind: 'age', unit: 'USD' },
  ] as Partial<FieldSpec>[])('is of numbers that say how much, not %j', (spec) =>
    expect(fields(spec)).toEqual(['unit']),
  );
  test('is that of the items of a list of numbers', () =>
    expect(fields({ type: 'list', item_type: 'number', unit: 'USD' })).toEqual([]));

  test.each([
    ['USD', 'cents'],
    ['percent', 'fraction'],
    ['ratio', 'percent'],
    ['months', 'years'],
    ['hours', 'days'],
    ['USD', 'percent'],
    ['USD', 'months'],
    ['points', 'count'],
    ['code', 'dogs'],
    ['calendar_year', 'years'],
  ])('%s is not compared with %s', (one, other) => {
    expect(unitsFault(one, other)).toContain('compares');
    expect(unitsFault(other, one)).toContain('compares');
  });
  test.each([
    ['USD', 'USD'],
    ['USD', undefined],
    ['ratio', 'fraction'],
    ['count', 'dogs'],
    ['dogs', 'cats'],
  ])('%s is compared with %s', (one, other) => expect(unitsFault(one, other)).toBeNull());
});

describe('a kind', () => {
  test.each([
    ['identifier', 'yes_no'],
    ['identifier', 'date'],
    ['fact', 'object'],
    ['fact', 'person'],
    ['name', 'person'],
    ['name', 'number'],
    ['contact', 'yes_no'],
    ['birth', 'yes_no'],
    ['age', 'date'],
    ['score', 'date'],
    ['score', 'list'],
  ] as [FieldSpec['kind'], FieldSpec['type']][])('%s contradicts the type %s', (kind, type) =>
    expect(fields({ type, kind })).toEqual(['kind']),
  );
  test('judges the items of a list of values', () => {
    expect(fields({ type: 'list', item_type: 'text', kind: 'identifier' })).toEqual([]);
    expect(fields({ type: 'list', item_type: 'yes_no', kind: 'identifier' })).toEqual(['kind']);
  });
  test.each(['age', 'birth'] as const)('%s tells the age and no other basis', (kind) => {
    expect(fields({ type: 'integer', kind, basis: 'sex' })).toEqual(['basis']);
    expect(fields({ type: 'integer', kind, basis: 'age' })).toEqual([]);
  });
  test('can be left out, and has no default', () => expect(specFaults('applicant.x', { type: 'text' })).toEqual([]));
});

// Rules: 20.2.1
describe('members of other types are refused', () => {
  test.each([
    ['values', { values: ['a'] }],
    ['item', { item: { one: 'job', many: 'jobs' } }],
    ['empty', { empty: 'best' }],
    ['item_type', { item_type: 'text' }],
    ['absent', { absent: 'none_on_record', required: true }],
    ['reason.missing', { absent: 'none_on_record', reason: { missing: 'No time on record' } }],
    ['absent', { type: 'object', kind: undefined, absent: 'none_on_record' }],
    ['reason.is', { reason: { is: 'Kind of lease' } }],
    ['reason.above', { type: 'text', reason: { above: 'Too many dogs' } }],
    ['reason.below', { type: 'yes_no', reason: { below: 'Too few dogs' } }],
  ] as [string, Partial<FieldSpec>][])('%s: %j', (field, spec) => expect(fields(spec)).toEqual([field]));
});

describe('whose a value is', () => {
  test.each(['nobody', 'co_applicant', 'context.co_applicant', 'party.guarantor'])('can be %s', (person) =>
    expect(fields({ of_person: person })).toEqual([]),
  );
  test.each(['each', 'applicants.0', 'steps.x', 'applicant.x', ' '])('cannot be %j', (person) =>
    expect(fields({ of_person: person })).toEqual(['of_person']),
  );
  test('is each item of a list of objects alone', () => {
    expect(fields({ type: 'list', of_person: 'each' })).toEqual([]);
    expect(fields({ type: 'list', of_person: 'each', item_type: 'text' })).toEqual(['item_type']);
  });
  test('is not said of a person', () =>
    expect(fields({ type: 'person', kind: undefined, of_person: 'nobody' })).toEqual(['of_person']));
  test('is somebody who is declared', () => {
    const loose = { co_income: { of_person: 'co_applicant' } };
    expect(dictionaryFaults(specs(loose))).toEqual([
      { path: 'co_income', field: 'of_person', message: expect.stringContaining('declare "co_applicant"') },
    ]);
    expect(dictionaryFaults(specs({ ...loose, co_applicant: { type: 'person' } }))).toEqual([]);
    expect(dictionaryFaults(specs({ ...loose, co_applicant: { type: 'list', of_person: 'each' } }))).toEqual([]);
  });
});

/** Form C-1 of appendix C to 12 CFR 1002, and some that lenders and landlords give. */
const GOOD = [
  'Credit application incomplete',
  'Insufficient number of credit references provided',
  'Unacceptable type of credit references provided',
  'Temporary or irregular employment',
  'Length of employment',
  'Income insufficient for amount of credit requested',
  'Excessive obligations in relation to income',
  'Unable to verify income',
  'Length of residence',
  'Temporary residence',
  'No credit file',
  'Limited credit experience',
  'Poor credit performance with us',
  'Delinquent past or present credit obligations with others',
  'Collection action or judgment',
  'Garnishment or attachment',
  'Foreclosure or repossession',
  'Bankruptcy',
  'Value or type of collateral not sufficient',
  'Income requirement of the property not met',
  'More animals than the lease allows',
];
const INSUFFICIENT = [
  'Internal standards not met',
  'Our minimum requirements were not satisfied',
  "Did not meet our company's lending standards",
  'Insufficient credit score',
  'Score too low',
  'Failed to achieve a qualifying score on our credit scoring system',
  'Based on our internal policies',
  'Too high risk',
];

// Rules: 20.2.4
describe('a reason', () => {
  test.each(GOOD)('can be: %s', (words) => expect(fields({ reason: { above: words, missing: words } })).toEqual([]));
  test.each(INSUFFICIENT)('cannot be: %s', (words) =>
    expect(fields({ reason: { below: words } })).toEqual(['reason.below']),
  );
  test('is never the score itself', () =>
    expect(fields({ kind: 'score', reason: { below: 'Number of late payments' } })).toEqual(['reason.below']));
});

describe('declarations together', () => {
  const refused = (of: Record<string, Partial<FieldSpec>>, before?: Record<string, Partial<FieldSpec>>) =>
    dictionaryFaults(specs(of), before === undefined ? {} : { before: (path) => specs(before).get(path) });

  test.each([[{ type: 'number' }], [{ type: 'text' }], [{ type: 'list', item_type: 'text' }]] as [
    Partial<FieldSpec>,
  ][])('have no members within %j', (outer) => {
    expect(refused({ 'a.b': outer, 'a.b.c': {} })).toEqual([
      { path: 'a.b.c', field: 'path', message: expect.stringContaining('"a.b"') },
    ]);
  });
  test('have members within objects, people and lists', () =>
    expect(
      refused({ a: { type: 'object' }, 'a.b': { type: 'list' }, 'a.b.c': { type: 'person' }, 'a.b.c.d': {} }),
    ).toEqual([]));
  // Rules: 20.1.5
  test('are at most so many', () => {
    const many = Object.fromEntries(Array.from({ length: MAX_FIELDS }, (_, index) => [`f${index}`, {}]));
    expect(refused(many)).toEqual([]);
    expect(refused({ ...many, more: {} })).toEqual([
      { path: 'more', field: 'path', message: expect.stringContaining('500') },
    ]);
  });
  // Rules: 20.3.4
  test.each(['name', 'contact', 'birth', 'age', 'identifier'] as const)(
    'make no fact of a %s of the standard',
    (kind) => {
      for (const own of FIELD_KINDS) {
        const found = refused(
          { 'applicant.z': { type: 'text', kind: own } },
          { 'applicant.z': { type: 'text', kind } },
        );
        expect(found.some(({ field }) => field === 'kind')).toBe(own === 'fact' || own === 'score');
      }
    },
  );
});

// Rules: 20.2.5
describe('a noun', () => {
  test.each([
    'savings',
    'length of the lease',
    'loan to value',
    'loan-to-value',
    'years in business',
    'pets allowed',
    'months on file',
  ])('can be %s', (noun) => expect(languageFault(noun)).toBeNull());
  test.each([
    'income',
    'felony',
    'Texas',
    'debt or loan',
    'more savings',
    'time at least',
    'reason for leaving',
    'sum equal to dogs',
    'dogs if any',
    'no dogs',
    'savings, cash',
    '3 dogs',
    'deny',
  ])('cannot be %s, which says something in policies', (noun) => expect(languageFault(noun)).not.toBeNull());
  test('is of one field, in whatever number and case it is said', () => {
    const twice = specs({ a: { also: ['reserve'] }, b: { also: ['Reserves'] }, c: { label: 'The reserve' }, d: {} });
    expect(nounFaults(twice).map(({ path, field }) => [path, field])).toEqual([
      ['a', 'also[0]'],
      ['b', 'also[0]'],
    ]);
    expect(nounFaults(specs({ a: { label: 'Rent' }, b: { label: 'Rent' } }))).toEqual([]);
  });
});
