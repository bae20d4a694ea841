import { describe, expect, test } from '../../support/jest.ts';
import { NOT_COMPARABLE } from '../../../core/cascade/on-not-comparable.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { simulate, type Simulation } from '../../../core/explanation/simulate.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import { plenty } from '../../support/work.ts';

/** Ways on which a value that cannot be compared could decide after all (semantics 4.6). */

const letter = (id: string, more: object = {}) => ({
  id,
  type: 'Action',
  action_type: 'AdverseAction',
  adverse_action: { recipient: 'kim@example.com', send_strategy: 'auto_send', purpose: 'tenant', ...more },
  next_step: [],
});
const pause = (id: string, minutes: number, ...next: string[]) => ({
  id,
  type: 'Wait',
  wait: { duration: minutes, unit: 'minutes' },
  next_step: next,
});
const ENDS = [
  { id: 'approve', type: 'Action', action_type: 'Approve', next_step: [] },
  letter('deny'),
  letter('deny2'),
];

const on = (field: string, operator: string, more: object = {}) => ({
  source_node_id: 'context',
  field,
  operator,
  ...more,
});
const above = (field: string, value: number) => on(`applicant.${field}`, 'greater_than', { value });
const than = (field: string, more: object = {}) => ({
  value_from: { source_node_id: 'context', field: `applicant.${field}`, ...more },
});
const branch = (...conditions: object[]) => ({ condition_groups: [{ conditions }] });
const choice = (id: string, condition: object, pass: string[], fail: string[], more: object = {}) => ({
  id,
  type: 'IfElse',
  branches: { pass: branch(condition) },
  pass_steps: pass,
  fail_steps: fail,
  ...more,
});

function run(
  nodes: readonly { readonly id: string }[],
  applicant: JsonObject,
  decisions: Record<string, 'approved' | 'denied'> = {},
): Simulation {
  return simulate(
    [
      { id: 'start', type: 'ApplicantSource', next_step: [nodes[0]?.id] },
      ...nodes,
      ...ENDS,
    ] as unknown as CascadeDefinition,
    {
      payload: { applicant: { name: 'Kim Ray', ...applicant } },
      reports: {},
      decisions,
      workflow: { name: 'w', useCase: null },
      sandbox: { find: () => undefined },
      now: Date.UTC(2026, 10, 28),
    },
    plenty(),
  );
}

const errorsOf = ({ steps }: Simulation) => steps.flatMap(({ nodeId, error }) => (error ? [[nodeId, error.code]] : []));
const shown = (of: Simulation) => ({ outcome: of.outcome, errors: errorsOf(of), letters: of.notices.length });
const undecidedAt = (id: string) => ({ outcome: null, errors: [[id, NOT_COMPARABLE]], letters: 0 });

describe('which steps a choice led to', () => {
  // Rules: 4.6.4
  test('tells the outcomes apart if a condition reads the output of a choice on one of the ways', () => {
    const nodes = [
      choice('first', above('a', 5), ['second'], ['third']),
      choice('second', above('b', 5), ['third'], ['third']),
      choice('third', on('steps.second.branch', 'is_empty'), ['approve'], ['deny']),
    ];
    expect(run(nodes, { a: 9, b: 1 }).outcome).toBe('denied');
    expect(run(nodes, { a: 1, b: 1 }).outcome).toBe('approved');
    expect(shown(run(nodes, { a: '$9', b: 1 }))).toEqual(undecidedAt('first'));
  });

  // Rules: 4.12.4
  test.each([
    ['the choice that failed', 'q1', 'steps.q1.branch', 'equals', { value: 'pass' }],
    ['the choice that failed, by the name of its output', 'q1', 'first.branch', 'equals', { value: 'pass' }],
    ['a choice behind it', 'q1', 'steps.behind.branch', 'is_empty', {}],
  ] as const)('fails a choice of a parallel branch that reads %s', (_, at, field, operator, value) => {
    const nodes = [
      pause('fork', 1, 'q1', 'later'),
      choice('q1', above('a', 5), ['behind'], [], { config: { store_result_as: 'first' } }),
      choice('behind', above('b', 5), [], []),
      pause('later', 5, 'q2'),
      choice('q2', on(field, operator, value), ['approve'], ['deny']),
    ];
    const { outcome, errors, letters } = shown(run(nodes, { a: '$9', b: 9 }));
    expect({ outcome, errors, letters }).toEqual({
      outcome: null,
      errors: [
        [at, NOT_COMPARABLE],
        ['q2', 'source_failed'],
      ],
      letters: 0,
    });
  });

  test.each([
    ['lead to one another', (next: string) => [[next], [next]]],
    ['lead to the next one or the one behind it', (next: string, second: string) => [[next], [second]]],
    ['deny or go on', (next: string) => [['deny'], [next]]],
  ] as const)('is found for a hundred undecided choices that %s', (_, waysOf) => {
    const nodes = Array.from({ length: 100 }, (_each, index) => {
      const [pass = [], fail = []] = waysOf(`n${index + 1}`, `n${Math.min(index + 2, 100)}`);
      return choice(`n${index}`, above('a', index), pass, fail);
    });
    const last = choice('n100', above('b', 5), ['approve'], ['deny']);
    const denied = run([...nodes, last], { a: '$9', b: 1 });
    expect(shown(denied)).toEqual({ outcome: 'denied', errors: [], letters: 1 });
    expect(denied.notices[0]?.reasons).toEqual([expect.stringContaining('`applicant.b` (not declared')]);
  });

  test('are those that could still approve, so that the letter has reasons', () => {
    const nodes = [
      choice('first', above('a', 5), ['log'], ['second']),
      choice('log', above('c', 5), ['deny'], ['deny']),
      choice('second', above('b', 5), ['approve'], ['deny']),
    ];
    const { notices, outcome } = run(nodes, { a: '$9', b: 1, c: 1 });
    expect(outcome).toBe('denied');
    expect(notices[0]?.reasons).toEqual([expect.stringContaining('`applicant.b` (not declared')]);
  });
});

