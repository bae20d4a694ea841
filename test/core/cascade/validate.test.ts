import { describe, expect, test } from '../../support/jest.ts';
import fc from 'fast-check';
import { validateDefinition } from '../../../core/cascade/validate.ts';
import type { Json, JsonObject } from '../../../core/json.ts';

const start = (next_step: Json = []): JsonObject => ({ id: 'start', type: 'ApplicantSource', next_step });
const credit = (next_step: Json = []): JsonObject => ({
  id: 'credit',
  type: 'BillingProduct',
  billing_product_code: 'credit_report',
  next_step,
});
const decide = (condition: Json, more: JsonObject = {}): JsonObject => ({
  id: 'decide',
  type: 'IfElse',
  branches: { pass: { condition_groups: [{ conditions: [condition] }] } },
  ...more,
});
const isGood: JsonObject = {
  source_node_id: 'credit',
  field: 'score',
  operator: 'greater_than',
  value: 650,
};
const end: JsonObject = { id: 'end', type: 'ShowResults' };
const detailsOf = (value: unknown, at?: string) => validateDefinition(value, at).details;
const fieldsOf = (value: unknown): string[] => detailsOf(value).map(({ field }) => field);

describe('a valid definition', () => {
  // Rules: 2.1.1, 2.1.3, 2.1.4, 2.4.1
  test.each<[string, Json]>([
    ['empty', []],
    ['only an entry', [start()]],
    ['a decision', [start(['credit']), credit(['decide']), decide(isGood, { pass_steps: ['end'] }), end]],
    [
      'legacy aliases',
      [
        start(['credit']),
        { id: 'credit', type: 'Product', config: { billing_product_code: 'credit_report' }, next_step: ['decide'] },
        { ...decide(isGood), type: 'Condition' },
      ],
    ],
    ['unknown keys', [{ ...start(), colour: { of: ['the', 'node'] } }]],
    ['an unreachable node', [start(), end]],
    [
      'a loop made with a GoTo',
      [start(['credit']), credit(['back']), { id: 'back', type: 'GoTo', target_step: 'credit' }],
    ],
    [
      'ids that objects inherit',
      [
        start(['__proto__', 'constructor']),
        { id: '__proto__', type: 'ShowResults' },
        { id: 'constructor', type: 'ShowResults' },
      ],
    ],
    ['branches without conditions', [start(), { id: 'decide', type: 'IfElse', branches: {} }]],
    [
      'empty branches',
      [start(), { id: 'decide', type: 'IfElse', branches: { pass: {}, human_review: { condition_groups: [] } } }],
    ],
    [
      'an unary operator with null',
      [start(), credit(['decide']), decide({ ...isGood, operator: 'is_empty', value: null })],
    ],
    [
      'built-in variables',
      [start(), decide({ source_node_id: 'context', field: 'applicant.email', operator: 'is_not_empty' })],
    ],
    [
      'the applicant as a source',
      [start(), decide({ source_node_id: 'start', field: 'user_approved', operator: 'is_true' })],
    ],
    ['a field below a list', [start(), credit(['decide']), decide({ ...isGood, field: 'tradelines.0.balance_usd' })]],
    [
      'a field of all items of a list',
      [start(), credit(['decide']), decide({ ...isGood, field: 'tradelines.status', operator: 'contains' })],
    ],
  ])('%s', (_name, definition) => {
    expect(detailsOf(definition)).toEqual([]);
  });
});

