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
 * Conditions on lists. Each is a comparison of one figure of the list, so that all that speaks of a condition afterwards
 * (letters, explanations, what would have been enough) has a value to speak of:
 * - `any f > x` is `max f > x`, and `all f > x` is `min f > x`; with the other operators that order the other way round;
 * - `any f equals x` counts the items of which that holds, and `all` those of which it does not.
 * Source: semantics 4.10.1.
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

/** A value that cannot be compared: where it stands, and what it would have to be. A type: plain JSON. */
export type NotComparable = { readonly path: string; readonly expected: ComparableKind };

/** A figure of a list, with the number of items that it is of. */
export interface FigureRead {
  /** Undefined if there is no list, or nothing to tell of it. With `range`, that of the items that certainly count. */
  readonly value: Json | undefined;
  /** The items that count; null if there is no list. */
  readonly items: number | null;
  /** What the figure may be, if items have values that cannot be compared. */
  readonly range?: FigureRange;
}

/** The values that a figure may have, those in between included. An end that is left out is open. */
export interface FigureRange {
  readonly low?: number | string;
  readonly high?: number | string;
  /** There may be no item that has a value. */
  readonly mayBeNone: boolean;
  readonly because: NotComparable;
}

/**
 * `asOf`: the day of the report that the list is of. Costs a unit of `work` for each item, and what its comparisons and its
 * member cost.
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

/** The items that count, and the items that may count (`open`). */
interface ItemsBy {
  readonly sure: readonly Json[];
  readonly open: readonly Json[];
  /** The first member for which an item is open. */
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

/** Undefined if the item counts, false if it does not; else the first test without a result. */
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

/** The items of the list of which all of these hold. */
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

/** The values of a member, of items that count and of those that may. */
interface Values {
  readonly sure: readonly Json[];
  readonly open: readonly Json[];
  /** Items that may count, without the member. */
  readonly openWithout: number;
  /** Where such a value stands. */
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

/** Undefined if one of them is no number. */
function numbersIn(values: readonly Json[]): number[] | undefined {
  const numbers: number[] = [];
  for (const value of values) {
    const number = numberIn(value);
    if (number === undefined) return undefined;
    numbers.push(number);
  }
  return numbers;
}

/** An empty text leaves a sum without a value; of what is no number nothing can be added. */
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
 * The highest or lowest of those that have an order with what is asked for, or, without that, with each other. An empty
 * text has none. The figure of `all` is missing if an item has no value.
 */
function extremeOf(
  { sure, open, openWithout, pathOf: at }: Values,
  counted: ItemsBy,
  { path, value: asked, isOfAll }: Omit<FigureCondition, 'operator'>,
): Figure {
  // Nothing is above or below an empty text, so it says nothing of what the items are.
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
 * True if a comparison holds for every value that the figure may have; null if only for some. `isOfAll`: true of no items.
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
