import { describe, expect, test } from '../../support/jest.ts';
import type { JsonObject } from '../../../core/json.ts';
import { decisions, decisionsOrRefused } from './support/decided.ts';

/** Values that single records are tested for, and the former answers. */
const judged = (kind: string, more: JsonObject = {}): JsonObject => ({
  credit_report: {
    public_records_count: 1,
    public_records: [{ kind, filed_on: '2024-06-01', amount_usd: 6_000, satisfied: false, ...more }],
  },
});
const evicted = (disposition: string, filed_on = '2025-06-01', more: JsonObject = {}): JsonObject => ({
  eviction_history: { filings_count: 1, judgments_count: 0, records: [{ filed_on, disposition, ...more }] },
});
const bankrupt = (chapter: string, discharged_on: string | null, filed_on = '2021-01-01'): JsonObject => ({
  credit_report: {
    bankruptcies_count: 1,
    months_since_bankruptcy: 60,
    bankruptcies: [{ chapter, filed_on, discharged_on }],
  },
});

describe('single records', () => {
  test('by how the case ended, how grave it was and when', () => {
    const prompt = 'Deny anyone with a felony conviction in the last 7 years. Approve the rest.';
    const people = [
      '',
      'rec=felony/convicted/83',
      'rec=felony/convicted/84',
      'rec=felony/pending/12',
      'rec=misdemeanor/convicted/12',
      'rec=felony/dismissed/12 rec=misdemeanor/convicted/12',
      'rec=misdemeanor/convicted/12 rec=felony/convicted/12',
    ];
    expect(decisions(prompt, people)).toEqual([
      'approved',
      'denied',
      'approved',
      'approved',
      'approved',
      'approved',
      'denied',
    ]);
  });

  test('convicted of it', () => {
    const people = ['rec=felony/convicted/200', 'rec=felony/deferred/20'];
    const prompt = 'Deny if the applicant has a felony conviction. Approve the rest.';
    expect(decisions(prompt, people)).toEqual(['denied', 'approved']);
    const said = 'Deny if the applicant was convicted of a felony. Approve the rest.';
    expect(['refused', ['denied', 'approved']]).toContainEqual(decisionsOrRefused(said, people));
  });

  test('violent ones, and those that are not', () => {
    const prompt = 'Deny anyone with a violent conviction. Review non-violent felony convictions. Approve the rest.';
    const people = ['rec=misdemeanor/convicted/9/violent', 'rec=felony/convicted/9', 'rec=felony/dismissed/9/violent'];
    expect(decisions(prompt, people)).toEqual(['denied', 'review', 'approved']);
  });

  test('so many of them in a time', () => {
    const prompt = 'Deny if there were two or more convictions in the last 5 years. Approve the rest.';
    const people = [
      'rec=misdemeanor/convicted/9',
      'rec=misdemeanor/convicted/9 rec=misdemeanor/convicted/59',
      'rec=misdemeanor/convicted/9 rec=misdemeanor/convicted/60',
    ];
    expect(decisions(prompt, people)).toEqual(['approved', 'denied', 'approved']);
  });

  test('evictions that were dismissed, or were not', () => {
    const prompt = 'Deny evictions that were not dismissed. Approve the rest.';
    expect(decisions(prompt, [evicted('dismissed'), evicted('settled'), ''])).toEqual([
      'approved',
      'denied',
      'approved',
    ]);
    const pending = 'Deny anyone with a pending eviction. Approve the rest.';
    expect(decisions(pending, [evicted('pending'), evicted('dismissed')])).toEqual(['denied', 'approved']);
  });

  test('judgments of an amount, not paid, since a date', () => {
    const prompt = 'Deny anyone with an unsatisfied civil judgment over $5,000 since 2023. Approve the rest.';
    const people = [
      judged('civil_judgment'),
      judged('civil_judgment', { amount_usd: 5_000 }),
      judged('civil_judgment', { satisfied: true }),
      judged('civil_judgment', { filed_on: '2022-12-31' }),
      judged('tax_lien'),
    ];
    expect(decisions(prompt, people)).toEqual(['denied', 'approved', 'approved', 'approved', 'approved']);
  });

  test('bankruptcies by chapter, and whether they are discharged', () => {
    const prompt = 'Deny an open bankruptcy. Review a chapter 13. Approve the rest.';
    const people = [bankrupt('7', null), bankrupt('13', '2023-01-01'), bankrupt('7', '2023-01-01')];
    expect(decisions(prompt, people)).toEqual(['denied', 'review', 'approved']);
  });

  test('what no list tells is refused', () => {
    expect(decisions('Deny anyone with a medical collection. Approve the rest.', [''])).toContain('medical');
    expect(decisions('Deny violent evictions. Approve the rest.', [''])).toEqual(expect.any(String));
    expect(decisions('Deny dismissed pending charges. Approve the rest.', [''])).toEqual(expect.any(String));
  });

  test.each([
    'Deny discharged bankruptcies within 2 years. Approve the rest.',
    'Deny evictions that were dismissed in the last 2 years. Approve the rest.',
    'Deny a bankruptcy that was not discharged in the last 2 years. Approve the rest.',
    'Deny a felony that was violent in the last 7 years. Approve the rest.',
    'Deny evictions that were not dismissed in the last 3 years. Approve the rest.',
    'Deny a lien released in the last year. Approve the rest.',
  ])('a time that may be that of the end or of the beginning is refused: %s', (prompt) => {
    expect(decisions(prompt, [''])).toEqual(expect.any(String));
  });
});

