import { isJsonObject, type JsonObject } from '../json.ts';
import type { Product, ScoreDisclosure } from './contract.ts';
import { syntheticCreditReport } from './credit-report-synthetic.ts';
import { count, date, dollars, integer, list, nullable, number, object, oneOf, text } from './schema.ts';

export const ACCOUNT_TYPES = ['revolving', 'installment', 'auto', 'student', 'mortgage'] as const;
export const ACCOUNT_STATUSES = ['open', 'closed', 'charged_off'] as const;

const REASON = {
  limited: 'Limited credit experience',
  delinquent: 'Delinquent past or present credit obligations with others',
  utilization: 'Balances on revolving accounts are high in relation to their credit limits',
  obligations: 'Excessive obligations in relation to income',
  inquiries: 'Number of recent inquiries on the credit bureau report',
  collection: 'Collection action reported by a creditor or collection agency',
  publicRecord: 'Judgment, lien or garnishment of public record',
  bankruptcy: 'Bankruptcy',
  chargeOff: 'Account charged off as a bad debt',
  unscored: 'The credit file holds too little credit history to be scored',
} as const;

const tradeline = object(
  'One account reported to the bureau.',
  {
    creditor: text('Name of the creditor.'),
    account_type: oneOf('Kind of account.', ACCOUNT_TYPES),
    status: oneOf('What became of the account.', ACCOUNT_STATUSES, { reason: REASON.chargeOff }),
    opened_on: date('Date of opening.', { reason: REASON.limited }),
    balance_usd: dollars('Balance last reported.', { reason: REASON.obligations }),
    credit_limit_usd: nullable(dollars('Credit limit; null for accounts that have none.')),
    monthly_payment_usd: dollars('Scheduled monthly payment.', { reason: REASON.obligations }),
    days_past_due: integer('How late the account is now.', { unit: 'days', minimum: 0 }),
    late_payments_last_24_months: count('Payments 30 or more days late in the last 24 months.'),
  },
  ['creditor', 'account_type', 'status', 'balance_usd'],
);

