/** Lays rows out in columns; the first row is the head. Cells may hold several lines. */
export function table(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map((cell) => cell.split('\n')));
  const columns = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...cells.flatMap((row) => (row[column] ?? ['']).map((line) => line.length))),
  );
  const rule = (left: string, middle: string, right: string) =>
    left + widths.map((width) => '─'.repeat(width + 2)).join(middle) + right;
  const lines = [rule('┌', '┬', '┐')];
  for (const [index, row] of cells.entries()) {
    if (index > 0) lines.push(rule('├', '┼', '┤'));
    const height = Math.max(...row.map((cell) => cell.length));
    for (let line = 0; line < height; line += 1) {
      lines.push(`│${widths.map((width, column) => ` ${(row[column]?.[line] ?? '').padEnd(width)} `).join('│')}│`);
    }
  }
  lines.push(rule('└', '┴', '┘'));
  return lines.join('\n');
}
