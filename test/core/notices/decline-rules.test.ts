import { describe, expect, test } from '../../support/jest.ts';
import type { NoticeRequest } from '../../../core/cascade/notice-request.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import type { FieldSpecsJson } from '../../../core/fields/spec.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import { branch, DECLARED, group, letterOf, oneChoice } from './letter-of.ts';
import { World } from '../interpreter/world.ts';

/*
 * Policies that say whom to decline, not whom to approve. Each expected letter follows from the policy in words: it has
 * every value whose change would have improved the outcome, and nothing else.
 */
type Condition = readonly [field: string, operator: string, value?: string | number | boolean];
interface Policy {
  readonly logic: 'and' | 'or';
  readonly declines: readonly Condition[];
}

const REPORT_FIELDS = ['score', 'collections_count', 'months_since_bankruptcy', 'utilization_percent'];
const CREDIT: JsonObject = { score: 700, key_factors: [{ code: '1', text: 'Short account history' }] };

function noticeOf(
  { logic, declines }: Policy,
  credit: JsonObject,
  applicant: JsonObject = {},
): NoticeRequest | undefined {
  const conditions = declines.map(([field, operator, value = null]) => ({
    source_node_id: REPORT_FIELDS.includes(field) ? 'credit' : 'context',
    field: REPORT_FIELDS.includes(field) ? field : `applicant.${field}`,
    operator,
    ...(value === null ? {} : { value }),
  }));
  const definition = [
    { id: 'start', type: 'ApplicantSource', next_step: ['credit'] },
    { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['decide'] },
    {
      id: 'decide',
      type: 'IfElse',
      branches: { pass: { condition_groups: [{ logic, conditions }] } },
      pass_steps: ['decline'],
      fail_steps: ['approve'],
    },
    { id: 'approve', type: 'Action', action_type: 'Approve' },
    {
      id: 'decline',
      type: 'Action',
      action_type: 'AdverseAction',
      adverse_action: { recipient: 'dana@example.com', send_strategy: 'auto_send', purpose: 'tenant' },
    },
  ] as unknown as CascadeDefinition;
  const world = new World(definition, { ...DECLARED, mode: 'live', payload: { applicant } });
  world.advance();
  world.finish('credit', { report: { ...CREDIT, ...credit } });
  return world.allEffects.flatMap(({ request }) =>
    request.kind === 'notice' && request.operation === 'prepare' ? [request.notice] : [],
  )[0];
}

const COLLECTION = 'Collection action reported by a creditor or collection agency';
const information = (label: string) => `Information in your application: ${label}`;

// Rules: 10.20.3, 10.23.10, 10.23.14, 10.24.1
describe('a decline rule names what would have had to be other', () => {
  test.each<readonly [name: string, Policy, JsonObject, JsonObject, readonly string[]]>([
    [
      'both of two alternatives that both hold',
      {
        logic: 'or',
        declines: [
          ['dti', 'greater_than', 0.43],
          ['collections_count', 'greater_than', 0],
        ],
      },
      { collections_count: 2 },
      { dti: 0.5 },
      [`${information('debt-to-income ratio')}, 0.5 (required: at most 0.43)`, COLLECTION],
    ],
    [
      'of two alternatives the one that holds',
      {
        logic: 'or',
        declines: [
          ['dti', 'greater_than', 0.43],
          ['collections_count', 'greater_than', 0],
        ],
      },
      { collections_count: 2 },
      { dti: 0.4 },
      [COLLECTION],
    ],
    [
      'either of two that had to hold together',
      {
        logic: 'and',
        declines: [
          ['requested_amount', 'greater_than', 20_000],
          ['score', 'less_than', 680],
        ],
      },
      { score: 640 },
      { requested_amount: 25_000 },
      [`${information('requested amount')}, 25,000 (required: at most 20,000)`, 'Short account history'],
    ],
    [
      'a place, of which the text is not printed',
      {
        logic: 'and',
        declines: [
          ['state', 'equals', 'CA'],
          ['collections_count', 'greater_than_or_equal', 1],
        ],
      },
      { collections_count: 1 },
      { state: 'CA' },
      [information('state'), COLLECTION],
    ],
    [
      'a text that nobody should read',
      { logic: 'and', declines: [['internal_note', 'contains', 'fraud ring']] },
      {},
      { internal_note: 'suspected fraud ring around Felix' },
      [information('internal note')],
    ],
    [
      'a number that identifies somebody, and an age',
      {
        logic: 'or',
        declines: [
          ['ssn', 'greater_than', 0],
          ['age', 'less_than', 21],
        ],
      },
      {},
      { ssn: 123_456_789, age: 19 },
      [information('social security number'), information('age')],
    ],
    [
      'a date as people write it',
      { logic: 'and', declines: [['move_in_on', 'greater_than', '2026-06-01']] },
      {},
      { move_in_on: '2026-07-15' },
      [`${information('move-in date')}, July 15, 2026 (required: on or before June 1, 2026)`],
    ],
    [
      'yes and no as words',
      { logic: 'and', declines: [['smoker', 'is_true']] },
      {},
      { smoker: true },
      [`${information('smoker')}, yes (required: no)`],
    ],
  ])('%s', (_name, policy, credit, applicant, reasons) => {
    expect(noticeOf(policy, credit, applicant)?.reasons).toEqual(reasons);
  });
});

