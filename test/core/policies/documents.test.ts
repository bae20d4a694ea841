import { describe, expect, test } from '../../support/jest.ts';
import { decisions } from './support/decided.ts';

/** Issue 30: what stands in a document beside its rules, and what its sentences refer to. */
describe('titles', () => {
  test.each([
    'CREDIT CARD ELIGIBILITY\n- Score of at least 600',
    'Auto loans: we decline borrowers with a score under 600. Approve the rest.',
  ])('%s', (prompt) => {
    expect(decisions(prompt, ['score=600', 'score=599'])).toEqual(['approved', 'denied']);
  });

  test.each([
    // Of somebody else, or of some of them.
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
    'The following will each rule a candidate out: a felony; an eviction; a score under 600. Approve the rest.',
  ])('%s', (prompt) => {
    expect(decisions(prompt, ['', 'felonies=1', 'evictions=1', 'score=599'])).toEqual([
      'approved',
      'denied',
      'denied',
      'denied',
    ]);
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
    const prompt = 'One misdemeanor: review. Approve the rest.';
    expect(decisions(prompt, ['', one, `${one} ${one}`])).toEqual(['approved', 'review', 'review']);
    const denied = 'One misdemeanor is denied. Approve the rest.';
    expect(decisions(denied, ['', one, `${one} ${one}`])).toEqual(['approved', 'denied', 'denied']);
    const exactly = 'Exactly one misdemeanor is denied. Approve the rest.';
    expect(decisions(exactly, [one, `${one} ${one}`])).toEqual(['denied', 'approved']);
  });
});

describe('who misses a requirement, and who meets them', () => {
  const required = 'The score must be at least 600. Income must be at least 3x rent.';
  const people = ['', 'score=599', 'ratio=2.9', 'score=599 ratio=2.9'];

  test.each(['Those who fail any of these are denied.'])('%s', (sentence) => {
    expect(decisions(`${required} ${sentence}`, people)).toEqual(['approved', 'denied', 'denied', 'denied']);
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
    expect(decisions(prompt, [''])).toContain('name them');
  });

  test.each([
    'Applicants must have no felonies. They must have a score of at least 600.',
    'Deny if the score is below 600. If they have a felony, deny. Approve the rest.',
  ])('%s', (prompt) => {
    expect(decisions(prompt, ['', 'felonies=1', 'score=599'])).toEqual(['approved', 'denied', 'denied']);
  });
});

test('a part of a sentence that can be read in too many ways is refused with the whole', () => {
  const prompt =
    'Step three felony — open is not good enough open rule candidate out unresolved in for assessment; ' +
    'for in sex offender registry, disapprove all loan; while exception to all of above plus offer withdrawn alway = unemployed';
  expect(decisions(prompt, ['score=600'])).toEqual(expect.any(String));
});
