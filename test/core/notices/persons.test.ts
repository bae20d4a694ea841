import { describe, expect, test } from '../../support/jest.ts';
import type { JsonObject } from '../../../core/json.ts';
import { isAnothers } from '../../../core/notices/persons.ts';
import { branch, documentOf, group, letterOf, oneChoice, wordsOf, type Rule } from './letter-of.ts';

/*
 * B.8: whose letter it is. What belongs to another person of the application is a line without a figure, of reports not
 * even that; what belongs to nobody is told to all.
 */

const PAYLOAD: JsonObject = {
  property: { monthly_rent: 1500 },
  co_applicant: { first_name: 'Ada', income: 5 },
  landlord: { name: 'Quay Homes', units: 12 },
  employer_contact: { name: 'Harvey Dill', phone: '555-0144', would_rehire: false },
  emergency_contact: { phone: '555-0145', is_local: false },
};
const APPLICANT: JsonObject = {
  first_name: 'Mara',
  email: 'mara@example.com',
  years_here: 4,
  monthly_income: 2000,
  guarantor_income: 900,
  guarantor_present: false,
  employer: { name: 'Quill Design', months: 3 },
  co_applicant: { first_name: 'Jonas', email: 'jonas@example.com', years_here: 0.5, spouse: { income: 10 } },
  household: [{ first_name: 'Kim', income: 100 }],
};

// Rules: 10.5.4, 10.5.5, 10.5.8
test.each([
  ['applicant.years_here', 'applicant', false],
  ['context.applicant.years_here', 'applicant', false],
  ['applicant.employer.months', 'applicant', false],
  ['applicant.guarantor_present', 'applicant', false],
  ['applicant.guarantor_income', 'applicant', true],
  ['applicant.co_applicant.years_here', 'applicant', true],
  ['applicant.household.0.income', 'applicant', true],
  ['co_applicant.income', 'applicant', true],
  ['property.monthly_rent', 'applicant', false],
  ['landlord.units', 'applicant', false],
  ['employer_contact.would_rehire', 'applicant', true],
  ['emergency_contact.is_local', 'applicant', false],
  ['applicant.co_applicant.years_here', 'applicant.co_applicant', false],
  ['applicant.co_applicant.spouse.income', 'applicant.co_applicant', true],
  ['applicant.years_here', 'applicant.co_applicant', true],
  ['property.monthly_rent', 'applicant.co_applicant', false],
])('%s, in the letter to %s, is of another person: %j', (field, applicant, is) => {
  expect(isAnothers({ field }, { payload: { ...PAYLOAD, applicant: APPLICANT } }, applicant)).toBe(is);
});

/* n027 of the held-out set: a yes or no of whether there is a second person is the applicant's own answer. */
describe('whether there is another person', () => {
  const roles = [
    'cosigner',
    'co_signer',
    'coSigner',
    'guarantor',
    'co_applicant',
    'co_borrower',
    'spouse',
    'roommate',
    'joint_applicant',
  ];
  const exists = [
    'offered',
    'available',
    'provided',
    'present',
    'exists',
    'named',
    'is_on_the_lease',
    'on_application',
    'signs',
    'required',
  ];
  const figures = [
    'income',
    'monthly_income',
    'score',
    'employed',
    'approved',
    'bankrupt',
    'address_available',
    'income_provided',
    'age',
  ];
  const one = (field: string) => isAnothers({ field }, { payload: { applicant: { x: false } } }, 'applicant');

  // Rules: 10.5.6, 10.5.8
  test.each(roles)('%s: is told to the applicant, with its value, and nothing else of that person is', (role) => {
    for (const word of exists) {
      expect([word, one(`applicant.${role}_${word}`), one(`applicant.${role}.${word}`)]).toEqual([word, false, false]);
      expect(one(`applicant.has_${role}`)).toBe(false);
    }
    for (const word of figures) {
      expect([word, one(`applicant.${role}_${word}`), one(`applicant.${role}.${word}`)]).toEqual([word, true, true]);
    }
  });

  test('is a line of its own', () => {
    const choice = both({}, ['start', 'applicant.guarantor_offered', 'is_true']);
    expect(documentOf({ ...choice, applicant: { ...APPLICANT, guarantor_offered: false } }).reasons).toEqual([
      'Information in your application: guarantor offered, no (required: yes)',
    ]);
  });
});

