import { describe, expect, test } from '../../support/jest.ts';
import type { JsonObject } from '../../../core/json.ts';
import { decisions, decisionsOrRefused } from './support/decided.ts';

/** Ratios of two measures, and what a text means by "DTI". */
const owing = (payments: number, income: number | null, more: JsonObject = {}): JsonObject => ({
  credit_report: { monthly_payments_usd: payments, total_balance_usd: payments * 10 },
  income_verification: {
    monthly_income_usd: income,
    annual_income_usd: income === null ? null : income * 12,
    ...more,
  },
});

describe('a ratio of two measures', () => {
  const people = [owing(3_600, 5_000), owing(3_600.1, 5_000), owing(0, 5_000), owing(100, null)];

  const careful = ['approved', 'denied', 'approved', 'denied'];

  test.each([
    'Approve if the total balance is at most 0.6 times the annual income. Deny the rest.',
    'Approve if the total balance is less than 0.6 times the annual income or the total balance is exactly 0.6 times the annual income. Deny the rest.',
  ])('%s', (prompt) => {
    expect(decisions(prompt, people)).toEqual(careful);
  });

  test.each([
    'The ratio of total balances to annual income must stay at or under 60%.',
    'Approve if the total debt divided by the annual income is at most 0.6. Deny the rest.',
    'The total balance must be at most 60% of the annual income.',
  ])('is refused, or decides as it says: %s', (prompt) => {
    expect(['refused', careful]).toContainEqual(decisionsOrRefused(prompt, people));
  });

  test.each([
    // An income over a time, and sums of two times.
    'The ratio of total balances to income must stay at or under 60%.',
    'The ratio of monthly payments to annual income must stay at or under 60%.',
    // No shares of each other, or no share at all.
    'The ratio of score to income must stay at or under 60%.',
    'The ratio of total balances to annual income must stay at or under 60.',
    'The ratio of total balances to annual income must stay at or under $60.',
    'The ratio of total balances to the household income must stay at or under 60%.',
    'The ratio of total balances to annual income plus assets must stay at or under 60%.',
    'The ratio of income to income must be at least 2.',
    'The total balance must be at most 60% of income.',
    'The monthly payments must be at most 60% of the annual income.',
    'The score must be at most 60% of the annual income.',
    'The total balance must be at most 60 of annual income.',
    'The total balance must be at most 60% of the household income.',
    'The income must be at most 60% of the monthly income.',
  ])('refuses: %s', (prompt) => {
    expect(decisions(prompt, [''])).toEqual(expect.any(String));
  });

  test('a rent that takes up a share of the income', () => {
    const tenants = [owing(0, 5_000, { rent_usd: 1_500 }), owing(0, 5_000, { rent_usd: 1_501 })];
    const prompt = 'Deny anyone whose rent is more than 30% of gross monthly income. Approve the rest.';
    expect(decisions(prompt, tenants)).toEqual(['approved', 'denied']);
    const said = 'Deny anyone whose rent would eat up more than 30% of gross monthly income. Approve the rest.';
    expect(['refused', ['approved', 'denied']]).toContainEqual(decisionsOrRefused(said, tenants));
  });
});

describe('payments that are a share of the income', () => {
  const people = [owing(1_800, 5_000), owing(1_801, 5_000), owing(2_150, 5_000), owing(2_151, 5_000)];

  test('in bands', () => {
    const prompt =
      'Approve if the monthly payments are at most 36% of the monthly income. Review if the monthly payments are over 36% of the monthly income and the monthly payments are at most 43% of the monthly income. Deny the rest.';
    expect(decisions(prompt, people)).toEqual(['approved', 'review', 'review', 'denied']);
  });

  test('who has no known income does not meet it', () => {
    const prompt = 'The monthly payments must be at most 43% of the monthly income.';
    expect(decisions(prompt, [...people, owing(1, null)])).toEqual([
      'approved',
      'approved',
      'approved',
      'denied',
      'denied',
    ]);
  });
});

describe('DTI, which is one thing to one and another to another', () => {
  const definition = 'monthly obligations from the bureau report divided by gross monthly income';

  test.each([
    'Deny if DTI is over 43%. Approve the rest.',
    `DTI (${definition}) must be at most 43%.`,
    `Approve if DTI is at most 36%. Review if DTI is over 36% but not over 43%. Deny the rest. DTI is the ${definition}.`,
    `DTI is the ${definition}. DTI is the total debt divided by the annual income. Deny if DTI is over 43%. Approve the rest.`,
    `DTI is the ${definition} plus the rent. Deny if DTI is over 43%. Approve the rest.`,
    `DTI is the ${definition}. Deny if DTI is over 43. Approve the rest.`,
    'DTI is the monthly payments divided by the co-signer income. Deny if DTI is over 43%. Approve the rest.',
  ])('is refused, and nothing is guessed: %s', (prompt) => {
    const said = decisions(prompt, ['']);
    expect(said).toEqual(expect.stringContaining('"DTI" is not understood here'));
    expect(said).not.toContain('?');
  });
});
