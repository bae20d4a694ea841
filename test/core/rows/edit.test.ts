import { isKind, type CascadeDefinition } from '../../../core/cascade/registry.ts';
import { editRows } from '../../../core/rows/edit.ts';
import { rowListOf } from '../../../core/rows/present.ts';
import { RowsRefused, type RowInput, type RowsInput } from '../../../core/rows/row.ts';
import { readerOf } from '../../../core/rows/sentence.ts';
import { describe, expect, test } from '../../support/jest.ts';
import { plenty } from '../../support/work.ts';
import { accepted, compiled } from './support.ts';

const rowsIn = (definition: CascadeDefinition) => rowListOf(definition, plenty());
const edited = (definition: CascadeDefinition, input: RowsInput) =>
  editRows(definition, input, { read: readerOf(definition), work: plenty() }).definition;

function refusal(definition: CascadeDefinition, input: RowsInput): readonly string[] {
  try {
    edited(definition, input);
  } catch (error) {
    if (error instanceof RowsRefused) return error.faults.map(({ field, message }) => `${field} ${message}`);
    throw error;
  }
  return [];
}

const BANDS = compiled(
  'Deny if the credit score is below 600. Deny if there is an eviction. Review scores from 600 to 679. Approve everyone else.',
);
const bands = (change: (rows: RowInput[]) => readonly RowInput[]): RowsInput => ({
  rules: change([...rowsIn(BANDS).rules]),
});
const said = (definition: CascadeDefinition) =>
  rowsIn(definition).rules.map(({ id, then, when }) => `${id} ${then.decision}: ${when.read_as}`);

/** Nodes that differ, by id: new, gone and changed ones. */
function changedNodes(before: CascadeDefinition, after: CascadeDefinition): readonly string[] {
  const [old, now] = [before, after].map((nodes) => new Map(nodes.map((node) => [node.id, JSON.stringify(node)])));
  const ids = [...new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])];
  return ids.filter((id) => old?.get(id) !== now?.get(id));
}

describe('rows that are put', () => {
  test('as they were read are no change', () => {
    const { rules, everyone_else: rest } = rowsIn(BANDS);
    expect(edited(BANDS, { rules, everyone_else: rest })).toBe(BANDS);
  });

  // Rules: 2.12.7
  test('change the values of the conditions that differ, and nothing else', () => {
    const text = JSON.stringify(BANDS);
    const changed = (json: string) => json.replace('"value":600', '"value":580').replaceAll('below 600', 'below 580');
    const input = JSON.parse(changed(JSON.stringify(rowsIn(BANDS)))) as RowsInput;
    expect(JSON.stringify(edited(BANDS, input)).replace('below 580."', 'below 580"')).toBe(changed(text));
  });

  test('are inserted before the row that follows, whose node stays', () => {
    const made = edited(
      BANDS,
      bands((rows) => [
        ...rows.slice(0, 2),
        { text: 'Review 2 late payments', when: 'the credit score is below 610', then: { decision: 'review' } },
        ...rows.slice(2),
      ]),
    );
    expect(said(made)).toEqual([
      'r1 deny: Deny if the credit score is less than 600.',
      'r2 deny: Deny if the number of evictions is more than 0.',
      'r5 review: Send to human review if the credit score is less than 610.',
      'r3 review: Send to human review if the credit score is at least 600 and the credit score is at most 679.',
    ]);
    expect(changedNodes(BANDS, made)).toEqual(['deny_if_1', 'review_if_1_2']);
  });

  // Rules: 2.12.7
  test('that are left out are removed, with the steps to which nothing else leads', () => {
    const made = edited(
      BANDS,
      bands((rows) => rows.slice(0, 2)),
    );
    expect(changedNodes(BANDS, made)).toEqual(['deny_if_1', 'review_if_1', 'ask']);
    expect(rowsIn(made).everyone_else).toMatchObject({ text: 'Approve everyone else.', then: { decision: 'approve' } });
  });

  test('stand in another order', () => {
    const made = edited(
      BANDS,
      bands(([one, two, three]) => [three, one, two].flatMap((row) => row ?? [])),
    );
    expect(said(made).map((text) => text.slice(0, 2))).toEqual(['r3', 'r1', 'r2']);
    expect(changedNodes(BANDS, made)).toEqual(['credit', 'eviction', 'deny_if_1', 'review_if_1']);
  });

  test('say what becomes of a missing value in their own groups', () => {
    const made = edited(
      BANDS,
      bands((rows) => rows.map((row) => (row.id === 'r2' ? { ...row, on_missing: 'review' as const } : row))),
    );
    expect(rowsIn(made).rules.map(({ id, on_missing: asks }) => [id, asks])).toEqual([
      ['r1', null],
      ['r2', 'review'],
      ['r3', null],
    ]);
    expect(changedNodes(BANDS, made)).toEqual(['deny_if_1']);
    const back = bands((rows) => rows.map((row) => ({ ...row, on_missing: null })));
    expect(JSON.stringify(edited(made, back))).toBe(JSON.stringify(BANDS));
  });

  // Rules: 2.12.9
  test('with another reason get a letter of their own', () => {
    const made = edited(
      BANDS,
      bands((rows) =>
        rows.map((row) => (row.id === 'r2' ? { ...row, block: null, reason: 'There was an eviction.' } : row)),
      ),
    );
    const letters = made.filter((node) => isKind(node, 'AdverseAction'));
    expect(letters.map(({ id, adverse_action: settings }) => [id, settings?.reason])).toEqual([
      ['deny', undefined],
      ['deny_2', 'There was an eviction.'],
    ]);
    expect(rowsIn(made).rules.map(({ id, reason, block }) => [id, reason, block])).toEqual([
      ['r1', null, null],
      ['r2', 'There was an eviction.', null],
      ['r3', null, null],
    ]);
  });

  test('of a block do the same', () => {
    const input = bands((rows) => rows.map((row) => (row.id === 'r2' ? { ...row, reason: 'There was one.' } : row)));
    expect(refusal(BANDS, input)).toEqual([
      'rules[1].block must be null or another one: rules[0] of this block does something else',
    ]);
  });
});

