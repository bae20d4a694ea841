import { examplesOf } from '../../../core/readback/examples.ts';
import { readingOf } from '../../../core/readback/index.ts';
import { numbersOf } from '../../../core/readback/numbers.ts';
import { rulesOf } from '../../../core/readback/rules.ts';
import { rowsOf, tableOf } from '../../../core/readback/table.ts';
import { editRows } from '../../../core/rows/edit.ts';
import { rowListOf } from '../../../core/rows/present.ts';
import { readerOf } from '../../../core/rows/sentence.ts';
import { expect, test } from '../../support/jest.ts';
import { plenty } from '../../support/work.ts';
import { CASES } from '../notices/lawyer/cases.ts';
import { compiled } from '../rows/support.ts';
import { listLike } from './definitions.ts';

const BANDS = compiled(
  'Deny if the credit score is below 600. Deny if there is an eviction. Deny if the income is less than 3 times the rent. ' +
    'Review scores from 600 to 679. Approve everyone else.',
);

// Rules: 2.8.15
test('a rule has one number in the table, the reading, the examples and what is said of missing values', () => {
  const { rules } = rowListOf(BANDS, plenty());
  const definition = editRows(
    BANDS,
    { rules: rules.map((row) => (row.id === 'r3' ? { ...row, on_missing: 'review' as const } : row)) },
    { read: readerOf(BANDS), work: plenty() },
  ).definition;
  const placeOf = new Map(rowListOf(definition, plenty()).rules.map(({ id }, index) => [id, index + 1]));
  const reading = readingOf(definition, plenty());
  // The third row, what a person decides without an income, and everyone else.
  expect(reading.rules?.map(({ number }) => number)).toEqual([1, 2, 3, 3, 4, null]);
  for (const { id, number } of reading.rules ?? [])
    if (id !== null && number !== null) expect(number).toBe(placeOf.get(id));
  const { tables } = examplesOf(definition, { useCase: null, now: Date.UTC(2026, 0, 5) }, plenty());
  expect(tables.map(({ field, rules: numbers }) => [field, numbers])).toEqual([
    ['the credit score', [1, 4]],
    ['the number of evictions', [2]],
    ['the income to rent ratio', [3]],
  ]);
  expect(reading.missing_values.map(({ text }) => text).join(' ')).not.toMatch(/Rules? (?:[5-9]|.*null)/);
});

// Rules: 2.8.15
test('each row of the table is a rule of the reading, with its place as the number', () => {
  const lists = Array.from({ length: 60 }, (_, index) => listLike(index + 1));
  let compared = 0;
  for (const definition of [...CASES.map((each) => each.definition), ...lists]) {
    const table = tableOf(definition);
    if (table.noRules !== null) continue;
    const { rules } = rulesOf(definition, plenty());
    const numbers = new Set(numbersOf(table, rules ?? []).values());
    expect(rowsOf(table).filter((_, index) => !numbers.has(index + 1))).toEqual([]);
    compared += 1;
  }
  expect(compared).toBeGreaterThan(600);
});
