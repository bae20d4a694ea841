import { CellErrors, MOST_ERRORS_KEPT, shortened, type Column } from '../batches/columns.ts';
import type { FileRows } from '../batches/rows.ts';
import type { FieldSpecs } from '../fields/spec.ts';
import type { Json, JsonObject } from '../json.ts';
import { readSegments } from '../path.ts';
import { TooMuchWork, Work } from '../work.ts';
import { COMPARABLE_WORDS } from './comparable-words.ts';
import type { NotComparable } from './lists.ts';
import { checkPayloadsOf } from './payload-faults.ts';
import { areKnown } from './registry.ts';

/** Units of work for one file: about two seconds of processor time. */
export const MAX_WORK_OF_FILE = 3_000_000;

export interface ComparedRows extends FileRows {
  /** No value was compared from this line on: too much work, or an unknown node kind. Null if all were compared. */
  readonly uncomparedFrom: number | null;
}

/**
 * Adds an error for each cell that a choice depends on and cannot compare. Rows with the same values in the columns
 * that conditions read are checked once. `nodes`: a definition that the service has saved.
 */
export function compareRows(file: FileRows, nodes: readonly object[], limit = MAX_WORK_OF_FILE): ComparedRows {
  if (!areKnown(nodes)) return { ...file, uncomparedFrom: file.lines[0] ?? 1 };
  const check = checkPayloadsOf(nodes);
  const columns = file.columns.filter(({ path }) => check.isRead(path));
  const errors = new CellErrors();
  const work = new Work(limit);
  const known = new Map<string, readonly Fault[]>();
  const faultsOf = (row: JsonObject): readonly Fault[] => {
    const cells = columns.map((column) => ({ column, value: readSegments(row, column.path, work) ?? null }));
    const key = JSON.stringify(cells.map(({ value }) => value));
    const faults = known.get(key) ?? check.faultsOf(row, work).map((fault) => inCell(fault, cells));
    known.set(key, faults);
    return faults;
  };
  let uncomparedFrom: number | null = null;
  for (const [index, row] of (columns.length === 0 ? [] : file.rows).entries()) {
    const line = file.lines[index] ?? 0;
    const faults = unlessTooMuch(() => faultsOf(row));
    if (faults === undefined) {
      uncomparedFrom = line;
      break;
    }
    for (const { column, message } of faults) errors.add(line, column, message);
  }
  return { ...withErrors(file, errors), uncomparedFrom };
}

/**
 * Adds an error for each column and cell that the dictionary requires and a condition reads. Lists have no column, so
 * they are not checked. `specs`: the account's declarations.
 */
export function requireColumns(
  file: FileRows,
  nodes: readonly object[],
  specs: FieldSpecs,
  limit = MAX_WORK_OF_FILE,
): FileRows {
  const required = [...specs].filter(([, { required: isRequired }]) => isRequired === true);
  if (required.length === 0 || file.columns.length === 0 || !areKnown(nodes)) return file;
  const { isRead } = checkPayloadsOf(nodes);
  const errors = new CellErrors();
  const work = new Work(limit);
  const isWithinList = (path: string) => [...specs].some(([at, { type }]) => type === 'list' && holds(at, path));
  for (const [path] of required) {
    const names = path.split('.');
    if (!isRead(names) || isWithinList(path)) continue;
    const column = file.columns.find((each) => holds(path, each.path.join('.')));
    if (column === undefined) errors.add(1, path, 'is required, and the file has no such column');
    else unlessTooMuch(() => addMissing(file, { names, column }, errors, work));
  }
  return withErrors(file, errors);
}

const holds = (outer: string, path: string): boolean => path === outer || path.startsWith(`${outer}.`);

function addMissing(
  file: FileRows,
  { names, column }: { readonly names: readonly string[]; readonly column: Column },
  errors: CellErrors,
  work: Work,
): void {
  for (const [index, row] of file.rows.entries()) {
    if (readSegments(row, names, work) === undefined) errors.add(file.lines[index] ?? 0, column.header, 'is required');
  }
}

function withErrors(file: FileRows, { list, count }: CellErrors): FileRows {
  return {
    ...file,
    errors: [...file.errors, ...list].toSorted((a, b) => a.line - b.line).slice(0, MOST_ERRORS_KEPT),
    errorCount: file.errorCount + count,
  };
}

interface Fault {
  readonly column: string;
  readonly message: string;
}

interface Cell {
  readonly column: Column;
  readonly value: Json;
}

function inCell({ path, expected }: NotComparable, cells: readonly Cell[]): Fault {
  const required = `has to be ${COMPARABLE_WORDS[expected]}`;
  const filled = cells.filter(({ value }) => value !== null);
  const own = filled.find(({ column }) => column.path.join('.') === path);
  if (own !== undefined) {
    return { column: own.column.header, message: `${JSON.stringify(shortenedValue(own.value))} ${required}` };
  }
  // The value is an object, made of several columns.
  const part = filled.find(({ column }) => column.path.join('.').startsWith(`${path}.`));
  return { column: part?.column.header ?? '', message: `${path} ${required}, and has members` };
}

function shortenedValue(value: Json): Json {
  return typeof value === 'string' ? shortened(value) : value;
}

function unlessTooMuch<Made>(make: () => Made): Made | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof TooMuchWork) return undefined;
    throw error;
  }
}
