import { describe, expect, test } from '../../support/jest.ts';
import type { NodeSpec } from '../../../core/cascade/contract.ts';
import type { NodeBase } from '../../../core/cascade/definition.ts';
import { buildGraph } from '../../../core/cascade/graph.ts';
import { createNodeRegistry } from '../../../core/cascade/kinds.ts';
import { NODES, type CascadeNode, type NodeKind } from '../../../core/cascade/registry.ts';
import { definitionComponents, definitionJsonSchema } from '../../../core/cascade/schema.ts';
import { validateDefinition } from '../../../core/cascade/validate.ts';
import { PLAIN_FORMATS } from '../../../core/schema/formats.ts';
import { checkKeywords } from '../../../core/schema/keywords.ts';
import { advance, initialState } from '../../../core/interpreter/advance.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts';
import { dictionaryIn } from '../../../core/fields/standard.ts';
import { fold } from '../../../core/folded-text.ts';
import { compileValidator } from '../../../platform/validation/index.ts';
import { when } from '../interpreter/cascades.ts';
import { World } from '../interpreter/world.ts';

interface FlagNode extends NodeBase {
  readonly type: 'Action';
  readonly action_type: 'Flag';
  readonly colour: 'red' | 'green';
}
const flag: NodeSpec<FlagNode, 'Flag'> = {
  kind: 'Flag',
  namedBy: 'action_type',
  schema: {
    description: 'Raises a flag.',
    required: ['colour'],
    properties: { colour: { type: 'string', enum: ['red', 'green'], description: 'Its colour.' } },
  },
  edges: ['next_step'],
  start: (node) => ({ do: 'finish', output: { colour: node.colour }, next: node.next_step ?? [] }),
};

describe('a kind that is added to the list', () => {
  const registry = createNodeRegistry([...NODES.specs, flag]);
  const raise = { id: 'raise', type: 'Action', action_type: 'Flag', colour: 'red', next_step: ['end'] };
  const definition = [
    { id: 'start', type: 'ApplicantSource', next_step: ['raise'] },
    raise,
    { id: 'end', type: 'ShowResults' },
  ];

  test('has its name among the names', () => {
    expect(registry.actionTypes).toContain('Flag');
    expect(registry.find(raise)?.kind).toBe('Flag');
    expect(NODES.find(raise)).toBeUndefined();
  });

  test('is validated by its schema', () => {
    const fieldsOf = (node: JsonObject) =>
      validateDefinition([definition[0], { ...node }, definition[2]], 'definition', { registry }).details;
    expect(fieldsOf(raise)).toEqual([]);
    expect(fieldsOf({ ...raise, colour: 'gren' })).toEqual([
      { field: 'definition[1].colour', message: 'in node "raise": must be one of: red, green; did you mean "green"?' },
    ]);
    expect(validateDefinition(definition).details[0]?.field).toBe('definition[1].action_type');
  });

  test('is published as one more schema of the union', () => {
    const components = definitionComponents(registry);
    expect(components.ActionNode?.oneOf).toContainEqual({ $ref: '#/components/schemas/FlagNode' });
    expect(components.FlagNode?.required).toEqual(['id', 'type', 'action_type', 'colour']);
  });

  test('has its edges in the graph and runs in the interpreter', () => {
    expect(buildGraph(definition, registry).reachesByEdges('raise', 'end')).toBe(true);
    const { run } = new World([]);
    const state = initialState(definition, registry);
    const facts = { effects: new Map(), rounds: new Map() };
    const result = advance({ definition, state, run, outputs: new Map(), history: [], facts, now: 0 }, registry);
    expect(result.status).toBe('completed');
    expect(result.steps.map(({ nodeId, output }) => [nodeId, output])).toEqual([
      ['start', {}],
      ['raise', { colour: 'red' }],
      ['end', { results: { start: {}, raise: { colour: 'red' } } }],
    ]);
  });

  test('may not take a name that is taken, and one kind is the entry', () => {
    expect(() => createNodeRegistry([...NODES.specs, flag, flag])).toThrow('named Flag');
    expect(() => createNodeRegistry([...NODES.specs, { ...flag, namedBy: 'type', kind: 'Product' }])).toThrow(
      'Product',
    );
    expect(() => createNodeRegistry([flag])).toThrow('entry');
  });
});

