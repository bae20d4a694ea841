import type { Synonym } from './meaning.ts';

const VERIFIED = {
  verified: 'verified',
  partial: 'partial',
  positive: 'verified',
} as const;
const MATCH = {
  matched: 'full',
  positive: 'full',
  partial: 'partial',
  verified: 'full',
} as const;

export const SYNONYMS: readonly Synonym[] = [
  {
    phrases: [
      'credit score',
      'fico score',
      'fico',
      'score',
      'credit rating',
      'scoring',
      'vantagescore',
      'credit history to be scored',
    ],
    source: 'credit_report',
    field: 'score',
  },
  {
    phrases: ['credit utilization', 'utilization', 'utilisation', 'utilization rate', 'credit usage'],
    source: 'credit_report',
    field: 'utilization_percent',
  },
  {
    phrases: [
      'collection',
      'open collection',
      'collection account',
      'collection balance',
      'debt in collection',
      'collection total',
      'account in collection',
    ],
    source: 'credit_report',
    field: 'collections_count',
    dollars: 'collections_balance_usd',
  },
  {
    phrases: ['late payment', 'missed payment', 'late pay', 'delinquency'],
    source: 'credit_report',
    field: 'late_payments_last_24_months',
    windows: { 24: 'late_payments_last_24_months' },
  },
  {
    phrases: ['past due account', 'overdue account', 'delinquent account', 'account past due'],
    source: 'credit_report',
    field: 'past_due_accounts_count',
  },
  {
    phrases: ['charge off', 'chargeoff', 'charged off account'],
    source: 'credit_report',
    field: 'charge_offs_count',
  },
  {
    phrases: ['inquiry', 'hard inquiry', 'credit inquiry', 'hard pull', 'enquiry'],
    source: 'credit_report',
    field: 'inquiries_last_24_months',
    windows: { 6: 'inquiries_last_6_months', 24: 'inquiries_last_24_months' },
  },
  {
    phrases: ['bankruptcy', 'bankruptcy filing', 'bankruptcy on file'],
    source: 'credit_report',
    field: 'bankruptcies_count',
    since: { field: 'months_since_bankruptcy', unit: 'months' },
  },
  {
    phrases: ['public record', 'lien', 'garnishment'],
    source: 'credit_report',
    field: 'public_records_count',
  },
  {
    phrases: ['tradeline', 'credit account', 'trade line'],
    source: 'credit_report',
    field: 'tradelines_count',
  },
  {
    phrases: ['open account', 'open tradeline', 'open credit account', 'active account'],
    source: 'credit_report',
    field: 'open_tradelines_count',
  },
  {
    phrases: ['credit history', 'credit history length', 'length of credit history', 'oldest account', 'credit age'],
    source: 'credit_report',
    field: 'oldest_tradeline_months',
    isDuration: true,
  },
  {
    phrases: ['total debt', 'total balance', 'debt'],
    source: 'credit_report',
    field: 'total_balance_usd',
  },
  {
    phrases: ['monthly debt payment', 'monthly payment', 'monthly obligation'],
    source: 'credit_report',
    field: 'monthly_payments_usd',
  },
  {
    phrases: ['credit report', 'credit check', 'credit file', 'bureau report', 'credit pull', 'credit'],
    source: 'credit_report',
    isProduct: true,
  },

  {
    phrases: ['felony', 'felony conviction', 'felony record', 'felony charge'],
    source: 'criminal_background',
    field: 'felony_count',
  },
  {
    phrases: ['misdemeanor', 'misdemeanour', 'misdemeanor conviction'],
    source: 'criminal_background',
    field: 'misdemeanor_count',
  },
  {
    phrases: [
      'violent crime',
      'violent offense',
      'violent offence',
      'violent record',
      'violence',
      'violent felony or misdemeanor',
    ],
    source: 'criminal_background',
    field: 'violent_count',
  },
  {
    phrases: ['conviction', 'criminal conviction'],
    source: 'criminal_background',
    field: 'convictions_count',
  },
  {
    phrases: ['pending charge', 'pending case', 'open charge', 'pending criminal charge'],
    source: 'criminal_background',
    field: 'pending_count',
  },
  {
    phrases: [
      'sex offender registry',
      'sex offender',
      'sex offender registry match',
      'registered sex offender',
      'sex offender list',
    ],
    source: 'criminal_background',
    field: 'sex_offender_registry_match',
  },
  {
    phrases: [
      'criminal record',
      'criminal offense',
      'criminal offence',
      'criminal history',
      'offense',
      'crime',
      'criminal case',
      'rap sheet',
    ],
    source: 'criminal_background',
    field: 'records_count',
    since: { field: 'years_since_most_recent_offense', unit: 'years' },
  },
  {
    phrases: [
      'criminal background check',
      'background check',
      'criminal background',
      'criminal check',
      'background',
      'background report',
      'criminal report',
    ],
    source: 'criminal_background',
    field: 'records_count',
    isProduct: true,
    since: { field: 'years_since_most_recent_offense', unit: 'years' },
  },

  {
    phrases: ['eviction', 'eviction filing', 'eviction record', 'eviction case', 'prior eviction', 'evicted'],
    source: 'eviction_history',
    field: 'filings_count',
    windows: { 24: 'filings_last_24_months' },
    since: { field: 'months_since_most_recent_filing', unit: 'months' },
  },
  {
    phrases: ['eviction judgment', 'eviction judgement', 'landlord judgment'],
    source: 'eviction_history',
    field: 'judgments_count',
  },
  {
    phrases: [
      'landlord debt',
      'owe',
      'owed',
      'unpaid judgment',
      'judgment balance',
      'rental debt',
      'owe a landlord',
      'owe money',
      'owing money',
      'owe money to',
    ],
    source: 'eviction_history',
    field: 'judgment_balance_usd',
  },
  {
    phrases: ['eviction history', 'eviction report', 'eviction search', 'eviction check', 'rental history'],
    source: 'eviction_history',
    field: 'filings_count',
    isProduct: true,
    windows: { 24: 'filings_last_24_months' },
    since: { field: 'months_since_most_recent_filing', unit: 'months' },
  },

  {
    phrases: ['identity', 'id', 'identity result'],
    source: 'identity_verification',
    field: 'overall_result',
    states: VERIFIED,
  },
  {
    phrases: ['identity check', 'identity verification', 'id check', 'id verification', 'kyc', 'kyc check'],
    source: 'identity_verification',
    field: 'overall_result',
    isProduct: true,
    states: VERIFIED,
  },
  {
    phrases: ['ssn', 'social security number', 'social security'],
    source: 'identity_verification',
    field: 'ssn_match',
    states: MATCH,
  },
  {
    phrases: ['date of birth', 'dob', 'birth date', 'birthdate'],
    source: 'identity_verification',
    field: 'date_of_birth_match',
    states: MATCH,
  },
  {
    phrases: ['address', 'home address'],
    source: 'identity_verification',
    field: 'address_match',
    states: MATCH,
  },
  {
    phrases: ['phone', 'phone number', 'telephone number'],
    source: 'identity_verification',
    field: 'phone_match',
    states: MATCH,
  },
  {
    phrases: ['document', 'id document', 'identity document', 'passport or license'],
    source: 'identity_verification',
    field: 'document.status',
    states: {
      verified: 'verified',
      positive: 'verified',
      expired: 'expired',
      unreadable: 'unreadable',
    },
  },
  {
    phrases: [
      'watchlist',
      'watch list',
      'watchlist match',
      'watchlist hit',
      'ofac',
      'ofac match',
      'sanction list',
      'sanction',
      'ofac hit',
      'government watchlist',
    ],
    source: 'identity_verification',
    field: 'watchlist_match',
  },
  {
    phrases: ['deceased', 'reported deceased', 'dead'],
    source: 'identity_verification',
    field: 'deceased_indicator',
  },
  {
    phrases: ['fraud risk score', 'fraud risk', 'risk score', 'fraud score', 'identity risk', 'identity risk score'],
    source: 'identity_verification',
    field: 'risk_score',
  },

  {
    phrases: [
      'income',
      'monthly income',
      'gross income',
      'gross monthly income',
      'income per month',
      'salary',
      'wage',
      'earn',
      'earning',
      'pay',
      'make',
      'making',
    ],
    source: 'income_verification',
    field: 'monthly_income_usd',
    annual: 'annual_income_usd',
    states: undefined,
  },
  {
    phrases: ['annual income', 'yearly income', 'income per year', 'annual salary', 'yearly salary'],
    source: 'income_verification',
    field: 'annual_income_usd',
    annual: 'annual_income_usd',
  },
  {
    phrases: ['income to rent ratio', 'income ratio', 'income to rent'],
    source: 'income_verification',
    field: 'income_to_rent_ratio',
  },
  {
    phrases: ['stated income', 'stated monthly income'],
    source: 'income_verification',
    field: 'stated_monthly_income_usd',
  },
  {
    phrases: ['income verification', 'income check', 'employment verification', 'income report', 'proof of income'],
    source: 'income_verification',
    isProduct: true,
  },
  {
    phrases: ['confidence', 'income confidence'],
    source: 'income_verification',
    field: 'confidence_percent',
  },
  {
    phrases: [
      'employed',
      'employment',
      'time on the job',
      'months at current job',
      'employment length',
      'length of employment',
      'at current job',
      'job tenure',
      'tenure',
      'at the same job',
    ],
    source: 'income_verification',
    field: 'employer.months_employed',
    isDuration: true,
  },
];

/** Fields that a state word compares although the words for them name a number: "income is verified". */
export const STATE_FIELDS: Readonly<Record<string, { field: string; states: Readonly<Record<string, string>> }>> = {
  monthly_income_usd: {
    field: 'status',
    states: {
      verified: 'verified',
      positive: 'verified',
      partial: 'partially_verified',
    },
  },
  annual_income_usd: {
    field: 'status',
    states: {
      verified: 'verified',
      positive: 'verified',
      partial: 'partially_verified',
    },
  },
  'employer.months_employed': {
    field: 'employer.status',
    states: { employed: 'employed' },
  },
};
