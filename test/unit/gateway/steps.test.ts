import { expect, test } from '../../support/jest.ts';
import { presentSteps, type StepRow } from '../../../services/gateway/executions/records.ts';

const ENDED_AT = new Date('2026-03-02T10:00:00.000Z');

function step(nodeId: string, visit: number, output: object | null, more: Partial<StepRow> = {}): StepRow {
  return {
    node_id: nodeId,
    node_type: 'PullData',
    visit,
    status: 'succeeded',
    output: output === null ? null : JSON.stringify(output),
    error_code: null,
    error_message: null,
    attempts: null,
    ended_at: ENDED_AT,
    ...more,
  };
}

// Rules: 3.2.1
test.each<[string, StepRow[], object]>([
  ['the only visit', [step('a', 1, { n: 1 })], { a: { n: 1 } }],
  ['the latest visit', [step('a', 1, { n: 1 }), step('a', 2, { n: 2 })], { a: { n: 2 } }],
  ['the latest visit, though its row is older', [step('a', 2, { n: 2 }), step('a', 1, { n: 1 })], { a: { n: 2 } }],
  ['the latest visit that has one', [step('a', 1, { n: 1 }), step('a', 2, null)], { a: { n: 1 } }],
  ['no visit where none has one', [step('a', 1, null)], {}],
  ['each node', [step('a', 2, { n: 2 }), step('b', 1, { m: 1 })], { a: { n: 2 }, b: { m: 1 } }],
])('the output of a node is that of %s', (_what, steps, outputs) => {
  expect(JSON.parse(presentSteps(steps).step_outputs)).toEqual(outputs);
});

test('only failed steps are listed as failed, with a code and attempts also where none were recorded', () => {
  const failed = { status: 'failed' } as const;
  const { failed_steps } = presentSteps([
    step('a', 1, null, { ...failed, error_code: 'pull_failed', error_message: 'No reply.', attempts: 4 }),
    step('b', 1, null, failed),
    step('c', 1, { n: 1 }),
  ]);
  const common = { type: 'PullData', failed_at: '2026-03-02T10:00:00.000Z' };
  expect(failed_steps).toEqual([
    { node_id: 'a', code: 'pull_failed', message: 'No reply.', attempts: 4, ...common },
    { node_id: 'b', code: 'internal_error', message: '', attempts: 1, ...common },
  ]);
});