describe('the side on which a value lies', () => {
  // Rules: 10.23.9
  test('too few collections are not called a collection action', () => {
    const rule: Policy = { logic: 'and', declines: [['collections_count', 'less_than', 2]] };
    expect(noticeOf(rule, { collections_count: 1 })?.reasons).toEqual([
      'Number of collections: 1 (required: at least 2)',
    ]);
  });

  // Rules: 10.23.17
  test('never bankrupt is said to be none on record', () => {
    const rule: Policy = { logic: 'and', declines: [['months_since_bankruptcy', 'is_empty']] };
    const { reasons } = noticeOf(rule, { months_since_bankruptcy: null, bankruptcies_count: 0 }) ?? {};
    expect(reasons).toEqual(['Months since bankruptcy: none on record (required: one on record)']);
  });
});

// Rules: 10.22.3, 10.26.2
test('lines that the letter has no place for are counted', () => {
  const fields = ['a', 'b', 'c', 'd', 'e', 'f'];
  const rule: Policy = { logic: 'or', declines: fields.map((field): Condition => [field, 'greater_than', 1]) };
  const applicant: JsonObject = Object.fromEntries(fields.map((field): [string, Json] => [field, 5]));
  const notice = noticeOf(rule, {}, applicant);
  expect(notice?.reasons).toHaveLength(4);
  expect(notice?.decided.left_out).toBe(2);
  expect(notice?.decided.choices[0]).toMatchObject({ fewest_fields: 6, is_exact: true });
});

// Rules: 10.22.4
test('of a choice that is too large to try every set, one set from which no field can be left out is given', () => {
  const names = Array.from({ length: 60 }, (_, index) => `f${index}`);
  const groups = Array.from({ length: 10 }, (_, index) => names.slice(index * 6, index * 6 + 6));
  const definition = oneChoice(
    {},
    {
      branches: {
        pass: branch(
          ...groups.map((own) =>
            group('and', ...own.map((name) => ['start', `applicant.${name}`, 'greater_than', 5] as const)),
          ),
        ),
      },
    },
    { purpose: 'tenant' },
  );
  const applicant: JsonObject = Object.fromEntries(names.map((name): [string, Json] => [name, 1]));
  const fields: FieldSpecsJson = Object.fromEntries(
    names.map((name) => [`applicant.${name}`, { type: 'number', label: name, kind: 'fact' }]),
  );
  const decided = letterOf({ definition, applicant, fields }).request?.decided;
  expect(decided?.choices[0]).toMatchObject({ fewest_fields: 6, is_exact: false });
  expect(decided?.choices[0]?.conditions).toHaveLength(6);
  expect([decided?.reasons.length, decided?.left_out]).toEqual([4, 2]);
});
