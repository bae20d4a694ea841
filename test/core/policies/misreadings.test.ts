import { describe, expect, test } from '../../support/jest.ts';
import { compilePolicy } from '../../../core/policies/compile.ts';
import { applicantOf, run } from '../../generator/policies/harness.ts';
import { decisionsOrRefused } from './support/decided.ts';

const compiled = (prompt: string) => compilePolicy(prompt, { useCase: 'tenant_screening', asOf: '2026-01-05' });

/** The outcome of each applicant, or the reason why there is no cascade. */
function outcomes(prompt: string, applicants: readonly string[]): string[] | string {
  const result = compiled(prompt);
  if (!result.ok) return result.details.map(({ message }) => message).join('\n');
  return applicants.map((applicant) =>
    run(result.definition, applicantOf(applicant), 'approved').decision.replace(/:.*/, ''),
  );
}

/** Each was once another policy without a word. Now each is refused, or read as it was meant. */
describe('misread once, in the words of then', () => {
  test.each([
    [
      'Deny if the identity or the income is not verified. Approve the rest.',
      ['', 'id=not_verified', 'incStatus=not_verified', 'id=partial incStatus=not_verified'],
      ['approved', 'denied', 'denied', 'denied'],
    ],
    [
      'Approve if score >= 700 and either no collections or collections < $500. Deny otherwise.',
      ['score=700', 'score=300', 'score=700 coll=1 collUsd=499', 'score=700 coll=1 collUsd=500'],
      ['approved', 'denied', 'approved', 'denied'],
    ],
    [
      'No evictions, felonies or bankruptcies in the last 7 years. Minimum score 620.',
      ['', 'rec=felony/convicted/83', 'rec=felony/convicted/84', 'evictions=1 evMonths=83'],
      ['approved', 'denied', 'approved', 'denied'],
    ],
    [
      'No evictions or bankruptcies in the last 7 years. Minimum score 620.',
      ['', 'evictions=1 evMonths=83', 'bankr=1 bankrMonths=83', 'evictions=1 evMonths=84 bankr=1 bankrMonths=84'],
      ['approved', 'denied', 'denied', 'approved'],
    ],
    [
      'A credit score is not required. Deny if there are evictions. Approve the rest.',
      ['score=null', 'score=300', 'evictions=1'],
      ['approved', 'approved', 'denied'],
    ],
    [
      'If rent is over $2,500, the score must be at least 700. Approve everyone else.',
      ['income=12000 ratio=4 score=699', 'income=12000 ratio=4 score=700', 'income=8000 ratio=4 score=699'],
      ['denied', 'approved', 'approved'],
    ],
  ])('%s', (prompt, people, expected) => {
    expect(['refused', expected]).toContainEqual(decisionsOrRefused(prompt, people));
  });

  test.each([
    'No evictions, charge-offs or bankruptcies in the last 7 years. Minimum score 620.',
    'A credit score is not required. Minimum score 620.',
  ])('is refused: %s', (prompt) => {
    expect(decisionsOrRefused(prompt, [''])).toBe('refused');
  });
});

