import { ruleSentences } from '../../../core/rows/names.ts';
import { STANDARD } from '../../../core/fields/standard.ts';
import { reasonWords } from '../../../core/statistics/reason-words.ts';
import { rowListOf } from '../../../core/rows/present.ts';
import { Work } from '../../../core/work.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { describe, expect, test } from '../../support/jest.ts';

const check = (more: object, branches: object): CascadeDefinition =>
  [
    { id: 'applicant', type: 'ApplicantSource', next_step: ['credit'] },
    { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['check'] },
    { id: 'check', type: 'IfElse', branches, pass_steps: ['yes'], fail_steps: ['no'], ...more },
    { id: 'yes', type: 'Action', action_type: 'Approve' },
    { id: 'no', type: 'Action', action_type: 'AdverseAction', adverse_action: { recipient: '{{applicant.email}}' } },
  ] as CascadeDefinition;
const score = (operator: string, value: number) => ({
  conditions: [{ source_node_id: 'credit', field: 'score', operator, value }],
});
const sentences = (definition: CascadeDefinition) =>
  Object.fromEntries([...ruleSentences(definition, new Work(100_000))].map(([name, { text }]) => [name, text]));
const rowIds = (definition: CascadeDefinition) =>
  Object.fromEntries([...ruleSentences(definition, new Work(100_000))].map(([name, { rowId }]) => [name, rowId]));

// Rules: 21.4.9
describe('a rule of a fact is told in its sentence', () => {
  test('by the id of the sentence that was written', () => {
    const group = { ...score('less_than', 600), id: 'r1', text: 'Turn down a score below 600' };
    expect(
      sentences(check({ pass_steps: ['no'], fail_steps: ['yes'] }, { pass: { condition_groups: [group] } })),
    ).toMatchObject({ r1: expect.stringContaining('Turn down a score below 600') });
  });

  test('by node and branch where nobody wrote one: what passes, what asks a person, and everyone else', () => {
    const three = check(
      { human_review_steps: [] },
      {
        pass: { condition_groups: [score('greater_than_or_equal', 670)] },
        human_review: { condition_groups: [score('greater_than_or_equal', 580)] },
      },
    );
    const told = sentences(three);
    expect(told['check:pass']).toMatch(/^Approve .*670/);
    expect(told['check:human_review']).toMatch(/580/);
    expect(told['check:fail']).toMatch(/deny/i);
    const rows = rowListOf(three, new Work(100_000)).rules.map(({ id }) => id);
    expect(rowIds(three)).toEqual({ 'check:pass': rows[0], 'check:human_review': rows[1], 'check:fail': null });
  });

  test('of steps that are no list of rules there are none, and no failure', () => {
    expect(sentences([])).toEqual({});
    expect(sentences(check({ pass_steps: [], fail_steps: [] }, {}))).toEqual({});
  });

  test('a definition that takes too much work is refused by its budget', () => {
    const own = check({}, { pass: { condition_groups: [score('greater_than', 1)] } });
    expect(() => ruleSentences(own, new Work(1))).toThrow();
  });
});

// Rules: 21.4.9
test.each([
  ['credit_report.collections', 'Collection action reported by a creditor or collection agency'],
  ['credit_report/score', 'Score'],
  ['reviewer', 'In the words of the reviewer'],
  ['applicant.monthly_income', 'Monthly income'],
  ['credit_report/14', 'A factor of the score in “Credit report” (14)'],
  ['credit_report/factor', 'A factor of the score in “Credit report”'],
  ['no_such_product/score', null],
  ['applicant.undeclared_thing', null],
  ['', null],
])('the reason %s is called %s', (code, words) => {
  expect(reasonWords(code, STANDARD)).toBe(words);
});
