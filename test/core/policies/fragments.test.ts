import { describe, expect, test } from '../../support/jest.ts';
import { decisions, decisionsOrRefused } from './support/decided.ts';

/** Requirements in a few words, and figures without a word on which side of them. */
describe('what can only be asked for', () => {
  const people = ['score=580 ratio=3 evictions=1', 'score=579', 'ratio=2.9', 'evictions=2'];
  const careful = ['approved', 'denied', 'denied', 'denied'];

  test.each([
    'Minimum score 580. Minimum income of 3x the rent. Applicants must have at most one eviction.',
    'Minimum score: 580. Income must be at least 3x the rent. We require at most one eviction.',
    'Approve if score is at least 580, income is at least 3x rent and there is at most one eviction. Deny the rest.',
  ])('%s', (prompt) => {
    expect(decisions(prompt, people)).toEqual(careful);
  });

  test.each([
    'Score of at least 580. Income at least 3x the rent. No more than one eviction.',
    'Score 580 minimum. Income of 3x the rent or more. At most one eviction.',
    'Approve: score 580, income 3x and at most one eviction. Deny the rest.',
  ])('without a word that asks it is refused, or asked for: %s', (prompt) => {
    expect(['refused', careful]).toContainEqual(decisionsOrRefused(prompt, people));
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
});

describe('records that must be so', () => {
  test.each([
    'A bankruptcy must be discharged for at most two years. Score of at least 600.',
    'Evictions must be dismissed for at least two years. Score of at least 600.',
    'Applicants must be discharged. Score of at least 600.',
    'Evictions: none in the last 5 years, deny. Approve the rest.',
    'Any eviction, unless it was not dismissed, results in denial. Approve the rest.',
  ])('refuses: %s', (prompt) => {
    expect(decisions(prompt, [''])).toEqual(expect.any(String));
  });
});
