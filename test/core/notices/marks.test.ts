import { describe, expect, test } from '../../support/jest.ts';
import { lintDefinition } from '../../../core/cascade/lint.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import type { FieldSpec, FieldSpecsJson } from '../../../core/fields/spec.ts';
import { dictionaryIn } from '../../../core/fields/standard.ts';
import type { JsonObject } from '../../../core/json.ts';
import { noticeRules } from '../../../core/notices/warnings/index.ts';
import { branch, documentOf, group, letterOf, oneChoice, type LetterCase, type Rule } from './letter-of.ts';
import { plenty } from '../../support/work.ts';

/*
 * Members of a declaration other than its label (semantics 10.5.3 and 10.21.1). They say whether a model computed the
 * field, whose it is and whether it identifies a person.
 */
const FIELDS: Readonly<Record<string, FieldSpec>> = {
  'applicant.savings': { type: 'number', label: 'Savings', kind: 'fact' },
  'applicant.index7': { type: 'number', label: 'Index 7', kind: 'fact' },
  'applicant.score': { type: 'number', label: 'Score', kind: 'fact' },
  vehicle: { type: 'object' },
  'vehicle.price': { type: 'number', label: 'Vehicle price', kind: 'fact' },
  crew: { type: 'list', label: 'Crew' },
  'crew.earns': { type: 'number', label: 'Pay', kind: 'fact' },
  guarantor: { type: 'object' },
  'guarantor.fund': { type: 'number', label: 'Guarantor fund', kind: 'fact' },
};
const marked = (marks: Readonly<Record<string, Partial<FieldSpec>>>): FieldSpecsJson =>
  Object.fromEntries(
    Object.entries(FIELDS).map(([path, spec]): [string, FieldSpec] => [path, { ...spec, ...marks[path] }]),
  );

const PAYLOAD = {
  applicant: { first_name: 'Mara', email: 'mara@example.com', savings: 100, index7: 3, score: 3 },
  party2: { first_name: 'Ada', email: 'ada@example.com', savings: 50 },
  vehicle: { price: 9 },
  crew: [{ earns: 100 }, { earns: 200 }],
  guarantor: { fund: 4 },
} satisfies JsonObject;

/** An applicant who lacks enough of any of these is declined. */
function asking(fields: readonly string[], marks: FieldSpecsJson, notice: JsonObject): LetterCase {
  const rules = fields.map((field): Rule => ['start', field, 'greater_than_or_equal', 600]);
  const { applicant, ...payload } = PAYLOAD;
  return {
    definition: oneChoice({}, { branches: { pass: branch(group('and', ...rules)) } }, notice),
    applicant,
    payload,
    fields: marks,
  };
}

const TENANT = { purpose: 'tenant' };
const CREDIT = { purpose: 'credit' };
const linesOf = (field: string, marks: FieldSpecsJson, notice: JsonObject = TENANT) =>
  documentOf(asking([field], marks, notice)).reasons;
const own = (words: string) => [`Information in your application: ${words} (required: at least 600)`];
const others = (words: string) => [`Information about another person on the application: ${words}`];