describe('records but for some of them', () => {
  const two = (...dispositions: readonly string[]): JsonObject => ({
    eviction_history: {
      filings_count: dispositions.length,
      judgments_count: 0,
      records: dispositions.map((disposition) => ({ filed_on: '2025-06-01', disposition })),
    },
  });
  test.each([
    'Deny evictions, except dismissed evictions. Approve the rest.',
    'Deny anyone with an eviction other than a dismissed eviction. Approve the rest.',
    'Deny anyone with an eviction, excluding dismissed cases. Approve the rest.',
    'Deny evictions other than dismissed ones. Approve the rest.',
  ])('one that is excused excuses no other, if it is read: %s', (prompt) => {
    const people = ['', two('dismissed'), two('settled'), two('dismissed', 'settled')];
    const careful = ['approved', 'approved', 'denied', 'denied'];
    expect(['refused', careful]).toContainEqual(decisionsOrRefused(prompt, people));
  });

  test.each([
    'Deny evictions that were not dismissed. Approve the rest.',
    'Deny anyone with an eviction that was not dismissed. Approve the rest.',
    'No evictions that were not dismissed. Minimum score 500.',
  ])('a dismissed one beside another saves nobody: %s', (prompt) => {
    const people = ['', two('dismissed'), two('settled'), two('dismissed', 'settled')];
    expect(decisions(prompt, people)).toEqual(['approved', 'approved', 'denied', 'denied']);
  });

  test('none but of a kind', () => {
    const people = [
      '',
      'rec=misdemeanor/convicted/9',
      'rec=felony/pending/9',
      'rec=felony/convicted/9',
      'rec=misdemeanor/convicted/9 rec=felony/convicted/9',
    ];
    const careful = ['approved', 'approved', 'approved', 'denied', 'denied'];
    expect(decisions('Approve if there are no felony convictions. Deny the rest.', people)).toEqual(careful);
    const said = 'Approve if there are no convictions other than misdemeanors. Deny the rest.';
    expect(['refused', careful]).toContainEqual(decisionsOrRefused(said, people));
  });

  test('two or more, and not one', () => {
    const prompt =
      'No violent convictions. Deny if there are two or more convictions in the last five years. Approve the rest.';
    const people = ['rec=misdemeanor/convicted/59', 'rec=misdemeanor/convicted/59 rec=felony/convicted/9'];
    expect(decisions(prompt, people)).toEqual(['approved', 'denied']);
    const said = 'No violent convictions. No two or more convictions in the last five years.';
    expect(['refused', ['approved', 'denied']]).toContainEqual(decisionsOrRefused(said, people));
    const most = 'Approve anyone with no more than 1 collection. Deny the rest.';
    expect(decisions(most, ['coll=1', 'coll=2'])).toEqual(['approved', 'denied']);
  });
});

/** Once without effect, or against another rule without a word. */
describe('records that do not count', () => {
  test.each([
    'Deny misdemeanors. Misdemeanors are fine. Approve the rest.',
    'Late payments do not matter. Deny if there are more than 2 late payments. Approve the rest.',
    'A misdemeanor is fine. Deny two or more misdemeanors. Approve the rest.',
    'Collections under $500 are fine. Deny collections. Approve the rest.',
    'Deny felonies. Violent convictions are fine. Approve the rest.',
    'Deny evictions. Dismissed bankruptcies are fine. Approve the rest.',
    'The landlord does not count dismissed evictions. Deny evictions. Approve the rest.',
    'Dismissed evictions do not always count. Deny evictions. Approve the rest.',
    'No dismissed evictions are fine. Deny evictions. Approve the rest.',
    'No dismissed evictions are not considered. Deny evictions. Approve the rest.',
    'One dismissed eviction is fine. Deny evictions. Approve the rest.',
    'Deny unpaid liens or judgments. Approve the rest.',
    'Deny civil judgments totaling over $5,000. Approve the rest.',
    'Deny filings in the last 2 years. Approve the rest.',
    'Deny only felonies. Approve the rest.',
    'Deny felonies only. Approve the rest.',
    'Review only felonies. Approve the rest.',
    'No evictions except dismissed ones within 2 years. Score of at least 600.',
    'No convictions other than misdemeanors within 7 years. Score of at least 600.',
    'Deny violent felonies. No other felonies are reviewed. Approve the rest.',
    'If not the score is at least 600, deny. Approve the rest.',
    'Hire people without records. Those with a single misdemeanor go to review. Reject everyone else.',
    'Dismissed evictions count. Deny evictions. Approve the rest.',
  ])('refuses: %s', (prompt) => {
    expect(decisions(prompt, [''])).toEqual(expect.any(String));
  });
});

