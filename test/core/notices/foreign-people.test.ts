import { expect, test } from '../../support/jest.ts';
import {
  all,
  allOf,
  any,
  approve,
  choice,
  CREDIT,
  decline,
  holdLetters,
  info,
  JOB,
  pull,
  scored,
  start,
  TENANT,
  type Cascade,
} from './foreign.ts';
import { group, type Rule } from './letter-of.ts';

/*
 * A third set of cascades that a hostile consumer lawyer wrote: several people, people who decide, thin files, choices
 * side by side, two of three. Each letter's text was written down before any was compiled.
 */
const other = (label: string) => `Information about another person on the application: ${label}`;
const ANOTHER = 'Information about another person on the application';
const atLeast = (needed: number, ...rules: readonly Rule[]) => ({
  condition_groups: [{ ...group('and', ...rules), logic: undefined, at_least: needed }],
});

const CASCADES: readonly Cascade[] = [
  {
    says: '41 A room in a shared house: both lodgers earn $1,500, each is told of themselves.',
    nodes: [
      start('earn'),
      choice(
        'earn',
        all(
          ['start', 'applicant.income_usd', 'greater_than_or_equal', 1500],
          ['start', 'applicant.co_tenant.income_usd', 'greater_than_or_equal', 1500],
        ),
        { fail: ['decline', 'tell_other'] },
      ),
      approve(),
      decline(TENANT),
      { ...decline({ ...TENANT, applicant: 'applicant.co_tenant', recipient: 'kim@example.com' }), id: 'tell_other' },
    ],
    people: [
      {
        who: 'Dana, whose co-tenant earns $900',
        applicant: { first_name: 'Dana', income_usd: 2000, co_tenant: { first_name: 'Kim', income_usd: 900 } },
        letter: [other('co-tenant income')],
        agencies: [],
      },
      {
        who: 'Kim, the co-tenant who earns $900',
        notice: 'tell_other',
        applicant: { first_name: 'Dana', income_usd: 2000, co_tenant: { first_name: 'Kim', income_usd: 900 } },
        letter: [info('co-tenant income, $900 (required: at least $1,500)')],
        agencies: [],
      },
      {
        who: 'Kim, if both earn too little: Dana without a figure, Kim with one',
        notice: 'tell_other',
        applicant: { first_name: 'Dana', income_usd: 1000, co_tenant: { first_name: 'Kim', income_usd: 900 } },
        letter: [other("applicant's income"), info('co-tenant income, $900 (required: at least $1,500)')],
        agencies: [],
      },
    ],
  },
  {
    says: '42 A guarantor of a car loan by flat fields of the application.',
    nodes: [
      start('credit'),
      pull('credit', 'credit_report', 'decide'),
      choice(
        'decide',
        allOf(
          group('and', ['credit', 'past_due_accounts_count', 'equals', 0]),
          group(
            'or',
            ['start', 'applicant.guarantor_present', 'equals', false],
            ['start', 'applicant.guarantor_income_usd', 'greater_than_or_equal', 4000],
          ),
        ),
      ),
      approve(),
      decline(CREDIT),
    ],
    people: [
      {
        who: 'with a past-due account and a guarantor who earns too little',
        reports: { credit: scored(700, { past_due_accounts_count: 1, late_payments_last_24_months: 1 }) },
        applicant: { guarantor_present: true, guarantor_income_usd: 3000 },
        letter: [
          'Delinquent past or present credit obligations with others',
          info('guarantor present, yes (required: no)'),
          other('guarantor income'),
        ],
        agencies: ['credit_report'],
        scored: false,
      },
    ],
  },
  {
    says: '43 A nanny: no conviction, and a driving licence of three years; two letters.',
    nodes: [
      start('criminal'),
      pull('criminal', 'criminal_background', 'decide'),
      choice(
        'decide',
        all(
          ['criminal', 'convictions_count', 'equals', 0],
          ['start', 'applicant.licence_years', 'greater_than_or_equal', 3],
        ),
      ),
      approve(),
      decline(JOB),
    ],
    people: [
      {
        who: 'convicted once, licensed for a year',
        reports: { criminal: { records_count: 2, convictions_count: 1, felony_count: 0, misdemeanor_count: 2 } },
        applicant: { licence_years: 1 },
        letter: ['Criminal conviction in the background report', info('licence, 1 year (required: at least 3 years)')],
        agencies: ['criminal_background'],
      },
      {
        who: 'a charge that was dismissed: hired',
        reports: { criminal: { records_count: 1, convictions_count: 0, felony_count: 1 } },
        applicant: { licence_years: 5 },
        letter: null,
      },
    ],
  },
  {
    says: '44 A gardener of the house: any felony record turns down, whatever came of it.',
    nodes: [
      start('criminal'),
      pull('criminal', 'criminal_background', 'decide'),
      choice('decide', any(['criminal', 'felony_count', 'greater_than', 0]), { pass: ['decline'], fail: ['approve'] }),
      approve(),
      decline(JOB),
    ],
    people: [
      {
        who: 'a felony charge that was dismissed: no word of a conviction alone',
        reports: { criminal: { records_count: 3, convictions_count: 0, felony_count: 1 } },
        letter: ['Felony charge or conviction in the background report'],
        agencies: ['criminal_background'],
      },
    ],
  },
  {
    says: '45 Two of three for a studio: score 600, income twice the rent, no eviction filing.',
    nodes: [
      start('credit', 'income', 'eviction'),
      pull('credit', 'credit_report', 'decide'),
      pull('income', 'income_verification', 'decide'),
      pull('eviction', 'eviction_history', 'decide'),
      choice(
        'decide',
        atLeast(
          2,
          ['credit', 'score', 'greater_than_or_equal', 600],
          ['income', 'income_to_rent_ratio', 'greater_than_or_equal', 2],
          ['eviction', 'filings_count', 'equals', 0],
        ),
      ),
      approve(),
      decline(TENANT),
    ],
    people: [
      {
        who: 'with the score alone: either of the others would have done',
        reports: {
          credit: scored(640),
          income: { monthly_income_usd: 2000, income_to_rent_ratio: 1.4 },
          eviction: { filings_count: 1 },
        },
        letter: ['Income insufficient in relation to the rent', 'Eviction filing in the rental history report'],
        agencies: ['income_verification', 'eviction_history'],
      },
      {
        who: 'with none of them: each is in a set of two',
        reports: {
          credit: scored(560),
          income: { monthly_income_usd: 2000, income_to_rent_ratio: 1.4 },
          eviction: { filings_count: 1 },
        },
        letter: [
          'Short account history',
          'Income insufficient in relation to the rent',
          'Eviction filing in the rental history report',
          'Recent inquiries',
        ],
        agencies: ['credit_report', 'income_verification', 'eviction_history'],
        scored: true,
      },
    ],
  },
  {
    says: '46 A thin file for a store card: no score is needed if the employment is a year old.',
    nodes: [
      start('credit', 'income'),
      pull('credit', 'credit_report', 'known'),
      pull('income', 'income_verification', 'known'),
      choice('known', all(['credit', 'score', 'is_not_empty']), { pass: ['scores'], fail: ['works'] }),
      choice('scores', all(['credit', 'score', 'greater_than_or_equal', 620])),
      choice('works', all(['income', 'employer.months_employed', 'greater_than_or_equal', 12])),
      approve(),
      decline(CREDIT),
    ],
    people: [
      {
        who: 'without a score, employed for two months: both ways would have cured',
        reports: {
          credit: { score: null, file_status: 'thin', tradelines_count: 0 },
          income: { employer: { status: 'employed', months_employed: 2 } },
        },
        letter: ['Length of employment', 'Too little credit history to be scored'],
        agencies: ['income_verification', 'credit_report'],
      },
      {
        who: 'with a score of 580: the factors alone',
        reports: { credit: scored(580), income: { employer: { status: 'employed', months_employed: 2 } } },
        letter: ['Short account history', 'Recent inquiries'],
        agencies: ['credit_report'],
        scored: true,
      },
    ],
  },
  {
    says: '47 Motorbike loan in tiers of one field: 700 at once, 640 with an income of $3,000.',
    nodes: [
      start('credit', 'income'),
      pull('credit', 'credit_report', 'prime'),
      pull('income', 'income_verification', 'prime'),
      choice('prime', all(['credit', 'score', 'greater_than_or_equal', 700]), { fail: ['near'] }),
      choice('near', all(['credit', 'score', 'greater_than_or_equal', 640]), { pass: ['earns'] }),
      choice('earns', all(['income', 'monthly_income_usd', 'greater_than_or_equal', 3000])),
      approve(),
      decline(CREDIT),
    ],
    people: [
      {
        who: '650 and $2,000: the income, and what lowered the score',
        reports: { credit: scored(650), income: { monthly_income_usd: 2000 } },
        letter: ['Monthly income: $2,000 (required: at least $3,000)', 'Short account history', 'Recent inquiries'],
        agencies: ['income_verification', 'credit_report'],
        scored: true,
      },
      {
        who: '600 and $2,000: the factors; the income matters only with a better score',
        reports: { credit: scored(600), income: { monthly_income_usd: 2000 } },
        letter: ['Short account history', 'Recent inquiries'],
        agencies: ['credit_report'],
        scored: true,
      },
    ],
  },
  {
    says: '48 A person decides on flats below 650; the reason is theirs.',
    nodes: [
      start('credit'),
      pull('credit', 'credit_report', 'decide'),
      choice('decide', all(['credit', 'score', 'greater_than_or_equal', 650]), {
        review: all(['credit', 'score', 'less_than', 650]),
        reviewed: ['approve'],
      }),
      approve(),
      decline(TENANT),
    ],
    people: [
      {
        who: 'denied at 610 with a text: it stands before the factors',
        reports: { credit: scored(610) },
        reviews: { decide: { decision: 'denied', reasons: ['The last landlord was owed two months of rent'] } },
        letter: ['The last landlord was owed two months of rent', 'Short account history', 'Recent inquiries'],
        agencies: ['credit_report'],
        scored: true,
      },
      {
        who: 'denied without a word: the factors, because 650 would have passed without anybody',
        reports: { credit: scored(610) },
        reviews: { decide: { decision: 'denied' } },
        letter: ['Short account history', 'Recent inquiries'],
        agencies: ['credit_report'],
        scored: true,
      },
    ],
  },
  {
    says: '49 Everybody for a houseboat is looked at by a person.',
    nodes: [
      start('eviction'),
      pull('eviction', 'eviction_history', 'decide'),
      choice('decide', undefined, {
        review: any(
          ['eviction', 'filings_count', 'greater_than_or_equal', 0],
          ['eviction', 'filings_count', 'is_empty'],
        ),
        reviewed: ['approve'],
      }),
      approve(),
      decline(TENANT),
    ],
    people: [
      {
        who: 'denied on a clean report without reasons: the letter goes out without any',
        reports: { eviction: { status: 'clear', filings_count: 0, judgments_count: 0 } },
        reviews: { decide: { decision: 'denied' } },
        letter: [],
        agencies: ['eviction_history'],
      },
      {
        who: 'denied with a code that is true',
        reports: { eviction: { status: 'records_found', filings_count: 1, judgments_count: 1 } },
        reviews: { decide: { decision: 'denied', reasons: ['eviction_history.judgments_count'] } },
        letter: ['Eviction judgment in the rental history report'],
        agencies: ['eviction_history'],
      },
    ],
  },
  {
    says: '50 Counter-offer for a boiler on credit: above $5,000 only half of it.',
    nodes: [
      start('amount'),
      choice('amount', all(['start', 'context.loan.amount_usd', 'less_than_or_equal', 5000])),
      approve(),
      decline({ ...CREDIT, action_taken: 'other_action', statement: 'We offer {{context.loan.offer}}.' }),
    ],
    people: [
      {
        who: 'who asked for $8,000: the amount belongs to nobody and is stated',
        payload: { loan: { amount_usd: 8000, offer: '$4,000' } },
        letter: [info('loan amount, $8,000 (required: at most $5,000)')],
        agencies: [],
        scored: false,
      },
    ],
  },
  {
    says: '51 Choices side by side for a tool library: one on evictions, one on the deposit; one letter.',
    nodes: [
      start('eviction', 'deposit'),
      pull('eviction', 'eviction_history', 'sued'),
      choice('sued', all(['eviction', 'filings_last_24_months', 'equals', 0]), { pass: ['approve'] }),
      choice('deposit', all(['start', 'applicant.deposit_usd', 'greater_than_or_equal', 200]), { pass: ['approve'] }),
      approve(),
      decline(TENANT),
    ],
    people: [
      {
        who: 'sued last year, deposit in hand: the deposit is not named',
        reports: { eviction: { filings_count: 1, filings_last_24_months: 1 } },
        applicant: { deposit_usd: 300 },
        letter: ['Eviction filing in the rental history report'],
        agencies: ['eviction_history'],
      },
    ],
  },
  {
    says: '52 A second job at a bank: identity verified in full, and no pending charge.',
    nodes: [
      start('identity', 'criminal'),
      pull('identity', 'identity_verification', 'decide'),
      pull('criminal', 'criminal_background', 'decide'),
      choice('decide', all(['identity', 'ssn_match', 'equals', 'full'], ['criminal', 'pending_count', 'equals', 0])),
      approve(),
      decline(JOB),
    ],
    people: [
      {
        who: 'with a number of somebody else, and a pending charge',
        reports: {
          identity: { ssn_match: 'none', overall_result: 'partial' },
          criminal: { records_count: 1, pending_count: 1, convictions_count: 0, felony_count: 0 },
        },
        letter: [
          'Unable to verify the social security number that was given',
          'Criminal charge pending in the background report',
        ],
        agencies: ['identity_verification', 'criminal_background'],
      },
    ],
  },
  {
    says: '53 Scooter subscription by decline rules: utilization above 80 or more than three inquiries.',
    nodes: [
      start('credit'),
      pull('credit', 'credit_report', 'decide'),
      choice(
        'decide',
        any(
          ['credit', 'utilization_percent', 'greater_than', 80],
          ['credit', 'inquiries_last_6_months', 'greater_than', 3],
        ),
        { pass: ['decline'], fail: ['approve'] },
      ),
      approve(),
      decline(CREDIT),
    ],
    people: [
      {
        who: '85 % and two inquiries',
        reports: { credit: scored(690, { utilization_percent: 85, inquiries_last_6_months: 2 }) },
        letter: ['Balances on revolving accounts are high in relation to their credit limits'],
        agencies: ['credit_report'],
        scored: false,
      },
      {
        who: '85 % and five inquiries: both are needed',
        reports: { credit: scored(690, { utilization_percent: 85, inquiries_last_6_months: 5 }) },
        letter: [
          'Balances on revolving accounts are high in relation to their credit limits',
          'Number of recent inquiries on the credit bureau report',
        ],
        agencies: ['credit_report'],
        scored: false,
      },
    ],
  },
  {
    says: '54 A second-chance flat asks for a bankruptcy that is over: at least 24 months ago.',
    nodes: [
      start('credit'),
      pull('credit', 'credit_report', 'decide'),
      choice('decide', all(['credit', 'months_since_bankruptcy', 'greater_than_or_equal', 24])),
      approve(),
      decline(TENANT),
    ],
    people: [
      {
        who: 'never bankrupt: no word of a bankruptcy, none on record',
        reports: { credit: scored(700, { bankruptcies_count: 0, months_since_bankruptcy: null }) },
        letter: ['Months since bankruptcy: none on record (required: at least 24 months)'],
        agencies: ['credit_report'],
        scored: false,
      },
      {
        who: 'bankrupt ten months ago',
        reports: { credit: scored(600, { bankruptcies_count: 1, months_since_bankruptcy: 10 }) },
        letter: ['Time since the most recent bankruptcy'],
        agencies: ['credit_report'],
        scored: false,
      },
    ],
  },
  {
    says: '55 A re-entry workshop takes only who has two convictions.',
    nodes: [
      start('criminal'),
      pull('criminal', 'criminal_background', 'decide'),
      choice('decide', all(['criminal', 'convictions_count', 'greater_than_or_equal', 2])),
      approve(),
      decline(JOB),
    ],
    people: [
      {
        who: 'with one: the words for having one are not printed',
        reports: { criminal: { records_count: 1, convictions_count: 1 } },
        letter: ['Number of convictions: 1 (required: at least 2)'],
        agencies: ['criminal_background'],
      },
    ],
  },
  {
    says: '56 Stables on credit by region: text, and a promo code; neither is printed.',
    nodes: [
      start('decide'),
      choice(
        'decide',
        all(['start', 'applicant.region', 'equals', 'north'], ['start', 'applicant.promo_code', 'equals', 'FRIEND']),
      ),
      approve(),
      decline(CREDIT),
    ],
    people: [
      {
        who: 'from the south with another code',
        applicant: { region: 'south', promo_code: 'FRAUD RING 7' },
        letter: [info('region'), info('promo code')],
        agencies: [],
      },
    ],
  },
  {
    says: '57 Payment protection: the income is at least three times the payments of the file.',
    nodes: [
      start('credit', 'income'),
      pull('credit', 'credit_report', 'decide'),
      pull('income', 'income_verification', 'decide'),
      choice('decide', {
        condition_groups: [
          {
            conditions: [
              {
                source_node_id: 'income',
                field: 'monthly_income_usd',
                operator: 'greater_than_or_equal',
                value_from: { source_node_id: 'credit', field: 'monthly_payments_usd', times: 3 },
              },
            ],
          },
        ],
      }),
      approve(),
      decline(CREDIT),
    ],
    people: [
      {
        who: '$2,000 against payments of $800: one fact, both values',
        reports: { credit: scored(700, { monthly_payments_usd: 800 }), income: { monthly_income_usd: 2000 } },
        letter: ['Monthly income: $2,000 (required: at least 3 times the monthly payments, $2,400)'],
        agencies: ['income_verification', 'credit_report'],
        scored: false,
      },
    ],
  },
  {
    says: '58 A person approves the pet, then the score decides: the approval is no reason.',
    nodes: [
      start('pet'),
      choice('pet', undefined, {
        review: any(['start', 'applicant.pets', 'greater_than', 0], ['start', 'applicant.pets', 'equals', 0]),
        reviewed: ['credit'],
      }),
      pull('credit', 'credit_report', 'scores'),
      choice('scores', all(['credit', 'score', 'greater_than', 600])),
      approve(),
      decline(TENANT),
    ],
    people: [
      {
        who: 'approved with a dog, and 590',
        applicant: { pets: 1 },
        reports: { credit: scored(590) },
        reviews: { pet: { decision: 'approved' } },
        letter: ['Short account history', 'Recent inquiries'],
        agencies: ['credit_report'],
        scored: true,
      },
      {
        who: 'denied for the dog: no credit report was pulled, and none is named',
        applicant: { pets: 1 },
        reviews: { pet: { decision: 'denied', reasons: ['The dog was not registered with the city'] } },
        letter: ['The dog was not registered with the city'],
        agencies: [],
        scored: false,
      },
    ],
  },
  {
    says: '59 Roommates in a list: the first one is asked for a year in the city.',
    nodes: [
      start('decide'),
      choice('decide', all(['start', 'context.household.0.years_in_city', 'greater_than_or_equal', 1])),
      approve(),
      decline(TENANT),
    ],
    people: [
      {
        who: 'whose first roommate has none: without a figure',
        payload: { household: [{ first_name: 'Kim', years_in_city: 0 }] },
        letter: [other('years in city')],
        agencies: [],
      },
    ],
  },
  {
    says: '60 Score read, not decisive: 600 or the income, both met; the collections decline.',
    nodes: [
      start('credit', 'income'),
      pull('credit', 'credit_report', 'able'),
      pull('income', 'income_verification', 'able'),
      choice(
        'able',
        any(
          ['credit', 'score', 'greater_than_or_equal', 600],
          ['income', 'monthly_income_usd', 'greater_than_or_equal', 3000],
        ),
        { pass: ['owes'] },
      ),
      choice('owes', all(['credit', 'collections_balance_usd', 'less_than', 500])),
      approve(),
      decline(CREDIT),
    ],
    people: [
      {
        who: 'with $900 in collection: the score was used and is disclosed, and is no reason',
        reports: {
          credit: scored(640, { collections_count: 1, collections_balance_usd: 900 }),
          income: { monthly_income_usd: 4000 },
        },
        letter: ['Collection action reported by a creditor or collection agency'],
        agencies: ['credit_report'],
        scored: true,
      },
    ],
  },
  {
    says: '61 A date: the lease begins in June at the earliest.',
    nodes: [
      start('decide'),
      choice('decide', all(['start', 'property.available_on', 'greater_than_or_equal', '2026-06-01'])),
      approve(),
      decline(TENANT),
    ],
    people: [
      {
        who: 'of May',
        payload: { property: { available_on: '2026-05-20' } },
        letter: [info('property availability date, May 20, 2026 (required: on or after June 1, 2026)')],
        agencies: [],
      },
      {
        who: 'who named no day',
        payload: { property: {} },
        letter: [info('property availability date, not provided (required: on or after June 1, 2026)')],
        agencies: [],
      },
    ],
  },
  {
    says: '62 Age of the person and of the van: the first is never printed.',
    nodes: [
      start('decide'),
      choice(
        'decide',
        all(
          ['start', 'applicant.age', 'greater_than_or_equal', 25],
          ['start', 'applicant.vehicle_age_years', 'less_than', 10],
        ),
      ),
      approve(),
      decline(CREDIT),
    ],
    people: [
      {
        who: '22, with a van of 14',
        applicant: { age: 22, vehicle_age_years: 14 },
        letter: [info('age'), info('vehicle age, 14 years (required: less than 10 years)')],
        agencies: [],
      },
    ],
  },
  {
    says: '63 Employment of any kind but none; a lender of instruments.',
    nodes: [
      start('income'),
      pull('income', 'income_verification', 'decide'),
      choice(
        'decide',
        any(
          ['income', 'employer.status', 'equals', 'employed'],
          ['income', 'employer.status', 'equals', 'self_employed'],
        ),
      ),
      approve(),
      decline(CREDIT),
    ],
    people: [
      {
        who: 'without employment',
        reports: { income: { status: 'verified', employer: { status: 'unemployed', months_employed: null } } },
        letter: ['Employment status'],
        agencies: ['income_verification'],
      },
    ],
  },
  {
    says: '64 The co-driver of a caravan is told by a letter of their own that the hirer failed, and of nothing else.',
    nodes: [
      start('credit'),
      pull('credit', 'credit_report', 'decide'),
      choice('decide', all(['credit', 'charge_offs_count', 'equals', 0]), { fail: ['decline', 'tell_other'] }),
      approve(),
      decline(TENANT),
      { ...decline({ ...TENANT, applicant: 'applicant.co_driver', recipient: 'kim@example.com' }), id: 'tell_other' },
    ],
    people: [
      {
        who: 'the co-driver',
        notice: 'tell_other',
        reports: { credit: scored(700, { charge_offs_count: 2 }) },
        applicant: { first_name: 'Dana', co_driver: { name: 'Kim Roe', email: 'kim@example.com' } },
        letter: [ANOTHER],
        agencies: [],
        scored: false,
      },
      {
        who: 'the hirer',
        reports: { credit: scored(700, { charge_offs_count: 2 }) },
        applicant: { first_name: 'Dana', co_driver: { name: 'Kim Roe', email: 'kim@example.com' } },
        letter: ['Account charged off as a bad debt'],
        agencies: ['credit_report'],
        scored: false,
      },
    ],
  },
  {
    says: '65 The employer and the co-driver of the hirer: a firm is nobody else, a driver is.',
    nodes: [
      start('decide'),
      choice(
        'decide',
        all(
          ['start', 'applicant.employer.months', 'greater_than_or_equal', 12],
          ['start', 'applicant.co_driver.licence_years', 'greater_than_or_equal', 2],
        ),
      ),
      approve(),
      decline(CREDIT),
    ],
    people: [
      {
        who: 'three months with the firm, and a beginner beside them',
        applicant: {
          employer: { name: 'Quill Design', email: 'hr@quill.example', months: 3 },
          co_driver: { name: 'Kim Roe', email: 'kim@example.com', licence_years: 1 },
        },
        letter: [info('employer, 3 months (required: at least 12 months)'), other('co-driver licence')],
        agencies: [],
      },
    ],
  },
];

holdLetters(CASCADES);

test('golden letters: twenty-five cascades more', () => {
  expect(CASCADES).toHaveLength(25);
});