describe('whose a value is', () => {
  // Rules: 10.5.3
  test.each([
    ['a value of nobody that is marked is of that person', 'context.vehicle.price', { 'vehicle.price': 'party2' }],
    ['what stands in an object that is marked, too', 'context.vehicle.price', { vehicle: 'party2' }],
  ])('%s', (_, field, persons) => {
    const marks = marked(Object.fromEntries(Object.entries(persons).map(([path, of]) => [path, { of_person: of }])));
    expect(linesOf(field, marked({}))).toEqual(own('vehicle price, 9'));
    expect(linesOf(field, marks)).toEqual(others('vehicle price'));
  });

  // Rules: 10.5.3
  test.each(['nobody', 'applicant'])('what stands in a person is stated if it is of %s', (of) => {
    const person = marked({ guarantor: { type: 'person' } });
    expect(linesOf('context.guarantor.fund', person)).toEqual(others('guarantor fund'));
    expect(linesOf('context.guarantor.fund', marked({ guarantor: { type: 'person', of_person: of } }))).toEqual(
      own('guarantor fund, 4'),
    );
  });

  // Rules: 10.5.3
  test('the innermost mark counts', () => {
    const marks = marked({ guarantor: { of_person: 'guarantor' }, 'guarantor.fund': { of_person: 'nobody' } });
    expect(linesOf('context.guarantor.fund', marks)).toEqual(own('guarantor fund, 4'));
  });

  test('in the letter to the person whom it is of it is stated, in another one it is not', () => {
    const marks = marked({ 'vehicle.price': { of_person: 'party2' } });
    const toAda = { ...TENANT, applicant: 'party2', recipient: '{{context.party2.email}}' };
    expect(linesOf('context.vehicle.price', marks, toAda)).toEqual(own('vehicle price, 9'));
    expect(linesOf('context.vehicle.price', marked({ vehicle: { of_person: 'applicant' } }), toAda)).toEqual(
      others("applicant's vehicle price"),
    );
  });

  // Rules: 10.5.3, 10.23.15
  test("each item of a list may be a person: what of them is another's, how many there are is not", () => {
    const marks = marked({ crew: { of_person: 'each' } });
    expect(linesOf('context.crew.max.earns', marked({}))).toEqual(own('highest pay of the crew, 200'));
    expect(linesOf('context.crew.max.earns', marks)).toEqual(others('highest pay of the crew'));
    expect(linesOf('context.crew.count', marks)).toEqual(own('number of crew, 2'));
    const chosen = { where: [{ field: 'earns', operator: 'greater_than', value: 150 }] };
    const condition = {
      source_node_id: 'start',
      field: 'context.crew.count',
      operator: 'greater_than',
      value: 4,
      ...chosen,
    };
    const definition = oneChoice({}, { branches: { pass: branch({ conditions: [condition] }) } }, TENANT);
    const { reasons } = documentOf({ ...asking([], marks, TENANT), definition });
    expect(reasons).toEqual([expect.stringContaining('another person')]);
  });

  test('the one item whose letter it is is told of itself', () => {
    const toSecond = { ...TENANT, applicant: 'crew.1', recipient: 'ada@example.com' };
    const marks = marked({ crew: { of_person: 'each' } });
    expect(linesOf('context.crew.1.earns', marks, toSecond)).toEqual([expect.stringContaining(', 200 (required')]);
    expect(linesOf('context.crew.0.earns', marks, toSecond)).toEqual([expect.stringContaining('another person')]);
  });

  // Rules: 10.5.9
  test('a figure that was computed of it is not printed', () => {
    const from = { source_node_id: 'start', field: 'context.vehicle.price', times: 20 };
    const condition = {
      source_node_id: 'start',
      field: 'applicant.savings',
      operator: 'greater_than',
      value_from: from,
    };
    const definition = oneChoice({}, { branches: { pass: branch({ conditions: [condition] }) } }, TENANT);
    const said = (marks: FieldSpecsJson) => documentOf({ ...asking([], marks, TENANT), definition }).reasons.join();
    expect(said(marked({}))).toContain('180');
    expect(said(marked({ vehicle: { of_person: 'party2' } }))).not.toContain('180');
  });
});

describe('whether a model made it', () => {
  // Rules: 10.21.1
  test('what is marked as a score is no reason of a creditor, whatever its name', () => {
    const marks = marked({ 'applicant.index7': { kind: 'score' } });
    expect(linesOf('applicant.index7', marked({}), CREDIT)).toEqual(own('index 7, 3'));
    expect(letterOf(asking(['applicant.index7'], marks, CREDIT)).result).toMatchObject({ ok: false, needs: 'reasons' });
    expect(linesOf('applicant.index7', marks, TENANT)).toEqual(own('index 7, 3'));
  });

  test('beside a fact it is left out', () => {
    const marks = marked({ 'vehicle.price': { kind: 'score' } });
    const { reasons } = documentOf(asking(['context.vehicle.price', 'applicant.savings'], marks, CREDIT));
    expect(reasons).toEqual(own('savings, 100'));
  });

  // Rules: 10.21.1
  test('what is called a score and is declared as a fact is a reason', () => {
    expect(linesOf('applicant.score', marked({}), CREDIT)).toEqual(own('score, 3'));
  });

  test('saving warns by it', () => {
    const warned = (field: string, marks: FieldSpecsJson) =>
      lintDefinition(
        asking([field], {}, CREDIT).definition as CascadeDefinition,
        plenty(),
        noticeRules(null, dictionaryIn(marks).dictionary),
      ).flatMap(({ code, message }) => (code === 'own_score_decides' ? [message] : []));
    expect(warned('applicant.index7', {})).toEqual([]);
    expect(warned('applicant.index7', marked({ 'applicant.index7': { kind: 'score' } }))).toHaveLength(1);
    expect(warned('applicant.score', {})).toEqual([]);
  });
});

describe('whether it identifies somebody', () => {
  // Rules: 20.9.2
  test('what is marked is printed to nobody, whatever its name', () => {
    const marks = marked({ 'applicant.index7': { kind: 'identifier' } });
    expect(linesOf('applicant.index7', marked({}))).toEqual(own('index 7, 3'));
    expect(linesOf('applicant.index7', marks)).toEqual(['Information in your application: index 7']);
  });

  // Rules: 20.9.2
  test('what is called a number is printed where it is declared as a fact, and as no other kind', () => {
    const named = { label: 'Plot number' };
    expect(linesOf('applicant.index7', marked({ 'applicant.index7': named }))).toEqual(own('plot number, 3'));
    for (const kind of ['identifier', 'birth', 'age', 'name', 'contact', undefined] as const)
      expect(
        linesOf('applicant.index7', { 'applicant.index7': { type: 'number', ...named, ...(kind && { kind }) } }),
      ).toEqual(['Information in your application: plot number']);
  });
});
