import type { JsonObject } from '../json.ts';
import type { Product } from './contract.ts';
import {
  ABOVE_ZERO,
  comparedWith,
  count,
  curedByMore,
  date,
  dollars,
  flag,
  integer,
  list,
  noneOnRecord,
  nullable,
  object,
  oneOf,
  ofKind,
  partOf,
  some,
  state,
  text,
} from './schema.ts';
import {
  daysBefore,
  daysSinceAge,
  identityOf,
  seededRandom,
  standingOf,
  stateOf,
  type SeededRandom,
} from './seeded.ts';
import { fullMonths } from '../time.ts';

const DISPOSITIONS = ['judgment_for_landlord', 'judgment_for_tenant', 'settled', 'dismissed', 'pending'] as const;

const REASON = {
  filing: 'Eviction filing in the rental history report',
  judgment: 'Eviction judgment in the rental history report',
  recent: 'Time since the most recent eviction filing in the rental history report',
  owed: 'Unpaid judgment owed to a previous landlord',
} as const;

const FILED = state(some('filings_count'));
const JUDGED = state(some('judgments_count'));
const OWING = state(some('judgment_balance_usd'));

const schema = object(
  'Eviction history',
  'Eviction cases found for one person.',
  {
    status: oneOf('Result of the eviction search', 'Says if records were found.', ['clear', 'records_found'], {
      reason: REASON.filing,
      when: FILED,
    }),
    searched_on: date('Search date', 'Date of the search.'),
    jurisdictions_searched: list(
      'Places in which eviction cases were searched',
      'Where cases were searched, as ISO 3166-2 codes.',
      text('Jurisdiction searched', 'Such as `US-TX`.'),
      {
        one: 'jurisdiction searched',
        many: 'jurisdictions searched',
      },
    ),
    filings_count: count('Number of eviction filings', 'Eviction cases filed, however they ended.', {
      reason: REASON.filing,
      when: FILED,
    }),
    filings_last_24_months: count('Eviction filings in the last 24 months', 'Cases filed in the last 24 months.', {
      reason: REASON.filing,
      when: state(some('filings_last_24_months')),
    }),
    judgments_count: partOf(
      'filings_count',
      count('Number of eviction judgments', 'Cases that ended in a judgment for the landlord.', {
        reason: REASON.judgment,
        when: JUDGED,
      }),
    ),
    most_recent_filing_on: noneOnRecord(
      date('Most recent filing date', 'Date of the most recent filing; null without one.', {
        reason: REASON.recent,
        when: FILED,
        none: REASON.filing,
      }),
    ),
    months_since_most_recent_filing: noneOnRecord(
      integer(
        'Months since most recent filing',
        'Whole months since the most recent filing; null without one.',
        { unit: 'months', minimum: 0 },
        { reason: REASON.recent, when: curedByMore(FILED), none: REASON.filing },
      ),
    ),
    judgment_balance_usd: dollars('Judgment balance', 'Sum of the judgments that are not satisfied.', {
      reason: REASON.owed,
      when: OWING,
    }),
    records: list(
      'Eviction cases',
      'The cases, most recent first.',
      object(
        'Eviction case',
        'One case.',
        {
          filed_on: date('Filing date', 'Date of filing.', {
            reason: REASON.recent,
            when: FILED,
            figures: ['max'],
            none: REASON.filing,
          }),
          jurisdiction: text('Jurisdiction', 'ISO 3166-2 code.'),
          court: text('Court', 'Name of the court.'),
          case_number: ofKind('identifier', text('Case number', "The court's number of the case.")),
          plaintiff: ofKind('name', text('Plaintiff', 'Who filed it.')),
          cause: oneOf('Cause', 'Ground of the claim.', ['nonpayment', 'holdover', 'lease_violation']),
          disposition: oneOf('Disposition', 'How the case ended.', DISPOSITIONS, {
            reason: REASON.judgment,
            when: comparedWith('judgment_for_landlord', some('judgments_count')),
            ofItem: { operator: 'equals', value: 'judgment_for_landlord' },
          }),
          judgment_usd: nullable(
            dollars('Judgment', 'Amount of the judgment; null without one.', {
              reason: REASON.judgment,
              when: JUDGED,
              ofItem: ABOVE_ZERO,
            }),
          ),
          satisfied: flag('Payment of the judgment', 'True if the judgment was paid.', {
            reason: REASON.owed,
            when: OWING,
            ofItem: { operator: 'equals', value: false },
          }),
        },
        ['filed_on', 'disposition'],
      ),
      { one: 'eviction case', many: 'eviction cases', empty: 'best' },
      { reason: REASON.filing, when: FILED },
    ),
  },
  ['filings_count', 'judgments_count'],
);

