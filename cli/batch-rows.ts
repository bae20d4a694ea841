import { isUtf8 } from 'node:buffer';
import { CsvError, parse } from 'csv-parse/sync';
import type { Json, JsonObject } from '../core/json.ts';
import { nearest } from '../core/nearest.ts';

/** What cannot be used of a file. `line` counts from 1, the header included. */
export interface CellError {
  readonly line: number;
  readonly column: string;
  readonly message: string;
}

type CellType = 'text' | 'number' | 'boolean';

interface Column {
  /** Of its cells in each line, from 0. */
  readonly index: number;
  readonly header: string;
  /** `['external_reference']`, or a path that begins with `applicant` or `property`. */
  readonly path: readonly string[];
  readonly type: CellType;
}

const ROOTS = ['external_reference', 'applicant', 'property'];
/** Limits of the service on a row. */
const MOST_REFERENCE_CHARACTERS = 200;
const MOST_ROW_BYTES = 64 * 1_024;
const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * The rows of a batch from a CSV file with a header. Columns are `external_reference` and dotted paths below `applicant`
 * and `property`. Cells are text unless the header ends with `:number` or `:boolean`; an empty cell is left out, and so
 * is a line without any other, or a column that has neither a header nor a value.
 */
export function readRows(file: Uint8Array): {
  readonly rows: readonly JsonObject[];
  /** The line of each row. */
  readonly lines: readonly number[];
  readonly errors: readonly CellError[];
} {
  const records = readRecords(file);
  const [header, ...lines] = records.lines;
  if (header === undefined) {
    return {
      rows: [],
      lines: [],
      errors: records.error === null ? [{ line: 1, column: '', message: NO_HEADER }] : [records.error],
    };
  }
  const errors: CellError[] = [];
  const columns = readHeaders(header, errors);
  if (columns.length === 0)
    return { rows: [], lines: [], errors: [...errors, ...(records.error === null ? [] : [records.error])] };
  const rows = lines.map(({ cells, line }) => {
    const row: JsonObject = {};
    if (cells.length > header.cells.length) {
      errors.push({
        line,
        column: '',
        message: `has ${cells.length} cells, but the header has ${header.cells.length}`,
      });
    }
    for (const [index, name] of header.cells.entries()) {
      if (name.trim() !== '' || (cells[index] ?? '').trim() === '') continue;
      errors.push({ line, column: '', message: `cell ${index + 1} has a value, but no header` });
    }
    for (const column of columns) {
      const text = (cells[column.index] ?? '').trim();
      if (text === '') continue;
      const value = readCell(text, column.type);
      const fault =
        value === undefined ? `${JSON.stringify(text)} ${NOT_OF_TYPE[column.type]}` : faultOf(value, column);
      if (fault !== null) errors.push({ line, column: column.header, message: fault });
      else if (value !== undefined) put(row, column.path, value);
    }
    if (Buffer.byteLength(JSON.stringify(row)) > MOST_ROW_BYTES) {
      errors.push({ line, column: '', message: `is more than ${MOST_ROW_BYTES / 1_024} KiB` });
    }
    return row;
  });
  if (records.error !== null) errors.push(records.error);
  return { rows, lines: lines.map(({ line }) => line), errors };
}

/** What the service refuses of a value, so that all faults of a line are named at once. */
function faultOf(value: Json, { path }: Column): string | null {
  if (path[0] === 'external_reference' && Array.from(String(value)).length > MOST_REFERENCE_CHARACTERS) {
    return `must have at most ${MOST_REFERENCE_CHARACTERS} characters`;
  }
  const isRounded = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
  return isRounded ? 'is too large for a number and would be rounded; leave out :number to send it as text' : null;
}

interface Line {
  readonly line: number;
  readonly cells: readonly string[];
}

const NO_COMMAS = 'the columns are not separated by commas';
const NO_HEADER = 'the file is empty; it needs a header';
const NOT_UTF8 = 'is not in UTF-8; spreadsheet programs can save a file as "CSV UTF-8"';

