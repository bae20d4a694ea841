import { describe, expect, test } from '../../support/jest.ts';
import type { JsonObject } from '../../../core/json.ts';
import { decisions } from './support/decided.ts';

/** Issue 30.7: what single records are asked for, and what was said before. */
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
    const prompt = 'Deny if the applicant was convicted of a felony. Approve the rest.';
    expect(decisions(prompt, ['rec=felony/convicted/200', 'rec=felony/deferred/20'])).toEqual(['denied', 'approved']);
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

describe('a time behind the end of a record is of that end', () => {
  test.each([
    'Deny a bankruptcy discharged in the last 2 years. Approve the rest.',
    'Deny a bankruptcy that was discharged less than 2 years ago. Approve the rest.',
  ])('%s', (prompt) => {
    const people = [bankrupt('7', '2024-06-01'), bankrupt('7', '2023-12-01', '2025-01-01'), bankrupt('7', null)];
    expect(decisions(prompt, people)).toEqual(['denied', 'approved', 'approved']);
  });

  test('still open, or ended lately', () => {
    const prompt =
      'Deny anyone with a bankruptcy that is not discharged or was discharged less than 2 years ago. Approve the rest.';
    const people = ['', bankrupt('7', '2024-06-01'), bankrupt('7', '2023-12-01'), bankrupt('7', null)];
    expect(decisions(prompt, people)).toEqual(['approved', 'denied', 'approved', 'denied']);
  });

  test('charges, from their disposition', () => {
    const prompt = 'Deny charges that were dismissed in the last 2 years. Approve the rest.';
    const charged = (disposition: string, disposed_on: string, offense_on = '2020-01-01'): JsonObject => ({
      criminal_background: {
        records_count: 1,
        records: [{ offense: 'X', severity: 'felony', disposition, offense_on, disposed_on }],
      },
    });
    const people = [charged('dismissed', '2024-06-01'), charged('dismissed', '2023-12-01', '2025-01-01')];
    expect(decisions(prompt, [...people, charged('convicted', '2024-06-01')])).toEqual([
      'denied',
      'approved',
      'approved',
    ]);
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
    'Evictions are denied except for dismissed evictions. Approve the rest.',
    'Evictions are denied except for dismissed ones. Approve the rest.',
    'Deny anyone with an eviction other than a dismissed eviction. Approve the rest.',
    'Deny anyone with evictions except those that were dismissed. Approve the rest.',
    'Deny anyone with an eviction, excluding dismissed cases. Approve the rest.',
  ])('one that is excused excuses no other: %s', (prompt) => {
    const people = ['', two('dismissed'), two('settled'), two('dismissed', 'settled')];
    expect(decisions(prompt, people)).toEqual(['approved', 'approved', 'denied', 'denied']);
  });

  test('none but of a kind', () => {
    const prompt = 'Approve if there are no convictions other than misdemeanors. Deny the rest.';
    const people = ['', 'rec=misdemeanor/convicted/9', 'rec=felony/pending/9', 'rec=felony/convicted/9'];
    expect(decisions(prompt, people)).toEqual(['approved', 'approved', 'approved', 'denied']);
    const mixed = 'rec=misdemeanor/convicted/9 rec=felony/convicted/9';
    expect(decisions(prompt, [mixed])).toEqual(['denied']);
  });

  test('only of a kind: somebody without any is not meant', () => {
    const prompt = 'Approve anyone with only misdemeanors. Deny anyone with a felony. Review the rest.';
    const people = ['', 'rec=misdemeanor/convicted/9', 'rec=misdemeanor/convicted/9 rec=infraction/convicted/9'];
    expect(decisions(prompt, people)).toEqual(['review', 'approved', 'review']);
    const both = 'Approve if there are no records or only misdemeanors. Deny the rest.';
    expect(decisions(both, [...people, 'rec=felony/convicted/9'])).toEqual([
      'approved',
      'approved',
      'denied',
      'denied',
    ]);
  });

  test('two or more, and not one', () => {
    const prompt = 'No violent convictions. No two or more convictions in the last five years.';
    const people = ['rec=misdemeanor/convicted/59', 'rec=misdemeanor/convicted/59 rec=felony/convicted/9'];
    expect(decisions(prompt, people)).toEqual(['approved', 'denied']);
    const most = 'Approve anyone with no more than 1 collection. Deny the rest.';
    expect(decisions(most, ['coll=1', 'coll=2'])).toEqual(['approved', 'denied']);
  });

  test('dismissed or settled; neither dismissed nor settled', () => {
    const people = [two('dismissed'), two('settled'), two('pending'), two('dismissed', 'pending')];
    expect(decisions('Deny evictions that were dismissed or settled. Approve the rest.', people)).toEqual([
      'denied',
      'denied',
      'approved',
      'denied',
    ]);
    expect(decisions('Deny evictions that were not dismissed or settled. Approve the rest.', people)).toEqual([
      'approved',
      'approved',
      'denied',
      'denied',
    ]);
    const counted = 'Deny anyone with two or more evictions that were dismissed or settled. Approve the rest.';
    expect(decisions(counted, [''])).toEqual(expect.any(String));
  });
});

