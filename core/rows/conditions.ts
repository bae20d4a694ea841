import type { CascadeCondition, ConditionGroup } from '../cascade/definition.ts';
import { isSame } from './draft.ts';
import { presentGroup } from './present.ts';
import type { Row, RowGroup } from './row.ts';

/* Compares and merges the conditions of rows with the stored ones. */

/** The logic that joins groups matters only if there are several. */
export function isSameConditions(
  { logic, groups }: { readonly logic: 'and' | 'or'; readonly groups: readonly RowGroup[] },
  { when }: Pick<Row, 'when'>,
): boolean {
  const isSameLogic = groups.length < 2 || logic === when.group_logic;
  return isSameLogic && isSame(groups.map(plainGroup), when.condition_groups.map(plainGroup));
}

const plainGroup = (group: RowGroup): unknown => {
  const { logic, at_least: needed, conditions } = presentGroup(group);
  return [needed ?? (conditions.length < 2 ? null : logic), conditions.map(plainCondition)];
};

const plainCondition = ({
  source_node_id: source,
  field,
  where,
  operator,
  value,
  value_from: other,
}: CascadeCondition) => [
  ...[source, field, where ?? null, operator, value ?? null],
  other === undefined ? null : [other.source_node_id, other.field, other.times ?? null, other.plus ?? null],
];

export function mergedLogic(own: ConditionGroup, group: RowGroup): Pick<Partial<ConditionGroup>, 'logic' | 'at_least'> {
  const [before, now] = [presentGroup(own), presentGroup(group)];
  return before.logic === now.logic && before.at_least === now.at_least
    ? {}
    : { logic: now.logic, at_least: now.at_least };
}

/** Members of a condition other than its comparison are kept. */
export function mergedConditions(
  before: readonly CascadeCondition[],
  now: readonly CascadeCondition[],
): readonly CascadeCondition[] {
  if (before.length !== now.length) return now;
  return now.map((condition, index) => {
    const own = before[index];
    if (own === undefined || isSame(plainCondition(own), plainCondition(condition))) return own ?? condition;
    const { where: _where, value: _value, value_from: _other, ...others } = own;
    const isSameMembers = ['where', 'value', 'value_from'].every(
      (key) => Object.hasOwn(own, key) === Object.hasOwn(condition, key),
    );
    return isSameMembers ? { ...own, ...condition } : { ...others, ...condition };
  });
}
