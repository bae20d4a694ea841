import { isJsonObject, type JsonObject } from '../json.ts';
import type { Product, ScoreDisclosure } from './contract.ts';
import { CREDIT_REPORT_WORDS } from './credit-report-words.ts';
import { syntheticCreditReport } from './credit-report-synthetic.ts';
import {
  ABOVE,
  ABOVE_ZERO,
  BELOW,
  comparedWith,
  count,
  curedByMore,
  date,
  dollars,
  equals,
  flag,
  integer,
  list,
  noneOnRecord,
  nullable,
  number,
  object,
  oneOf,
  ofKind,
  some,
  state,
  text,
} from './schema.ts';
import { mostFactors } from './scores.ts';

const ACCOUNT_TYPES = ['revolving', 'installment', 'auto', 'student', 'mortgage'] as const;
const ACCOUNT_STATUSES = ['open', 'closed', 'charged_off'] as const;

const REASON = {
  limited: 'Limited credit experience',
  established: 'Length of time accounts have been established',
  delinquent: 'Delinquent past or present credit obligations with others',
  utilization: 'Balances on revolving accounts are high in relation to their credit limits',
  obligations: 'Amount owed on accounts is too high',
  excessive: 'Excessive obligations in relation to income',
  fewOpen: 'Too few open accounts in the credit file',
  payments: 'Monthly payments on existing debts are too high',
  inquiries: 'Number of recent inquiries on the credit bureau report',
  collection: 'Collection action reported by a creditor or collection agency',
  publicRecord: 'Judgment, lien or garnishment of public record',
  bankruptcy: 'Bankruptcy',
  recentBankruptcy: 'Time since the most recent bankruptcy',
  chargeOff: 'Account charged off as a bad debt',
  unscored: 'Too little credit history to be scored',
} as const;

const DELINQUENT = state(
  some('late_payments_last_24_months'),
  some('past_due_accounts_count'),
  some('charge_offs_count'),
);
const CHARGED_OFF = state(some('charge_offs_count'));
/** The states in which a missing score means too little history. Other causes are possible, such as a frozen file. */
const UNSCORED = [equals('file_status', 'thin'), equals('file_status', 'no_record')];
/**
 * The bureau has a file but released nothing: the person froze it (15 USC 1681c-1), or the bureau withholds it. Neither
 * says anything about the person's credit, so no figure and no other reason of the catalogue may.
 */
const UNRELEASED = {
  frozen: 'Credit file frozen, so no credit report was available',
  withheld: 'Credit file withheld by the consumer reporting agency, so no credit report was available',
} as const;
const IN_COLLECTION = state(some('collections_count'));
const ON_RECORD = state(some('public_records_count'));
const BANKRUPT = state(some('bankruptcies_count'));

const tradeline = object(
  'Account',
  'One account reported to the bureau.',
  {
    creditor: text('Creditor', 'Name of the creditor.'),
    account_type: oneOf('Account type', 'Kind of account.', ACCOUNT_TYPES),
    status: oneOf('Status', 'Current state of the account.', ACCOUNT_STATUSES, {
      reason: REASON.chargeOff,
      when: comparedWith('charged_off', some('charge_offs_count')),
      ofItem: { operator: 'equals', value: 'charged_off' },
    }),
    opened_on: date('Opening date', 'Date of opening.', { reason: REASON.established, when: ABOVE, figures: ['min'] }),
    balance_usd: dollars('Balance', 'Balance last reported.', {
      reason: REASON.obligations,
      when: ABOVE,
      figures: ['sum', 'max'],
    }),
    credit_limit_usd: nullable(dollars('Credit limit', 'Credit limit; null for accounts that have none.')),
    monthly_payment_usd: dollars('Monthly payment', 'Scheduled monthly payment.', {
      reason: REASON.payments,
      when: ABOVE,
      figures: ['sum'],
    }),
    days_past_due: integer(
      'Days past due',
      'How late the account is now.',
      { unit: 'days', minimum: 0 },
      { reason: REASON.delinquent, when: DELINQUENT, ofItem: ABOVE_ZERO },
    ),
    late_payments_last_24_months: count(
      'Late payments in the last 24 months',
      'Payments 30 or more days late in the last 24 months.',
      {
        reason: REASON.delinquent,
        when: DELINQUENT,
        ofItem: ABOVE_ZERO,
      },
    ),
  },
  ['creditor', 'account_type', 'status', 'balance_usd'],
);

