import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { validateDefinition } from '../../../core/cascade/validate.ts';
import { compilePolicy } from '../../../core/policies/compile.ts';
import { readingOf } from '../../../core/readback/index.ts';
import { MAX_WORK_OF_CALCULATION, Work } from '../../../core/work.ts';
import { readAs } from '../../../core/rules/read-as.ts';
import { CORPUS } from '../../generator/policies/corpus.ts';
import { foreignPolicies, USE_CASES } from '../../generator/policies/foreign.ts';
import { expect, test } from '../../support/jest.ts';
import { accepted } from '../rows/support.ts';
import { processorMs } from '../../support/processor-time.ts';
import { plenty } from '../../support/work.ts';
import { CASES } from '../notices/lawyer/cases.ts';
import { anyGraph, listLike } from './definitions.ts';

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

/** Only texts of the service count: quoted names, texts and addresses are the author's. */
const longLines = (texts: readonly string[]): readonly string[] =>
  texts
    .flatMap((text) => text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""').split(/(?<=[.!?])\s+|\n/))
    .filter((line) => line.split(/\s+/).filter((word) => /\w/.test(word)).length > 40);

function textsOf(definition: CascadeDefinition): readonly string[] {
  const { rules, missing_values: missing, steps, always } = readingOf(definition, plenty());
  const nameOf = new Map(definition.map(({ id, name }) => [id, name]));
  // The name of a step comes before its action.
  const done = steps.map(({ node_id: id, text }) => text.replace(` (${nameOf.get(id)})`, ''));
  const said = (rules ?? []).flatMap(({ text, read_as: readAs, details }) => [readAs ?? text, ...details]);
  return [...said, ...missing.map(({ text }) => text), ...done, ...always];
}

// Rules: 2.8.17
test('no sentence of a reading, or line of one that is a list, has more than 40 words', () => {
  const prompts = [
    ...CORPUS.map(({ prompt, useCase }) => [prompt, useCase ?? 'tenant_screening'] as const),
    ...foreignPolicies().map(({ text, domain }) => [text, USE_CASES[domain]] as const),
  ];
  const long = prompts.flatMap(([prompt, useCase]) => {
    const made = compilePolicy(prompt, { useCase, asOf: '2026-01-05' });
    const written = made.ok ? made.plan.rules.map((rule) => readAs(rule).replace(/^.*?\. (?=If )/, '')) : [];
    return longLines([...textsOf(made.ok ? made.definition : []), ...written.filter(isOfMissing)]);
  });
  expect(long).toEqual([]);
});

test.each([
  ['a cascade that a stranger wrote', () => CASES.map(({ definition }) => definition)],
  ['a random list', () => seeds(80).map(listLike)],
  ['a random graph', () => seeds(80).map(anyGraph)],
])('no sentence of the reading of %s has more than 40 words', (_kind, definitions) => {
  expect(definitions().flatMap((definition) => longLines(textsOf(definition)))).toEqual([]);
});

test('no line about many steps that follow one another has more than 40 words', () => {
  const decline = {
    action_type: 'AdverseAction',
    adverse_action: { recipient: '{{applicant.email}}', purpose: 'tenant' },
  };
  const email = { to: '{{applicant.email}}', subject: 'Hi', body: 'Text' };
  const mails = (name: string, next: string) =>
    Array.from({ length: 12 }, (_, at) => ({
      ...{ id: `${name}${at}`, type: 'Action', action_type: 'SendEmail', email },
      next_step: [at === 11 ? next : `${name}${at + 1}`],
    }));
  const definition = accepted([
    { id: 'start', type: 'ApplicantSource', next_step: ['check'] },
    {
      ...{ id: 'check', type: 'IfElse', pass_steps: ['a0'], human_review_steps: ['b0'], fail_steps: ['c0'] },
      branches: {
        pass: { condition_groups: [{ conditions: [condition(0, 1)] }] },
        human_review: { condition_groups: [{ conditions: [condition(0, 2)] }] },
      },
    },
    ...[...mails('a', 'approve'), ...mails('b', 'approve'), ...mails('c', 'deny')],
    { id: 'approve', type: 'Action', action_type: 'Approve' },
    { id: 'deny', type: 'Action', ...decline },
  ]);
  const texts = textsOf(definition);
  expect(texts[0]).toContain('e-mail the applicant,\nthen e-mail the applicant,\nthen approve.');
  expect(longLines(texts)).toEqual([]);
});

const seeds = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);