/* r023 of the held-out sets: of a list of people the figure is theirs, by whatever quantifier it was asked for. */
describe('a list of people', () => {
  const named = [
    { first_name: 'Mina', income: 10, barred: false },
    { first_name: 'Jasper', income: 20, barred: true },
  ];
  const unnamed = named.map(({ income, barred }) => ({ income, barred }));
  const lists: readonly (readonly [name: string, items: readonly JsonObject[]])[] = [
    ['family', named],
    ['crew', named],
    ...['occupants', 'residents', 'household_members', 'members', 'tenants', 'adults', 'children', 'kids'].map(
      (name) => [name, unnamed] as const,
    ),
    ...['dependents', 'roommates', 'guarantors', 'coApplicants', 'co_signers', 'beneficialOwners'].map(
      (name) => [name, unnamed] as const,
    ),
  ];
  const rules: readonly (readonly [path: string, operator: string, value?: number])[] = [
    ['all.barred', 'is_false'],
    ['sum.income', 'greater_than', 777],
    ['max.income', 'greater_than', 777],
    ['any.income', 'greater_than', 777],
    ['0.income', 'greater_than', 777],
  ];
  // Rules: 10.5.6
  test.each(lists)('%s: no figure of theirs is told, and how many there are is', (name, items) => {
    const reasons = (place: string, payload: JsonObject, ...[path, operator, value]: (typeof rules)[number]) => {
      const field = `${place}${name}.${path}`;
      const rule: Rule = value === undefined ? ['start', field, operator] : ['start', field, operator, value];
      const definition = oneChoice({}, { branches: { pass: branch(group('and', rule)) } }, { purpose: 'tenant' });
      const { applicant = {}, ...rest } = payload;
      return documentOf({ definition, applicant: applicant as JsonObject, payload: rest }).reasons;
    };
    const places: readonly (readonly [place: string, payload: JsonObject])[] = [
      ['context.', { [name]: [...items] }],
      ['applicant.', { applicant: { [name]: [...items] } }],
    ];
    for (const [place, payload] of places) {
      for (const rule of rules) {
        const [line = ''] = reasons(place, payload, ...rule);
        expect([rule[0], line]).toEqual([
          rule[0],
          expect.stringMatching(/^Information about another person on the application: [^0-9]+$/),
        ]);
        expect(line).not.toMatch(/required|Mina|Jasper|\b(?:yes|no)\b/);
      }
      expect(reasons(place, payload, 'count', 'less_than', 2)[0]).toMatch(/, 2 \(required: less than 2\)$/);
    }
  });

  // Rules: 10.5.7
  test.each(['pets', 'dogs', 'vehicles', 'service_animals', 'pet'])('%s are none, whatever they are called', (name) => {
    const items = [{ first_name: 'Rex', date_of_birth: '2020-01-01', weight: 62 }];
    const held = name === 'pet' ? items[0] : items;
    const field = `context.${name}.${name === 'pet' ? 'weight' : 'max.weight'}`;
    expect(isAnothers({ field }, { payload: { [name]: held ?? null } }, 'applicant')).toBe(false);
  });

  // Rules: 10.5.7
  test('what referees say is about the applicant', () => {
    const payload = { references: [{ name: 'Bo', first_name: 'Bo', rating: 2 }] };
    expect(isAnothers({ field: 'references.max.rating' }, { payload }, 'applicant')).toBe(false);
  });
});

const both = (notice: JsonObject, ...rules: readonly Rule[]) => ({
  definition: oneChoice({}, { branches: { pass: branch(group('and', ...rules)) } }, { purpose: 'tenant', ...notice }),
  applicant: APPLICANT,
  payload: PAYLOAD,
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
    const document = documentOf({ definition: oneChoice({}, compared, { purpose: 'tenant' }), applicant });
    expect(document.reasons[0]).toContain('monthly income, $2,000');
    expect(document.reasons.join()).not.toMatch(/777|2,?331/);
  });
});

/* The rent that may be so much of the guarantor's income is the same policy as an income that has to be so much of it. */
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
