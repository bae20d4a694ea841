import { describe, expect, test } from '../../support/jest.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { compilePolicy } from '../../../core/policies/compile.ts';
import { generate } from '../../../core/policies/generation.ts';
import type { Generation } from '../../../core/rules/generation.ts';
import { simulate } from '../../../core/explanation/simulate.ts';
import { specsIn, type FieldSpecsJson } from '../../../core/fields/spec.ts';
import { dictionaryIn } from '../../../core/fields/standard.ts';
import { fieldNouns } from '../../../core/policies/field-nouns.ts';
import type { JsonObject } from '../../../core/json.ts';
import { warningsOf } from '../../../core/rules/warnings.ts';
import { CORPUS } from '../../generator/policies/corpus.ts';
import { applicantOf, run } from '../../generator/policies/harness.ts';
import { plenty } from '../../support/work.ts';

const NOW = Date.UTC(2026, 0, 5);
const made = (prompt: string, useCase = 'tenant_screening'): Extract<Generation, { ok: true }> => {
  const generation = generate({ prompt, useCase, now: NOW });
  if (!generation.ok) throw new Error(JSON.stringify(generation.errors));
  return generation;
};
const BANDS =
  'Approve if the credit score is at least 700. Review scores between 600 and 699. Deny anyone with a score below 600 or a felony.';

describe('the explanation', () => {
  test('names for each sentence the nodes that it became', () => {
    const { sentences } = made(BANDS).explanation;
    expect(sentences.map(({ decision }) => decision)).toEqual(['approve', 'review', 'deny']);
    expect(sentences.map(({ node_ids }) => node_ids)).toEqual([
      ['approve_if_1', 'approve'],
      ['review_if_1', 'ask'],
      ['deny_if_1', 'deny'],
    ]);
    expect(sentences.map(({ text, offset }) => BANDS.slice(offset, offset + text.length) === text)).toEqual([
      true,
      true,
      true,
    ]);
  });

  test('says what each sentence was taken to say, the whole in English, and whom each threshold divides', () => {
    const { explanation, reading, examples } = made(BANDS);
    expect(explanation.sentences.map(({ read_as: read }) => read)).toEqual([
      'Approve if the credit score is at least 700. If the credit score is not known, it does not hold.',
      'Send to human review if the credit score is at least 600 and the credit score is at most 699. If the credit score is not known, it does not hold.',
      'Deny if the credit score is less than 600 or the number of felonies is more than 0. If the credit score is not known, it holds only if the number of felonies is more than 0.',
    ]);
    expect(reading.rules?.length).toBeGreaterThan(1);
    const [scores] = examples.tables.filter(({ field }) => field === 'the credit score');
    const rows = scores?.rows.map(({ value, result }) => `${value} ${result}`);
    expect(rows).toEqual(expect.arrayContaining(['599 denied', '600 review', '699 review', '700 approved']));
  });

  test.each(
    CORPUS.filter(({ refuse }) => refuse === undefined).map(
      ({ name, prompt, useCase }) => [name, prompt, useCase] as const,
    ),
  )('has an applicant for each decision of %s who takes the branch again', (_, prompt, useCase) => {
    const { definition, explanation } = made(prompt, useCase);
    expect(explanation.branches.length).toBeGreaterThan(0);
    for (const { node_id, branch, example } of explanation.branches) {
      const { outputs } = simulate(
        definition,
        {
          payload: example.payload,
          reports: example.reports,
          decisions: {},
          workflow: { name: '', useCase: null },
          sandbox: { find: () => undefined },
          now: NOW,
        },
        plenty(),
      );
      expect(outputs.get(node_id)).toMatchObject({ branch });
    }
  });

  test('an example of three bands is found for each of them', () => {
    const taken = made(BANDS).explanation.branches.map(({ node_id, branch }) => `${node_id} ${branch}`);
    expect(taken.toSorted()).toEqual([
      'approve_if_1 fail',
      'approve_if_1 pass',
      'ask human_review',
      'deny_if_1 fail',
      'deny_if_1 pass',
      'review_if_1 fail',
      'review_if_1 pass',
    ]);
  });

  test('lists what was assumed', () => {
    const { assumptions } = made('Approve if the credit score is at least 650. Review the rest.').explanation;
    expect(assumptions).toContain(
      'An applicant whose credit score is not known is not meant by "Approve if the credit score is at least 650".',
    );
  });

  test.each([
    ['Aprove', 'Aprove if the credit score is at least 650. Review the rest.', 'approve'],
    ['filling', 'Deny a bankruptcy filling. Approve the rest.', 'filing'],
    ['infarction', 'Deny anyone with an infarction. Approve the rest.', 'infraction'],
    ['evictttions', 'Deny evictttions. Approve the rest.', 'eviction'],
  ])('"%s" is a slip, or another word: it is asked which is meant, and nothing is put right', (word, prompt, meant) => {
    const result = compilePolicy(prompt, { useCase: 'tenant_screening', asOf: '2026-01-05' });
    expect(result.ok ? [] : result.details.map(({ message }) => message)).toEqual([
      expect.stringContaining(`"${word}" is not understood here. Is it "${meant}"?`),
    ]);
  });
});

