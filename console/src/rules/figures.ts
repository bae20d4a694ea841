import type { CascadeCondition } from '../../../core/cascade/definition.ts';
import { asks } from '../../../core/cascade/operators/index.ts';
import { decimal } from '../../../core/readback/predicate.ts';
import type { RowGroup, RowWhen } from '../../../core/rows/row.ts';

/* The figures of a rule's conditions, and their places. A change to a rule changes one of them. */

export type Conditions = Pick<RowWhen, 'group_logic' | 'condition_groups'>;
export type Figure = string | number;

/**
 * A place in a condition: its value, the factor or the addend of its other value, or the value of a test on list items.
 */
export interface Place {
  readonly group: number;
  readonly condition: number;
  readonly part: 'value' | 'times' | 'plus' | number;
}

export const isSamePlace = (a: Place, b: Place): boolean =>
  a.group === b.group && a.condition === b.condition && a.part === b.part;

/** All places, in order. Yes-or-no conditions and tests for missing values have no figure. */
export function placesIn({ condition_groups: groups }: Conditions): readonly Place[] {
  return groups.flatMap(({ conditions }, group) =>
    conditions.flatMap((condition, index) =>
      partsOf(condition).map((part): Place => ({ group, condition: index, part })),
    ),
  );
}

function partsOf({ value, value_from: other, where = [] }: CascadeCondition): readonly Place['part'][] {
  const items = where.flatMap((test, index) => (isFigure(test.value) ? [index] : []));
  const others = (['times', 'plus'] as const).filter((part) => other?.[part] !== undefined);
  return [...items, ...(isFigure(value) ? (['value'] as const) : []), ...others];
}

const isFigure = (value: unknown): value is Figure => typeof value === 'string' || typeof value === 'number';

export const conditionAt = ({ condition_groups: groups }: Conditions, place: Place): CascadeCondition | undefined =>
  groups[place.group]?.conditions[place.condition];

export function figureAt(when: Conditions, place: Place): Figure | undefined {
  const condition = conditionAt(when, place);
  const { part } = place;
  const found =
    typeof part === 'number'
      ? condition?.where?.[part]?.value
      : part === 'value'
        ? condition?.value
        : condition?.value_from?.[part];
  return isFigure(found) ? found : undefined;
}

export function withFigure<When extends Conditions>(when: When, place: Place, figure: Figure): When {
  const groups = when.condition_groups.map((group, index): RowGroup =>
    index === place.group
      ? {
          ...group,
          conditions: group.conditions.map((condition, at) =>
            at === place.condition ? changed(condition, place.part, figure) : condition,
          ),
        }
      : group,
  );
  return { ...when, condition_groups: groups };
}

function changed(condition: CascadeCondition, part: Place['part'], figure: Figure): CascadeCondition {
  if (part === 'value') return { ...condition, value: figure };
  if (typeof part === 'number') {
    const where = (condition.where ?? []).map((test, index) => (index === part ? { ...test, value: figure } : test));
    return { ...condition, where };
  }
  const { value_from: other } = condition;
  return other === undefined ? condition : { ...condition, value_from: { ...other, [part]: Number(figure) } };
}

/**
 * The key of a limit: two figures are the same limit if they bound the same value or are a factor of the same value.
 */
function limited(condition: CascadeCondition, { part }: Place): string {
  const { source_node_id: id, field, where = [], value_from: other } = condition;
  const of = typeof part === 'number' ? [where[part]?.field] : [];
  const items = typeof part === 'number' ? [] : where;
  return JSON.stringify([id, field, items, of, part === 'times' || part === 'plus' ? [part, other?.field] : null]);
}

/** True if it bounds a value from above or below. Equality with a figure is no limit that another rule could share. */
function isBound(condition: CascadeCondition, { part }: Place): boolean {
  const operator = typeof part === 'number' ? condition.where?.[part]?.operator : condition.operator;
  return part === 'times' || part === 'plus' || (operator !== undefined && asks(operator, 'order'));
}

/** The limits of `others` that are the same as the one at `place`. */
export function sharedWith(when: Conditions, place: Place, others: Conditions): readonly Place[] {
  const condition = conditionAt(when, place);
  const figure = figureAt(when, place);
  if (condition === undefined || figure === undefined || !isBound(condition, place)) return [];
  const own = limited(condition, place);
  return placesIn(others).filter((each) => {
    const other = conditionAt(others, each);
    return (
      other !== undefined && isBound(other, each) && limited(other, each) === own && figureAt(others, each) === figure
    );
  });
}

/** A typed number, with commas and a dollar sign; null if it is not a number. */
export function numberTyped(text: string): number | null {
  const digits = text.replaceAll(/[$,\s]/g, '');
  return /^-?(?:\d+(?:\.\d+)?|\.\d+)$/.test(digits) ? Number(digits) : null;
}

export const figureWords = (figure: Figure): string => (typeof figure === 'number' ? decimal(figure) : figure);
