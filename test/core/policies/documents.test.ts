import { generate } from '../../../core/policies/generation.ts';
import { describe, expect, test } from '../../support/jest.ts';
import { decisions, decisionsOrRefused } from './support/decided.ts';

/** Parts of a document other than its rules, and the things to which its sentences refer. */
describe('titles', () => {
  // Rules: 2.6.10
  test.each(['Rental criteria\nThe score must be at least 600.', 'Credit criteria\n- Minimum score 600'])(
    'a first line that only names the text: %s',
    (prompt) => {
      expect(decisions(prompt, ['score=600', 'score=599'])).toEqual(['approved', 'denied']);
      const generation = generate({ prompt, useCase: 'tenant_screening', now: 0 });
      expect(generation.unrecognized).toEqual([{ text: prompt.split('\n')[0], offset: 0 }]);
    },
  );

  test.each([
    'CREDIT CARD ELIGIBILITY\n- Score of at least 600',
    'Auto loans: we decline borrowers with a score under 600. Approve the rest.',
  ])('another one is refused, or only names it: %s', (prompt) => {
    expect(['refused', ['approved', 'denied']]).toContainEqual(decisionsOrRefused(prompt, ['score=600', 'score=599']));
  });

  test.each([
    // Rules for another person, or for some of the applicants.
    'Guarantors:\n- Income at least 5x the rent\nApplicants:\n- Score at least 620',
    'Household members: no felonies. Minimum score 600.',
    'Auto loans: deny scores under 600. Personal loans: deny scores under 700. Approve the rest.',
    'Students: deny scores under 600. Approve the rest.',
    'Minimum score 600.\nGuarantors\nIncome at least 5x the rent.',
    'Roommate criteria:\n- Score of at least 700\nApplicant criteria:\n- Income at least 3x the rent',
    'Applicant criteria:\n- Score of at least 700\nRoommate criteria:\n- Income at least 3x the rent',
    // Sentences that look like titles.
    'Program (2024 edition): deny scores under 600. Approve the rest.',
    'Loan program (deny evictions). Approve the rest.',
    'Overtime counts half. Income must be at least 3x the rent.',
    'Dismissed evictions count. Deny evictions. Approve the rest.',
    'Medical bills are ignored. Deny collections over $500. Approve the rest.',
    'Benefits do not count. Income must be at least 3x the rent.',
  ])('refuses: %s', (prompt) => {
    expect(decisions(prompt, [''])).toEqual(expect.any(String));
  });
});

describe('what is not looked at', () => {
  test.each([
    'Credit is not a factor. Deny scores under 600. Approve the rest.',
    'There are no automatic denials for criminal history. Deny felonies. Approve the rest.',
    'We do not use evictions. Deny evictions. Approve the rest.',
    'There are no approvals for felonies. Approve scores over 600. Deny the rest.',
    'Nobody is approved for evictions. Approve scores over 600. Deny the rest.',
    'The strictest result controls. First approve scores over 700. Then deny evictions. Then approve everyone.',
  ])('refuses: %s', (prompt) => {
    expect(decisions(prompt, [''])).toEqual(expect.any(String));
  });
});

describe('lists that are introduced', () => {
  test.each([
    'Deny if any of these is true: a felony; an eviction; a score under 600. Approve the rest.',
    'Deny if any of the following apply:\n- a felony\n- an eviction\n- a score under 600\nApprove the rest.',
  ])('%s', (prompt) => {
    expect(decisions(prompt, ['', 'felonies=1', 'evictions=1', 'score=599'])).toEqual([
      'approved',
      'denied',
      'denied',
      'denied',
    ]);
  });

  test('in other words are refused, or of each of them', () => {
    const prompt =
      'The following will each rule a candidate out: a felony; an eviction; a score under 600. Approve the rest.';
    const said = decisionsOrRefused(prompt, ['', 'felonies=1', 'evictions=1', 'score=599']);
    expect(['refused', ['approved', 'denied', 'denied', 'denied']]).toContainEqual(said);
  });
});

describe('before all others', () => {
  test.each([
    'Always approve scores over 700. Deny evictions. Approve the rest.',
    'Review scores under 600, exception to all of the above. Approve the rest.',
  ])('refuses: %s', (prompt) => {
    expect(decisions(prompt, [''])).toEqual(expect.any(String));
  });
});

