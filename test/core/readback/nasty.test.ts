import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { validateDefinition } from '../../../core/cascade/validate.ts';
import type { JsonObject } from '../../../core/json.ts';
import { simulate } from '../../../core/explanation/simulate.ts';
import { examplesOf } from '../../../core/readback/examples.ts';
import { readingOf } from '../../../core/readback/index.ts';
import { describe, expect, test } from '../../support/jest.ts';
import { plenty } from '../../support/work.ts';

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
  return { definition, ...readingOf(definition, plenty()) };
}
const textsOf = ({ rules }: Pick<ReturnType<typeof read>, 'rules'>) =>
  (rules ?? []).map(({ text, details }) =>
    [text, ...details].join(' ').replace(' The notice is sent or discarded by a person.', ''),
  );

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
    const { tables } = examplesOf(reading.definition, { useCase: 'auto_loan', now: Date.UTC(2026, 0, 5) }, plenty());
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

  // Rules: 2.8.2
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

describe('a reading says exactly what runs', () => {
  const CREDIT = { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['good'] };
  const START = { id: 'start', type: 'ApplicantSource', next_step: ['credit'] };
  const good = { pass: { condition_groups: [test1('score', 'greater_than_or_equal', { value: 700 }, 'credit')] } };
  const evicted = { pass: { condition_groups: [test1('filings_count', 'equals', { value: 0 }, 'history')] } };
  const HISTORY = {
    ...{ id: 'history', type: 'BillingProduct', billing_product_code: 'eviction_history' },
    next_step: ['clean'],
  };

  // Rules: 2.8.2
  test('of a choice that reads a report which one way does not pull says that it fails there', () => {
    const { definition, rules, steps } = read(
      START,
      CREDIT,
      choice('good', good, [['history'], [], ['clean']]),
      HISTORY,
      choice('clean', evicted, [['approve'], [], ['deny']]),
      APPROVE,
      DENY,
    );
    expect(textsOf({ rules })).toEqual([
      'First, approve if the credit score is at least 700 and the number of evictions is exactly 0.',
      'Then, deny if the credit score is at least 700.',
      'Otherwise, fail without a decision. The report of the step "history" is read but not pulled on this way.',
    ]);
    const { tables } = examplesOf(definition, { useCase: null, now: Date.UTC(2026, 0, 5) }, plenty());
    expect(tables[0]?.rows.find(({ value }) => value === '699')?.result).toBe('failed');
    expect(steps.find(({ node_id: id }) => id === 'clean')?.text).toContain(
      'If the report of "history" was not pulled on the way here, this step fails.',
    );
  });

  test('of a denial whose notice is about somebody else says about whom', () => {
    const other = notice('other', { applicant: 'applicant.co_applicant' });
    const { rules } = read(START, CREDIT, choice('good', good, [['approve'], [], ['other']]), APPROVE, other);
    expect(textsOf({ rules })[1]).toBe('Otherwise, deny. The notice is about the person at "applicant.co_applicant".');
  });

  test('a choice that asks for the id of the run asks everybody, and a rule that leaves nobody to another hides it', () => {
    const id = { conditions: [{ source_node_id: 'context', field: 'execution.id', operator: 'is_not_empty' }] };
    const { rules, steps } = read(
      START,
      CREDIT,
      choice('good', { human_review: { condition_groups: [id] } }, [[], ['approve'], ['deny']]),
      APPROVE,
      DENY,
    );
    expect(textsOf({ rules })).toEqual([
      'Send to human review (everyone). Whoever a person approves there is approved; whoever a person denies is denied.',
    ]);
    expect(steps[2]?.text).toBe('"good": A person is asked. After an approval "approve"; after a denial "deny".');
    const twice = { pass: good.pass, human_review: good.pass };
    const both = read(START, CREDIT, choice('good', twice, [['approve'], ['approve'], ['deny']]), APPROVE, DENY);
    expect(textsOf(both)).toEqual(['Approve if the credit score is at least 700.', 'Otherwise, deny.']);
  });
});

