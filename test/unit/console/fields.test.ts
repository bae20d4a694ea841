import {
  answeredYes,
  faultsOfForms,
  formOfProposal,
  formOfSpec,
  isAnsweredBy,
  pathAt,
  readForms,
  typeSeen,
  wantedSpecs,
  yesWords,
} from '../../../console/src/fields/forms.ts';
import { QUESTION_CODES } from '../../../core/fields/answers.ts';
import { questionsOf } from '../../../core/fields/questions.ts';
import type { FieldSpec } from '../../../core/fields/spec.ts';
import { expect, test } from '../../support/jest.ts';

const PETS: FieldSpec = {
  type: 'integer',
  label: 'Pets',
  unit: 'pets',
  kind: 'fact',
  reason: { above: 'Too many pets' },
};

test.each([
  [['number'], 'number'],
  [['number', 'null'], 'number'],
  [['yes_no'], 'yes_no'],
  [['number', 'text'], ''],
  [['null'], ''],
  [[], ''],
])('of the JSON types %j the type is %j', (types, type) => expect(typeSeen(types)).toBe(type));

test('a proposal has no kind, and is declared only when somebody says so', () =>
  expect(formOfProposal({ types: ['text'], label: 'Zip' })).toMatchObject({
    isDeclared: false,
    kind: '',
    type: 'text',
  }));

test('a row that was not changed declares the same, also what it does not show', () =>
  expect(wantedSpecs(new Map([['pets', PETS]]), { pets: formOfSpec(PETS) })).toEqual(new Map([['pets', PETS]])));

test('rows add, change and take away; others stay', () => {
  const now = new Map<string, FieldSpec>([
    ['pets', PETS],
    ['cars', { type: 'integer' }],
    ['dogs', { type: 'integer' }],
  ]);
  const wanted = wantedSpecs(now, {
    pets: { ...formOfSpec(PETS), label: ' Animals ' },
    cars: { ...formOfSpec({ type: 'integer' }), isDeclared: false },
    cats: { ...formOfProposal({ types: ['number'], label: 'Cats' }), isDeclared: true },
    birds: formOfProposal({ types: ['number'], label: 'Birds' }),
  });
  expect(Object.fromEntries(wanted)).toEqual({
    pets: { ...PETS, label: 'Animals' },
    dogs: { type: 'integer' },
    cats: { type: 'number', label: 'Cats' },
  });
});

test('a row has the words of a letter: reasons, items, and what an empty list is', () => {
  const JOBS: FieldSpec = {
    ...{ type: 'list', label: 'Jobs', kind: 'fact', also: ['work'], empty: 'worst' },
    ...{ item: { one: 'job', many: 'jobs' }, reason: { below: 'Length of employment' } },
  };
  const now = new Map([['jobs', JOBS]]);
  const wanted = (part: object) => wantedSpecs(now, { jobs: { ...formOfSpec(JOBS), ...part } }).get('jobs');
  expect(wanted({})).toEqual(JOBS);
  expect(wanted({ below: ' ', missing: 'No job was named ', empty: '' })).toEqual({
    ...{ type: 'list', label: 'Jobs', kind: 'fact', also: ['work'] },
    ...{ item: { one: 'job', many: 'jobs' }, reason: { missing: 'No job was named' } },
  });
  // Only a list has items.
  expect(wanted({ type: 'number', below: '' })).toEqual({
    type: 'number',
    label: 'Jobs',
    kind: 'fact',
    also: ['work'],
  });
  const faults = faultsOfForms(now, { jobs: { ...formOfSpec(JOBS), many: '', above: 'Score too low' } });
  expect(faults.get('jobs')?.map(({ field }) => field)).toEqual(expect.arrayContaining(['item', 'reason.above']));
});

test('what is wrong is said of the row that has it', () => {
  const faults = faultsOfForms(new Map(), {
    a: { ...formOfProposal({ types: [], label: 'A' }), isDeclared: true },
    b: { ...formOfProposal({ types: ['text'], label: 'B' }), isDeclared: true, unit: 'USD' },
    'applicant.ssn': { ...formOfProposal({ types: ['text'], label: 'N' }), isDeclared: true, kind: 'fact' },
    c: formOfProposal({ types: [], label: 'C' }),
  });
  expect([...faults].map(([path, found]) => [path, found.map(({ field }) => field)])).toEqual([
    ['a', ['type']],
    ['b', ['unit']],
    ['applicant.ssn', ['kind']],
  ]);
});

test('yes to a question declares what answers it, whatever it asks', () => {
  for (const code of QUESTION_CODES) {
    const form = answeredYes(formOfProposal({ types: [], label: '' }), code);
    expect([code, form.isDeclared, isAnsweredBy(form, code), yesWords(code)]).toEqual([
      code,
      true,
      true,
      expect.stringContaining('Yes: '),
    ]);
  }
});

test('what the page takes for an answer is one for the service', () => {
  for (const name of ['ssn_2', 'dob', 'work_email', 'risk_score', 'guarantor', 'zip', 'gender', 'children']) {
    for (const { code } of questionsOf(`x.${name}`)) {
      const form = answeredYes(formOfProposal({ types: ['text'], label: 'X' }), code);
      const spec = wantedSpecs(new Map(), { x: form }).get('x');
      expect([name, questionsOf(`x.${name}`, spec).map((question) => question.code)]).toEqual([
        name,
        expect.not.arrayContaining([code]),
      ]);
    }
  }
});

test.each([
  ['/properties/applicant/properties/x~1y/x-kind', 'applicant.x/y'],
  ['/properties/jobs/items/properties/pay/type', 'jobs.pay'],
  ['/', '/'],
  ['applicant.pets', 'applicant.pets'],
])('the path at %j is %j', (pointer, path) => expect(pathAt(pointer)).toBe(path));

test('what a browser kept is read as far as it makes sense', () => {
  const forms = { pets: formOfSpec(PETS) };
  expect(readForms(JSON.stringify(forms))).toEqual(forms);
  expect([readForms(''), readForms('null'), readForms('{"x": 1, "y": {"isDeclared": 1}}')]).toEqual([{}, {}, {}]);
});
