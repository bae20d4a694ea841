import fc from 'fast-check';
import { validateDefinition } from '../../../core/cascade/validate.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { simulate } from '../../../core/explanation/simulate.ts';
import { dictionaryIn, STANDARD } from '../../../core/fields/standard.ts';
import type { FieldSpecsJson } from '../../../core/fields/spec.ts';
import type { JsonObject } from '../../../core/json.ts';
import { combinations, domainsOf, exprHolds } from '../../../core/rules/applicants.ts';
import { emit, TooComplicated } from '../../../core/rules/emit.ts';
import { exampleOf } from '../../../core/rules/examples.ts';
import { testsOfRules, wayOf, type Rule } from '../../../core/rules/model.ts';
import { planOf } from '../../../core/rules/plan.ts';
import { sentencesOf } from '../../../core/rules/rows.ts';
import { decisionFact } from '../../../core/statistics/ended.ts';
import { expect, test } from '../../support/jest.ts';
import { plenty } from '../../support/work.ts';
import { rulesOf } from '../../../core/readback/rules.ts';
import { ruleSet } from '../rules/support/random-rules.ts';

const AS_OF = '2026-01-05';
type Applicant = Pick<ReturnType<typeof exampleOf>, 'payload' | 'reports'>;

function factAbout(
  definition: CascadeDefinition,
  { payload, reports }: Applicant,
  { decision, fields }: { readonly decision?: 'approved' | 'denied'; readonly fields?: FieldSpecsJson } = {},
) {
  const choices = definition.filter(({ type }) => type === 'IfElse');
  const run = simulate(
    definition,
    {
      ...{ payload, reports, now: Date.UTC(2026, 0, 5), completesLetters: true },
      decisions: decision === undefined ? {} : Object.fromEntries(choices.map(({ id }) => [id, decision])),
      workflow: { name: '', useCase: 'tenant_screening' },
      sandbox: { find: () => undefined },
    },
    plenty(),
  );
  const { dictionary } = fields === undefined ? { dictionary: STANDARD } : dictionaryIn(fields);
  const { outcome } = run;
  return { outcome, ...decisionFact({ definition, dictionary, visits: run.steps, outcome }) };
}

function defined(nodes: readonly object[]): CascadeDefinition {
  const { definition, details } = validateDefinition(nodes);
  if (definition === null) throw new Error(JSON.stringify(details));
  return definition;
}

const OUTCOME_OF = { deny: 'denied', conditional: 'conditional', approve: 'approved' } as const;

// Rules: 21.1.2
test('the rule that decided is the first that holds, and those that held are rules that hold, of random rules', () => {
  let told = 0;
  fc.assert(
    fc.property(ruleSet, fc.constantFrom('approved' as const, 'denied' as const), (set, decision) => {
      const plan = planOf(set);
      const sentences = sentencesOf(plan);
      const ruleOf = new Map([...sentences].map(([rule, { id }]) => [id, rule]));
      const definition = definedBy(() => defined(emit(plan, { purpose: 'tenant', jurisdiction: null }).definition));
      if (definition === null || !isReadAsMeant(definition, ruleOf)) return;
      for (const values of combinations(domainsOf(testsOfRules([...plan.rules, plan.rest])), 8)) {
        const fact = factAbout(definition, exampleOf(values, AS_OF), { decision });
        if (fact.outcome === null) continue;
        const holding = plan.rules.filter(({ when }) => when !== null && exprHolds(when, values));
        const first = holding[0] ?? plan.rest;
        const by = ruleOf.get(fact.decided_by ?? '');
        if (sentences.has(first)) {
          expect(by).toBeDefined();
          expect(wayOf(by ?? plan.rest)).toBe(wayOf(first));
          if (by !== plan.rest) expect(holding).toContain(by);
        }
        if (by !== undefined && by.decision !== 'review') expect(fact.outcome).toBe(OUTCOME_OF[by.decision]);
        for (const id of fact.held) if (ruleOf.has(id)) expect(holding).toContain(ruleOf.get(id));
        told += 1;
      }
    }),
  );
  expect(told).toBeGreaterThan(100);
});

/** A requirement in several groups at the end of a list is read as a row, here and in the reading. */
function isReadAsMeant(definition: CascadeDefinition, ruleOf: ReadonlyMap<string | undefined, Rule>): boolean {
  const { rules } = rulesOf(definition, plenty());
  return (rules ?? []).every(({ sentence: { id }, isRequirement }) => {
    const meant = ruleOf.get(id);
    return meant?.when == null || meant.isRequirement === isRequirement;
  });
}