describe('examples beside each threshold are what the interpreter does', () => {
  const condition = (source: string, field: string, operator: string, more: JsonObject = {}) => ({
    ...{ source_node_id: source, field, operator },
    ...more,
  });
  const KINDS: readonly (readonly [string, JsonObject, readonly string[]])[] = [
    [
      'whole numbers',
      condition('credit', 'score', 'less_than', { value: 620 }),
      ['619 yes', '620 no', '621 no', 'not known no'],
    ],
    [
      'amounts',
      condition('credit', 'total_balance_usd', 'greater_than', { value: 500 }),
      ['$499.99 no', '$500 no', '$500.01 yes', 'not known no'],
    ],
    [
      'dates',
      condition('criminal', 'most_recent_offense_on', 'greater_than_or_equal', { value: '2020-03-01' }),
      ['2020-02-29 no', '2020-03-01 yes', '2020-03-02 yes', 'not known no'],
    ],
    [
      'texts of a list',
      condition('credit', 'file_status', 'not_equals', { value: 'scored' }),
      ['"scored" no', '"thin" yes', '"no_record" yes', '"frozen" yes', '"withheld" yes', 'not known no'],
    ],
    [
      'free texts',
      condition('context', 'applicant.employer', 'equals', { value: 'Acme' }),
      ['"Acme" yes', '"something else" no', 'not known no'],
    ],
    ['yes and no', condition('criminal', 'sex_offender_registry_match', 'is_true'), ['no no', 'yes yes']],
    ['no value', condition('credit', 'score', 'is_empty'), ['300 no', 'not known yes']],
    [
      'lists',
      condition('criminal', 'jurisdictions_searched', 'contains', { value: 'TX' }),
      ['a list of "TX" yes', 'an empty list no', 'not known no'],
    ],
    [
      'another amount',
      condition('credit', 'monthly_payments_usd', 'greater_than', {
        value_from: { source_node_id: 'context', field: 'context.loan.monthly_payment', times: 3 },
      }),
      ['$2,999.99 no', '$3,000 no', '$3,000.01 yes', 'not known no'],
    ],
    [
      'another date',
      condition('criminal', 'most_recent_offense_on', 'less_than', {
        value_from: { source_node_id: 'context', field: 'context.lease.starts_on' },
      }),
      ['2020-06-14 yes', '2020-06-15 no', '2020-06-16 no', 'not known no'],
    ],
  ];

  // Rules: 2.8.7
  test.each(KINDS)('%s', (_, one, expected) => {
    const definition = [
      { id: 'start', type: 'ApplicantSource', next_step: ['credit', 'criminal'] },
      { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['decide'] },
      { id: 'criminal', type: 'BillingProduct', billing_product_code: 'criminal_background', next_step: ['decide'] },
      choice('decide', { pass: { condition_groups: [{ conditions: [one] }] } }, [['approve'], [], ['offer']]),
      APPROVE,
      notice('offer', { action_taken: 'other_action', statement: 'Other terms.' }),
    ] as unknown as CascadeDefinition;
    expect(validateDefinition(JSON.parse(JSON.stringify(definition))).details).toEqual([]);
    const options = { useCase: null, now: Date.UTC(2026, 0, 5) };
    const [table] = examplesOf(definition, options, plenty()).tables;
    expect(table?.rows.map(({ value, result }) => `${value} ${result === 'approved' ? 'yes' : 'no'}`)).toEqual(
      expected,
    );
    for (const { applicant, result } of table?.rows ?? []) {
      const run = simulate(
        definition,
        {
          ...applicant,
          decisions: {},
          workflow: { name: '', useCase: null },
          sandbox: { find: () => undefined },
          now: options.now,
        },
        plenty(),
      );
      expect([applicant, run.outcome === 'approved']).toEqual([applicant, result === 'approved']);
    }
  });

  test('two steps that pull one report have one table', () => {
    const pull = (id: string, next: string) => ({
      ...{ id, type: 'BillingProduct', billing_product_code: 'credit_report' },
      next_step: [next],
    });
    const scores = ['one', 'two'].map((id, index) => condition(id, 'score', 'less_than', { value: 700 - index * 50 }));
    const definition = [
      { id: 'start', type: 'ApplicantSource', next_step: ['one'] },
      pull('one', 'two'),
      pull('two', 'decide'),
      choice('decide', { pass: { condition_groups: [{ conditions: scores }] } }, [['approve'], [], ['deny']]),
      APPROVE,
      DENY,
    ] as unknown as CascadeDefinition;
    const { tables } = examplesOf(definition, { useCase: null, now: Date.UTC(2026, 0, 5) }, plenty());
    expect(tables.map(({ field }) => field)).toEqual(['the credit score']);
    expect(tables[0]?.rows.map(({ value }) => value)).toEqual(['649', '650', '651', '699', '700', '701', 'not known']);
  });
});
