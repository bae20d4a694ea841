import { describe, expect, test } from '../support/jest.ts';
import { lintDefinition } from '../../core/cascade/lint.ts';
import { isKind } from '../../core/cascade/registry.ts';
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
