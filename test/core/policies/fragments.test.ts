import { describe, expect, test } from '../../support/jest.ts';
import type { JsonObject } from '../../../core/json.ts';
import { decisions } from './support/decided.ts';

/** Issue 30: requirements in a few words, and figures without a word on which side of them. */
describe('what can only be asked for', () => {
  test.each([
    'Score of at least 580. Income at least 3x the rent. No more than one eviction.',
    'Score 580 minimum. Income of 3x the rent or more. At most one eviction.',
    'Approve: score 580, income 3x and at most one eviction. Deny the rest.',
  ])('%s', (prompt) => {
    const people = ['score=580 ratio=3 evictions=1', 'score=579', 'ratio=2.9', 'evictions=2'];
    expect(decisions(prompt, people)).toEqual(['approved', 'denied', 'denied', 'denied']);
  });

  test.each([
    'Score below 600. Income at least 3x rent.',
    'Utilization over 50%. Score at least 600.',
    'At least two evictions. Score at least 600.',
    'Late payments 2 minimum. Score of at least 600.',
    'Approve if utilization is 30%. Deny the rest.',
    'Deny if the score is 500. Approve the rest.',
    'Approve if there is one eviction. Deny the rest.',
    "The landlord's income is at least 3x rent. Score of at least 600.",
    'We need 700. Deny felonies.',
    'Denied. Score of at least 700.',
  ])('refuses: %s', (prompt) => {
    expect(decisions(prompt, [''])).toEqual(expect.any(String));
  });

  test('of those who are named, of what was named', () => {
    const prompt = 'Employment of at least 12 months is required. Self-employed borrowers need 24 months.';
    const employed = (status: string, months_employed: number | null): JsonObject => ({
      income_verification: { employer: { status, months_employed } },
    });
    const people = [employed('employed', 12), employed('self_employed', 23), employed('self_employed', 24)];
    expect(decisions(prompt, [...people, employed('self_employed', null)])).toEqual([
      'approved',
      'denied',
      'approved',
      'denied',
    ]);
    expect(decisions('Self-employed applicants need 3. Minimum score 620.', [''])).toContain('name it');
  });
});

describe('records that must be so', () => {
  const bankrupt = (discharged_on: string | null): JsonObject => ({
    credit_report: {
      bankruptcies_count: 1,
      months_since_bankruptcy: 60,
      bankruptcies: [{ chapter: '7', filed_on: '2021-01-01', discharged_on }],
    },
  });

  test('discharged, and for so long', () => {
    const people = ['', bankrupt(null), bankrupt('2024-06-01'), bankrupt('2023-12-01')];
    expect(decisions('A bankruptcy must be discharged. Score of at least 300.', people)).toEqual([
      'approved',
      'denied',
      'approved',
      'approved',
    ]);
    const long = 'A bankruptcy must be discharged for at least two years. Score of at least 300.';
    expect(decisions(long, people)).toEqual(['approved', 'denied', 'denied', 'approved']);
  });

  test.each([
    'A bankruptcy must be discharged for at most two years. Score of at least 600.',
    'Evictions must be dismissed for at least two years. Score of at least 600.',
    'Applicants must be discharged. Score of at least 600.',
    'Evictions: none in the last 5 years, deny. Approve the rest.',
    'Any eviction, unless it was not dismissed, results in denial. Approve the rest.',
  ])('refuses: %s', (prompt) => {
    expect(decisions(prompt, [''])).toEqual(expect.any(String));
  });

  test.each([
    ['Evictions: none in the last 5 years. Score of at least 600.', ['denied', 'approved']],
    ['Evictions: any in the last 5 years, deny. Approve the rest.', ['denied', 'approved']],
    ['Two evictions or more: denied. Approve the rest.', ['approved', 'approved']],
    ['Deny evictions of any age, and felonies within 5 years. Approve the rest.', ['denied', 'denied']],
  ])('%s', (prompt, expected) => {
    expect(decisions(prompt, ['evictions=1 evMonths=59', 'evictions=1 evMonths=60'])).toEqual(expected);
  });

  test('with both, or with either', () => {
    const said = decisions('We do not accept applicants with evictions and felonies. Approve the rest.', ['']);
    expect(said).toContain('can be read in two ways');
    expect(said).not.toContain('?');
  });
});

describe('what is owed', () => {
  test('is compared with an income of a known time', () => {
    const owing = (total_balance_usd: number): JsonObject => ({ credit_report: { total_balance_usd } });
    const annual = 'Total balances may not exceed half of annual income. Score of at least 300.';
    const [least, more] = [owing(27_000), owing(80_000)];
    expect(decisions(annual, [least, more])).toEqual(['approved', 'denied']);
    expect(decisions('Total balances may not exceed half of the income.', [''])).toContain('a month or a year');
    expect(decisions('Total balances may not exceed half of the co-signer income.', [''])).toEqual(expect.any(String));
  });

  test('to a landlord', () => {
    const prompt = 'Deny anyone who owes a previous landlord more than $500. Approve the rest.';
    const owed = (judgment_balance_usd: number): JsonObject => ({ eviction_history: { judgment_balance_usd } });
    expect(decisions(prompt, [owed(500), owed(501)])).toEqual(['approved', 'denied']);
    expect(decisions('Deny anyone who owes a friend more than $500. Approve the rest.', [''])).toEqual(
      expect.any(String),
    );
  });
});