describe('what is wrong is named by its field', () => {
  // Rules: 2.1.1, 2.2.1, 2.4.1, 2.4.3
  test.each<[string, unknown, string[]]>([
    ['no array', { nodes: [] }, ['definition']],
    ['nothing', undefined, ['definition']],
    ['no entry', [end], ['definition']],
    ['two entries', [start(), { ...start(), id: 'other' }], ['definition[1].type']],
    ['no object', [start(), 'node', null, []], ['definition[1]', 'definition[2]', 'definition[3]']],
    ['no id', [start(), { type: 'ShowResults' }], ['definition[1].id']],
    ['an empty id', [start(), { ...end, id: '' }], ['definition[1].id']],
    ['an id that is a number', [start(), { ...end, id: 7 }], ['definition[1].id']],
    ['an id too long', [start(), { ...end, id: 'x'.repeat(201) }], ['definition[1].id']],
    ['an id with NUL', [start(), { ...end, id: 'a\u0000b' }], ['definition[1].id']],
    ['an id given twice', [start(), end, end], ['definition[2].id']],
    ['no type', [start(), { id: 'x' }], ['definition[1].type']],
    ['an unknown type', [start(), { id: 'x', type: 'toString' }], ['definition[1].type']],
    ['an Action without its type', [start(), { id: 'x', type: 'Action' }], ['definition[1].action_type']],
    ['an unknown action', [start(), { id: 'x', type: 'Action', action_type: 'Fax' }], ['definition[1].action_type']],
    ['an edge to nowhere', [start(['nobody'])], ['definition[0].next_step[0]']],
    ['an edge to an empty id', [start([''])], ['definition[0].next_step[0]']],
    ['an edge to a blank id', [start([' '])], ['definition[0].next_step[0]']],
    [
      'an inherited name as a target',
      [start(['constructor', '__proto__'])],
      ['definition[0].next_step[0]', 'definition[0].next_step[1]'],
    ],
    ['edges that are no array', [start('end'), end], ['definition[0].next_step']],
    ['an edge that is no text', [start([1])], ['definition[0].next_step[0]']],
    [
      'a bad edge key on a node that does not use it',
      [start(), { ...end, fail_steps: ['nobody'] }],
      ['definition[1].fail_steps[0]'],
    ],
    [
      'an unknown product',
      [start(), { ...credit(), billing_product_code: 'horoscope' }],
      ['definition[1].billing_product_code'],
    ],
    ['no product', [start(), { id: 'x', type: 'BillingProduct' }], ['definition[1].billing_product_code']],
    ['no branches', [start(), { id: 'x', type: 'IfElse' }], ['definition[1].branches']],
    ['no wait', [start(), { id: 'x', type: 'Wait' }], ['definition[1].wait']],
    ['a GoTo to nowhere', [start(), { id: 'x', type: 'GoTo', target_step: 'nobody' }], ['definition[1].target_step']],
    ['a name that is no text', [start(), { ...end, name: 7 }], ['definition[1].name']],
    ['config that is no object', [start(), { ...end, config: 7 }], ['definition[1].config']],
  ])('%s', (_name, definition, fields) => {
    expect(fieldsOf(definition)).toEqual(fields);
  });

  const at = 'definition[2].branches.pass.condition_groups[0].conditions[0]';
  // Rules: 2.2.1, 2.2.2, 2.2.3
  test.each<[string, Json, string[]]>([
    ['no object', 7, ['']],
    ['no source', { field: 'score', operator: 'equals', value: 1 }, ['.source_node_id']],
    ['a source that is no node', { ...isGood, source_node_id: 'nobody' }, ['.source_node_id']],
    ['a source that gives no report', { ...isGood, source_node_id: 'decide' }, ['.source_node_id']],
    ['no field', { source_node_id: 'credit', operator: 'equals', value: 1 }, ['.field']],
    ['a field that the product lacks', { ...isGood, field: 'shoe_size' }, ['.field']],
    ['an inherited field', { ...isGood, field: 'constructor.name' }, ['.field']],
    ['a field below a plain value', { ...isGood, field: 'score.value' }, ['.field']],
    ['an unknown operator', { ...isGood, operator: 'resembles' }, ['.operator']],
    ['no operator', { source_node_id: 'credit', field: 'score', value: 1 }, ['.operator']],
    ['no value', { source_node_id: 'credit', field: 'score', operator: 'equals' }, ['.value']],
    ['null with a binary operator', { ...isGood, value: null }, ['.value']],
    ['a list as a value', { ...isGood, value: [1] }, ['.value']],
    ['all of it', {}, ['.source_node_id', '.field', '.operator']],
  ])('in a condition: %s', (_name, condition, fields) => {
    expect(fieldsOf([start(), credit(['decide']), decide(condition)])).toEqual(fields.map((field) => at + field));
  });

  test.each<[string, Json, string]>([
    ['branches', 7, ''],
    ['a branch', { pass: [] }, '.pass'],
    ['the logic of groups', { human_review: { group_logic: 'xor' } }, '.human_review.group_logic'],
    ['groups', { pass: { condition_groups: {} } }, '.pass.condition_groups'],
    ['a group', { pass: { condition_groups: [null] } }, '.pass.condition_groups[0]'],
    ['a group without conditions', { pass: { condition_groups: [{}] } }, '.pass.condition_groups[0].conditions'],
    [
      'the logic of a group',
      { pass: { condition_groups: [{ logic: 'AND', conditions: [] }] } },
      '.pass.condition_groups[0].logic',
    ],
  ])('in branches: %s', (_name, branches, field) => {
    expect(fieldsOf([start(), { id: 'decide', type: 'IfElse', branches }])).toEqual([`definition[1].branches${field}`]);
  });

  test('five mistakes give five details', () => {
    const fields = fieldsOf([
      start(['nobody']),
      { ...credit(['decide']), billing_product_code: 'horoscope' },
      decide({ ...isGood, operator: 'resembles' }),
      { id: 'pause', type: 'Wait' },
      { id: 'pause', type: 'ShowResults' },
    ]);
    expect(fields).toHaveLength(5);
    expect(new Set(fields).size).toBe(5);
  });

  test('fields begin with the name that the caller gives', () => {
    expect(detailsOf([start(['nobody'])], 'body.cascade')[0]?.field).toBe('body.cascade[0].next_step[0]');
  });
});