describe('misread once', () => {
  test('the identity or the income is not verified', () => {
    const prompt = 'Deny if the identity is not verified or the income is not verified. Approve the rest.';
    const applicants = ['', 'id=not_verified', 'incStatus=not_verified', 'id=partial incStatus=not_verified'];
    expect(outcomes(prompt, applicants)).toEqual(['approved', 'denied', 'denied', 'denied']);
  });

  test('either no collections or collections below an amount, of those with the score', () => {
    const prompt =
      'Approve if score >= 700 and (there is no collection or the collections balance is < $500). Deny otherwise.';
    const applicants = ['score=700', 'score=300', 'score=700 coll=1 collUsd=499', 'score=700 coll=1 collUsd=500'];
    expect(outcomes(prompt, applicants)).toEqual(['approved', 'denied', 'approved', 'denied']);
  });

  test('none of several in a time, each counted by what the report has of it', () => {
    expect(outcomes('No charge-offs in the last 7 years. Minimum score 620.', [])).toContain(
      'does not say when there was a charge off',
    );
    const all =
      'No evictions in the last 7 years. No felonies in the last 7 years. No bankruptcies in the last 7 years. Minimum score 620.';
    const people = ['', 'rec=felony/convicted/83', 'rec=felony/convicted/84', 'evictions=1 evMonths=83'];
    expect(outcomes(all, people)).toEqual(['approved', 'denied', 'approved', 'denied']);
    const prompt = 'No evictions in the last 7 years and no bankruptcies in the last 7 years. Minimum score 620.';
    const applicants = [
      '',
      'evictions=1 evMonths=83',
      'bankr=1 bankrMonths=83',
      'evictions=1 evMonths=84 bankr=1 bankrMonths=84',
      'score=619',
    ];
    expect(outcomes(prompt, applicants)).toEqual(['approved', 'denied', 'denied', 'approved', 'denied']);
  });

  test('a rent in dollars is no ratio', () => {
    const prompt = 'Deny if rent is over $2,500 and the score is below 700. Approve everyone else.';
    const result = compiled(prompt);
    expect(result.ok ? result.reading.rules[0]?.when : result.details).toMatchObject({
      kind: 'all',
      of: [
        { test: { field: 'rent_usd', operator: 'greater_than', value: 2_500 } },
        { test: { field: 'score', operator: 'less_than', value: 700 } },
      ],
    });
  });

  test('since a year is no count', () => {
    const result = compiled('No evictions since 2020.');
    expect(result.ok ? result.reading.rules[0]?.when : result.details).toEqual({
      kind: 'test',
      test: {
        source: 'eviction_history',
        field: 'most_recent_filing_on',
        operator: 'greater_than_or_equal',
        value: '2020-01-01',
      },
    });
  });

  test('two or more of', () => {
    const prompt = 'Deny if two or more of: evictions, felonies, collections. Approve the rest.';
    const applicants = ['felonies=1', 'felonies=1 evictions=1', 'coll=1 evictions=1', 'felonies=2', ''];
    expect(outcomes(prompt, applicants)).toEqual(['approved', 'denied', 'denied', 'approved', 'approved']);
    expect(
      outcomes(
        'Approve if at least two of the following are true: score over 650, income over 3x rent, no evictions. Deny the rest.',
        ['score=600 ratio=4', 'score=600 ratio=2', 'score=651 ratio=4 evictions=1'],
      ),
    ).toEqual(['approved', 'denied', 'approved']);
  });

  test.each(['landlord', 'household member', 'co-signer', 'guarantor', 'former spouse'])(
    'a %s is not the applicant',
    (subject) => {
      expect(outcomes(`Deny if the ${subject} has an eviction. Approve the rest.`, [])).toContain(
        'is not understood here',
      );
    },
  );

  // Rules: 2.6.4
  test('first, then', () => {
    const prompt =
      'First approve anyone with a score of at least 750. Then deny anyone with an eviction. Then approve everyone else.';
    expect(outcomes(prompt, ['score=750 evictions=1', 'score=749 evictions=1', 'score=500'])).toEqual([
      'approved',
      'denied',
      'approved',
    ]);
  });
});

describe('what is not clear is refused', () => {
  // Rules: 2.6.5
  test('two readings that differ for somebody, with the applicant', () => {
    const said = outcomes(
      'Approve if score is at least 700 and no evictions or income is at least 5x rent. Deny the rest.',
      [],
    );
    expect(said).toContain('can be read in two ways');
    expect(said).toContain('They differ for an applicant with');
  });

  test('"and" and "or" without parentheses', () => {
    const prompt = 'Approve if score is at least 700 and no evictions or income is at least 5x rent. Deny the rest.';
    expect(decisionsOrRefused(prompt, [''])).toBe('refused');
    const [both, either] = ['(score is at least 700 and no evictions)', '(no evictions or income is at least 5x rent)'];
    const people = ['', 'evictions=1 ratio=5', 'score=600 ratio=5', 'evictions=1'];
    const first = `Approve if ${both} or income is at least 5x rent. Deny the rest.`;
    expect(outcomes(first, people)).toEqual(['approved', 'approved', 'approved', 'denied']);
    const second = `Approve if score is at least 700 and ${either}. Deny the rest.`;
    expect(outcomes(second, people)).toEqual(['approved', 'approved', 'denied', 'denied']);
  });

  test.each([
    [
      'a gap',
      'Approve if score is above 700. Deny if score is below 600.',
      'Nothing is said of an applicant with credit score 6',
    ],
    [
      'two limits for one thing',
      'Minimum credit score 620. Deny anyone with a score below 650.',
      'Another rule has another limit',
    ],
    [
      'a count in a time that no report counts',
      'Deny if there were at least two charge-offs in the last 3 years. Approve the rest.',
      'does not say when',
    ],
    [
      'a kind of crime that no report tells',
      'Deny anyone with a drug felony. Approve the rest.',
      'does not say of what kind',
    ],
    [
      'a figure that cannot be',
      'Deny if the credit score is below 900. Approve the rest.',
      'from 300 to 850, never 900',
    ],
    ['a figure of another unit', 'Deny if the credit score is below $500. Approve the rest.', 'each figure fits'],
    ['an income without a time', 'Approve if income is at least $40,000. Deny the rest.', 'a month or a year'],
    ['a word at the end', 'Deny anyone with an eviction, maybe. Approve the rest.', 'maybe'],
  ])('%s', (_, prompt, words) => {
    expect(outcomes(prompt, [])).toContain(words);
  });

  // Rules: 2.6.7
  test('each requirement says what becomes of somebody without the value', () => {
    const result = compiled('Minimum credit score 620.');
    expect(result.ok ? result.plan.assumptions() : []).toContain(
      'An applicant whose credit score is not known does not meet "Minimum credit score 620" and is denied.',
    );
  });

  test.each([
    'Approve if the score is above 650 and send a notice. Otherwise deny.',
    'Approve with a notice if the score is above 650. Otherwise deny.',
  ])('a notice on an approval is refused: %s', (prompt) => {
    expect(outcomes(prompt, [''])).toEqual(expect.any(String));
  });

  test.each([
    'Approve if the score is at least 650. Decline everyone else and send an adverse action notice.',
    'Approve if the score is at least 650. Otherwise, deny and send an adverse action letter.',
    'Approve if the score is at least 650. Anyone else is denied and sent an adverse action letter.',
  ])('a notice on a denial is what is done anyhow: it need not be said, and is refused: %s', (prompt) => {
    expect(['refused', ['approved', 'denied']]).toContainEqual(decisionsOrRefused(prompt, ['score=650', 'score=649']));
  });
});

