import type { Rule } from './rules.ts';
import { rowsOf, type Table } from './table.ts';

/**
 * The number of each rule in the table, by which people refer to it. A rule by which a person decides because a value
 * is missing has the number of its row. A rule that is no row has none. Without rows, rules are numbered in order.
 */
export function numbersOf(table: Table, rules: readonly Rule[]): ReadonlyMap<Rule, number | null> {
  const rows = rowsOf(table);
  const numberOf = new Map(rows.map(({ groups: [first] }, index) => [first, index + 1] as const));
  const numberIn = ({ row, when }: Rule): number | null =>
    row === null || when.kind === 'always' ? null : (numberOf.get(row.groups[0]) ?? null);
  return new Map(rules.map((rule, index) => [rule, rows.length === 0 ? index + 1 : numberIn(rule)] as const));
}
