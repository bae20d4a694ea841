import type { ColumnMatches } from '../../../../core/batches/matches.ts';
import { partsOf } from '../../../../core/batches/parts.ts';
import { readRows } from '../../../../core/batches/rows.ts';
import { compareRows, requireColumns } from '../../../../core/cascade/file-faults.ts';
import { specsIn, type FieldSpecsJson } from '../../../../core/fields/spec.ts';
import { MOST_FILE_ROWS, type CheckedFile, type Matches } from './checked.ts';
import { headersOf } from './headers.ts';

const MOST_PREVIEWED = 5;
const MOST_WARNINGS = 200;

export const matchesIn = (said: Matches): ColumnMatches => new Map(Object.entries(said));

/** Everything that can be known of a file before it is sent. `definition`: null if it is not known where it goes. */
export function checkFile(
  file: Uint8Array,
  definition: readonly object[] | null,
  fields: FieldSpecsJson = {},
  said: Matches = {},
): CheckedFile {
  const specs = specsIn(fields);
  const read = readRows(file, MOST_FILE_ROWS, Date.now(), { specs, matches: matchesIn(said) });
  const compared = definition === null ? { ...read, uncomparedFrom: null } : compareRows(read, definition);
  const { uncomparedFrom } = compared;
  const checked = definition === null ? compared : requireColumns(compared, definition, specs);
  const { rows, lines, columns, errors, errorCount, warnings, warningCount, hasMore } = checked;
  const isUsable = errorCount === 0 && !hasMore;
  return {
    rowCount: rows.length,
    hasMore,
    columns: columns.map(({ path, type }) => ({ path: path.join('.'), type: type.replace('declared_', '') })),
    headers: headersOf(file, definition, specs),
    errors,
    errorCount,
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
  };
}
