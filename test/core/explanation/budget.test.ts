import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { explainNotice } from '../../../core/explanation/index.ts';
import { simulate } from '../../../core/explanation/simulate.ts';
import type { JsonObject } from '../../../core/json.ts';
import { TooMuchWork, Work } from '../../../core/work.ts';
import { expect, test } from '../../support/jest.ts';
import { plenty } from '../../support/work.ts';

/** An applicant with nine debts under their limits passes; each of them could have been lower. */
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

// Rules: 15.13.4
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

// Rules: 15.13.4
test('a simulation beyond its budget is too much work', () => {
  const work = new Work(50);
  expect(() => run(work)).toThrow(TooMuchWork);
  expect(work.isExceeded).toBe(true);
});

test('a run beyond the budget of its calculation is stopped near it', () => {
  const ids = Array.from({ length: 50 }, (_, n) => `c${n}`);
  const conditions = [{ source_node_id: 'context', field: 'applicant.items.sum.x', operator: 'less_than', value: 0 }];
  const definition = [
    { id: 'a', type: 'ApplicantSource', next_step: ['c0'] },
    ...ids.map((id, n) => ({
      ...{ id, type: 'IfElse', branches: { pass: { condition_groups: [{ conditions }] } } },
      fail_steps: [ids[n + 1] ?? 'ok'],
    })),
    { id: 'ok', type: 'Action', action_type: 'Approve' },
  ] as unknown as CascadeDefinition;
  const input: Parameters<typeof simulate>[1] = {
    payload: { applicant: { items: Array.from({ length: 2_000 }, (_, n) => ({ x: n })) } },
    ...{ reports: {}, decisions: {}, workflow: { name: 'W', useCase: null } },
    ...{ sandbox: { find: () => undefined }, now: 0 },
  };
  const [whole, limited] = [plenty(), new Work(10_000)];
  simulate(definition, input, whole);
  expect(() => simulate(definition, input, limited)).toThrow(TooMuchWork);
  expect([whole.spent > 50_000, limited.spent < 20_000]).toEqual([true, true]);
});
