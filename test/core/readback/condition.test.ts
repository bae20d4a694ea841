import type { FieldKind } from '../../../core/fields/spec.ts';
import { dictionaryIn } from '../../../core/fields/standard.ts';
import type { ConditionTrace } from '../../../core/cascade/conditions.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { conditionInWords } from '../../../core/readback/condition.ts';
import { Subjects } from '../../../core/readback/subject.ts';
import { expect, test } from '../../support/jest.ts';

const DEFINITION: CascadeDefinition = [
  { id: 'applicant', type: 'ApplicantSource', next_step: ['credit'] },
  { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['income'] },
  { id: 'income', type: 'BillingProduct', billing_product_code: 'income_verification', next_step: [] },
];
const CREDIT: ConditionTrace = {
  ...{ branch: 'pass', group: 0, source_node_id: 'credit', field: 'score', operator: 'greater_than_or_equal' },
  ...{ value: 670, actual: 617, result: false, missing: false, read: { node_id: 'credit', visit: 1 } },
};
const { dictionary } = dictionaryIn({
  'applicant.city': { type: 'text', kind: 'fact' },
  'applicant.tags': { type: 'list', kind: 'fact' },
  'applicant.has_ssn': { type: 'yes_no', kind: 'fact' },
});
const words = (more: Partial<ConditionTrace> = {}) =>
  conditionInWords({ ...CREDIT, ...more }, new Subjects(DEFINITION, dictionary));

test('a condition says what was asked for and what was found', () => {
  expect(words()).toBe('The credit score is at least 670: it is 617');
  expect(words({ actual: null, missing: true })).toBe('The credit score is at least 670: it is not known');
});

test('another value is named with what it came to', () => {
  const income = { source_node_id: 'income', field: 'monthly_income_usd', read: { node_id: 'income', visit: 1 } };
  const from = { source_node_id: 'applicant', field: 'property.rent', times: 3, actual: 1_450, read: null };
  const said = words({ ...income, value: 4_350, actual: 3_900, value_from: from });
  expect(said).toMatch(/^The .*income.* is at least 3 times .*rent.* \(\$4,350\): it is \$3,900$/);
  const without = words({
    ...income,
    value: null,
    actual: 3_900,
    missing: true,
    value_from: { ...from, actual: null },
  });
  expect(without).toMatch(/: it is \$3,900; what it is compared with is not known$/);
});

test('at most 0 of what is counted is 0', () => {
  const asked = { field: 'bankruptcies_count', operator: 'less_than_or_equal' as const, value: 0, actual: 3 };
  expect(words(asked)).toBe('The number of bankruptcies is 0: it is 3');
  expect(words({ ...asked, value: 1 })).toBe('The number of bankruptcies is at most 1: it is 3');
  expect(words({ ...asked, field: 'collections_balance_usd' })).toMatch(/ is at most \$0: it is \$3$/);
});

// Rules: 10.23.40
test('the value is said of what is declared as a fact, and of no number of a person and nothing that nobody declared', () => {
  const said = (field: string, kind?: FieldKind) => {
    const declared = dictionaryIn(kind === undefined ? null : { [field]: { type: 'number', kind } });
    const trace = { ...CREDIT, source_node_id: 'applicant', field, read: null };
    return conditionInWords(trace, new Subjects(DEFINITION, declared.dictionary));
  };
  expect(said('applicant.points', 'identifier')).toMatch(/: this does not hold$/);
  expect(said('applicant.points', 'age')).toMatch(/: this does not hold$/);
  expect(said('applicant.points')).toMatch(/: this does not hold$/);
  expect(said('applicant.plot_number', 'fact')).toMatch(/: it is 617$/);
  expect(said('applicant.age', 'fact')).toMatch(/: it is 617$/);
});

test('what identifies a person is not said, whatever the condition asks of it', () => {
  const asked = { source_node_id: 'applicant', read: null, operator: 'equals' as const, value: 'x' };
  const said = words({ ...asked, field: 'applicant.ssn', actual: '900-10-1002' });
  expect(said).not.toContain('900-10-1002');
  expect(words({ ...asked, field: 'applicant.date_of_birth', actual: '1991-09-03' })).not.toContain('1991');
});

test('a text and a yes are said as they are', () => {
  const asked = { source_node_id: 'applicant', field: 'applicant.city', read: null };
  expect(words({ ...asked, operator: 'equals', value: 'Portland', actual: 'Bangor' })).toContain(': it is "Bangor"');
  expect(words({ ...asked, operator: 'is_true', value: null, actual: true })).toContain(': it is yes');
});

test('where the value is not said, the sentence says whether it holds, and does not read as what is so', () => {
  const asked = { source_node_id: 'applicant', read: null, operator: 'is_true' as const, value: null };
  const said = (actual: boolean, result: boolean) => words({ ...asked, field: 'applicant.has_ssn', actual, result });
  expect([said(true, true), said(false, false)]).toEqual([
    expect.stringMatching(/: it is yes$/),
    expect.stringMatching(/: it is no$/),
  ]);
  const list = { ...asked, field: 'applicant.tags', operator: 'contains' as const, value: 'vip', actual: ['new'] };
  expect(words({ ...list, result: false })).toBe('The field applicant.tags contains "vip": this does not hold');
  expect(words({ ...list, actual: ['vip'], result: true })).toBe('The field applicant.tags contains "vip": this holds');
});
