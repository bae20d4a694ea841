import { describe, expect, test } from '../../support/jest.ts';
import type { NoticeRequest } from '../../../core/cascade/notice-request.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { explainNotice } from '../../../core/explanation/index.ts';
import type { JsonObject } from '../../../core/json.ts';
import { World } from '../interpreter/world.ts';
import { branch, DECLARED, group, letterOf, oneChoice, type LetterCase, type Rule } from './letter-of.ts';
import { plenty } from '../../support/work.ts';

/* An applicant with what a line asks for would have passed, and everybody who passes has it. */
const NODES: Readonly<Record<string, string>> = {
  eviction: 'eviction_history',
  identity: 'identity_verification',
};

function reasonsFor(pass: object, given: Pick<LetterCase, 'reports' | 'applicant'>): readonly string[] {
  const reports = Object.fromEntries(Object.keys(given.reports ?? {}).map((id) => [id, NODES[id] ?? '']));
  const definition = oneChoice(reports, { branches: { pass } }, { purpose: 'tenant' });
  return (letterOf({ definition, ...given }).request?.decided.reasons ?? []).map(({ text }) => text);
}

/** The run up to its notice. */
function run(nodes: readonly object[], applicant: JsonObject) {
  const definition = nodes as CascadeDefinition;
  const world = new World(definition, { ...DECLARED, mode: 'live', payload: { applicant }, skipWaits: true });
  world.advance();
  const found = world.allEffects.find(({ request }) => request.kind === 'notice');
  if (found === undefined) throw new Error('no notice was issued');
  const { notice } = found.request as { readonly notice: NoticeRequest };
  return { notice, world: { definition, history: [...world.history.values()], context: world.run } };
}

const FILED: JsonObject = {
  filings_count: 1,
  most_recent_filing_on: '2025-06-01',
  months_since_most_recent_filing: 17,
};
const EXPIRED: JsonObject = { overall_result: 'verified', document: { status: 'expired', expires_on: '2026-05-01' } };
const either = (...rules: readonly Rule[]) => branch(...rules.map((rule) => group('and', rule)));

describe('a date that may be none or an earlier or later one', () => {
  // Rules: 10.23.12
  test('is said to be too recent, and not that none is required', () => {
    const pass = either(
      ['eviction', 'most_recent_filing_on', 'is_empty'],
      ['eviction', 'most_recent_filing_on', 'less_than', '2024-01-01'],
    );
    expect(reasonsFor(pass, { reports: { eviction: FILED } })).toEqual([
      'Time since the most recent eviction filing in the rental history report',
    ]);
  });

  test('of a document is said to be required after the day', () => {
    const pass = either(
      ['identity', 'document.expires_on', 'is_empty'],
      ['identity', 'document.expires_on', 'greater_than', '2026-11-25'],
    );
    expect(reasonsFor(pass, { reports: { identity: EXPIRED } })).toEqual([
      'Document expiry date: May 1, 2026 (required: after November 25, 2026)',
    ]);
  });

  test.each([['2025-05-05', '2024-01-01', 'moved in, May 5, 2025 (required: before January 1, 2024)']])(
    'of the application, sent as the text %s',
    (sent, limit, words) => {
      const pass = either(
        ['start', 'applicant.moved_in', 'is_empty'],
        ['start', 'applicant.moved_in', 'less_than', limit],
      );
      const reasons = reasonsFor(pass, { applicant: { moved_in: sent } });
      expect(reasons).toEqual([`Information in your application: ${words}`]);
    },
  );
});

describe('of values of which a condition names some', () => {
  // Rules: 10.23.11
  test.each<readonly [had: number, pass: object, words: string]>([
    [
      60,
      branch(
        group('and', ['start', 'applicant.units', 'less_than', 10]),
        group(
          'and',
          ['start', 'applicant.units', 'greater_than_or_equal', 40],
          ['start', 'applicant.units', 'less_than_or_equal', 50],
        ),
      ),
      'would have met the requirement: 50',
    ],
    [
      3,
      either(['start', 'applicant.units', 'equals', 2], ['start', 'applicant.units', 'equals', 5]),
      'would have met the requirement: 2',
    ],
    [
      9,
      branch(
        group(
          'and',
          ['start', 'applicant.units', 'greater_than_or_equal', 2],
          ['start', 'applicant.units', 'less_than_or_equal', 5],
        ),
      ),
      'would have met the requirement: 5',
    ],
    // A wider limit beside a narrower one says nothing more.
    [
      9,
      either(['start', 'applicant.units', 'less_than', 3], ['start', 'applicant.units', 'less_than', 5]),
      'required: less than 5',
    ],
    [9, branch(group('and', ['start', 'applicant.units', 'less_than', 3])), 'required: less than 3'],
  ])('%d: the line says one of them, or the limit if that is all', (units, pass, words) => {
    expect(reasonsFor(pass, { applicant: { units } })).toEqual([
      `Information in your application: units, ${units} (${words})`,
    ]);
  });
});

const TESTS: readonly (readonly [operator: string, words: string, holds: (value: number, limit: number) => boolean])[] =
  [
    ['less_than', 'less than', (value, limit) => value < limit],
    ['less_than_or_equal', 'at most', (value, limit) => value <= limit],
    ['greater_than', 'more than', (value, limit) => value > limit],
    ['greater_than_or_equal', 'at least', (value, limit) => value >= limit],
    ['equals', '', (value, limit) => value === limit],
    ['not_equals', 'other than', (value, limit) => value !== limit],
  ];
