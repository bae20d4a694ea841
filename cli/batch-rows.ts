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
  readonly header: string;
  /** `['external_reference']`, or a path that begins with `applicant` or `property`. */
  readonly path: readonly string[];
  readonly type: CellType;
}

const ROOTS = ['external_reference', 'applicant', 'property'];
const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * The rows of a batch from a CSV file with a header. Columns are `external_reference` and dotted paths below `applicant`
 * and `property`. Cells are text unless the header ends with `:number` or `:boolean`; an empty cell is left out.
 */
export function readRows(csv: string): { readonly rows: readonly JsonObject[]; readonly errors: readonly CellError[] } {
  const records = readRecords(csv);
  if ('errors' in records) return { rows: [], errors: records.errors };
  const [header, ...lines] = records.lines;
  const errors: CellError[] = [];
  const columns = (header?.cells ?? []).map((text) => readHeader(text, errors));
  if (header === undefined) errors.push({ line: 1, column: '', message: 'the file is empty; it needs a header' });
  for (const [index, { header: text }] of columns.entries()) {
    if (columns.findIndex((other) => other.header === text) < index) {
      errors.push({ line: 1, column: text, message: 'the column is there twice' });
    }
  }
  const rows = lines.map(({ cells, line }) => {
    const row: JsonObject = {};
    if (cells.length > columns.length) {
      errors.push({ line, column: '', message: `has ${cells.length} cells, but the header has ${columns.length}` });
    }
    for (const [index, column] of columns.entries()) {
      const text = (cells[index] ?? '').trim();
      if (text === '') continue;
      const value = readCell(text, column.type);
      if (value === undefined) {
        errors.push({ line, column: column.header, message: `${JSON.stringify(text)} is no ${column.type}` });
      } else put(row, column.path, value);
    }
    return row;
  });
  return { rows, errors };
}

interface Line {
  readonly line: number;
  readonly cells: readonly string[];
}

function readRecords(csv: string): { readonly lines: readonly Line[] } | { readonly errors: readonly CellError[] } {
  const lines: Line[] = [];
  let read = 0;
  try {
    parse(csv, {
      bom: true,
      skip_empty_lines: true,
      relax_column_count: true,
      on_record: (cells: string[], { lines: last }) => {
        // The parser counts to the record's last line; a cell may have several.
        lines.push({ cells, line: last - cells.reduce((sum, cell) => sum + (cell.match(LINE_BREAK)?.length ?? 0), 0) });
        read = last;
        return null;
      },
    });
    return { lines };
  } catch (error) {
    const message = error instanceof CsvError ? (MESSAGES[error.code] ?? error.message) : 'the file is no CSV';
    return { errors: [{ line: read + 1, column: '', message }] };
  }
}

const LINE_BREAK = /\r\n|\r|\n/g;
const MESSAGES: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a cell in this row begins with a quotation mark (") that is never closed',
  CSV_INVALID_CLOSING_QUOTE: 'after the closing quotation mark (") of a cell a comma or the end of the line must come',
  INVALID_OPENING_QUOTE: 'a quotation mark (") within a cell: put the cell in quotation marks and double it ("")',
};

function readHeader(text: string, errors: CellError[]): Column {
  const header = text.trim();
  const [name = '', type = 'text', ...rest] = header.split(':');
  const path = name.split('.');
  const [root = ''] = path;
  const fail = (message: string) => errors.push({ line: 1, column: header, message });
  if (rest.length > 0 || !isType(type)) fail('a type is :number or :boolean; without one a cell is text');
  if (!ROOTS.includes(root)) {
    const near = nearest(root, ROOTS);
    fail(`must be external_reference, applicant.… or property.…${near === undefined ? '' : `; did you mean ${near}?`}`);
  } else if ((root === 'external_reference') !== (path.length === 1) || path.includes('')) {
    fail('must be external_reference, or a path such as applicant.first_name');
  }
  return { header, path, type: isType(type) ? type : 'text' };
}

function isType(text: string): text is CellType {
  return text === 'text' || text === 'number' || text === 'boolean';
}

/** Undefined if the text is not of the type. */
function readCell(text: string, type: CellType): Json | undefined {
  switch (type) {
    case 'text':
      return text;
    case 'number':
      return NUMBER.test(text) ? Number(text) : undefined;
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