/** A node of each kind with every member that it may have: a kind without its example does not compile. */
const EXAMPLES: { readonly [K in NodeKind]: readonly (CascadeNode & JsonObject)[] } = {
  ApplicantSource: [{ id: 'x', type: 'ApplicantSource', next_step: ['end'] }],
  BillingProduct: [
    { id: 'x', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['end'] },
    { id: 'x', type: 'Product', config: { billing_product_code: 'credit_report', store_result_as: 'credit' } },
  ],
  IfElse: [
    {
      id: 'x',
      type: 'IfElse',
      branches: { pass: when('applicant.income', 'greater_than', 9) as JsonObject },
      fail_steps: ['end'],
    },
    {
      id: 'x',
      type: 'Condition',
      branches: { human_review: when('applicant.email', 'equals', 'ann@example.com') as JsonObject },
      human_review_steps: ['end'],
      review: { due_in: { duration: 2, unit: 'days' }, on_overdue: 'notify' },
    },
  ],
  Wait: [{ id: 'x', type: 'Wait', wait: { duration: 0, unit: 'hours' }, next_step: ['end'] }],
  GoTo: [{ id: 'x', type: 'GoTo', target_step: 'end' }],
  ShowResults: [{ id: 'x', type: 'ShowResults' }],
  Approve: [{ id: 'x', type: 'Action', action_type: 'Approve', next_step: ['end'] }],
  SendEmail: [
    {
      id: 'x',
      type: 'Action',
      action_type: 'SendEmail',
      email: { to: '{{applicant.email}}', subject: 'Hi', body: 'Hi' },
      next_step: ['end'],
    },
  ],
  AdverseAction: (['denied', 'adverse_employment', 'other_action'] as const).flatMap((action_taken) =>
    (['auto_send', 'draft_first'] as const).map((send_strategy) => ({
      id: 'x',
      type: 'Action',
      action_type: 'AdverseAction',
      adverse_action: {
        recipient: '{{applicant.email}}',
        action_taken,
        send_strategy,
        reason: 'Because.',
        purpose: action_taken === 'adverse_employment' ? 'employment' : 'tenant',
        jurisdiction: 'US-CA',
        statement: 'We offer other terms.',
      },
      on_unresolved: 'empty',
      review: {
        due_in: { duration: 2, unit: 'days' },
        on_overdue: 'none',
        reminders: [{ after: { duration: 1, unit: 'days' }, to: 'ops@example.com', subject: 'Look', body: 'Look' }],
      },
      next_step: ['end'],
    })),
  ),
  InternalNotification: [
    {
      id: 'x',
      type: 'Action',
      action_type: 'InternalNotification',
      internal_notification: { channel: 'email', to: 'ops@example.com', message: 'Look' },
      next_step: ['end'],
    },
    {
      id: 'x',
      type: 'Action',
      action_type: 'InternalNotification',
      internal_notification: { channel: 'slack', url: 'https://example.com/hook' },
    },
  ],
};

/** The object, whose members report their dotted paths to `read` when they are read. Items have their list's path. */
function recorded<T extends object>(object: T, read: Set<string>, at = ''): T {
  return new Proxy(object, {
    get(target, key, receiver) {
      const value: unknown = Reflect.get(target, key, receiver);
      if (typeof key !== 'string' || (Array.isArray(target) && typeof value === 'function')) return value;
      const path = Array.isArray(target) ? at : at === '' ? key : `${at}.${key}`;
      if (!Array.isArray(target)) read.add(path);
      return typeof value === 'object' && value !== null ? recorded(value, read, path) : value;
    },
  });
}

/** The dotted paths of all members that a component describes. */
function published(schema: unknown, at = ''): string[] {
  if (!isJsonObject(schema)) return [];
  if (typeof schema.$ref === 'string')
    return published(definitionComponents()[schema.$ref.split('/').at(-1) ?? ''], at);
  const members = isJsonObject(schema.properties) ? Object.entries(schema.properties) : [];
  return [
    ...published(schema.items, at),
    ...members.flatMap(([key, inner]) => [
      at === '' ? key : `${at}.${key}`,
      ...published(inner, at === '' ? key : `${at}.${key}`),
    ]),
  ];
}

