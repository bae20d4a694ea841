import { describe, expect, test } from '../../support/jest.ts';
import type { JsonObject } from '../../../core/json.ts';
import { branch, documentOf, group, oneChoice, type Rule } from './letter-of.ts';

/*
 * Policies of businesses that are in none of our templates. Each letter's text was written down from the policy in
 * words and the person's case, before any letter was compiled: it is no recording.
 */
interface Policy {
  /** In the words of its author. */
  readonly says: string;
  readonly purpose: 'tenant' | 'credit' | 'employment';
  readonly products: Readonly<Record<string, string>>;
  readonly choice: object;
  readonly people: readonly {
    readonly who: string;
    readonly reports?: Readonly<Record<string, JsonObject>>;
    readonly applicant?: JsonObject;
    readonly letter: readonly string[];
  }[];
}

const CREDIT = { credit: 'credit_report' };
const CRIMINAL = { criminal: 'criminal_background' };
const EVICTION = { eviction: 'eviction_history' };
const INCOME = { income: 'income_verification' };
const IDENTITY = { identity: 'identity_verification' };

/** Approved who meets all; approved who meets any; declined who matches any; declined who matches all. */
const requireAll = (...rules: readonly Rule[]) => ({ branches: { pass: branch(group('and', ...rules)) } });
const requireAny = (...rules: readonly Rule[]) => ({ branches: { pass: branch(group('or', ...rules)) } });
const DECLINES = { pass_steps: ['decline'], fail_steps: ['approve'] };
const declineAny = (...rules: readonly Rule[]) => ({ ...requireAny(...rules), ...DECLINES });
const declineAll = (...rules: readonly Rule[]) => ({ ...requireAll(...rules), ...DECLINES });

const info = (words: string) => `Information in your application: ${words}`;
const factors = (...texts: readonly string[]) => texts.map((text, index) => ({ code: String(index), text }));
const SCORED = { score_minimum: 300, score_maximum: 850, scored_on: '2026-11-19' };

