import { describe, expect, test } from '../../support/jest.ts';
import type { FieldSpec, FieldSpecsJson } from '../../../core/fields/spec.ts';
import { dictionaryIn } from '../../../core/fields/standard.ts';
import type { JsonObject } from '../../../core/json.ts';
import { isAnothers } from '../../../core/notices/persons.ts';
import { branch, documentOf, group, letterOf, oneChoice, wordsOf, type Rule } from './letter-of.ts';

/*
 * B.8: the person to whom a letter is addressed. A value of another person of the application is a line without a
 * figure, and one of their reports not even that. A value of nobody is told to all.
 */

const money = (label: string): FieldSpec => ({ type: 'number', label, unit: 'USD', kind: 'fact' });
const FIELDS: FieldSpecsJson = {
  'applicant.years_here': { type: 'number', label: 'Years here', kind: 'fact' },
  'applicant.guarantor_income': { ...money('Guarantor income'), of_person: 'applicant.guarantor' },
  'applicant.guarantor_present': { type: 'yes_no', label: 'Guarantor present', kind: 'fact' },
  'applicant.employer.months': { type: 'number', label: 'Time with the employer', kind: 'fact' },
  'applicant.guarantor': { type: 'person' },
  'applicant.guarantor.income': money('Guarantor income'),
  'applicant.guarantor.is_named': { type: 'yes_no', label: 'Guarantor named', of_person: 'nobody', kind: 'fact' },
  'applicant.co_applicant.years_here': { type: 'number', label: 'Co-applicant years here', kind: 'fact' },
  'applicant.co_applicant.rent_share': money('Share of the rent'),
  'applicant.co_applicant.spouse': { type: 'person' },
  'applicant.co_applicant.spouse.income': money('Spouse income'),
  'applicant.household': { type: 'list', item: { one: 'housemate', many: 'housemates' }, of_person: 'each' },
  'applicant.household.income': money('Income'),
  'landlord.units': { type: 'number', label: 'Units of the landlord', kind: 'fact' },
  employer_contact: { type: 'person' },
  'employer_contact.would_rehire': { type: 'yes_no', label: 'Would rehire', kind: 'fact' },
};
const { dictionary } = dictionaryIn(FIELDS);
const PAYLOAD: JsonObject = { property: { monthly_rent: 1500 } };
const APPLICANT: JsonObject = {
  first_name: 'Mara',
  email: 'mara@example.com',
  years_here: 4,
  monthly_income: 2000,
  guarantor_present: false,
  co_applicant: { first_name: 'Jonas', email: 'jonas@example.com', years_here: 0.5 },
  household: [
    { first_name: 'Kim', income: 10 },
    { first_name: 'Bo', income: 20 },
  ],
};

// Rules: 10.5.4, 10.5.5, 10.5.6
test.each([
  ['applicant.years_here', 'applicant', false],
  ['context.applicant.years_here', 'applicant', false],
  ['applicant.employer.months', 'applicant', false],
  ['applicant.guarantor_present', 'applicant', false],
  ['applicant.guarantor_income', 'applicant', true],
  ['applicant.guarantor.is_named', 'applicant', false],
  ['applicant.co_applicant.years_here', 'applicant', true],
  ['applicant.household.0.income', 'applicant', true],
  ['applicant.household.count', 'applicant', false],
  ['property.monthly_rent', 'applicant', false],
  ['landlord.units', 'applicant', false],
  ['employer_contact.would_rehire', 'applicant', true],
  ['applicant.co_applicant.years_here', 'applicant.co_applicant', false],
  ['applicant.co_applicant.spouse.income', 'applicant.co_applicant', true],
  ['applicant.years_here', 'applicant.co_applicant', true],
  ['property.monthly_rent', 'applicant.co_applicant', false],
  // Whatever the name, and what nobody declared has no value in a letter.
  ['spouse_income', 'applicant', false],
  ['cosigner.income', 'applicant', false],
])('%s, in the letter to %s, is of another person: %j', (field, applicant, is) => {
  expect(isAnothers({ field }, dictionary, applicant)).toBe(is);
});

/* r023 of the held-out sets: of a list of people the figure is theirs, by whatever quantifier it was asked for. */
// Rules: 10.5.6
test('of a list of people no figure of theirs is told, and how many there are is', () => {
  const reasons = (...[path, operator, value]: readonly [path: string, operator: string, value: number]) =>
    documentOf(both({}, ['start', `applicant.household.${path}`, operator, value])).reasons;
  for (const path of ['sum.income', 'max.income', 'any.income', '0.income']) {
    expect([path, reasons(path, 'greater_than', 777)]).toEqual([
      path,
      [expect.stringMatching(/^Information about another person on the application: [^0-9]+$/)],
    ]);
  }
  expect(reasons('count', 'less_than', 2)[0]).toMatch(/number of housemates, 2 \(required: less than 2\)$/);
});

const both = (notice: JsonObject, ...rules: readonly Rule[]) => ({
  definition: oneChoice({}, { branches: { pass: branch(group('and', ...rules)) } }, { purpose: 'tenant', ...notice }),
  applicant: APPLICANT,
  payload: PAYLOAD,
  fields: FIELDS,
});
const TO_JONAS = { applicant: 'applicant.co_applicant', recipient: '{{applicant.co_applicant.email}}' };