describe.each(NODES.specs.map((spec) => [spec.kind, spec] as const))('a node of kind %s', (kind, spec) => {
  const examples = EXAMPLES[kind as NodeKind];
  const schema = definitionComponents()[`${kind}Node`];

  test('reads no member that is not published', () => {
    const read = new Set<string>();
    for (const node of examples) {
      const proxied = recorded(node, read);
      spec.validate?.(
        proxied,
        '',
        { ids: new Set(['end']), sourceOf: () => undefined, reaches: () => true },
        () => undefined,
      );
      const entry = { id: 'start', type: 'ApplicantSource', next_step: ['x'] } as const;
      const rest: CascadeNode[] = kind === 'ApplicantSource' ? [] : [entry];
      runToItsEnd(new World([...rest, proxied, { id: 'end', type: 'ShowResults' }], WITH_APPLICANT));
    }
    expect(read).not.toContain('');
    expect([...read].filter((path) => !published(schema).includes(path))).toEqual([]);
    expect(read.size).toBeGreaterThan(1);
  });

  test('describes every member', () => {
    for (const path of published(schema))
      expect([path, descriptionAt(schema, path)]).toEqual([path, expect.any(String)]);
  });

  test('is valid by the published schema and by the validation alike', () => {
    const check = compileValidator({
      $ref: `#/components/schemas/${kind}Node`,
      components: { schemas: definitionComponents() },
    });
    for (const node of examples) expect(check(node)).toEqual([]);
  });
});

const WITH_APPLICANT = { payload: { applicant: { email: 'ann@example.com' } }, mode: 'live' } as const;

/** Ends whatever the run waits for, until nothing is left. */
function runToItsEnd(world: World): void {
  world.advance();
  for (let turn = 0; turn < 20 && world.state.tokens.length > 0; turn += 1) {
    const [effect] = world.openEffects.keys();
    const [round] = world.openRounds;
    if (effect !== undefined) world.finish(effect, { artifact_id: 1, report: {} });
    else if (round !== undefined) world.decide(round.split('#')[0] ?? '', 'approved');
    else world.wake();
  }
  expect(world.state.tokens).toEqual([]);
}

function descriptionAt(schema: unknown, path: string): unknown {
  let current: unknown = schema;
  for (const key of path.split('.')) {
    const whole = resolved(current);
    const holder = isJsonObject(whole) && isJsonObject(whole.items) ? resolved(whole.items) : whole;
    current = isJsonObject(holder) && isJsonObject(holder.properties) ? holder.properties[key] : undefined;
  }
  return isJsonObject(current) ? current.description : undefined;
}

function resolved(schema: unknown): unknown {
  if (!isJsonObject(schema) || typeof schema.$ref !== 'string') return schema;
  return definitionComponents()[schema.$ref.split('/').at(-1) ?? ''];
}

/*
 * Every text that a node may have, filled with every number of the applicant. A new kind, or a new text of one, is
 * tried without a line here.
 */
const PERSON = {
  email: 'ann@example.com',
  ssn: '900-10-1003',
  itin: 912_341_234,
  date_of_birth: '1990-04-12',
  bank: { account_number: '0044556677889' },
  passport: 'X12345678',
  ...{
    clan: 'otter canary',
    note: '900–10–1003, 4111 1111 1111 1111 or 876\u00a054\u00a03210',
    parts: ['900', '10', '1003'],
  },
};
const { dictionary } = dictionaryIn({ 'applicant.clan': { type: 'text', kind: 'identifier' } });
const NUMBERS = [
  '900101003',
  '912341234',
  '19900412',
  '0044556677889',
  'x12345678',
  'ottercanary',
  '4111111111111111',
  '876543210',
];
const PATHS = [
  ...['ssn', 'itin', 'date_of_birth', 'bank.account_number', 'bank', 'passport', 'clan', 'note'].map(
    (path) => `applicant.${path}`,
  ),
  ...['applicant', 'context', 'context.applicant.ssn'],
];
const ALL = PATHS.map((path) => `{{${path}}}`);
const TEXTS = [
  ...ALL,
  ...ALL.map((variable) => `x${variable}@example.com`),
  ...ALL.map((variable) => `https://example.com/${variable}?of=${variable}`),
  ...[
    ALL.join(' | '),
    `<p>${ALL.join('</p><p>')}</p>`,
    '{{applicant.parts.0}}-{{applicant.parts.1}}-{{applicant.parts.2}}',
  ],
];

