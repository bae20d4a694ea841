import { describe, expect, test } from '../support/jest.ts';
import { lintDefinition } from '../../core/cascade/lint.ts';
import { isKind } from '../../core/cascade/registry.ts';
import { differences } from '../../core/examples/example.ts';
import { tryExample } from '../../core/examples/try.ts';
import { examplesOf } from '../../core/readback/examples.ts';
import { ruleSentences } from '../../core/rows/names.ts';
import { isJsonObject } from '../../core/json.ts';
import { warnOfUnconditionalNotices } from '../../core/notices/warnings/unconditional.ts';
import { simulate } from '../../core/explanation/simulate.ts';
import { warnOfMissingNotices } from '../../core/notices/warnings/missing-notice.ts';
import { loadReferenceData } from '../../platform/reference-data/index.ts';
import { plenty } from '../support/work.ts';

const { templates, sandbox } = loadReferenceData();

describe.each(templates.map((template) => [template.name, template] as const))('the template %s', (_, template) => {
  const { definition } = template;
  const decisions = definition.filter((node) => isKind(node, 'IfElse'));

  test('has a description, an icon, a colour and a category', () => {
    for (const text of [template.description, template.icon, template.color, template.category]) {
      expect(text?.length).toBeGreaterThan(0);
    }
  });

  test('has for each of its branches a sandbox subject who takes it', () => {
    const taken = new Set<string>();
    for (const { payload } of sandbox.subjects) {
      for (const verdict of ['approved', 'denied'] as const) {
        const { outputs } = simulate(
          definition,
          {
            payload: { ...payload },
            reports: {},
            decisions: Object.fromEntries(decisions.map(({ id }) => [id, verdict])),
            workflow: { name: template.name, useCase: template.category ?? null },
            sandbox,
            now: Date.UTC(2026, 0, 20),
          },
          plenty(),
        );
        for (const { id } of decisions) {
          const output = outputs.get(id);
          if (isJsonObject(output)) taken.add(`${id} ${String(output.branch)}`);
        }
      }
    }
    const branches = decisions.flatMap(({ id, branches: { pass, human_review: review } }) => [
      ...(pass === undefined ? [] : [`${id} pass`]),
      ...(review === undefined ? [] : [`${id} human_review`]),
      `${id} fail`,
    ]);
    expect([...taken].toSorted()).toEqual(branches.toSorted());
  });

  test('is lint clean, declines nobody in silence and leaves no node unreached', () => {
    expect(lintDefinition(definition, plenty(), [warnOfUnconditionalNotices, warnOfMissingNotices])).toEqual([]);
  });
});

// Rules: 2.13.14
describe.each(templates.map((template) => [template.name, template] as const))('the examples of %s', (_, template) => {
  const { definition, examples, name, category } = template;
  const sentences = ruleSentences(definition, plenty());
  const rowIds = new Map([...sentences].flatMap(([rule, { rowId }]) => (rowId === null ? [] : [[rule, rowId]])));
  const options = { workflow: { name, useCase: category }, sandbox, onNotComparable: 'fail' as const, now: 0, rowIds };

  test.each(examples.map((example) => [example.name, example] as const))('%s', (_name, example) => {
    expect(differences(example.expected, tryExample(definition, example, options, plenty()))).toEqual([]);
  });

  test('approve, deny and ask a person, and have somebody of whom a value is missing where one may be', () => {
    const outcomes = new Set(examples.map(({ expected }) => expected.outcome));
    expect(outcomes).toEqual(new Set(['approved', 'denied', 'review']));
    const { tables } = examplesOf(definition, { useCase: category, now: 0 }, plenty());
    const mayBeMissing = tables.some(({ rows }) => rows.some(({ value }) => value === 'not known'));
    expect(examples.some(({ reports }) => JSON.stringify(reports).includes(':null'))).toBe(mayBeMissing);
  });
});
