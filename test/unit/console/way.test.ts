import { OF_EVERYBODY } from '../../../core/cascade/asking.ts';
import type { Timeline } from '../../../console/src/api/records.ts';
import { entriesOf } from '../../../console/src/execution/entries.ts';
import { comparedText, decisive, notesOf, type Compared } from '../../../console/src/execution/notes.ts';
import { litByTwo, litOf, graphNodesOf } from '../../../console/src/execution/way.ts';
import { mergedNodes } from '../../../console/src/picture/merged.ts';
import { wayId } from '../../../core/picture/graph.ts';
import { describe, expect, test } from '../../support/jest.ts';

const step = (
  node_id: string,
  causes: string[] = [],
  more: Partial<Timeline['steps'][number]> = {},
): Timeline['steps'][number] => ({
  node_id,
  visit: 1,
  status: 'succeeded',
  branch: null,
  caused_by: causes.map((cause) => ({ node_id: cause, visit: 1 })),
  attempts: 1,
  error_code: null,
  began_at: '2026-03-02T15:00:01.000Z',
  ended_at: '2026-03-02T15:00:01.250Z',
  ...more,
});

const node = (id: string, ...ways: Timeline['nodes'][number]['ways']): Timeline['nodes'][number] => ({
  id,
  name: id,
  kind: 'IfElse',
  is_entry: id === 'start',
  ways,
});

/** A choice whose three edges lead to one node, and an approval that ends. */
const timeline = (steps: Timeline['steps'], more: Partial<Timeline> = {}): Timeline => ({
  object: 'execution_timeline',
  execution_id: 1,
  workflow_id: 1,
  workflow_version: 1,
  workflow_name: 'W',
  status: 'completed',
  accepted_at: '2026-03-02T15:00:00.000Z',
  started_at: '2026-03-02T15:00:00.500Z',
  completed_at: '2026-03-02T15:00:02.000Z',
  nodes: [
    node('start', { key: 'next_step', to: 'choose' }),
    node(
      'choose',
      { key: 'pass_steps', to: 'on' },
      { key: 'human_review_steps', to: 'on' },
      { key: 'fail_steps', to: 'on' },
    ),
    node('on'),
    node('never'),
  ],
  steps,
  pending_reports: [],
  effects: [],
  reviews: [],
  events: [],
  mails: [],
  truncated: false,
  ...more,
});
const way = (key: 'pass_steps' | 'human_review_steps' | 'fail_steps'): string => wayId('choose', { key, to: 'on' });

const decided = (type: 'approved' | 'denied'): Timeline['reviews'] => [
  { id: 1, event_type: type, node_id: 'choose', kind: 'decision', actor: null, created_at: '2026-03-02T15:00:01.100Z' },
];
const ran = (branch: string) => [step('start'), step('choose', ['start'], { branch }), step('on', ['choose'])];

describe('the way taken', () => {
  test.each([
    ['pass', [], 'pass_steps'],
    ['fail', [], 'fail_steps'],
    ['human_review', decided('approved'), 'human_review_steps'],
    ['human_review', decided('denied'), 'fail_steps'],
  ] as const)('of %s leaves the choice by its own edge, though all lead to one node', (branch, reviews, key) => {
    const { ways } = litOf(timeline(ran(branch), { reviews: [...reviews] }));
    const lit = [...ways].filter(([, name]) => name === 'taken').map(([id]) => id);
    expect(lit).toEqual([wayId('start', { key: 'next_step', to: 'choose' }), way(key)]);
  });

  test('steps back where nothing ran, and marks what failed', () => {
    const { nodes } = litOf(
      timeline([step('start'), step('choose', ['start'], { status: 'failed', error_code: 'x' })]),
    );
    expect(Object.fromEntries(nodes)).toEqual({ start: 'taken', choose: 'taken failed', on: 'idle', never: 'idle' });
  });

  test('of two executions says who did what, also on nodes that only one of the cascades has', () => {
    const first = timeline(ran('pass'));
    const other = timeline([step('start'), step('extra', ['start'])], {
      nodes: [node('start', { key: 'next_step', to: 'extra' }), node('extra')],
    });
    const { nodes, ways } = litByTwo(first, other);
    expect(Object.fromEntries(nodes)).toEqual({
      ...{ start: 'both', choose: 'first', on: 'first', never: 'idle', extra: 'second' },
    });
    expect(ways.get(wayId('start', { key: 'next_step', to: 'extra' }))).toBe('second');
    expect(ways.get(way('pass_steps'))).toBe('first');
    expect(ways.get(way('fail_steps'))).toBe('idle');
    expect(mergedNodes(graphNodesOf(first), graphNodesOf(other)).find(({ id }) => id === 'start')?.ways).toHaveLength(
      2,
    );
  });
});

const compared = (more: Partial<Compared>): Compared => ({
  branch: 'pass',
  source_node_id: 'credit',
  field: 'score',
  operator: 'greater_than_or_equal',
  value: 670,
  actual: 617,
  result: false,
  missing: false,
  ...more,
});

