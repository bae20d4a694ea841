import { describe, expect, test } from '../../support/jest.ts';
import { evaluateBranches } from '../../../core/cascade/conditions.ts';
import type { Branches } from '../../../core/cascade/definition.ts';
import { lintDefinition } from '../../../core/cascade/lint.ts';
import type { CascadeNode } from '../../../core/cascade/registry.ts';
import { validateDefinition } from '../../../core/cascade/validate.ts';
import { evaluate, formulaOf } from '../../../core/notices/decided/formula.ts';
import { flaggedBy, choicesOnTheWay } from '../../../core/explanation/flagged.ts';
import { Work } from '../../../core/work.ts';
import { plenty } from '../../support/work.ts';

/** "At least two of …" is a group in which that many conditions have to hold. */
const FIELDS = ['evictions', 'felonies', 'collections'] as const;

function branches(atLeast: number | undefined, more: object = {}): Branches {
  const conditions = FIELDS.map(
    (field) => ({ source_node_id: 'context', field: `property.${field}`, operator: 'greater_than', value: 0 }) as const,
  );
  return { pass: { condition_groups: [{ at_least: atLeast, ...more, conditions }] } } as Branches;
}

function definition(of: Branches): CascadeNode[] {
  return [
    { id: 'start', type: 'ApplicantSource', next_step: ['decide'] },
    { id: 'decide', type: 'IfElse', branches: of, pass_steps: ['results'], fail_steps: ['results'] },
    { id: 'results', type: 'ShowResults' },
  ];
}

const decide = (of: Branches, values: readonly number[]) =>
  evaluateBranches(
    of,
    ({ field }) => ({ value: values[FIELDS.findIndex((name) => field.endsWith(name))] ?? null, read: null }),
    new Work(),
  );

describe('a group with at_least', () => {
  // Rules: 4.2.2, 4.2.3
  test('matches when so many of its conditions hold, and records how many had to', () => {
    const rows = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => [bits & 1, (bits >> 1) & 1, (bits >> 2) & 1]);
    for (const needed of [1, 2, 3]) {
      for (const values of rows) {
        const { branch, trace } = decide(branches(needed), values);
        expect(branch).toBe(values.reduce((sum, each) => sum + each, 0) >= needed ? 'pass' : 'fail');
        expect(trace.map((each) => each.at_least)).toEqual([needed, needed, needed]);
      }
    }
    expect(decide({ pass: { condition_groups: [{ conditions: [] }] } }, []).branch).toBe('fail');
  });

  test('has the opposite that at_least m - n + 1 of the opposites says', () => {
    for (const needed of [1, 2, 3]) {
      const { trace } = decide(branches(needed), [1, 0, 0]);
      const [pass, fail] = (['pass', 'fail'] as const).map((outcome) =>
        formulaOf(branches(needed), trace, [outcome], false),
      );
      if (pass === undefined || fail === undefined) throw new Error('two formulas');
      for (let bits = 0; bits < 8; bits += 1) {
        const known = (index: number) => (bits & (1 << index)) !== 0;
        expect(evaluate(fail, known)).toBe(evaluate(pass, known) === false);
      }
    }
  });

  // Rules: 4.2.2
  test.each([
    [4, {}, 'must be at most the number of conditions of the group, and there are 3'],
    [2, { logic: 'or' }, 'must not stand beside `logic`: leave one of the two out'],
    [0, {}, 'must be at least 1'],
    [1.5, {}, 'must be a whole number'],
    ['2', {}, 'must be a whole number'],
  ])('is refused as %s with %j', (atLeast, more, message) => {
    const { details } = validateDefinition(definition(branches(atLeast as number, more)));
    expect(details).toEqual([
      {
        field: 'definition[1].branches.pass.condition_groups[0].at_least',
        message: `in node "decide": ${message}`,
      },
    ]);
  });

  // Rules: 2.9.4
  test.each([
    [1, 'asks for one of its conditions: write "logic": "or" instead.'],
    [3, 'asks for all of its conditions: write "logic": "and" instead.'],
  ])('of %d is what `logic` says, and saving says so', (atLeast, message) => {
    expect(lintDefinition(definition(branches(atLeast)), plenty())).toContainEqual({
      code: 'same_as_logic',
      node_id: 'decide',
      message: `\`branches.pass.condition_groups[0].at_least\` ${message}`,
    });
    expect(lintDefinition(definition(branches(2)), plenty()).map(({ code }) => code)).not.toContain('same_as_logic');
  });

  test('shows a reviewer what of it was not met', () => {
    const cascade: CascadeNode[] = [
      { id: 'start', type: 'ApplicantSource', next_step: ['decide'] },
      {
        id: 'decide',
        type: 'IfElse',
        branches: {
          ...branches(2),
          human_review: {
            condition_groups: [
              { conditions: [{ source_node_id: 'context', field: 'property.x', operator: 'is_empty' }] },
            ],
          },
        },
        human_review_steps: [],
      },
    ];
    const { trace } = decide(branches(2), [1, 0, 0]);
    const output = { branch: 'human_review', conditions: trace.map((each) => ({ ...each })) };
    const run = {
      definition: cascade,
      history: [{ nodeId: 'decide', visit: 1, causes: [], output }],
      context: undefined as never,
    };
    const flagged = flaggedBy(choicesOnTheWay(run, { node_id: 'decide', visit: 1 }));
    expect(flagged.map(({ field }) => field)).toEqual(['property.felonies', 'property.collections']);
  });
});
