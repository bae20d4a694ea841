import { compileValidator } from '../validation/index.ts';
import { closed, text } from './schemas.ts';

const REPORT_LABELS = [
  'title',
  'footer',
  'page',
  'reported_on',
  'prepared_for',
  'person',
  'report',
  'name',
  'date_of_birth',
  'ssn',
  'address',
  'email',
  'phone',
  'yes',
  'no',
  'none',
  'percent',
  'days',
  'months',
  'years_and_months',
  'score',
  'no_score',
  'thin_file',
  'no_record',
  'not_scored',
  'key_factors',
  'score_position',
  'summary',
  'accounts',
  'open_accounts',
  'utilization',
  'total_balance',
  'monthly_payments',
  'oldest_account',
  'past_due_now',
  'late_last_24_months',
  'charged_off',
  'collections',
  'public_records',
  'bankruptcies',
  'no_accounts',
  'creditor',
  'type',
  'status',
  'opened',
  'balance',
  'limit',
  'payment',
  'past_due',
  'late_in_24_months',
  'inquiries',
  'last_6_months',
  'last_24_months',
  'no_collections',
  'collection_agency',
  'original_creditor',
  'reported',
  'no_public_records',
  'kind',
  'filed',
  'satisfied',
  'amount',
  'no_bankruptcies',
  'chapter',
  'discharged',
  'open',
] as const;
export type ReportLabel = (typeof REPORT_LABELS)[number];

/** The words of report pages. */
export interface ReportWording {
  readonly language: string;
  readonly test_mark: string;
  readonly labels: Readonly<Record<ReportLabel, string>>;
}

export const REPORT_PLACEHOLDERS = new Set([
  'report',
  'execution',
  'page',
  'pages',
  'date',
  'number',
  'years',
  'months',
  'value',
  'minimum',
  'maximum',
]);

export const isReportWording = compileValidator(
  closed({
    about: text,
    language: text,
    test_mark: text,
    labels: closed(Object.fromEntries(REPORT_LABELS.map((label) => [label, text]))),
  }),
);