const CLEAR_SHARE = 0.87;
const REPORTABLE_DAYS = 7 * 365;

function synthetic(applicant: JsonObject, asOf: string): JsonObject {
  const random = seededRandom(identityOf(applicant), 'eviction_history');
  const state = `US-${stateOf(applicant)}`;
  const likelyClear = CLEAR_SHARE + (standingOf(applicant) - 0.5) * 0.24;
  // Minors do not rent.
  const adultDays = daysSinceAge(18, applicant, asOf);
  const howMany = random.chance(likelyClear) || adultDays <= 0 ? 0 : random.pick([1, 1, 1, 2]);
  const records = Array.from({ length: howMany }, () => makeCase(random, state, asOf, adultDays)).toSorted((a, b) =>
    b.filed_on.localeCompare(a.filed_on),
  );
  const owed = records.filter(({ satisfied }) => !satisfied).map(({ judgment_usd }) => judgment_usd ?? 0);
  const mostRecent = records[0]?.filed_on ?? null;
  return {
    status: howMany === 0 ? 'clear' : 'records_found',
    searched_on: asOf.slice(0, 10),
    jurisdictions_searched: [state],
    filings_count: howMany,
    filings_last_24_months: records.filter(({ filed_on }) => fullMonths(filed_on, asOf) < 24).length,
    judgments_count: records.filter(({ disposition }) => disposition === 'judgment_for_landlord').length,
    most_recent_filing_on: mostRecent,
    months_since_most_recent_filing: mostRecent === null ? null : fullMonths(mostRecent, asOf),
    judgment_balance_usd: owed.reduce((total, each) => total + each, 0),
    records,
  };
}

function makeCase(random: SeededRandom, jurisdiction: string, asOf: string, adultDays: number) {
  const filedDaysAgo = Math.min(random.integer(20, REPORTABLE_DAYS), adultDays);
  const disposition =
    filedDaysAgo < 60
      ? 'pending'
      : random.pick(['judgment_for_landlord', 'judgment_for_landlord', 'settled', 'dismissed', 'judgment_for_tenant']);
  const isJudgment = disposition === 'judgment_for_landlord';
  return {
    filed_on: daysBefore(asOf, filedDaysAgo),
    jurisdiction,
    court: random.pick(['Justice Court, Precinct 3', 'Housing Court', 'County Civil Court']),
    // Without a year, because reports are moved to other days.
    case_number: `EV-${random.integer(10, 25)}${random.integer(1_000, 9_999)}`,
    plaintiff: random.pick(['Larkspur Apartments', 'Mill Street Properties', 'Orchard Park Rentals']),
    cause: random.pick(['nonpayment', 'nonpayment', 'holdover', 'lease_violation']),
    disposition,
    judgment_usd: isJudgment ? random.integer(700, 6_500) : null,
    satisfied: isJudgment && random.chance(0.4),
  };
}

