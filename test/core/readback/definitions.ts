import type { CascadeCondition, CascadeBranch, ConditionOperator } from '../../../core/cascade/definition.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import { PRODUCTS, type BuiltInCode } from '../../../core/products/index.ts';

/** Numbers that look random and are the same in every run. */
class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  below(limit: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * limit);
  }

  chance(share: number): boolean {
    return this.below(1_000) < share * 1_000;
  }

  pick<T>(from: readonly T[]): T {
    const found = from[this.below(from.length)];
    if (found === undefined) throw new Error('nothing to pick from');
    return found;
  }
}

interface Field {
  readonly node: string;
  readonly code: BuiltInCode | 'context';
  readonly field: string;
  readonly operators: readonly ConditionOperator[];
  /** Compared with, and on each side of it. */
  readonly values: readonly (string | number | boolean)[];
  readonly mayBeMissing: boolean;
}

const NUMBERS = [
  'equals',
  'not_equals',
  'greater_than',
  'greater_than_or_equal',
  'less_than',
  'less_than_or_equal',
] as const;
const ABSENCE = ['is_empty', 'is_not_empty'] as const;
const TEXTS = ['equals', 'not_equals', 'contains', 'not_contains', 'starts_with', 'ends_with', ...ABSENCE] as const;

export const FIELDS: readonly Field[] = [
  {
    node: 'credit',
    code: 'credit_report',
    field: 'score',
    operators: [...NUMBERS, ...ABSENCE],
    values: [619, 620, 621, 680],
    mayBeMissing: true,
  },
  {
    node: 'credit',
    code: 'credit_report',
    field: 'utilization_percent',
    operators: [...NUMBERS, ...ABSENCE],
    values: [29, 30, 31],
    mayBeMissing: true,
  },
  {
    node: 'credit',
    code: 'credit_report',
    field: 'collections_balance_usd',
    operators: NUMBERS,
    values: [499.99, 500, 1_500],
    mayBeMissing: true,
  },
  {
    node: 'eviction',
    code: 'eviction_history',
    field: 'filings_count',
    operators: NUMBERS,
    values: [0, 1, 2],
    mayBeMissing: false,
  },
  {
    node: 'eviction',
    code: 'eviction_history',
    field: 'months_since_most_recent_filing',
    operators: [...NUMBERS, ...ABSENCE],
    values: [23, 24, 60],
    mayBeMissing: true,
  },
  {
    node: 'eviction',
    code: 'eviction_history',
    field: 'most_recent_filing_on',
    operators: ['greater_than', 'less_than', 'greater_than_or_equal', 'less_than_or_equal', 'equals', 'not_equals'],
    values: ['2019-12-31', '2020-01-01', '2020-01-02'],
    mayBeMissing: true,
  },
  {
    node: 'income',
    code: 'income_verification',
    field: 'monthly_income_usd',
    operators: [...NUMBERS, ...ABSENCE],
    values: [2_500, 2_500.5, 3_000],
    mayBeMissing: true,
  },
  {
    node: 'income',
    code: 'income_verification',
    field: 'status',
    operators: ['equals', 'not_equals'],
    values: ['verified', 'not_verified'],
    mayBeMissing: true,
  },
  {
    node: 'criminal',
    code: 'criminal_background',
    field: 'sex_offender_registry_match',
    operators: ['is_true', 'is_false'],
    values: [true, false],
    mayBeMissing: false,
  },
  {
    node: 'context',
    code: 'context',
    field: 'applicant.city',
    operators: TEXTS,
    values: ['Portland', 'Port', 'land'],
    mayBeMissing: true,
  },
  { node: 'context', code: 'context', field: 'applicant.pets', operators: NUMBERS, values: [1, 2], mayBeMissing: true },
];

const PULLS: readonly (readonly [string, BuiltInCode])[] = [
  ['credit', 'credit_report'],
  ['eviction', 'eviction_history'],
  ['income', 'income_verification'],
  ['criminal', 'criminal_background'],
];

