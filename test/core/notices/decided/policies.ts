import fc from 'fast-check';
import { evaluateBranches } from '../../../../core/cascade/conditions.ts';
import type { ConditionGroup, ConditionOperator } from '../../../../core/cascade/definition.ts';
import type { CascadeNode } from '../../../../core/cascade/registry.ts';
import type { RecordedRun } from '../../../../core/explanation/index.ts';
import type { Json, JsonObject } from '../../../../core/json.ts';
import type { Decided } from '../../../../core/notices/decided/index.ts';
import { Work } from '../../../../core/work.ts';
import { World } from '../../interpreter/world.ts';
import { DECLARED } from '../letter-of.ts';

/*
 * Policies of one choice over every type of value, written as a requirement or as a decline rule, about an applicant
 * and a co-applicant. The deciding fields are found a second time by trying every value of a handwritten list, with
 * only the evaluation of conditions.
 */
interface Field {
  readonly source: string;
  readonly field: string;
  /** Every value that could make a difference to the conditions below. */
  readonly values: readonly Json[];
  readonly conditions: readonly (readonly [ConditionOperator, (string | number | boolean)?])[];
}

const ORDERS = ['greater_than', 'greater_than_or_equal', 'less_than', 'less_than_or_equal'] as const;
const EQUALITY = ['equals', 'not_equals'] as const;
const EMPTINESS = [['is_empty'], ['is_not_empty']] as const;

function compared(operators: readonly ConditionOperator[], values: readonly (string | number | boolean)[]) {
  return operators.flatMap((operator) => values.map((value) => [operator, value] as const));
}

const FIELDS: readonly Field[] = [
  {
    source: 'credit',
    field: 'score',
    values: [500, 599, 600, 601, 640, 679, 680, 681, 720],
    conditions: [...compared([...ORDERS, ...EQUALITY], [600, 680]), ...EMPTINESS],
  },
  {
    source: 'co',
    field: 'score',
    // Others than those of the applicant, so that no line has the words of another one.
    values: [510, 609, 610, 611, 650, 689, 690, 691, 730],
    conditions: compared(ORDERS, [610, 690]),
  },
  {
    source: 'credit',
    field: 'file_status',
    values: ['scored', 'thin', 'no_record'],
    conditions: compared(EQUALITY, ['scored', 'thin', 'no_record']),
  },
  {
    source: 'credit',
    field: 'collections_count',
    values: [0, 1, 2, 3],
    conditions: compared([...ORDERS, ...EQUALITY], [1, 2]),
  },
  {
    source: 'context',
    field: 'applicant.dti',
    values: [0.2, 0.35, 0.36, 0.37, 0.4, 0.42, 0.43, 0.44, 0.6],
    conditions: compared([...ORDERS, ...EQUALITY], [0.36, 0.43]),
  },
  {
    source: 'context',
    field: 'applicant.state',
    values: ['CA', 'NY', 'NV', 'WA', 'NA', 'TX', 'N', 'A', 'AN'],
    conditions: [
      ...compared(EQUALITY, ['CA', 'NY']),
      ...compared(['starts_with'], ['N']),
      ...compared(['contains', 'not_contains'], ['A']),
    ],
  },
  {
    source: 'context',
    field: 'applicant.move_in',
    values: ['2026-05-31', '2026-06-01', '2026-06-02', '2026-06-15', '2026-06-30', '2026-07-01', '2026-07-02'],
    conditions: compared([...ORDERS, ...EQUALITY], ['2026-06-01', '2026-07-01']),
  },
  {
    source: 'context',
    field: 'applicant.flags',
    values: [[], ['pet'], ['smoker'], ['pet', 'smoker'], ['piano'], ['piano', 'pet'], ['piano', 'smoker']],
    conditions: [...compared(['contains', 'not_contains'], ['pet', 'smoker']), ...EMPTINESS],
  },
  {
    source: 'context',
    field: 'applicant.co_applicant.employed',
    values: [true, false],
    conditions: [['is_true'], ['is_false'], ...compared(['equals'], [true])],
  },
];

interface Named {
  readonly source_node_id: string;
  readonly field: string;
  readonly operator: ConditionOperator;
  readonly value?: string | number | boolean;
}

export interface Policy {
  readonly groupLogic: 'and' | 'or';
  readonly groups: readonly { readonly logic: 'and' | 'or'; readonly conditions: readonly Named[] }[];
  /** True if the branch says whom to decline. */
  readonly declines: boolean;
  readonly data: ReadonlyMap<string, Json>;
}

const keyOf = ({ source, field }: Pick<Field, 'source' | 'field'>) => `${source}.${field}`;
const logic = fc.constantFrom('and' as const, 'or' as const);
const condition: fc.Arbitrary<Named> = fc.constantFrom(...FIELDS).chain(({ source, field, conditions }) =>
  fc.constantFrom(...conditions).map(([operator, value]) => ({
    source_node_id: source,
    field,
    operator,
    ...(value === undefined ? {} : { value }),
  })),
);

/** `isPresent`: every value is there. */
export const policies = (isPresent: boolean): fc.Arbitrary<Policy> =>
  fc.record({
    groupLogic: logic,
    groups: fc.array(fc.record({ logic, conditions: fc.array(condition, { minLength: 1, maxLength: 3 }) }), {
      minLength: 1,
      maxLength: 3,
    }),
    declines: fc.boolean(),
    data: fc
      .tuple(...FIELDS.map(({ values }) => (isPresent ? fc.constantFrom(...values) : fc.constantFrom(...values, null))))
      .map((values) => new Map(FIELDS.map((field, index) => [keyOf(field), values[index] ?? null] as const))),
  });

