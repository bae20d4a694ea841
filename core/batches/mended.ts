import type { FileTable } from './table.ts';

/** A corrected cell, by its line in the file and its column, counted from 0. */
export interface CellEdit {
  readonly line: number;
  readonly index: number;
  readonly text: string;
}

/** The lines with corrected cells, without those that are left out. Other cells do not change. */
export function mended(table: FileTable, edits: readonly CellEdit[], leftOut: readonly number[] = []): FileTable {
  if (edits.length === 0 && leftOut.length === 0) return table;
  const byLine = Map.groupBy(edits, ({ line }) => line);
  const without = new Set(leftOut);
  const lines = table.lines.flatMap((record) => {
    if (without.has(record.line)) return [];
    const own = byLine.get(record.line);
    if (own === undefined) return [record];
    const cells = [...record.cells];
    for (const { index, text } of own) {
      while (cells.length < index) cells.push('');
      cells[index] = text;
    }
    return [{ ...record, cells }];
  });
  const isKept = ({ line, index }: { readonly line: number; readonly index: number }) =>
    !(byLine.get(line)?.some((edit) => edit.index === index) ?? false);
  return { ...table, lines, cellFaults: table.cellFaults.filter(isKept) };
}
