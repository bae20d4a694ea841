import type { OwnProducts } from '../../../core/cascade/own-products.ts';
import { isKind, type CascadeDefinition } from '../../../core/cascade/registry.ts';
import { conditionsOf } from '../../../core/cascade/nodes/if-else.ts';
import { specsIn, type FieldSpecsJson } from '../../../core/fields/spec.ts';
import { dictionaryIn } from '../../../core/fields/standard.ts';
import { fieldNouns } from '../../../core/policies/field-nouns.ts';
import { generate } from '../../../core/policies/generation.ts';
import { nearestForms } from '../../../core/policies/nearest/index.ts';
import { ownSpecs } from '../../../core/rules/own-reports.ts';
import { ownProducts } from '../../../core/sources/pinned.ts';
import type { OwnProduct } from '../../../core/sources/product.ts';
import { describe, expect, test } from '../../support/jest.ts';

const product = (code: string, name: string, properties: object): OwnProduct =>
  ({
    ...{ code, name, schema: { type: 'object', properties }, request: { kind: 'cascade' } },
    // Nobody in test mode has a score above it.
    test_values: { score: { from: 0, to: 50 } },
  }) as OwnProduct;

const FRAUD = product('fraud_check', 'Fraud check', {
  score: { type: 'integer', minimum: 0, maximum: 100, title: 'Fraud score', 'x-kind': 'score' },
  ltv: { type: 'number', title: 'Loan to value', 'x-unit': 'percent', 'x-kind': 'fact' },
  vpn: { type: 'boolean', title: 'Hidden network', 'x-kind': 'fact' },
  hits: {
    type: 'array',
    title: 'Alerts raised',
    items: { type: 'object', properties: { weight: { type: 'number', title: 'Weight of the alert' } } },
  },
});
const PRODUCTS = ownProducts([{ version: 3, product: FRAUD }]);

function made(prompt: string, products: OwnProducts = PRODUCTS, fields: FieldSpecsJson = {}) {
  const nouns = fieldNouns(new Map([...specsIn(fields), ...ownSpecs(products)]));
  const { dictionary } = dictionaryIn(fields);
  return generate({ prompt, useCase: 'auto_loan', now: Date.UTC(2026, 0, 5), dictionary, products }, () => [], nouns);
}
function compared(prompt: string, products?: OwnProducts, fields?: FieldSpecsJson) {
  const generation = made(prompt, products, fields);
  if (!generation.ok) return null;
  const definition: CascadeDefinition = generation.definition;
  return definition
    .flatMap((node) => (isKind(node, 'IfElse') ? conditionsOf(node) : []))
    .map(({ source_node_id: source, field, operator, value }) => [source, field, operator, value]);
}

