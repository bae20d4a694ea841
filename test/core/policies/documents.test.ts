import { describe, expect, test } from '../../support/jest.ts';
import type { JsonObject } from '../../../core/json.ts';
import { decisions } from './support/decided.ts';

/** Issue 30: what stands in a document beside its rules, and what its sentences refer to. */
describe('titles', () => {
  test.each([
    'CREDIT CARD ELIGIBILITY\n- Score of at least 600',
    'Rental policy, 3 lines:\nDeny scores under 600.\nApprove the rest.',
    'Home improvement loan. Deny scores under 600. Approve the rest.',
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

test('a rule behind a title in parentheses is read', () => {
  const prompt = 'Loan program (Lakeside): evictions are denied. Approve the rest.';
  expect(decisions(prompt, ['', 'evictions=1'])).toEqual(['approved', 'denied']);
});

describe('what is not looked at', () => {
  test.each([
    'Credit is not a factor. Deny evictions. Approve the rest.',
    'We do not look at credit scores. Deny evictions. Approve the rest.',
    'There are no automatic denials for criminal history. Deny evictions. Approve the rest.',
  ])('%s', (prompt) => {
    expect(decisions(prompt, ['score=300 felonies=1', 'evictions=1'])).toEqual(['approved', 'denied']);
  });

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
    'Reasons for denial are: (1) a felony, (2) an eviction, and (3) a score under 600. Approve the rest.',
    'The following people need not apply: those with a felony, those with an eviction, those with a score under 600. Approve the rest.',
  ])('%s', (prompt) => {
    expect(decisions(prompt, ['', 'felonies=1', 'evictions=1', 'score=599'])).toEqual([
      'approved',
      'denied',
      'denied',
      'denied',
    ]);
  });

  test('what is looked at is required', () => {
    const prompt =
      'We only look at two things: (1) no felonies, and (2) a score of 600. Failing either leads to denial.';
    expect(decisions(prompt, ['score=600', 'score=599', 'felonies=1'])).toEqual(['approved', 'denied', 'denied']);
    const other = 'We only look at three things: (1) no felonies, and (2) a score of 600.';
    expect(decisions(other, [''])).toEqual(expect.any(String));
  });
});

describe('before all others', () => {
  test.each([
    'Deny scores under 600. Exception to all of the above - watchlist match: REVIEW. Approve the rest.',
    'Deny scores under 600. A watchlist match is always reviewed. Approve the rest.',
    'Deny scores under 600. Watchlist match -> always review. Approve the rest.',
  ])('%s', (prompt) => {
    const people = ['score=599', 'score=599 watch=true', 'watch=true', ''];
    expect(decisions(prompt, people)).toEqual(['denied', 'review', 'review', 'approved']);
  });

  test.each([
    'Always approve scores over 700. Deny evictions. Approve the rest.',
    'Review scores under 600, exception to all of the above. Approve the rest.',
  ])('refuses: %s', (prompt) => {
    expect(decisions(prompt, [''])).toEqual(expect.any(String));
  });

  test('who is not approved straight away may be approved later', () => {
    const prompt =
      'Only applicants with neither a bankruptcy nor an eviction judgment are approved straight away. Having exactly one of the two sends you to the manager. Having both is a decline.';
    const people = ['', 'bankr=1', 'judgments=1', 'bankr=1 judgments=1'];
    expect(decisions(prompt, people)).toEqual(['approved', 'review', 'review', 'denied']);
  });

  test('only those are approved: what becomes of the others is said, or they are denied', () => {
    const people = ['', 'evictions=1'];
    const only = 'Only applicants with no evictions are approved.';
    expect(decisions(only, people)).toEqual(['approved', 'denied']);
    expect(decisions(`${only} Review the rest.`, people)).toEqual(['approved', 'review']);
    expect(decisions(`${only} Deny the rest.`, people)).toEqual(['approved', 'denied']);
    expect(decisions(`We only approve applicants with no evictions. Review the rest.`, people)).toEqual([
      'approved',
      'review',
    ]);
    const two = `${only} Only applicants with a score over 600 are approved.`;
    expect(decisions(two, ['', 'evictions=1', 'score=600'])).toEqual(['approved', 'denied', 'denied']);
    expect(decisions(`${two} Review the rest.`, people)).toContain('without "only"');
  });
});

describe('what is left of what was named', () => {
  const filed = (filed_on: string): JsonObject => ({
    credit_report: {
      public_records_count: 1,
      public_records: [{ kind: 'civil_judgment', filed_on, amount_usd: 9, satisfied: false }],
    },
  });

  test('before that date', () => {
    const prompt =
      'Deny judgments filed since January 1, 2023. Judgments before that date are ignored. Approve the rest.';
    const people = [filed('2023-01-01'), filed('2022-12-31')];
    expect(decisions(prompt, people, 'consumer_credit')).toEqual(['denied', 'approved']);
    const other = 'Deny judgments filed since January 1, 2023. Liens before that date are ignored. Deny liens.';
    expect(decisions(other, [''], 'consumer_credit')).toEqual(expect.any(String));
  });

  test('of a single one, two are not better', () => {
    const one = 'rec=misdemeanor/convicted/9';
    const prompt = 'One misdemeanor: review. Approve the rest.';
    expect(decisions(prompt, ['', one, `${one} ${one}`])).toEqual(['approved', 'review', 'review']);
    const denied = 'One misdemeanor is denied. Approve the rest.';
    expect(decisions(denied, ['', one, `${one} ${one}`])).toEqual(['approved', 'denied', 'denied']);
    const exactly = 'Exactly one misdemeanor is denied. Approve the rest.';
    expect(decisions(exactly, [one, `${one} ${one}`])).toEqual(['denied', 'approved']);
  });

  test('any other', () => {
    const prompt = 'Deny violent convictions. Any other conviction is reviewed. Approve the rest.';
    const people = ['rec=felony/convicted/9/violent', 'rec=felony/convicted/9', 'rec=felony/pending/9'];
    expect(decisions(prompt, people)).toEqual(['denied', 'review', 'approved']);
    const weaker = 'Review misdemeanors. Any other conviction is denied. Approve the rest.';
    expect(decisions(weaker, [''])).toContain('which others');
  });

  test('a bare count of what was named', () => {
    const prompt = 'No convictions: approve. One conviction: review. Two or more: deny.';
    const one = 'rec=felony/convicted/9';
    expect(decisions(prompt, ['', one, `${one} ${one}`])).toEqual(['approved', 'review', 'denied']);
    expect(decisions('Minimum score 620. Two or more: deny. Approve the rest.', [''])).toContain('name it');
  });

  test('at a figure that is of no report but the score', () => {
    expect(decisions('Approve at 600 or better. Deny the rest.', ['score=600', 'score=599'])).toEqual([
      'approved',
      'denied',
    ]);
    expect(decisions('Approve at 5 or better. Deny the rest.', [''])).toContain('name it');
    expect(decisions('Approve incomes of 600 or better. Deny the rest.', [''])).toEqual(expect.any(String));
  });
});

describe('who misses a requirement, and who meets them', () => {
  const required = 'The score must be at least 600. Income must be at least 3x rent.';
  const people = ['', 'score=599', 'ratio=2.9', 'score=599 ratio=2.9'];

  test.each([
    'Failing either leads to denial.',
    'Those who fail any of these are denied.',
    'Those who do not meet these requirements are denied.',
    'Those who do not meet all of these requirements are denied.',
    'Applicants who meet all of these requirements are approved.',
  ])('%s', (sentence) => {
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

  test('"other" is of the same records', () => {
    expect(decisions('Deny evictions. Any other felony is reviewed. Approve the rest.', [''])).toContain(
      'which others',
    );
  });
});

describe('"they" after a sentence about some', () => {
  test.each([
    'Review felonies. They are denied if the score is below 600. Approve the rest.',
    'Review felonies, and they are denied if the score is below 600. Approve the rest.',
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

test.each([
  'Bad things:\n- evictions\n- felonies\nMinimum score 600.',
  '- evictions\n- felonies\n- score of at least 600',
  '- score of at least 600\n- evictions',
])('refuses a list that does not say what becomes of whom it names: %s', (prompt) => {
  expect(decisions(prompt, [''])).toContain('what becomes of');
});

test('an item may be the heading of what stands below it', () => {
  const prompt = '1. Score\nMinimum score 600.\n2. Evictions\nDeny evictions.';
  expect(decisions(prompt, ['', 'score=599', 'evictions=1'])).toEqual(['approved', 'denied', 'denied']);
});

test('a part of a sentence that can be read in too many ways is refused with the whole', () => {
  const prompt =
    'Step three felony — open is not good enough open rule candidate out unresolved in for assessment; ' +
    'for in sex offender registry, disapprove all loan; while exception to all of above plus offer withdrawn alway = unemployed';
  expect(decisions(prompt, ['score=600'])).toEqual(expect.any(String));
});
