import type { Json } from './json.ts';

/** Spreadsheets take UTF-8 for another encoding without it. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * A cell that a spreadsheet would run as a formula. A spreadsheet may skip blanks before the sign, and accept a
 * full-width sign.
 */
const FORMULA = /^(?:[\t\r\n]|[\s\u200b-\u200f\u2060]*[=+\-@＝＋－＠])/;
/** Negative numbers run nothing. */
const NEGATIVE = /^-\d+(?:\.\d+)?$/;

/**
 * A line of RFC 4180. Texts that would be formulas get an apostrophe, and so do texts that begin with one. A reader who
 * always removes one apostrophe gets the original text.
 */
export function csvLine(cells: readonly (Json | undefined)[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

/**
 * Returns the text of a cell that `csvLine` wrote. A leading apostrophe that `csvLine` would not have added is kept, as
 * in `'s-Gravenhage`.
 */
export function textOfCell(cell: string): string {
  const text = cell.slice(1);
  return cell.startsWith("'") && isDefused(text) ? text : cell;
}

const isDefused = (text: string): boolean => text.startsWith("'") || (FORMULA.test(text) && !NEGATIVE.test(text));

function cell(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const safe = isDefused(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