function condition(random: Random): CascadeCondition {
  const { node, field, operators, values } = random.pick(FIELDS);
  const operator = random.pick(operators);
  const takesNone = operator.startsWith('is_');
  const others = FIELDS.filter((other) => typeof other.values[0] === typeof values[0]);
  if (!takesNone && random.chance(0.2)) {
    const other = random.pick(others);
    const isNumber = typeof other.values[0] === 'number';
    const from = {
      source_node_id: other.node,
      field: other.field,
      ...(isNumber && random.chance(0.5) ? { times: random.pick([1, 3, 0.5]) } : {}),
      ...(isNumber && random.chance(0.3) ? { plus: random.pick([50, -50]) } : {}),
    };
    return { source_node_id: node, field, operator, value_from: from };
  }
  return { source_node_id: node, field, operator, ...(takesNone ? {} : { value: random.pick(values) }) };
}

function branch(random: Random): CascadeBranch {
  const groups = Array.from({ length: 1 + random.below(3) }, () => {
    const conditions = Array.from({ length: random.chance(0.05) ? 0 : 1 + random.below(3) }, () => condition(random));
    if (conditions.length > 1 && random.chance(0.2))
      return { at_least: 1 + random.below(conditions.length), conditions };
    return { ...(random.chance(0.8) ? { logic: random.pick(['and', 'or'] as const) } : {}), conditions };
  });
  return {
    ...(random.chance(0.8) ? { group_logic: random.pick(['and', 'or'] as const) } : {}),
    condition_groups: groups,
  };
}

type Node = JsonObject & { id: string };

/** Nodes that go wherever `targets` says; every kind of action among them. */
function action(random: Random, id: string, next: readonly string[]): Node {
  const common = { id, name: `Step ${id}`, next_step: [...next] };
  const kinds: readonly Node[] = [
    { ...common, type: 'Action', action_type: 'Approve' },
    {
      ...common,
      type: 'Action',
      action_type: 'AdverseAction',
      adverse_action: { recipient: '{{applicant.email}}', purpose: 'tenant', send_strategy: 'auto_send' },
    },
    {
      ...common,
      type: 'Action',
      action_type: 'SendEmail',
      email: { to: '{{applicant.email}}', subject: 'Hi', body: 'Text' },
    },
    { ...common, type: 'Action', action_type: 'InternalNotification', internal_notification: { message: 'Look' } },
    { ...common, type: 'Wait', wait: { duration: 1 + random.below(5), unit: random.pick(['days', 'hours']) } },
  ];
  return random.pick(kinds);
}

/** One step follows the other: what can be read as a list of rules. */
export function listLike(seed: number): CascadeDefinition {
  const random = new Random(seed);
  const nodes: Node[] = [];
  const leaf = (): string[] => {
    if (random.chance(0.06)) return [];
    const kind = random.pick(['approve', 'deny', 'deny', 'results']);
    const id = `${kind}${nodes.length}`;
    if (kind === 'results') nodes.push({ id, type: 'ShowResults' });
    else {
      const of: JsonObject =
        kind === 'approve'
          ? { action_type: 'Approve' }
          : {
              action_type: 'AdverseAction',
              adverse_action: { recipient: '{{applicant.email}}', purpose: 'tenant', send_strategy: 'auto_send' },
            };
      nodes.push({ id, type: 'Action', ...of, next_step: random.chance(0.3) ? side([]) : [] });
    }
    return random.chance(0.2) ? side([id]) : [id];
  };
  const side = (next: string[]): string[] => {
    const id = `side${nodes.length}`;
    nodes.push({ id, type: 'Wait', wait: { duration: 2, unit: 'days' }, next_step: next });
    return [id];
  };
  const choice = (depth: number): string[] => {
    const id = `choice${nodes.length}`;
    const at = nodes.length;
    nodes.push({ id });
    const below = (): string[] => (depth > 0 && random.chance(0.5) ? choice(depth - 1) : leaf());
    const [pass, fail] = [below(), below()];
    const review = random.chance(0.3) ? [] : random.chance(0.5) ? pass : random.chance(0.2) ? fail : leaf();
    nodes[at] = {
      id,
      type: 'IfElse',
      branches: {
        ...(random.chance(0.9) ? { pass: branch(random) as unknown as Json } : {}),
        ...(random.chance(0.6) ? { human_review: branch(random) as unknown as Json } : {}),
      },
      pass_steps: pass,
      human_review_steps: review,
      fail_steps: fail,
    };
    if (random.chance(0.1)) {
      nodes.push({ id: `jump${nodes.length}`, type: 'GoTo', target_step: id });
      return [nodes.at(-1)?.id ?? ''];
    }
    return random.chance(0.1) ? side([id]) : [id];
  };
  const [first = ''] = choice(2);
  const source: Node = { id: 'start', type: 'ApplicantSource', next_step: PULLS.map(([id]) => id) };
  const pulls = PULLS.map(([id, code]): Node => ({
    id,
    type: 'BillingProduct',
    billing_product_code: code,
    next_step: [first],
  }));
  return [source, ...pulls, ...nodes] as unknown as CascadeDefinition;
}

