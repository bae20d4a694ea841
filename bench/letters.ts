import type { CascadeDefinition } from '../core/cascade/registry.ts';
import type { JsonObject } from '../core/json.ts';
import { simulate } from '../core/explanation/simulate.ts';
import { MAX_WORK_OF_CALCULATION, Work } from '../core/work.ts';

/*
 * Measures the cost of finding what a letter says: a run of a choice with 60 conditions that declines, less an equal
 * run that approves. The shapes are the worst for the search for smallest reversals: every condition would have to be
 * another one.
 */
const CONDITIONS = 60;
const RUNS = 101;

interface Shape {
  readonly name: string;
  readonly within: 'and' | 'or';
  readonly among: 'and' | 'or';
  readonly perGroup: number;
}
const SHAPES: readonly Shape[] = [
  { name: 'all of 60', within: 'and', among: 'and', perGroup: CONDITIONS },
  { name: 'any of ten groups of six', within: 'and', among: 'or', perGroup: 6 },
  { name: 'all of ten groups, any of six', within: 'or', among: 'and', perGroup: 6 },
];

function cascadeOf({ within, among, perGroup }: Shape): CascadeDefinition {
  const groups = Array.from({ length: CONDITIONS / perGroup }, (_group, group) => ({
    logic: within,
    conditions: Array.from({ length: perGroup }, (_condition, index) => ({
      source_node_id: 'start',
      field: `applicant.f${group * perGroup + index}`,
      operator: 'greater_than' as const,
      value: 5,
    })),
  }));
  return [
    { id: 'start', type: 'ApplicantSource', next_step: ['decide'] },
    {
      id: 'decide',
      type: 'IfElse',
      branches: { pass: { group_logic: among, condition_groups: groups } },
      pass_steps: ['approve'],
      fail_steps: ['decline'],
    },
    { id: 'approve', type: 'Action', action_type: 'Approve' },
    {
      id: 'decline',
      type: 'Action',
      action_type: 'AdverseAction',
      adverse_action: { recipient: 'dana@example.com', send_strategy: 'auto_send', purpose: 'tenant' },
    },
  ];
}

function medianMs(definition: CascadeDefinition, value: number): number {
  const applicant: JsonObject = Object.fromEntries(
    Array.from({ length: CONDITIONS }, (_field, index) => [`f${index}`, value] as const),
  );
  const times = Array.from({ length: RUNS }, () => {
    const began = performance.now();
    simulate(
      definition,
      {
        payload: { applicant },
        reports: {},
        decisions: {},
        workflow: { name: 'Bench', useCase: null },
        sandbox: { find: () => undefined },
        now: 0,
      },
      new Work(MAX_WORK_OF_CALCULATION),
    );
    return performance.now() - began;
  });
  return times.toSorted((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0;
}

for (const shape of SHAPES) {
  const definition = cascadeOf(shape);
  const letterMs = medianMs(definition, 1) - medianMs(definition, 9);
  process.stdout.write(`${shape.name}: ${letterMs.toFixed(2)} ms a letter (limit 5 ms)\n`);
}
