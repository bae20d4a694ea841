/*
 * A reader of RFC 4180. A record ends at CRLF, LF or CR, even mixed in one file. A quoted cell may contain commas, line
 * breaks and doubled quotes. A byte order mark is ignored. Reading ends at the first malformed record.
 */

export interface CsvRecord {
  /** The line on which it begins, from 1. A cell may have several lines. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** `quote_in_cell`: a quotation mark within a cell that does not begin with one. */
export type CsvFault = 'quote_not_closed' | 'text_behind_quote' | 'quote_in_cell';

export interface CsvFile {
  readonly records: readonly CsvRecord[];
  /** True if there are more records than were requested. */
  readonly hasMore: boolean;
  /** The fault of the record after the last one. */
  readonly fault: { readonly line: number; readonly fault: CsvFault } | null;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const LF = 0x0a;
const CR = 0x0d;

/** Skips records without any text, such as empty lines and cleared rows. */
export function readCsv(text: string, mostRecords: number): CsvFile {
  const records: CsvRecord[] = [];
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  let line = 1;
  while (at < text.length) {
    const record = readRecord(text, at);
    if (record.fault !== null) return { records, hasMore: false, fault: { line, fault: record.fault } };
    const { cells, end, lines } = record;
    if (cells.some((cell) => cell.trim() !== '')) {
      if (records.length >= mostRecords) return { records, hasMore: true, fault: null };
      records.push({ line, cells });
    }
    at = end;
    line += lines;
  }
  return { records, hasMore: false, fault: null };
}

interface ReadRecord {
  readonly cells: readonly string[];
  /** Where the next record begins. */
  readonly end: number;
  /** Number of line breaks, including the one at its end. */
  readonly lines: number;
  readonly fault: CsvFault | null;
}

function readRecord(text: string, from: number): ReadRecord {
  const cells: string[] = [];
  let at = from;
  let lines = 0;
  const failed = (fault: CsvFault): ReadRecord => ({ cells, end: at, lines, fault });
  for (;;) {
    if (text.charCodeAt(at) === QUOTE) {
      const close = closingQuote(text, at + 1);
      if (close === -1) return failed('quote_not_closed');
      const cell = text.slice(at + 1, close).replaceAll('""', '"');
      lines += lineBreaksIn(cell);
      cells.push(cell);
      at = close + 1;
    } else {
      const end = endOfCell(text, at);
      if (text.charCodeAt(end) === QUOTE) return failed('quote_in_cell');
      cells.push(text.slice(at, end));
      at = end;
    }
    const next = at < text.length ? text.charCodeAt(at) : undefined;
    if (next === COMMA) at += 1;
    else if (next === undefined) return { cells, end: at, lines, fault: null };
    else if (next === LF || next === CR) return { cells, end: behindBreak(text, at), lines: lines + 1, fault: null };
    else return failed('text_behind_quote');
  }
}

/** The position of the quote that ends the cell. A doubled quote is part of the text. */
function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 2)) {
    if (text.charCodeAt(at + 1) !== QUOTE) return at;
  }
  return -1;
}

/** The position where a cell without quotes ends: at a comma, a line break, a quote or the end. */
function endOfCell(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === COMMA || code === LF || code === CR || code === QUOTE) return at;
  }
  return text.length;
}

function behindBreak(text: string, at: number): number {
  return at + (text.charCodeAt(at) === CR && text.charCodeAt(at + 1) === LF ? 2 : 1);
}

function lineBreaksIn(cell: string): number {
  let count = 0;
  for (let at = 0; at < cell.length; at += 1) {
    const code = cell.charCodeAt(at);
    if (code === LF && cell.charCodeAt(at - 1) !== CR) count += 1;
    if (code === CR) count += 1;
  }
  return count;
}

const OTHER_SEPARATOR = /[;\t]/;
export const NO_COMMAS = 'the columns are not separated by commas';

/** True if the header has no commas but another separator, as spreadsheets of some languages write. */
export function lacksCommas(header: string): boolean {
  return !header.includes(',') && OTHER_SEPARATOR.test(header);
}