describe('by their kind, and by their age', () => {
  test.each([
    'Deny violent convictions. Older ones are reviewed. Approve the rest.',
    'Deny two violent convictions within 10 years. Older ones are reviewed. Approve the rest.',
    'Deny scores under 600. Older ones are reviewed. Approve the rest.',
    'Older ones are reviewed. Approve the rest.',
    'Felonies: settled ones are denied. Approve the rest.',
  ])('refuses: %s', (unclear) => {
    expect(decisions(unclear, [''])).toEqual(expect.any(String));
  });
});

describe('single collections and judgments', () => {
  const owing = (...balances: readonly number[]): JsonObject => ({
    credit_report: {
      collections_count: balances.length,
      collections_balance_usd: balances.reduce((sum, each) => sum + each, 0),
      collections: balances.map((balance_usd) => ({ agency: 'A', reported_on: '2025-06-01', balance_usd })),
    },
  });
  const people = [owing(), owing(500), owing(300, 300), owing(501), owing(501, 501)];

  test.each([
    ['Deny anyone with a collection over $500. Approve the rest.', ['approved', 'denied', 'denied']],
    ['Deny if the collections total is over $500. Approve the rest.', ['denied', 'denied', 'denied']],
    ['Deny anyone with two or more collections over $500. Approve the rest.', ['approved', 'approved', 'denied']],
  ])('%s', (prompt, expected) => {
    expect(decisions(prompt, people)).toEqual(['approved', 'approved', ...expected]);
  });

  test('several of an amount may be each of them, or all together', () => {
    expect(decisionsOrRefused('Deny anyone with collections over $500. Approve the rest.', people)).toBe('refused');
  });
});

describe('records and the persons who have them', () => {
  test.each([
    'Deny anyone with a bankruptcy unless they have a discharged bankruptcy. Approve the rest.',
    'Deny evictions. Approve scores above 750 even with a dismissed eviction. Review the rest.',
    'Deny felonies. Violent convictions are fine. Approve the rest.',
    'Deny anyone with an eviction or a felony, except a dismissed eviction. Approve the rest.',
    'Deny scores under 600. That said, an income over 5x rent is approved. Review the rest.',
    'Deny felonies. Violent crimes are reviewed however long ago. Approve the rest.',
    'Deny felonies. Evictions are reviewed at any age. Approve the rest.',
    'Deny if there are evictions outstanding. Approve the rest.',
    'As a rule of thumb, deny scores under 600. Approve the rest.',
    'Decline if the score is under 600, but if the income exceeds 5x rent, approve. Approve the rest.',
  ])('one record that is excused excuses no other, and none without effect: %s', (prompt) => {
    expect(decisions(prompt, [''])).toEqual(expect.any(String));
  });
});

describe('what was said before', () => {
  test.each([
    'Minimum score 640. Income at least 3x rent. Anyone with exactly one of these two goes to review.',
    'Deny if the score is under 600. Lower is a decline. Approve the rest.',
    'Deny if the score is under 600. Anything lower is a decline. Approve the rest.',
  ])('words that stand for others are refused: %s', (prompt) => {
    expect(decisions(prompt, ['score=600'])).toEqual(expect.any(String));
  });

  test.each([
    ['Approve if the score is 640 or better. Lower is a decline.', ['score=640', 'score=639'], ['approved', 'denied']],
    [
      'Deny if the income is less than 3x rent. More is approved.',
      ['ratio=3', 'ratio=2.9', 'ratio=null'],
      ['approved', 'denied', 'review'],
    ],
  ])('or are what they stand for: %s', (prompt, people, expected) => {
    expect(['refused', expected]).toContainEqual(decisionsOrRefused(prompt, people));
  });

  test('who has no such value is neither lower nor higher', () => {
    const prompt = 'Deny if the income is less than 3x rent. Approve if the income is at least 3x rent.';
    expect(decisions(prompt, ['ratio=3', 'ratio=2.9', 'ratio=null'])).toEqual(['approved', 'denied', 'review']);
  });
});