function definedBy(make: () => CascadeDefinition): CascadeDefinition | null {
  try {
    return make();
  } catch (error) {
    if (error instanceof TooComplicated) return null;
    throw error;
  }
}

const condition = (field: string, operator: string, value?: string | number, source = 'context') => ({
  ...{ source_node_id: source, field, operator },
  ...(value === undefined ? {} : { value }),
});

/** Denies whom the conditions meet; what they read is declared as `fields`. */
const denying = (...conditions: readonly object[]): CascadeDefinition =>
  defined([
    { id: 'applicant', type: 'ApplicantSource', next_step: ['credit'] },
    { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['check'] },
    {
      ...{ id: 'check', type: 'IfElse', pass_steps: ['deny'], fail_steps: ['approve'] },
      branches: { pass: { condition_groups: [{ logic: 'or', conditions }] } },
    },
    { id: 'approve', type: 'Action', action_type: 'Approve' },
    {
      ...{ id: 'deny', type: 'Action', action_type: 'AdverseAction', purpose: 'tenant' },
      adverse_action: { action_taken: 'denied', send_strategy: 'auto_send', recipient: '{{applicant.email}}' },
    },
  ]);

const applicant = (payload: JsonObject): Applicant => ({
  payload: { applicant: { email: 'pat@example.com', ...payload } },
  reports: { credit_report: { score: 612, late_payments_last_24_months: 2 } },
});

// Rules: 21.1.2
test('a requirement of several groups that is marked as one decides about those who meet none of them', () => {
  const group = (field: string, least: number) => ({
    id: 'r1',
    conditions: [condition(field, 'greater_than_or_equal', least, field === 'score' ? 'credit' : 'context')],
  });
  const definition = denying(condition('score', 'less_than', 620, 'credit'));
  const choices = definition.map((node) =>
    node.id === 'check'
      ? {
          ...{ ...node, pass_steps: ['approve'], fail_steps: ['deny'] },
          branches: {
            pass: {
              ...{ is_requirement: true, group_logic: 'or' },
              condition_groups: [group('score', 620), group('applicant.debt', 5)],
            },
          },
        }
      : node,
  );
  const denied = factAbout(defined(choices), applicant({ debt: 1 }));
  expect(denied).toMatchObject({ outcome: 'denied', decided_by: 'r1' });
});

// Rules: 21.1.2, 21.1.6
test('a rule without a sentence is called by its node and branch', () => {
  const denied = factAbout(denying(condition('score', 'less_than', 620, 'credit')), applicant({}));
  expect(denied).toMatchObject({
    outcome: 'denied',
    decided_by: 'check:pass',
    held: ['check:pass'],
    taken: ['check:pass'],
  });
  const approved = factAbout(denying(condition('score', 'less_than', 600, 'credit')), applicant({}));
  expect(approved).toMatchObject({
    outcome: 'approved',
    decided_by: 'check:fail',
    held: ['check:fail'],
    taken: ['check:fail'],
  });
});

const FIELDS: FieldSpecsJson = {
  'applicant.rent': { type: 'number', kind: 'fact', label: 'Rent' },
  'applicant.pet': { type: 'text', kind: 'fact' },
  'applicant.remarks': { type: 'text', kind: 'fact' },
  'applicant.born': { type: 'date', kind: 'birth' },
  'applicant.years_old': { type: 'integer', kind: 'age' },
  'applicant.zip': { type: 'text', kind: 'fact' },
  'applicant.language': { type: 'text', kind: 'fact', basis: 'proxy' },
  'applicant.grading': { type: 'number', kind: 'score' },
};

// Rules: 21.1.4
test('declared facts are kept as they were compared, and nothing else that a person brings', () => {
  const read = [
    ...['rent', 'pet', 'remarks', 'born', 'years_old', 'zip', 'language', 'grading', 'undeclared', 'email'],
    'address.postal_code',
  ].map((name) => condition(`applicant.${name}`, 'is_empty'));
  const { facts } = factAbout(
    denying(
      ...read,
      condition('score', 'greater_than', 900, 'credit'),
      condition('late_payments_last_24_months', 'greater_than', 9, 'credit'),
    ),
    applicant({
      ...{ rent: 1450.5, pet: 'dog', remarks: 'x'.repeat(65), born: '1990-01-02', years_old: 36, zip: '04101' },
      ...{ language: 'Finnish', grading: 71, undeclared: 'Quartermain', address: { postal_code: '04101' } },
    }),
    { fields: FIELDS },
  );
  expect(facts).toEqual({
    'applicant.rent': 1450.5,
    'applicant.pet': 'dog',
    'credit_report/late_payments_last_24_months': 2,
  });
});
