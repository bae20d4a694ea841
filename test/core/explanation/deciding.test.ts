import { expect, test } from '../../support/jest.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { explainNotice } from '../../../core/explanation/index.ts';
import { simulate } from '../../../core/explanation/simulate.ts';
import type { JsonObject } from '../../../core/json.ts';
import { branch, group, oneChoice, type Rule } from '../notices/letter-of.ts';
import { plenty } from '../../support/work.ts';

/** The conditions that are marked as deciding, and the summary. */
function explained(applicant: JsonObject, ...rules: readonly Rule[]) {
  const choice = { name: 'Means', branches: { pass: branch(group('and', ...rules)) } };
  const definition = oneChoice({ credit: 'credit_report' }, choice, {
    purpose: 'tenant',
  }) as unknown as CascadeDefinition;
  const run = simulate(
    definition,
    {
      payload: { applicant },
      reports: { credit_report: { utilization_percent: 80 } },
      decisions: {},
      workflow: { name: 'x', useCase: null },
      sandbox: { find: () => undefined },
      now: 0,
    },
    plenty(),
  );
  const [notice] = run.notices;
  if (notice === undefined) throw new Error('no notice was issued');
  const { choices, summary } = explainNotice(run.recorded, notice, plenty()) as unknown as {
    readonly choices: readonly {
      readonly conditions: readonly { field: string; required: number; decided: boolean }[];
    }[];
    readonly summary: readonly string[];
  };
  const decided = choices.flatMap(({ conditions }) =>
    conditions.flatMap(({ field, required, decided: is }) => (is ? [`${field} ${required}`] : [])),
  );
  return { decided, summary };
}

const atLeast = (field: string, value: number): Rule => ['start', `applicant.${field}`, 'greater_than_or_equal', value];

test('of two limits of one field the one that decided is marked, and no other field with the same limit', () => {
  const { decided } = explained(
    { savings: 2, rating: 10 },
    atLeast('savings', 1),
    atLeast('savings', 9),
    atLeast('rating', 9),
  );
  expect(decided).toEqual(['applicant.savings 9']);
});

test('of two comparisons with one limit the one that decided is marked', () => {
  const { decided } = explained({ savings: 9 }, atLeast('savings', 9), [
    'start',
    'applicant.savings',
    'greater_than',
    9,
  ]);
  expect(decided).toHaveLength(1);
});

test('a field of a report has the words of its report', () => {
  const { summary } = explained({}, ['credit', 'utilization_percent', 'less_than', 30]);
  expect(summary.join(' ')).toContain('Utilization: 80% (required: less than 30%)');
  expect(summary.join(' ')).not.toContain('Information in your application');
});

test('of two fields that decided both are marked', () => {
  const { decided } = explained({ savings: 2, rating: 1 }, atLeast('savings', 9), atLeast('rating', 9));
  expect(decided).toEqual(['applicant.savings 9', 'applicant.rating 9']);
});

test('a choice is called by its name', () => {
  expect(explained({ savings: 2 }, atLeast('savings', 9)).summary.join(' ')).toContain('At “Means”');
});
