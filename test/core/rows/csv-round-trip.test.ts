import fc from 'fast-check';
import type { CascadeCondition } from '../../../core/cascade/definition.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { compilePolicy } from '../../../core/policies/compile.ts';
import { readTable, tableCells, type TableWords } from '../../../core/rows/csv.ts';
import { editRows } from '../../../core/rows/edit.ts';
import { rowListOf } from '../../../core/rows/present.ts';
import type { RowInput } from '../../../core/rows/row.ts';
import { readerOf } from '../../../core/rows/sentence.ts';
import { csvLine } from '../../../core/csv-line.ts';
import { CORPUS } from '../../generator/policies/corpus.ts';
import { describe, expect, test } from '../../support/jest.ts';
import { plenty } from '../../support/work.ts';
import { accepted } from './support.ts';

/** Rules that are exported, kept by a spreadsheet and imported again. */

const WORDS: TableWords = { version: 4, sentenceOf: () => null };
type Cells = readonly (readonly string[])[];

const cellsOf = (definition: CascadeDefinition): Cells => tableCells(rowListOf(definition, plenty()), WORDS);

function imported(definition: CascadeDefinition, file: string): CascadeDefinition {
  const found = readTable(file, rowListOf(definition, plenty()), WORDS);
  if ('faults' in found) throw new Error(found.faults.join('; '));
  return editRows(definition, found.input, { read: readerOf(definition), work: plenty() }).definition;
}

/** The content of a cell of our file after reading. */
const defused = (cell: string): string =>
  csvLine([cell])
    .replace(/\r\n$/, '')
    .replace(/^"([\s\S]*)"$/, (_, text: string) => text.replaceAll('""', '"'));
const quoted = (cell: string): string => `"${defused(cell).replaceAll('"', '""')}"`;

/** The cells as various programs write them. */
const SPREADSHEETS: Readonly<Record<string, (cells: Cells) => string>> = {
  'our own file': (cells) => cells.map(csvLine).join(''),
  'every cell in quotes, as LibreOffice can': (cells) =>
    `\uFEFF${cells.map((line) => line.map(quoted).join(',')).join('\n')}\n`,
  'old line ends, and rows that were cleared': (cells) =>
    cells.map((line) => `${line.map(quoted).join(',')}\r${line.map(() => '').join(',')}\r`).join(''),
  'empty columns behind the last one': (cells) => cells.map((line) => csvLine([...line, '', ''])).join(''),
  'no empty cells at the end of a line': (cells) =>
    cells.map((line) => csvLine(line.slice(0, line.findLastIndex((cell) => cell !== '') + 1))).join(''),
  'columns in another order': (cells) => cells.map((line) => csvLine(line.toReversed())).join(''),
};

const place = fc.constantFrom(
  ['credit', 'score'],
  ['credit:us', 'file_status'],
  ['context', 'applicant.a'],
  ['context', 'applicant.b: c'],
);
const value = fc.oneof(
  fc.integer({ min: -1_000, max: 1_000_000 }),
  fc.constantFrom(0.1, 1e21, 1e-7, 4_500.5),
  fc.boolean(),
  fc.constantFrom(
    '=1+1',
    '4,500',
    '$30',
    '30%',
    '007',
    'true',
    'yes',
    '“x”',
    '2026-01-02',
    "'quoted",
    '600..679',
    '> 5',
  ),
  fc.string({ minLength: 1, maxLength: 8 }).filter((text) => text.trim() !== ''),
);
const condition: fc.Arbitrary<CascadeCondition> = fc
  .tuple(place, fc.constantFrom('less_than', 'greater_than_or_equal', 'equals', 'not_equals'), value)
  .map(([[source_node_id = '', field = ''], operator, own]) => ({ source_node_id, field, operator, value: own }));
const text = fc.oneof(
  fc.constantFrom('=SUM(A1:A9)', '+1', '-x', '@a', '"quoted", and more', 'two\nlines', "'", '\tindented'),
  fc.string({ minLength: 1, maxLength: 20 }),
);

const row = fc.record({
  ...{ text, does: fc.constantFrom('deny' as const, 'approve' as const, 'review' as const) },
  reason: fc.option(text, { nil: null }),
  logic: fc.constantFrom('and' as const, 'or' as const),
  conditions: fc.array(condition, { minLength: 1, maxLength: 3 }),
  on_missing: fc.option(fc.constantFrom('goes_on' as const, 'review' as const), { nil: null }),
  queue: fc.option(fc.constantFrom('fraud', 'income'), { nil: null }),
});

