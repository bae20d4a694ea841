import { kindOf, placeOf, type Dictionary } from '../fields/dictionary.ts';
import type { Json, JsonObject } from '../json.ts';
import { composed } from '../same-text.ts';
import { isDate, toTime } from '../time.ts';
import { CellErrors, shortened, type CellError, type Column } from './columns.ts';

/*
 * What a spreadsheet does to a file, or a slip: the service takes such rows, and they run with other values than were
 * meant. Whoever sends the file is shown them, and asked before live mode.
 */

export interface CheckedRow {
  readonly row: JsonObject;
  readonly line: number;
}

/** The first of them are kept, in the order of the file within each check. */
export function warningsOf(
  rows: readonly CheckedRow[],
  columns: readonly Column[],
  dictionary: Dictionary,
): { readonly list: readonly CellError[]; readonly count: number } {
  const warnings = new CellErrors();
  warnOfRepeats(rows, warnings);
  for (const column of columns) {
    const cells = cellsOf(rows, column);
    const { path } = column;
    if (path[0] === 'external_reference')
      warnOfSameValue(cells, column, warnings, (line) => `is the reference of line ${line} too`);
    const name = path.join('.');
    if (kindOf(dictionary, name) === 'identifier') {
      warnOfSameValue(
        cells,
        column,
        warnings,
        (line) => `is in line ${line} too: one person twice, or another one's number`,
      );
    }
    const type = dictionary.at(placeOf(dictionary, name).path)?.type;
    for (const { value, line } of cells) {
      const message = suspicion(value, column, type);
      if (message !== null) warnings.add(line, column.header, message);
    }
    if (column.type === 'text' && type !== 'text') warnOfStrangers(cells, column, warnings);
  }
  return warnings;
}

interface Cell {
  readonly value: Json;
  readonly line: number;
}

function cellsOf(rows: readonly CheckedRow[], { path }: Column): readonly Cell[] {
  return rows.flatMap(({ row, line }) => {
    let value: Json | undefined = row;
    for (const name of path) {
      value =
        typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, name)
          ? value[name]
          : undefined;
    }
    return value === undefined ? [] : [{ value, line }];
  });
}

/** One applicant twice, whatever the letter case and the blanks. */
function warnOfRepeats(rows: readonly CheckedRow[], warnings: CellErrors): void {
  const seen = new Map<string, number>();
  for (const { row, line } of rows) {
    if (row.applicant === undefined) continue;
    const key = folded(JSON.stringify(row.applicant));
    const earlier = seen.get(key);
    if (earlier === undefined) seen.set(key, line);
    else warnings.add(line, '', `is the applicant of line ${earlier} once more`);
  }
}

function warnOfSameValue(
  cells: readonly Cell[],
  { header }: Column,
  warnings: CellErrors,
  message: (line: number) => string,
): void {
  const seen = new Map<string, number>();
  for (const { value, line } of cells) {
    const key = folded(String(value)).replaceAll(/[\s.-]/g, '');
    const earlier = seen.get(key);
    if (earlier === undefined) seen.set(key, line);
    else warnings.add(line, header, message(earlier));
  }
}

const folded = (text: string): string => composed(text).toLowerCase().replaceAll(/\s+/g, ' ');

/** `9.00101E+08`: what a spreadsheet makes of a long number. Its last digits are gone. */
const ROUNDED = /^[+-]?\d(?:[.,]\d+)?E[+]?\d+$/i;
const NUMBER = /^[+-]?[$€£]?\d[\d,]*(?:\.\d+)?%?$/;

function suspicion(value: Json, { type }: Column, declared: string | undefined): string | null {
  if (typeof value !== 'string') return null;
  const quoted = JSON.stringify(shortened(value));
  if (ROUNDED.test(value)) return `${quoted} is a number that a spreadsheet has rounded: its last digits are lost`;
  if (type === 'declared_number') return `${quoted} is not a number, so no condition can compare it`;
  if (type === 'declared_boolean') return `${quoted} is neither true nor false, so no condition can compare it`;
  const isOfDate = declared === 'date' || declared === 'date_time';
  return isOfDate && !isDate(value) && toTime(value) === undefined ? `${quoted} is no date, such as 2026-11-02` : null;
}

/** A text among numbers in a column of which nothing is declared. */
function warnOfStrangers(cells: readonly Cell[], { header }: Column, warnings: CellErrors): void {
  const strangers = cells.filter(({ value }) => !NUMBER.test(String(value)));
  const numbers = cells.length - strangers.length;
  if (numbers === 0 || strangers.length >= numbers) return;
  for (const { value, line } of strangers) {
    if (ROUNDED.test(String(value))) continue;
    warnings.add(line, header, `${JSON.stringify(shortened(String(value)))} is no number, and most of the column are`);
  }
}
