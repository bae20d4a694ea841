import type { CascadeCondition, ItemCondition, ValueSource } from '../../../../core/cascade/definition.ts';
import type { IfElseNode } from '../../../../core/cascade/nodes/if-else.ts';
import type { Json, JsonObject } from '../../../../core/json.ts';

/*
 * Conditions on lists as comparisons of one figure, written a second time from semantics 4.10.1. The lists of the
 * cases are there, and each of their items has each member.
 */
const WORDS = /^(.+)\.(any|all|count|sum|max|min)(?:\.(.+))?$/;
const UPWARDS = ['greater_than', 'greater_than_or_equal'];
const DOWNWARDS = ['less_than', 'less_than_or_equal'];

/** The items that a figure counts, as the trace has them. */
type Test = ItemCondition & { readonly not?: true };

export type Figure = CascadeCondition & {
  /** True for a condition that holds for an empty list, although there is no highest or lowest value. */
  readonly isOfAll?: true;
};

/** The condition itself, if it is on no list. */
export function figureOf(condition: CascadeCondition): Figure {
  const [, list, word, member] = WORDS.exec(condition.field) ?? [];
  if (list === undefined || (word !== 'any' && word !== 'all')) return condition;
  const { operator, value = null, where = [] } = condition;
  const isAll = word === 'all';
  if ([...UPWARDS, ...DOWNWARDS].includes(operator)) {
    const isHighest = UPWARDS.includes(operator) !== isAll;
    const field = `${list}.${isHighest ? 'max' : 'min'}.${member ?? ''}`.replace(/\.$/, '');
    return { ...condition, field, ...(isAll ? { isOfAll: true as const } : {}) };
  }
  const test: Test = {
    field: member ?? '',
    operator,
    ...(value === null ? {} : { value }),
    ...(isAll ? { not: true as const } : {}),
  };
  return {
    ...condition,
    field: `${list}.count`,
    where: [...where, test],
    operator: isAll ? 'less_than_or_equal' : 'greater_than',
    value: 0,
  };
}

/** Asked for again and again of the same choice. */
const figured = new WeakMap<IfElseNode, IfElseNode>();

export function withFigures(choice: IfElseNode): IfElseNode {
  const known = figured.get(choice);
  if (known !== undefined) return known;
  const made = figuresOf(choice);
  figured.set(choice, made);
  // Its figures are figures already.
  figured.set(made, made);
  return made;
}

function figuresOf(choice: IfElseNode): IfElseNode {
  const branches = Object.fromEntries(
    Object.entries(choice.branches).map(([key, branch]) => [
      key,
      {
        ...branch,
        condition_groups: branch.condition_groups?.map((group) => ({
          ...group,
          conditions: group.conditions.map(figureOf),
        })),
      },
    ]),
  );
  return { ...choice, branches } as IfElseNode;
}

/** The value of a field, or of a figure of a list, in a report or an applicant. */
export function readIn(data: JsonObject, { field, where = [] }: Pick<CascadeCondition, 'field' | 'where'>): Json {
  const key = keyOfFigure({ field, where });
  if (Object.hasOwn(data, key)) return data[key] ?? null;
  const [, list, word, member] = WORDS.exec(field) ?? [];
  if (list === undefined) return data[field] ?? null;
  const items = (data[list] as JsonObject[]).filter((item) =>
    (where as readonly Test[]).every((test) => isMet(item, test) !== (test.not === true)),
  );
  const values = items.map((item) => (member === undefined ? item : item[member])).map(Number);
  if (word === 'count') return items.length;
  if (word === 'sum') return values.reduce((sum, value) => sum + value, 0);
  if (values.length === 0) return null;
  return word === 'max' ? Math.max(...values) : Math.min(...values);
}

function isMet(item: JsonObject, { field, operator, value }: Test): boolean {
  switch (operator) {
    case 'equals':
      return item[field] === value;
    case 'not_equals':
      return item[field] !== value;
    case 'less_than':
      return Number(item[field]) < Number(value);
    default:
      throw new Error(`the cases have no ${operator} of an item`);
  }
}

type Named = ValueSource & Pick<CascadeCondition, 'where'>;
const keys = new WeakMap<Named, string>();

/** A key that two figures share exactly if they are one. */
export function keyOfValue(value: Named): string {
  const known = keys.get(value);
  if (known !== undefined) return known;
  const key = `${value.source_node_id}.${keyOfFigure(value)}`;
  keys.set(value, key);
  return key;
}

export function keyOfFigure({ field, where = [] }: Pick<Named, 'field' | 'where'>): string {
  return `${field}${where.length === 0 ? '' : JSON.stringify(where)}`;
}
