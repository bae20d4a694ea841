import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { effectsOf } from '../../../core/readback/effects.ts';
import { editRows } from '../../../core/rows/edit.ts';
import { rowListOf } from '../../../core/rows/present.ts';
import type { Row, RowInput, RowsInput } from '../../../core/rows/row.ts';
import { readerOf } from '../../../core/rows/sentence.ts';
import { MAX_WORK_OF_CALCULATION, Work } from '../../../core/work.ts';
import { describe, expect, test } from '../../support/jest.ts';
import { plenty } from '../../support/work.ts';
import { accepted, compiled } from './support.ts';

const POLICY = compiled(
  'Deny if the credit score is below 600. Review scores from 600 to 679. Deny if there is an eviction. Approve everyone else.',
);

const OPTIONS = { useCase: null, now: Date.parse('2026-03-01') };

function effects(change: (rows: readonly Row[]) => RowsInput, definition: CascadeDefinition = POLICY) {
  const input = change(rowListOf(definition, plenty()).rules);
  const made = editRows(definition, input, { read: readerOf(definition), work: plenty() }).definition;
  const found = effectsOf(definition, made, OPTIONS, plenty());
  return found.effects.map(({ text, is_worse: isWorse }) => `${text}${isWorse ? ' (worse)' : ''}`);
}

const put = (rows: readonly Row[], from: string, to: string): RowsInput => ({
  rules: JSON.parse(JSON.stringify(rows).replaceAll(from, to)) as Row[],
});

describe('who is treated differently', () => {
  // Rules: 2.12.14
  test('is said in ranges of the value that changed', () => {
    expect(effects((rows) => put(rows, '"value":679', '"value":699'))).toEqual([
      'credit score 680–699: approved → review (worse)',
    ]);
  });

  // Rules: 2.12.14
  test('is said of what was meant as one bound and changed in one place: the worst first', () => {
    expect(
      effects((rows) => put(rows, '"operator":"less_than","value":600', '"operator":"less_than","value":660')),
    ).toEqual(['credit score 600–659: review → denied (worse)']);
    expect(effects((rows) => put(rows, '"value":600', '"value":580'))).toEqual([
      'credit score 580–599: denied → review',
    ]);
  });

  test('is said of an order, a decision and everyone else', () => {
    expect(effects((rows) => ({ rules: rows, everyone_else: { then: { decision: 'review' } } }))).toContain(
      'credit score at least 680: approved → review (worse)',
    );
    const reviewFirst = effects((rows) => ({
      rules: [...rows].toSorted((a) => (a.then.decision === 'review' ? -1 : 1)),
    }));
    expect(reviewFirst.some((text) => text.startsWith('number of evictions') && text.endsWith('denied → review'))).toBe(
      true,
    );
  });

  test('is nobody where only words change', () => {
    expect(effects((rows) => ({ rules: rows.map((row) => ({ ...row, text: 'Other words' })) }))).toEqual([]);
  });

  // Rules: 2.12.14
  test('is said of each change where two are made at once', () => {
    const both = effects((rows) => ({
      rules: rows.map((row) =>
        row.id === 'r3'
          ? { ...row, then: { decision: 'review' as const }, reason: null, review: null, block: null }
          : { ...row, when: JSON.parse(JSON.stringify(row.when).replace('"value":600', '"value":620')) as Row['when'] },
      ),
    }));
    expect(both).toContain('credit score 600–619: review → denied (worse)');
    expect(both).toContain('credit score at least 620: denied → review');
  });

  // Rules: 2.12.14
  test.each([
    ['the first of 59 rules of ten conditions', 2],
    ['one in their middle', 30],
    ['the last of them', 58],
  ])('is found, within a fraction of the budget, where a limit changes in %s', (_, at) => {
    const [before, after] = [ladder(at, 0), ladder(at, 7)];
    const work = new Work(MAX_WORK_OF_CALCULATION);
    const { effects: found, untried } = effectsOf(before, after, OPTIONS, work);
    expect(found.map(({ field }) => field)).toContain(`field applicant.f${(at + 4) % 24}`);
    expect(untried).toBeGreaterThan(0);
    expect(work.isExceeded).toBe(false);
  });

  // Rules: 2.12.14
  test('is left open, and counted, where no applicant can be given what is compared', () => {
    const of = (limit: number) =>
      accepted([
        { id: 'start', type: 'ApplicantSource', next_step: ['one'] },
        {
          ...{ id: 'one', type: 'IfElse', pass_steps: ['deny'], fail_steps: ['approve'] },
          branches: {
            pass: {
              condition_groups: [
                {
                  conditions: [
                    {
                      source_node_id: 'context',
                      field: 'applicant.dogs.any.weight',
                      operator: 'greater_than',
                      value: limit,
                    },
                  ],
                },
              ],
            },
          },
        },
        { id: 'approve', type: 'Action', action_type: 'Approve' },
        {
          id: 'deny',
          type: 'Action',
          action_type: 'AdverseAction',
          adverse_action: { recipient: '{{applicant.email}}' },
        },
      ]);
    expect(effectsOf(of(40), of(60), OPTIONS, plenty())).toEqual({ effects: [], more_effects: 0, untried: 1 });
  });
});

/** Each row asks ten fields for less than a limit of its own, and they decide in turn. */
function ladder(changed: number, by: number): CascadeDefinition {
  const decisions = ['deny', 'deny', 'review'] as const;
  const rules: RowInput[] = Array.from({ length: 59 }, (_row, row) => ({
    text: `Rule ${row}`,
    when: {
      condition_groups: [
        {
          conditions: Array.from({ length: 10 }, (_condition, n) => ({
            ...{ source_node_id: 'context', field: `applicant.f${(row + n) % 24}`, operator: 'less_than' as const },
            value: row * 10 + n + (row === changed && n === 4 ? by : 0),
          })),
        },
      ],
    },
    then: { decision: decisions[row % 3] ?? 'deny' },
  }));
  return editRows(POLICY, { rules }, { read: readerOf(POLICY), work: plenty() }).definition;
}
