import type { ConditionGroup } from '../cascade/definition.ts';
import type { JsonObject } from '../json.ts';
import { RowsRefused, type RowFault, type RowList, type RowWay } from './row.ts';
import { isSameConditions } from './conditions.ts';
import type { WantedRow } from './wanted.ts';

export const CANNOT = 'cannot be changed so in this cascade';

/** Maps a fault of the definition to its place in the request. */
export function placed(nodes: readonly JsonObject[], rows: readonly WantedRow[], fault: RowFault): RowFault {
  const [, index = '', branch = '', group = '', path = ''] =
    /^(?:definition)?\[?(\d+)\]?\.?(?:branches\.(pass|human_review)\.condition_groups\[(\d+)\])?\.?(.*)$/.exec(
      fault.field,
    ) ?? [];
  const node = nodes[Number(index)];
  const branches = node?.branches as Record<string, { condition_groups?: readonly ConditionGroup[] }> | undefined;
  const groups = branches?.[branch]?.condition_groups ?? [];
  const id = groups[Number(group)]?.id ?? (branch === 'human_review' ? `${String(node?.id)}_review` : String(node?.id));
  const row = branch === '' ? undefined : rows.find((each) => each.id === id);
  const nth = groups.slice(0, Number(group)).filter((each) => each.id === groups[Number(group)]?.id).length;
  if (row !== undefined) return { field: `${row.field}.when.condition_groups[${nth}].${path}`, message: fault.message };
  return {
    field: 'rules',
    message: `cannot be saved: ${fault.field} of the definition ${fault.message}`,
    nodeId: String(node?.id ?? ''),
  };
}

/**
 * Reads the result again and refuses it if its rows are not those that were sent, so that no change is applied in part.
 */
export function requireRows(after: RowList, rows: readonly WantedRow[], before: RowList, rest: RowWay | null): void {
  const blocks = Map.groupBy(rows, ({ block }) => block);
  const blockOf = ({ block }: Pick<WantedRow, 'block'>): boolean =>
    block !== null && (blocks.get(block)?.length ?? 0) > 1;
  const faults = rows.flatMap((row, index): readonly RowFault[] => {
    const made = after.rules[index];
    const isSameRow =
      made?.id === row.id &&
      isSameConditions(row, made) &&
      made.is_requirement === row.isRequirement &&
      made.on_missing === row.onMissing &&
      (made.block !== null) === blockOf(row) &&
      made.then.decision === row.way.then.decision &&
      made.reason === row.way.reason;
    return isSameRow ? [] : [{ field: row.field, message: CANNOT, nodeId: row.old?.at.choice.id ?? made?.id ?? '' }];
  });
  const isRestSame =
    (after.everyone_else === null) === (before.everyone_else === null) &&
    (rest === null || after.everyone_else?.then.decision === rest.then.decision);
  if (faults.length === 0 && after.rules.length === rows.length && isRestSame) return;
  throw new RowsRefused(
    faults.length > 0 ? faults : [{ field: 'everyone_else', message: CANNOT, nodeId: after.no_rules?.node_id ?? '' }],
  );
}
