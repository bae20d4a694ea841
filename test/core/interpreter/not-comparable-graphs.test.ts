import fc from 'fast-check';
import { expect, test } from '../../support/jest.ts';
import type { CascadeCondition, ConditionOperator, ItemCondition } from '../../../core/cascade/definition.ts';
import { NOT_COMPARABLE } from '../../../core/cascade/on-not-comparable.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { simulate, type Simulation } from '../../../core/explanation/simulate.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import { plenty } from '../../support/work.ts';

/**
 * No outcome depends on a value that cannot be compared (semantics 4.6.2). Random cascades with jumps, waits, mail,
 * several targets, reviews, lists and other values decide alike, whatever replaces such values. The part of a run
 * before its failure would have happened with each of them, too.
 */

type Kind = 'number' | 'yes_or_no' | 'date' | 'text';

const GOOD: Readonly<Record<Kind, readonly Json[]>> = {
  number: [0, 1, 1.5, 2, 3, 4, 5, -1, 8, 100],
  yes_or_no: [true, false, 'true', 'false'],
  date: ['2025-12-31', '2026-01-01', '2026-03-01T00:00:00Z', '2026-06-01', '2027-01-01'],
  text: ['x', 'axb', 'bx', 'xb', 'q', 5],
};
const BAD: Readonly<Record<Kind, readonly Json[]>> = {
  number: ['$2', '1,5', 'n/a', true, [2], { x: 2 }, ' ', '2026-01-01', 'NaN'],
  yes_or_no: ['yes', 1, {}, [], 'TRUE'],
  date: ['12/01/2026', 5, true, {}, '2026-02-30'],
  text: [{}, true, false, { x: 'x' }],
};
const isBad = (kind: Kind, value: Json) => BAD[kind].some((each) => JSON.stringify(each) === JSON.stringify(value));

const ORDER: readonly ConditionOperator[] = [
  'greater_than',
  'greater_than_or_equal',
  'less_than',
  'less_than_or_equal',
];
const NUMBER_OPERATORS = fc.constantFrom<ConditionOperator>(...ORDER, 'equals', 'not_equals');
const number = fc.constantFrom(1, 2, 3, 4);
const context = { source_node_id: 'context' };
const of = (field: string, operator: ConditionOperator, more: Partial<CascadeCondition> = {}): CascadeCondition => ({
  ...context,
  field,
  operator,
  ...more,
});

const itemTest = fc.oneof(
  fc.record<ItemCondition>({ field: fc.constant('k'), operator: NUMBER_OPERATORS, value: number }),
  fc.record<ItemCondition>({ field: fc.constant('f'), operator: fc.constantFrom('is_true', 'is_false') }),
  fc.record<ItemCondition>({ field: fc.constant('k'), operator: fc.constantFrom('is_empty', 'is_not_empty') }),
);
const where = fc
  .array(itemTest, { maxLength: 2 })
  .map((tests): Partial<CascadeCondition> => (tests.length === 0 ? {} : { where: tests }));
const otherValue = fc
  .tuple(
    fc.constantFrom('a', 'b', 'xs.sum.v', 'xs.max.v', 'xs.count', 'xs.min.v'),
    fc.constantFrom({}, { times: 1 }, { times: 2 }, { times: -1 }, { plus: 1 }, { times: 2, plus: 1 }),
  )
  .map(([field, more]) => ({ value_from: { ...context, field: `applicant.${field}`, ...more } }));
const limit: fc.Arbitrary<Partial<CascadeCondition>> = fc.oneof(
  { weight: 3, arbitrary: number.map((value) => ({ value })) },
  { weight: 1, arbitrary: otherValue },
);

