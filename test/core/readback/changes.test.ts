import { readFileSync } from 'node:fs';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { examplesOf } from '../../../core/readback/examples.ts';
import { describe, expect, test } from '../../support/jest.ts';
import { plenty } from '../../support/work.ts';
import { changesOf } from './changes-of.ts';

const OPTIONS = { useCase: null, now: Date.UTC(2026, 10, 25) };

interface Ways {
  readonly pass?: object;
  readonly review?: object;
  readonly steps?: readonly string[];
  readonly fails?: string;
}

const of = (field: string, operator: string, value: number) => ({
  condition_groups: [{ conditions: [{ source_node_id: 'credit', field, operator, value }] }],
});
const GOOD = of('score', 'greater_than_or_equal', 700);
const FEW = of('collections.count', 'less_than', 3);

function cascade({ pass = GOOD, review, steps = ['approve'], fails = 'deny' }: Ways): CascadeDefinition {
  const branches = { pass, ...(review === undefined ? {} : { human_review: review }) };
  return [
    { id: 'start', type: 'ApplicantSource', next_step: ['credit'] },
    { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['decide'] },
    {
      ...{ id: 'decide', type: 'IfElse', branches },
      ...{ pass_steps: ['approve'], human_review_steps: steps, fail_steps: [fails] },
    },
    { id: 'approve', type: 'Action', action_type: 'Approve' },
    { id: 'other', type: 'Action', action_type: 'Approve' },
    {
      ...{ id: 'deny', type: 'Action', action_type: 'AdverseAction' },
      adverse_action: { recipient: '{{applicant.email}}', send_strategy: 'auto_send' },
    },
  ] as CascadeDefinition;
}

const applicantsOf = (before: Ways, after: Ways) =>
  changesOf(cascade(before), cascade(after), OPTIONS).effects.map((each) => [
    `${each.field} ${each.range}`.replace(/^.*?; /, ''),
    each.before,
    each.after,
  ]);

describe('who is treated differently', () => {
  // Rules: 2.8.9
  test('is told of a change behind the decision of a person, with that decision', () => {
    const review = of('score', 'greater_than_or_equal', 600);
    expect(applicantsOf({ review }, { review, steps: ['deny'] })).toContainEqual([
      'a person who is asked approves',
      'approved',
      'denied',
    ]);
    expect(applicantsOf({ review }, { review, steps: ['other'] })).toEqual([]);
  });

  test('is told where the conditions are about lists alone, of which there are no tables', () => {
    expect(applicantsOf({ pass: FEW }, { pass: FEW, fails: 'approve' })).toEqual([]);
    const none = of('collections.count', 'less_than', 0);
    expect(applicantsOf({ pass: none }, { pass: none, fails: 'approve' })).toEqual([
      ['everything as in test mode', 'denied', 'approved'],
    ]);
  });
});

// Rules: 2.8.7
test('an example says what lists it was run with, which nobody gave it', () => {
  const both = { condition_groups: [...GOOD.condition_groups, ...FEW.condition_groups] };
  const [table] = examplesOf(cascade({ pass: both }), OPTIONS, plenty()).tables;
  expect(table?.others).toEqual(['the number of collections listed: as in test mode']);
  const pets = { source_node_id: 'context', field: 'applicant.pets.count', operator: 'equals', value: 0 };
  const [score] = GOOD.condition_groups;
  const without = { condition_groups: [{ conditions: [pets] }, ...(score === undefined ? [] : [score])] };
  const [other] = examplesOf(cascade({ pass: without }), OPTIONS, plenty()).tables;
  expect(other?.others).toEqual(['the list applicant.pets: empty']);
  expect(other?.rows.map(({ value, result }) => [value, result])).toContainEqual(['700', 'approved']);
});

test('what a strangers’ cascade says otherwise when one of its edges is turned is never nothing', () => {
  const cases = readFileSync(new URL('../notices/lawyer/cases.jsonl', import.meta.url), 'utf8').split('\n');
  for (const line of cases.filter((each, index) => each !== '' && index % 8 === 0)) {
    const { id, definition } = JSON.parse(line) as { id: string; definition: CascadeDefinition };
    for (const [at, node] of definition.entries()) {
      const { pass_steps: pass, fail_steps: fail } = node;
      if (pass === undefined || fail === undefined || pass.join() === fail.join()) continue;
      const turned = definition.with(at, { ...node, pass_steps: fail, fail_steps: pass });
      const { parts } = changesOf(definition, turned, OPTIONS);
      expect([id, parts.some(({ part }) => part === 'steps')]).toEqual([id, true]);
    }
  }
});
