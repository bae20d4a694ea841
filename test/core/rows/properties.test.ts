import fc from 'fast-check';
import type { CascadeCondition } from '../../../core/cascade/definition.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import type { Json } from '../../../core/json.ts';
import { resultOf } from '../../../core/readback/examples.ts';
import { editRows } from '../../../core/rows/edit.ts';
import { rowListOf } from '../../../core/rows/present.ts';
import type { RowInput, RowsInput } from '../../../core/rows/row.ts';
import { readerOf } from '../../../core/rows/sentence.ts';
import { expect, test } from '../../support/jest.ts';
import { plenty } from '../../support/work.ts';
import { accepted } from './support.ts';

/*
 * Rows that are put decide as the rows say, whatever stood there before: tried on every applicant of a small world.
 */

const FIELDS = ['applicant.a', 'applicant.b'] as const;
const VALUES: readonly (number | null)[] = [null, 0, 1, 2, 3];

const BASE = accepted([
  { id: 'start', type: 'ApplicantSource', next_step: ['first'] },
  {
    id: 'first',
    type: 'IfElse',
    branches: {
      pass: {
        group_logic: 'or',
        condition_groups: [
          {
            id: 'r1',
            text: 'Deny',
            conditions: [{ source_node_id: 'context', field: FIELDS[0], operator: 'greater_than', value: 2 }],
          },
        ],
      },
    },
    pass_steps: ['deny'],
    fail_steps: ['approve'],
  },
  { id: 'approve', type: 'Action', action_type: 'Approve', next_step: ['results'] },
  {
    ...{ id: 'deny', type: 'Action', action_type: 'AdverseAction', next_step: ['results'] },
    adverse_action: { recipient: '{{applicant.email}}', send_strategy: 'auto_send', purpose: 'tenant' },
  },
  { id: 'results', type: 'ShowResults' },
]);

/** In the words of the reference's readers. */
const THREE_WAYS = accepted(
  BASE.map((node) =>
    node.id === 'first'
      ? {
          id: 'first',
          type: 'IfElse',
          branches: {
            pass: {
              condition_groups: [
                { conditions: [{ source_node_id: 'context', field: FIELDS[0], operator: 'greater_than', value: 2 }] },
              ],
            },
            human_review: {
              condition_groups: [
                { conditions: [{ source_node_id: 'context', field: FIELDS[0], operator: 'greater_than', value: 1 }] },
              ],
            },
          },
          pass_steps: ['approve'],
          human_review_steps: ['approve'],
          fail_steps: ['deny'],
        }
      : node,
  ),
);

const condition: fc.Arbitrary<CascadeCondition> = fc.record({
  source_node_id: fc.constant('context'),
  field: fc.constantFrom(...FIELDS),
  operator: fc.constantFrom('greater_than', 'less_than', 'equals', 'greater_than_or_equal'),
  value: fc.integer({ min: 0, max: 3 }),
});

const when = fc.record({
  group_logic: fc.constantFrom<('and' | 'or')[]>('and', 'or'),
  condition_groups: fc.array(
    fc.record({
      logic: fc.constantFrom<('and' | 'or')[]>('and', 'or'),
      conditions: fc.array(condition, { minLength: 1, maxLength: 2 }),
    }),
    { minLength: 1, maxLength: 2 },
  ),
});

type Kind = 'approve' | 'deny' | 'reason' | 'require' | 'review' | 'conditional';
const WAYS: Readonly<Record<Kind, Pick<RowInput, 'then' | 'reason' | 'is_requirement'>>> = {
  approve: { then: { decision: 'approve', before: [], after: [], terms: null }, reason: null, is_requirement: false },
  deny: { then: { decision: 'deny' }, reason: null, is_requirement: false },
  reason: { then: { decision: 'deny' }, reason: 'It is so.', is_requirement: false },
  require: { then: { decision: 'deny' }, reason: null, is_requirement: true },
  review: { then: { decision: 'review' }, reason: null, is_requirement: false },
  conditional: { then: { decision: 'conditional' }, reason: null, is_requirement: false },
};