const schema = object(
  'Credit report',
  'A consumer credit report on one person.',
  {
    score: ofKind(
      'score',
      nullable(
        integer(
          'Score',
          'Credit score; null if the file was not scored: its status says why.',
          { unit: 'points', minimum: 300, maximum: 850 },
          {
            factors: 'key_factors',
            factorsWhen: BELOW,
            missing: REASON.unscored,
            missingWhen: UNSCORED,
          },
        ),
      ),
    ),
    score_model: nullable(text('Scoring model of the credit report', 'Name of the scoring model.')),
    score_minimum: nullable(integer('Lowest score of the model', 'Lowest score of the model.', { unit: 'points' })),
    score_maximum: nullable(integer('Highest score of the model', 'Highest score of the model.', { unit: 'points' })),
    scored_on: nullable(date('Date of the score', 'Date on which the score was created.')),
    key_factors: list(
      'Key factors of the credit score',
      'Factors that affected the score most adversely, as given by the bureau, most important first.',
      object(
        'Key factor',
        'One key factor.',
        { code: text('Code', "The bureau's code."), text: text('Text', "The bureau's words.") },
        ['code', 'text'],
      ),
      { one: 'key factor', many: 'key factors' },
    ),
    file_status: oneOf(
      'Status of the credit file',
      'How much the bureau knows; `frozen` by the person, or `withheld` by the bureau: then it released nothing else.',
      ['scored', 'thin', 'no_record', ...Object.keys(UNRELEASED)],
      { reason: REASON.unscored, when: state(...UNSCORED) },
    ),
    reported_on: date('Reporting date', 'Date of the report.'),
    tradelines: list(
      'Accounts',
      'The accounts of the file.',
      tradeline,
      { one: 'account', many: 'accounts' },
      { reason: REASON.limited, when: state(equals('tradelines_count', 0)) },
    ),
    tradelines_count: count('Number of accounts', 'Accounts in the file.', { reason: REASON.limited, when: BELOW }),
    open_tradelines_count: count('Number of open accounts', 'Accounts that are open.', {
      reason: REASON.fewOpen,
      when: BELOW,
    }),
    oldest_tradeline_months: nullable(
      integer(
        'Age of the oldest account',
        'Age of the oldest account; null without accounts.',
        { unit: 'months', minimum: 0 },
        {
          reason: REASON.established,
          when: BELOW,
          missing: REASON.limited,
        },
      ),
    ),
    utilization_percent: nullable(
      number(
        'Utilization',
        'Balances of open revolving accounts in percent of their limits; null without such accounts.',
        { unit: 'percent', minimum: 0 },
        {
          reason: REASON.utilization,
          when: ABOVE,
          missing: 'No open revolving accounts with a credit limit in the credit file',
        },
      ),
    ),
    total_balance_usd: dollars('Total balance', 'Sum of all balances.', { reason: REASON.obligations, when: ABOVE }),
    monthly_payments_usd: dollars('Monthly payments', 'Sum of the scheduled monthly payments.', {
      reason: REASON.payments,
      when: ABOVE,
      compared: {
        'income_verification.monthly_income_usd': REASON.excessive,
        'income_verification.annual_income_usd': REASON.excessive,
        'income_verification.stated_monthly_income_usd': REASON.excessive,
      },
    }),
    late_payments_last_24_months: count(
      'Late payments in the last 24 months',
      'Payments 30 or more days late in the last 24 months.',
      {
        reason: REASON.delinquent,
        when: state(some('late_payments_last_24_months')),
      },
    ),
    past_due_accounts_count: count('Number of past due accounts', 'Accounts past due now.', {
      reason: REASON.delinquent,
      when: state(some('past_due_accounts_count')),
    }),
    charge_offs_count: count('Number of charge offs', 'Accounts charged off.', {
      reason: REASON.chargeOff,
      when: CHARGED_OFF,
    }),
    inquiries_last_6_months: count('Inquiries in the last 6 months', 'Hard inquiries in the last six months.', {
      reason: REASON.inquiries,
      when: ABOVE,
    }),
    inquiries_last_24_months: count('Inquiries in the last 24 months', 'Hard inquiries in the last 24 months.', {
      reason: REASON.inquiries,
      when: ABOVE,
    }),
    collections: list(
      'Collections',
      'Debts handed to a collection agency.',
      object(
        'Collection',
        'One collection.',
        {
          agency: text('Agency', 'Collection agency.'),
          original_creditor: text('Original creditor', 'To whom the debt was owed.'),
          reported_on: date('Reporting date', 'Date on which it was first reported.'),
          balance_usd: dollars('Balance', 'Balance still owed; 0 when it was paid.'),
        },
        ['agency', 'balance_usd'],
      ),
      { one: 'collection', many: 'collections', empty: 'best' },
      { reason: REASON.collection, when: IN_COLLECTION },
    ),
    collections_count: count('Number of collections', 'Collections in the file.', {
      reason: REASON.collection,
      when: IN_COLLECTION,
    }),
    collections_balance_usd: dollars('Collections balance', 'Sum still owed in collections.', {
      reason: REASON.collection,
      when: IN_COLLECTION,
    }),
    public_records: list(
      'Public records',
      'Judgments, liens and garnishments of public record.',
      object(
        'Public record',
        'One public record.',
        {
          kind: oneOf('Kind', 'Type of the record.', ['civil_judgment', 'tax_lien', 'garnishment']),
          filed_on: date('Filing date', 'Date of filing.'),
          amount_usd: dollars('Amount', 'Amount.'),
          satisfied: flag('Payment or release', 'True if it was paid or released.'),
        },
        ['kind', 'filed_on'],
      ),
      { one: 'public record', many: 'public records', empty: 'best' },
      { reason: REASON.publicRecord, when: ON_RECORD },
    ),
    public_records_count: count('Number of public records', 'Public records in the file.', {
      reason: REASON.publicRecord,
      when: ON_RECORD,
    }),
    bankruptcies: list(
      'Bankruptcies',
      'Bankruptcies.',
      object(
        'Bankruptcy',
        'One bankruptcy.',
        {
          chapter: oneOf('Chapter', 'Chapter of the Bankruptcy Code.', ['7', '11', '13']),
          filed_on: date('Filing date', 'Date of filing.'),
          discharged_on: nullable(date('Discharge date', 'Date of discharge; null while it is open.')),
        },
        ['chapter', 'filed_on'],
      ),
      { one: 'bankruptcy', many: 'bankruptcies', empty: 'best' },
      { reason: REASON.bankruptcy, when: BANKRUPT },
    ),
    bankruptcies_count: count('Number of bankruptcies', 'Bankruptcies in the file.', {
      reason: REASON.bankruptcy,
      when: BANKRUPT,
    }),
    months_since_bankruptcy: noneOnRecord(
      integer(
        'Months since bankruptcy',
        'Months since the most recent bankruptcy was filed; null without one.',
        { unit: 'months', minimum: 0 },
        { reason: REASON.recentBankruptcy, when: curedByMore(BANKRUPT), none: REASON.bankruptcy },
      ),
    ),
  },
  ['score'],
);

