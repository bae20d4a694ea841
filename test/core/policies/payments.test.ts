import { describe, expect, test } from '../../support/jest.ts';
import { compilePolicy } from '../../../core/policies/compile.ts';

const compiled = (prompt: string) => compilePolicy(prompt, { useCase: 'auto_loan', asOf: '2026-01-05' });
const conditionsIn = (prompt: string): string => {
  const result = compiled(prompt);
  return result.ok ? JSON.stringify(result.definition) : result.details.map(({ message }) => message).join('\n');
};

/** The policy of a loan compares an income with the loan's payment, which no report knows. */
describe('an income that is compared with the payment of the loan', () => {
  test.each([
    ['Approve if monthly income is at least 3 times the payment. Otherwise deny.', 3],
    ['Deny if income is less than three times the loan payment. Approve the rest.', 3],
    ['Income must be at least 2.5x the car payment.', 2.5],
  ])('%s', (prompt, times) => {
    expect(conditionsIn(prompt)).toContain(
      `"value_from":{"source_node_id":"context","field":"applicant.monthly_payment","times":${times}}`,
    );
  });

  test('is a yearly income if the words say so', () => {
    const prompt = 'Approve if annual income is at least 36 times the loan payment. Otherwise deny.';
    expect(conditionsIn(prompt)).toContain('"field":"annual_income_usd"');
  });

  test.each([
    // A payment that the applicant already makes, or the loan's: the words do not tell.
    'Approve if monthly income is at least 3 times the monthly payment. Otherwise deny.',
    'Approve if monthly income is at least 3 times the payments. Otherwise deny.',
    // No amount a month.
    'Approve if the score is at least 3 times the payment. Otherwise deny.',
    // A date is no number of times another one.
    'Deny if the field criminal_background.records.disposed_on is more than 2 times the field eviction_history.records.filed_on. Approve everyone else.',
  ])('is refused in other words: %s', (prompt) => {
    expect(compiled(prompt).ok).toBe(false);
  });
});

test.each(['Auto loans:\n'])('a title line is no refusal: %j', (title) => {
  const policy = 'Approve if the credit score is at least 640. Deny everyone else.';
  const [titled, plain] = [compiled(title + policy), compiled(policy)];
  expect(titled.ok && plain.ok && titled.definition).toEqual(plain.ok && plain.definition);
  expect(titled.ok).toBe(true);
});
