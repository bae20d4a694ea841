import { declared, dictionaryOf, kindOf, placeOf, wholeSpecs, whoseIs } from '../../../core/fields/dictionary.ts';
import { kindOfValue, stricterKind } from '../../../core/fields/kinds.ts';
import { declaredLabel, declaredReason, inSentence, type TakenBy } from '../../../core/fields/labels.ts';
import { FIELD_KINDS, type FieldSpec } from '../../../core/fields/spec.ts';
import { fieldsOfCascade } from '../../../core/cascade/nodes/applicant-source.ts';
import { dictionaryIn, STANDARD_SPECS } from '../../../core/fields/standard.ts';
import { describe, expect, test } from '../../support/jest.ts';

const layer = (of: Record<string, FieldSpec>) => new Map(Object.entries(of));
const ACCOUNT = layer({
  'applicant.dti': { type: 'number', label: 'DTI', unit: 'fraction', kind: 'fact' },
  'applicant.Monthly Income': { type: 'number', label: 'Monthly income', unit: 'USD', kind: 'fact' },
  'applicant.jobs': {
    type: 'list',
    label: 'Jobs',
    item: { one: 'job', many: 'jobs' },
    reason: { below: 'Length of employment', missing: 'No employment was named' },
  },
  'applicant.jobs.pay': {
    type: 'number',
    label: 'Pay',
    unit: 'USD',
    kind: 'fact',
    reason: { below: 'Insufficient income' },
  },
  'applicant.jobs.started_on': { type: 'date', label: 'Start date', kind: 'fact' },
  'applicant.jobs.current': { type: 'yes_no', label: 'Current', kind: 'fact' },
  'applicant.jobs.number': { type: 'text', label: 'Number', kind: 'identifier' },
  'applicant.jobs.unnamed': { type: 'number', kind: 'fact' },
  'applicant.scores': { type: 'list', item_type: 'number', label: 'Ratings', unit: 'points', kind: 'score' },
  'applicant.limits': { type: 'object' },
  'applicant.limits.max': { type: 'number', label: 'Upper limit', kind: 'fact' },
  'applicant.years.2024': { type: 'number', label: 'Income of 2024', kind: 'fact' },
  'applicant.tax_number': { type: 'object', kind: 'identifier' },
  'applicant.employer': { type: 'object', of_person: 'nobody' },
  'applicant.employer.size': { type: 'integer', label: 'Size of the employer', unit: 'people', kind: 'fact' },
  loose: { type: 'number', label: 'Loose', kind: 'fact' },
  co_income: {
    type: 'number',
    label: 'Income of the co-applicant',
    unit: 'USD',
    of_person: 'co_applicant',
    kind: 'fact',
  },
  tenants: { type: 'list', of_person: 'each', item: { one: 'tenant', many: 'tenants' } },
  'tenants.pay': { type: 'number', label: 'Pay', unit: 'USD', kind: 'fact' },
});
const SOURCE = layer({ 'applicant.dti': { type: 'number', label: 'Debts to income', unit: 'percent', kind: 'fact' } });
const dictionary = dictionaryOf(STANDARD_SPECS, ACCOUNT, SOURCE);

