import { describe, expect, test } from '../../support/jest.ts';
import { initialState } from '../../../core/interpreter/state.ts';
import type { AdvanceResult, RunState } from '../../../core/interpreter/types.ts';
import { changeOf, needsAnotherPass } from '../../../services/executor/advance/change.ts';
import type { LoadedRound, LoadedRun } from '../../../services/executor/advance/load.ts';
import { UNSET } from '../../../platform/database/pinned-settings.ts';

const NOW = Date.parse('2026-03-02T10:00:00.000Z');
const STATE: RunState = { ...initialState([]), visits: { a: 1 } };
const RUN: LoadedRun = {
  rowVersion: '1',
  id: 7,
  run_key: 'key',
  account_id: 1,
  workflow_id: 3,
  workflow_version: 1,
  batch_id: null,
  status: 'waiting',
  external_reference: 'ref',
  request_id: 'request-of-a-trigger',
  execution_mode: 'test',
  needs_human_review: false,
  review_status: 'none',
  user_approved: null,
  outcome: null,
  skip_waits: false,
  state: STATE,
  retry_count: 0,
  settings: UNSET,
  fields: null,
  re_evaluated_from: null,
  created_at: 0,
  first_error_message: null,
  first_error_code: null,
  pending_reports: null,
  only_awaits_reports: false,
  advance_failures: 0,
  advances_begun: 0,
  wake_at: NOW + 5_000,
  started_at: NOW,
  updated_at: NOW,
  read_at: NOW,
  visits: [],
  data: null,
  effects: null,
  rounds: null,
};
/** Says what is stored already. */
const SAME: AdvanceResult = {
  isUnfinished: false,
  state: STATE,
  steps: [],
  effects: [],
  cancelledEffects: [],
  rounds: [],
  closedRounds: [],
  reviewEvents: [],
  events: [],
  reports: [],
  wakeAt: NOW + 5_000,
  status: 'waiting',
  reviewStatus: 'none',
  needsHumanReview: false,
  userApproved: null,
  outcome: null,
  firstErrorMessage: null,
  noticeDueAt: null,
  workAside: 0,
  noticesDue: [],
  settles: null,
};

describe('a pass', () => {
  test('that finds what is stored changes nothing', () => {
    expect(changeOf(RUN, SAME, NOW + 60_000)).toBeNull();
  });

  test.each<[string, Partial<AdvanceResult>]>([
    ['the state', { state: { ...STATE, visits: { a: 2 } } }],
    ['the status', { status: 'running' }],
    ['the review status', { reviewStatus: 'in_review' }],
    ['the need for a review', { needsHumanReview: true }],
    ['the approval', { userApproved: false }],
    ['the outcome', { outcome: 'approved' }],
    ['the time to wake', { wakeAt: NOW + 5_001 }],
    ['the absence of a time to wake', { wakeAt: null }],
    ['the first error', { firstErrorMessage: 'The mail server refused the recipient.' }],
    ['a report', { reports: [{ nodeId: 'a', visit: 1 }] }],
    ['an effect called back', { cancelledEffects: ['a#1#mail'] }],
  ])('that changes nothing but %s is written', (_what, changed) => {
    expect(changeOf(RUN, { ...SAME, ...changed }, NOW)).not.toBeNull();
  });

  test('of a run without a stored state is written', () => {
    expect(changeOf({ ...RUN, state: null }, SAME, NOW)).not.toBeNull();
  });
});

