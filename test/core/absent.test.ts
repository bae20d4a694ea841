import { describe, expect, test } from '../support/jest.ts';
import { withoutNulls } from '../../core/absent.ts';
import { withoutNullKeys } from '../../core/cascade/absent.ts';
import { lintDefinition } from '../../core/cascade/lint.ts';
import type { CascadeDefinition } from '../../core/cascade/registry.ts';
import { validateDefinition } from '../../core/cascade/validate.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import { plenty } from '../support/work.ts';

describe('null for an optional member', () => {
  const schema = {
    type: 'object',
    required: ['must'],
    properties: {
      must: { type: 'string' },
      may: { type: 'string' },
      clears: { type: ['string', 'null'] },
      inner: { type: 'object', properties: { may: { type: 'integer' } } },
      list: { type: 'array', items: { type: 'object', properties: { may: { type: 'integer' } } } },
      choice: { type: ['string', 'null'], enum: ['a', null] },
      free: { type: 'object', additionalProperties: true },
      anything: { description: 'Any value.' },
    },
  };

  // Rules: 15.8.3
  test('is its absence, also in what is nested', () => {
    const value = { may: null, inner: { may: null }, list: [{ may: null }], free: null };
    expect(withoutNulls(value, schema)).toEqual({ inner: {}, list: [{}] });
  });

  // Rules: 15.8.3
  test('stays where null is a value, or would be refused', () => {
    const value = { must: null, clears: null, choice: null, anything: null, free: { a: null }, unknown: null };
    expect(withoutNulls(value, schema)).toEqual(value);
  });

  test('reaches no prototype', () => {
    const made = withoutNulls(JSON.parse('{"__proto__":{"may":1},"must":"a"}') as Json, schema) as { may?: unknown };
    expect([made.may, Object.getPrototypeOf(made)]).toEqual([undefined, Object.prototype]);
  });
});

describe('null for an optional key of a node', () => {
  const definition: JsonObject[] = [
    { id: 'start', type: 'ApplicantSource', name: null, next_step: ['credit'], pass_steps: null, config: null },
    {
      id: 'credit',
      type: 'BillingProduct',
      billing_product_code: 'credit_report',
      config: { store_result_as: null },
      next_step: ['check'],
    },
    {
      id: 'check',
      type: 'IfElse',
      branches: {
        pass: {
          group_logic: null,
          condition_groups: [
            {
              logic: null,
              conditions: [{ source_node_id: 'credit', field: 'score', operator: 'is_empty', value: null }],
            },
          ],
        },
        human_review: null,
      },
      pass_steps: ['approve'],
      human_review_steps: null,
      fail_steps: ['deny'],
    },
    { id: 'approve', type: 'Action', action_type: 'Approve', next_step: null },
    {
      id: 'deny',
      type: 'Action',
      action_type: 'AdverseAction',
      adverse_action: { recipient: '{{applicant.email}}', action_taken: null, send_strategy: null, reason: null },
      next_step: null,
    },
  ];
  const present = withoutNullKeys(definition) as unknown as CascadeDefinition;

  test('is its absence', () => {
    expect(validateDefinition(present).details).toEqual([]);
    expect(JSON.stringify(present).match(/"(\w+)":null/g)).toEqual(['"value":null']);
  });

  test('warns of nothing that its absence would not warn of', () => {
    const without = JSON.parse(
      JSON.stringify(definition, (key, value: Json) => (value === null && key !== 'value' ? undefined : value)),
    );
    expect(lintDefinition(present, plenty())).toEqual(lintDefinition(without as CascadeDefinition, plenty()));
  });

  test('keeps what nobody knows', () => {
    const node = { id: 'start', type: 'ApplicantSource', theirs: null, config: { theirs: { a: null } } };
    expect(withoutNullKeys([node, 7, null, { type: null }])).toEqual([node, 7, null, { type: null }]);
  });
});
