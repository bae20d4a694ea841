import { describe, expect, test } from '../../support/jest.ts';
import type { CascadeCondition } from '../../../core/cascade/definition.ts';
import type { OnMissing } from '../../../core/cascade/on-missing.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { validateDefinition } from '../../../core/cascade/validate.ts';
import { simulate, type Simulation } from '../../../core/explanation/simulate.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import { readingOf } from '../../../core/readback/index.ts';
import { plenty } from '../../support/work.ts';

/** The result of a row whose truth depends on a missing value (semantics 4.13). */

const on = (field: string, operator: string, value: Json = null, source = 'context'): CascadeCondition =>
  ({ source_node_id: source, field, operator, value }) as CascadeCondition;

const SCORE = on('score', 'less_than', 600, 'credit');
const INCOME = on('applicant.monthly_income', 'less_than', 3000);

interface Row {
  readonly id: string;
  readonly when: readonly (CascadeCondition | readonly CascadeCondition[])[];
  readonly yes: string;
  readonly no: string;
  readonly logic?: 'and' | 'or';
  readonly on_missing?: OnMissing | readonly (OnMissing | undefined)[];
}

/** A node of rows, one a group; those of a list belong to one row. */
function node({ id, when, yes, no, logic = 'or', on_missing: asks }: Row): JsonObject {
  const groups = when.map((own, index) => {
    const said = Array.isArray(asks) ? asks[index] : asks;
    return { id: `${id}${index}`, conditions: [own].flat(), ...(said === undefined ? {} : { on_missing: said }) };
  });
  return {
    id,
    type: 'IfElse',
    branches: { pass: { group_logic: logic, condition_groups: groups } },
    pass_steps: [yes],
    fail_steps: [no],
  } as unknown as JsonObject;
}

const letter = (id: string): JsonObject => ({
  id,
  type: 'Action',
  action_type: 'AdverseAction',
  adverse_action: {
    recipient: 'kim@example.com',
    action_taken: 'denied',
    send_strategy: 'auto_send',
    purpose: 'tenant',
  },
});

const ASK: JsonObject = {
  id: 'ask',
  type: 'IfElse',
  branches: {
    human_review: {
      condition_groups: [
        { conditions: [{ source_node_id: 'context', field: 'execution.id', operator: 'is_not_empty' }] },
      ],
    },
  },
  human_review_steps: ['approve'],
  fail_steps: ['deny'],
};

function cascade(...choices: readonly JsonObject[]): CascadeDefinition {
  return [
    { id: 'start', type: 'ApplicantSource', next_step: ['credit'] },
    {
      id: 'credit',
      type: 'BillingProduct',
      billing_product_code: 'credit_report',
      next_step: [choices[0]?.id ?? ''],
    },
    ...choices,
    ASK,
    { id: 'mail', type: 'Action', action_type: 'InternalNotification', next_step: ['ask'] },
    { id: 'approve', type: 'Action', action_type: 'Approve', next_step: [] },
    letter('deny'),
  ] as unknown as CascadeDefinition;
}

interface Data {
  readonly score?: number | null;
  readonly applicant?: JsonObject;
  readonly report?: JsonObject;
  readonly decisions?: Record<string, 'approved' | 'denied'>;
}

function run(
  definition: CascadeDefinition,
  { score = null, applicant = {}, report, decisions = {} }: Data,
): Simulation {
  return simulate(
    definition,
    {
      payload: { applicant: { name: 'Kim Ray', ...applicant } },
      reports: { credit_report: { score, ...report } },
      decisions,
      workflow: { name: 'w', useCase: null },
      sandbox: { find: () => undefined },
      now: Date.UTC(2026, 10, 28),
      completesLetters: true,
    },
    plenty(),
  );
}

const became = (of: Simulation): string =>
  of.stoppedAt === null ? (of.outcome ?? of.status) : `asked at ${of.stoppedAt}`;
const reasons = ({ notices }: Simulation): readonly string[] =>
  notices.flatMap((notice) => notice.decided.reasons.map(({ text }) => text));