describe('what is declared of a path', () => {
  // Rules: 20.3.1
  test('is what the cascade says, else the account, else the standard', () => {
    expect(declared(dictionary, 'applicant.dti')?.spec.unit).toBe('percent');
    expect(declared(dictionaryOf(STANDARD_SPECS, ACCOUNT), 'applicant.dti')?.spec.unit).toBe('fraction');
    expect(declared(dictionary, 'property.monthly_rent')?.spec.unit).toBe('USD');
    expect(declared(dictionaryOf(ACCOUNT), 'property.monthly_rent')).toBeUndefined();
  });

  test.each([
    ['context.applicant.dti', 'applicant.dti'],
    ['applicant.jobs.0.pay', 'applicant.jobs.pay'],
    ['applicant.jobs.17.pay', 'applicant.jobs.pay'],
    ['applicant.jobs.sum.pay', 'applicant.jobs.pay'],
    ['applicant.jobs.any.pay', 'applicant.jobs.pay'],
    ['applicant.jobs.count', 'applicant.jobs'],
    ['applicant.scores.max', 'applicant.scores'],
    ['applicant.scores.0', 'applicant.scores'],
    ['applicant.limits.max', 'applicant.limits.max'],
    ['applicant.years.2024', 'applicant.years.2024'],
    ['undeclared.3.max.x', 'undeclared.x'],
    ['applicant.Monthly Income', 'applicant.Monthly Income'],
  ])('%s is %s', (field, path) => expect(placeOf(dictionary, field).path).toBe(path));

  test('is nothing where nobody said anything', () => {
    for (const field of [
      'applicant.x',
      'applicant.dti.x',
      'applicant.jobs.any.x',
      'toString',
      'applicant.constructor',
      '',
    ])
      expect(declared(dictionary, field)).toBeUndefined();
  });

  // Rules: 20.3.2
  test('is what people bring, in each spelling that is read, wherever they stand', () => {
    for (const field of ['applicant.ssn', 'co_applicant.SSN', 'applicant.co_applicant.ssn', 'tenants.1.ssn'])
      expect(kindOf(dictionary, field)).toBe('identifier');
    for (const field of ['applicant.firstName', 'tenants.any.name.last', 'applicant.full_name'])
      expect(kindOf(dictionary, field)).toBe('name');
    for (const field of [
      'applicant.address.line1',
      'applicant.zip',
      'applicant.mailing_address.city',
      'applicant.email',
    ])
      expect(kindOf(dictionary, field)).toBe('contact');
    expect(declared(dictionary, 'property.ssn')).toBeUndefined();
    expect(declared(dictionary, 'applicant.employer.ssn')).toBeUndefined();
  });

  test('has the number of items as its unit where a list is counted', () => {
    expect(declared(dictionary, 'applicant.jobs.count')?.unit).toBe('count');
    expect(declared(dictionary, 'applicant.jobs.sum.pay')?.unit).toBe('USD');
    expect(declared(dictionary, 'applicant.scores.min')?.unit).toBe('points');
  });
});

// Rules: 20.4.1
test.each([
  ['applicant.dti', 'applicant'],
  ['applicant.jobs.0.pay', 'applicant'],
  ['applicant.co_applicant.ssn', 'applicant.co_applicant'],
  ['applicant.employer.size', 'nobody'],
  ['co_income', 'co_applicant'],
  ['loan.amount', 'nobody'],
  ['loose', undefined],
  ['tenants.0.pay', 'each'],
  ['tenants.count', 'each'],
  ['applicant.undeclared', undefined],
  ['tenants.0.undeclared', 'each'],
  ['applicant.employer.undeclared', 'nobody'],
  ['undeclared.x', undefined],
])('%s is of %s', (field, person) => expect(whoseIs(dictionary, field)?.says).toBe(person));

// Rules: 20.3.5
test.each([
  ['applicant.dti', 'fact'],
  ['applicant.tax_number.value', 'identifier'],
  ['applicant.address.anything', 'contact'],
  ['applicant.limits.other', undefined],
  ['applicant.undeclared', undefined],
])('%s is of the kind %s', (field, kind) => expect(kindOf(dictionary, field)).toBe(kind));

// Rules: 20.4.2
describe('a label', () => {
  test.each([
    ['applicant.dti', 'debts to income'],
    ['applicant.jobs.count', 'number of jobs'],
    ['applicant.jobs.sum.pay', 'total pay of the jobs'],
    ['applicant.jobs.max.started_on', 'latest start date of the jobs'],
    ['applicant.jobs.min.started_on', 'earliest start date of the jobs'],
    ['applicant.jobs.max.pay', 'highest pay of the jobs'],
    ['applicant.jobs.any.pay', 'pay of the jobs'],
    ['applicant.jobs.0.pay', 'pay'],
    ['applicant.scores.max', 'highest of the ratings'],
    ['applicant.scores.all', 'ratings'],
    ['applicant.jobs.max.unnamed', undefined],
    ['applicant.undeclared', undefined],
  ])('of %s is made of declared words alone: %s', (field, label) =>
    expect(declaredLabel(dictionary, field)).toBe(label),
  );
  test.each<[TakenBy[], string]>([
    [[{ field: 'pay' }], 'pay'],
    [[{ field: 'pay', answer: 'yes' }], 'pay'],
    [[{ field: 'pay' }, { field: 'started_on' }, { field: 'pay' }], 'pay, start date'],
    [[{ field: 'current', answer: 'no or not known' }], 'current: no or not known'],
    [[{ field: 'current' }], 'current, yes or no'],
  ])('says by which members some of the items are taken: %j', (where, kind) =>
    expect(declaredLabel(dictionary, 'applicant.jobs.count', where)).toBe(
      `number of jobs of the kind considered (${kind})`,
    ),
  );
  test.each(['undeclared', 'number'])('says nothing of the kind if a member is %s', (field) => {
    const label = declaredLabel(dictionary, 'applicant.jobs.count', [{ field: 'pay' }, { field }]);
    expect(label).toBe('number of jobs of the kind considered');
  });
});