const conditionIn = (count: number): fc.Arbitrary<CascadeCondition> =>
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc
        .tuple(fc.constantFrom('a', 'b'), NUMBER_OPERATORS, limit)
        .map(([field, operator, more]) => of(`applicant.${field}`, operator, more)),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(
          fc.constantFrom('a', 'b', 'xs.max.v', 'xs.min.v', 'xs.any.v', 'xs.all.v'),
          fc.constantFrom<ConditionOperator>('is_empty', 'is_not_empty'),
        )
        .map(([field, operator]) => of(`applicant.${field}`, operator)),
    },
    {
      weight: 4,
      arbitrary: fc
        .tuple(
          fc.constantFrom('xs.any.v', 'xs.all.v', 'xs.sum.v', 'xs.max.v', 'xs.min.v', 'xs.count'),
          NUMBER_OPERATORS,
          limit,
          where,
        )
        // `any` and `all` are compared with another value by order alone.
        .map(([field, operator, more, chosen]) =>
          of(
            `applicant.${field}`,
            more.value_from !== undefined && /any|all/.test(field) && !ORDER.includes(operator)
              ? 'greater_than'
              : operator,
            { ...more, ...chosen },
          ),
        ),
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        of('applicant.t', 'is_true'),
        of('applicant.t', 'is_false'),
        of('applicant.t', 'equals', { value: true }),
        of('applicant.t', 'not_equals', { value: true }),
      ),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(NUMBER_OPERATORS, fc.constantFrom('2026-01-01', '2026-06-01'))
        .map(([operator, value]) => of('applicant.d', operator, { value })),
    },
    {
      weight: 2,
      arbitrary: fc
        .constantFrom<ConditionOperator>('contains', 'not_contains', 'starts_with', 'ends_with')
        .map((operator) => of('applicant.s', operator, { value: 'x' })),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.nat(count - 1), fc.constantFrom('equals', 'not_equals', 'is_empty', 'is_not_empty'))
        .map(([index, operator]) =>
          of(`steps.n${index}.branch`, operator, operator.startsWith('is_') ? {} : { value: 'pass' }),
        ),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(of('user_approved', 'is_true'), of('user_approved', 'is_empty')),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(NUMBER_OPERATORS, number)
        .map(([operator, value]) => ({ source_node_id: 'credit', field: 'score', operator, value: value * 200 })),
    },
  );

const branchIn = (count: number) =>
  fc.record({
    group_logic: fc.constantFrom('and', 'or'),
    condition_groups: fc.array(
      fc
        .tuple(fc.constantFrom('and', 'or', null), fc.array(conditionIn(count), { minLength: 1, maxLength: 3 }))
        .map(([logic, conditions]) => ({
          ...(logic === null ? { at_least: Math.min(2, conditions.length) } : { logic }),
          conditions,
        })),
      { minLength: 1, maxLength: 2 },
    ),
  });

const nodeIn = (count: number) =>
  fc.record({
    kind: fc.constantFrom(...Array<string>(9).fill('choice'), 'wait', 'mail', 'jump'),
    pass: branchIn(count),
    review: fc.option(branchIn(count), { freq: 1 }),
    to: fc.array(fc.nat(20), { minLength: 5, maxLength: 5 }),
    width: fc.nat(9),
    asks: fc.boolean(),
  });
const sketches = fc
  .integer({ min: 1, max: 7 })
  .chain((count) =>
    fc.record({ nodes: fc.array(nodeIn(count), { minLength: count, maxLength: count }), besides: fc.nat(20) }),
  );
type Sketch = typeof sketches extends fc.Arbitrary<infer T> ? T : never;

/** Nodes lead to later ones, or to an end. */
function definitionOf({ nodes, besides }: Sketch): CascadeDefinition {
  const at = (index: number, pick = 0): string => {
    const later = nodes.slice(index + 1).map((_, offset) => `n${index + 1 + offset}`);
    const all = [...later, ...later, 'approve', 'deny', 'approve', 'deny', 'approve2', 'deny2'];
    return all[pick % all.length] ?? 'deny';
  };
  const built = nodes.map(({ kind, pass, review, to, width, asks }, index) => {
    const id = `n${index}`;
    const [first, second, third, fourth, fifth] = to;
    const next = [...new Set([at(index, first), ...(width === 0 ? [at(index, fourth)] : [])])];
    const letter = { to: 'a@example.com', subject: 'x', body: 'y' };
    if (kind === 'wait') return { id, type: 'Wait', wait: { duration: 1, unit: 'minutes' }, next_step: next };
    if (kind === 'mail') return { id, type: 'Action', action_type: 'SendEmail', email: letter, next_step: next };
    if (kind === 'jump') return { id, type: 'GoTo', target_step: at(index, first) };
    return {
      ...{ id, type: 'IfElse', branches: { pass, ...(review === null ? {} : { human_review: review }) } },
      pass_steps: next,
      fail_steps: width === 1 ? [] : [...new Set([at(index, second), ...(width === 2 ? [at(index, fifth)] : [])])],
      human_review_steps: width % 3 === 0 ? [at(index, third)] : [],
      ...(asks ? { on_not_comparable: 'review' } : {}),
    };
  });
  const sides = besides === 0 ? ['n0', at(0, 3)] : ['n0'];
  const letter = { recipient: 'kim@example.com', send_strategy: 'auto_send', purpose: 'tenant' };
  return [
    { id: 'start', type: 'ApplicantSource', next_step: ['credit'] },
    { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: sides },
    ...built,
    ...['approve', 'approve2'].map((id) => ({ id, type: 'Action', action_type: 'Approve', next_step: [] })),
    ...['deny', 'deny2'].map((id) => ({
      ...{ id, type: 'Action', action_type: 'AdverseAction', adverse_action: letter, next_step: [] },
    })),
  ] as unknown as CascadeDefinition;
}