export const evictionHistory: Product = {
  code: 'eviction_history',
  name: 'Eviction history',
  called: ['eviction report', 'eviction check'],
  description: 'Eviction filings and judgments from court records.',
  schema,
  synthetic,
  hasLocalRules: true,
  found: 'filings_count',
  records: [
    {
      list: 'records',
      on: 'filed_on',
      qualities: {
        'dismissed|thrown out|withdrawn|dropped|ended in dismissal|ended in a dismissal': [
          { field: 'disposition', operator: 'equals', value: 'dismissed' },
        ],
        'settled|settled out of court': [{ field: 'disposition', operator: 'equals', value: 'settled' }],
        'pending|open|unresolved|still pending|still open|active': [
          { field: 'disposition', operator: 'equals', value: 'pending' },
        ],
        'won by tenant|decided for tenant|tenant won|tenant prevailed|decided in tenant favor|ended in tenant favor': [
          { field: 'disposition', operator: 'equals', value: 'judgment_for_tenant' },
        ],
        'won by landlord|decided for landlord|landlord won|landlord got a judgment|landlord got judgment|landlord prevailed|ended in a judgment|ended in judgment|resulted in a judgment|resulted in judgment|led to a judgment':
          [{ field: 'disposition', operator: 'equals', value: 'judgment_for_landlord' }],
        'satisfied|paid|paid off|paid in full': [
          { field: 'disposition', operator: 'equals', value: 'judgment_for_landlord' },
          { field: 'satisfied', operator: 'is_true' },
        ],
        'unsatisfied|unpaid|not satisfied': [
          { field: 'disposition', operator: 'equals', value: 'judgment_for_landlord' },
          { field: 'satisfied', operator: 'is_false' },
        ],
        'nonpayment|non payment': [{ field: 'cause', operator: 'equals', value: 'nonpayment' }],
        holdover: [{ field: 'cause', operator: 'equals', value: 'holdover' }],
        'lease violation': [{ field: 'cause', operator: 'equals', value: 'lease_violation' }],
      },
    },
  ],
  words: [
    {
      field: 'filings_count',
      nouns: [
        'eviction',
        'eviction filing',
        'filing',
        'eviction record',
        'eviction case',
        'eviction on record',
        'filed eviction',
        'eviction lawsuit',
        'rental eviction',
      ],
      verbs: ['evicted'],
      windows: { 24: 'filings_last_24_months' },
      since: { field: 'months_since_most_recent_filing', unit: 'months' },
      on: 'most_recent_filing_on',
      items: { list: 'records', where: [] },
    },
    {
      field: 'judgments_count',
      nouns: [
        'judgment',
        'judgement',
        'eviction judgment',
        'eviction judgement',
        'judgment for eviction',
        'judgment of eviction',
      ],
      items: {
        list: 'records',
        where: [{ field: 'disposition', operator: 'equals', value: 'judgment_for_landlord' }],
      },
    },
    {
      field: 'judgment_balance_usd',
      isThing: true,
      each: {
        list: 'records',
        where: [
          { field: 'disposition', operator: 'equals', value: 'judgment_for_landlord' },
          { field: 'satisfied', operator: 'is_false' },
        ],
      },
      nouns: [
        'landlord debt',
        'unpaid judgment balance',
        'judgment balance',
        'rental debt',
        'unpaid landlord debt',
        'unpaid rental debt',
        'unpaid eviction judgment',
        'unsatisfied eviction judgment',
        'outstanding eviction judgment',
        'eviction judgment balance',
        'debt to a landlord',
        'debt to landlord',
        'outstanding debt to a landlord',
        'outstanding debt to landlord',
        'debt to a former landlord',
        'debt to a previous landlord',
        'debt to a prior landlord',
        'unpaid debt to a former landlord',
        'unpaid balance owed to a landlord',
        'money owed to a landlord',
        'money owed to a previous landlord',
        'money owed to a former landlord',
        'money owed to a prior landlord',
        'eviction judgment that has not been paid',
        'eviction judgment that is unpaid',
        'eviction judgment that is not satisfied',
        'eviction judgment that has not been satisfied',
      ],
      verbs: ['owe'],
    },
  ],
};