describe('the cascade', () => {
  test('does of two denials that hold what the first of them says', () => {
    const { definition } = made(
      'Deny anyone with a felony. Deny anyone with an eviction and notify ops@acme.example. Deny scores below 500. Approve the rest.',
    );
    const { decision, staff } = run(definition, applicantOf('score=400 evictions=1'), 'approved');
    expect([decision, staff]).toEqual(['denied', ['ops@acme.example']]);
  });
});

describe('the warnings', () => {
  const codes = (prompt: string): string[] => made(prompt).warnings.map(({ code }) => code);

  test('a policy on a credit score alone has none', () => {
    expect(codes('Approve if the credit score is at least 650, otherwise deny.')).toEqual([]);
  });

  test('jurisdiction_review if criminal records decide, and if a state is named', () => {
    expect(codes('Deny felonies. Approve the rest.')).toEqual(['jurisdiction_review']);
    expect(codes('Applicants who live in California go to review. Approve the rest.')).toEqual(['jurisdiction_review']);
  });

  test('generic_adverse_action_reason if the reason says nothing', () => {
    expect(
      codes('Deny with the reason "does not meet our criteria" if the score is below 600. Approve the rest.'),
    ).toEqual(['generic_adverse_action_reason']);
  });

  const score = { source: 'credit_report', field: 'score', operator: 'less_than' } as const;
  const definition = (fail: string[]): CascadeDefinition =>
    [
      { id: 'start', type: 'ApplicantSource', next_step: ['credit'] },
      { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['decide'] },
      {
        id: 'decide',
        type: 'IfElse',
        branches: {
          pass: {
            condition_groups: [
              { conditions: [{ source_node_id: 'credit', field: 'score', operator: 'greater_than', value: 650 }] },
            ],
          },
        },
        pass_steps: ['approve'],
        fail_steps: fail,
      },
      { id: 'approve', type: 'Action', action_type: 'Approve' },
      {
        id: 'deny',
        type: 'Action',
        action_type: 'AdverseAction',
        adverse_action: { recipient: '{{applicant.email}}' },
      },
    ] as const;

  test('folded_thresholds if the prompt names two and the cascade has one', () => {
    const tests = [600, 650].map((value) => ({ ...score, value }));
    expect(warningsOf(definition(['deny']), { tests, states: [] }).map(({ code }) => code)).toEqual([
      'folded_thresholds',
    ]);
    expect(warningsOf(definition(['deny']), { tests: [{ ...score, value: 649 }], states: [] })).toEqual([]);
  });
});