describe('the source of a condition', () => {
  const sourceId = 'definition[2].branches.pass.condition_groups[0].conditions[0].source_node_id';

  // Rules: 2.3.1
  test('is refused if nothing leads from it to the condition', () => {
    expect(detailsOf([start(['credit', 'decide']), credit(), decide(isGood)])).toEqual([
      {
        field: sourceId,
        message: 'in node "decide": no edge or jump leads from "credit" to this node, so it cannot have run before',
      },
    ]);
    expect(fieldsOf([start(['decide']), credit(), decide(isGood, { pass_steps: ['credit'] })])).toEqual([sourceId]);
  });

  // Rules: 2.3.1
  test('may be reached over a jump', () => {
    const back: JsonObject = { id: 'back', type: 'GoTo', target_step: 'decide' };
    expect(detailsOf([start(['credit']), credit(['back']), decide(isGood), back])).toEqual([]);
  });
});

describe('of many mistakes', () => {
  const many = (count: number): JsonObject => ({
    id: 'decide',
    type: 'IfElse',
    branches: { pass: { condition_groups: [{ conditions: Array.from({ length: count }, () => ({})) }] } },
  });

  // Rules: 2.4.2
  test('100 are told and all are counted', () => {
    const { details, total } = validateDefinition([start(), many(60_000)]);
    expect([details.length, total]).toEqual([100, 180_000]);
  });

  test('messages stay short: a cycle through all nodes is named by its ends', () => {
    const ids = Array.from({ length: 400 }, (_, index) => `n${index}`);
    const chain = ids.map((id, index) => ({
      id,
      type: 'Action',
      action_type: 'Approve',
      next_step: ids.slice(0, index + 2),
    }));
    const { details, total } = validateDefinition([start(), ...chain.slice(0, 200)]);
    expect(total).toBeGreaterThan(10_000);
    expect(Math.max(...details.map(({ message }) => message.length))).toBeLessThan(300);
  });
});

describe('a cycle of edges', () => {
  const node = (id: string, next_step: Json): JsonObject => ({ id, type: 'Action', action_type: 'Approve', next_step });

  // Rules: 2.1.2, 2.1.3
  test('is named at the edge that closes it, with its nodes', () => {
    const details = detailsOf([start(['a']), node('a', ['b']), node('b', ['c', 'a']), node('c', [])]);
    expect(details).toEqual([
      {
        field: 'definition[2].next_step[1]',
        message: 'closes a cycle of edges ("a" → "b" → "a"); a loop is made with a GoTo node',
      },
    ]);
  });

  test('may be one node', () => {
    expect(fieldsOf([start(['a']), node('a', ['a'])])).toEqual(['definition[1].next_step[0]']);
  });

  test('is found twice where there are two', () => {
    const definition = [start(['a']), node('a', ['b']), node('b', ['a', 'c']), node('c', ['c'])];
    expect(fieldsOf(definition)).toEqual(['definition[2].next_step[0]', 'definition[3].next_step[0]']);
  });

  test('is not a diamond', () => {
    expect(fieldsOf([start(['a', 'b']), node('a', ['c']), node('b', ['c']), node('c', [])])).toEqual([]);
  });
});