const denial = (asks?: OnMissing) =>
  cascade(node({ id: 'rows', when: [SCORE], yes: 'deny', no: 'approve', on_missing: asks }));
const requirement = (asks?: OnMissing) =>
  cascade(
    node({
      id: 'rows',
      when: [on('applicant.monthly_income', 'greater_than_or_equal', 3000)],
      yes: 'approve',
      no: 'deny',
      logic: 'and',
      on_missing: asks,
    }),
  );
const reviewRow = (asks?: OnMissing, by = 'ask') =>
  cascade(node({ id: 'rows', when: [SCORE], yes: by, no: 'approve', on_missing: asks }));

describe('a row that depends on a missing value', () => {
  // Rules: 4.13.1, 4.13.4, 4.13.5, 4.13.6
  test.each([
    ['denies', denial(), 'approved'],
    ['denies', denial('goes_on'), 'approved'],
    ['denies', denial('review'), 'asked at rows'],
    ['denies', denial('deny'), 'denied'],
    ['is a requirement', requirement(), 'denied'],
    ['is a requirement', requirement('goes_on'), 'approved'],
    ['is a requirement', requirement('review'), 'asked at rows'],
    ['is a requirement', requirement('deny'), 'denied'],
    ['reviews', reviewRow(), 'approved'],
    ['reviews', reviewRow('review'), 'asked at ask'],
    ['reviews, with a message before', reviewRow('review', 'mail'), 'asked at ask'],
  ] as const)('and %s does what it says: case %#', (_, definition, outcome) => {
    expect(became(run(definition, {}))).toBe(outcome);
  });

  // Rules: 4.13.5
  test.each([
    ['approved', 'approved'],
    ['denied', 'denied'],
  ] as const)('goes by the person who is asked in its place: %s', (decision, outcome) => {
    for (const definition of [denial('review'), requirement('review'), reviewRow('review')]) {
      expect(became(run(definition, { decisions: { rows: decision, ask: decision } }))).toBe(outcome);
    }
  });

  // Rules: 4.13.7
  test('records what it made of the value', () => {
    const { outputs } = run(denial('deny'), {});
    expect(outputs.get('rows')).toMatchObject({
      branch: 'pass',
      conditions: [{ field: 'score', missing: true, result: true, on_missing: 'deny' }],
    });
  });
});

describe('a row says nothing of a missing value', () => {
  // Rules: 4.13.2
  test.each([
    ['on which it does not depend', [[SCORE, INCOME]], { applicant: { monthly_income: 5000 } }],
    ['that is there', [[SCORE]], { score: 700 }],
    [
      'that is none on record',
      [[on('months_since_bankruptcy', 'less_than', 24, 'credit')]],
      { report: { months_since_bankruptcy: null } },
    ],
    [
      'of a list without items',
      [[on('tradelines.max.balance_usd', 'greater_than', 9, 'credit')]],
      { report: { tradelines: [] } },
    ],
    ['whose absence it asks for', [[on('applicant.pet', 'is_not_empty')]], {}],
  ] as const)('%s', (_, when, data) => {
    const definition = cascade(
      node({ id: 'rows', when: when as Row['when'], yes: 'deny', no: 'approve', on_missing: 'deny' }),
    );
    expect(became(run(definition, data as Data))).toBe('approved');
  });

  // Rules: 4.13.3
  test.each([
    ['a text without content', on('applicant.pet', 'equals', 'dog'), { applicant: { pet: '' } }],
    [
      'what it compares with',
      { ...INCOME, value: undefined, value_from: { source_node_id: 'context', field: 'property.rent', times: 3 } },
      { applicant: { monthly_income: 4000 } },
    ],
    ['a list that is not there', on('tradelines.count', 'greater_than', 3, 'credit'), { report: { tradelines: null } }],
  ] as const)('but %s is missing, too', (_, when, data) => {
    const definition = cascade(
      node({ id: 'rows', when: [when as unknown as CascadeCondition], yes: 'deny', no: 'approve', on_missing: 'deny' }),
    );
    expect(became(run(definition, data as Data))).toBe('denied');
  });
});