describe('the end of a run', () => {
  const ended = (run: Partial<LoadedRun>, result: Partial<AdvanceResult>, now = NOW) => {
    const events = [{ name: 'execution.completed', nodeId: null, visit: null, key: 'end' }];
    return changeOf({ ...RUN, ...run }, { ...SAME, status: 'completed', events, ...result } as AdvanceResult, now);
  };
  const dataOf = (change: ReturnType<typeof ended>) => JSON.parse(change?.events[0]?.body ?? '{}').data;

  // Rules: 17.4.6
  test.each([
    [0, undefined],
    [1, 1],
    [3, 3],
  ])('after %p retries sends retry_count %p', (retry_count, sent) => {
    expect(dataOf(ended({ retry_count }, {})).retry_count).toBe(sent);
  });

  test('carries an error only if the run failed', () => {
    const firstErrorMessage = 'No report.';
    expect(dataOf(ended({}, { status: 'failed', firstErrorMessage })).first_error_message).toBe('No report.');
    expect(dataOf(ended({}, { firstErrorMessage })).first_error_message).toBeUndefined();
  });

  test.each([
    ['is the time of the pass', NOW + 1_000, '2026-03-02T10:00:01.000Z'],
    ['is never before its start', NOW - 1_000, '2026-03-02T10:00:00.000Z'],
  ])('%s', (_what, now, completedAt) => {
    expect(ended({}, {}, now)?.run.completed_at).toBe(completedAt);
  });
});

describe('reviews of a run', () => {
  const round = (id: number, status: LoadedRound['status']) =>
    ({
      id,
      key: `k${id}`,
      node_id: `n${id}`,
      visit: 1,
      kind: 'decision',
      due_at: null,
      status,
    }) as LoadedRound;
  const asked = (key: string) => ({
    key,
    nodeId: key,
    visit: 1,
    review: { kind: 'decision', artifactId: null, dueAt: null },
  });
  const change = (rounds: LoadedRound[], result: object) =>
    changeOf({ ...RUN, rounds }, { ...SAME, ...result } as AdvanceResult, NOW);

  /** Nodes of whose review somebody is told that it was opened. */
  const openedAt = (changed: ReturnType<typeof changeOf>) =>
    changed?.events.map(({ name, body }) => {
      expect(name).toBe('review.opened');
      return (JSON.parse(body) as { data: { node_id: string } }).data.node_id;
    });

  test('are opened one at a time', () => {
    const added = change([], { rounds: [asked('a'), asked('b')] });
    expect(added?.new_rounds.map(({ key, status }) => [key, status])).toEqual([
      ['a', 'open'],
      ['b', 'queued'],
    ]);
    expect(added?.run.opens_round).toBe(true);
    expect(openedAt(added)).toEqual(['a']);
  });

  test('wait while another is open, and a known one is not asked for again', () => {
    const added = change([round(1, 'open')], { rounds: [asked('k1'), asked('b')] });
    expect(added?.new_rounds.map(({ key, status }) => [key, status])).toEqual([['b', 'queued']]);
    expect(added?.run.opens_round).toBe(false);
    expect(openedAt(added)).toEqual([]);
  });

  // Rules: 9.1.1, 14.6.3
  test('open in the order in which they were queued', () => {
    const opened = change([round(1, 'queued'), round(2, 'queued')], { rounds: [asked('c')] });
    expect(opened?.changed_rounds).toEqual([{ id: 1, status: 'open' }]);
    expect(opened?.new_rounds[0]?.status).toBe('queued');
    expect(opened?.run.opens_round).toBe(true);
    expect(openedAt(opened)).toEqual(['n1']);
  });

  test('that close leave the next for another pass', () => {
    const rounds = [round(1, 'open'), round(2, 'queued')];
    const closing = change(rounds, { closedRounds: ['k1'] });
    expect(closing?.changed_rounds).toEqual([{ id: 1, status: 'closed' }]);
    expect(closing !== null && needsAnotherPass({ ...RUN, rounds }, closing)).toBe(true);
  });

  test('that close while a new one comes leave the new one for another pass', () => {
    const rounds = [round(1, 'open')];
    const closing = change(rounds, { closedRounds: ['k1'], rounds: [asked('b')] });
    expect(closing?.new_rounds.map(({ status }) => status)).toEqual(['queued']);
    expect(closing !== null && needsAnotherPass({ ...RUN, rounds }, closing)).toBe(true);
  });

  test('that close as the last, or before they were opened, need no other pass', () => {
    for (const rounds of [[round(1, 'open')], [round(2, 'open'), round(1, 'queued')]]) {
      const closing = change(rounds, { closedRounds: ['k1'] });
      expect(closing !== null && needsAnotherPass({ ...RUN, rounds }, closing)).toBe(false);
    }
  });
});