describe('a simulation', () => {
  // Rules: 2.7.3
  test('stops at a review that has no decision, and goes on with one', () => {
    const { definition } = made('Review everyone with a score under 700. Approve the rest.');
    const input = {
      payload: {},
      reports: { credit_report: { score: 650 } },
      workflow: { name: 'x', useCase: null },
      sandbox: { find: () => undefined },
      now: NOW,
    };
    expect(simulate(definition, { ...input, decisions: {} }, plenty())).toMatchObject({
      status: 'awaiting_review',
      stoppedAt: 'ask',
    });
    const denied = simulate(definition, { ...input, decisions: { ask: 'denied' } }, plenty());
    expect(denied).toMatchObject({ outcome: 'denied', stoppedAt: null });
  });
});

test('what is done besides the decision on everybody else is told', () => {
  const { sentences } = made(
    'Approve if the credit score is at least 650. Otherwise deny and email the applicant.',
  ).explanation;
  expect(sentences.at(-1)?.read_as).toBe(
    'Deny everybody whom no other sentence decides. It does more besides; the steps tell it.',
  );
});

describe('a policy that approves because a value is missing', () => {
  const DENIAL = 'Deny if the credit score is below 600. Approve everyone else.';

  // Rules: 2.6.27
  test('says so first, with the rule, the outcome and what can be chosen', () => {
    const { approved_without: found } = made(DENIAL);
    expect(found).toMatchObject([
      {
        text: 'An applicant whose credit score is not known is approved, because “Deny if the credit score is below 600” does not hold without it.',
        outcome: 'approved',
        field: 'the credit score',
        rule_id: 'r1',
        node_ids: ['deny_if_1'],
        choices: ['goes_on', 'review', 'deny'],
      },
    ]);
  });

  // Rules: 2.6.27
  test.each([
    ['review', 'awaiting_review'],
    ['deny', 'completed'],
  ] as const)('does what is chosen: %s', (asks, status) => {
    const { definition, approved_without: found } = made(DENIAL);
    const [{ rule_id: id, applicant } = { rule_id: '', applicant: { payload: {}, reports: {} } }] = found;
    const chosen = JSON.parse(JSON.stringify(definition), (_key, value: unknown) =>
      typeof value === 'object' && value !== null && 'conditions' in value && 'id' in value && value.id === id
        ? { ...value, on_missing: asks }
        : value,
    ) as CascadeDefinition;
    const before = simulate(definition, inputOf(applicant), plenty());
    const after = simulate(chosen, inputOf(applicant), plenty());
    expect([before.outcome, after.status, after.outcome === 'approved']).toEqual(['approved', status, false]);
  });

  // Rules: 2.6.27
  test.each([
    ['nobody is', 'Approve if the credit score is at least 680. Otherwise deny.'],
    ['that none is on record is known', 'Deny if there is a bankruptcy in the last 24 months. Approve everyone else.'],
  ])('and no other one: %s', (_, prompt) => {
    expect(made(prompt).approved_without).toEqual([]);
  });
});

// Rules: 2.6.28
test('read_as calls fields as the account does', () => {
  const fields: FieldSpecsJson = {
    'applicant.x1': { type: 'number', label: 'Allotment', kind: 'fact' },
  };
  const { dictionary } = dictionaryIn(fields);
  const prompt = 'Deny if the allotment is at least 200. Approve everyone else.';
  const request = { prompt, useCase: 'tenant_screening', now: NOW, dictionary };
  const generation = generate(request, () => [], fieldNouns(specsIn(fields)));
  if (!generation.ok) throw new Error(JSON.stringify(generation.errors));
  const [rule] = generation.explanation.sentences;
  expect(rule?.read_as).toBe('Deny if the allotment is at least 200. If the allotment is not known, it does not hold.');
  expect(generation.approved_without[0]?.field).toBe('the allotment');
});

function inputOf({
  payload,
  reports,
}: {
  readonly payload: JsonObject;
  readonly reports: Readonly<Record<string, JsonObject>>;
}) {
  return {
    ...{ payload, reports, decisions: {} },
    workflow: { name: 'w', useCase: null },
    sandbox: { find: () => undefined },
    now: NOW,
    completesLetters: true,
  };
}
