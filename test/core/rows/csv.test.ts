import fc from 'fast-check';
import type { CascadeCondition } from '../../../core/cascade/definition.ts';
import { csvLine } from '../../../core/csv-line.ts';
import { cellOf, readCell } from '../../../core/rows/cells.ts';
import { readTable, tableCells } from '../../../core/rows/csv.ts';
import { editRows } from '../../../core/rows/edit.ts';
import { rowListOf } from '../../../core/rows/present.ts';
import { readerOf } from '../../../core/rows/sentence.ts';
import { describe, expect, test } from '../../support/jest.ts';
import { plenty } from '../../support/work.ts';
import { compiled } from './support.ts';

const POLICY = compiled(
  'Deny if the credit score is below 600. Review scores from 600 to 679. Deny if the identity is not verified. ' +
    'Review if there is an eviction or a bankruptcy. Approve everyone else.',
);
const LIST = rowListOf(POLICY, plenty());
const WORDS = { version: 3, sentenceOf: () => null };
const text = (cells: readonly (readonly string[])[]) => cells.map(csvLine).join('');
const CELLS = tableCells(LIST, WORDS);
const FILE = text(CELLS);
const idOf = (row: number) => CELLS[row]?.[1];

const read = (file: string) => {
  const found = readTable(file, LIST, WORDS);
  if ('faults' in found) throw new Error(found.faults.join('; '));
  return found;
};
const faultsIn = (file: string) => {
  const found = readTable(file, LIST, WORDS);
  return 'faults' in found ? found.faults : [];
};
/** The file with another cell in its place. */
const withCell = (row: number, name: string, cell: string) => {
  const at = CELLS[0]?.indexOf(name) ?? 0;
  return text(CELLS.map((line, index) => (index === row ? line.map((each, i) => (i === at ? cell : each)) : line)));
};
const scoreRow = CELLS.findIndex((line) => line[2] === 'Review scores from 600 to 679.');

describe('rules as a file', () => {
  // Rules: 2.12.16
  test('are one row a rule and one column a field', () => {
    const [header] = CELLS;
    expect(header?.slice(0, 8)).toEqual([
      'version',
      'id',
      'text',
      'decision',
      'reason',
      'requirement',
      'block',
      'also',
    ]);
    expect(header).toContain('credit:score');
    expect(CELLS[scoreRow]?.[header?.indexOf('credit:score') ?? 0]).toBe('600..679');
    expect(CELLS.at(-1)?.slice(1, 4)).toEqual(['everyone_else', 'Approve everyone else.', 'approve']);
  });

  // Rules: 2.12.16
  test('that nobody changed are no change', () => {
    const { input, versions } = read(FILE);
    expect(versions).toEqual([3]);
    expect(editRows(POLICY, input, { read: readerOf(POLICY), work: plenty() }).definition).toBe(POLICY);
  });

  // Rules: 2.12.16
  test('change what a cell says, and nothing else', () => {
    const { input } = read(withCell(scoreRow, 'credit:score', '600..699'));
    const made = editRows(POLICY, input, { read: readerOf(POLICY), work: plenty() }).definition;
    // The sentence of the row said the old limit.
    const withoutWords = (definition: typeof POLICY) =>
      JSON.stringify(definition, (key, value: unknown) => (key === 'text' || key === 'name' ? '' : value));
    expect(withoutWords(made).replaceAll('"text":"",', '')).toBe(
      withoutWords(POLICY).replace('"value":679', '"value":699').replaceAll('"text":"",', ''),
    );
    expect(JSON.stringify(made)).not.toContain('679');
  });

  // Rules: 2.12.17
  test('name a fault by its cell', () => {
    const column = String.fromCharCode(65 + (CELLS[0]?.indexOf('credit:score') ?? 0));
    expect(faultsIn(withCell(scoreRow, 'credit:score', 'about 600'))).toEqual([
      expect.stringMatching(new RegExp(`^${column}${scoreRow + 1}: cannot be read`)),
    ]);
    expect(faultsIn(withCell(scoreRow, 'credit:score', '700..600'))).toEqual([
      `${column}${scoreRow + 1}: 700 is more than 600`,
    ]);
    expect(faultsIn(withCell(1, 'decision', 'perhaps'))).toEqual(['D2: must be approve, deny, review or conditional']);
    expect(faultsIn(withCell(0, 'credit:score', 'score'))).toEqual([
      expect.stringMatching(/^[A-Z]1: must be version, /),
    ]);
    expect(faultsIn('')).toEqual(['A1: the file is empty']);
    expect(faultsIn(`${FILE}"open`)).toEqual([expect.stringMatching(/^line \d+: quote not closed$/)]);
  });

  // Rules: 2.12.17
  test('hold no formula, and give back the text of one', () => {
    const list = { ...LIST, rules: LIST.rules.map((row) => ({ ...row, text: '=1+1', reason: "'quoted" })) };
    const cells = tableCells(list, WORDS);
    const file = text(cells);
    expect(file).toContain("'=1+1");
    expect(file).not.toMatch(/(^|,)=1\+1/m);
    const found = readTable(file, LIST, WORDS);
    expect('input' in found && found.input.rules.map(({ text: said, reason }) => [said, reason])).toEqual(
      LIST.rules.map(() => ['=1+1', "'quoted"]),
    );
  });

  test('take a new row, and leave out one that is gone', () => {
    const lines = CELLS.filter((_, index) => index !== 1);
    const fresh = (CELLS[0] ?? []).map(
      (name) => ({ decision: 'deny', also: 'the credit score is below 500' })[name] ?? '',
    );
    const { input } = read(text([...lines.slice(0, 1), fresh, ...lines.slice(1)]));
    expect(input.rules[0]).toMatchObject({ when: 'the credit score is below 500', then: { decision: 'deny' } });
    expect(input.rules.map(({ id }) => id)).not.toContain(idOf(1));
    const made = editRows(POLICY, input, { read: readerOf(POLICY), work: plenty() });
    expect(made.list.rules[0]?.when.read_as).toBe('Deny if the credit score is less than 500.');
  });
});

