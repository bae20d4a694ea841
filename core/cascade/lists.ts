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
  expectedKind,
  holds,
  isBlank,
  MORE_THAN,
  numberIn,
  operatorOf,
  orderedKindOf,
  type ComparableKind,
  type ConditionOperator,
  type Held,
  type Scalar,
} from './operators/index.ts';

/*
 * Conditions on lists. Each is reduced to a comparison of one figure of the list, so letters, explanations and what-ifs
 * have one value to speak of:
 * - `any f > x` is `max f > x`, and `all f > x` is `min f > x`; `<` and `<=` swap the two;
 * - `any f equals x` counts the items that meet it; `all f equals x` counts those that do not.
 *
 * Source: semantics 4.10.1.
 */

/** A comparison that decides whether an item counts. A type alias, so that it is plain JSON. */
export type ItemTest = ItemCondition & {
  /** Inverts the test: items that do not meet it count. */
  readonly not?: true;
};

/** The figure that a condition asks about, and the comparison with it. */
export interface FigureCondition {
  readonly path: ListPath;
  readonly where: readonly ItemTest[];
  readonly operator: ConditionOperator;
  readonly value: Scalar;
  /** True if every item has to meet the comparison. It then holds for an empty list. */
  readonly isOfAll: boolean;
}

/** Reduces `any` or `all` of a list to a comparison of one figure of that list. */
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
    // The count of items that do not meet the test is compared, and an empty list has none of them.
    isOfAll: false,
  };
}

/** A value that cannot be compared: its place and the kind it would need. A type alias, so that it is plain JSON. */
export type NotComparable = { readonly path: string; readonly expected: ComparableKind };

/** A figure of a list, and the number of items it covers. */
export interface FigureRead {
  /**
   * Undefined if there is no list or the figure has no value. With `range`, the figure of the items that certainly
   * count.
   */
  readonly value: Json | undefined;
  /** The number of items that count; null if there is no list. */
  readonly items: number | null;
  /** The possible values of the figure if some items have values that cannot be compared. */
  readonly range?: FigureRange;
}

/** The possible values of a figure, from `low` to `high` inclusive. A missing end is unbounded. */
export interface FigureRange {
  readonly low?: number | string;
  readonly high?: number | string;
  /** True if there may be no item with a value. */
  readonly mayBeNone: boolean;
  readonly because: NotComparable;
}

/**
 * `asOf`: the day of the report that holds the list. Costs a unit of `work` per item, plus the cost of its comparisons
 * and its member.
 */
export function figureOf(
  figure: Omit<FigureCondition, 'operator'>,
  list: Json | undefined,
  asOf: string | undefined,
  work: Work,
): FigureRead {
  const { path, where } = figure;
  if (!Array.isArray(list)) {
    const isThere = list !== undefined && list !== null && !isBlank(list);
    const range: FigureRange = { mayBeNone: false, because: { path: path.list, expected: 'list' } };
    return { value: undefined, items: null, ...(isThere ? { range } : {}) };
  }
  work.spend(list.length);
  const counted = itemsBy(list, path.list, where, asOf, work);
  const items = counted.sure.length;
  switch (path.quantifier) {
    case 'count':
      return path.item === '' ? { value: items, items, ...countRange(counted) } : { value: undefined, items };
    case 'any':
    case 'all':
      // `any` and `all` are questions and have no value of their own.
      return { value: undefined, items };
    case 'sum':
      return { items, ...sumOf(memberValues(counted, list, path, asOf, work), counted) };
    case 'max':
    case 'min':
      return { items, ...extremeOf(memberValues(counted, list, path, asOf, work), counted, figure) };
  }
}

/** The items that certainly count, and those that may count (`open`). */
interface ItemsBy {
  readonly sure: readonly Json[];
  readonly open: readonly Json[];
  /** The first member that leaves an item open. */
  readonly fault?: NotComparable;
}

function itemsBy(
  list: readonly Json[],
  listPath: string,
  where: readonly ItemTest[],
  asOf: string | undefined,
  work: Work,
): ItemsBy {
  if (where.length === 0) return { sure: list, open: [] };
  const sure: Json[] = [];
  const open: Json[] = [];
  let fault: NotComparable | undefined;
  for (const [index, item] of list.entries()) {
    const unknown = openTest(where, item, asOf, work);
    if (unknown === false) continue;
    (unknown === undefined ? sure : open).push(item);
    if (unknown === undefined || fault !== undefined) continue;
    const actual = memberOf(item, unknown.field, asOf, work) ?? null;
    const expected = expectedKind(unknown.operator, actual, unknown.value ?? null);
    fault = { path: itemPath(listPath, index, unknown.field), expected };
  }
  return { sure, open, ...(fault === undefined ? {} : { fault }) };
}

