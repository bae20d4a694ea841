import { identifierComparisons, warnOfIdentifiers } from '../../../core/cascade/identifier-comparisons.ts';
import { lintDefinition } from '../../../core/cascade/lint.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { dictionaryOf } from '../../../core/fields/dictionary.ts';
import type { FieldSpec } from '../../../core/fields/spec.ts';
import { STANDARD_SPECS } from '../../../core/fields/standard.ts';
import { describe, expect, test } from '../../support/jest.ts';
import { plenty } from '../../support/work.ts';

const ACCOUNT = new Map<string, FieldSpec>([
  ['loan.passport', { type: 'text', kind: 'identifier' }],
  ['loan.amount', { type: 'number', kind: 'fact' }],
  ['loan.papers', { type: 'list' }],
  ['loan.papers.number', { type: 'text', kind: 'identifier' }],
  ['loan.papers.country', { type: 'text', kind: 'fact' }],
  ['loan.numbers', { type: 'list', item_type: 'text', kind: 'identifier' }],
]);
const OF_ACCOUNT = dictionaryOf(STANDARD_SPECS, ACCOUNT);
const OF_CASCADE = dictionaryOf(
  STANDARD_SPECS,
  ACCOUNT,
  new Map<string, FieldSpec>([['loan.passport', { type: 'text', kind: 'fact' }]]),
);

const asking = (condition: object) =>
  [
    { id: 'start', type: 'ApplicantSource', next_step: ['courts'] },
    { id: 'courts', type: 'BillingProduct', billing_product_code: 'criminal_background', next_step: ['id'] },
    { id: 'id', type: 'BillingProduct', billing_product_code: 'identity_verification', next_step: ['choose'] },
    {
      ...{ id: 'choose', type: 'IfElse', pass_steps: ['end'], fail_steps: ['end'] },
      branches: { human_review: { condition_groups: [{ conditions: [{ source_node_id: 'start', ...condition }] }] } },
    },
    { id: 'end', type: 'ShowResults' },
  ] as unknown as CascadeDefinition;
const found = (condition: object): number => identifierComparisons(asking(condition), [OF_ACCOUNT, OF_CASCADE]).length;

const COMPARING = ['equals', 'not_equals', 'contains', 'not_contains', 'starts_with', 'ends_with'];

describe('the content of an identifier is compared', () => {
  // Rules: 2.11.1
  test.each([...COMPARING, 'less_than', 'less_than_or_equal', 'greater_than', 'greater_than_or_equal'])(
    'by %s with a literal',
    (operator) => {
      for (const field of ['applicant.ssn', 'context.applicant.ssn', 'context.loan.passport']) {
        expect([field, found({ field, operator, value: '9' })]).toEqual([field, 1]);
      }
    },
  );

  // Rules: 2.11.1
  test.each(['contains', 'starts_with', 'ends_with', 'not_contains', 'less_than', 'greater_than_or_equal'])(
    'by %s with another identifier, which a correction can set',
    (operator) => {
      const other = { source_node_id: 'start', field: 'context.loan.passport' };
      expect(found({ field: 'applicant.ssn', operator, value_from: other })).toBe(1);
    },
  );

  // Rules: 2.11.1
  test.each([
    ['an item of a list', { field: 'context.loan.papers.0.number' }],
    ['any item of a list', { field: 'context.loan.papers.any.number' }],
    ['every item of a list', { field: 'context.loan.papers.all.number' }],
    ['the greatest of a list', { field: 'context.loan.numbers.max' }],
    ['an item that is one itself', { field: 'context.loan.numbers.any' }],
    ['a report', { source_node_id: 'courts', field: 'records.any.case_number' }],
    ['an item of a report', { source_node_id: 'courts', field: 'records.0.case_number' }],
  ])('in %s', (_what, condition) => {
    expect(found({ operator: 'starts_with', value: '9', ...condition })).toBe(1);
  });

  // Rules: 2.11.1
  test.each([
    ['the payload', { field: 'context.loan.papers.count' }, 'number'],
    ['a report', { source_node_id: 'courts', field: 'records.count' }, 'case_number'],
  ])('by what chooses items of a list of %s', (_what, condition, field) => {
    const where = [{ field, operator: 'starts_with', value: '9' }];
    expect(found({ operator: 'greater_than', value: 0, where, ...condition })).toBe(1);
  });

  // Rules: 2.11.1
  test.each([
    [
      'with another field, whichever is the identifier',
      { value_from: { source_node_id: 'start', field: 'context.loan.amount' } },
    ],
    [
      'with a figure that is made of another',
      { value_from: { source_node_id: 'start', field: 'applicant.ssn', times: 0, plus: 900 } },
    ],
  ])('%s', (_what, other) => {
    expect(found({ field: 'context.loan.passport', operator: 'equals', ...other })).toBe(1);
    const { value_from: from } = other;
    const turned = { source_node_id: 'start', field: 'context.loan.passport' };
    if (!('times' in from)) expect(found({ ...from, operator: 'equals', value_from: turned })).toBe(1);
  });
});

describe('nothing is told by', () => {
  // Rules: 2.11.3
  test.each([
    ['asking if there is one', { field: 'applicant.ssn', operator: 'is_not_empty' }],
    ['asking if there is none', { field: 'applicant.ssn', operator: 'is_empty' }],
    ['counting a list of them', { field: 'context.loan.papers.count', operator: 'greater_than', value: 1 }],
    ['a fact beside one', { field: 'context.loan.papers.any.country', operator: 'equals', value: 'US' }],
    [
      'asking if two are the same',
      {
        field: 'applicant.ssn',
        operator: 'equals',
        value_from: { source_node_id: 'start', field: 'context.loan.passport' },
      },
    ],
    [
      'a fact that chooses items',
      {
        ...{ field: 'context.loan.papers.count', operator: 'greater_than', value: 0 },
        where: [{ field: 'country', operator: 'equals', value: 'US' }],
      },
    ],
    ['a fact', { field: 'context.loan.amount', operator: 'less_than', value: 9 }],
  ])('%s', (_what, condition) => {
    expect(found(condition)).toBe(0);
  });
});

// Rules: 2.9.32
test('saving warns of it once for each condition', () => {
  const definition = asking({ field: 'applicant.ssn', operator: 'starts_with', value: '9' });
  const warnings = lintDefinition(definition, plenty(), [warnOfIdentifiers([OF_ACCOUNT])]);
  expect(warnings.filter(({ code }) => code === 'compares_identifier')).toEqual([
    expect.objectContaining({ node_id: 'choose', message: expect.stringContaining('`pii:read`') }),
  ]);
});
