import { timesPlus } from '../decimal.ts';
import type { Json } from '../json.ts';
import { memberOf } from '../products/index.ts';
import { pathOf, type ListPath } from '../quantifiers.ts';
import type { Work } from '../work.ts';
import type { ItemCondition } from './definition.ts';
import {
  asks,
  AT_MOST,
  compareValues,
  holds,
  MORE_THAN,
  numberIn,
  operatorOf,
  type ConditionOperator,
  type Scalar,
} from './operators/index.ts';

/*
 * Conditions on lists. Each is a comparison of one figure of the list, so that all that speaks of a condition afterwards
 * (letters, explanations, what would have been enough) has a value to speak of:
 * - `any f > x` is `max f > x`, and `all f > x` is `min f > x`; with the other operators that order the other way round;
 * - `any f equals x` counts the items of which that holds, and `all` those of which it does not.
 * Source: semantics 4.
 */

/** A comparison that decides whether an item counts. A type: plain JSON. */
export type ItemTest = ItemCondition & {
  /** Items count of which it does not hold. */
  readonly not?: true;
};

/** The figure that a condition asks about, and what is asked of it. */
export interface FigureCondition {
  readonly path: ListPath;
  readonly where: readonly ItemTest[];
  readonly operator: ConditionOperator;
  readonly value: Scalar;
  /** The comparison holds only if it holds of every item, so that it does of none. */
  readonly isOfAll: boolean;
}

/** A condition that asks `any` or `all` of a list, as a comparison of one figure of that list. */
export function asFigureCondition(
  path: ListPath,
  where: readonly ItemTest[],
  operator: ConditionOperator,
  value: Scalar,
): FigureCondition {
  const { quantifier, item } = path;
  const isOfAll = quantifier === 'all';
  if (quantifier !== 'any' && quantifier !== 'all') return { path, where, operator, value, isOfAll };
  if (asks(operator, 'order')) {
    const isUpwards = operatorOf(operator).range?.(0).high === Infinity;
    return { path: { ...path, quantifier: isUpwards === isOfAll ? 'min' : 'max' }, where, operator, value, isOfAll };
  }
  const own: ItemTest = {
    field: item,
    operator,
    ...(value === null ? {} : { value }),
    ...(isOfAll ? { not: true } : {}),
  };
  return {
    path: { ...path, quantifier: 'count', item: '' },
    where: [...where, own],
    operator: isOfAll ? AT_MOST : MORE_THAN,
    value: 0,
    // None of which it does not hold: of an empty list, too.
    isOfAll: false,
  };
}

/** A figure of a list, with the number of items that it is of. */
export interface FigureRead {
  /** Undefined if there is no list, or nothing to tell of it. */
  readonly value: Json | undefined;
  /** The items that count; null if there is no list. */
  readonly items: number | null;
}

/**
 * `asOf`: the day of the report that the list is of. Costs a unit of `work` for each item, and what its comparisons and its
 * member cost.
 */
export function figureOf(
  { path, where, value: limit, isOfAll }: Omit<FigureCondition, 'operator'>,
  list: Json | undefined,
  asOf: string | undefined,
  work: Work,
): FigureRead {
  if (!Array.isArray(list)) return { value: undefined, items: null };
  work.spend(list.length);
  const counted = itemsThatCount(list, where, asOf, work);
  const items = counted.length;
  const { quantifier, item: member } = path;
  if (quantifier === 'count') return { value: member === '' ? items : undefined, items };
  // Of which items something holds is no value.
  if (quantifier === 'any' || quantifier === 'all') return { value: undefined, items };
  const values = counted.flatMap((item) => present(memberOf(item, member, asOf, work)));
  if (isOfAll && values.length < items) return { value: undefined, items };
  work.spend(values.length);
  return {
    value: quantifier === 'sum' ? sumOf(values) : extremeOf(values, quantifier === 'max', limit, isOfAll),
    items,
  };
}

/** The items of the list of which all of these hold. */
export function itemsThatCount(
  list: Json | undefined,
  where: readonly ItemTest[],
  asOf: string | undefined,
  work: Work,
): readonly Json[] {
  if (!Array.isArray(list)) return [];
  return where.length === 0 ? list : list.filter((item) => where.every((test) => isMet(test, item, asOf, work)));
}

export function fieldOf({ path }: FigureCondition): string {
  return pathOf(path);
}

function isMet(
  { field, operator, value = null, not }: ItemTest,
  item: Json,
  asOf: string | undefined,
  work: Work,
): boolean {
  const actual = memberOf(item, field, asOf, work) ?? null;
  return holds(operator, actual, value, work) !== (not === true);
}

function present(value: Json | undefined): Json[] {
  return value === undefined || value === null ? [] : [value];
}

/** Of what is no number nothing can be added. */
function sumOf(values: readonly Json[]): number | undefined {
  const numbers = values.flatMap((value) => numberIn(value) ?? []);
  return numbers.length < values.length ? undefined : numbers.reduce((sum, number) => timesPlus(number, 1, sum), 0);
}

/** The highest or lowest of those that have an order with what is asked for, or, without that, with each other. */
function extremeOf(values: readonly Json[], isHighest: boolean, limit: Scalar, isOfAll: boolean): Json | undefined {
  const hasOrder = (value: Json) => isScalar(value) && compareValues(value, limit ?? scalarOf(values[0])) !== undefined;
  const ordered = values.filter(hasOrder);
  if (ordered.length < values.length && (isOfAll || limit === null)) return undefined;
  return ordered.reduce<Json | undefined>((found, value) => {
    const order = found === undefined ? 1 : (compareValues(value, scalarOf(found)) ?? 0);
    return found === undefined || (isHighest ? order > 0 : order < 0) ? value : found;
  }, undefined);
}

function isScalar(value: Json): value is Exclude<Scalar, null> {
  return value !== null && typeof value !== 'object';
}

function scalarOf(value: Json | undefined): Scalar {
  return value === undefined || typeof value === 'object' ? null : value;
}
