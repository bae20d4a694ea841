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
    const input = JSON.parse(JSON.stringify(rowsIn(BANDS)).replace('"value":600', '"value":580')) as RowsInput;
    expect(JSON.stringify(edited(BANDS, input))).toBe(text.replace('"value":600', '"value":580'));
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
