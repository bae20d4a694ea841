import { expect, test } from '../../support/jest.ts';
import { isInsufficientReason } from '../../../core/insufficient.ts';
import { namesNoFact, reportedFacts } from '../../../core/notices/insufficient.ts';

const isRefused = (text: string) => namesNoFact(text) || isInsufficientReason(text);

// Rules: 9.6.3
test.each([
  '-',
  'n/a',
  'N/A',
  'x',
  '...',
  'Bankruptcy',
  'Risk',
  'Risk too high',
  'Too risky',
  'High risk',
  'high-risk applicant',
  'Did not pass our scoring model',
  'Score 617 is below 670',
  'Credit score too low',
  'Does not qualify',
  'Did not meet our criteria',
  'Failed the screening',
  'Application denied',
  'Business decision',
  "Manager's decision",
  'See notes',
  'Internal policy',
  'Overall impression',
  'Not approved.',
])('%j is no specific reason', (text) => {
  expect(isRefused(text)).toBe(true);
});

test.each([
  'Rent unpaid',
  'Reference of the last landlord',
  'Unable to reach the employer',
  'Length of residence',
  'Incomplete application',
  'The employer says that the job ends in May',
  'Too few credit references',
  'Income could not be confirmed by the pay slips',
  'Two balances above the limits at risk of default',
])('%j names a fact', (text) => {
  expect(isRefused(text)).toBe(false);
});

test.each([
  ['Open bankruptcy in the file', [['credit_report.bankruptcies_count']]],
  ['An eviction two years ago', [['eviction_history.filings_count', 'eviction_history.judgments_count']]],
  ['Convicted of a felony', [['criminal_background.felony_count'], ['criminal_background.records_count']]],
  ['No bankruptcy, but the rent was unpaid', []],
  ['Employment without any criminal record, which ended', []],
  ['Rent unpaid', []],
] as const)('%j says of reports %j', (text, codes) => {
  expect(reportedFacts(text)).toEqual(codes);
});