describe('size', () => {
  const chain = (length: number): JsonObject[] => [
    start(['n1']),
    ...Array.from({ length: length - 1 }, (_, i) => ({
      id: `n${i + 1}`,
      type: 'Action',
      action_type: 'Approve',
      next_step: i + 2 < length ? [`n${i + 2}`] : [],
    })),
  ];

  test('500 nodes in one chain are valid, 501 are not', () => {
    expect(detailsOf(chain(500))).toEqual([]);
    expect(detailsOf(chain(501))).toEqual([{ field: 'definition', message: 'must have at most 500 nodes' }]);
  });

  test('256 KiB are counted in bytes, not characters', () => {
    const filled = (text: string) => [{ ...start(), note: text }];
    const overhead = JSON.stringify(filled('')).length;
    expect(detailsOf(filled('x'.repeat(256 * 1024 - overhead)))).toEqual([]);
    expect(detailsOf(filled('x'.repeat(256 * 1024 - overhead + 1)))[0]?.message).toContain('256 KiB');
    expect(detailsOf(filled('€'.repeat(90_000)))[0]?.message).toContain('256 KiB');
  });

  test('nesting that would overflow a stack is refused', () => {
    const deep = JSON.parse('['.repeat(50_000) + ']'.repeat(50_000));
    expect(detailsOf([{ ...start(), deep }])[0]?.message).toContain('nested');
    expect(detailsOf(deep)[0]?.message).toContain('nested');
  });
});

/** JSON that looks enough like a definition to reach every check. */
const likely = fc.letrec<{ value: Json; node: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<Json>(null, true, 0, -1, 1.5, '', 'a', 'b', '__proto__', 'constructor', 'score', 'credit_report'),
    fc.constantFrom<Json>('equals', 'is_empty', 'and', 'days', 'denied', 'context'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.constantFrom<Json>('a', 'b', '__proto__'), { maxLength: 3 }),
    fc.dictionary(
      fc.constantFrom(
        'pass',
        'human_review',
        'group_logic',
        'condition_groups',
        'logic',
        'conditions',
        'source_node_id',
        'field',
        'operator',
        'value',
        'duration',
        'unit',
        '__proto__',
      ),
      tie('value'),
      { maxKeys: 4 },
    ),
  ),
  node: fc.oneof(
    { weight: 1, arbitrary: tie('value') },
    {
      weight: 9,
      arbitrary: fc.record(
        {
          id: fc.oneof(fc.constantFrom<Json>('a', 'b', 'c', '__proto__'), tie('value')),
          type: fc.constantFrom<Json>(
            'ApplicantSource',
            'BillingProduct',
            'Product',
            'IfElse',
            'Condition',
            'Wait',
            'GoTo',
            'ShowResults',
            'Action',
            'toString',
            5,
          ),
          action_type: fc.constantFrom<Json>(
            'Approve',
            'SendEmail',
            'AdverseAction',
            'InternalNotification',
            'constructor',
            null,
          ),
          next_step: tie('value'),
          pass_steps: tie('value'),
          branches: tie('value'),
          wait: tie('value'),
          target_step: tie('value'),
          config: tie('value'),
          billing_product_code: tie('value'),
          email: tie('value'),
          adverse_action: tie('value'),
          internal_notification: tie('value'),
        },
        { requiredKeys: ['type'] },
      ),
    },
  ),
}));

describe('validateDefinition is total', () => {
  test('over any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        for (const sent of [value, [value], [start(), value]]) expect(Array.isArray(detailsOf(sent))).toBe(true);
      }),
    );
  });

  test('over what looks like nodes, and every detail lies within the definition', () => {
    fc.assert(
      fc.property(fc.array(likely.node, { maxLength: 6 }), (nodes) => {
        for (const { field, message } of detailsOf(nodes)) {
          expect(field).toMatch(/^definition(\[\d+\]|$)/);
          expect(message).not.toBe('');
        }
      }),
      { numRuns: 500 },
    );
  });
});