describe('the letter of one person', () => {
  const rule = ['start', 'applicant.co_applicant.years_here', 'greater_than', 1] as const;

  test('states what that person said, as a figure', () => {
    expect(documentOf(both(TO_JONAS, rule)).reasons).toEqual([
      'Information in your application: years here, 0.5 (required: more than 1)',
    ]);
  });

  // Rules: 10.5.9
  test('names what another person said without a figure', () => {
    const document = documentOf(both({}, rule));
    expect(document.reasons).toEqual(['Information about another person on the application: co-applicant years here']);
    expect(wordsOf(document)).not.toContain('0.5');
  });

  test('states what belongs to nobody', () => {
    expect(documentOf(both(TO_JONAS, ['start', 'property.monthly_rent', 'less_than', 1000])).reasons).toEqual([
      expect.stringContaining('1,500'),
    ]);
  });

  // Rules: 10.5.9
  test('names a value that was compared with without the figure that came of it', () => {
    const compared = {
      branches: {
        pass: branch({
          conditions: [
            {
              source_node_id: 'start',
              field: 'applicant.monthly_income',
              operator: 'greater_than_or_equal',
              value_from: { source_node_id: 'start', field: 'applicant.co_applicant.rent_share', times: 3 },
            },
          ],
        }),
      },
    };
    const applicant = { ...APPLICANT, co_applicant: { first_name: 'Jonas', rent_share: 777 } };
    const document = documentOf({
      definition: oneChoice({}, compared, { purpose: 'tenant' }),
      applicant,
      fields: FIELDS,
    });
    expect(document.reasons[0]).toContain('monthly income, $2,000');
    expect(document.reasons.join()).not.toMatch(/777|2,?331/);
  });
});

/*
 * A limit on the rent as a share of the guarantor's income is one policy with a least income as a multiple of the rent.
 */
// Rules: 10.5.9
test.each([
  ['property.monthly_rent', 'less_than_or_equal', 'applicant.guarantor.income', 0.25],
  ['applicant.guarantor.income', 'greater_than_or_equal', 'property.monthly_rent', 4],
])(
  "what belongs to nobody is no line beside another person's value: %s %s %s times %j",
  (field, operator, other, times) => {
    const from = { source_node_id: 'start', field: other, times };
    const condition = { source_node_id: 'start', field, operator, value_from: from };
    const document = documentOf({
      definition: oneChoice({}, { branches: { pass: branch({ conditions: [condition] }) } }, { purpose: 'tenant' }),
      applicant: { ...APPLICANT, guarantor: { first_name: 'Gus', income: 4000 } },
      payload: PAYLOAD,
      fields: FIELDS,
    });
    expect(document.reasons).toEqual(['Information about another person on the application: guarantor income']);
  },
);

describe('a denial that rests on the reports of the applicant, told to another person', () => {
  const onScore = { branches: { pass: branch(group('and', ['credit', 'score', 'greater_than', 600])) } };
  const reports = { credit: { score: 500, key_factors: [{ code: '1', text: 'Short account history' }] } };
  const of = (purpose: string) => ({
    definition: oneChoice({ credit: 'credit_report' }, onScore, { purpose, ...TO_JONAS }),
    applicant: APPLICANT,
    reports,
  });

  // Rules: 10.5.10
  test('goes out, and says nothing of them', () => {
    const document = documentOf(of('tenant'));
    expect(document).toMatchObject({
      reasons: ['Information about another person on the application'],
      agencies: [],
      score: null,
    });
    expect(wordsOf(document)).not.toMatch(/Short account history|500|Mara/);
  });

  // Rules: 10.5.11
  test('about credit asks a person for the reasons: that it was another one is no specific one', () => {
    expect(letterOf(of('credit')).result).toMatchObject({ ok: false, needs: 'reasons' });
  });

  // Rules: 10.5.10
  test('quotes no value of them in the sentences of the node', () => {
    const definition = oneChoice({ credit: 'credit_report' }, onScore, {
      ...{ purpose: 'tenant', ...TO_JONAS },
      reason: 'The score was {{steps.credit.score}}.',
    });
    expect(letterOf({ definition, applicant: APPLICANT, reports }).request).toMatchObject({
      unresolved: ['steps.credit.score'],
      extra_reason: 'The score was .',
    });
  });
});

describe("a report's value in the sentences of the node", () => {
  const onLates = { branches: { pass: branch(group('and', ['start', 'applicant.years_here', 'greater_than', 9])) } };
  const credit = {
    ...{ score: 650, score_minimum: 300, score_maximum: 850, scored_on: '2026-11-24', file_status: 'scored' },
    key_factors: [{ code: '1', text: 'Short account history' }],
    collections_count: 2,
  };
  const saying = (statement: string) =>
    documentOf({
      definition: oneChoice({ credit: 'credit_report' }, onLates, { purpose: 'tenant', statement }),
      applicant: APPLICANT,
      reports: { credit },
      fields: FIELDS,
    });

  // Rules: 10.27.4
  test('makes the report one that was used, and a score one that is disclosed (15 USC 1681m(a)(2))', () => {
    expect(saying('Your score is {{steps.credit.score}}.')).toMatchObject({
      agencies: [{ product_code: 'credit_report' }],
      score: { value: 650 },
    });
    expect(saying('You have {{steps.credit.collections_count}} collections.')).toMatchObject({
      agencies: [{ product_code: 'credit_report' }],
      score: null,
    });
    expect(saying('We looked at the application.')).toMatchObject({ agencies: [], score: null });
  });

  test('counts once, however often it was used', () => {
    const onBoth = { branches: { pass: branch(group('and', ['credit', 'collections_count', 'equals', 0])) } };
    const { request } = letterOf({
      definition: oneChoice({ credit: 'credit_report' }, onBoth, {
        ...{ purpose: 'tenant', statement: 'You have {{steps.credit.collections_count}} collections.' },
      }),
      applicant: APPLICANT,
      reports: { credit },
    });
    expect(request?.decided.reports).toHaveLength(1);
  });
});
