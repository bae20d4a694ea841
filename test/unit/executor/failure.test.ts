import { expect, test } from '../../support/jest.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { initialState } from '../../../core/interpreter/state.ts';
import type { AdvanceResult, RunState, StepRecord } from '../../../core/interpreter/types.ts';
import { UNSET } from '../../../platform/database/pinned-settings.ts';
import { failedResult } from '../../../services/executor/advance/failure.ts';
import type { LoadedRun } from '../../../services/executor/advance/load.ts';
import { isDataError } from '../../../services/executor/data-error.ts';

const NOW = 1_000;
const DEFINITION: CascadeDefinition = [
  { id: 'applicant', type: 'ApplicantSource', next_step: ['mail', 'wait', 'ask'] },
  { id: 'mail', type: 'Action', action_type: 'SendEmail', email: { to: 'a@example.com', subject: 's', body: 'b' } },
  { id: 'wait', type: 'Wait', wait: { duration: 1, unit: 'days' } },
  { id: 'ask', type: 'IfElse', branches: {} },
  { id: 'join', type: 'ShowResults' },
];
const COMMON = { memo: {}, again: false, visit: 1 };
const STATE: RunState = {
  ...initialState([]),
  tokens: [
    { at: 'mail', phase: 'working', wait: 'mail#1#mail', ...COMMON },
    { at: 'wait', phase: 'sleeping', until: 9_000, ...COMMON },
    { at: 'ask', phase: 'parked', wait: 'ask#1#review', kind: 'decision', ...COMMON },
    { at: 'join', phase: 'held' },
  ],
  visits: { applicant: 1, mail: 1, wait: 1, ask: 1 },
};
const RUN = {
  ...{ review_status: 'in_review', user_approved: null, effects: null, rounds: null },
  settings: UNSET,
} as unknown as LoadedRun;

const OWING = { run: RUN, input: null, definition: DEFINITION };

/** The interpreter's result after the mail had been accepted, which PostgreSQL refused. */
const REFUSED = {
  state: { ...STATE, visits: { ...STATE.visits } },
  steps: [step('mail', 'succeeded')],
} as unknown as AdvanceResult;

function step(nodeId: string, status: StepRecord['status']): StepRecord {
  return {
    nodeId,
    visit: 1,
    nodeType: 'Action',
    status,
    causes: [],
    output: { a: 1 },
    error: null,
    startedAt: null,
    endedAt: NOW,
  };
}

// Rules: 8.6.5
test('a refused pass fails its own branch, and the others stay to be resumed by a retry', () => {
  const { state, steps } = failedResult(OWING, STATE, REFUSED, NOW);
  expect(state).toMatchObject({ tokens: [], failed: ['mail'], stopped: ['wait', 'ask', 'join'] });
  expect(steps.map(({ nodeId, status, output }) => [nodeId, status, output])).toEqual([
    ['mail', 'failed', null],
    ['wait', 'cancelled', null],
    ['ask', 'cancelled', null],
  ]);
});

test('a run that the interpreter cannot advance fails where it works, and a review that is open is only stopped', () => {
  const { state, steps } = failedResult(OWING, STATE, null, NOW);
  expect(state).toMatchObject({ tokens: [], failed: ['mail', 'wait'], stopped: ['ask', 'join'] });
  expect(steps.map(({ nodeId, status }) => `${nodeId} ${status}`)).toEqual([
    'mail failed',
    'wait failed',
    'ask cancelled',
  ]);
});

test('a refused pass closes the rounds that are open or queued, and calls back the effects that have not begun', () => {
  const rounds = ['open', 'queued', 'decided', 'closed'].map((status) => ({ key: status, status }));
  const effects = ['intended', 'begun', 'done'].map((status) => ({ key: status, status }));
  const run = { ...RUN, rounds, effects } as unknown as LoadedRun;
  const { closedRounds, cancelledEffects } = failedResult({ ...OWING, run }, STATE, REFUSED, NOW);
  expect(closedRounds).toEqual(['open', 'queued']);
  expect(cancelledEffects).toEqual(['intended']);
});

test.each([
  ['a limit of PostgreSQL', Object.assign(new Error('too large'), { code: '54000' }), true],
  ['a value out of range', Object.assign(new Error('x'), { code: '22003' }), true],
  ['a text that V8 cannot make', new RangeError('Invalid string length'), true],
  ['a connection that was lost', Object.assign(new Error('x'), { code: '57P01' }), false],
  ['another error', new Error('x'), false],
  ['what is no error, though it has a code', { code: '54000' }, false],
])('%s is a data error: %#', (_what, error, expected) => {
  expect(isDataError(error)).toBe(expected);
});
