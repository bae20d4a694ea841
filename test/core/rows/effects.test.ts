import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { editRows } from '../../../core/rows/edit.ts';
import { effectsOf } from '../../../core/rows/effects.ts';
import { rowListOf } from '../../../core/rows/present.ts';
import type { Row, RowsInput } from '../../../core/rows/row.ts';
import { readerOf } from '../../../core/rows/sentence.ts';
import { describe, expect, test } from '../../support/jest.ts';
import { plenty } from '../../support/work.ts';
import { compiled } from './support.ts';

const POLICY = compiled(
  'Deny if the credit score is below 600. Review scores from 600 to 679. Deny if there is an eviction. Approve everyone else.',
);

function effects(change: (rows: readonly Row[]) => RowsInput, definition: CascadeDefinition = POLICY) {
  const input = change(rowListOf(definition, plenty()).rules);
  const made = editRows(definition, input, { read: readerOf(definition), work: plenty() }).definition;
  const found = effectsOf(definition, made, { useCase: null, now: Date.parse('2026-03-01') }, plenty());
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
});