/** Once without effect, or against another rule without a word. */
describe('records that do not count', () => {
  const cases = (...of: readonly (readonly [disposition: string, filed_on: string])[]): JsonObject => ({
    eviction_history: {
      filings_count: of.length,
      judgments_count: 0,
      months_since_most_recent_filing: of.length === 0 ? null : 3,
      records: of.map(([disposition, filed_on]) => ({ filed_on, disposition })),
    },
  });
  const people = [
    cases(),
    cases(['dismissed', '2025-06-01']),
    cases(['settled', '2025-06-01']),
    cases(['dismissed', '2025-06-01'], ['settled', '2025-06-01']),
    cases(['settled', '2015-06-01']),
  ];

  test.each([
    ['Dismissed evictions are fine. Deny evictions. Approve the rest.', 'denied'],
    ['No evictions. Dismissed evictions do not count. Minimum score 600.', 'denied'],
    ['Deny evictions within 3 years. Dismissed evictions are fine. Approve the rest.', 'approved'],
    ['No evictions within 3 years. Dismissed evictions do not count. Minimum score 600.', 'approved'],
    [
      'No applicant shall be refused because of an eviction that was dismissed. Deny evictions in the last 24 months. Approve the rest.',
      'approved',
    ],
    ['Approve if there are no evictions. An eviction that was dismissed is ignored. Deny the rest.', 'denied'],
  ])('%s', (prompt, old) => {
    expect(decisions(prompt, people)).toEqual(['approved', 'approved', 'denied', 'denied', old]);
  });

  test('arrests that led to no conviction', () => {
    const prompt = 'Arrests without conviction are not considered. Deny felonies. Approve the rest.';
    const arrested = [
      'rec=felony/dismissed/9',
      'rec=felony/convicted/9',
      'rec=felony/dismissed/9 rec=felony/convicted/9',
    ];
    expect(decisions(prompt, arrested)).toEqual(['approved', 'denied', 'denied']);
    const lesser = 'Approve anyone with no records or only misdemeanors or lesser. Deny the rest.';
    expect(decisions(lesser, ['rec=infraction/convicted/9', 'rec=felony/convicted/9', ''])).toEqual([
      'approved',
      'denied',
      'approved',
    ]);
  });

  test('by how long ago they were', () => {
    const prompt = 'Evictions older than 5 years are never taken into account. Deny evictions. Approve the rest.';
    expect(decisions(prompt, people)).toEqual(['approved', 'denied', 'denied', 'denied', 'approved']);
    const history = 'Criminal history older than ten years is ignored. Deny felony convictions. Approve the rest.';
    const felons = ['rec=felony/convicted/119', 'rec=felony/convicted/120'];
    expect(decisions(history, felons)).toEqual(['denied', 'approved']);
  });

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
  const prompt =
    'Felony convictions within the last seven years: violent ones lead to denial, non-violent ones to a review by HR. Approve the rest.';
  test('several kinds of the same', () => {
    const people = ['rec=felony/convicted/83/violent', 'rec=felony/convicted/83', 'rec=felony/convicted/84/violent'];
    expect(decisions(prompt, people)).toEqual(['denied', 'review', 'approved']);
    const both = 'rec=felony/convicted/83 rec=felony/convicted/83/violent';
    expect(decisions(prompt, [both, 'rec=misdemeanor/convicted/9/violent'])).toEqual(['denied', 'approved']);
  });

  test.each([
    'Violent convictions: within 10 years - fail; older - review. Approve the rest.',
    'Violent convictions within 10 years are denied; older ones go to review. Approve the rest.',
    'Deny violent convictions within 10 years. Older ones are reviewed. Approve the rest.',
  ])('older: %s', (older) => {
    const people = [
      '',
      'rec=felony/convicted/119/violent',
      'rec=felony/convicted/120/violent',
      'rec=felony/convicted/9',
    ];
    expect(decisions(older, people)).toEqual(['approved', 'denied', 'review', 'approved']);
    const both = 'rec=felony/convicted/119/violent rec=felony/convicted/120/violent';
    expect(decisions(older, [both])).toEqual(['denied']);
  });

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
    ['Deny anyone with an unpaid collection over $500. Approve the rest.', ['approved', 'denied', 'denied']],
    ['Deny anyone with collections over $500. Approve the rest.', ['denied', 'denied', 'denied']],
    ['Deny anyone with collections totaling over $500. Approve the rest.', ['denied', 'denied', 'denied']],
    ['Deny anyone with two or more collections over $500. Approve the rest.', ['approved', 'approved', 'denied']],
  ])('%s', (prompt, expected) => {
    expect(decisions(prompt, people)).toEqual(['approved', 'approved', ...expected]);
  });

  test('each of them', () => {
    const accounts = (...balances: readonly number[]): JsonObject => ({
      credit_report: {
        charge_offs_count: balances.length,
        tradelines: balances.map((balance_usd) => ({
          ...{ creditor: 'C', account_type: 'auto', status: 'charged_off', balance_usd },
        })),
      },
    });
    const prompt =
      'A borrower with at least one charge-off shall be ineligible unless each charged-off account has a zero balance. Otherwise the borrower is eligible.';
    expect(decisions(prompt, [accounts(), accounts(0), accounts(0, 1)])).toEqual(['approved', 'approved', 'denied']);
    const all = 'Deny anyone if all convictions were violent. Approve the rest.';
    const one = 'rec=felony/convicted/9/violent';
    expect(decisions(all, ['', one, `${one} rec=felony/convicted/9`])).toEqual(['approved', 'denied', 'approved']);
  });

  test('a judgment is what such a policy is about, and else has to be named', () => {
    const prompt = 'Deny any judgment filed since January 1, 2023. Approve the rest.';
    expect(decisions(prompt, [judged('civil_judgment'), evicted('judgment_for_landlord')], 'consumer_credit')).toEqual([
      'denied',
      'approved',
    ]);
    expect(decisions(prompt, [''])).toContain('can be read in two ways');
  });
});

