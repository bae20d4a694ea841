import { describe, expect, test } from '../../support/jest.ts';
import { isInsufficientReason } from '../../../core/insufficient.ts';

describe('12 CFR 1002.9(b)(2)', () => {
  test.each([
    'Internal standards',
    ' our internal  policies. ',
    'Based on the creditor’s internal standards or policies',
    'Does not meet our credit criteria',
    'Failed to achieve a qualifying score',
    'Credit score too low',
    'Low score',
  ])('%j is no specific reason', (text) => {
    expect(isInsufficientReason(text)).toBe(true);
  });

  // Rules: 10.26.6
  test.each(
    ['', 'You ', 'The applicant ', 'They ', 'Your application '].flatMap((who) =>
      [
        'did not meet',
        'does not satisfy',
        "didn't pass",
        'failed to meet',
        'is unable to meet',
        'failed',
        'has not met',
      ].flatMap((verb) =>
        [
          'our minimum criteria',
          'the lender’s standards',
          'internal policy',
          'our credit policies',
          'our rental requirements',
        ].map((what) => `${who}${verb} ${what}`),
      ),
    ),
  )('%j says only that a standard was not met', (text) => {
    expect(isInsufficientReason(text)).toBe(true);
  });

  test.each([
    'Length of employment',
    'You did not meet the minimum of three references',
    'The applicant failed the forklift test',
    'The application was not signed by the guarantor',
    'The building does not meet the fire code',
    'Your dog is not covered by our insurance policy',
    'The stove failed the gas inspection',
    'Insurance policy lapsed twice',
    'Does not meet our criteria for income: two pay slips are missing',
    'Scored low on the driving test',
    '',
  ])('%j is another thing', (text) => {
    expect(isInsufficientReason(text)).toBe(false);
  });
});