describe('what is left of what was named', () => {
  test('of a single one, two are not better', () => {
    const one = 'rec=misdemeanor/convicted/9';
    const people = ['', one, `${one} ${one}`];
    expect(decisions('A misdemeanor: review. Approve the rest.', people)).toEqual(['approved', 'review', 'review']);
    expect(decisions('A misdemeanor is denied. Approve the rest.', people)).toEqual(['approved', 'denied', 'denied']);
    const exactly = 'Deny anyone with exactly one misdemeanor. Approve the rest.';
    expect(decisions(exactly, people)).toEqual(['approved', 'denied', 'approved']);
  });

  test.each([
    ['One misdemeanor: review. Approve the rest.', ['approved', 'review', 'review']],
    ['One misdemeanor is denied. Approve the rest.', ['approved', 'denied', 'denied']],
    ['Deny one misdemeanor. Approve the rest.', ['approved', 'denied', 'denied']],
    ['Exactly one misdemeanor is denied. Approve the rest.', ['approved', 'denied', 'approved']],
  ])('a number without a side is refused, or of at least so many: %s', (prompt, expected) => {
    const one = 'rec=misdemeanor/convicted/9';
    expect(['refused', expected]).toContainEqual(decisionsOrRefused(prompt, ['', one, `${one} ${one}`]));
  });
});

describe('who misses a requirement, and who meets them', () => {
  const required = 'The score must be at least 600. Income must be at least 3x rent.';
  const people = ['', 'score=599', 'ratio=2.9', 'score=599 ratio=2.9'];

  // Rules: 2.6.6
  test('nothing need be said of them', () => {
    expect(decisions(required, people)).toEqual(['approved', 'denied', 'denied', 'denied']);
  });

  test('"those who fail any of these" is refused, or is whoever fails one', () => {
    const said = decisionsOrRefused(`${required} Those who fail any of these are denied.`, people);
    expect(['refused', ['approved', 'denied', 'denied', 'denied']]).toContainEqual(said);
  });

  test.each([
    'Failing both leads to denial.',
    'Missing both means denial.',
    'Those who fail both are denied.',
    'Those who fail all of these requirements are denied.',
    'Those who fail all requirements are denied.',
    'Those who fail every requirement are denied.',
    'Those who do not meet any of these requirements are denied.',
    'Those who do not meet both are denied.',
    'Applicants who meet either requirement are approved.',
    'Applicants who meet either standard are approved.',
    'Those who meet any of these are approved.',
    'Approve applicants who meet any of these requirements.',
    'Those who meet any of these are denied.',
    'Those who miss none of these are denied.',
  ])('refuses: %s', (sentence) => {
    expect(decisions(`${required} ${sentence}`, people)).toEqual(expect.any(String));
  });
});

describe('"they" after a sentence about some', () => {
  test.each([
    'Review felonies. They are denied if the score is below 600. Approve the rest.',
    'Review felonies. If they have a score below 600, deny. Approve the rest.',
    'Review felonies. Deny them if the score is below 600. Approve the rest.',
    'Review felonies. If the score is below 600, they are denied. Approve the rest.',
    'Review felonies. If the score is below 600, deny them. Approve the rest.',
    'Review applicants with felonies. Such applicants are denied if the score is below 600. Approve the rest.',
    'Review applicants with felonies. Such persons must have a score of at least 600. Approve the rest.',
    'Applicants with felonies are reviewed. They need a score of at least 600.',
  ])('refuses: %s', (prompt) => {
    expect(decisions(prompt, [''])).toEqual(expect.any(String));
  });

  test.each([
    'Applicants must have no felonies. They must have a score of at least 600.',
    'Deny if the score is below 600. If they have a felony, deny. Approve the rest.',
  ])('is refused, or of all: %s', (prompt) => {
    const said = decisionsOrRefused(prompt, ['', 'felonies=1', 'score=599']);
    expect(['refused', ['approved', 'denied', 'denied']]).toContainEqual(said);
  });

  test.each([
    'Applicants must have no felonies. Applicants must have a score of at least 600.',
    'Deny if the score is below 600. If the applicant has a felony, deny. Approve the rest.',
  ])('the noun says of whom: %s', (prompt) => {
    expect(decisions(prompt, ['', 'felonies=1', 'score=599'])).toEqual(['approved', 'denied', 'denied']);
  });
});

test('a part of a sentence that can be read in too many ways is refused with the whole', () => {
  const prompt =
    'Step three felony — open is not good enough open rule candidate out unresolved in for assessment; ' +
    'for in sex offender registry, disapprove all loan; while exception to all of above plus offer withdrawn alway = unemployed';
  expect(decisions(prompt, ['score=600'])).toEqual(expect.any(String));
});