/** Read as something else without a word, found by reading against the grammar. */
describe('read as something else once', () => {
  test.each([
    [
      '"their" after some applicants',
      'Review felonies. Their score must be at least 600. Approve the rest.',
      '"Their"',
    ],
    [
      '"the applicant" after some',
      'Review felonies. The applicant is denied if the score is below 600. Approve the rest.',
      'is not understood here',
    ],
    [
      '"then" after some',
      'Review felonies. Then the score must be at least 600. Approve the rest.',
      'is not understood',
    ],
    ['a policy of another time', 'Old policy: deny evictions. Approve the rest.', '"Old policy'],
    ['the same as a line', 'Old policy:\nDeny evictions. Approve the rest.', '"Old policy'],
    ['a policy for others', 'Policy for pets: deny evictions. Approve the rest.', '"Policy for pets'],
    ['the same before its noun', 'Pet policy\nDeny evictions. Approve the rest.', '"Pet policy'],
    ['a first line of one word', 'Dogs\nDeny evictions. Approve the rest.', '"Dogs"'],
    ['"usually" before a review', 'Felonies go to usually review. Approve the rest.', '"Felonies go to usually'],
    ['"sometimes" before who reviews', 'Felonies: sometimes hr review. Approve the rest.', 'sometimes'],
    ['"possible review"', 'Felonies go to possible review. Approve the rest.', '"possible"'],
    ['a score of another time', 'Approve if the previous score is at least 660. Deny the rest.', '"previous" is not'],
    ['no past score', 'Applicants without a past credit score are denied. Approve the rest.', 'is not understood'],
    [
      'a sum over two times',
      'Approve applicants who earn $5,000 annual or more a month. Deny the rest.',
      'each figure fits',
    ],
    [
      'an income of several people',
      'DTI is the monthly payments divided by the combined monthly income. Deny a DTI over 43%. Approve the rest.',
      'understood',
    ],
    ['an open record of a kind that is not open', 'Deny any open convictions. Approve the rest.', 'not together'],
    ['"overall"', 'Deny overall felonies. Approve the rest.', '"overall" is not understood'],
    ['a heading between rules', 'Deny felonies. Underwriting. Deny evictions. Approve the rest.', '"Underwriting"'],
  ])('%s is refused', (_, prompt, words) => {
    expect(outcomes(prompt, [])).toContain(words);
  });

  test.each([
    [
      '"the applicant" after some who are denied',
      'Deny evictions. The applicant must have a credit score of at least 600.',
    ],
    ['"then" behind "first"', 'First deny evictions. Then deny scores below 600. Then approve the rest.'],
  ])('%s is read', (_, prompt) => {
    expect(outcomes(prompt, ['', 'evictions=1', 'score=599'])).toEqual(['approved', 'denied', 'denied']);
  });

  test('"otherwise" behind tiers is of all others', () => {
    const prompt =
      'Score 650+: approve. If the score is 600-649 and income is 3.5x rent or more, approve. Otherwise deny.';
    const applicants = ['score=650', 'score=620 ratio=3.5', 'score=620 ratio=3', 'score=500'];
    expect(outcomes(prompt, applicants)).toEqual(['approved', 'approved', 'denied', 'denied']);
  });

  test('times the payment are none of the rent, also where the rent is named before', () => {
    const result = compiled(
      'Approve if income is at least 3x rent. Deny if income is less than 2 times the loan payment. Review the rest.',
    );
    expect(result.ok ? result.reading.rules[1]?.when : result.details).toMatchObject({
      test: { field: 'monthly_income_usd', from: { field: 'applicant.monthly_payment', times: 2 } },
    });
  });

  test('an income that is so many times the rent is one that is more, too', () => {
    const prompt = 'Approve if the annual income is 36 times the rent or more. Deny the rest.';
    const applicants = ['annual=72000 income=6000 ratio=3', 'annual=72000 income=6000 ratio=4', 'annual=60000 ratio=2'];
    expect(outcomes(prompt, applicants)).toEqual(['approved', 'approved', 'denied']);
  });
});
