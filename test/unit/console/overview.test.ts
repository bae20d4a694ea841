import fc from 'fast-check';
import { executionFilterOf, executionParameters } from '../../../console/src/executions/filter.ts';
import { startOfDay } from '../../../console/src/executions/days.ts';
import {
  changeOfCount,
  changeOfShare,
  countWords,
  marksUpTo,
  percent,
  shareOf,
  timeWords,
} from '../../../console/src/overview/figures.ts';
import { withCounts } from '../../../console/src/overview/branch-counts.ts';
import { driftWords } from '../../../console/src/overview/drift-words.ts';
import { graphOf } from '../../../core/picture/of-definition.ts';
import { pictureOf } from '../../../core/picture/index.ts';
import {
  daysOf,
  executionsOf,
  notEndedOf,
  overviewSearchOf,
  shifted,
  USUAL,
} from '../../../console/src/overview/search.ts';
import { describe, expect, test } from '../../support/jest.ts';

describe('the address', () => {
  test('that anybody may have written is read, and nonsense is the usual', () => {
    expect(overviewSearchOf({})).toEqual(USUAL);
    expect(overviewSearchOf({ period: 'constructor', workflow: '-1', mode: 'both' })).toEqual(USUAL);
    expect(overviewSearchOf({ period: 'quarter', workflow: '12', mode: 'test' })).toEqual({
      ...{ period: 'quarter', workflow: 12, mode: 'test' },
    });
  });

  test('of a figure finds the executions that it counts, by the day on which they ended', () => {
    const days = { from: '2026-03-02', to: '2026-03-08' };
    const filter = executionsOf({ ...USUAL, workflow: 7 }, days, { outcome: 'denied', rule: 'check:pass' });
    expect(executionFilterOf({ ...filter })).toEqual(filter);
    expect(executionParameters(filter, startOfDay)).toMatchObject({
      ...{ 'filter[workflow_id]': 7, 'filter[execution_mode]': 'live', 'filter[outcome]': 'denied' },
      ...{ 'filter[decided_by]': 'check:pass', 'filter[reason]': null, 'filter[created_after]': null },
      'filter[completed_before]': startOfDay('2026-03-08', 1).toISOString(),
    });
  });
});

// Rules: 21.4.12
test('applications of the period that have not ended are found by when they were accepted, in each status but the ended', () => {
  const days = { from: '2026-03-02', to: '2026-03-08' };
  const filter = notEndedOf({ ...USUAL, workflow: 7, mode: 'test' }, days, { outcome: 'denied' });
  expect(executionFilterOf({ ...filter })).toEqual(filter);
  expect(executionParameters(filter, startOfDay)).toMatchObject({
    ...{ 'filter[workflow_id]': 7, 'filter[execution_mode]': 'test', 'filter[outcome]': 'denied' },
    'filter[status]': ['queued', 'pending', 'running', 'waiting', 'awaiting_review'],
    'filter[created_before]': startOfDay('2026-03-08', 1).toISOString(),
    ...{ 'filter[completed_after]': null, 'filter[completed_before]': null },
  });
});

test('the days before a period are as many, and end where it begins', () => {
  expect(daysOf('week', '2026-03-03')).toEqual({
    now: { from: '2026-02-25', to: '2026-03-03' },
    before: { from: '2026-02-18', to: '2026-02-24' },
  });
  fc.assert(
    fc.property(fc.date({ min: new Date('2001-01-01'), max: new Date('2099-01-01'), noInvalidDate: true }), (at) => {
      const day = at.toISOString().slice(0, 10);
      const { now, before } = daysOf('quarter', day);
      expect([shifted(before.to, 1), shifted(now.from, 89), shifted(before.from, 89)]).toEqual([
        ...[now.from, now.to, before.to],
      ]);
    }),
  );
});