/** The lines before the first one that is no CSV, and what is wrong with that one. */
function readRecords(file: Uint8Array): { readonly lines: readonly Line[]; readonly error: CellError | null } {
  const csv = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  // A name with a replacement character in it would be another applicant's.
  if (!isUtf8(csv)) return { lines: [], error: { line: lineNotUtf8(csv), column: '', message: NOT_UTF8 } };
  const lines: Line[] = [];
  let read = 0;
  try {
    parse(csv, {
      bom: true,
      skip_empty_lines: true,
      // What spreadsheet programs write for rows that were cleared.
      skip_records_with_empty_values: true,
      relax_column_count: true,
      on_record: (cells: string[], { lines: last }) => {
        // The parser counts to the record's last line; a cell may have several.
        lines.push({ cells, line: last - cells.reduce((sum, cell) => sum + (cell.match(LINE_BREAK)?.length ?? 0), 0) });
        read = last;
        return null;
      },
    });
    return { lines, error: null };
  } catch (error) {
    const [first = ''] = csv.toString().split(LINE_BREAK, 1);
    // Quoted headers with a semicolon between them: to the parser that is text behind a quote.
    const lacksCommas = read === 0 && !first.includes(',') && OTHER_SEPARATOR.test(first);
    const known = error instanceof CsvError ? (MESSAGES[error.code] ?? error.message) : 'the file is no CSV';
    const message = lacksCommas ? NO_COMMAS : known;
    return { lines, error: { line: read + 1, column: '', message } };
  }
}

const OTHER_SEPARATOR = /[;\t]/;
const LINE_BREAK = /\r\n|\r|\n/g;
const MESSAGES: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a cell in this row begins with a quotation mark (") that is never closed',
  CSV_INVALID_CLOSING_QUOTE: 'after the closing quotation mark (") of a cell a comma or the end of the line must come',
  INVALID_OPENING_QUOTE: 'a quotation mark (") within a cell: put the cell in quotation marks and double it ("")',
};

/** The first line that is not in UTF-8, from 1. */
function lineNotUtf8(csv: Buffer): number {
  let line = 1;
  for (let from = 0; ; line += 1) {
    const end = csv.indexOf('\n', from);
    if (end === -1 || !isUtf8(csv.subarray(from, end))) return line;
    from = end + 1;
  }
}

function readHeaders({ cells, line }: Line, errors: CellError[]): readonly Column[] {
  const [only = '', ...others] = cells;
  if (others.length === 0 && OTHER_SEPARATOR.test(only.trim())) {
    errors.push({ line, column: '', message: NO_COMMAS });
    return [];
  }
  const columns = cells.flatMap((text, index) => (text.trim() === '' ? [] : [readHeader(text, index, line, errors)]));
  for (const [count, { header, path }] of columns.entries()) {
    const earlier = columns.slice(0, count).find((other) => isWithin(path, other.path) || isWithin(other.path, path));
    if (earlier === undefined) continue;
    const isSame = path.length === earlier.path.length;
    const message = isSame ? 'the column is there twice' : `is a value and has members: see column ${earlier.header}`;
    errors.push({ line, column: header, message });
  }
  return columns;
}

function isWithin(path: readonly string[], outer: readonly string[]): boolean {
  return outer.every((key, index) => path[index] === key);
}

function readHeader(text: string, index: number, line: number, errors: CellError[]): Column {
  const header = text.trim();
  const [name = '', type = 'text', ...rest] = header.split(':');
  const path = name.split('.');
  const [root = ''] = path;
  const fail = (message: string) => errors.push({ line, column: header, message });
  if (rest.length > 0 || !isType(type)) fail('a type is :number or :boolean; without one a cell is text');
  if (!ROOTS.includes(root)) {
    const near = nearest(root, ROOTS);
    fail(`must be external_reference, applicant.… or property.…${near === undefined ? '' : `; did you mean ${near}?`}`);
  } else if ((root === 'external_reference') !== (path.length === 1) || path.includes('')) {
    fail('must be external_reference, or a path such as applicant.first_name');
  }
  return { index, header, path, type: isType(type) ? type : 'text' };
}

function isType(text: string): text is CellType {
  return text === 'text' || text === 'number' || text === 'boolean';
}

const NOT_OF_TYPE: Readonly<Record<CellType, string>> = {
  text: 'is not a text',
  number: 'is not a number',
  boolean: 'must be true or false',
};

/** Undefined if the text is not of the type. */
function readCell(text: string, type: CellType): Json | undefined {
  switch (type) {
    case 'text':
      return text;
    case 'number':
      return NUMBER.test(text) && Number.isFinite(Number(text)) ? Number(text) : undefined;
    case 'boolean':
      return { true: true, false: false }[text.toLowerCase()];
  }
}

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
