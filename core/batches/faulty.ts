import type { CsvRecord } from '../csv.ts';
import { BYTE_ORDER_MARK, csvLine } from '../csv-line.ts';
import { NOTE_HEADER, type CellError } from './columns.ts';
import { headersOf, type FileTable } from './table.ts';

/**
 * The faulty lines as a CSV file, to be corrected and sent separately. It has the columns of the file, preceded by one
 * with the faults, which is not read. `errors`: all errors; those of the header belong to no line.
 */
export function faultyCsv(table: FileTable, errors: readonly CellError[]): string {
  const byLine = Map.groupBy(errors, ({ line }) => line);
  const said = headersOf(table).indexOf(NOTE_HEADER);
  const width = table.header?.cells.length ?? 0;
  const cellsOf = ({ cells }: CsvRecord) =>
    Array.from({ length: Math.max(width, cells.length) }, (_, index) => cells[index] ?? '').filter(
      (_, index) => index !== said,
    );
  const lines = table.lines.flatMap((record) => {
    const own = byLine.get(record.line) ?? [];
    const words = own.map(({ column, message }) => (column === '' ? message : `${column}: ${message}`));
    // The fault comes first, because a line may have more cells than the header.
    return own.length === 0 ? [] : [csvLine([`line ${record.line}: ${words.join('; ')}`, ...cellsOf(record)])];
  });
  const header = table.header === undefined ? [] : cellsOf(table.header);
  return `${BYTE_ORDER_MARK}${csvLine([NOTE_HEADER, ...header])}${lines.join('')}`;
}
