/** How an answer looks on standard output: one JSON document for programs, a table for people. */

type Row = Readonly<Record<string, unknown>>;

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

/** One record: a line for each of its fields. */
export function printRecord(record: Row): void {
  const fields = Object.entries(record);
  const width = Math.max(...fields.map(([name]) => name.length));
  for (const [name, value] of fields) process.stdout.write(`${name.padEnd(width)}  ${cell(value)}\n`);
}

/** Records as lines below the names of their fields. */
export function printTable(rows: readonly Row[]): void {
  const [first] = rows;
  if (first === undefined) {
    process.stdout.write('None.\n');
    return;
  }
  const names = Object.keys(first).filter((name) => name !== 'object');
  const lines = [names, ...rows.map((row) => names.map((name) => cell(row[name])))];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  for (const line of lines) {
    process.stdout.write(
      `${line
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd()}\n`,
    );
  }
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? value.join(',') : String(value);
}
