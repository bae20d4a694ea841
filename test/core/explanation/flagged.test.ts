import { describe, expect, test } from '../../support/jest.ts';
import type { ConditionTrace } from '../../../core/cascade/conditions.ts';
import type { CascadeBranch, ConditionOperator } from '../../../core/cascade/definition.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { choicesOnTheWay, flaggedBy } from '../../../core/explanation/flagged.ts';
import { approve, ifElse, notice, source } from '../interpreter/cascades.ts';
import { World } from '../interpreter/world.ts';

const is = (field: string, operator: ConditionOperator, value: number) => ({
  source_node_id: 'context',
  field: `applicant.${field}`,
  operator,
  value,
});
const all = (...conditions: ReturnType<typeof is>[]): CascadeBranch => ({ condition_groups: [{ conditions }] });

function flagged(definition: CascadeDefinition, applicant: Record<string, number>, at = 'decide') {
  const world = new World(definition, { payload: { applicant: { ...applicant, email: 'ada@example.com' } } });
  world.advance();
  expect(world.openRounds.size).toBe(1);
  const run = { definition, history: [...world.history.values()], context: world.run };
  const choices = choicesOnTheWay(run, { node_id: at, visit: 1 });
  return { choices, conditions: flaggedBy(choices).map(({ field, actual, result }) => [field, actual, result]) };
}

const ends = [approve('approve'), notice('decline', 'auto_send')];
const decide = ifElse('decide', {
  pass: all(is('score', 'greater_than_or_equal', 650), is('income', 'greater_than_or_equal', 3000)),
  review: all(is('score', 'greater_than_or_equal', 580)),
  then: ['approve'],
  reviewed: ['approve'],
  otherwise: ['decline'],
});

describe('why a person is asked', () => {
  // Rules: 9.15.2, 9.15.3
  test('names the condition that was not met before the one that was', () => {
    const { choices, conditions } = flagged([source('decide'), decide, ...ends], { score: 782, income: 1200 });
    expect(conditions).toEqual([
      ['applicant.income', 1200, false],
      ['applicant.score', 782, true],
    ]);
    const fieldsOf = (traces: readonly ConditionTrace[] = []) => traces.map(({ field }) => field);
    expect(choices.map(({ notPassed, notFailed }) => [fieldsOf(notPassed), fieldsOf(notFailed)])).toEqual([
      [['applicant.income'], ['applicant.score']],
    ]);
  });

  // Rules: 9.15.1
  test('names a condition of an earlier choice, if that choice led to the review', () => {
    const check = ifElse('income', {
      pass: all(is('income', 'greater_than_or_equal', 3000)),
      then: ['approve'],
      otherwise: ['look'],
    });
    const look = ifElse('look', {
      review: all(is('score', 'greater_than_or_equal', 580)),
      reviewed: ['approve'],
      otherwise: ['decline'],
    });
    const { conditions, choices } = flagged(
      [source('income'), check, look, ...ends],
      { score: 782, income: 1200 },
      'look',
    );
    expect(conditions).toEqual([
      ['applicant.income', 1200, false],
      ['applicant.score', 782, true],
    ]);
    expect(choices.map(({ ref, taken }) => [ref.node_id, taken])).toEqual([
      ['income', 'fail'],
      ['look', 'human_review'],
    ]);
  });

  // Rules: 9.15.3
  test('says nothing of a choice that only chose between two ways to the same review, and still lists it', () => {
    const route = ifElse('route', {
      pass: all(is('age', 'less_than', 25)),
      then: ['decide'],
      otherwise: ['decide'],
    });
    const { conditions, choices } = flagged([source('route'), route, decide, ...ends], {
      age: 30,
      score: 600,
      income: 5000,
    });
    expect(conditions).toEqual([
      ['applicant.score', 600, false],
      ['applicant.score', 600, true],
    ]);
    expect(choices.map(({ ref, led }) => [ref.node_id, led])).toEqual([
      ['route', false],
      ['decide', true],
    ]);
  });

  // Rules: 9.15.1
  test('says nothing of a choice in another branch', () => {
    const aside = ifElse('aside', { pass: all(is('age', 'less_than', 25)), then: ['approve'], otherwise: [] });
    const { choices } = flagged([source('aside', 'decide'), aside, decide, ...ends], {
      age: 30,
      score: 600,
      income: 1,
    });
    expect(choices.map(({ ref }) => ref.node_id)).toEqual(['decide']);
  });
});
