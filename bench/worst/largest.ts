import type { CascadeCondition, ConditionGroup, ItemCondition } from '../../core/cascade/definition.ts';
import type { CascadeDefinition, CascadeNode } from '../../core/cascade/registry.ts';

/**
 * The largest definitions that saving allows (256 KiB, 500 nodes), in the shapes that cost a reading most. Each keeps a
 * margin of some KiB, so that it can be saved under any name.
 */
export interface Shape {
  readonly name: string;
  readonly definition: CascadeDefinition;
}

const MOST_NODES = 500;
const MOST_BYTES = 250 * 1024;

const source = (...next: string[]): CascadeNode => ({ id: 'a', type: 'ApplicantSource', next_step: next });
const approve: CascadeNode = { id: 'ok', type: 'Action', action_type: 'Approve' };
const deny: CascadeNode = {
  id: 'no',
  type: 'Action',
  action_type: 'AdverseAction',
  adverse_action: { recipient: '{{applicant.email}}', send_strategy: 'auto_send' },
};
const series = <T>(length: number, make: (index: number) => T): T[] => Array.from({ length }, (_, n) => make(n));

const OPERATORS = ['greater_than', 'less_than_or_equal', 'greater_than_or_equal', 'less_than'] as const;
const compared = (n: number): CascadeCondition => ({
  source_node_id: 'context',
  field: `applicant.f${n}`,
  operator: OPERATORS[n % OPERATORS.length] ?? 'equals',
  value: 100 + n,
});

/** As many parts as fit, each made with the one `make(n)`, in a definition that `build` makes of them. */
function filled<T>(make: (n: number) => T, build: (parts: readonly T[]) => CascadeDefinition): CascadeDefinition {
  const sizeOf = (count: number) => JSON.stringify(build(series(count, make))).length;
  let [low, high] = [1, 8_192];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const isAllowed = sizeOf(middle) <= MOST_BYTES && build(series(middle, make)).length <= MOST_NODES;
    if (isAllowed) low = middle;
    else high = middle - 1;
  }
  return build(series(low, make));
}

function choice(id: string, groups: readonly ConditionGroup[], next: string, group: 'and' | 'or' = 'or'): CascadeNode {
  return {
    id,
    type: 'IfElse',
    branches: { pass: { group_logic: group, condition_groups: [...groups] } },
    pass_steps: ['no'],
    fail_steps: [next],
  };
}

/** Every choice declines or goes on to the next one. */
function chain(groupsOf: (n: number) => readonly ConditionGroup[], length?: number): CascadeDefinition {
  const build = (nodes: readonly ((count: number) => CascadeNode)[]): CascadeDefinition => [
    source('c0'),
    ...nodes.map((make) => make(nodes.length)),
    approve,
    deny,
  ];
  const make = (n: number) => (count: number) =>
    choice(`c${n}`, groupsOf(n), n + 1 < Math.min(count, length ?? count) ? `c${n + 1}` : 'ok');
  return length === undefined ? filled(make, build) : build(series(length, make));
}

/** One choice that has as many groups or conditions as fit. */
function oneChoice<T>(
  make: (n: number) => T,
  groupsOf: (parts: readonly T[]) => readonly ConditionGroup[],
): CascadeDefinition {
  return filled(make, (parts) => [source('c0'), choice('c0', groupsOf(parts), 'ok', 'and'), approve, deny]);
}

const where = (n: number): ItemCondition[] =>
  series(8, (m) => ({ field: `m${m}`, operator: 'greater_than', value: n + m }));

const LAYERS = 20;
const WIDTH = 23;

/** Every node of a layer leads to every one of the next. */
const fan: CascadeDefinition = [
  source(...series(WIDTH, (n) => `s0_${n}`)),
  ...series(LAYERS, (layer) =>
    series(WIDTH, (n): CascadeNode => {
      const next = layer + 1 < LAYERS ? series(WIDTH, (m) => `s${layer + 1}_${m}`) : ['ok'];
      const conditions = [compared(layer * WIDTH + n)];
      return {
        id: `s${layer}_${n}`,
        type: 'IfElse',
        branches: {
          pass: { condition_groups: [{ conditions }] },
          human_review: { condition_groups: [{ conditions }] },
        },
        pass_steps: next.slice(0, WIDTH / 2),
        fail_steps: next.slice(WIDTH / 2),
      };
    }),
  ).flat(),
  approve,
  deny,
];

export const SHAPES: readonly Shape[] = [
  {
    name: 'long chain',
    definition: chain((n) => [{ logic: 'or', conditions: series(2, (m) => compared(n * 2 + m)) }]),
  },
  {
    name: 'chain of 59, many conditions',
    definition: chain((n) => [{ logic: 'or', conditions: series(38, (m) => compared(n * 38 + m)) }], 59),
  },
  { name: 'wide fan', definition: fan },
  {
    name: 'many groups',
    definition: oneChoice(
      (n): ConditionGroup => ({ logic: 'or', conditions: [compared(n), compared(n + 1)] }),
      (groups) => groups,
    ),
  },
  {
    name: 'many conditions of a group',
    definition: oneChoice(compared, (conditions) => [{ at_least: Math.floor(conditions.length / 2), conditions }]),
  },
  {
    name: 'lists, value_from and where',
    definition: oneChoice(
      (n): CascadeCondition =>
        n % 2 === 0
          ? {
              source_node_id: 'context',
              field: `applicant.l${n}.sum.x`,
              where: where(n),
              operator: 'less_than',
              value: n,
            }
          : {
              source_node_id: 'context',
              field: `applicant.f${n}`,
              operator: 'greater_than',
              value_from: { source_node_id: 'context', field: `applicant.l${n}.max.x`, times: 3, plus: n },
            },
      (conditions) => [{ logic: 'and', conditions }],
    ),
  },
];

/** The other side of each comparison: a definition as long that decides otherwise. */
export const ANOTHER: CascadeDefinition = chain(
  (n) => [{ logic: 'and', conditions: series(30, (m) => compared(n * 31 + m)) }],
  59,
);
