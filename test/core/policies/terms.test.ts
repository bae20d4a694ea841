import { describe, expect, test } from '../../support/jest.ts';
import { decisions } from './support/decided.ts';

/** Issue 30: approvals at a figure, on terms, and what will do although a rule says otherwise. */
describe('approved at a figure', () => {
  const people = ['score=610', 'score=609', 'score=null', 'score=700 bankr=1'];

  test.each([
    ['Deny bankruptcies. Applicants with no bankruptcy are approved at a score of 610 and declined below.', 'review'],
    ['Deny bankruptcies. Approve scores from 610 up. Deny the rest.', 'denied'],
    [
      'Deny bankruptcies. If the score is known or the income is verified, approve at 610 or better, otherwise decline.',
      '',
    ],
  ])('%s', (prompt, unscored) => {
    const said = decisions(prompt, people);
    if (unscored === '') expect(said).toEqual(expect.any(String));
    else expect(said).toEqual(['approved', 'denied', unscored, 'denied']);
  });

  test('of what was named before', () => {
    const prompt =
      'The score must be at least 500. If the income is verified, approve at 600 or better, otherwise decline. Deny the rest.';
    expect(decisions(prompt, ['score=600', 'score=599'])).toEqual(['approved', 'denied']);
  });

  test.each([
    'Approve at 600. Deny the rest.',
    'Deny scores at 600 or better at 700. Approve the rest.',
    'Deny at a score of 600 or better and approve below.',
    'Applicants are approved at an age of 21 and declined below.',
  ])('refuses: %s', (prompt) => {
    expect(decisions(prompt, [''])).toEqual(expect.any(String));
  });
});

describe('approved on terms', () => {
  test.each([
    "a guarantor's signature or a deposit of two months' rent",
    "a deposit equal to one and a half months' rent",
    'a $500 deposit',
    'a qualified co-signer',
    'a larger deposit and a guarantor',
  ])('with %s', (terms) => {
    const prompt = `Approve scores of 660 or more. Scores from 600 to 659 are approved with ${terms}. Deny the rest.`;
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
  test('save that … suffices if …', () => {
    const prompt =
      'Where monthly income is under three times the rent the application shall be refused, save that a ratio of 2.8 or better suffices if the credit score is 725 or greater. Approve the rest.';
    const people = ['ratio=3 score=500', 'ratio=2.9 score=725', 'ratio=2.9 score=724', 'ratio=2.7 score=800'];
    expect(decisions(prompt, people)).toEqual(['approved', 'approved', 'denied', 'denied']);
  });

  test('except that somebody needs only …', () => {
    const prompt =
      'Deny anyone with less than two years at the present employer, except that the self-employed need only one year. Approve the rest.';
    const employed = (status: string, months_employed: number) => ({
      income_verification: { employer: { status, months_employed } },
    });
    const people = [employed('employed', 24), employed('employed', 23), employed('self_employed', 12)];
    expect(decisions(prompt, [...people, employed('self_employed', 11)])).toEqual([
      'approved',
      'denied',
      'approved',
      'denied',
    ]);
  });

  test('except that a rule is tried before', () => {
    const prompt =
      'Approve applicants with no conviction in the past 5 years, except that three or more convictions are cause for rejection. Review the rest.';
    const old = 'rec=felony/convicted/61';
    expect(decisions(prompt, [old, `${old} ${old} ${old}`, 'rec=felony/convicted/59'])).toEqual([
      'approved',
      'denied',
      'review',
    ]);
  });

  test.each([
    'Deny scores under 600, except that the boss decides. Approve the rest.',
    'Approve scores over 600, except that an income over 3x rent suffices. Deny the rest.',
    'Deny evictions, except that a dismissed eviction suffices. Approve the rest.',
    'Deny scores under 600, save that a guarantor suffices. Approve the rest.',
  ])('refuses: %s', (prompt) => {
    expect(decisions(prompt, [''])).toEqual(expect.any(String));
  });
});

test.each([
  ['a clear criminal search', ['approved', 'denied']],
  ['a clean background check', ['approved', 'denied']],
  ['a criminal check that is clear', ['approved', 'denied']],
  ['a background check status other than clear', 'refused'],
])('%s', (search, expected) => {
  const said = decisions(`Approve candidates with ${search}. Deny the rest.`, ['', 'rec=misdemeanor/convicted/9']);
  if (expected === 'refused') expect(said).toEqual(expect.any(String));
  else expect(said).toEqual(expected);
});

test('neither employed nor self-employed', () => {
  const prompt = "Don't approve anyone who isn't employed or self-employed. Approve the rest.";
  const people = ['employed', 'self_employed', 'unemployed'].map((status) => ({
    income_verification: { employer: { status, months_employed: 9 } },
  }));
  expect(decisions(prompt, people)).toEqual(['approved', 'approved', 'denied']);
});