const value = fc.oneof(
  fc.integer({ min: -1_000_000, max: 1_000_000 }),
  fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((each) => each + 0),
  fc.string({ maxLength: 12 }),
  fc.boolean(),
);
const condition: fc.Arbitrary<CascadeCondition> = fc.oneof(
  fc.record({
    ...{ source_node_id: fc.constant('context'), field: fc.constant('applicant.x') },
    operator: fc.constantFrom(
      ...(['greater_than', 'less_than', 'equals', 'not_equals', 'contains', 'not_contains', 'starts_with'] as const),
      ...(['ends_with', 'greater_than_or_equal', 'less_than_or_equal'] as const),
    ),
    value,
  }),
  fc.record({
    ...{ source_node_id: fc.constant('context'), field: fc.constant('applicant.x') },
    operator: fc.constantFrom('is_true', 'is_false', 'is_empty', 'is_not_empty'),
  }),
);

const bound = (operator: CascadeCondition['operator'], limit: number): CascadeCondition => ({
  ...{ source_node_id: 'context', field: 'applicant.x' },
  ...{ operator, value: limit },
});

// Rules: 2.12.16
test('a cell is read as the conditions of which it was written', () => {
  fc.assert(
    fc.property(fc.array(condition, { minLength: 1, maxLength: 3 }), (conditions) => {
      const cell = cellOf(conditions);
      // No cell holds a number that needs an exponent.
      if (cell === null)
        return conditions.some((each) => typeof each.value === 'number' && /e/.test(String(each.value)));
      const asked = readCell(cell);
      const wanted = conditions.map(({ operator, value: own }) => ({
        operator,
        ...(own === undefined ? {} : { value: own }),
      }));
      expect(asked).toEqual(wanted);
      return true;
    }),
    { numRuns: 500, examples: [[[bound('greater_than_or_equal', 0), bound('less_than_or_equal', -1)]]] },
  );
});

// Rules: 2.12.17
test.each([
  '>= 1,000',
  '>= $4,500',
  '< 30%',
  '= 30%',
  '> 1 000',
  '= 6E2',
  '= “verified”',
  "= 'a'",
  '=> 5',
  '> = 5',
  '> a',
])('a cell that a text would be compared for is a fault: %s', (cell) => {
  expect(readCell(cell)).toMatch(/is no value: write figures as 4500 or 0\.3, and texts in straight quotation marks$/);
});
