import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { isKind } from '../../../core/cascade/registry.ts';
import { conditionsOf } from '../../../core/cascade/nodes/if-else.ts';
import { specsIn, type FieldSpecsJson } from '../../../core/fields/spec.ts';
import { dictionaryIn } from '../../../core/fields/standard.ts';
import { fieldNouns, unsaidLabels } from '../../../core/policies/field-nouns.ts';
import { generate } from '../../../core/policies/generation.ts';
import { describe, expect, test } from '../../support/jest.ts';

const FIELDS: FieldSpecsJson = {
  'applicant.ltv': { type: 'number', unit: 'percent', label: 'Loan to value', kind: 'fact', also: ['advance rate'] },
  'applicant.since': { type: 'date', label: 'Move-in day', kind: 'fact' },
  'applicant.tier': { type: 'text', label: 'Tier of the member', values: ['gold', 'tin'], kind: 'fact' },
  'applicant.months_x': { type: 'number', unit: 'months', label: 'Stay', also: ['stay', 'The stay'], kind: 'fact' },
  'applicant.debts': { type: 'list', label: 'Debts listed', also: ['obligations'], kind: 'fact' },
  'applicant.debts.owed': { type: 'number', label: 'Amount owed', kind: 'fact' },
  'applicant.smoker': { type: 'yes_no', label: 'Smoker', kind: 'fact' },
  'applicant.stated': { type: 'number', unit: 'USD', label: 'Income', kind: 'fact' },
  'applicant.one': { type: 'number', label: 'Allotment', kind: 'fact' },
  'loan.requested': { type: 'number', unit: 'USD', label: 'Requested amount', kind: 'fact' },
  'applicant.two': { type: 'number', label: 'The allotments', kind: 'fact' },
};

function made(condition: string, fields = FIELDS) {
  const dictionary = dictionaryIn(fields).dictionary;
  const request = {
    prompt: `Approve if ${condition}. Deny the rest.`,
    useCase: 'auto_loan',
    now: Date.UTC(2026, 0, 5),
  };
  return generate({ ...request, dictionary }, () => [], fieldNouns(specsIn(fields)));
}
function compared(condition: string, fields = FIELDS) {
  const generation = made(condition, fields);
  if (!generation.ok) return null;
  const definition: CascadeDefinition = generation.definition;
  return definition
    .flatMap((node) => (isKind(node, 'IfElse') ? conditionsOf(node) : []))
    .map(({ source_node_id: source, field, operator, value }) => [source, field, operator, value]);
}

describe('a policy says a field of the account', () => {
  // Rules: 20.2.6
  test.each([
    ['the loan to value is at most 80%', 'applicant.ltv', 'less_than_or_equal', 80],
    ['the loan-to-value is at most 80%', 'applicant.ltv', 'less_than_or_equal', 80],
    ['the advance rate is less than 80%', 'applicant.ltv', 'less_than', 80],
    ['the field applicant.months_x is at most 6 months', 'applicant.months_x', 'less_than_or_equal', 6],
    ['the move-in day is after 2025-01-01', 'applicant.since', 'greater_than', '2025-01-01'],
    ['the tier of the member is "gold"', 'applicant.tier', 'equals', 'gold'],
    ['the stay is at least 6 months', 'applicant.months_x', 'greater_than_or_equal', 6],
    ['the obligations is at most 3', 'applicant.debts.count', 'less_than_or_equal', 3],
    // Outside of the applicant and the property a condition reads the payload by `context`.
    ['the requested amount is more than $5,000', 'context.loan.requested', 'greater_than', 5_000],
    ['the smoker is no', 'applicant.smoker', 'is_false', undefined],
  ])('%s', (condition, field, operator, value) =>
    expect(compared(condition)).toEqual([['context', field, operator, value]]),
  );

  // Rules: 20.2.6
  test.each([
    ['in another unit than the declared one', 'the loan to value is at most 80'],
    ['with a text that is none of its values', 'the tier of the member is "iron"'],
    ['of another type', 'the smoker is at most 3'],
    ['by a noun of two fields', 'the allotment is at most 3'],
    ['by a label that the language has a meaning for', 'the income is more than $2,000'],
    ['of the items of a list', 'the amount owed is at most 3'],
    ['by the last name of its path', 'the ltv is at most 80%'],
    ['that another account declared', 'the loan to value is at most 80%', {}],
  ])('and none %s', (_, condition, fields = FIELDS) => expect(compared(condition, fields)).toBeNull());

  // Rules: 20.2.6
  test.each([
    ['Job tenure', 'the employment length (Income verification)'],
    ['Number of evictions', 'the number of evictions (Eviction history)'],
    ['Risk score', 'the fraud risk score (Identity verification)'],
    ['Years at job', null],
  ])('and a label that is none says what it means instead: %s', (label, means) => {
    const [unsaid] = unsaidLabels(specsIn({ 'applicant.x': { type: 'number', label } }));
    expect(unsaid).toMatchObject({ label, means });
    if (means !== null) expect(unsaid?.message).toBe(`means ${means} in policies`);
    expect(unsaidLabels(specsIn({ 'applicant.x': { type: 'number', label: 'Loan to value' } }))).toEqual([]);
  });

  test('beside what reports hold, and reads it back so that it is a policy again', () => {
    const generation = made('the loan to value is at most 80% and the credit score is at least 600');
    if (!generation.ok) throw new Error(JSON.stringify(generation.errors));
    const [first = ''] = (generation.reading.rules ?? []).map(({ text }) => text);
    expect(first).toContain('the loan to value is at most 80%');
    const condition = first.replace(/^Approve if /, '').replace(/\.$/, '');
    expect(compared(condition)).toEqual(
      compared('the loan to value is at most 80% and the credit score is at least 600'),
    );
  });
});
