import type { NodeBase } from '../../../core/cascade/definition.ts';
import { hiddenFromReviewers } from '../../../core/cascade/hidden-from-reviewers.ts';
import type { FieldSpecsJson } from '../../../core/fields/spec.ts';
import { dictionaryIn } from '../../../core/fields/standard.ts';
import type { JsonObject } from '../../../core/json.ts';
import { MAX_WORK_OF_LINT, Work } from '../../../core/work.ts';
import { expect, test } from '../../support/jest.ts';

const FIELDS: FieldSpecsJson = {
  'applicant.years_old': { type: 'number', kind: 'age' },
  'applicant.badge': { type: 'text', kind: 'identifier' },
  'applicant.limit': { type: 'number', kind: 'fact' },
};

function hidden(conditions: readonly JsonObject[], more: JsonObject = {}) {
  const branch = { condition_groups: [{ conditions }] };
  const definition = [
    { id: 'start', type: 'ApplicantSource', next_step: ['identity'] },
    { id: 'identity', type: 'BillingProduct', billing_product_code: 'identity_verification', next_step: ['decide'] },
    { id: 'decide', type: 'IfElse', branches: { human_review: branch }, pass_steps: ['approve'], ...more },
    { id: 'approve', type: 'Action', action_type: 'Approve' },
  ] as unknown as readonly NodeBase[];
  const { dictionary } = dictionaryIn(FIELDS);
  return hiddenFromReviewers(definition, dictionary, { onNotComparable: 'fail', work: new Work(MAX_WORK_OF_LINT) });
}
const reads = (field: string, source = 'start', more: JsonObject = {}): JsonObject => ({
  ...{ source_node_id: source, field, operator: 'equals', value: 1 },
  ...more,
});

// Rules: 20.11.6
test('what a choice reads of a masked kind, or of none, is hidden from reviewers, once', () => {
  const conditions = [
    reads('applicant.years_old'),
    reads('context.applicant.badge'),
    reads('applicant.limit', 'start', { value_from: { source_node_id: 'start', field: 'applicant.zz' } }),
    reads('applicant.years_old'),
    reads('applicant.monthly_income'),
  ];
  expect(hidden(conditions)).toEqual([
    { nodeId: 'decide', field: 'applicant.years_old', why: 'age' },
    { nodeId: 'decide', field: 'applicant.badge', why: 'identifier' },
    { nodeId: 'decide', field: 'applicant.zz', why: 'not_declared' },
  ]);
});

test('where nobody is asked, nothing is hidden from reviewers', () => {
  expect(hidden([reads('applicant.badge')], { branches: {} })).toEqual([]);
});
