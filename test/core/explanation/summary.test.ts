import { describe, expect, test } from '../../support/jest.ts';
import { isKind, type CascadeDefinition } from '../../../core/cascade/registry.ts';
import { explainNotice } from '../../../core/explanation/index.ts';
import { simulate } from '../../../core/explanation/simulate.ts';
import { generate } from '../../../core/policies/generation.ts';
import { plenty } from '../../support/work.ts';

/** A summary that can be read aloud to the applicant quotes no rule, and hides what the account hides. */

const NOW = Date.UTC(2026, 10, 28);
const POLICIES = [
  'Deny if the credit score is below 613. Review scores from 613 to 687. Approve everyone else.',
  'Approve if the credit score is at least 687. Review scores from 613 to 686. Otherwise deny.',
  'The credit score must be at least 613. The applicant must have no felonies.',
  'First deny if the applicant has an eviction. Then review if the credit score is below 687. Approve everyone else.',
];

function definitionOf(prompt: string, asks?: 'review' | 'deny'): CascadeDefinition {
  const made = generate({ prompt, useCase: 'tenant_screening', now: NOW });
  if (!made.ok) throw new Error(JSON.stringify(made.errors));
  const [first] = made.approved_without;
  if (asks === undefined || first === undefined) return made.definition;
  return JSON.parse(JSON.stringify(made.definition), (_key, value: unknown) =>
    typeof value === 'object' && value !== null && 'conditions' in value && 'id' in value && value.id === first.rule_id
      ? { ...value, on_missing: asks }
      : value,
  ) as CascadeDefinition;
}

function summaries(definition: CascadeDefinition, hides: boolean): readonly string[] {
  const choices = definition.filter((node) => isKind(node, 'IfElse'));
  const decisions = Object.fromEntries(choices.map(({ id }) => [id, 'denied' as const]));
  return [null, 500, 640, 700].flatMap((score) => {
    const run = simulate(
      definition,
      {
        payload: { applicant: { name: 'Kim Ray', email: 'kim@example.com' } },
        reports: {
          credit_report: { score },
          criminal_background: { felony_count: 1 },
          eviction_history: { eviction_count: 1 },
        },
        decisions,
        workflow: { name: 'w', useCase: 'tenant_screening' },
        sandbox: { find: () => undefined },
        now: NOW,
        completesLetters: true,
      },
      plenty(),
    );
    return run.notices.flatMap(
      (notice) => explainNotice(run.recorded, notice, plenty(), hides).summary as readonly string[],
    );
  });
}

/** The sentences of the author, and the names that nodes have by them. */
const quotes = (definition: CascadeDefinition): readonly string[] =>
  definition.flatMap((node) =>
    isKind(node, 'IfElse')
      ? Object.values(node.branches).flatMap((branch) =>
          (branch?.condition_groups ?? []).flatMap(({ text }) => text ?? []),
        )
      : [],
  );

const CASES = [
  ...POLICIES.map((prompt) => definitionOf(prompt)),
  ...(['review', 'deny'] as const).map((asks) => definitionOf(POLICIES[0] ?? '', asks)),
];

describe('the summary for the applicant', () => {
  // Rules: 10.28.5
  test.each(CASES.map((definition, index) => [index, definition] as const))(
    'quotes no rule: policy %i',
    (_, definition) => {
      const said = summaries(definition, false);
      expect(said.length).toBeGreaterThan(0);
      const quoted = quotes(definition).filter((quote) => said.some((sentence) => sentence.includes(quote)));
      expect(quoted).toEqual([]);
    },
  );

  // Rules: 11.4.2
  test.each(CASES.map((definition, index) => [index, definition] as const))(
    'says what a value was compared with only if letters do: policy %i',
    (_, definition) => {
      const isLimit = (sentence: string) => /\b(?:613|612|687|686)\b/.test(sentence);
      expect(summaries(definition, true).filter(isLimit)).toEqual([]);
    },
  );

  // Rules: 11.4.2
  test('says it if letters do', () => {
    expect(
      summaries(definitionOf(POLICIES[0] ?? ''), false).filter((sentence) => sentence.includes('613')),
    ).not.toEqual([]);
  });
});
