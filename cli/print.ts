/*
 * Output of a command: one JSON document for programs, a table for people.
 */

export type Row = Readonly<Record<string, unknown>>;

/** Records of which people see some columns and programs all. */
export interface Listing {
  readonly rows: readonly Row[];
  readonly columns: readonly string[];
}

/** The width for files, and for a terminal that does not say how wide it is. */
const DEFAULT_WIDTH = 80;
const NARROWEST = 6;
/** The width of a field's name above values that are no wider. */
const SHORTEST_NAME = 4;
const GAP = '  ';

export function asJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** One record: a line for each of its fields, and one more for each line break of its value, such as that of an address. */
export function asRecord(record: Row): string {
  const fields = Object.entries(record);
  const width = Math.max(...fields.map(([name]) => name.length));
  const text = (value: unknown): string =>
    typeof value === 'string'
      ? value
          .split('\n')
          .map((line) => cell(line))
          .join(`\n${' '.repeat(width)}${GAP}`)
      : cell(value);
  return fields.map(([name, value]) => `${name.padEnd(width)}${GAP}${text(value)}\n`).join('');
}

/**
 * Records as lines below the names of their fields, within `width` characters. Names that are longer than any value are
 * cut first, then the widest columns, but no time. A cut text ends with an ellipsis. `--json` has all of it.
 */
export function asTable({ rows, columns }: Listing, width = DEFAULT_WIDTH): string {
  if (rows.length === 0) return 'None.\n';
  const lines = [[...columns], ...rows.map((row) => columns.map((name) => cell(row[name], { isShort: true })))];
  const wanted = columns.map((name, column) => {
    const widthIn = (some: readonly string[][]) => Math.max(...some.map((line) => line[column]?.length ?? 0));
    const hasTimes = rows.some((row) => row[name] instanceof Date);
    const values = Math.max(SHORTEST_NAME, widthIn(lines.slice(1)));
    return { full: widthIn(lines), values, least: hasTimes ? values : NARROWEST };
  });
  const widths = fitted(wanted, width - GAP.length * (columns.length - 1));
  const padded = lines.map((line) => line.map((text, column) => cut(text, widths[column] ?? 0)));
  return padded.map((line) => `${line.join(GAP).trimEnd()}\n`).join('');
}

interface Wanted {
  readonly full: number;
  /** So wide that no value is cut. */
  readonly values: number;
  /** So narrow that it still says something. */
  readonly least: number;
}

/** Takes from the widest until all fit: from names of fields first. */
function fitted(columns: readonly Wanted[], room: number): number[] {
  const fitting = columns.map(({ full }) => full);
  for (const least of ['values', 'least'] as const) narrow(fitting, columns, { least, room });
  return fitting;
}

function narrow(
  fitting: number[],
  columns: readonly Wanted[],
  { least, room }: { readonly least: 'values' | 'least'; readonly room: number },
): void {
  for (let over = fitting.reduce((sum, each) => sum + each, 0) - room; over > 0; over--) {
    const cuttable = fitting.map((width, column) => (width > (columns[column]?.[least] ?? 0) ? width : 0));
    const widest = cuttable.indexOf(Math.max(...cuttable));
    if (cuttable[widest] === 0) break;
    fitting[widest] = (fitting[widest] ?? 0) - 1;
  }
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
