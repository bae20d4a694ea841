import type { Json } from '../json.ts';
import { holdsText } from '../text-search.ts';
import type { Work } from '../work.ts';
import {
  BRANCH_KEYS,
  type Branches,
  type BranchKey,
  type CascadeBranch,
  type CascadeCondition,
  type ConditionGroup,
  type ConditionOperator,
} from './definition.ts';

/** One condition as it was evaluated. A type and not an interface, so that it is plain JSON to the compiler too. */
export type ConditionTrace = {
  readonly branch: BranchKey;
  /** Index of the condition's group within the branch. */
  readonly group: number;
  readonly source_node_id: string;
  readonly field: string;
  readonly operator: ConditionOperator;
  readonly value: string | number | boolean | null;
  readonly actual: Json;
  readonly result: boolean;
  /** There was no such field, no output, or null. */
  readonly missing: boolean;
  /** The visit whose output was read, or whose review decided `user_approved`; null for what the caller sent. */
  readonly read: VisitRef | null;
};

/** One run of a node. A type, so that it is plain JSON to the compiler too. */
export type VisitRef = { readonly node_id: string; readonly visit: number };

export interface BranchDecision {
  readonly branch: BranchKey | 'fail';
  /** Every condition of both branches, also of those after the one that matched: a notice may have to name them. */
  readonly trace: readonly ConditionTrace[];
}

/** The value that a condition asks about, undefined if there is none, and the visit that it comes from. */
export interface Reading {
  readonly value: Json | undefined;
  readonly read: VisitRef | null;
  /** The report that a variable stands for, and the field of it: a letter speaks of the report, not of the variable. */
  readonly stands?: { readonly source_node_id: string; readonly field: string };
}
export type ConditionResolver = (condition: CascadeCondition) => Reading;

/**
 * Tries `pass`, then `human_review`; a match of neither is `fail`. A value is read once, however many conditions ask
 * about it. Source: semantics 4.
 */
export function evaluateBranches(branches: Branches, resolve: ConditionResolver, work: Work): BranchDecision {
  const trace: ConditionTrace[] = [];
  const resolveOnce = readingOnce(resolve);
  let taken: BranchKey | undefined;
  for (const name of BRANCH_KEYS) {
    const branch = branches[name];
    if (branch === undefined) continue;
    const groups = (branch.condition_groups ?? []).map((group, index) => {
      const compared = group.conditions.map((condition) => compare(condition, name, index, resolveOnce, work));
      trace.push(...compared);
      return groupMatches(group, compared);
    });
    if (taken === undefined && branchMatches(branch, groups)) taken = name;
  }
  return { branch: taken ?? 'fail', trace };
}