/** The node once for each of its texts, with `text` in its place. Ids of nodes and words of enumerations are no texts. */
function withText(value: Json, schema: unknown, text: string): Json[] {
  const own = resolved(schema);
  const { enum: words, properties, items } = isJsonObject(own) ? own : {};
  if (typeof value === 'string') return Array.isArray(words) ? [] : [text];
  if (Array.isArray(value))
    return value.flatMap((item, at) => withText(item, items, text).map((filled) => value.with(at, filled)));
  if (!isJsonObject(value)) return [];
  const known = isJsonObject(properties) ? properties : {};
  const unset = Object.keys(known).filter((key) => !(key in value) && isText(known[key]));
  return [
    ...[...unset, 'anything'].map((key) => ({ ...value, [key]: text })),
    ...Object.keys(value)
      .filter((key) => !/^(?:id|type|action_type|channel|.*_steps?)$/.test(key))
      .flatMap((key) => withText(value[key] ?? null, known[key], text).map((filled) => ({ ...value, [key]: filled }))),
  ];
}
const isText = (schema: unknown): boolean =>
  isJsonObject(schema) && schema.type === 'string' && schema.enum === undefined;

describe.each(Object.entries(EXAMPLES))('no text of a %s', (kind, examples) => {
  // Rules: 12.1.1
  test('holds a number of the applicant, in whatever it sends or keeps', () => {
    const schema = definitionComponents()[`${kind}Node`];
    const found = TEXTS.flatMap((text) =>
      examples.flatMap((example) =>
        withText(example, schema, text).flatMap((node) => {
          const entry = { id: 'start', type: 'ApplicantSource', next_step: ['x'] } as const;
          const definition = [entry, node, { id: 'end', type: 'ShowResults' }] as unknown as CascadeNode[];
          const world = new World(definition, { payload: { applicant: PERSON }, mode: 'live', dictionary });
          runToItsEnd(world);
          const said = [world.allEffects, [...world.outputs], world.events, [...world.steps], world.state];
          const folded = fold(decodeURIComponent(JSON.stringify(said).replaceAll(/%(?![0-9A-F]{2})/g, ''))).text;
          return NUMBERS.filter((number) => folded.includes(number)).map((number) => [number, node]);
        }),
      ),
    );
    expect(found).toEqual([]);
  });
});

test('a member that is not published is noticed', () => {
  const read = new Set<string>();
  const node = recorded({ secret: { of: [{ the: 'node' }] } }, read);
  expect(node.secret.of[0]?.the).toBe('node');
  expect([...read]).toEqual(['secret', 'secret.of', 'secret.of.the']);
  expect(published(definitionComponents().WaitNode)).not.toContain('secret');
});

test('schemas use no keyword that the validation does not know', () => {
  const formats = new Set(PLAIN_FORMATS.keys());
  const components = Object.values(definitionComponents());
  expect(components.length).toBeGreaterThan(10);
  for (const schema of components) checkKeywords(schema, formats);
});

test('the JSON Schema for editors stands alone and accepts what the validation accepts', () => {
  const schema = definitionJsonSchema();
  expect(JSON.stringify(schema)).not.toMatch(/#\/components|discriminator/);
  const check = compileValidator(schema);
  expect(check([{ id: 'start', type: 'ApplicantSource', next_step: [] }])).toEqual([]);
  expect(check([{ id: 'wait', type: 'Wait', wait: { duration: 1, unit: 'fortnights' } }])).not.toEqual([]);
});