describe('records and the persons who have them', () => {
  test.each([
    'Deny anyone with a bankruptcy unless they have a discharged bankruptcy. Approve the rest.',
    'Deny evictions. Approve scores above 750 even with a dismissed eviction. Review the rest.',
    'Deny felonies. Violent convictions are fine. Approve the rest.',
    'Deny anyone with an eviction or a felony, except a dismissed eviction. Approve the rest.',
    'Deny anyone with a felony except a violent felony conviction. Approve the rest.',
    'Deny scores under 600. That said, an income over 5x rent is approved. Review the rest.',
    'Deny felonies. Violent crimes are reviewed however long ago. Approve the rest.',
    'Deny felonies. Evictions are reviewed at any age. Approve the rest.',
    'Deny if there are evictions outstanding. Approve the rest.',
    'As a rule of thumb, deny scores under 600. Approve the rest.',
    'Decline if the score is under 600, but if the income exceeds 5x rent, approve. Approve the rest.',
  ])('one record that is excused excuses no other, and none without effect: %s', (prompt) => {
    expect(decisions(prompt, [''])).toEqual(expect.any(String));
  });

  test('what is fine is not what is denied', () => {
    const prompt = 'Deny open bankruptcies. A bankruptcy that has been discharged is fine. Approve the rest.';
    expect(decisions(prompt, [bankrupt('7', null), bankrupt('7', '2023-01-01')])).toEqual(['denied', 'approved']);
  });
});

describe('what was said before', () => {
  test('so many of what was listed', () => {
    const prompt =
      'Approve if the score is at least 660 and the income is at least 3x rent. If only one of the two is met, review. If neither is met, deny.';
    const people = ['score=660 ratio=3', 'score=659 ratio=3', 'score=660 ratio=2.9', 'score=659 ratio=2.9'];
    expect(decisions(prompt, people)).toEqual(['approved', 'review', 'review', 'denied']);
  });

  test('of requirements in several sentences', () => {
    const prompt = 'Minimum score 640. Income at least 3x rent. Anyone with exactly one of these two goes to review.';
    expect(decisions(prompt, ['score=600'])).toEqual(expect.any(String));
  });

  test('lower and higher are beside the figure that was named', () => {
    const prompt = 'Approve if the score is 640 or better. Lower is a decline.';
    expect(decisions(prompt, ['score=640', 'score=639'])).toEqual(['approved', 'denied']);
    const wrong = 'Deny if the score is under 600. Lower is a decline. Approve the rest.';
    expect(decisions(wrong, [''])).toContain('which figure is meant');
  });

  test('who has no such value is neither lower nor higher', () => {
    const prompt = 'Deny if the income is less than 3x rent. More is approved.';
    expect(decisions(prompt, ['ratio=3', 'ratio=2.9', 'ratio=null'])).toEqual(['approved', 'denied', 'review']);
  });

  test('if they do: not of what was negated', () => {
    const prompt = 'Review unless the applicant has an eviction. If they do, deny.';
    expect(decisions(prompt, ['', 'evictions=1'])).toEqual(['review', 'denied']);
    const unclear = 'Approve if there are no evictions. If there are, deny.';
    expect(decisions(unclear, [''])).toContain('say the condition again');
  });
});