function readingOnce(resolve: ConditionResolver): ConditionResolver {
  const known = new Map<string, Reading>();
  return (condition) => {
    const { source_node_id: id, field } = condition;
    // The length keeps `a` + `b.c` and `ab` + `.c` apart.
    const key = `${id.length}:${id}${field}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const reading = resolve(condition);
    known.set(key, reading);
    return reading;
  };
}

/** An empty list matches nothing: it must not approve anybody. */
function matches(logic: 'and' | 'or' | undefined, results: readonly boolean[]): boolean {
  if (results.length === 0) return false;
  return logic === 'or' ? results.includes(true) : !results.includes(false);
}

function groupMatches(group: ConditionGroup, traces: readonly ConditionTrace[]): boolean {
  return matches(
    group.logic,
    traces.map(({ result }) => result),
  );
}

function branchMatches(branch: CascadeBranch, groups: readonly boolean[]): boolean {
  return matches(branch.group_logic, groups);
}

function compare(
  condition: CascadeCondition,
  branch: ConditionTrace['branch'],
  group: number,
  resolve: ConditionResolver,
  work: Work,
): ConditionTrace {
  const { operator } = condition;
  const reading = resolve(condition);
  const { source_node_id, field } = reading.stands ?? condition;
  const actual = reading.value ?? null;
  const value = condition.value ?? null;
  const result = holds(operator, actual, value, work);
  return {
    branch,
    group,
    source_node_id,
    field,
    operator,
    value,
    actual,
    result,
    missing: actual === null,
    read: reading.read,
  };
}

type Scalar = string | number | boolean | null;
type Present = Exclude<Json, null>;

/**
 * Whether `actual operator value` holds. With a missing (null) actual only `is_empty` does. It costs a unit of `work`,
 * and with a list or a text as many as these are long.
 */
export function holds(operator: ConditionOperator, actual: Json, value: Scalar, work: Work): boolean {
  work.spend(1);
  if (actual === null) return operator === 'is_empty';
  if (typeof actual === 'string') work.spendOnText(actual.length);
  else if (Array.isArray(actual) && LOOKS_AT_ITEMS.has(operator)) spendOnItems(actual, work);
  return TESTS[operator](actual, value);
}

const LOOKS_AT_ITEMS: ReadonlySet<ConditionOperator> = new Set(['contains', 'not_contains']);
/** A text may be a date, and reading one takes as long as comparing four numbers. */
const UNITS_OF_TEXT_ITEM = 4;

function spendOnItems(items: readonly Json[], work: Work): void {
  work.spend(items.length);
  for (const item of items) {
    if (typeof item === 'string') work.spend(UNITS_OF_TEXT_ITEM - 1);
  }
}

const TESTS: Record<ConditionOperator, (actual: Present, value: Scalar) => boolean> = {
  equals: isEqual,
  not_equals: (actual, value) => !isEqual(actual, value),
  greater_than: (actual, value) => ordered(actual, value, (order) => order > 0),
  greater_than_or_equal: (actual, value) => ordered(actual, value, (order) => order >= 0),
  less_than: (actual, value) => ordered(actual, value, (order) => order < 0),
  less_than_or_equal: (actual, value) => ordered(actual, value, (order) => order <= 0),
  contains,
  not_contains: (actual, value) => !contains(actual, value),
  starts_with: (actual, value) => typeof actual === 'string' && value !== null && actual.startsWith(String(value)),
  ends_with: (actual, value) => typeof actual === 'string' && value !== null && actual.endsWith(String(value)),
  is_empty: isEmpty,
  is_not_empty: (actual) => !isEmpty(actual),
  is_true: (actual) => isEqual(actual, true),
  is_false: (actual) => isEqual(actual, false),
};

/**
 * A number equals a number or a numeric string, a boolean equals a boolean or the words `true` and `false`, two ISO
 * dates are equal as points in time; two other texts are equal only character by character, so that the postal codes
 * `02134` and `2134` differ.
 */
function isEqual(actual: Json, value: Scalar): boolean {
  if (actual === value) return true;
  if (typeof actual === 'number' || typeof value === 'number') {
    const [left, right] = [toNumber(actual), toNumber(value)];
    return left !== undefined && left === right;
  }
  if (typeof actual === 'boolean' || typeof value === 'boolean') {
    const [left, right] = [toBoolean(actual), toBoolean(value)];
    return left !== undefined && left === right;
  }
  const [left, right] = [toTime(actual), toTime(value)];
  return left !== undefined && left === right;
}

/** Orders numbers (numeric strings included) and ISO dates. What is neither has no order, so nothing holds. */
function ordered(actual: Json, value: Scalar, test: (order: number) => boolean): boolean {
  const order = compareValues(actual, value);
  return order !== undefined && test(order);
}

/** Above zero if `actual` is the greater one; undefined if the two have no order. */
export function compareValues(actual: Json, value: Scalar): number | undefined {
  for (const read of [toNumber, toTime]) {
    const [left, right] = [read(actual), read(value)];
    if (left !== undefined && right !== undefined) return left - right;
  }
  return undefined;
}

function contains(actual: Json, value: Scalar): boolean {
  if (Array.isArray(actual)) return actual.some((item) => isEqual(item, value));
  return typeof actual === 'string' && value !== null && holdsText(actual, String(value));
}

/** Empty text, an empty list or an object without members. A number and a boolean are never empty. */
function isEmpty(actual: Json): boolean {
  if (actual === null || actual === '') return true;
  if (Array.isArray(actual)) return actual.length === 0;
  return typeof actual === 'object' && Object.keys(actual).length === 0;
}

const NUMERIC = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/;

function toNumber(value: Json): number | undefined {
  if (typeof value === 'number') return value;
  // No number is written that long, and a list may be compared with the text item by item.
  if (typeof value !== 'string' || value.length > 400) return undefined;
  const text = value.trim();
  return NUMERIC.test(text) ? Number(text) : undefined;
}

function toBoolean(value: Json): boolean | undefined {
  if (typeof value === 'boolean') return value;
  return value === 'true' ? true : value === 'false' ? false : undefined;
}

const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[-+]\d{2}:\d{2})?)?$/;

/** Milliseconds since the epoch of an ISO 8601 date or date-time; without an offset it is meant in UTC. */
function toTime(value: Json): number | undefined {
  if (typeof value !== 'string') return undefined;
  const parts = ISO_DATE.exec(value);
  if (parts === null) return undefined;
  const [, year, month, day, offset] = parts;
  const midnight = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  // 30 February would otherwise slide into March.
  if (midnight.getUTCMonth() !== Number(month) - 1 || midnight.getUTCDate() !== Number(day)) return undefined;
  const time = Date.parse(value.length > 10 && offset === undefined ? `${value}Z` : value);
  return Number.isNaN(time) ? undefined : time;
}
