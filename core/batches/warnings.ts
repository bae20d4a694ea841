import { kindOf, placeOf, type Dictionary } from '../fields/dictionary.ts';
import type { FieldKind } from '../fields/spec.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import { composed } from '../same-text.ts';
import { isDate, toTime } from '../time.ts';
import type { CellNote } from '../sheets/index.ts';
import { CellErrors, shortened, type CellError, type Column } from './columns.ts';

/*
 * Warnings of damage by spreadsheets and of slips. The service accepts such rows, but they run with values that nobody
 * meant. The sender sees the warnings, and has to confirm them in live mode.
 */

export interface CheckedRow {
  readonly row: JsonObject;
  readonly line: number;
  /** As in the file. */
  readonly cells: readonly string[];
}

/** Lines with fewer values do not show which line holds totals. */
const FEWEST_VALUES = 3;
/** Shorter numbers, such as those of apartments, differ in length anyway. */
const FEWEST_DIGITS = 5;

/** The first ones are kept, in file order within each check. `seen`: warnings of the reader of the file. */
export function warningsOf(
  rows: readonly CheckedRow[],
  columns: readonly Column[],
  dictionary: Dictionary,
  seen: readonly CellNote[] = [],
): { readonly list: readonly CellError[]; readonly count: number } {
  const warnings = new CellErrors();
  for (const { line, index, message } of seen) {
    const column = columns.find((each) => each.index === index);
    // A column that is left out has no value to miss.
    if (index < 0 || column !== undefined) warnings.add(line, column?.header ?? '', message);
  }
  warnOfRepeats(rows, dictionary, warnings);
  warnOfTotals(rows, columns, warnings);
  for (const column of columns) {
    const cells = cellsOf(rows, column);
    const { path } = column;
    if (path[0] === 'applicant_key')
      warnOfSameValue(cells, column, warnings, (line) => `is the key of the applicant of line ${line} too`);
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
    for (const { value, text, line } of cells) {
      const message = ROUNDED.test(text) ? roundedWords(text) : suspicion(value, column, type);
      if (message !== null) warnings.add(line, column.header, message);
    }
    if (column.type === 'text') warnOfLostZeros(cells, column, warnings);
    if (column.type === 'text' && type !== 'text') warnOfStrangers(cells, column, warnings);
  }
  return warnings;
}

interface Cell {
  readonly value: Json;
  /** As in the file. */
  readonly text: string;
  readonly line: number;
}

function cellsOf(rows: readonly CheckedRow[], { path, index }: Column): readonly Cell[] {
  return rows.flatMap(({ row, line, cells }) => {
    let value: Json | undefined = row;
    for (const name of path) {
      value =
        typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, name)
          ? value[name]
          : undefined;
    }
    return value === undefined ? [] : [{ value, text: (cells[index] ?? '').trim(), line }];
  });
}

/**
 * Finds the same person twice, regardless of case and blanks; if name and date of birth match, regardless of the other
 * values.
 */
function warnOfRepeats(rows: readonly CheckedRow[], dictionary: Dictionary, warnings: CellErrors): void {
  const seen = new Map<string, number>();
  const people = [...dictionary.specs].flatMap(([path, { type }]) =>
    type === 'person' && !path.includes('.') ? [path] : [],
  );
  for (const { row, line } of rows) {
    const root = ['applicant', ...people].find((name) => row[name] !== undefined);
    const person = root === undefined ? undefined : row[root];
    if (root === undefined || person === undefined) continue;
    const key = folded(JSON.stringify(identityOf(person, root, dictionary)));
    const earlier = seen.get(key);
    if (earlier === undefined) seen.set(key, line);
    else warnings.add(line, '', `is the applicant of line ${earlier} once more`);
  }
}

function identityOf(person: Json, root: string, dictionary: Dictionary): Json {
  if (!isJsonObject(person)) return person;
  const ofKind = (kind: FieldKind) =>
    Object.entries(person).filter(([name]) => kindOf(dictionary, `${root}.${name}`) === kind);
  const [names, births] = [ofKind('name'), ofKind('birth')];
  return names.length > 0 && births.length > 0 ? Object.fromEntries([...names, ...births]) : person;
}

/** A sheet may have a line of sums below its applicants, even in an applicant's column. */
function warnOfTotals(rows: readonly CheckedRow[], columns: readonly Column[], warnings: CellErrors): void {
  const counts = rows.map(({ cells }) => columns.filter(({ index }) => (cells[index] ?? '').trim() !== '').length);
  const usual = counts.toSorted((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 0;
  if (usual < FEWEST_VALUES) return;
  for (const [index, { line }] of rows.entries()) {
    const count = counts[index] ?? 0;
    const isLast = index === rows.length - 1;
    if (count === 1 || (isLast && index > 0 && 2 * count <= usual))
      warnings.add(line, '', `has ${count} of the ${usual} values that most lines have: a line of totals?`);
  }
}

/** A spreadsheet takes `012345678` for a number and writes `12345678`. */
function warnOfLostZeros(cells: readonly Cell[], { header }: Column, warnings: CellErrors): void {
  const lengths = Map.groupBy(
    cells.filter(({ text }) => /^\d+$/.test(text)),
    ({ text }) => text.length,
  );
  const [usual, same] = [...lengths].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [0, []];
  if (usual < FEWEST_DIGITS || 2 * same.length <= cells.length) return;
  for (const [length, shorter] of lengths) {
    if (length >= usual) continue;
    for (const { line } of shorter)
      warnings.add(
        line,
        header,
        `has ${length} digits, and most of the column have ${usual}: zeros at its beginning may be lost`,
      );
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

/** Formula errors of ECMA-376 (18.17.3), and the display of a cell that was too narrow. */
const SHEET_ERROR = /^#(?:#+|(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|GETTING_DATA))$/i;
/** `9.00101E+08`: a spreadsheet's form of a long number, whose last digits are lost. */
const ROUNDED = /^[+-]?\d(?:[.,]\d+)?E[+]?\d+$/i;
const roundedWords = (text: string): string =>
  `${JSON.stringify(shortened(text))} is a number that a spreadsheet has rounded: its last digits are lost`;
const NUMBER = /^[+-]?[$€£]?\d[\d,]*(?:\.\d+)?%?$/;

function suspicion(value: Json, { type }: Column, declared: string | undefined): string | null {
  if (typeof value !== 'string') return null;
  const quoted = JSON.stringify(shortened(value));
  if (SHEET_ERROR.test(value)) return `${quoted} is an error of the spreadsheet in place of a value`;
  if (type === 'declared_number') return `${quoted} is not a number, so no condition can compare it`;
  if (type === 'declared_boolean') return `${quoted} is neither true nor false, so no condition can compare it`;
  const isOfDate = declared === 'date' || declared === 'date_time';
  return isOfDate && !isDate(value) && toTime(value) === undefined ? `${quoted} is no date, such as 2026-11-02` : null;
}

/** A text among numbers in an undeclared column. */
function warnOfStrangers(cells: readonly Cell[], { header }: Column, warnings: CellErrors): void {
  const strangers = cells.filter(({ value }) => !NUMBER.test(String(value)));
  const numbers = cells.length - strangers.length;
  if (numbers === 0 || strangers.length >= numbers) return;
  for (const { value, line } of strangers) {
    if (ROUNDED.test(String(value)) || SHEET_ERROR.test(String(value))) continue;
    warnings.add(line, header, `${JSON.stringify(shortened(String(value)))} is no number, and most of the column are`);
  }
}
