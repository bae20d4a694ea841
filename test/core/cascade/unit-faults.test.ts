import fc from 'fast-check';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { unitFaults } from '../../../core/cascade/unit-faults.ts';
import { dictionaryOf } from '../../../core/fields/dictionary.ts';
import { FIELD_UNITS, type FieldSpec } from '../../../core/fields/spec.ts';
import { describe, expect, test } from '../../support/jest.ts';
import { plenty } from '../../support/work.ts';

const SPECS = new Map<string, FieldSpec>([
  ['applicant.income', { type: 'number', unit: 'cents' }],
  ['applicant.rent', { type: 'number', unit: 'USD' }],
  ['applicant.term', { type: 'integer', unit: 'months' }],
  ['applicant.dogs', { type: 'integer', unit: 'dogs' }],
  ['applicant.jobs', { type: 'list' }],
  ['applicant.jobs.pay', { type: 'number', unit: 'cents' }],
]);

const definitionWith = (condition: object, branch = 'pass'): CascadeDefinition =>
  [
    { id: 'start', type: 'ApplicantSource', next_step: ['credit'] },
    { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['income'] },
    { id: 'income', type: 'BillingProduct', billing_product_code: 'income_verification', next_step: ['choose'] },
    {
      ...{ id: 'choose', type: 'IfElse', pass_steps: ['end'], fail_steps: ['end'] },
      branches: {
        [branch]: {
          condition_groups: [
            { conditions: [{ source_node_id: 'start', operator: 'greater_than', field: 'applicant.rent', value: 3 }] },
            { conditions: [{ source_node_id: 'start', operator: 'greater_than', ...condition }] },
          ],
        },
      },
    },
    { id: 'end', type: 'ShowResults' },
  ] as unknown as CascadeDefinition;

const faultsOf = (condition: object, branch?: string, specs = SPECS) =>
  unitFaults(definitionWith(condition, branch), dictionaryOf(specs), plenty());

const sent = (field: string, more = {}) => ({ value_from: { source_node_id: 'start', field, ...more } });
const reported = (source_node_id: string, field: string) => ({ value_from: { source_node_id, field } });

// Rules: 20.2.3
describe('two declared units that cannot be compared are a fault', () => {
  test.each<[string, object, string, string]>([
    ['payload against payload', { field: 'applicant.income', ...sent('applicant.rent') }, 'cents', 'USD'],
    ['by another name of the path', { field: 'context.applicant.rent', ...sent('applicant.term') }, 'USD', 'months'],
    ['a sum', { field: 'applicant.jobs.sum.pay', ...sent('applicant.rent') }, 'cents', 'USD'],
    ['an item', { field: 'applicant.jobs.0.pay', ...sent('applicant.rent') }, 'cents', 'USD'],
    ['a number of items', { field: 'applicant.jobs.count', ...sent('applicant.term') }, 'count', 'months'],
    [
      'payload against report',
      { field: 'applicant.income', ...reported('income', 'monthly_income_usd') },
      'cents',
      'USD',
    ],
    [
      'report against payload',
      { source_node_id: 'income', field: 'monthly_income_usd', ...sent('applicant.term') },
      ...(['USD', 'months'] as const),
    ],
    [
      'report against report',
      { source_node_id: 'credit', field: 'tradelines.sum.balance_usd', ...reported('credit', 'tradelines.count') },
      ...(['USD', 'count'] as const),
    ],
    ['by a factor of one', { field: 'applicant.income', ...sent('applicant.rent', { times: 1 }) }, 'cents', 'USD'],
    ['with a sum added', { field: 'applicant.income', ...sent('applicant.rent', { plus: 5 }) }, 'cents', 'USD'],
  ])('%s', (_name, condition, one, other) =>
    expect(faultsOf(condition)).toEqual([
      {
        member: '[3].branches.pass.condition_groups[1].conditions[0].value_from',
        message: expect.stringContaining(`compares ${one} with ${other}`),
      },
    ]),
  );

  test('where the condition stands', () =>
    expect(faultsOf({ field: 'applicant.income', ...sent('applicant.rent') }, 'human_review')).toMatchObject([
      { member: '[3].branches.human_review.condition_groups[1].conditions[0].value_from' },
    ]));

  test('and named as both are, whatever the two are', () =>
    fc.assert(
      fc.property(fc.constantFrom(...FIELD_UNITS), fc.constantFrom(...FIELD_UNITS), (one, other) => {
        const specs = new Map<string, FieldSpec>([
          ['a', { type: 'number', unit: one }],
          ['b', { type: 'number', unit: other }],
        ]);
        const faults = faultsOf({ field: 'context.a', ...sent('context.b') }, 'pass', specs);
        const isSame = one === other || (/^(?:fraction|ratio)$/.test(one) && /^(?:fraction|ratio)$/.test(other));
        expect(faults.map(({ message }) => message.includes(one) && message.includes(other))).toEqual(
          isSame ? [] : [true],
        );
      }),
    ));
});

// Rules: 20.2.3
test.each<object>([
  { field: 'applicant.income', value: 250_000 },
  { field: 'applicant.income', ...sent('applicant.rent', { times: 300 }) },
  { field: 'applicant.income', ...sent('applicant.jobs.sum.pay') },
  { field: 'applicant.dogs', ...sent('applicant.jobs.count') },
  { field: 'applicant.income', ...sent('applicant.undeclared') },
  { field: 'applicant.undeclared', ...reported('income', 'monthly_income_usd') },
  { field: 'applicant.rent', ...reported('income', 'monthly_income_usd') },
  { field: 'applicant.rent', ...reported('income', 'nothing_of_it') },
])('%j is none', (condition) => expect(faultsOf(condition)).toEqual([]));
