/** Output of a command: one JSON document for programs, a table for people. */

export type Row = Readonly<Record<string, unknown>>;

/** Records of which people see some columns and programs all. */
export interface Listing {
  readonly rows: readonly Row[];
  readonly columns: readonly string[];
}

/** Of a terminal that does not say how wide it is, and of a file. */
export const DEFAULT_WIDTH = 80;
const NARROWEST = 6;
const GAP = '  ';

export function asJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** One record: a line for each of its fields. */
export function asRecord(record: Row): string {
  const fields = Object.entries(record);
  const width = Math.max(...fields.map(([name]) => name.length));
  return fields.map(([name, value]) => `${name.padEnd(width)}  ${cell(value)}\n`).join('');
}

/**
 * Records as lines below the names of their fields, within `width` characters: the widest columns are cut, and what is
 * cut ends with an ellipsis. `--json` has all of it.
 */
export function asTable({ rows, columns }: Listing, width = DEFAULT_WIDTH): string {
  if (rows.length === 0) return 'None.\n';
  const lines = [[...columns], ...rows.map((row) => columns.map((name) => cell(row[name], { isShort: true })))];
  const widths = fitted(
    columns.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))),
    width - GAP.length * (columns.length - 1),
  );
  const padded = lines.map((line) => line.map((text, column) => cut(text, widths[column] ?? 0)));
  return padded.map((line) => `${line.join(GAP).trimEnd()}\n`).join('');
}

/** Takes from the widest until all fit; none becomes so narrow that it says nothing. */
function fitted(widths: readonly number[], room: number): number[] {
  const fitting = [...widths];
  const total = () => fitting.reduce((sum, each) => sum + each, 0);
  while (total() > room) {
    const widest = fitting.indexOf(Math.max(...fitting));
    const current = fitting[widest] ?? 0;
    if (current <= NARROWEST) break;
    fitting[widest] = current - 1;
  }
  return fitting;
}

function cut(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width - 1)}…` : text.padEnd(width);
}

function cell(value: unknown, { isShort = false } = {}): string {
  if (value === null || value === undefined) return '–';
  if (value instanceof Date) return isShort ? value.toISOString().slice(0, 16).replace('T', ' ') : value.toISOString();
  if (Array.isArray(value)) return value.join(',');
  // Text of a caller: a line break or an escape sequence in it would write elsewhere on the terminal.
  // oxlint-disable-next-line no-control-regex -- those are what it looks for
  return String(value).replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, '�');
}
