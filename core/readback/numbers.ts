import type { Rule } from './rules.ts';
import { rowsOf, type Table } from './table.ts';

/**
 * The number of each rule among the rows of the table, by which people know it wherever it is told. What a person decides
 * for want of a value has the number of its row; what is no row has none. Without rows rules are numbered as they stand.
 */
export function numbersOf(table: Table, rules: readonly Rule[]): ReadonlyMap<Rule, number | null> {
  const rows = rowsOf(table);
  const numberOf = new Map(rows.map(({ groups: [first] }, index) => [first, index + 1] as const));
  const numberIn = ({ row, when }: Rule): number | null =>
    row === null || when.kind === 'always' ? null : (numberOf.get(row.groups[0]) ?? null);
  return new Map(rules.map((rule, index) => [rule, rows.length === 0 ? index + 1 : numberIn(rule)] as const));
}