export const creditReport: Product = {
  code: 'credit_report',
  name: 'Credit report',
  called: ['credit check'],
  description: 'Score, accounts, collections, public records and bankruptcies from a consumer credit bureau.',
  schema,
  synthetic: syntheticCreditReport,
  scoreField: 'score',
  unreleased: { field: 'file_status', reasons: UNRELEASED, kept: ['file_status', 'reported_on'] },
  hasLocalRules: false,
  ...CREDIT_REPORT_WORDS,
};

/**
 * The disclosure about the score in this output of `credit_report`; null if it has no score. Range and date are the
 * bureau's. The score may have been created before the day of the report, and models differ in range. Source: 15 USC
 * 1681g(f)(1).
 */
export function scoreDisclosure(output: JsonObject): ScoreDisclosure | null {
  const { score, score_model: model, score_minimum: minimum, score_maximum: maximum, scored_on: scoredOn } = output;
  if (typeof score !== 'number') return null;
  const factors = (Array.isArray(output.key_factors) ? output.key_factors : []).flatMap((factor) =>
    isJsonObject(factor) && typeof factor.text === 'string'
      ? [{ code: typeof factor.code === 'string' ? factor.code : '', text: factor.text }]
      : [],
  );
  return {
    score,
    range: typeof minimum === 'number' && typeof maximum === 'number' ? { minimum, maximum } : null,
    keyFactors: mostFactors(factors),
    scoredOn: typeof scoredOn === 'string' ? scoredOn : null,
    model: typeof model === 'string' ? model : null,
  };
}
