import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import type { Dictionary } from '../../../core/fields/dictionary.ts';
import type { FieldSpec } from '../../../core/fields/spec.ts';
import { dictionaryIn } from '../../../core/fields/standard.ts';
import { examplesOf } from '../../../core/readback/examples.ts';
import { readingOf } from '../../../core/readback/index.ts';
import { describe, expect, test } from '../../support/jest.ts';
import { plenty } from '../../support/work.ts';
import { changesOf } from './changes-of.ts';

/* A reading calls fields of the payload as the account's letters do (semantics 2.8.10 and 10.23.20). */
const definition = (field: string, limit = 80) =>
  [
    { id: 'start', type: 'ApplicantSource', next_step: ['credit'] },
    { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['decide'] },
    {
      id: 'decide',
      type: 'IfElse',
      branches: {
        pass: {
          condition_groups: [
            {
              conditions: [
                { source_node_id: 'start', field, operator: 'less_than_or_equal', value: limit },
                { source_node_id: 'credit', field: 'score', operator: 'greater_than_or_equal', value: 620 },
              ],
            },
          ],
        },
      },
      pass_steps: ['approve'],
      fail_steps: [],
    },
    { id: 'approve', type: 'Action', action_type: 'Approve' },
  ] as unknown as CascadeDefinition;

const labels = (given: Readonly<Record<string, Partial<FieldSpec>>>): Dictionary =>
  dictionaryIn(
    Object.fromEntries(Object.entries(given).map(([path, spec]) => [path, { type: 'number', kind: 'fact', ...spec }])),
  ).dictionary;
const LTV = labels({ 'applicant.ltv': { label: 'Loan to value', unit: 'percent' } });
const ruleOf = (field: string, given?: Dictionary) => readingOf(definition(field), plenty(), given).rules?.[0]?.text;
const OPTIONS = { useCase: null, now: Date.UTC(2026, 0, 5) };

describe('with the labels of the account, a reading', () => {
  // Rules: 10.23.20
  test.each(['applicant.ltv', 'context.applicant.ltv'])('calls %s by its label and unit, in each part', (field) => {
    const { rules, steps, missing_values: missing } = readingOf(definition(field), plenty(), LTV);
    expect(rules?.[0]?.text).toBe('Approve if the loan to value is at most 80% and the credit score is at least 620.');
    expect(missing.map((each) => each.field)).toContain('the loan to value');
    expect(steps.find(({ node_id: id }) => id === 'decide')?.text).toContain('the loan to value is at most 80%');
    const said = JSON.stringify([
      rules,
      steps,
      missing,
      examplesOf(definition(field), { ...OPTIONS, dictionary: LTV }, plenty()),
    ]);
    expect(said.replaceAll('{"applicant":', '')).not.toContain('applicant.ltv');
  });

  test('says of a change what is called so', () => {
    const { parts, effects } = changesOf(definition('applicant.ltv'), definition('applicant.ltv', 70), {
      ...OPTIONS,
      dictionary: LTV,
    });
    expect(parts[0]?.added).toEqual([
      'Approve if the loan to value is at most 70% and the credit score is at least 620.',
    ]);
    expect(effects.map(({ text }) => text)).toContain('loan to value 70.01%–80%: approved → undecided');
  });

  // Rules: 2.8.7
  test('tries a whole number with whole numbers alone', () => {
    const dictionary = dictionaryIn({ 'applicant.ltv': { type: 'integer', label: 'Years of work' } }).dictionary;
    const { tables } = examplesOf(definition('applicant.ltv', 6), { ...OPTIONS, dictionary }, plenty());
    expect(tables[0]?.rows.map(({ value }) => value)).toEqual(['5', '6', '7', 'not known']);
  });

  // Rules: 2.8.4
  test('says a figure as it is, and does not round it', () => {
    for (const [limit, words] of [
      [80.0625, 'is at most 80.0625% and'],
      [1_234_567.891, 'is at most 1234567.891% and'],
    ] as const) {
      expect(readingOf(definition('applicant.ltv', limit), plenty(), LTV).rules?.[0]?.text).toContain(words);
    }
  });

  // Rules: 2.8.10
  test('says the path where the account gave no label, be it that it gave a unit or said whose it is', () => {
    expect(ruleOf('applicant.ltv')).toContain('if the field applicant.ltv is at most 80 and');
    expect(ruleOf('applicant.ltv', labels({ 'applicant.ltv': { of_person: 'nobody' } }))).toContain(
      'if the field applicant.ltv is at most 80 and',
    );
    expect(ruleOf('applicant.ltv', labels({ 'applicant.ltv': { unit: 'percent' } }))).toContain(
      'if the field applicant.ltv is at most 80% and',
    );
  });

  // Rules: 2.8.10
  test.each([
    ['another field', labels({ 'applicant.ltv': { label: 'Share' }, 'property.ltv': { label: 'share' } }), 'the share'],
    ['a field of a report', labels({ 'applicant.ltv': { label: 'Credit score' } }), 'the credit score'],
  ])('tells what is called as %s apart by its path', (_, given, words) => {
    expect(ruleOf('applicant.ltv', given)).toContain(`${words} (applicant.ltv) is at most 80 and`);
  });
});

// Rules: 20.9.1
test.each([
  ['applicant.months_rented', { unit: 'USD' }, 'the field applicant.months_rented is at most $80'],
  ['applicant.months_rented', { unit: 'months' }, 'the field applicant.months_rented is at most 80 months'],
  ['applicant.xqzvwk_rented', { unit: 'months' }, 'the field applicant.xqzvwk_rented is at most 80 months'],
  ['applicant.xqzvwk', { unit: 'months', label: 'Number of months in arrears' }, 'months in arrears is at most 80 and'],
  ['applicant.xqzvwk', { unit: 'USD', label: 'Rent of two months' }, 'the rent of two months is at most $80'],
])('the unit of a figure is the declared one, whatever the path says: %s, %j', (field, spec, said) =>
  expect(JSON.stringify(readingOf(definition(field), plenty(), labels({ [field]: spec })))).toContain(said),
);
