import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { explainNotice } from '../../../core/explanation/index.ts';
import { simulate } from '../../../core/explanation/simulate.ts';
import type { JsonObject } from '../../../core/json.ts';
import { TooMuchWork, Work } from '../../../core/work.ts';
import { expect, test } from '../../support/jest.ts';
import { plenty } from '../../support/work.ts';

/** Whoever has nine debts under their limits passes; each of them could have been lower. */
const FIELDS = Array.from({ length: 9 }, (_, n) => `applicant.debt_${n}`);
const DEFINITION = [
  { id: 'a', type: 'ApplicantSource', next_step: ['choice'] },
  {
    id: 'choice',
    type: 'IfElse',
    branches: {
      pass: {
        condition_groups: [
          {
            logic: 'and',
            conditions: FIELDS.map((field) => ({
              source_node_id: 'context',
              field,
              operator: 'less_than',
              value: 100,
            })),
          },
        ],
      },
    },
    pass_steps: ['ok'],
    fail_steps: ['no'],
  },
  { id: 'ok', type: 'Action', action_type: 'Approve' },
  {
    id: 'no',
    type: 'Action',
    action_type: 'AdverseAction',
    adverse_action: { recipient: '{{applicant.email}}', send_strategy: 'auto_send', purpose: 'tenant' },
  },
] as unknown as CascadeDefinition;

const run = (work: Work, more: JsonObject = {}) =>
  simulate(
    DEFINITION,
    {
      payload: {
        applicant: {
          email: 'dana@example.com',
          ...more,
          ...Object.fromEntries(FIELDS.map((field) => [field.split('.')[1] ?? '', 900])),
        },
      },
      reports: {},
      decisions: {},
      workflow: { name: 'W', useCase: 'tenant_screening' },
      sandbox: { find: () => undefined },
      now: Date.UTC(2026, 2, 1),
    },
    work,
  );

function explained(work: Work, more: JsonObject = {}) {
  const { recorded, notices } = run(plenty(), more);
  const [notice] = notices;
  if (notice === undefined) throw new Error('no notice was issued');
  return explainNotice(recorded, notice, work).would_have_changed as unknown as {
    readonly values: readonly unknown[];
    readonly exact: boolean;
    readonly leads_to: string | null;
  };
}

test('within its budget the smallest set of values is found', () => {
  expect(explained(plenty())).toMatchObject({ exact: true, leads_to: 'approved' });
});

test('without the budget to find what would have changed a notice, the notice is explained without it', () => {
  expect(explained(new Work(1_000))).toMatchObject({ values: [], exact: false, leads_to: null });
});

test('the members of a large payload, which each change of a value copies, are charged', () => {
  const [small, large] = [plenty(), plenty()];
  explained(small);
  explained(large, Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`m${n}`, n])));
  // Hundreds of sets of up to nine values are tried, and each copies the members once for each value.
  expect(large.spent - small.spent).toBeGreaterThan(20_000);
  const work = new Work(300_000);
  expect(explained(work, Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`m${n}`, n])))).toMatchObject({
    exact: false,
  });
});

test('a simulation beyond its budget is too much work', () => {
  const work = new Work(50);
  expect(() => run(work)).toThrow(TooMuchWork);
  expect(work.isExceeded).toBe(true);
});