function branchOf({ groupLogic, groups }: Policy) {
  return { group_logic: groupLogic, condition_groups: groups as readonly ConditionGroup[] };
}

/** The run of a policy, and its notice; undefined if the applicant was approved. */
export function declined(policy: Policy): { readonly run: RecordedRun; readonly decided: Decided } | undefined {
  const definition = [
    { id: 'start', type: 'ApplicantSource', next_step: ['credit'] },
    { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['co'] },
    { id: 'co', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['decide'] },
    {
      id: 'decide',
      type: 'IfElse',
      branches: { pass: branchOf(policy) },
      pass_steps: [policy.declines ? 'decline' : 'approve'],
      fail_steps: [policy.declines ? 'approve' : 'decline'],
    },
    { id: 'approve', type: 'Action', action_type: 'Approve' },
    {
      id: 'decline',
      type: 'Action',
      action_type: 'AdverseAction',
      adverse_action: { recipient: 'dana@example.com', send_strategy: 'auto_send', purpose: 'tenant' },
    },
  ] as unknown as readonly CascadeNode[];
  const world = new World(definition, { ...DECLARED, mode: 'live', payload: payloadOf(policy) });
  world.advance();
  for (const node of ['credit', 'co']) world.finish(node, { report: reportOf(policy, node) });
  const notice = world.allEffects.flatMap(({ request }) =>
    request.kind === 'notice' && request.operation === 'prepare' ? [request.notice] : [],
  )[0];
  if (notice === undefined) return undefined;
  return { run: { definition, history: [...world.history.values()], context: world.run }, decided: notice.decided };
}

function reportOf({ data }: Policy, node: string): JsonObject {
  const own = FIELDS.filter(({ source }) => source === node).map((field) => [
    field.field,
    data.get(keyOf(field)) ?? null,
  ]);
  return { key_factors: [{ code: '1', text: `Factor of ${node}` }], ...(Object.fromEntries(own) as JsonObject) };
}

function payloadOf({ data }: Policy): JsonObject {
  const at = (field: string) => data.get(`context.applicant.${field}`) ?? null;
  return {
    applicant: {
      ...Object.fromEntries(['dti', 'state', 'move_in', 'flags'].map((field) => [field, at(field)])),
      co_applicant: { employed: at('co_applicant.employed') },
    },
  };
}

const MOST_ASSIGNMENTS = 6_000;

/**
 * The smallest sets of fields whose other values approve, each in the order of the fields above; undefined if there is
 * too much to try.
 */
export function smallestByTrying(policy: Policy): readonly (readonly string[])[] | undefined {
  const named = policy.groups.flatMap(({ conditions }) => conditions);
  const read = FIELDS.filter((field) => named.some((each) => `${each.source_node_id}.${each.field}` === keyOf(field)));
  const keys = read.map(keyOf);
  const choices = read.map((field) => {
    const actual = policy.data.get(keyOf(field)) ?? null;
    const asksAbsence = named.some(
      ({ source_node_id: source, field: name, operator }) =>
        source === field.source && name === field.field && operator.startsWith('is_') && operator.endsWith('empty'),
    );
    const others = [...field.values, ...(asksAbsence ? [null] : [])];
    return [actual, ...others.filter((value) => JSON.stringify(value) !== JSON.stringify(actual))];
  });
  if (choices.reduce((product, each) => product * each.length, 1) > MOST_ASSIGNMENTS) return undefined;
  const enough = new Set<number>();
  const work = new Work(Number.POSITIVE_INFINITY);
  const values = new Map<string, Json>();
  const assign = (index: number, changed: number): void => {
    const key = keys[index];
    if (key === undefined) {
      const { branch } = evaluateBranches(
        { pass: branchOf(policy) },
        ({ source_node_id: source, field }) => ({ value: values.get(`${source}.${field}`) ?? undefined, read: null }),
        work,
      );
      if ((branch === 'pass') !== policy.declines) enough.add(changed);
      return;
    }
    for (const [at, value] of (choices[index] ?? []).entries()) {
      values.set(key, value);
      const next = at === 0 ? changed : changed | (1 << index);
      // A wider set than one that is known to do is not smallest.
      if (at > 0 && [...enough].some((set) => (set & next) === set)) continue;
      assign(index + 1, next);
    }
  };
  assign(0, 0);
  const smallest = [...enough].filter((set) => ![...enough].some((other) => other !== set && (other & set) === other));
  return smallest.map((set) => keys.filter((_key, index) => (set & (1 << index)) !== 0));
}

const OPPOSITES: Readonly<Partial<Record<ConditionOperator, ConditionOperator>>> = {
  greater_than: 'less_than_or_equal',
  greater_than_or_equal: 'less_than',
  less_than: 'greater_than_or_equal',
  less_than_or_equal: 'greater_than',
  equals: 'not_equals',
  not_equals: 'equals',
  contains: 'not_contains',
  not_contains: 'contains',
  is_true: 'is_false',
  is_false: 'is_true',
};

/** The policy from the other side; undefined if an operator has no opposite, or a value is missing. */
export function dualOf(policy: Policy): Policy | undefined {
  const named = policy.groups.flatMap(({ conditions }) => conditions);
  // For whoever has no value the opposite of `is_empty` is another policy (semantics 10.20.6).
  if (named.some(({ operator }) => OPPOSITES[operator] === undefined)) return undefined;
  const other = (of: 'and' | 'or') => (of === 'and' ? ('or' as const) : ('and' as const));
  return {
    ...policy,
    declines: !policy.declines,
    groupLogic: other(policy.groupLogic),
    groups: policy.groups.map(({ logic: own, conditions }) => ({
      logic: other(own),
      conditions: conditions.map((each) => ({ ...each, operator: OPPOSITES[each.operator] ?? each.operator })),
    })),
  };
}
