import type { CascadeCondition } from '../../core/cascade/definition.ts';
import type { CascadeDefinition, CascadeNode } from '../../core/cascade/registry.ts';
import type { JsonObject } from '../../core/json.ts';

/** A cascade and an applicant that are allowed, and that cost as much as somebody could think of. */
export interface Scene {
  readonly name: string;
  readonly definition: CascadeDefinition;
  readonly payload: JsonObject;
}

const APPLICANT: JsonObject = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@example.com',
  ssn: '900-12-3456',
  date_of_birth: '1990-05-01',
};

const source = (...next: string[]): CascadeNode => ({ id: 'applicant', type: 'ApplicantSource', next_step: next });
const series = <T>(length: number, make: (index: number) => T): T[] => Array.from({ length }, (_, n) => make(n));
const withList = (length: number): JsonObject => ({
  applicant: { ...APPLICANT, l: series(length, () => ({ x: 1 })) },
});

function asking(id: string, fields: readonly string[], next: string, sourceId = 'context'): CascadeNode {
  const conditions = fields.map((field): CascadeCondition => ({
    source_node_id: sourceId,
    field,
    operator: 'contains',
    value: 'y',
  }));
  const branch = { condition_groups: [{ logic: 'or' as const, conditions }] };
  return { id, type: 'IfElse', branches: { pass: branch }, fail_steps: [next] };
}

/** The attack that the budget of work was made for: the longest list that a body may hold, read by 1,800 conditions in a loop. */
const LISTS: Scene = {
  name: 'lists, the same path',
  definition: [
    source('ask0'),
    ...series(10, (n) =>
      asking(
        `ask${n}`,
        series(180, () => 'applicant.l.y.x'),
        n < 9 ? `ask${n + 1}` : 'back',
      ),
    ),
    { id: 'back', type: 'GoTo', target_step: 'ask0' },
  ],
  payload: withList(49_000),
};

const PATHS: Scene = {
  name: 'lists, many paths',
  definition: [
    source('ask'),
    asking(
      'ask',
      series(40, (n) => `applicant.l.y${n}`),
      'back',
    ),
    { id: 'back', type: 'GoTo', target_step: 'ask' },
  ],
  payload: withList(2_000),
};

const OUTPUTS: Scene = {
  name: 'outputs of many MiB',
  definition: [
    source('ask'),
    asking('ask', ['applicant.text'], 'back'),
    { id: 'back', type: 'GoTo', target_step: 'ask' },
  ],
  payload: { applicant: { ...APPLICANT, text: 'x'.repeat(400 * 1024) } },
};

/** Values of one letter: as many as JSON of that size can have, so they are the dearest to parse. */
const VALUES: Scene = {
  name: 'outputs of many values',
  definition: [source('ask'), asking('ask', ['applicant.l'], 'back'), { id: 'back', type: 'GoTo', target_step: 'ask' }],
  payload: { applicant: { ...APPLICANT, l: series(48_000, (n) => n % 10) } },
};

const TEXTS: Scene = {
  name: 'interpolated texts',
  definition: [
    source('tell'),
    {
      id: 'tell',
      type: 'Action',
      action_type: 'InternalNotification',
      internal_notification: { channel: 'none', message: '{{applicant.text}}'.repeat(500) },
      next_step: ['back'],
    },
    { id: 'back', type: 'GoTo', target_step: 'tell' },
  ],
  payload: { applicant: { ...APPLICANT, text: 'x'.repeat(500) } },
};

/** Every node of a layer leads to every one of the next, and the last to the first. */
const LAYERS = 20;
const WIDTH = 24;
const GRAPH: Scene = {
  name: 'a graph of 480 joins',
  definition: [
    source(...series(WIDTH, (n) => `s0_${n}`)),
    ...series(LAYERS, (layer) =>
      series(WIDTH, (n): CascadeNode => ({
        id: `s${layer}_${n}`,
        type: 'Action',
        action_type: 'Approve',
        next_step: layer + 1 < LAYERS ? series(WIDTH, (m) => `s${layer + 1}_${m}`) : ['back'],
      })),
    ).flat(),
    { id: 'back', type: 'GoTo', target_step: 's0_0' },
  ],
  payload: { applicant: APPLICANT },
};

const FIELDS = [
  'score',
  'open_tradelines_count',
  'utilization_percent',
  'total_balance_usd',
  'inquiries_last_6_months',
  'collections_count',
];
const CHOICES = 60;
const LETTER: Scene = {
  name: 'a letter after 60 choices',
  definition: [
    source('credit'),
    { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['ask0'] },
    ...series(CHOICES, (n): CascadeNode => {
      const next = n + 1 < CHOICES ? `ask${n + 1}` : 'notice';
      const conditions = series(12, (m): CascadeCondition => ({
        source_node_id: 'credit',
        field: FIELDS[(n + m) % FIELDS.length] ?? 'score',
        operator: m % 2 === 0 ? 'greater_than' : 'less_than',
        value: 9_000_000 + n * 12 + m,
      }));
      return {
        id: `ask${n}`,
        type: 'IfElse',
        branches: { pass: { group_logic: 'and', condition_groups: [{ logic: 'and', conditions }] } },
        pass_steps: ['approve'],
        fail_steps: [next],
      };
    }),
    { id: 'approve', type: 'Action', action_type: 'Approve' },
    {
      id: 'notice',
      type: 'Action',
      action_type: 'AdverseAction',
      adverse_action: { recipient: '{{applicant.email}}', send_strategy: 'auto_send' },
    },
  ],
  payload: { applicant: APPLICANT },
};

export const SCENES: readonly Scene[] = [LISTS, PATHS, OUTPUTS, VALUES, TEXTS, GRAPH, LETTER];