// Rules: 4.6.4
test('a choice that may ask a person is not passed over, although an approval leads to the same steps', () => {
  const node = choice('q', above('b', 5), ['approve'], ['deny'], {
    branches: { pass: branch(above('b', 5)), human_review: branch(above('a', 5)) },
    human_review_steps: ['deny'],
  });
  expect(shown(run([node], { a: '$9', b: 1 }))).toEqual(undecidedAt('q'));
});

describe('a person who is asked', () => {
  const asking = { on_not_comparable: 'review' };
  const terms = letter('terms', { action_taken: 'other_action' });

  // Rules: 4.7.5
  test.each([
    ['both branches', choice('q', above('a', 5), ['deny'], ['deny2'], asking)],
    [
      'the steps of an approved review',
      choice('q', above('a', 5), ['approve'], ['deny'], {
        ...asking,
        branches: { pass: branch(above('a', 5)), human_review: branch(above('b', 5)) },
        human_review_steps: ['deny2'],
      }),
    ],
  ])('is not asked if %s lead to a denial and to nothing else', (_, node) => {
    for (const decision of ['approved', 'denied'] as const) {
      expect(shown(run([node], { a: '$9', b: 9 }, { q: decision }))).toEqual(undecidedAt('q'));
    }
  });

  test('is asked if an approval leads to a letter about other terms', () => {
    const node = choice('q', above('a', 5), ['terms'], ['deny'], asking);
    expect(run([node, terms], { a: '$9' }).stoppedAt).toBe('q');
    expect(run([node, terms], { a: '$9' }, { q: 'denied' }).path.at(-1)).toBe('deny');
  });
});

describe('a comparison of two values', () => {
  const decline = (condition: object) => [choice('q', condition, ['deny'], ['approve'])];
  const ratio = on('applicant.xs.any.v', 'greater_than', than('limit', { times: 3 }));

  test.each<[string, object, JsonObject]>([
    ['a list that is none with a limit that is no number', ratio, { xs: 'three', limit: '$2' }],
    [
      'a figure that a blank item is part of with a limit that is no number',
      ratio,
      {
        xs: [{ v: 9 }, { v: '' }],
        limit: '$2',
      },
    ],
    [
      'a text that is no number with a limit that is no number',
      on('applicant.a', 'greater_than', than('limit', { plus: 1 })),
      {
        a: '$9',
        limit: '$2',
      },
    ],
  ])('of %s decides nothing', (_, condition, applicant) => {
    expect(shown(run(decline(condition), applicant))).toEqual(undecidedAt('q'));
  });

  test('of items with an empty text holds of none of them', () => {
    const any = on('applicant.xs.any.v', 'greater_than', than('limit'));
    expect(run(decline(any), { xs: [{ v: 0 }, { v: 7 }], limit: '' }).outcome).toBe('approved');
  });

  test('of all items of an empty list holds whatever they are compared with', () => {
    const all = on('applicant.xs.all.v', 'greater_than', than('limit', { times: 3 }));
    for (const limit of [2, '$2']) expect(run(decline(all), { xs: [], limit }).outcome).toBe('denied');
  });

  // Rules: 4.8.3
  test.each<[Json, Json, RegExp[]]>([
    ['$4,200', null, [/^`applicant.limit` /]],
    [null, '$1,400', [/^`applicant.income` /]],
    ['', null, [/^`applicant.income` /, /^`applicant.limit` /]],
  ])('of %j and %j denies for what is missing, and the letter says that alone', (income, limit, said) => {
    const node = choice(
      'q',
      on('applicant.income', 'greater_than', than('limit', { times: 3 })),
      ['approve'],
      ['deny'],
    );
    const { outcome, notices } = run([node], { income, limit });
    expect(outcome).toBe('denied');
    expect(notices.flatMap(({ reasons }) => reasons)).toEqual(said.map((each) => expect.stringMatching(each)));
    expect(JSON.stringify(notices.map(({ reasons }) => reasons))).not.toContain('$');
  });
});

describe('a list that is searched for a text', () => {
  // Rules: 4.5.5
  test.each<[Json[]]>([[[{ code: 'fraud' }]], [[['fraud']]], [['late', { code: 'fraud' }]]])(
    'decides nothing if it holds what is no text: %j',
    (flags) => {
      const node = choice('q', on('applicant.flags', 'not_contains', { value: 'fraud' }), ['approve'], ['deny']);
      const simulated = run([node], { flags });
      expect(shown(simulated)).toEqual(undecidedAt('q'));
      expect(simulated.firstErrorMessage).toContain(`applicant.flags.${flags.length - 1} has to be a text`);
    },
  );

  test('decides if it holds the text, whatever else it holds', () => {
    const node = choice('q', on('applicant.flags', 'not_contains', { value: 'fraud' }), ['approve'], ['deny']);
    expect(run([node], { flags: [{ code: 1 }, 'fraud'] }).outcome).toBe('denied');
    expect(run([node], { flags: ['late', 5, true, null] }).outcome).toBe('approved');
  });
});