describe('rows of one node', () => {
  const rows = (asks: readonly (OnMissing | undefined)[], more: Partial<Row> = {}) =>
    cascade(node({ id: 'rows', when: [SCORE, INCOME], yes: 'deny', no: 'approve', on_missing: asks, ...more }));

  // Rules: 4.13.2, 4.13.5
  test('that holds decides, and nobody is asked because of another one', () => {
    expect(became(run(rows(['review', undefined]), { applicant: { monthly_income: 2000 } }))).toBe('denied');
    expect(became(run(rows(['review', undefined]), { applicant: { monthly_income: 4000 } }))).toBe('asked at rows');
    expect(became(run(rows([undefined, 'review']), { score: 700 }))).toBe('asked at rows');
    expect(became(run(rows(['deny', 'review']), {}))).toBe('denied');
    expect(became(run(rows(['goes_on', 'goes_on']), {}))).toBe('approved');
  });

  test('each have their reason', () => {
    expect(reasons(run(rows(['deny', 'deny']), {}))).toEqual([
      'Score: not available (required: at least 600)',
      'Information in your application: monthly income, not provided (required: at least $3,000)',
    ]);
  });
});

describe('a letter to an applicant who was denied for a missing value', () => {
  test('names the value', () => {
    expect(reasons(run(denial('deny'), {}))).toEqual(['Score: not available (required: at least 600)']);
  });

  test('names it too where a person denied', () => {
    const found = reasons(run(denial('review'), { decisions: { rows: 'denied' } }));
    expect(found).toEqual(reasons(run(denial('deny'), {})));
  });
});

describe('saving a cascade', () => {
  const found = (definition: CascadeDefinition) => validateDefinition(definition).details.map(({ field }) => field);
  // Rules: 4.13.8
  test('with a row that cannot do what it says names the row', () => {
    const two = (asks: OnMissing) =>
      cascade(
        node({
          id: 'one',
          when: [on('score', 'greater_than', 700, 'credit')],
          yes: 'approve',
          no: 'two',
          on_missing: asks,
        }),
        node({
          id: 'two',
          when: [on('applicant.monthly_income', 'greater_than', 9000)],
          yes: 'approve',
          no: 'deny',
          on_missing: asks,
        }),
      );
    const AT = 'definition[2].branches.pass.condition_groups[0].on_missing';
    expect(found(two('review'))).toEqual([AT]);
    expect(found(two('deny'))).toEqual([AT]);
    expect(found(two('goes_on'))).toEqual([]);
    expect(found(reviewRow('deny'))).toEqual([AT]);
    for (const asks of ['review', 'deny'] as const)
      for (const made of [denial(asks), requirement(asks)]) expect(found(made)).toEqual([]);
    expect(found(reviewRow('review'))).toEqual([]);
  });
});

describe('the reading', () => {
  const read = (definition: CascadeDefinition) => readingOf(definition, plenty());
  test.each([
    ['denies', denial('deny'), 'is denied'],
    ['denies', denial('review'), 'goes to human review'],
    ['denies', denial('goes_on'), 'is approved'],
    ['is required', requirement('goes_on'), 'is approved'],
    ['is required', requirement('review'), 'goes to human review'],
    ['reviews', reviewRow('review'), 'goes to human review'],
  ] as const)('of a row that %s says what becomes of whose value is not known: case %#', (_, definition, then) => {
    const { missing_values: missing, rules } = read(definition);
    expect(missing.map(({ text }) => text)).toEqual([expect.stringContaining(`is not known ${then}.`)]);
    expect(rules).not.toBeNull();
  });

  test('says whom a person decides in place of a row', () => {
    const rule = read(denial('review')).rules?.[1];
    expect([rule?.text, rule?.details[0]]).toEqual([
      'Then, send to human review if the credit score is not known.',
      'Whoever a person approves there is approved; whoever a person denies is denied.',
    ]);
  });

  test('of the steps says it, too', () => {
    expect(read(denial('deny')).steps.find(({ node_id: id }) => id === 'rows')?.text).toContain(
      'If the credit score is not known, it passes.',
    );
  });
});
