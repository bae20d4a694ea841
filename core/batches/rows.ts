import type { CsvRecord } from '../csv.ts';
import { compareDecimals } from '../decimal.ts';
import { dictionaryOf, type Dictionary } from '../fields/dictionary.ts';
import { payloadTypesOf, type PayloadTypes } from '../fields/payload-types.ts';
import type { FieldSpecs } from '../fields/spec.ts';
import { STANDARD_SPECS } from '../fields/standard.ts';
import type { Json, JsonObject } from '../json.ts';
import { utf8Bytes } from '../json-limits.ts';
import { legalDateFaults } from '../legal-dates.ts';
import { CellErrors, readHeaders, shortened, type CellError, type CellType, type Column } from './columns.ts';
import type { CellNote } from '../sheets/index.ts';
import { MOST_REFERENCE_CHARACTERS, MOST_ROW_BYTES } from './limits.ts';
import { inForm, ROW_TEXTS, type CellForm, type ColumnMatches } from './matches.ts';
import type { FileTable } from './table.ts';
import { warningsOf } from './warnings.ts';

/*
 * Makes the rows of a batch from the lines of a file, for the command line and the console. Both find the same faults
 * and make the same rows, so that the same file is the same batch.
 */

export interface FileRows {
  readonly rows: readonly JsonObject[];
  /** The line of each row. */
  readonly lines: readonly number[];
  readonly columns: readonly Column[];
  /** The first errors; `errorCount` is their total number. */
  readonly errors: readonly CellError[];
  readonly errorCount: number;
  /** Probable mistakes in a file without errors, likewise limited. */
  readonly warnings: readonly CellError[];
  readonly warningCount: number;
  /** True if the file has more rows than were to be read. */
  readonly hasMore: boolean;
}

const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;
const NO_HEADER = 'the file is empty; it needs a header';

/** The account's declarations for the columns of a file. */
export interface Declared {
  readonly specs?: FieldSpecs;
  /** True if cells of a type other than declared are no error: the service skips their rows. */
  readonly skipsWrongTypes?: boolean;
  /** The matches of headers that are no paths. */
  readonly matches?: ColumnMatches;
}

/**
 * Columns are `external_reference` and dotted paths below `applicant`, `property` and other declared roots. Cells are
 * of the declared type. Undeclared ones are text, unless the header ends with `:number` or `:boolean`. Another type
 * than the account declared is a fault, as in the service. Empty cells are left out, and so are lines without any other
 * cell, and columns with neither a header nor a value. A date that the law reads must be readable in either mode,
 * because a file is checked before it is sent. `now`: milliseconds since the epoch.
 */
export function readRows(
  table: FileTable,
  now: number,
  { specs = new Map(), skipsWrongTypes = false, matches = new Map() }: Declared = {},
): FileRows {
  const { header, lines, hasMore, fault } = table;
  const errors = new CellErrors();
  const dictionary = dictionaryOf(STANDARD_SPECS, specs);
  const columns = header === undefined ? [] : readHeaders(header, { dictionary, matches }, errors);
  // Under an unusable header every line would be wrong.
  const ofLines = errors.count === 0 ? errors : new CellErrors();
  const scope = {
    errors: ofLines,
    now,
    types: payloadTypesOf(skipsWrongTypes ? new Map() : specs),
    people: peopleIn(dictionary),
    unreadable: Map.groupBy(table.cellFaults, ({ line }) => line),
  };
  const rows =
    header === undefined || columns.length === 0 ? [] : lines.map((record) => rowOf(record, header, columns, scope));
  if (fault !== null) errors.add(fault.line, '', fault.message);
  else if (header === undefined) errors.add(1, '', NO_HEADER);
  const checked = rows.map((row, index) => ({ row, line: lines[index]?.line ?? 0, cells: lines[index]?.cells ?? [] }));
  const warnings = errors.count === 0 ? warningsOf(checked, columns, dictionary, table.cellWarnings) : NONE;
  return {
    rows,
    lines: lines.map(({ line }) => line),
    columns,
    ...findings(errors, warnings),
    hasMore,
  };
}

const NONE = { list: [], count: 0 };

/** Members of a row that are people: one of them is the subject. */
function peopleIn({ specs }: Dictionary): readonly string[] {
  const declared = [...specs].filter(([path, { type }]) => type === 'person' && !path.includes('.'));
  return [...new Set(['applicant', ...declared.map(([path]) => path)])];
}

type Counted = Pick<CellErrors, 'count'> & { readonly list: readonly CellError[] };

function findings(errors: Counted, warnings: Counted) {
  return {
    errors: errors.list,
    errorCount: errors.count,
    warnings: warnings.list,
    warningCount: warnings.count,
  };
}

interface RowScope {
  readonly errors: CellErrors;
  readonly now: number;
  readonly types: PayloadTypes;
  /** Members that are people. */
  readonly people: readonly string[];
  /** Cells whose value could not be read, by line. */
  readonly unreadable: ReadonlyMap<number, readonly CellNote[]>;
}