const valueOf = (kind: Kind) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...GOOD[kind]) },
    { weight: 3, arbitrary: fc.constantFrom(...BAD[kind]) },
    { weight: 1, arbitrary: fc.constantFrom<Json>(null, '') },
  );
const membersOf = (value: (kind: Kind) => fc.Arbitrary<Json>) =>
  fc.record({ v: value('number'), k: value('number'), f: value('yes_or_no') });
const valuesOf = (value: (kind: Kind) => fc.Arbitrary<Json>) =>
  fc.record({ a: value('number'), b: value('number'), t: value('yes_or_no'), d: value('date'), s: value('text') });

const applicants = fc.record({
  own: valuesOf(valueOf),
  xs: fc.oneof<[fc.Arbitrary<Json>, fc.Arbitrary<Json>]>(
    fc.array(membersOf(valueOf), { maxLength: 4 }) as fc.Arbitrary<Json>,
    fc.constantFrom<Json>('three', 5, true, null),
  ),
});
const good = (kind: Kind) => fc.constantFrom(...GOOD[kind]);
const replacements = fc.record({
  own: valuesOf(good),
  items: fc.array(membersOf(good), { minLength: 4, maxLength: 4 }),
  list: fc.array(membersOf(good), { maxLength: 3 }),
});
type Replacement = typeof replacements extends fc.Arbitrary<infer T> ? T : never;

const KINDS: Readonly<Record<string, Kind>> = { a: 'number', b: 'number', t: 'yes_or_no', d: 'date', s: 'text' };
const MEMBERS: Readonly<Record<string, Kind>> = { v: 'number', k: 'number', f: 'yes_or_no' };

function withoutBad(values: JsonObject, by: JsonObject, kinds: Readonly<Record<string, Kind>>): JsonObject {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const kind = kinds[name];
      return [name, kind !== undefined && isBad(kind, value) ? (by[name] ?? null) : value];
    }),
  );
}

function replaced(own: JsonObject, xs: Json, by: Replacement): JsonObject {
  const items = Array.isArray(xs)
    ? xs.map((item, index) => withoutBad(item as JsonObject, (by.items[index] ?? {}) as JsonObject, MEMBERS))
    : xs === null
      ? null
      : (by.list as JsonObject[]);
  return { ...withoutBad(own, by.own as JsonObject, KINDS), xs: items };
}

function run(definition: CascadeDefinition, applicant: JsonObject, decisions: Record<string, 'approved' | 'denied'>) {
  return simulate(
    definition,
    {
      payload: { applicant: { name: 'Kim Ray', ...applicant } },
      reports: { credit_report: { score: 500 } },
      ...{ decisions, completesLetters: true, workflow: { name: 'w', useCase: null } },
      sandbox: { find: () => undefined },
      now: Date.UTC(2026, 10, 28),
    },
    plenty(),
  );
}

const isUndecided = ({ steps }: Simulation) => steps.some(({ error }) => error?.code === NOT_COMPARABLE);
const wasAsked = ({ outputs }: Simulation) =>
  [...outputs.values()].some((output) => JSON.stringify(output).includes('"asked":'));
const endsOf = ({ path }: Simulation) => [...new Set(path.filter((id) => /^(?:approve|deny)/.test(id)))].toSorted();

// Rules: 4.6.2, 4.6.5
test('no outcome of a random cascade depends on a value that cannot be compared', () => {
  const seen = { decided: 0, failed: 0 };
  fc.assert(
    fc.property(
      sketches,
      applicants,
      fc.array(replacements, { minLength: 3, maxLength: 3 }),
      fc.array(fc.boolean(), { minLength: 7, maxLength: 7 }),
      (sketch, { own, xs }, others, verdicts) => {
        const definition = definitionOf(sketch);
        const decisions = Object.fromEntries(
          sketch.nodes.map((_, index) => [`n${index}`, verdicts[index] === true ? 'approved' : 'denied'] as const),
        );
        const applicant: JsonObject = { ...own, xs };
        const replacing = others.map((each) => replaced(own, xs, each));
        if (JSON.stringify(replacing[0]) === JSON.stringify(applicant)) return;
        const before = run(definition, applicant, decisions);
        if (wasAsked(before)) return;
        const hasFailed = isUndecided(before);
        seen[hasFailed ? 'failed' : 'decided'] += 1;
        for (const each of replacing) {
          const after = run(definition, each, decisions);
          expect(isUndecided(after)).toBe(false);
          if (hasFailed) expect(endsOf(after)).toEqual(expect.arrayContaining(endsOf(before)));
          else expect([after.outcome, endsOf(after)]).toEqual([before.outcome, endsOf(before)]);
        }
      },
    ),
    { numRuns: 1_000 },
  );
  expect(seen.decided).toBeGreaterThan(100);
  expect(seen.failed).toBeGreaterThan(100);
});