/** Rows by the numbers of their ids. Rows of one block are adjacent and do the same. */
const rows: fc.Arbitrary<readonly RowInput[]> = fc
  .array(
    fc.record({
      kind: fc.constantFrom(...(Object.keys(WAYS) as Kind[])),
      whens: fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), when), { minLength: 1, maxLength: 3 }),
      isBlock: fc.boolean(),
    }),
    { maxLength: 4 },
  )
  .map((blocks) => {
    const taken = new Set<number>();
    return blocks.flatMap(({ kind, whens, isBlock }, at) =>
      whens.flatMap(([number, own]): readonly RowInput[] => {
        if (taken.has(number)) return [];
        taken.add(number);
        return [
          {
            ...{ id: `r${number}`, text: `Rule ${number}`, when: own, block: isBlock ? `block${at}` : null },
            ...WAYS[kind],
          },
        ];
      }),
    );
  });

type Outcome = 'approved' | 'denied' | 'conditional' | 'review';

function holds({ when: own }: RowInput, applicant: readonly (number | null)[]): boolean {
  if (own === undefined || typeof own === 'string') throw new Error('conditions are wanted');
  const isTrue = ({ field, operator, value }: CascadeCondition): boolean => {
    const actual = applicant[FIELDS.findIndex((each) => each === field)] ?? null;
    if (actual === null) return false;
    const limit = Number(value);
    if (operator === 'greater_than') return actual > limit;
    if (operator === 'less_than') return actual < limit;
    return operator === 'equals' ? actual === limit : actual >= limit;
  };
  const groups = own.condition_groups.map(({ logic, conditions }) =>
    logic === 'or' ? conditions.some(isTrue) : conditions.every(isTrue),
  );
  return own.group_logic === 'or' ? groups.some(Boolean) : groups.every(Boolean);
}

function byForce(of: readonly RowInput[], rest: Outcome, applicant: readonly (number | null)[]): Outcome {
  const first = of.find((row) => holds(row, applicant) !== (row.is_requirement === true));
  if (first === undefined) return rest;
  const outcomes = { approve: 'approved', deny: 'denied', conditional: 'conditional', review: 'review' } as const;
  const decision = first.then?.decision ?? 'deny';
  return decision in outcomes ? outcomes[decision as keyof typeof outcomes] : 'denied';
}

function requireDecides(definition: CascadeDefinition, of: readonly RowInput[], rest: Outcome): void {
  const options = { useCase: null, now: Date.parse('2026-03-01') };
  for (const a of VALUES) {
    for (const b of VALUES) {
      const applicant: Record<string, Json> = { email: 'x@example.com', first_name: 'X', last_name: 'Y' };
      if (a !== null) applicant.a = a;
      if (b !== null) applicant.b = b;
      const run = (person: 'approved' | 'denied' | null) =>
        resultOf(definition, { payload: { applicant, property: {} }, reports: {} }, options, plenty(), person);
      const wanted = byForce(of, rest, [a, b]);
      expect([a, b, run(null)]).toEqual([a, b, wanted]);
      if (wanted === 'review') expect([run('approved'), run('denied')]).toEqual(['approved', 'denied']);
    }
  }
}

const edit = (definition: CascadeDefinition, input: RowsInput): CascadeDefinition =>
  editRows(definition, input, { read: readerOf(definition), work: plenty() }).definition;

const RUNS = Number(process.env.RUNS ?? 15);

// Rules: 2.12.6, 2.12.7, 2.12.12
test.each([
  ['a row', BASE, 'approved'],
  ['a choice between three ways', THREE_WAYS, 'denied'],
] as const)('rows that are put in place of %s, and others in place of these, decide as they say', (_, base, rest) => {
  fc.assert(
    fc.property(rows, rows, (first, second) => {
      let before: CascadeDefinition = base;
      for (const wanted of [first, second]) {
        const made = edit(before, { rules: wanted });
        const list = rowListOf(made, plenty());
        expect(list.rules.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
        // A name stays only with conditions that it was written for.
        for (const [
          index,
          {
            text,
            when: { read_as: readAs },
          },
        ] of list.rules.entries())
          expect([`${wanted[index]?.text}.`, readAs]).toContain(text);
        expect(list.no_rules).toBeNull();
        requireDecides(made, wanted, rest);
        expect(edit(made, { rules: list.rules, everyone_else: list.everyone_else })).toBe(made);
        before = made;
      }
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});