test.each([
  ['Loan to value', 'loan to value'],
  ['A guarantor', 'a guarantor'],
  ['An agent', 'an agent'],
  ['HOA dues', 'HOA dues'],
  ['A/C in the home', 'A/C in the home'],
  ['I-9 form', 'I-9 form'],
  ['A', 'A'],
])('%s stands within a sentence as %s', (label, said) => expect(inSentence(label)).toBe(said));

// Rules: 20.4.3
test('a reason is that of what decided: of how many there are the list speaks, and of some items nothing does', () => {
  expect(declaredReason(dictionary, 'applicant.jobs.sum.pay', 'below')).toBe('Insufficient income');
  expect(declaredReason(dictionary, 'applicant.jobs.count', 'below')).toBe('Length of employment');
  expect(declaredReason(dictionary, 'applicant.jobs.max.pay', 'missing')).toBe('No employment was named');
  expect(declaredReason(dictionary, 'applicant.jobs.sum.pay', 'above')).toBeUndefined();
  expect(declaredReason(dictionary, 'applicant.jobs.sum.pay', 'below', true)).toBeUndefined();
});

test('what an integrator sends holds the members of people', () => {
  const whole = wholeSpecs(dictionary);
  expect(whole.get('tenants.ssn')?.kind).toBe('identifier');
  expect(whole.get('applicant.dti')?.unit).toBe('percent');
});

// Rules: 20.3.6
describe('of a value as little is shown', () => {
  test('as the stricter of two kinds allows, and nothing where one is not declared', () => {
    for (const kind of FIELD_KINDS) {
      expect(stricterKind(kind, 'fact')).toBe(kind);
      expect(stricterKind('identifier', kind)).toBe('identifier');
      expect(stricterKind(undefined, kind)).toBeUndefined();
    }
  });

  test.each([
    '123-45-6789',
    '123 45 6789',
    'no. 900-12-3456',
    '4111 1111 1111 1111',
    '1-2-3-4-5-6-7-8-9',
    '１２３-４５-６７８９',
    4_111_111_111_111_111,
    340_000_000_000_009,
  ])('as a number by its form, whatever is declared: %s', (value) => {
    expect(kindOfValue('fact', value)).toBe('identifier');
    expect(kindOfValue(undefined, value)).toBeUndefined();
  });

  test.each([
    123456789,
    4_111_111_111_111_112,
    4_111_111_111_111.11,
    1_795_882_994_675,
    '123456789',
    '2026-01-02',
    '1,234,567',
    'Unit 12-34',
    true,
    null,
  ])('and no less of %j', (value) => expect(kindOfValue('fact', value)).toBe('fact'));
});

test('a path of any length is read, and nothing is declared of it', () => {
  const long = `applicant${'.0.a.max'.repeat(50_000)}`;
  expect(declared(dictionary, long)).toBeUndefined();
  expect(whoseIs(dictionary, long)).toBeUndefined();
  expect(kindOf(dictionary, long)).toBeUndefined();
});

test('what a cascade declares replaces what the account does, for that cascade', () => {
  const config = { fields: { 'applicant.dti': { type: 'number', label: 'Own words', kind: 'fact' } } };
  const definition = [{ id: 'start', type: 'ApplicantSource', config }];
  const account = Object.fromEntries(ACCOUNT);
  const of = (cascade: typeof definition) =>
    declaredLabel(dictionaryIn(account, fieldsOfCascade(cascade)).dictionary, 'applicant.dti');
  expect(of(definition)).toBe('own words');
  expect(of([])).toBe('DTI');
});
