/** Output of a command: one JSON document for programs, a table for people. */

export type Row = Readonly<Record<string, unknown>>;

export function asJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** One record: a line for each of its fields. */
export function asRecord(record: Row): string {
  const fields = Object.entries(record);
  const width = Math.max(...fields.map(([name]) => name.length));
  return fields.map(([name, value]) => `${name.padEnd(width)}  ${cell(value)}\n`).join('');
}

/** Records as lines below the names of their fields. */
export function asTable(rows: readonly Row[]): string {
  const [first] = rows;
  if (first === undefined) return 'None.\n';
  const names = Object.keys(first).filter((name) => name !== 'object');
  const lines = [names, ...rows.map((row) => names.map((name) => cell(row[name])))];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const padded = lines.map((line) => line.map((text, column) => text.padEnd(widths[column] ?? 0)));
  return padded.map((line) => `${line.join('  ').trimEnd()}\n`).join('');
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? value.join(',') : String(value);
}
