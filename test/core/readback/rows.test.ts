import { validateDefinition } from '../../../core/cascade/validate.ts';
import { compilePolicy } from '../../../core/policies/compile.ts';
import { readingOf } from '../../../core/readback/index.ts';
import { MAX_WORK_OF_CALCULATION, Work } from '../../../core/work.ts';
import { readAs } from '../../../core/rules/read-as.ts';
import { CORPUS } from '../../generator/policies/corpus.ts';
import { foreignPolicies, USE_CASES } from '../../generator/policies/foreign.ts';
import { expect, test } from '../../support/jest.ts';
import { processorMs } from '../../support/processor-time.ts';
import { plenty } from '../../support/work.ts';

const condition = (row: number, field: number) => ({
  ...{ source_node_id: 'context', field: `context.applicant.f${field}` },
  ...{ operator: 'less_than', value: 1_000 * field + row },
});
const row = (at: number) => ({
  ...{ id: `n${at}`, type: 'IfElse', pass_steps: ['deny'], fail_steps: [at === 59 ? 'approve' : `n${at + 1}`] },
  branches: {
    pass: {
      condition_groups: [
        { id: `r${at}`, logic: 'or', conditions: Array.from({ length: 10 }, (_, field) => condition(at, field)) },
      ],
    },
  },
});

test('60 rows of ten conditions, and everyone else, are read as rules within a second of processor time', async () => {
  const { definition } = validateDefinition([
    { id: 'start', type: 'ApplicantSource', next_step: ['n0'] },
    ...Array.from({ length: 60 }, (_, at) => row(at)),
    { id: 'approve', type: 'Action', action_type: 'Approve' },
    { id: 'deny', type: 'Action', action_type: 'AdverseAction', adverse_action: { recipient: '{{applicant.email}}' } },
  ]);
  let rules: readonly object[] = [];
  const ms = await processorMs(() => {
    rules = readingOf(definition ?? [], new Work(MAX_WORK_OF_CALCULATION)).rules ?? [];
  });
  expect([rules.length, ms < 1_000]).toEqual([61, true]);
});

const isOfMissing = (text: string): boolean => text.startsWith('If ');

test('no sentence of a reading, or line of one that is a list, has more than 40 words', () => {
  const prompts = [
    ...CORPUS.map(({ prompt, useCase }) => [prompt, useCase ?? 'tenant_screening'] as const),
    ...foreignPolicies().map(({ text, domain }) => [text, USE_CASES[domain]] as const),
  ];
  const long = prompts.flatMap(([prompt, useCase]) => {
    const made = compilePolicy(prompt, { useCase, asOf: '2026-01-05' });
    const { rules, missing_values: missing } = readingOf(made.ok ? made.definition : [], plenty());
    const own = (rules ?? []).flatMap(({ read_as: said, details }) => [said ?? '', ...details]);
    const written = made.ok ? made.plan.rules.map((rule) => readAs(rule).replace(/^.*?\. (?=If )/, '')) : [];
    const lines = [...own, ...missing.map(({ text }) => text), ...written.filter(isOfMissing)].flatMap((text) =>
      text.split(/(?<=[.!?])\s+|\n/),
    );
    return lines.filter((line) => line.split(/\s+/).length > 40);
  });
  expect(long).toEqual([]);
});