/** Undefined if the item counts, false if it does not; otherwise the first test without a result. */
function openTest(
  where: readonly ItemTest[],
  item: Json,
  asOf: string | undefined,
  work: Work,
): ItemTest | undefined | false {
  let unknown: ItemTest | undefined;
  for (const test of where) {
    const result = isMet(test, item, asOf, work);
    if (result === false) return false;
    if (result === null) unknown ??= test;
  }
  return unknown;
}

/** The items of the list that meet all the tests. */
export function itemsThatCount(
  list: Json | undefined,
  where: readonly ItemTest[],
  asOf: string | undefined,
  work: Work,
): readonly Json[] {
  return Array.isArray(list) ? itemsBy(list, '', where, asOf, work).sure : [];
}

function itemPath(list: string, index: number, member: string): string {
  return [list, index, ...(member === '' ? [] : [member])].join('.');
}

export function fieldOf({ path }: FigureCondition): string {
  return pathOf(path);
}

function isMet(
  { field, operator, value = null, not }: ItemTest,
  item: Json,
  asOf: string | undefined,
  work: Work,
): Held {
  const actual = memberOf(item, field, asOf, work) ?? null;
  const held = holds(operator, actual, value, work);
  return held === null ? null : held !== (not === true);
}

/** The values of a member, for items that count and items that may count. */
interface Values {
  readonly sure: readonly Json[];
  readonly open: readonly Json[];
  /** Number of items that may count but lack the member. */
  readonly openWithout: number;
  /** The path of such a value. */
  readonly pathOf: (value: Json) => string;
}

function memberValues(
  { sure, open }: ItemsBy,
  all: readonly Json[],
  { list, item: member }: ListPath,
  asOf: string | undefined,
  work: Work,
): Values {
  const valueOf = (item: Json) => memberOf(item, member, asOf, work) ?? null;
  const read = (items: readonly Json[]) => {
    const found: Json[] = [];
    for (const item of items) {
      const value = valueOf(item);
      if (value !== null) found.push(value);
    }
    return found;
  };
  const values = { sure: read(sure), open: read(open) };
  work.spend(values.sure.length + values.open.length);
  return {
    ...values,
    openWithout: open.length - values.open.length,
    pathOf(value) {
      const holder = [...sure, ...open].find((item) => valueOf(item) === value) ?? null;
      return itemPath(list, all.indexOf(holder), member);
    },
  };
}

type Figure = Pick<FigureRead, 'value' | 'range'>;

function countRange({ sure, open, fault }: ItemsBy): Pick<FigureRead, 'range'> {
  if (fault === undefined) return {};
  return { range: { low: sure.length, high: sure.length + open.length, mayBeNone: false, because: fault } };
}

function added(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => timesPlus(number, 1, sum), 0);
}

/** Undefined if one of them is not a number. */
function numbersIn(values: readonly Json[]): number[] | undefined {
  const numbers: number[] = [];
  for (const value of values) {
    const number = numberIn(value);
    if (number === undefined) return undefined;
    numbers.push(number);
  }
  return numbers;
}

/** The sum. An empty text leaves it without a value, and a value that is not a number cannot be added. */
function sumOf({ sure, open, pathOf: at }: Values, { fault }: ItemsBy): Figure {
  if (sure.some(isBlank)) return { value: undefined };
  const numbers = numbersIn(sure);
  if (numbers !== undefined && fault === undefined) return { value: added(numbers) };
  const bad = [...sure, ...open].find((value) => numberIn(value) === undefined && !isBlank(value));
  const mayBeNone = open.some(isBlank);
  if (bad !== undefined) {
    return { value: undefined, range: { mayBeNone, because: { path: at(bad), expected: 'number' } } };
  }
  const sum = added(numbers ?? []);
  if (fault === undefined) return { value: sum };
  const maybe = open.flatMap((value) => numberIn(value) ?? []);
  const [less, more] = [maybe.filter((number) => number < 0), maybe.filter((number) => number > 0)];
  return {
    value: sum,
    range: { low: added([sum, ...less]), high: added([sum, ...more]), mayBeNone, because: fault },
  };
}