const BASE = accepted([
  { id: 'start', type: 'ApplicantSource', next_step: ['credit'] },
  { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['credit:us'] },
  { id: 'credit:us', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['first'] },
  {
    id: 'first',
    type: 'IfElse',
    branches: {
      pass: {
        condition_groups: [
          {
            id: 'r1',
            text: 'Deny',
            conditions: [{ source_node_id: 'credit', field: 'score', operator: 'less_than', value: 600 }],
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

/** A cascade of those rows; null where they may not be saved, because a sentence says something else than its rule. */
function saved(rows: readonly (typeof row extends fc.Arbitrary<infer Row> ? Row : never)[]): CascadeDefinition | null {
  const rules = rows.map(({ text: said, does, reason, logic, conditions, on_missing, queue }, at): RowInput => ({
    ...{ id: `r${at + 1}`, text: said, then: { decision: does }, is_requirement: false, on_missing, block: null },
    reason: does === 'deny' ? reason : null,
    when: { group_logic: 'and', condition_groups: [{ logic, conditions }] },
    ...(does === 'review' ? { review: { queue, approvals: 2 } } : {}),
  }));
  try {
    return editRows(BASE, { rules }, { read: readerOf(BASE), work: plenty() }).definition;
  } catch {
    return null;
  }
}

const RUNS = Number(process.env.RUNS ?? 40);

describe('rules that went through a spreadsheet', () => {
  // Rules: 2.12.16, 2.12.17
  test.each(Object.keys(SPREADSHEETS))('are no change: %s', (program) => {
    let compared = 0;
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), (rows) => {
        const definition = saved(rows);
        if (definition === null) return;
        compared += 1;
        expect(imported(definition, SPREADSHEETS[program]?.(cellsOf(definition)) ?? '')).toBe(definition);
      }),
      { numRuns: RUNS, seed: 48 },
    );
    expect(compared).toBeGreaterThan(RUNS / 2);
  });

  // Rules: 2.12.16
  test('and had a limit changed differ in it alone: settings that are in no column stay', () => {
    let changed = 0;
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), fc.nat(), (rows, at) => {
        const definition = saved(rows);
        const cells = definition === null ? [] : cellsOf(definition);
        const limits = cells.flatMap((line, y) =>
          line.flatMap((cell, x) => (y > 0 && x > 7 && /^(?:<|>=) \d+$/.test(cell) ? [[x, y] as const] : [])),
        );
        const [x, y] = limits[at % Math.max(1, limits.length)] ?? [];
        if (definition === null || x === undefined) return;
        changed += 1;
        const other = (cell: string): string => cell.replace(/\d+$/, (figure) => String(Number(figure) + 1));
        const file = cells.map((line, j) => line.map((cell, i) => (i === x && j === y ? other(cell) : cell)));
        const [before, after] = [definition, imported(definition, file.map(csvLine).join(''))].map((each) =>
          rowListOf(each, plenty()).rules.map(({ text: _, when, ...rest }) => [rest, when.condition_groups] as const),
        );
        expect(after?.map(([rest]) => rest)).toEqual(before?.map(([rest]) => rest));
        const differing = after?.filter(
          ([, when], index) => JSON.stringify(when) !== JSON.stringify(before?.[index]?.[1]),
        );
        expect(differing).toHaveLength(1);
      }),
      { numRuns: 2 * RUNS, seed: 48 },
    );
    expect(changed).toBeGreaterThan(RUNS / 4);
  });

  test('are no change in every policy of the corpus', () => {
    const definitions = CORPUS.flatMap(({ prompt, useCase = 'tenant_screening' }) => {
      const made = compilePolicy(prompt, { useCase, asOf: '2026-01-05' });
      return made.ok ? [made.definition] : [];
    });
    expect(definitions.length).toBeGreaterThan(50);
    const program = SPREADSHEETS['every cell in quotes, as LibreOffice can'];
    const differing = definitions.filter((each) => imported(each, program?.(cellsOf(each)) ?? '') !== each);
    expect(differing).toEqual([]);
  });
});

// Rules: 2.12.17
test('a file whose cells are not separated by commas says so', () => {
  for (const separator of [';', '\t']) {
    const file = cellsOf(BASE)
      .map((line) => line.map(defused).join(separator))
      .join('\r\n');
    expect(readTable(file, rowListOf(BASE, plenty()), WORDS)).toEqual({
      faults: ['A1: the columns are not separated by commas'],
    });
  }
});
