import { describe, expect, test } from '../../support/jest.ts';
import { isInsufficientReason } from '../../../core/notices/insufficient.ts';

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

  test.each([
    'Length of employment',
    'Insurance policy lapsed twice',
    'Does not meet our criteria for income: two pay slips are missing',
    'Scored low on the driving test',
    '',
  ])('%j is another thing', (text) => {
    expect(isInsufficientReason(text)).toBe(false);
  });
});
