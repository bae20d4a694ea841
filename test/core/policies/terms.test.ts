import { describe, expect, test } from '../../support/jest.ts';
import { decisions, decisionsOrRefused } from './support/decided.ts';

/** Approvals at a figure, on terms, and what will do although a rule says otherwise. */
describe('approved at a figure', () => {
  test('is approved from there on', () => {
    const people = ['score=610', 'score=609', 'score=null', 'score=700 bankr=1'];
    const prompt = 'Deny anyone with a bankruptcy. Approve scores of 610 or better. Decline the rest.';
    expect(decisions(prompt, people)).toEqual(['approved', 'denied', 'denied', 'denied']);
  });

  test.each([
    'Deny bankruptcies. If the score is known or the income is verified, approve at 610 or better, otherwise decline.',
    'Approve at 600. Deny the rest.',
    'Deny scores at 600 or better at 700. Approve the rest.',
    'Deny at a score of 600 or better and approve below.',
    'Applicants are approved at an age of 21 and declined below.',
  ])('refuses: %s', (prompt) => {
    expect(decisions(prompt, [''])).toEqual(expect.any(String));
  });
});

describe('approved on terms', () => {
  test.each(["a guarantor's signature or a deposit of two months' rent", 'a qualified co-signer'])(
    'with %s is refused, or conditional',
    (terms) => {
      const prompt = `Approve scores of 660 or more. Scores from 600 to 659 are approved with ${terms}. Deny the rest.`;
      const said = decisionsOrRefused(prompt, ['score=660', 'score=659', 'score=599']);
      expect(['refused', ['approved', 'conditional', 'denied']]).toContainEqual(said);
    },
  );

  test.each([
    'Scores from 600 to 659 are approved with a higher deposit.',
    'Approve with a higher deposit if the score is from 600 to 659.',
    'Conditionally approve scores from 600 to 659.',
    'Approve with conditions if the score is between 600 and 659.',
    'Approve on other terms from 600 to 659.',
  ])('%s', (sentence) => {
    const prompt = `Approve scores of 660 or more. ${sentence} Deny the rest.`;
    expect(decisions(prompt, ['score=660', 'score=659', 'score=599'])).toEqual(['approved', 'conditional', 'denied']);
  });

  test.each([
    'Approve applicants with a guarantor. Deny the rest.',
    'Deny scores under 600 unless they have a guarantor. Approve the rest.',
    'Approve scores over 600 with a clean credit history. Deny the rest.',
    'Approve scores over 600 with a deposit of two dogs. Deny the rest.',
    'Deny scores under 600 with a higher deposit. Approve the rest.',
  ])('refuses: %s', (prompt) => {
    expect(decisions(prompt, [''])).toEqual(expect.any(String));
  });
});

describe('what will do although a rule says otherwise', () => {
  test.each([
    'Deny scores under 600, except that the boss decides. Approve the rest.',
    'Approve scores over 600, except that an income over 3x rent suffices. Deny the rest.',
    'Deny evictions, except that a dismissed eviction suffices. Approve the rest.',
    'Deny scores under 600, save that a guarantor suffices. Approve the rest.',
  ])('refuses: %s', (prompt) => {
    expect(decisions(prompt, [''])).toEqual(expect.any(String));
  });
});

describe('a search that found nothing', () => {
  const people = ['', 'rec=misdemeanor/convicted/9'];

  test('is one without a record', () => {
    const prompt = 'Approve candidates with no criminal record. Deny the rest.';
    expect(decisions(prompt, people)).toEqual(['approved', 'denied']);
  });

  test('"a clear criminal search" is refused, or is that', () => {
    const said = decisionsOrRefused('Approve candidates with a clear criminal search. Deny the rest.', people);
    expect(['refused', ['approved', 'denied']]).toContainEqual(said);
  });

  test('"a status other than clear" is refused', () => {
    const prompt = 'Approve candidates with a background check status other than clear. Deny the rest.';
    expect(decisions(prompt, people)).toEqual(expect.any(String));
  });
});
