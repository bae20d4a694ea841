import { warnOfDeclaredTypes } from '../../../core/cascade/lint-declared.ts';
import { lintDefinition } from '../../../core/cascade/lint.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { dictionaryOf } from '../../../core/fields/dictionary.ts';
import type { FieldSpec } from '../../../core/fields/spec.ts';
import { expect, test } from '../../support/jest.ts';
import { plenty } from '../../support/work.ts';

const SPECS = new Map<string, FieldSpec>([
  ['applicant.dti', { type: 'number', unit: 'percent' }],
  ['applicant.share', { type: 'number', unit: 'fraction' }],
  ['applicant.vet', { type: 'yes_no' }],
  ['applicant.since', { type: 'date' }],
  ['applicant.zip', { type: 'text', values: ['02134'] }],
  ['applicant.car', { type: 'object' }],
  ['applicant.jobs', { type: 'list' }],
  ['applicant.jobs.pay', { type: 'number' }],
  ['applicant.jobs.title', { type: 'text' }],
  ['applicant.tags', { type: 'list', item_type: 'text' }],
  ['applicant.stats', { type: 'object' }],
  ['applicant.stats.max', { type: 'number' }],
  ['loan.amount', { type: 'number' }],
]);

function warnings(condition: object): string[] {
  const definition = [
    { id: 'start', type: 'ApplicantSource', next_step: ['credit'] },
    { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['choose'] },
    {
      ...{ id: 'choose', type: 'IfElse', pass_steps: ['end'], fail_steps: ['end'] },
      branches: { pass: { condition_groups: [{ conditions: [{ source_node_id: 'start', ...condition }] }] } },
    },
    { id: 'end', type: 'ShowResults' },
  ] as unknown as CascadeDefinition;
  return lintDefinition(definition, plenty(), [warnOfDeclaredTypes(dictionaryOf(SPECS))])
    .filter(({ code }) => code === 'operator_mismatch')
    .map(({ message }) => message);
}

// Rules: 20.10.1
test.each<[object, RegExp]>([
  [{ field: 'applicant.dti', operator: 'is_true' }, /a number, and is_true/],
  [{ field: 'applicant.dti', operator: 'less_than', value: 'high' }, /a number, and "high" is not/],
  [{ field: 'applicant.vet', operator: 'greater_than', value: 1 }, /true or false/],
  [{ field: 'applicant.vet', operator: 'equals', value: 'yes' }, /neither/],
  [{ field: 'applicant.since', operator: 'less_than', value: '03/02/2026' }, /a date/],
  [{ field: 'applicant.zip', operator: 'less_than', value: 3 }, /text/],
  [{ field: 'applicant.car', operator: 'equals', value: 'x' }, /an object/],
  [{ field: 'applicant.jobs', operator: 'greater_than', value: 1 }, /a list.*count/],
  [{ field: 'applicant.jobs.pay', operator: 'greater_than', value: 1 }, /a list/],
  [{ field: 'applicant.jobs.any.title', operator: 'greater_than', value: 1 }, /text/],
  [{ field: 'applicant.jobs.0.title', operator: 'is_true' }, /text/],
  [{ field: 'applicant.jobs.count', operator: 'is_true' }, /a number/],
  [{ field: 'applicant.tags.all', operator: 'greater_than', value: 1 }, /text/],
  [{ field: 'applicant.stats.max', operator: 'is_true' }, /a number/],
  [{ source_node_id: 'context', field: 'context.loan.amount', operator: 'is_true' }, /a number/],
  [
    { field: 'applicant.jobs.count', operator: 'equals', value: 0, where: [{ field: 'pay', operator: 'is_true' }] },
    /"pay" is a number/,
  ],
  [
    { field: 'applicant.dti', operator: 'less_than', value_from: { source_node_id: 'start', field: 'applicant.vet' } },
    /the two never compare/,
  ],
  [
    {
      ...{ source_node_id: 'credit', field: 'score', operator: 'less_than' },
      value_from: { source_node_id: 'start', field: 'applicant.vet' },
    },
    /the two never compare/,
  ],
])('%j does not fit what is declared', (condition, message) =>
  expect(warnings(condition)).toEqual([expect.stringMatching(message)]),
);

// Rules: 20.10.1
test.each<object>([
  { field: 'applicant.dti', operator: 'less_than', value: '0.4' },
  { field: 'applicant.vet', operator: 'equals', value: 'true' },
  { field: 'applicant.since', operator: 'less_than', value: '2026-03-02' },
  { field: 'applicant.zip', operator: 'equals', value: 'a new one' },
  { field: 'applicant.jobs.sum.pay', operator: 'less_than', value: 1 },
  { field: 'applicant.jobs.title', operator: 'contains', value: 'chef' },
  { field: 'applicant.tags', operator: 'contains', value: 'a' },
  { field: 'applicant.undeclared', operator: 'is_true' },
  { field: 'loan.amount', operator: 'is_true' },
  {
    ...{ field: 'applicant.dti', operator: 'less_than' },
    value_from: { source_node_id: 'start', field: 'applicant.share', times: 100 },
  },
])('%j fits', (condition) => expect(warnings(condition)).toEqual([]));
