import { textOfCell } from '../csv-line.ts';
import { lacksCommas, NO_COMMAS, readCsv, type CsvFault, type CsvRecord } from '../csv.ts';
import { composed } from '../same-text.ts';
import { readSheet, UnreadableFile, type CellNote } from '../sheets/index.ts';
import { MOST_SHEET_ROWS } from '../sheets/limits.ts';
import { NO_ROW, NOTE_HEADER } from './columns.ts';
import type { ColumnMatches } from './matches.ts';
import { isArchive, textOf } from './text.ts';

/*
 * A file of applicants as lines of cells, before its columns are known. It is decoded once, however often columns are
 * matched or cells are corrected.
 */

export interface FileTable {
  /** Undefined if the file has no line. */
  readonly header: CsvRecord | undefined;
  readonly lines: readonly CsvRecord[];
  readonly hasMore: boolean;
  /** The fault at which reading stopped. */
  readonly fault: { readonly line: number; readonly message: string } | null;
  readonly cellFaults: readonly CellNote[];
  readonly cellWarnings: readonly CellNote[];
  /** Sentences about how the file was read. */
  readonly notes: readonly string[];
}

const PLAIN = { cellFaults: [], cellWarnings: [], notes: [] };

/** Reads CSV or a spreadsheet. If the file is neither, the fault says what it is. */
export async function readTable(file: Uint8Array, mostRows: number): Promise<FileTable> {
  if (!isArchive(file)) return csvTable(file, mostRows);
  try {
    const { records, hasMore, faults, warnings, notes } = await readSheet(file, Math.min(mostRows, MOST_SHEET_ROWS));
    const [header, ...all] = written(records);
    const lines = all.slice(0, Math.min(mostRows, MOST_SHEET_ROWS));
    return { header, lines, hasMore, fault: null, cellFaults: faults, cellWarnings: warnings, notes };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { header: undefined, lines: [], hasMore: false, fault: { line: 1, message: error.message }, ...PLAIN };
  }
}

export function csvTable(file: Uint8Array, mostRows: number): FileTable {
  const found = textOf(file);
  if (found.text === null) {
    const { line, message } = found;
    return { header: undefined, lines: [], hasMore: false, fault: { line, message }, ...PLAIN };
  }
  const { records, hasMore, fault } = readCsv(found.text, mostRows + 2);
  // Spreadsheets write this line above the header to declare the separator.
  const [header, ...all] = written(isSeparatorLine(records[0]) ? records.slice(1) : records);
  return {
    header,
    lines: all.slice(0, mostRows),
    hasMore: hasMore || all.length > mostRows,
    fault: fault === null ? null : { line: fault.line, message: messageOf(fault.fault, header, found.text) },
    ...PLAIN,
  };
}

/** The lines of a file that we wrote: lines excluded by their notes are dropped, and escaped cells are restored. */
function written(records: readonly CsvRecord[]): readonly CsvRecord[] {
  const note = records[0]?.cells.findIndex((cell) => cell.trim() === NOTE_HEADER) ?? -1;
  if (note < 0) return records;
  return records
    .filter(({ cells }) => !(cells[note] ?? '').startsWith(NO_ROW))
    .map(({ line, cells }) => ({ line, cells: cells.map(textOfCell) }));
}

function isSeparatorLine(record: CsvRecord | undefined): boolean {
  const [first = '', ...others] = record?.cells ?? [];
  // It may be one quoted cell, and a sheet that was saved again has empty cells after it.
  const isWhole = first.trim().toLowerCase() === 'sep=,';
  return (isWhole || first.trim().toLowerCase() === 'sep=') && others.every((cell) => cell.trim() === '');
}

const MESSAGES: Readonly<Record<CsvFault, string>> = {
  quote_not_closed: 'a cell in this row begins with a quotation mark (") that is never closed',
  text_behind_quote: 'after the closing quotation mark (") of a cell a comma or the end of the line must come',
  quote_in_cell: 'a quotation mark (") within a cell: put the cell in quotation marks and double it ("")',
};

/** A CSV reader takes quoted headers separated by semicolons for text after a quote. */
function messageOf(fault: CsvFault, header: CsvRecord | undefined, text: string): string {
  const [first = ''] = text.split(/\r\n|\r|\n/, 1);
  return header === undefined && lacksCommas(first) ? NO_COMMAS : MESSAGES[fault];
}

/** The headers of a file, in the form in which they are matched. */
export function headersOf({ header }: FileTable): readonly string[] {
  return (header?.cells ?? []).map((cell) => composed(cell.trim()));
}

/** The matches of headers in this file: matches for another file change no row of this one. */
export function usedMatches(table: FileTable, matches: ColumnMatches): ColumnMatches {
  const headers = new Set(headersOf(table));
  return new Map([...matches].filter(([name]) => headers.has(name)));
}