describe('a policy says a field of a report that the account describes', () => {
  // Rules: 6.14.15
  test.each([
    ['the fraud score is above 80', 'score', 'greater_than', 80],
    ["the fraud check's fraud score is above 80", 'score', 'greater_than', 80],
    ['the loan to value is more than 90%', 'ltv', 'greater_than', 90],
    ['the hidden network is yes', 'vpn', 'is_true', undefined],
    ['the alerts raised is more than 2', 'hits.count', 'greater_than', 2],
  ])('%s', (condition, field, operator, value) => {
    expect(compared(`Deny if ${condition}. Approve everyone else.`)).toEqual([
      ['pull_fraud_check', field, operator, value],
    ]);
  });

  // Rules: 6.14.15
  test('and the cascade pulls that report before its rules, beside the built-in ones that they read', () => {
    const generation = made(
      'Deny if the fraud score is above 80. Approve if the credit score is at least 600. Review everyone else.',
    );
    if (!generation.ok) throw new Error(JSON.stringify(generation.errors));
    const definition: CascadeDefinition = generation.definition;
    const pulls = definition.filter((node) => isKind(node, 'BillingProduct'));
    expect(pulls.map(({ id, billing_product_code: code }) => [id, code])).toEqual([
      ['credit', 'credit_report'],
      ['pull_fraud_check', 'fraud_check'],
    ]);
    expect(definition[0]).toMatchObject({ next_step: ['credit', 'pull_fraud_check'] });
    const [{ read_as: read = '' } = {}] = generation.explanation.sentences;
    expect(read).toMatch(/^Deny if the fraud check's fraud score is more than 80\./);
    // The words that are read back are a policy again.
    expect(compared(`${read.split('.')[0] ?? ''}. Approve everyone else.`)).toEqual([
      ['pull_fraud_check', 'score', 'greater_than', 80],
    ]);
  });

  // Rules: 6.14.15
  test('for which there is an applicant on each way, with a report of the product or as test mode makes it', () => {
    const generation = made('Deny if the fraud score is above 99. Approve everyone else.');
    if (!generation.ok) throw new Error(JSON.stringify(generation.errors));
    const { branches, branches_without_example: without } = generation.explanation;
    expect(without).toEqual([]);
    expect(new Set(branches.map(({ outcome }) => outcome))).toEqual(new Set(['denied', 'approved']));
    for (const { example } of branches) expect(JSON.stringify(example.payload)).not.toContain('steps');
    expect(branches.flatMap(({ example }) => Object.keys(example.reports))).toContain('fraud_check');
  });

  // Rules: 6.14.15
  test.each([
    ['of no product of the account', 'the hidden network is yes', new Map(), undefined],
    ['in another unit', 'the loan to value is more than 90 months', PRODUCTS, undefined],
    ['of the items of a list', 'the weight of the alert is above 3', PRODUCTS, undefined],
    [
      'that a field of the payload is called by, too',
      'the fraud score is above 80',
      PRODUCTS,
      { 'applicant.fraud': { type: 'number', label: 'Fraud score', kind: 'fact' } } as FieldSpecsJson,
    ],
  ])('and none %s', (_, condition, products, fields) => {
    expect(compared(`Deny if ${condition}. Approve everyone else.`, products as OwnProducts, fields)).toBeNull();
  });

  // Rules: 6.14.15
  test('and of two products of one label each is named by its product', () => {
    const other = product('second_check', 'Second check', { score: { type: 'integer', title: 'Fraud score' } });
    const both = ownProducts([
      { version: 1, product: FRAUD },
      { version: 1, product: other },
    ]);
    const rest = 'Approve everyone else.';
    expect(compared(`Deny if the fraud score is above 80. ${rest}`, both)).toBeNull();
    expect(compared(`Deny if the second check's fraud score is above 80. ${rest}`, both)).toEqual([
      ['pull_second_check', 'score', 'greater_than', 80],
    ]);
  });

  // Rules: 6.14.17
  test('and where its label is a word of the language, messages name it by label and product', () => {
    const bank = product('bank', 'Bank check', {
      score: { type: 'integer', title: 'Credit score' },
      eviction: { type: 'boolean', title: 'Eviction' },
    });
    const own = ownProducts([{ version: 1, product: bank }]);
    const saidOf = (prompt: string) => {
      const generation = made(`${prompt}. Approve everyone else.`, own);
      return generation.ok ? [] : (generation.unread ?? []);
    };
    const [score] = saidOf('Deny if the credit score is below 600');
    expect(score?.message).toContain('"deny if the bank check\'s credit score is less than 600"');
    // Its own form is clear; that of the built-in score would be asked about again.
    expect(score?.suggestions.map(({ text, read_as: read }) => [text, read.split('. ')[0]])).toEqual([
      Array(2).fill("Deny if the bank check's credit score is less than 600"),
    ]);
    const [eviction] = saidOf('Deny if the applicant has an eviction');
    expect(eviction?.message).toMatch(
      /"eviction" is not understood here\. It means the bank check's eviction: say what that is compared with\.$/,
    );
    const near = nearestForms({ text: 'Turn down eviction folks' }, fieldNouns(ownSpecs(own)), own);
    expect(near[0]?.read_as).toMatch(/^Send to human review if the bank check's eviction is yes\./);
    expect(JSON.stringify([score, eviction, near])).not.toContain('steps.');
  });
});