describe('of counts that are not told', () => {
  test.each([
    ['<5', 100],
    [3, '<5'],
    ['<5', '<5'],
    [0, 0],
  ])('%s of %s makes no share and no change', (part, whole) => {
    expect([shareOf(part, whole), changeOfCount(part, whole), percent(shareOf(part, whole))]).toEqual([
      null,
      null,
      '–',
    ]);
  });
  test('the words are theirs', () => {
    expect([countWords('<5'), countWords(12_345)]).toEqual(['<5', '12,345']);
  });
});

test('a change is told in hundredths of a count, and in points of a share', () => {
  expect(changeOfCount(120, 100)).toBe('+20 %');
  expect(changeOfCount(1, 3)).toBe('−67 %');
  expect(changeOfCount(100, 100)).toBe('as before');
  expect(changeOfShare(0.2, 0.255)).toBe('−5.5 points');
  expect(changeOfShare(0.2, 0.2)).toBe('as before');
  expect(changeOfShare(null, 0.2)).toBeNull();
});

test.each([
  [null, '–'],
  [0.04, '40 ms'],
  [2.12, '2.1 s'],
  [97.6, '1.6 min'],
  [3_900, '1.1 h'],
  [200_000, '2.3 d'],
])('%s seconds are %s', (seconds, words) => expect(timeWords(seconds)).toBe(words));

test('an axis has few round marks, and the largest value lies below the last', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), (largest) => {
      const marks = marksUpTo(largest);
      expect(marks[0]).toBe(0);
      expect(marks.length).toBeLessThanOrEqual(6);
      expect(marks.at(-1)).toBeGreaterThanOrEqual(largest);
      expect(marks.every(Number.isInteger)).toBe(true);
    }),
  );
});

test('each branch of the picture has its count once, and what nobody took has none', () => {
  const nodes = graphOf([
    { id: 'a', type: 'ApplicantSource', next_step: ['b'] },
    { id: 'b', type: 'IfElse', pass_steps: ['c', 'd'], fail_steps: ['d'] },
    { id: 'c', type: 'Action', action_type: 'Approve' },
    { id: 'd', type: 'ShowResults' },
  ]);
  const counted = withCounts(pictureOf(nodes), [
    { node_id: 'b', branch: 'pass', executions: 1_234 },
    { node_id: 'b', branch: 'fail', executions: 0 },
    { node_id: 'gone', branch: 'pass', executions: 7 },
  ]);
  const texts = counted.lines.flatMap(({ label }) => label?.text ?? []);
  expect(texts.toSorted()).toEqual(['no', 'yes', 'yes 1,234']);
});

describe('what differs from before, in words', () => {
  const nameOf = (code: string) => (code === 'credit_report' ? 'Credit report' : code);
  const drift = {
    ...{ id: 1, workflow_id: 7, workflow_version: 1, key: null, text: null },
    ...{ begun_at: '2026-03-02T00:00:00Z', ended_at: null },
    ...{ days: 1, decisions: 312, share_before: 0.1, share_now: 0.263 },
  };
  test.each([
    [{ kind: 'approvals' }, 'Approved: 26 % of 312 in 24 hours, before 10 %.'],
    [{ kind: 'rule', text: 'Deny under 600' }, 'Decided by “Deny under 600”: 26 % of 312 in 24 hours, before 10 %.'],
    [
      { kind: 'vendor', key: 'credit_report', days: 4 },
      'Pulls that failed of Credit report: 26 % of 312 in 4 days, before 10 %.',
    ],
    [{ kind: 'field', key: 'credit_report/score' }, 'The values of Credit report: score differ from before.'],
    [
      { kind: 'constant_field', key: 'applicant.rent', is_empty: true },
      'applicant.rent is empty in every application of late; before it had many values.',
    ],
    [
      { kind: 'constant_field', key: 'applicant.rent', is_empty: false },
      'applicant.rent is the same in every application of late; before it had many values.',
    ],
  ] as const)('%o', (more, words) => {
    expect(driftWords({ ...drift, ...more }, nameOf)).toBe(words);
  });
});