describe('what is read at a node', () => {
  test('the values at a choice come first, then the branch and the time', () => {
    const outputs = {
      choose: {
        branch: 'fail',
        conditions: [compared({}), compared({ branch: 'human_review', value: 600, actual: 590 })],
      },
    };
    expect(notesOf(timeline(ran('fail')), outputs).get('choose')).toEqual([
      'Score 617, asked: ≥ 670',
      'Score 590, asked: ≥ 600',
      'no · 250 ms',
    ]);
    expect(notesOf(timeline(ran('fail'))).get('choose')).toEqual(['no · 250 ms']);
  });

  test('a condition that every run meets is read nowhere', () => {
    const ofEverybody = compared({ ...OF_EVERYBODY, branch: 'human_review', value: null, actual: 4, result: true });
    const outputs = { choose: { branch: 'human_review', conditions: [ofEverybody] } };
    expect(notesOf(timeline(ran('human_review')), outputs).get('choose')).toEqual(['asked a person · 250 ms']);
  });

  test.each([
    ['pass', [true, false], 1],
    ['fail', [false, false], 2],
    ['human_review', [false, true], 2],
  ])('of %s those count that made the choice', (branch, [pass = false, review = false], expected) => {
    const all = [compared({ result: pass }), compared({ branch: 'human_review', value: 600, result: review })];
    expect(decisive(branch, all)).toHaveLength(expected);
  });

  test('says that a value was not there', () => {
    expect(comparedText(compared({ missing: true, actual: null, operator: 'is_true', value: null }))).toBe(
      'Score not there, asked: is true',
    );
  });
});

test('the list has everything that happened, by its time', () => {
  const found = entriesOf(
    timeline(ran('pass'), {
      reviews: decided('denied'),
      events: [
        {
          id: 'e',
          name: 'execution.completed',
          created_at: '2026-03-02T15:00:02.000Z',
          deliveries: [
            {
              ...{ id: 7, subscription_id: 5, status: 'dead', attempts: 3, last_response_status: 500 },
              created_at: '2026-03-02T15:00:02.000Z',
              last_attempt_at: '2026-03-02T15:10:00.000Z',
              delivered_at: null,
            },
          ],
        },
      ],
      mails: [
        {
          ...{ node_id: 'on', visit: 1, kind: 'notice', accepted_at: '2026-03-02T15:00:01.500Z', kept_at: null },
          written_at: '2026-03-02T15:00:01.400Z',
          ...{ mail_artifact_id: null, report: null, report_status: null, reported_at: null },
        },
      ],
    }),
  );
  expect(found.map(({ kind, state }) => [kind, state])).toEqual([
    ['run', 'good'],
    ['step', 'good'],
    ['step', 'good'],
    ['step', 'good'],
    ['review', 'good'],
    ['mail', 'good'],
    ['event', 'good'],
    ['run', 'good'],
    ['delivery', 'bad'],
  ]);
  expect(found.at(-1)?.text).toBe('execution.completed to subscription 5: given up (3 attempts, HTTP 500)');
  // The letter is made before anybody may send it: that its PDF is there is not that it went out.
  const letter = {
    ...{ id: 1, node_id: 'on', visit: 1, attempts: 1, error_code: null },
    ...({ kind: 'notice', status: 'done' } as const),
    ...{ intended_at: '2026-03-02T15:00:01.100Z', begun_at: null, finished_at: '2026-03-02T15:00:01.200Z' },
    ...{ report_came_at: null, report_corrected_at: null, report_corrected_fields: null },
  };
  const made = entriesOf(timeline(ran('pass'), { effects: [letter] })).find(({ kind }) => kind === 'effect');
  expect(made?.text).toBe('PDF of the letter of on: done');
  // It leads to its attempts, and nothing else does.
  expect(found.flatMap(({ kind, deliveryId }) => (deliveryId === undefined ? [] : [[kind, deliveryId]]))).toEqual([
    ['delivery', 7],
  ]);
});

// Rules: 6.7.9
test('a report that came when nobody waited for it any more is told with its pull', () => {
  const pull = {
    ...{ id: 1, node_id: 'on', visit: 1, attempts: 1, error_code: 'vendor_timeout' },
    ...({ kind: 'live_pull', status: 'failed' } as const),
    ...{ intended_at: '2026-03-02T15:00:01.100Z', begun_at: null, finished_at: '2026-03-02T15:00:01.200Z' },
    report_came_at: '2026-03-02T15:30:00.000Z',
    report_corrected_at: '2026-03-03T15:30:00.000Z',
    report_corrected_fields: null,
  };
  const made = entriesOf(timeline(ran('pass'), { effects: [pull] })).find(({ kind }) => kind === 'effect');
  expect(made?.text).toContain('failed: vendor_timeout; its report came when nobody waited for it any more');
  expect(made?.text).toContain('; its vendor has corrected the report since');
});