/**
 * The highest or lowest of the values that can be ordered against the limit or, without a limit, against each other. An
 * empty text cannot. The figure of `all` is missing if an item has no value.
 */
function extremeOf(
  { sure, open, openWithout, pathOf: at }: Values,
  counted: ItemsBy,
  { path, value: asked, isOfAll }: Omit<FigureCondition, 'operator'>,
): Figure {
  // Nothing is above or below an empty text, so it does not tell the kind of the items.
  const limit = isBlank(asked) ? null : asked;
  const lacksOne = isOfAll && sure.length < counted.sure.length;
  const hasBlank = sure.some(isBlank) && (isOfAll || limit === null);
  if (lacksOne || hasBlank) return { value: undefined };
  const isHighest = path.quantifier === 'max';
  const reference = limit ?? scalarOf([...sure, ...open].find((value) => orderedKindOf(value) !== undefined));
  const hasOrder = (value: Json): value is string | number =>
    isScalar(value) && compareValues(value, reference) !== undefined;
  const own = sure.filter(hasOrder);
  const value = extremeIn(own, isHighest);
  if (own.length === sure.length && counted.fault === undefined) return { value };
  const isBad = (each: Json) => !hasOrder(each) && !isBlank(each);
  const bad = [...sure, ...open].find(isBad);
  const expected: ComparableKind = orderedKindOf(reference) ?? 'number_or_date';
  const because: NotComparable | undefined = bad === undefined ? counted.fault : { path: at(bad), expected };
  if (because === undefined) return { value };
  const all = [...own, ...open.filter(hasOrder)];
  const hasOpenBlank = open.some(isBlank);
  const isOpenEnd = bad !== undefined || (isOfAll && (openWithout > 0 || hasOpenBlank));
  const far = isOpenEnd ? undefined : extremeIn(all, isHighest);
  const near = value ?? (isOpenEnd ? undefined : extremeIn(all, !isHighest));
  const [low, high] = isHighest ? [near, far] : [far, near];
  const ends = { ...(low === undefined ? {} : { low }), ...(high === undefined ? {} : { high }) };
  const mayBeNone = (own.length === 0 && !sure.some(isBad)) || (limit === null && hasOpenBlank);
  return { value, range: { ...ends, mayBeNone, because } };
}

function extremeIn(values: readonly (string | number)[], isHighest: boolean): string | number | undefined {
  return values.reduce<string | number | undefined>((found, value) => {
    const order = found === undefined ? 1 : (compareValues(value, found) ?? 0);
    return found === undefined || (isHighest ? order > 0 : order < 0) ? value : found;
  }, undefined);
}

/**
 * True if the comparison holds for every possible value of the figure, false if for none, null if only for some.
 * `isOfAll`: it holds if there are no items.
 */
export function holdsInRange(
  { operator, value: limit, isOfAll }: Pick<FigureCondition, 'operator' | 'value' | 'isOfAll'>,
  { low, high, mayBeNone }: FigureRange,
  work: Work,
): Held {
  const ofNone = isOfAll || operatorOf(operator).holdsOfNothing === true;
  const results = [...resultsInRange(operator, limit, { low, high }, work), ...(mayBeNone ? [ofNone] : [])];
  const [first = null] = results;
  return results.every((result) => result === first) ? first : null;
}

function resultsInRange(
  operator: ConditionOperator,
  limit: Scalar,
  { low, high }: { readonly low: number | string | undefined; readonly high: number | string | undefined },
  work: Work,
): Held[] {
  const known = low ?? high;
  if (asks(operator, 'absence')) return [known === undefined ? null : holds(operator, known, limit, work)];
  if (asks(operator, 'order')) {
    const isUpwards = operatorOf(operator).range?.(0).high === Infinity;
    return [
      low === undefined ? !isUpwards : holds(operator, low, limit, work),
      high === undefined ? isUpwards : holds(operator, high, limit, work),
    ];
  }
  if (!asks(operator, 'equality') || low === undefined || high === undefined) return [null];
  const isOne = compareValues(low, high) === 0;
  const isBeyond = (compareValues(low, limit) ?? 0) > 0 || (compareValues(high, limit) ?? 0) < 0;
  return isOne || isBeyond ? [holds(operator, low, limit, work)] : [null];
}

function isScalar(value: Json): value is Exclude<Scalar, null> {
  return value !== null && typeof value !== 'object';
}

function scalarOf(value: Json | undefined): Scalar {
  return value === undefined || typeof value === 'object' ? null : value;
}