const schema = object(
  'A consumer credit report on one person.',
  {
    score: nullable(
      integer(
        'Credit score; null where there is too little history to be scored.',
        { unit: 'points', minimum: 300, maximum: 850 },
        {
          // Used only where the bureau gave no key factors: the reasons behind a score are its key factors.
          reason: 'Insufficient positive credit history in the credit bureau report',
          missing: REASON.unscored,
        },
      ),
    ),
    score_model: nullable(text('Name of the scoring model.')),
    score_minimum: nullable(integer('Lowest score of the model.', { unit: 'points' })),
    score_maximum: nullable(integer('Highest score of the model.', { unit: 'points' })),
    scored_on: nullable(date('Date on which the score was created.')),
    key_factors: list(
      'What affected the score most adversely, as the bureau gives it, most important first.',
      object('One key factor.', { code: text("The bureau's code."), text: text("The bureau's words.") }, [
        'code',
        'text',
      ]),
    ),
    file_status: oneOf('How much the bureau knows.', ['scored', 'thin', 'no_record'], { reason: REASON.unscored }),
    reported_on: date('Date of the report.'),
    tradelines: list('The accounts of the file.', tradeline, { reason: REASON.delinquent, missing: REASON.limited }),
    tradelines_count: count('Accounts in the file.', { reason: 'Insufficient number of credit references provided' }),
    open_tradelines_count: count('Accounts that are open.', {
      reason: 'Insufficient number of credit references provided',
    }),
    oldest_tradeline_months: nullable(
      integer(
        'Age of the oldest account; null without accounts.',
        { unit: 'months', minimum: 0 },
        {
          reason: 'Length of time accounts have been established',
          missing: REASON.limited,
        },
      ),
    ),
    utilization_percent: nullable(
      number(
        'Balances of open revolving accounts in percent of their limits; null without such accounts.',
        { unit: 'percent', minimum: 0 },
        {
          reason: REASON.utilization,
          missing: 'No open revolving accounts with a credit limit in the credit file',
        },
      ),
    ),
    total_balance_usd: dollars('Sum of all balances.', { reason: REASON.obligations }),
    monthly_payments_usd: dollars('Sum of the scheduled monthly payments.', { reason: REASON.obligations }),
    late_payments_last_24_months: count('Payments 30 or more days late in the last 24 months.', {
      reason: REASON.delinquent,
    }),
    past_due_accounts_count: count('Accounts past due now.', { reason: REASON.delinquent }),
    charge_offs_count: count('Accounts charged off.', { reason: REASON.chargeOff }),
    inquiries_last_6_months: count('Hard inquiries in the last six months.', { reason: REASON.inquiries }),
    inquiries_last_24_months: count('Hard inquiries in the last 24 months.', { reason: REASON.inquiries }),
    collections: list(
      'Debts handed to a collection agency.',
      object(
        'One collection.',
        {
          agency: text('Collection agency.'),
          original_creditor: text('To whom the debt was owed.'),
          reported_on: date('Date on which it was first reported.'),
          balance_usd: dollars('Balance still owed; 0 when it was paid.'),
        },
        ['agency', 'balance_usd'],
      ),
      { reason: REASON.collection },
    ),
    collections_count: count('Collections in the file.', { reason: REASON.collection }),
    collections_balance_usd: dollars('Sum still owed in collections.', { reason: REASON.collection }),
    public_records: list(
      'Judgments, liens and garnishments of public record.',
      object(
        'One public record.',
        {
          kind: oneOf('What it is.', ['civil_judgment', 'tax_lien', 'garnishment']),
          filed_on: date('Date of filing.'),
          amount_usd: dollars('Amount.'),
          satisfied: { type: 'boolean', description: 'Whether it was paid or released.' },
        },
        ['kind', 'filed_on'],
      ),
      { reason: REASON.publicRecord },
    ),
    public_records_count: count('Public records in the file.', { reason: REASON.publicRecord }),
    bankruptcies: list(
      'Bankruptcies.',
      object(
        'One bankruptcy.',
        {
          chapter: oneOf('Chapter of the Bankruptcy Code.', ['7', '11', '13']),
          filed_on: date('Date of filing.'),
          discharged_on: nullable(date('Date of discharge; null while it is open.')),
        },
        ['chapter', 'filed_on'],
      ),
      { reason: REASON.bankruptcy },
    ),
    bankruptcies_count: count('Bankruptcies in the file.', { reason: REASON.bankruptcy }),
    months_since_bankruptcy: nullable(
      integer(
        'Months since the most recent bankruptcy was filed; null without one.',
        { unit: 'months', minimum: 0 },
        {
          reason: REASON.bankruptcy,
        },
      ),
    ),
  },
  ['score'],
);

export const creditReport: Product = {
  code: 'credit_report',
  name: 'Credit report',
  description: 'Score, accounts, collections, public records and bankruptcies from a consumer credit bureau.',
  schema,
  synthetic: syntheticCreditReport,
  reasonsFrom: (path, output) =>
    path === 'score'
      ? (scoreDisclosure(output)
          ?.keyFactors.slice(0, 4)
          .map((factor) => factor.text) ?? [])
      : [],
};

const INQUIRIES = /inquir/i;

/**
 * What a notice discloses of the score in this output of `credit_report`, or null where there is no score. Where the
 * bureau names no range, date or model, `asOf` (ISO date of the pull) and the product's own range stand in.
 */
export function scoreDisclosure(output: JsonObject, asOf?: string): ScoreDisclosure | null {
  const { score, score_model: model, score_minimum: minimum, score_maximum: maximum } = output;
  if (typeof score !== 'number') return null;
  const scoredOn = [output.scored_on, output.reported_on, asOf].find((day) => typeof day === 'string');
  const factors = (Array.isArray(output.key_factors) ? output.key_factors : []).flatMap((factor) =>
    isJsonObject(factor) && typeof factor.text === 'string'
      ? [{ code: typeof factor.code === 'string' ? factor.code : '', text: factor.text }]
      : [],
  );
  const fifth = factors.slice(4, 5).filter(({ text }) => INQUIRIES.test(text));
  return {
    score,
    range: {
      minimum: typeof minimum === 'number' ? minimum : 300,
      maximum: typeof maximum === 'number' ? maximum : 850,
    },
    keyFactors: [...factors.slice(0, 4), ...fifth],
    scoredOn: scoredOn ?? null,
    model: typeof model === 'string' ? model : null,
  };
}
