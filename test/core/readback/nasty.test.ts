import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { validateDefinition } from '../../../core/cascade/validate.ts';
import type { JsonObject } from '../../../core/json.ts';
import { examplesOf } from '../../../core/readback/examples.ts';
import { readingOf } from '../../../core/readback/index.ts';
import { describe, expect, test } from '../../support/jest.ts';

/** Cascades that are easily read as something else, each with the words that are true of it. */
const SOURCE = { id: 'start', type: 'ApplicantSource', next_step: ['income'] };
const INCOME = {
  id: 'income',
  type: 'BillingProduct',
  billing_product_code: 'income_verification',
  next_step: ['decide'],
};
const APPROVE = { id: 'approve', type: 'Action', action_type: 'Approve' };
const notice = (id: string, more: JsonObject = {}) => ({
  ...{ id, type: 'Action', action_type: 'AdverseAction' },
  adverse_action: { recipient: '{{applicant.email}}', purpose: 'tenant', ...more },
});
const DENY = notice('deny');
const test1 = (field: string, operator: string, more: JsonObject = {}, source = 'income') => ({
  conditions: [{ source_node_id: source, field, operator, ...more }],
});
const choice = (id: string, branches: object, [pass, review, fail]: readonly string[][]) => ({
  ...{ id, type: 'IfElse', branches },
  ...{ pass_steps: pass ?? [], human_review_steps: review ?? [], fail_steps: fail ?? [] },
});

function read(...nodes: readonly object[]) {
  const definition = nodes as unknown as CascadeDefinition;
  expect(validateDefinition(JSON.parse(JSON.stringify(nodes))).details).toEqual([]);
  return { definition, ...readingOf(definition) };
}
const textsOf = ({ rules }: Pick<ReturnType<typeof read>, 'rules'>) =>
  (rules ?? []).map(({ text, details }) => [text, ...details].join(' '));

const PAYMENT = { source_node_id: 'context', field: 'context.vehicle.monthly_payment', times: 3 };
const AFFORDABLE = {
  pass: { condition_groups: [test1('monthly_income_usd', 'greater_than_or_equal', { value_from: PAYMENT })] },
};

describe('a reading', () => {
  test('of a comparison with another value says both, and what becomes of somebody without either', () => {
    const reading = read(SOURCE, INCOME, choice('decide', AFFORDABLE, [['approve'], [], ['deny']]), APPROVE, DENY);
    expect(textsOf(reading)).toEqual([
      'Approve if the monthly income is at least 3 times the field vehicle.monthly_payment.',
      'Otherwise, deny.',
    ]);
    expect(reading.missing_values.map(({ text }) => text)).toEqual([
      'An applicant whose monthly income is not known is denied.',
      'An applicant whose field vehicle.monthly_payment is not known is denied.',
    ]);
    const { tables } = examplesOf(reading.definition, { useCase: 'auto_loan', now: Date.UTC(2026, 0, 5) });
    expect(tables.map(({ rows }) => rows.map(({ value, result }) => `${value} ${result}`))).toEqual([
      ['$2,999.99 denied', '$3,000 approved', '$3,000.01 approved', 'not known denied'],
      ['1000 approved', 'not known denied'],
    ]);
  });

  test('of a negative operator does not promise what becomes of somebody without the value', () => {
    const branches = { pass: { condition_groups: [test1('status', 'not_equals', { value: 'not_verified' })] } };
    const reading = read(SOURCE, INCOME, choice('decide', branches, [['approve'], [], ['deny']]), APPROVE, DENY);
    expect(textsOf(reading)[0]).toBe(`Approve if the income verification's status is other than "not_verified".`);
    expect(reading.missing_values[0]?.text).toBe(
      `An applicant whose income verification's status is not known is denied.`,
    );
  });

  test('of a branch that nobody can come to says so, and keeps its conditions in the steps', () => {
    const branches = {
      pass: { condition_groups: [] },
      human_review: { condition_groups: [test1('status', 'equals', { value: 'verified' }), { conditions: [] }] },
    };
    const reading = read(
      SOURCE,
      INCOME,
      choice('decide', branches, [['approve'], ['approve'], ['deny']]),
      APPROVE,
      DENY,
    );
    expect(textsOf(reading)).toEqual(['Deny (everyone).']);
    expect(reading.steps[2]?.text).toContain(
      `the income verification's status is "verified" and (nothing, which never holds)`,
    );
  });

  test('of a denial by a person that leads to another choice says that it stays a denial', () => {
    const review = { human_review: { condition_groups: [test1('status', 'equals', { value: 'verified' })] } };
    const again = { pass: { condition_groups: [test1('monthly_income_usd', 'greater_than', { value: 2000 })] } };
    const reading = read(
      SOURCE,
      INCOME,
      choice('decide', review, [['approve'], ['approve'], ['again']]),
      choice('again', again, [['approve'], [], ['deny']]),
      APPROVE,
      DENY,
    );
    expect(textsOf(reading)[0]).toContain('whoever a person denies counts as denied, and goes on to the rules below.');
  });

  test('of steps side by side, and of a loop, is step by step', () => {
    const both = read(SOURCE, INCOME, choice('decide', AFFORDABLE, [['approve', 'deny'], [], ['deny']]), APPROVE, DENY);
    expect(both.rules).toBe(null);
    expect(both.steps[2]?.text).toContain('then "approve" and "deny", side by side.');
    const loop = read(
      SOURCE,
      INCOME,
      choice('decide', AFFORDABLE, [['approve'], [], ['wait']]),
      { id: 'wait', type: 'Wait', wait: { duration: 1, unit: 'days' }, next_step: ['back'] },
      { id: 'back', type: 'GoTo', target_step: 'income' },
      APPROVE,
    );
    expect(loop.rules).toBe(null);
    expect(loop.steps[4]?.text).toContain('Jumps to "income".');
  });

  test('of two applicants says about whom each notice is, and who sends it', () => {
    const other = notice('other', { applicant: 'applicant.co_applicant', send_strategy: 'auto_send' });
    const reading = read(SOURCE, INCOME, choice('decide', AFFORDABLE, [['approve'], [], ['other']]), APPROVE, other);
    expect(reading.steps.at(-1)?.text).toContain('sent at once, without a person (auto_send)');
    expect(reading.steps.at(-1)?.text).toContain('applicant "applicant.co_applicant"');
  });
});

test('reminders of a review are told with their time, address and words', () => {
  const reminders = [
    {
      after: { duration: 2, unit: 'days' },
      to: 'desk@acme.example',
      subject: 'Still open',
      body: 'Case {{execution.id}}',
    },
  ];
  const review = { human_review: { condition_groups: [test1('status', 'equals', { value: 'verified' })] } };
  const decide = { ...choice('decide', review, [[], ['approve'], ['deny']]), review: { reminders } };
  const { steps } = read(SOURCE, INCOME, decide, APPROVE, DENY);
  expect(steps.find(({ node_id }) => node_id === 'decide')?.text).toContain(
    'While a review here is undecided, "desk@acme.example" is reminded once after 2 days: "Still open", "Case {{execution.id}}".',
  );
});