// Rules: 2.12.3
test('a requirement of several groups is the last row, and stays a requirement', () => {
  const score = (value: number) => ({
    conditions: [
      { source_node_id: 'credit', field: 'score', operator: 'greater_than_or_equal' as const, value },
      { source_node_id: 'eviction', field: 'filings_count', operator: 'less_than' as const, value: value - 600 },
    ],
  });
  const required: RowInput = {
    when: { group_logic: 'or', condition_groups: [score(601), score(700)] },
    ...{ is_requirement: true, then: { decision: 'deny' } },
  };
  const made = edited(BANDS, { rules: [required] });
  expect(rowsIn(made).rules).toMatchObject([{ is_requirement: true, then: { decision: 'deny' } }]);
  expect(rowsIn(made).everyone_else?.then.decision).toBe('approve');
  expect(edited(made, { rules: rowsIn(made).rules })).toBe(made);
  const turned = edited(made, {
    rules: rowsIn(made).rules.map((row) => ({ ...row, is_requirement: false, text: null })),
  });
  expect(rowsIn(turned).rules).toMatchObject([{ is_requirement: false, then: { decision: 'deny' } }]);
});

describe('the sentence of a row', () => {
  const texts = (definition: CascadeDefinition) => [
    ...rowsIn(definition).rules.map(({ text }) => text),
    rowsIn(definition).everyone_else?.text,
  ];
  const BEFORE = texts(BANDS);
  const WRITTEN = (index: number, text: string | undefined) => BEFORE.with(index, text);
  const withWhen = (index: number, from: string, to: string, more: RowInput = {}) =>
    bands((rows) =>
      rows.map((row, at) =>
        at === index ? { ...row, when: JSON.parse(JSON.stringify(row.when).replaceAll(from, to)), ...more } : row,
      ),
    );

  // Rules: 2.12.19
  test.each([
    ['another limit', withWhen(0, '"value":600', '"value":580'), 0, 'Deny if the credit score is less than 580.'],
    [
      'another operator',
      withWhen(1, 'greater_than', 'less_than'),
      1,
      'Deny if the number of evictions is less than 0.',
    ],
    [
      'another field',
      withWhen(0, '"field":"score"', '"field":"total_balance_usd"'),
      0,
      'Deny if the total debt is less than $600.',
    ],
    [
      'another decision',
      bands((rows) =>
        rows.map((row, at) => (at === 2 ? { ...row, then: { decision: 'deny' as const }, review: null } : row)),
      ),
      2,
      expect.stringMatching(/^Deny if the credit score is at least 600/),
    ],
  ])('that no longer says what it does, with %s, is replaced by the reading', (_, input, index, text) => {
    expect(texts(edited(BANDS, input))).toEqual(WRITTEN(index, text as string));
  });

  // Rules: 2.12.19
  test('stays where it says what the conditions say, in whatever order and words', () => {
    const text = 'Review scores that are at most 679 and at least 600.';
    const named = edited(
      BANDS,
      bands((rows) => rows.with(2, { ...rows[2], text })),
    );
    expect(texts(named)[2]).toBe(text);
    const back = { ...rowsIn(BANDS).rules[2], text };
    expect(texts(edited(named, { rules: rowsIn(named).rules.with(2, { ...back } as never) }))[2]).toBe(text);
  });

  // Rules: 2.12.19
  test.each([
    ['a limit', { text: 'Deny if the credit score is below 650.' }, 'rules[0].text'],
    ['a condition alone', { text: 'the credit score is below 650' }, 'rules[0].text'],
    ['a decision', { text: 'Review if the credit score is below 600.' }, 'rules[0].text'],
    ['nobody', { text: 'Deny everyone else.' }, 'rules[0].text'],
    ['a report that is not pulled', { text: 'Deny if the income is below 3 times the rent.' }, 'rules[0].text'],
  ])('that is sent and says something else, %s, is refused', (_, change, field) => {
    const input = bands((rows) => rows.with(0, { ...rows[0], ...change }));
    expect(refusal(BANDS, input).map((text) => text.split(' ')[0])).toEqual([field]);
  });

  // Rules: 2.12.19
  test('that is a name stays, unless it names a figure that is gone, or more than figures changed', () => {
    const named = (text: string) =>
      edited(
        BANDS,
        bands((rows) => rows.with(0, { ...rows[0], text })),
      );
    const changed = (text: string, from: string, to: string) => {
      const before = named(text);
      const rules = rowsIn(before).rules.map((row, at) =>
        at === 0 ? { ...row, when: JSON.parse(JSON.stringify(row.when).replace(from, to)) } : row,
      ) as readonly RowInput[];
      return texts(edited(before, { rules }))[0];
    };
    expect(changed('Poor credit (band 2)', '600', '580')).toBe('Poor credit (band 2).');
    expect(changed('Poor credit: 600', '600', '580')).toBe('Deny if the credit score is less than 580.');
    expect(changed('Poor credit', 'less_than', 'greater_than')).toBe('Deny if the credit score is more than 600.');
  });

  // Rules: 2.12.19
  test('about everyone else says what becomes of them', () => {
    const rest = (input: RowsInput['everyone_else']) => ({ rules: rowsIn(BANDS).rules, everyone_else: input });
    const before = rowsIn(BANDS).everyone_else;
    const denied = edited(BANDS, rest({ ...before, then: { decision: 'deny' } }));
    expect(rowsIn(denied).everyone_else?.text).toBe('Otherwise, deny.');
    expect(refusal(BANDS, rest({ text: 'Deny everyone else.', then: { decision: 'approve' } }))).toEqual([
      'everyone_else.text says something else than `then` does: leave one of them out, or send null as text',
    ]);
    expect(rowsIn(edited(BANDS, rest({ text: 'All others are fine' }))).everyone_else?.text).toBe(
      'All others are fine.',
    );
  });
});