const POLICIES: readonly Policy[] = [
  {
    says: 'Garden apartments: approve with no eviction filing and an income of three times the rent.',
    purpose: 'tenant',
    products: { ...EVICTION, ...INCOME },
    choice: requireAll(
      ['eviction', 'filings_count', 'equals', 0],
      ['income', 'income_to_rent_ratio', 'greater_than_or_equal', 3],
    ),
    people: [
      {
        who: 'sued once by a landlord, earning enough',
        reports: { eviction: { filings_count: 1, judgments_count: 0 }, income: { income_to_rent_ratio: 3.2 } },
        letter: ['Eviction filing in the rental history report'],
      },
      {
        who: 'never sued, earning twice the rent',
        reports: { eviction: { filings_count: 0, judgments_count: 0 }, income: { income_to_rent_ratio: 2 } },
        letter: ['Income insufficient in relation to the rent'],
      },
      {
        who: 'sued, and earning twice the rent: both are in the way',
        reports: { eviction: { filings_count: 2, judgments_count: 1 }, income: { income_to_rent_ratio: 2 } },
        letter: ['Eviction filing in the rental history report', 'Income insufficient in relation to the rent'],
      },
    ],
  },
  {
    says: 'Student housing: decline who owes a landlord or smokes.',
    purpose: 'tenant',
    products: EVICTION,
    choice: declineAny(
      ['eviction', 'judgment_balance_usd', 'greater_than', 0],
      ['start', 'applicant.smoker', 'is_true'],
    ),
    people: [
      {
        who: 'owing nothing, smoking',
        reports: { eviction: { filings_count: 0, judgments_count: 0, judgment_balance_usd: 0 } },
        applicant: { smoker: true },
        letter: [info('smoker, yes (required: no)')],
      },
      {
        who: 'owing and smoking',
        reports: { eviction: { filings_count: 1, judgments_count: 1, judgment_balance_usd: 900 } },
        applicant: { smoker: true },
        letter: ['Unpaid judgment owed to a previous landlord', info('smoker, yes (required: no)')],
      },
    ],
  },
  {
    says: 'Car loan: decline above 95 percent loan to value together with a score below 640.',
    purpose: 'credit',
    products: CREDIT,
    choice: declineAll(['start', 'applicant.ltv_percent', 'greater_than', 95], ['credit', 'score', 'less_than', 640]),
    people: [
      {
        who: 'at 110 percent with 600: either alone would have done',
        reports: {
          credit: { ...SCORED, score: 600, key_factors: factors('Short account history', 'Recent inquiries') },
        },
        applicant: { ltv_percent: 110 },
        letter: [
          info('loan-to-value ratio, 110% (required: at most 95%)'),
          'Short account history',
          'Recent inquiries',
        ],
      },
    ],
  },
  {
    says: 'Credit card: approve with a score of 680 and utilization of at most 30 percent, or without any debts in collection.',
    purpose: 'credit',
    products: CREDIT,
    choice: {
      branches: {
        pass: branch(
          group(
            'and',
            ['credit', 'score', 'greater_than_or_equal', 680],
            ['credit', 'utilization_percent', 'less_than_or_equal', 30],
          ),
          group('and', ['credit', 'collections_count', 'equals', 0]),
        ),
      },
    },
    people: [
      {
        who: 'with 700, 80 percent and a debt in collection: either of two would have done',
        reports: {
          credit: {
            ...SCORED,
            score: 700,
            key_factors: factors('High balances'),
            utilization_percent: 80,
            collections_count: 1,
          },
        },
        letter: [
          'Balances on revolving accounts are high in relation to their credit limits',
          'Collection action reported by a creditor or collection agency',
        ],
      },
    ],
  },
  {
    says: 'Mortgage: a debt-to-income ratio of at most 0.43 and no bankruptcy in seven years.',
    purpose: 'credit',
    products: CREDIT,
    choice: {
      branches: {
        pass: {
          group_logic: 'and',
          condition_groups: [
            group('and', ['start', 'applicant.dti', 'less_than_or_equal', 0.43]),
            group(
              'or',
              ['credit', 'months_since_bankruptcy', 'is_empty'],
              ['credit', 'months_since_bankruptcy', 'greater_than_or_equal', 84],
            ),
          ],
        },
      },
    },
    people: [
      {
        who: 'at 0.5, never bankrupt',
        reports: { credit: { score: 700, months_since_bankruptcy: null, bankruptcies_count: 0 } },
        applicant: { dti: 0.5 },
        letter: [info('debt-to-income ratio, 0.5 (required: at most 0.43)')],
      },
      {
        who: 'at 0.3, bankrupt two years ago',
        reports: { credit: { score: 700, months_since_bankruptcy: 24, bankruptcies_count: 1 } },
        applicant: { dti: 0.3 },
        letter: ['Time since the most recent bankruptcy'],
      },
    ],
  },
  {
    says: 'Re-entry housing: only for people with two convictions or more.',
    purpose: 'tenant',
    products: CRIMINAL,
    choice: requireAll(['criminal', 'convictions_count', 'greater_than_or_equal', 2]),
    people: [
      {
        who: 'with one conviction: not told of a conviction as if it were in the way',
        reports: { criminal: { records_count: 1, convictions_count: 1 } },
        letter: ['Number of convictions: 1 (required: at least 2)'],
      },
      {
        who: 'with none',
        reports: { criminal: { records_count: 0, convictions_count: 0 } },
        letter: ['Number of convictions: 0 (required: at least 2)'],
      },
    ],
  },
  {
    says: 'Storage units: decline in Puerto Rico and Guam.',
    purpose: 'tenant',
    products: {},
    choice: declineAny(['start', 'applicant.state', 'equals', 'PR'], ['start', 'applicant.state', 'equals', 'GU']),
    people: [{ who: 'in Guam', applicant: { state: 'GU' }, letter: [info('state')] }],
  },
  {
    says: 'Short-term lets: the stay begins on or before 1 March 2027 and lasts at most 90 days.',
    purpose: 'tenant',
    products: {},
    choice: requireAll(
      ['start', 'applicant.begins_on', 'less_than_or_equal', '2027-03-01'],
      ['start', 'applicant.stay_days', 'less_than_or_equal', 90],
    ),
    people: [
      {
        who: 'from April for 120 days',
        applicant: { begins_on: '2027-04-01', stay_days: 120 },
        letter: [
          info('start date, April 1, 2027 (required: on or before March 1, 2027)'),
          info('stay, 120 days (required: at most 90 days)'),
        ],
      },
      {
        who: 'from March for 91 days',
        applicant: { begins_on: '2027-03-01', stay_days: 91 },
        letter: [info('stay, 91 days (required: at most 90 days)')],
      },
    ],
  },
  {
    says: 'Payday loans: income verified, and not self-employed.',
    purpose: 'credit',
    products: INCOME,
    choice: requireAll(
      ['income', 'status', 'equals', 'verified'],
      ['income', 'employer.status', 'not_equals', 'self_employed'],
    ),
    people: [
      {
        who: 'whose income could not be confirmed',
        reports: { income: { status: 'not_verified', monthly_income_usd: null, employer: { status: 'employed' } } },
        letter: ['Unable to verify income'],
      },
      {
        who: 'self-employed, confirmed: not told that employment could not be verified',
        reports: { income: { status: 'verified', monthly_income_usd: 4000, employer: { status: 'self_employed' } } },
        letter: ['Employment status'],
      },
    ],
  },
  {
    says: 'Furniture on instalments: a monthly income of at least $2,500.',
    purpose: 'credit',
    products: INCOME,
    choice: requireAll(['income', 'monthly_income_usd', 'greater_than_or_equal', 2500]),
    people: [
      {
        who: 'earning $1,800',
        reports: { income: { status: 'verified', monthly_income_usd: 1800 } },
        letter: ['Monthly income: $1,800 (required: at least $2,500)'],
      },
      {
        who: 'of whom nothing could be confirmed',
        reports: { income: { status: 'not_verified', monthly_income_usd: null } },
        letter: ['Unable to verify income'],
      },
    ],
  },
  {
    says: 'Co-living: the same income, of a tenant: nothing was requested of a landlord.',
    purpose: 'tenant',
    products: INCOME,
    choice: requireAll(['income', 'monthly_income_usd', 'greater_than_or_equal', 2500]),
    people: [
      {
        who: 'earning $1,800',
        reports: { income: { status: 'verified', monthly_income_usd: 1800 } },
        letter: ['Monthly income: $1,800 (required: at least $2,500)'],
      },
    ],
  },
  {
    says: 'Equipment leases: in business for 24 months, and an annual revenue above $100,000.',
    purpose: 'credit',
    products: {},
    choice: requireAll(
      ['start', 'applicant.business_age_months', 'greater_than_or_equal', 24],
      ['start', 'applicant.annual_revenue_usd', 'greater_than', 100_000],
    ),
    people: [
      {
        who: 'six months old, with $80,000',
        applicant: { business_age_months: 6, annual_revenue_usd: 80_000 },
        letter: [
          info('business age, 6 months (required: at least 24 months)'),
          info('annual revenue, $80,000 (required: more than $100,000)'),
        ],
      },
      {
        who: 'who left the revenue out',
        applicant: { business_age_months: 30 },
        letter: [info('annual revenue, not provided (required: more than $100,000)')],
      },
    ],
  },
  {
    says: 'Senior apartments: no pets, and a guarantor.',
    purpose: 'tenant',
    products: {},
    choice: requireAll(['start', 'applicant.pets', 'equals', 0], ['start', 'applicant.guarantor', 'is_not_empty']),
    people: [
      {
        who: 'with a dog and nobody to vouch',
        applicant: { pets: 1 },
        letter: [info('pets, 1 (required: 0)'), info('guarantor, not provided (required)')],
      },
    ],
  },
  {
    says: 'Gun safes on credit: decline under 21 or with any felony.',
    purpose: 'credit',
    products: CRIMINAL,
    choice: declineAny(['start', 'applicant.age', 'less_than', 21], ['criminal', 'felony_count', 'greater_than', 0]),
    people: [
      {
        who: 'nineteen, without a record: the age is not printed',
        reports: { criminal: { records_count: 0, felony_count: 0 } },
        applicant: { age: 19 },
        letter: [info('age')],
      },
      {
        who: 'forty, with one felony of two records',
        reports: { criminal: { records_count: 2, felony_count: 1 } },
        applicant: { age: 40 },
        letter: ['Felony charge or conviction in the background report'],
      },
    ],
  },
  {
    says: 'Boat moorings: two of three: score 650, no collections, no public record.',
    purpose: 'tenant',
    products: CREDIT,
    choice: {
      branches: {
        pass: branch(
          group('and', ['credit', 'score', 'greater_than_or_equal', 650], ['credit', 'collections_count', 'equals', 0]),
          group(
            'and',
            ['credit', 'score', 'greater_than_or_equal', 650],
            ['credit', 'public_records_count', 'equals', 0],
          ),
          group('and', ['credit', 'collections_count', 'equals', 0], ['credit', 'public_records_count', 'equals', 0]),
        ),
      },
    },
    people: [
      {
        who: 'with 700, a collection and a lien: one of the two would have had to be away',
        reports: {
          credit: {
            ...SCORED,
            score: 700,
            key_factors: factors('New accounts'),
            collections_count: 1,
            public_records_count: 1,
          },
        },
        letter: [
          'Collection action reported by a creditor or collection agency',
          'Judgment, lien or garnishment of public record',
        ],
      },
      {
        who: 'with 600 and a collection: score or collection',
        reports: {
          credit: {
            ...SCORED,
            score: 600,
            key_factors: factors('New accounts'),
            collections_count: 1,
            public_records_count: 0,
          },
        },
        letter: ['New accounts', 'Collection action reported by a creditor or collection agency'],
      },
    ],
  },
  {
    says: 'Phone contracts: decline who is too good a customer elsewhere (a score above 800), or unverified.',
    purpose: 'credit',
    products: { ...CREDIT, ...IDENTITY },
    choice: declineAny(
      ['credit', 'score', 'greater_than', 800],
      ['identity', 'overall_result', 'not_equals', 'verified'],
    ),
    people: [
      {
        who: 'with 820: what lowered the score is no reason',
        reports: {
          credit: { ...SCORED, score: 820, key_factors: factors('Short account history') },
          identity: { overall_result: 'verified' },
        },
        letter: ['Score: 820 (required: at most 800)'],
      },
      {
        who: 'not verified',
        reports: {
          credit: { ...SCORED, score: 700, key_factors: factors('Short account history') },
          identity: { overall_result: 'not_verified' },
        },
        letter: ['Unable to verify identity'],
      },
    ],
  },
  {
    says: 'Corporate flats: decline if the promo code is EXPIRED or the note says fraud.',
    purpose: 'tenant',
    products: {},
    choice: declineAny(
      ['start', 'applicant.promo_code', 'equals', 'EXPIRED'],
      ['start', 'applicant.internal_note', 'contains', 'fraud'],
    ),
    people: [
      {
        who: 'with a note that nobody should read',
        applicant: { promo_code: 'NEW', internal_note: 'suspected fraud ring of 4' },
        letter: [info('internal note')],
      },
      {
        who: 'with both',
        applicant: { promo_code: 'EXPIRED', internal_note: 'fraud?' },
        letter: [info('promo code'), info('internal note')],
      },
    ],
  },
  {
    says: 'Mobile-home park: no violent record, and three years since any offense.',
    purpose: 'tenant',
    products: CRIMINAL,
    choice: {
      branches: {
        pass: {
          group_logic: 'and',
          condition_groups: [
            group('and', ['criminal', 'violent_count', 'equals', 0]),
            group(
              'or',
              ['criminal', 'years_since_most_recent_offense', 'is_empty'],
              ['criminal', 'years_since_most_recent_offense', 'greater_than_or_equal', 3],
            ),
          ],
        },
      },
    },
    people: [
      {
        who: 'with one offense a year ago, against nobody',
        reports: { criminal: { records_count: 1, violent_count: 0, years_since_most_recent_offense: 1 } },
        letter: ['Time since the most recent offense in the background report'],
      },
      {
        who: 'with a violent one ten years ago',
        reports: { criminal: { records_count: 1, violent_count: 1, years_since_most_recent_offense: 10 } },
        letter: ['Record of a violent offense in the background report'],
      },
    ],
  },
  {
    says: 'Solar panels on credit: decline in the coverage list "excluded", or an open bankruptcy with late payments.',
    purpose: 'credit',
    products: CREDIT,
    choice: {
      branches: {
        pass: branch(
          group('and', ['start', 'applicant.zones', 'contains', 'excluded']),
          group(
            'and',
            ['credit', 'bankruptcies_count', 'greater_than', 0],
            ['credit', 'late_payments_last_24_months', 'greater_than', 0],
          ),
        ),
      },
      ...DECLINES,
    },
    people: [
      {
        who: 'in an excluded zone',
        reports: { credit: { score: 700, bankruptcies_count: 0, late_payments_last_24_months: 0 } },
        applicant: { zones: ['hills', 'excluded'] },
        letter: [info('zones')],
      },
      {
        who: 'bankrupt and late: either would have done',
        reports: { credit: { score: 700, bankruptcies_count: 1, late_payments_last_24_months: 2 } },
        applicant: { zones: [] },
        letter: ['Bankruptcy', 'Delinquent past or present credit obligations with others'],
      },
    ],
  },
  {
    says: 'Veterinary credit: a co-signer, or both an income of $3,000 and 12 months in the job.',
    purpose: 'credit',
    products: INCOME,
    choice: {
      branches: {
        pass: branch(
          group('and', ['start', 'applicant.co_signer', 'is_true']),
          group(
            'and',
            ['income', 'monthly_income_usd', 'greater_than_or_equal', 3000],
            ['income', 'employer.months_employed', 'greater_than_or_equal', 12],
          ),
        ),
      },
    },
    people: [
      {
        who: 'alone, earning $2,000, six months in the job',
        reports: {
          income: {
            status: 'verified',
            monthly_income_usd: 2000,
            employer: { status: 'employed', months_employed: 6 },
          },
        },
        applicant: { co_signer: false },
        letter: [
          info('co-signer, no (required: yes)'),
          'Monthly income: $2,000 (required: at least $3,000)',
          'Length of employment',
        ],
      },
      {
        who: 'alone, earning enough, six months in the job: either of two',
        reports: {
          income: {
            status: 'verified',
            monthly_income_usd: 5000,
            employer: { status: 'employed', months_employed: 6 },
          },
        },
        applicant: { co_signer: false },
        letter: [info('co-signer, no (required: yes)'), 'Length of employment'],
      },
    ],
  },
];

describe.each(POLICIES)('$says', ({ purpose, products, choice, people }) => {
  // Rules: 10.23.32
  test.each(people)('$who', ({ reports = {}, applicant = {}, letter }) => {
    const definition = oneChoice(products, choice, { purpose, statement: 'We decline.' });
    expect(documentOf({ definition, reports, applicant }).reasons).toEqual(letter);
  });
});

test('there are enough of them, from enough businesses', () => {
  expect(POLICIES.length).toBeGreaterThanOrEqual(12);
  expect(POLICIES.flatMap(({ people }) => people).length).toBeGreaterThanOrEqual(30);
});
