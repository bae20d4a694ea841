import fc from 'fast-check';
import type { CascadeCondition } from '../../../core/cascade/definition.ts';
import { CONDITION_OPERATORS } from '../../../core/cascade/operators/index.ts';
import type { CascadeDefinition, CascadeNode } from '../../../core/cascade/registry.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import { APPLICANT } from './definitions.ts';

export interface WorstCase {
  readonly definition: CascadeDefinition;
  readonly payload: JsonObject;
}

/** Limits the JSON of one member of the payload; a body may have 1 MiB. */
const MOST_BYTES = 300_000;
const NAMES = ['a', 'b', 'c'] as const;

const series = <T>(length: number, make: (index: number) => T): T[] => Array.from({ length }, (_, n) => make(n));

/** By what it is made of: a value of about so many bytes of JSON. */
const SHAPES: Readonly<Record<string, (bytes: number) => Json>> = {
  'objects in a list': (bytes) => series(bytes / 8, () => ({ x: 1 })),
  'lists of one number': (bytes) => series(bytes / 4, (n) => [n % 10]),
  numbers: (bytes) => series(bytes / 2, (n) => n % 10),
  'short texts': (bytes) => series(bytes / 5, (n) => `t${n % 10}`),
  'one long text': (bytes) => 'x'.repeat(bytes),
  'many members': (bytes) => Object.fromEntries(series(bytes / 12, (n) => [`k${n}`, n % 10])),
  'lists in objects in lists': (bytes) =>
    series(Math.sqrt(bytes / 8), () => ({ y: series(Math.sqrt(bytes / 8), () => ({ x: 1 })) })),
};

const payloads = fc
  .array(
    fc.record({
      name: fc.constantFrom(...NAMES),
      shape: fc.constantFrom(...Object.keys(SHAPES)),
      bytes: fc.integer({ min: MOST_BYTES / 10, max: MOST_BYTES }),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((members): JsonObject => {
    const values = members.map(({ name, shape, bytes }) => [name, SHAPES[shape]?.(bytes) ?? null] as const);
    return { applicant: { ...APPLICANT.applicant, ...Object.fromEntries(values) } };
  });

const paths = fc
  .tuple(fc.constantFrom(...NAMES), fc.constantFrom('', '.x', '.y', '.y.x', '.0', '.k7', '.length', '.none.x'))
  .map(([name, rest]) => `applicant.${name}${rest}`);

const conditions = fc
  .record({
    field: paths,
    operator: fc.constantFrom(...CONDITION_OPERATORS),
    value: fc.constantFrom(1, 'y', 't3', 'x'.repeat(2_000), true),
  })
  .map((one): CascadeCondition => ({ source_node_id: 'context', ...one }));

/** A step, given its id and where it leads. */
type Step = (id: string, then: string) => readonly CascadeNode[];

const asking = fc
  .tuple(fc.array(conditions, { minLength: 1, maxLength: 40 }), fc.constantFrom('and', 'or'))
  .map(([asked, logic]): Step => (id, then) => [
    {
      id,
      type: 'IfElse',
      branches: { pass: { condition_groups: [{ logic, conditions: asked }] } },
      pass_steps: [then],
      fail_steps: [then],
    },
  ]);

const telling = fc
  .tuple(fc.array(paths, { minLength: 1, maxLength: 5 }), fc.integer({ min: 1, max: 80 }))
  .map(([fields, times]): Step => (id, then) => [
    {
      id,
      type: 'Action',
      action_type: 'InternalNotification',
      internal_notification: {
        channel: 'none',
        message: fields
          .map((field) => `{{${field}}}`)
          .join(' ')
          .repeat(times),
      },
      on_unresolved: 'empty',
      next_step: [then],
    },
  ]);

const fanning = fc.integer({ min: 2, max: 20 }).map((width): Step => (id, then) => [
  { id, type: 'Action', action_type: 'Approve', next_step: series(width, (n) => `${id}_${n}`) },
  ...series(width, (n): CascadeNode => ({
    id: `${id}_${n}`,
    type: 'Action',
    action_type: 'Approve',
    next_step: [then],
  })),
]);

const pulling = fc.constant<Step>((id, then) => [
  { id, type: 'BillingProduct', billing_product_code: 'credit_report', next_step: [then] },
]);

/** Cascades that are allowed, with payloads at the limits; half of them go round until a limit ends them. */
export const worstCases: fc.Arbitrary<WorstCase> = fc
  .record({
    payload: payloads,
    steps: fc.array(fc.oneof(asking, asking, telling, fanning, pulling), { minLength: 1, maxLength: 6 }),
    goesRound: fc.boolean(),
  })
  .map(({ payload, steps, goesRound }) => {
    const idOf = (n: number): string => (n < steps.length ? `s${n}` : 'end');
    const end: CascadeNode = goesRound
      ? { id: 'end', type: 'GoTo', target_step: 's0' }
      : { id: 'end', type: 'ShowResults' };
    const definition: CascadeDefinition = [
      { id: 'start', type: 'ApplicantSource', next_step: ['s0'] },
      ...steps.flatMap((step, n) => step(idOf(n), idOf(n + 1))),
      end,
    ];
    return { definition, payload };
  });