const MOST = 12;
const VALUES = Array.from({ length: MOST + 2 }, (_, index) => index - 1);

// Rules: 10.23.11
test('what a line says is required is what passes, of every value; what would have met it passes', () => {
  let state = 7;
  const upTo = (count: number) => (state = (state * 48_271) % 2_147_483_647) % count;
  const kinds = new Set<string>();
  for (let round = 0; round < 150; round += 1) {
    const groups = Array.from({ length: 1 + upTo(3) }, () =>
      Array.from({ length: 1 + upTo(2) }, () => ({ of: TESTS[upTo(TESTS.length)], limit: upTo(MOST) })),
    );
    const passes = (value: number) =>
      groups.some((all) => all.every(({ of, limit }) => of?.[2](value, limit) === true));
    const pass = branch(
      ...groups.map((all) =>
        group('and', ...all.map(({ of, limit }): Rule => ['start', 'applicant.units', of?.[0] ?? '', limit])),
      ),
    );
    const had = upTo(MOST);
    if (passes(had)) continue;
    // No value passes: the notice goes to everybody, and says nothing of a requirement.
    const [line = ''] = VALUES.some(passes) ? reasonsFor(pass, { applicant: { units: had } }) : [];
    const [, kind, words = '', number = ''] =
      /\((required|would have met the requirement): (\D*)\b(-?\d+)\)/.exec(line) ?? [];
    if (kind === undefined) continue;
    kinds.add(kind);
    const said = words.replace('-', '').trim();
    const limit = Number(words.endsWith('-') ? `-${number}` : number);
    const holds = kind === 'required' ? TESTS.find(([, own]) => own === said)?.[2] : undefined;
    const wrong = VALUES.filter((value) =>
      holds === undefined ? value === limit && !passes(value) : holds(value, limit) !== passes(value),
    );
    expect({ line, groups: JSON.stringify(groups), wrong }).toEqual({
      line,
      groups: JSON.stringify(groups),
      wrong: [],
    });
  }
  expect([...kinds].toSorted()).toEqual(['required', 'would have met the requirement']);
});

test('the explanation says it in the same words', () => {
  const pass = either(['start', 'applicant.units', 'equals', 2], ['start', 'applicant.units', 'equals', 5]);
  const { notice, world } = run(oneChoice({}, { branches: { pass } }, { purpose: 'tenant' }), { units: 3 });
  const { decided, action_taken: actionTaken, reasons } = notice;
  const explanation = explainNotice(
    world,
    { ref: { node_id: 'decline', visit: 1 }, actionTaken, reasons, decided },
    plenty(),
  );
  expect(explanation.summary).toEqual(
    expect.arrayContaining([
      'Information in your application: units, 3 (would have met the requirement: 2).',
      'For a different outcome: Information in your application: units, 2.',
    ]),
  );
});

/* "Amount owed on accounts is too high" was printed of $0, for it might have been less than nothing. */
test('of two values that would do, none is one that no report says', () => {
  const credit = { tradelines: [], total_balance_usd: 0, monthly_payments_usd: 0, collections_balance_usd: 0 };
  for (const field of ['total_balance_usd', 'monthly_payments_usd', 'tradelines.sum.balance_usd']) {
    const definition = oneChoice(
      { credit: 'credit_report' },
      { branches: { pass: branch(group('and', ['credit', field, 'not_equals', 0])) } },
      { purpose: 'tenant' },
    );
    const { request } = letterOf({ definition, reports: { credit } });
    expect(request?.decided.reasons.map(({ text }) => text)).toEqual([
      expect.stringMatching(/: \$0 \(required: other than \$0\)$/),
    ]);
  }
});

/* If only "no record" would have passed, no time since one was missing. */
test.each([
  ['criminal_background', 'years_since_most_recent_offense', 'Criminal charge or conviction in the background report'],
  ['eviction_history', 'months_since_most_recent_filing', 'Eviction filing in the rental history report'],
  ['eviction_history', 'records.min.months_since_filed', 'Eviction filing in the rental history report'],
  ['credit_report', 'months_since_bankruptcy', 'Bankruptcy'],
])('none at all was asked for: %s %s', (code, field, words) => {
  const reports: Readonly<Record<string, JsonObject>> = {
    criminal_background: { records_count: 1, years_since_most_recent_offense: 2 },
    eviction_history: { ...FILED, searched_on: '2026-11-25', records: [{ filed_on: '2025-06-01' }] },
    credit_report: { bankruptcies_count: 1, months_since_bankruptcy: 30 },
  };
  const said = (operator: string, value?: number) => {
    const rule: Rule = value === undefined ? ['r', field, operator] : ['r', field, operator, value];
    const definition = oneChoice(
      { r: code },
      { branches: { pass: branch(group('and', rule)) } },
      { purpose: 'tenant' },
    );
    return letterOf({ definition, reports: { r: reports[code] ?? {} } }).request?.decided.reasons.map(
      ({ text }) => text,
    );
  };
  expect(said('is_empty')).toEqual([words]);
  expect(said('greater_than_or_equal', 84)).toEqual([expect.stringMatching(/^Time since the most recent /)]);
});
