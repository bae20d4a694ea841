import type { Rule } from './rules.ts';
import { rowsOf, type Table, type TableRow } from './table.ts';

/**
 * The number of each rule among the rows of the table, by which people know it wherever it is told. What a person decides
 * for want of a value has the number of its row; what is no row has none. Without rows rules are numbered as they stand.
 */
export function numbersOf(table: Table, rules: readonly Rule[]): ReadonlyMap<Rule, number | null> {
  const rows = rowsOf(table);
  return new Map(rules.map((rule, index) => [rule, rows.length === 0 ? index + 1 : numberIn(rows, rule)] as const));
}

function numberIn(rows: readonly TableRow[], rule: Rule): number | null {
  const { nodeIds, sentence, when, effect } = rule;
  if (effect.kind === 'act' || when.kind === 'always') return null;
  const isOfChoice = ({ choice }: TableRow): boolean => nodeIds.includes(choice.id);
  const own = rows.findIndex((row) => isOfChoice(row) && row.sentence.id === sentence.id && leadsAlike(row, rule));
  if (own >= 0) return own + 1;
  const asked = rows.findIndex(
    (row) => isOfChoice(row) && row.groups.some(({ on_missing: does }) => does === 'review'),
  );
  return effect.kind === 'ask' && asked >= 0 ? asked + 1 : null;
}

function leadsAlike({ lead: { effect: one } }: TableRow, { effect: other }: Rule): boolean {
  if (one.kind !== 'end' || other.kind !== 'end') return one.kind === other.kind;
  return one.sequence.decision === other.sequence.decision;
}