function rowOf(
  { cells, line }: CsvRecord,
  { cells: names }: CsvRecord,
  columns: readonly Column[],
  { errors, now, types, people, unreadable }: RowScope,
): JsonObject {
  const row: JsonObject = {};
  if (cells.length > names.length)
    errors.add(line, '', `has ${cells.length} cells, but the header has ${names.length}`);
  for (const [index, cell] of cells.entries()) {
    if (index < names.length && names[index]?.trim() === '' && cell.trim() !== '') {
      errors.add(line, '', `cell ${index + 1} has a value, but no header`);
    }
  }
  const unread = unreadable.get(line) ?? [];
  for (const column of columns) {
    const found = unread.find(({ index }) => index === column.index);
    if (found !== undefined) errors.add(line, column.header, found.message);
    if (found !== undefined || column.index >= cells.length) continue;
    const written = (cells[column.index] ?? '').trim();
    if (written === '') continue;
    const text = column.form === undefined ? written : inForm(written, column.form);
    const value = text === undefined ? undefined : readCell(text, column.type);
    const fault =
      value === undefined ? `${JSON.stringify(shortened(written))} ${notOf(column)}` : faultOf(value, column);
    if (fault !== null) errors.add(line, column.header, fault);
    else if (value !== undefined) put(row, column.path, value);
  }
  const addAt = (field: string, message: string): void => {
    const column = columns.find(({ path }) => `${path.join('.')}.`.startsWith(`${field}.`));
    errors.add(line, column?.header ?? '', message);
  };
  for (const { field, message } of legalDateFaults(row, now)) addAt(field, message);
  types(row, '', (field, message) => addAt(field, String(message)));
  const isAbout = ({ path, index }: Column): boolean =>
    people.includes(path[0] ?? '') && (cells[index] ?? '').trim() !== '';
  if (!columns.some(isAbout))
    errors.add(line, '', 'has no applicant: a line of totals, or one that begins too far right?');
  if (utf8Bytes(JSON.stringify(row), MOST_ROW_BYTES) > MOST_ROW_BYTES) {
    errors.add(line, '', `is more than ${MOST_ROW_BYTES / 1_024} KiB`);
  }
  return row;
}

/** The service's refusal of a value, so that all faults of a line are reported at once. */
function faultOf(value: Json, { path }: Column): string | null {
  if (ROW_TEXTS.has(path[0] ?? '') && Array.from(String(value)).length > MOST_REFERENCE_CHARACTERS) {
    return `must have at most ${MOST_REFERENCE_CHARACTERS} characters`;
  }
  if (typeof value === 'string' && value.includes('\u0000')) return 'has a NUL character, which no text may have';
  const isRounded = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
  return isRounded ? 'is too large for a number and would be rounded; leave out :number to send it as text' : null;
}

const NOT_OF_TYPE: Readonly<Partial<Record<CellType, string>>> = {
  number: 'is not a number',
  boolean: 'must be true or false',
};

const NOT_IN_FORM: Readonly<Record<CellForm, string>> = {
  month_first: 'is no date with the month first, such as 03/14/1990',
  day_first: 'is no date with the day first, such as 14/03/1990',
  amount: 'is no amount such as 1,500.00',
  amount_comma: 'is no amount such as 1.500,00',
  percent: 'has no percent sign, as in 12.5%',
  fraction: 'has no percent sign, as in 12.5%',
};

const notOf = ({ form, type }: Column): string => (form === undefined ? NOT_OF_TYPE[type] : NOT_IN_FORM[form]) ?? '';

/** Undefined if the text is not of the type. */
function readCell(text: string, type: CellType): Json | undefined {
  switch (type) {
    case 'text':
      return text;
    case 'number':
      return NUMBER.test(text) && Number.isFinite(Number(text)) ? Number(text) : undefined;
    case 'boolean':
      return { true: true, false: false }[text.toLowerCase()];
    case 'declared_number':
      return exactNumber(text) ?? text;
    case 'declared_boolean':
      return readCell(text, 'boolean') ?? text;
  }
}

/** Undefined if the text is no number or would be rounded: as text it keeps all its digits. */
function exactNumber(text: string): number | undefined {
  if (!NUMBER.test(text) || text.length > MOST_DIGITS) return undefined;
  const number = Number(text);
  return compareDecimals(String(number), text) === 0 ? number : undefined;
}
const MOST_DIGITS = 40;

function put(row: JsonObject, path: readonly string[], value: Json): void {
  const [key = '', ...rest] = path;
  const own = Object.hasOwn(row, key) ? row[key] : undefined;
  if (rest.length === 0) {
    Object.defineProperty(row, key, { value, enumerable: true, writable: true, configurable: true });
    return;
  }
  const child = typeof own === 'object' && own !== null && !Array.isArray(own) ? own : {};
  Object.defineProperty(row, key, { value: child, enumerable: true, writable: true, configurable: true });
  put(child, rest, value);
}