const TEMPLATE = accepted([
  { id: 'start', type: 'ApplicantSource', next_step: ['credit'] },
  { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['decide'] },
  {
    id: 'decide',
    type: 'IfElse',
    note: 'kept',
    branches: {
      pass: {
        condition_groups: [
          {
            conditions: [{ source_node_id: 'credit', field: 'score', operator: 'greater_than', value: 700, why: 'x' }],
          },
        ],
      },
      human_review: {
        condition_groups: [
          { conditions: [{ source_node_id: 'credit', field: 'score', operator: 'greater_than', value: 600 }] },
        ],
      },
    },
    review: { approvals: 2 },
    pass_steps: ['approve'],
    human_review_steps: ['approve'],
    fail_steps: ['deny'],
  },
  { id: 'approve', type: 'Action', action_type: 'Approve' },
  { id: 'deny', type: 'Action', action_type: 'AdverseAction', adverse_action: { recipient: '{{applicant.email}}' } },
]);

describe('rows of a choice between three ways', () => {
  test('change in it, if only conditions do', () => {
    const input = JSON.parse(JSON.stringify(rowsIn(TEMPLATE)).replaceAll('"value":600', '"value":610')) as RowsInput;
    expect(JSON.stringify(edited(TEMPLATE, input))).toBe(
      JSON.stringify(TEMPLATE).replace('"value":600', '"value":610'),
    );
  });

  // Rules: 2.12.8
  test('become nodes of their own, if more does', () => {
    const { rules } = rowsIn(TEMPLATE);
    const made = edited(TEMPLATE, { rules: rules.toReversed() });
    expect(said(made)).toEqual([
      'decide_review review: Send to human review if the credit score is more than 600.',
      'decide approve: Approve if the credit score is more than 700.',
    ]);
    expect(rowsIn(made).rules[0]?.review).toMatchObject({ approvals: 2 });
  });
});
