import { MOST_ERRORS_KEPT, shortened, type CellError, type Column } from '../../../../core/batches/columns.ts';
import { faultyCsv } from '../../../../core/batches/faulty.ts';
import type { ColumnMatches } from '../../../../core/batches/matches.ts';
import { mended } from '../../../../core/batches/mended.ts';
import { partsOf } from '../../../../core/batches/parts.ts';
import { readRows } from '../../../../core/batches/rows.ts';
import type { FileTable } from '../../../../core/batches/table.ts';
import { compareRows, requireColumns, type ComparedRows } from '../../../../core/cascade/file-faults.ts';
import { dictionaryOf, placeOf, type Dictionary } from '../../../../core/fields/dictionary.ts';
import { specsIn, type FieldSpecs, type FieldSpecsJson, type FieldType } from '../../../../core/fields/spec.ts';
import { STANDARD_SPECS } from '../../../../core/fields/standard.ts';
import { NO_CHANGES, type Changes, type CheckedFile, type Fault, type Matches } from './checked.ts';
import { askedHeaders } from './headers.ts';

const MOST_PREVIEWED = 5;
const MOST_WARNINGS = 200;

export const matchesIn = (said: Matches): ColumnMatches => new Map(Object.entries(said));

interface Said {
  /** Null if no workflow is chosen. */
  readonly definition?: readonly object[] | null;
  readonly fields?: FieldSpecsJson;
  readonly matches?: Matches;
  readonly changes?: Changes;
}

/** Everything that can be checked in a file before it is sent, and the lines that were left out of it. */
export function checkFile(
  table: FileTable,
  { definition = null, fields = {}, matches = {}, changes = NO_CHANGES }: Said = {},
): { readonly checked: CheckedFile; readonly leftOut: readonly number[] } {
  const specs = specsIn(fields);
  const scope = { definition, specs, matches: matchesIn(matches) };
  const edited = mended(table, changes.edits);
  const first = check(edited, scope);
  const faulty = faultyLines(edited, first);
  const leftOut = changes.isWithoutFaulty ? (faulty ?? []) : [];
  const last = leftOut.length === 0 ? first : check(mended(table, changes.edits, leftOut), scope);
  const { rows, lines, columns, warnings, warningCount, hasMore, uncomparedFrom } = last;
  const isUsable = last.errorCount === 0 && !hasMore;
  const dictionary = dictionaryOf(STANDARD_SPECS, specs);
  return {
    leftOut,
    checked: {
      rowCount: rows.length,
      notes: table.notes,
      hasMore,
      columns: columns.map(({ path, type }) => ({ path: path.join('.'), type: type.replace('declared_', '') })),
      headers: askedHeaders(table, definition, specs),
      errors: faultsIn(edited, first, dictionary),
      errorCount: first.errorCount,
      faulty:
        faulty === null
          ? null
          : { count: faulty.length, areLeftOut: leftOut.length > 0, csv: faultyCsv(edited, first.errors) },
      warnings: warnings.slice(0, MOST_WARNINGS),
      warningCount,
      isCompared: definition !== null,
      uncomparedFrom,
      parts: (isUsable ? partsOf(rows) : []).map(({ from, to }) => ({
        lines: [lines[from] ?? 0, lines[to - 1] ?? 0],
        rowCount: to - from,
        rows: JSON.stringify(rows.slice(from, to)),
        lineOf: lines.slice(from, to),
      })),
      preview: rows.slice(0, MOST_PREVIEWED).map((row) => JSON.stringify(row, null, 2)),
    },
  };
}

interface Scope {
  readonly definition: readonly object[] | null;
  readonly specs: FieldSpecs;
  readonly matches: ColumnMatches;
}

function check(table: FileTable, { definition, specs, matches }: Scope): ComparedRows {
  const read = readRows(table, Date.now(), { specs, matches });
  if (definition === null) return { ...read, uncomparedFrom: null };
  const compared = compareRows(read, definition);
  return { ...requireColumns(compared, definition, specs), uncomparedFrom: compared.uncomparedFrom };
}

/** Null if no line can run: the fault concerns the whole file, not all faults are known, or no other line is left. */
function faultyLines(
  { header, fault }: FileTable,
  { errors, errorCount, hasMore, rows }: ComparedRows,
): readonly number[] | null {
  const lines = [...new Set(errors.map(({ line }) => line))];
  const isOfLines = fault === null && !hasMore && lines.every((line) => line > (header?.line ?? 0));
  const areKnown = errorCount > 0 && errorCount <= MOST_ERRORS_KEPT;
  return isOfLines && areKnown && lines.length < rows.length ? lines : null;
}

function faultsIn(table: FileTable, { errors, columns }: ComparedRows, dictionary: Dictionary): readonly Fault[] {
  const byName = Map.groupBy(columns, ({ header }) => shortened(header));
  const byLine = new Map(table.lines.map((record) => [record.line, record]));
  return errors.map((error: CellError) => {
    // If two long headers begin alike, the column is ambiguous, and no cell of it can be corrected.
    const [column, ...others] = byName.get(error.column) ?? [];
    const record = byLine.get(error.line);
    if (column === undefined || others.length > 0 || record === undefined) return { ...error, cell: null };
    const { index } = column;
    return { ...error, cell: { index, text: record.cells[index] ?? '', type: typeOf(column, dictionary) } };
  });
}

function typeOf({ type, path }: Column, dictionary: Dictionary): FieldType {
  if (type === 'number') return 'number';
  if (type === 'boolean') return 'yes_no';
  return dictionary.at(placeOf(dictionary, path.join('.')).path)?.type ?? 'text';
}