/** Anything: side by side, joins, jumps back and forth, edges that a kind does not take, nodes that nothing reaches. */
export function anyGraph(seed: number): CascadeDefinition {
  const random = new Random(seed);
  const count = 3 + random.below(9);
  const ids = Array.from({ length: count }, (_, index) => (random.chance(0.1) ? `node "${index}".x` : `n${index}`));
  const after = (index: number): string[] => {
    const later = ids.slice(index + 1);
    return Array.from({ length: later.length === 0 ? 0 : random.below(4) }, () => random.pick(later));
  };
  const nodes = ids.map((id, index): Node => {
    switch (random.below(6)) {
      case 0:
        return {
          id,
          type: 'GoTo',
          target_step: random.pick(ids),
          ...(random.chance(0.3) ? { next_step: after(index) } : {}),
        };
      case 1:
      case 2:
        return {
          id,
          type: random.pick(['IfElse', 'Condition']),
          branches: {
            ...(random.chance(0.8) ? { pass: branch(random) as unknown as Json } : {}),
            ...(random.chance(0.6) ? { human_review: branch(random) as unknown as Json } : {}),
          },
          pass_steps: after(index),
          human_review_steps: after(index),
          fail_steps: after(index),
          ...(random.chance(0.2) ? { next_step: after(index) } : {}),
        };
      case 3:
        return { id, type: 'ShowResults', ...(random.chance(0.2) ? { next_step: after(index) } : {}) };
      default:
        return action(random, id, after(index));
    }
  });
  const source: Node = { id: 'start', type: 'ApplicantSource', next_step: PULLS.map(([id]) => id) };
  const pulls = PULLS.map(([id, code]): Node => ({
    id,
    type: 'BillingProduct',
    billing_product_code: code,
    next_step: after(-1),
  }));
  return [source, ...pulls, ...nodes] as unknown as CascadeDefinition;
}

/** Reports and a payload with values at and beside the thresholds, and some that are missing. */
export function someApplicant(seed: number, nulled?: { readonly code: string; readonly field: string }) {
  const random = new Random(seed);
  const payload: JsonObject = { applicant: { first_name: 'Ann', last_name: 'Doe', email: 'ann@example.com' } };
  const reports: Record<string, JsonObject> = {};
  const values = new Map<string, Json>();
  for (const [, code] of PULLS) reports[code] = PRODUCTS[code].synthetic({ first_name: 'Ann' }, '2026-01-05', {});
  for (const { code, field, values: from, mayBeMissing } of FIELDS) {
    const isNull = (nulled?.code === code && nulled.field === field) || (mayBeMissing && random.chance(0.15));
    const value: Json = isNull ? null : random.pick(from);
    values.set(`${code} ${field}`, value);
    const into = code === 'context' ? (payload.applicant as JsonObject) : (reports[code] ?? {});
    into[field.replace('applicant.', '')] = value;
  }
  // Without them a letter that rests on the score is not issued.
  Object.assign(reports.credit_report ?? {}, { key_factors: [{ code: '1', text: 'Too few accounts' }] });
  return { payload, reports, values };
}
