import { lintDefinition } from '../../../core/cascade/lint.ts';
import { noticeRules } from '../../../core/notices/warnings/index.ts';
import { generate } from '../../../core/policies/generation.ts';
import { describe, expect, test } from '../../support/jest.ts';

interface Said {
  /** What its author reads before it is saved. */
  readonly before: readonly string[];
  /** What everybody reads of the workflow that it became. */
  readonly after: readonly string[];
}

function warned(prompt: string): Said {
  const made = generate({ prompt, useCase: 'tenant_screening', now: Date.UTC(2026, 0, 5) });
  if (!made.ok) throw new Error(JSON.stringify(made.errors));
  const nodesOf = (found: readonly { code: string; node_id: string }[]): string[] =>
    found.filter(({ code }) => code === 'jurisdiction_review').map(({ node_id: id }) => id);
  const saved = lintDefinition(made.definition, noticeRules('tenant_screening'));
  return { before: nodesOf(made.warnings), after: nodesOf(saved) };
}

describe('what the law of a place limits', () => {
  test.each([
    'Deny felonies. Approve the rest.',
    'Deny anyone with an eviction in the last 5 years. Approve the rest.',
    'Review sex offenders. Approve scores of at least 650. Deny the rest.',
    'Applicants in California go to review. Approve the rest.',
  ])('is said of the saved workflow at the nodes at which the preview said it: %s', (prompt) => {
    const { before, after } = warned(prompt);
    expect(before).not.toEqual([]);
    expect(after).toEqual(before);
  });

  test('is said of no choice on other reports', () => {
    expect(warned('Approve if the credit score is at least 650, otherwise deny.')).toEqual({ before: [], after: [] });
  });
});
