import { expect, test } from '../../support/jest.ts';
import {
  type Cascade,
  info,
  scored,
  start,
  pull,
  approve,
  goTo,
  decline,
  choice,
  all,
  any,
  allOf,
  CREDIT,
  TENANT,
  JOB,
  holdLetters,
} from './foreign.ts';
import { group } from './letter-of.ts';

/*
 * Whole cascades of businesses that are in none of our templates: several choices one after the other, people who
 * decide, two applicants, places, jumps. Each letter's text was written down from the policy and the person's case
 * before any letter was compiled: it is no recording.
 */
const CASCADES: readonly Cascade[] = [
  {
    says: '21 Ferry cabins by the month: first no eviction judgment, then the income of twice the rent.',
    nodes: [
      start('eviction'),
      pull('eviction', 'eviction_history', 'judged'),
      choice('judged', all(['eviction', 'judgments_count', 'equals', 0]), { pass: ['income'] }),
      pull('income', 'income_verification', 'earns'),
      choice('earns', all(['income', 'income_to_rent_ratio', 'greater_than_or_equal', 2])),
      approve(),
      decline(TENANT),
    ],
    people: [
      {
        who: 'with a judgment: nothing is said of an income that nobody checked',
        reports: { eviction: { filings_count: 1, judgments_count: 1 } },
        letter: ['Eviction judgment in the rental history report'],
        agencies: ['eviction_history'],
      },
      {
        who: 'without one, earning 1.5 times the rent: nothing is said of evictions',
        reports: { eviction: { filings_count: 2, judgments_count: 0 }, income: { income_to_rent_ratio: 1.5 } },
        letter: ['Income insufficient in relation to the rent'],
        agencies: ['income_verification'],
      },
    ],
  },
  {
    says: '22 Dental credit: a score of 640, or an income of $4,000 where it is lower.',
    nodes: [
      start('credit'),
      pull('credit', 'credit_report', 'scores'),
      choice('scores', all(['credit', 'score', 'greater_than_or_equal', 640]), { fail: ['income'] }),
      pull('income', 'income_verification', 'earns'),
      choice('earns', all(['income', 'monthly_income_usd', 'greater_than_or_equal', 4000])),
      approve(),
      decline(CREDIT),
    ],
    people: [
      {
        who: 'with 600 and $3,000: the income, and what lowered the score',
        reports: { credit: scored(600), income: { status: 'verified', monthly_income_usd: 3000 } },
        letter: ['Monthly income: $3,000 (required: at least $4,000)', 'Short account history', 'Recent inquiries'],
        agencies: ['income_verification', 'credit_report'],
        scored: true,
      },
      {
        who: 'with 600 and $4,500',
        reports: { credit: scored(600), income: { monthly_income_usd: 4500 } },
        letter: null,
      },
    ],
  },
  {
    says: '23 Van rental on account: two drivers, each approved by their own licence check, each told by a letter of their own.',
    nodes: [
      start('first'),
      choice('first', all(['start', 'applicant.licence_years', 'greater_than_or_equal', 2]), {
        pass: ['second'],
        fail: ['decline'],
      }),
      choice('second', all(['start', 'applicant.co_driver.licence_years', 'greater_than_or_equal', 2]), {
        fail: ['decline_second'],
      }),
      approve(),
      decline(CREDIT),
      {
        ...decline({ ...CREDIT, applicant: 'applicant.co_driver', recipient: 'felix@example.com' }),
        id: 'decline_second',
      },
    ],
    people: [
      {
        who: 'the second one a beginner: only that one is told',
        notice: 'decline_second',
        applicant: {
          name: 'Dana Doe',
          licence_years: 9,
          email: 'dana@example.com',
          co_driver: { name: 'Felix Doe', email: 'felix@example.com', licence_years: 1 },
        },
        letter: [info('co-driver licence, 1 year (required: at least 2 years)')],
        agencies: [],
      },
    ],
  },
  {
    says: '24 A guarantor for a flat: the tenant is told nothing of the guarantor, and the guarantor nothing of the report.',
    nodes: [
      start('credit'),
      pull('credit', 'credit_report', 'decide'),
      choice(
        'decide',
        all(
          ['credit', 'collections_count', 'equals', 0],
          ['start', 'applicant.guarantor.income_usd', 'greater_than_or_equal', 5000],
        ),
        {
          fail: ['decline', 'tell_guarantor'],
        },
      ),
      approve(),
      decline(TENANT),
      {
        ...decline({ ...TENANT, applicant: 'applicant.guarantor', recipient: 'gus@example.com' }),
        id: 'tell_guarantor',
      },
    ],
    people: [
      {
        who: 'the tenant, in collection, and a guarantor earning $4,000',
        reports: { credit: scored(700, { collections_count: 1 }) },
        applicant: { email: 'dana@example.com', guarantor: { email: 'gus@example.com', income_usd: 4000 } },
        letter: [
          'Collection action reported by a creditor or collection agency',
          'Information about another person on the application: guarantor income',
        ],
        agencies: ['credit_report'],
      },
      {
        who: 'the guarantor, of the same case',
        notice: 'tell_guarantor',
        reports: { credit: scored(700, { collections_count: 1 }) },
        applicant: { email: 'dana@example.com', guarantor: { email: 'gus@example.com', income_usd: 4000 } },
        letter: [
          'Information about another person on the application',
          info('income, $4,000 (required: at least $5,000)'),
        ],
        agencies: [],
      },
    ],
  },
  {
    says: '25 Boats on credit by state: Florida asks for a score of 700, everybody else for 650.',
    nodes: [
      start('credit'),
      pull('credit', 'credit_report', 'where'),
      choice('where', all(['start', 'applicant.address.state', 'equals', 'FL']), {
        pass: ['florida'],
        fail: ['elsewhere'],
      }),
      choice('florida', all(['credit', 'score', 'greater_than_or_equal', 700])),
      choice('elsewhere', all(['credit', 'score', 'greater_than_or_equal', 650])),
      approve(),
      decline(CREDIT),
    ],
    people: [
      {
        who: 'in Florida with 680: the place decided, and the score',
        reports: { credit: scored(680) },
        applicant: { address: { state: 'FL' } },
        letter: ['Short account history', info('address state'), 'Recent inquiries'],
        scored: true,
      },
      {
        who: 'in Maine with 600: the place changes nothing',
        reports: { credit: scored(600) },
        applicant: { address: { state: 'ME' } },
        letter: ['Short account history', 'Recent inquiries'],
        scored: true,
      },
    ],
  },
  {
    says: '26 School buses: no violent record; by county rules, nothing but convictions counts.',
    nodes: [
      start('criminal'),
      pull('criminal', 'criminal_background', 'decide'),
      choice(
        'decide',
        all(['criminal', 'violent_count', 'equals', 0], ['criminal', 'convictions_count', 'less_than_or_equal', 1]),
      ),
      approve(),
      decline({ ...JOB, jurisdiction: 'US-MD-033' }),
    ],
    people: [
      {
        who: 'with two convictions, against nobody',
        reports: { criminal: { records_count: 3, convictions_count: 2, violent_count: 0 } },
        letter: ['Criminal conviction in the background report'],
        agencies: ['criminal_background'],
      },
    ],
  },
  {
    says: '27 Warehouse jobs: a person looks at every record.',
    nodes: [
      start('criminal'),
      pull('criminal', 'criminal_background', 'decide'),
      choice('decide', all(['criminal', 'records_count', 'equals', 0]), {
        review: all(['criminal', 'records_count', 'greater_than', 0]),
      }),
      approve(),
      decline(JOB),
    ],
    people: [
      {
        who: 'denied with a code and a sentence',
        reports: { criminal: { records_count: 1, felony_count: 1, convictions_count: 1 } },
        reviews: {
          decide: {
            decision: 'denied',
            reasons: ['criminal_background.felony_count', 'The theft was from a previous employer'],
          },
        },
        letter: ['Felony charge or conviction in the background report', 'The theft was from a previous employer'],
      },
      {
        who: 'denied without a word: the record itself is what the choice rests on',
        reports: { criminal: { records_count: 1, felony_count: 0 } },
        reviews: { decide: { decision: 'denied' } },
        letter: ['Criminal charge or conviction in the background report'],
      },
    ],
  },
  {
    says: '28 Pricing of renters insurance: who has a claim or a low score pays more (other action).',
    nodes: [
      start('credit'),
      pull('credit', 'credit_report', 'decide'),
      choice(
        'decide',
        all(['start', 'applicant.claims', 'equals', 0], ['credit', 'score', 'greater_than_or_equal', 720]),
      ),
      approve(),
      decline({ ...CREDIT, action_taken: 'other_action', statement: 'Your premium is $31 a month.' }),
    ],
    people: [
      {
        who: 'with two claims and 750: the score is disclosed, since it was used, and is no reason',
        reports: { credit: scored(750) },
        applicant: { claims: 2 },
        letter: [info('claims, 2 (required: 0)')],
        agencies: [],
      },
      {
        who: 'without a claim and 700',
        reports: { credit: scored(700) },
        applicant: { claims: 0 },
        letter: ['Short account history', 'Recent inquiries'],
        scored: true,
      },
    ],
  },
  {
    says: '29 Community land: the lease must end before 1 July 2027, and nobody keeps bees.',
    nodes: [
      start('decide'),
      choice(
        'decide',
        any(
          ['start', 'property.lease_ends_on', 'greater_than_or_equal', '2027-07-01'],
          ['start', 'applicant.hobbies', 'contains', 'bees'],
        ),
        { pass: ['decline'], fail: ['approve'] },
      ),
      approve(),
      decline(TENANT),
    ],
    people: [
      {
        who: 'to the end of 2027, with bees',
        payload: { property: { lease_ends_on: '2027-12-31' } },
        applicant: { hobbies: ['reading', 'bees'] },
        letter: [info('property lease end date, December 31, 2027 (required: before July 1, 2027)'), info('hobbies')],
      },
    ],
  },
  {
    says: '30 Farm credit: two attempts at the income, a week apart.',
    nodes: [
      start('income'),
      pull('income', 'income_verification', 'earns'),
      choice('earns', all(['income', 'monthly_income_usd', 'greater_than_or_equal', 3000]), { fail: ['again'] }),
      choice('again', all(['context', 'user_approved', 'is_true']), {
        pass: ['decline'],
        fail: ['decline'],
        review: all(['income', 'status', 'not_equals', 'verified']),
        reviewed: ['back'],
      }),
      goTo('back', 'income'),
      approve(),
      decline(CREDIT),
    ],
    people: [
      {
        who: 'of whom nothing could be confirmed at first, and too little the second time: the first time is no reason',
        reports: {
          income: [
            { status: 'not_verified', monthly_income_usd: null },
            { status: 'verified', monthly_income_usd: 2000 },
          ],
        },
        reviews: { again: { decision: 'approved' } },
        letter: ['Monthly income: $2,000 (required: at least $3,000)'],
        agencies: ['income_verification'],
      },
    ],
  },
  {
    says: '31 Studio flats: three checks side by side, all of them must be clean.',
    nodes: [
      start('credit', 'eviction', 'identity'),
      pull('credit', 'credit_report', 'decide'),
      pull('eviction', 'eviction_history', 'decide'),
      pull('identity', 'identity_verification', 'decide'),
      choice(
        'decide',
        all(
          ['credit', 'charge_offs_count', 'equals', 0],
          ['eviction', 'filings_last_24_months', 'equals', 0],
          ['identity', 'document.status', 'equals', 'verified'],
        ),
      ),
      approve(),
      decline(TENANT),
    ],
    people: [
      {
        who: 'with an expired document alone',
        reports: {
          credit: scored(650, { charge_offs_count: 0 }),
          eviction: { filings_count: 1, judgments_count: 0, filings_last_24_months: 0 },
          identity: { overall_result: 'partial', document: { status: 'expired' } },
        },
        letter: ['Unable to verify the identity document'],
        agencies: ['identity_verification'],
        scored: false,
      },
      {
        who: 'with all three',
        reports: {
          credit: scored(650, { charge_offs_count: 2 }),
          eviction: { filings_count: 1, judgments_count: 0, filings_last_24_months: 1 },
          identity: { overall_result: 'partial', document: { status: 'not_provided' } },
        },
        letter: [
          'Account charged off as a bad debt',
          'Eviction filing in the rental history report',
          'Unable to verify the identity document',
        ],
      },
    ],
  },
  {
    says: '32 Tuition on instalments: whoever has no credit file is asked for a co-signer.',
    nodes: [
      start('credit'),
      pull('credit', 'credit_report', 'known'),
      choice('known', all(['credit', 'score', 'is_not_empty']), { pass: ['scores'], fail: ['cosigned'] }),
      choice('scores', all(['credit', 'score', 'greater_than_or_equal', 600])),
      choice('cosigned', all(['start', 'applicant.co_signer.name', 'is_not_empty'])),
      approve(),
      decline(CREDIT),
    ],
    people: [
      {
        who: 'with 550 and a co-signer whom nobody asks for',
        reports: { credit: scored(550) },
        applicant: { co_signer: { name: 'Cora' } },
        letter: ['Short account history', 'Recent inquiries'],
      },
    ],
  },
  {
    says: '33 Bicycle loans: at most five inquiries in six months and at most two open accounts (too many is worse).',
    nodes: [
      start('credit'),
      pull('credit', 'credit_report', 'decide'),
      choice(
        'decide',
        all(
          ['credit', 'inquiries_last_6_months', 'less_than_or_equal', 5],
          ['credit', 'open_tradelines_count', 'less_than_or_equal', 2],
        ),
      ),
      approve(),
      decline(CREDIT),
    ],
    people: [
      {
        who: 'with four accounts: not told of too few references',
        reports: { credit: scored(700, { inquiries_last_6_months: 1, open_tradelines_count: 4 }) },
        letter: ['Number of open accounts: 4 (required: at most 2)'],
      },
      {
        who: 'with seven inquiries',
        reports: { credit: scored(700, { inquiries_last_6_months: 7, open_tradelines_count: 1 }) },
        letter: ['Number of recent inquiries on the credit bureau report'],
      },
    ],
  },
  {
    says: '34 Halfway house: who has been clear for a year is not taken, nor is who was never convicted.',
    nodes: [
      start('criminal'),
      pull('criminal', 'criminal_background', 'decide'),
      choice(
        'decide',
        any(
          ['criminal', 'years_since_most_recent_offense', 'greater_than_or_equal', 1],
          ['criminal', 'convictions_count', 'equals', 0],
        ),
        { pass: ['decline'], fail: ['approve'] },
      ),
      approve(),
      decline(TENANT),
    ],
    people: [
      {
        who: 'clear for three years: not told that the time is too short',
        reports: { criminal: { records_count: 2, convictions_count: 2, years_since_most_recent_offense: 3 } },
        letter: ['Years since most recent offense: 3 years (required: less than 1 year)'],
      },
      {
        who: 'never convicted: not told of a conviction',
        reports: { criminal: { records_count: 0, convictions_count: 0, years_since_most_recent_offense: null } },
        letter: ['Number of convictions: 0 (required: other than 0)'],
      },
    ],
  },
  {
    says: '35 Nannies: identity first, then the registry; a person decides about anything else.',
    nodes: [
      start('identity'),
      pull('identity', 'identity_verification', 'known'),
      choice('known', all(['identity', 'overall_result', 'equals', 'verified']), { pass: ['criminal'] }),
      pull('criminal', 'criminal_background', 'decide'),
      choice('decide', all(['criminal', 'records_count', 'equals', 0]), {
        review: all(['criminal', 'sex_offender_registry_match', 'is_false']),
      }),
      approve(),
      decline(JOB),
    ],
    people: [
      {
        who: 'in the registry: nobody is asked, and the record is in the way as well',
        reports: {
          identity: { overall_result: 'verified' },
          criminal: { records_count: 1, sex_offender_registry_match: true },
        },
        // A review is nearer than an approval.
        letter: ['Listed in a sex-offender registry', 'Criminal charge or conviction in the background report'],
        agencies: ['criminal_background'],
      },
    ],
  },
  {
    says: '36 Ski passes on instalments: decline with a risk score above 60, and tell what raised it.',
    nodes: [
      start('identity'),
      pull('identity', 'identity_verification', 'decide'),
      choice('decide', all(['identity', 'risk_score', 'greater_than', 60]), { pass: ['decline'], fail: ['approve'] }),
      approve(),
      decline(CREDIT),
    ],
    people: [
      {
        who: 'at 80, for an unreadable document',
        reports: {
          identity: { overall_result: 'partial', risk_score: 80, risk_signals: ['Document could not be read'] },
        },
        letter: ['Document could not be read'],
        agencies: ['identity_verification'],
      },
    ],
  },
  {
    says: '37 Pawnbroker: a second person looks at what the first one denied.',
    nodes: [
      start('credit'),
      pull('credit', 'credit_report', 'first'),
      choice('first', all(['credit', 'past_due_accounts_count', 'equals', 0]), {
        review: all(['credit', 'past_due_accounts_count', 'greater_than', 0]),
        fail: ['second'],
      }),
      choice('second', undefined, {
        pass: [],
        review: all(['credit', 'past_due_accounts_count', 'greater_than', 0]),
        reviewed: ['approve'],
      }),
      approve(),
      decline(CREDIT),
    ],
    people: [
      {
        who: 'denied by both: the last one speaks first',
        reports: { credit: scored(600, { past_due_accounts_count: 2 }) },
        reviews: {
          first: { decision: 'denied', reasons: ['credit_report.past_due_accounts_count'] },
          second: { decision: 'denied', reasons: ['The item is not worth the amount asked for'] },
        },
        letter: [
          'The item is not worth the amount asked for',
          'Delinquent past or present credit obligations with others',
        ],
        scored: true,
      },
    ],
  },
  {
    says: '38 Co-operative: whoever waits for a place passes a credit check, a wait and an income check.',
    nodes: [
      start('credit'),
      pull('credit', 'credit_report', 'first'),
      choice('first', all(['credit', 'public_records_count', 'equals', 0]), { pass: ['wait'] }),
      { id: 'wait', type: 'Wait', wait: { duration: 2, unit: 'days' }, next_step: ['income'] },
      pull('income', 'income_verification', 'second'),
      choice('second', all(['income', 'employer.months_employed', 'greater_than_or_equal', 12])),
      approve(),
      decline(TENANT),
    ],
    people: [
      {
        who: 'four months in the job',
        reports: {
          credit: scored(700, { public_records_count: 0 }),
          income: { employer: { status: 'employed', months_employed: 4 } },
        },
        letter: ['Length of employment'],
        agencies: ['income_verification'],
        scored: false,
      },
      {
        who: 'with a lien',
        reports: { credit: scored(700, { public_records_count: 1 }) },
        letter: ['Judgment, lien or garnishment of public record'],
        agencies: ['credit_report'],
      },
    ],
  },
  {
    says: '39 Motorbikes: seven requirements at once, of which four lines fit on a letter.',
    nodes: [
      start('credit'),
      pull('credit', 'credit_report', 'decide'),
      choice(
        'decide',
        all(
          ['credit', 'collections_count', 'equals', 0],
          ['credit', 'charge_offs_count', 'equals', 0],
          ['credit', 'bankruptcies_count', 'equals', 0],
          ['credit', 'public_records_count', 'equals', 0],
          ['credit', 'inquiries_last_6_months', 'less_than', 3],
          ['start', 'applicant.down_payment_percent', 'greater_than_or_equal', 20],
        ),
      ),
      approve(),
      decline(CREDIT),
    ],
    people: [
      {
        who: 'who meets none of them',
        reports: {
          credit: scored(600, {
            ...{ collections_count: 1, charge_offs_count: 1, bankruptcies_count: 1, public_records_count: 1 },
            inquiries_last_6_months: 9,
          }),
        },
        applicant: { down_payment_percent: 5 },
        letter: [
          'Collection action reported by a creditor or collection agency',
          'Account charged off as a bad debt',
          'Bankruptcy',
          'Judgment, lien or garnishment of public record',
        ],
      },
      {
        who: 'with too little down',
        reports: {
          credit: scored(600, {
            ...{ collections_count: 0, charge_offs_count: 0, bankruptcies_count: 0, public_records_count: 0 },
            inquiries_last_6_months: 0,
          }),
        },
        applicant: { down_payment_percent: 5 },
        letter: [info('down payment, 5% (required: at least 20%)')],
        agencies: [],
      },
    ],
  },
  {
    says: '40 Marina: members are let in, all others need a clean eviction history; who answers late gets no letter of this kind.',
    nodes: [
      start('member'),
      choice('member', all(['start', 'applicant.member', 'is_true']), { fail: ['eviction'] }),
      pull('eviction', 'eviction_history', 'decide'),
      choice(
        'decide',
        allOf(
          group('and', ['eviction', 'filings_count', 'equals', 0]),
          group(
            'or',
            ['eviction', 'months_since_most_recent_filing', 'is_empty'],
            ['eviction', 'months_since_most_recent_filing', 'greater_than', 60],
          ),
        ),
      ),
      approve(),
      decline(TENANT),
    ],
    people: [
      {
        who: 'no member, sued a year ago',
        reports: { eviction: { filings_count: 1, judgments_count: 0, months_since_most_recent_filing: 12 } },
        applicant: { member: false },
        letter: [
          'Eviction filing in the rental history report',
          info('member, no (required: yes)'),
          'Time since the most recent eviction filing in the rental history report',
        ],
        agencies: ['eviction_history'],
      },
      {
        who: 'no member, clear: let in',
        reports: { eviction: { filings_count: 0, judgments_count: 0, months_since_most_recent_filing: null } },
        letter: null,
      },
    ],
  },
];

holdLetters(CASCADES);

test('golden letters: at least twenty cascades beside those of `foreign-policies`', () => {
  expect(CASCADES.length).toBeGreaterThanOrEqual(20);
});
