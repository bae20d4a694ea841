import type {
  CascadeBranch,
  CascadeCondition,
  ConditionGroup,
  ConditionOperator,
  IfElseNode,
} from './definition/types.ts';
import type { Json } from './json.ts';

/** One condition as it was looked at. A type and not an interface, so that it is plain JSON to the compiler too. */
export type ConditionTrace = {
  readonly branch: 'pass' | 'human_review';
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
};

export interface BranchDecision {
  readonly branch: 'pass' | 'human_review' | 'fail';
  /** Every condition of every branch that was tried: a match of one does not hide the others of its branch. */
  readonly trace: readonly ConditionTrace[];
}

/** Gives the value that a condition asks about, or undefined where there is none. */
export type ConditionResolver = (condition: CascadeCondition) => Json | undefined;

const BRANCHES_IN_ORDER = ['pass', 'human_review'] as const;

/** Tries `pass`, then `human_review`; a match of neither is `fail`. Source: api-decisions section 6. */
export function evaluateBranches(node: IfElseNode, resolve: ConditionResolver): BranchDecision {
  const trace: ConditionTrace[] = [];
  for (const name of BRANCHES_IN_ORDER) {
    const branch = node.branches[name];
    if (branch === undefined) continue;
    const groups = (branch.condition_groups ?? []).map((group, index) => {
      const looked = group.conditions.map((condition) => look(condition, name, index, resolve));
      trace.push(...looked);
      return groupMatches(group, looked);
    });
    if (branchMatches(branch, groups)) return { branch: name, trace };
  }
  return { branch: 'fail', trace };
}

/** What has no conditions matches nothing: an empty list must not approve anybody. */
function matches(logic: 'and' | 'or' | undefined, results: readonly boolean[]): boolean {
  if (results.length === 0) return false;
  return logic === 'or' ? results.includes(true) : !results.includes(false);
}

function groupMatches(group: ConditionGroup, looked: readonly ConditionTrace[]): boolean {
  return matches(
    group.logic,
    looked.map(({ result }) => result),
  );
}

function branchMatches(branch: CascadeBranch, groups: readonly boolean[]): boolean {
  return matches(branch.group_logic, groups);
}

function look(
  condition: CascadeCondition,
  branch: ConditionTrace['branch'],
  group: number,
  resolve: ConditionResolver,
): ConditionTrace {
  const { source_node_id, field, operator } = condition;
  const actual = resolve(condition) ?? null;
  const value = condition.value ?? null;
  const result = holds(operator, actual, value);
  return { branch, group, source_node_id, field, operator, value, actual, result, missing: actual === null };
}

type Scalar = string | number | boolean | null;
type Present = Exclude<Json, null>;

/** Whether `actual operator value` holds. With a missing (null) actual only `is_empty` does. */
export function holds(operator: ConditionOperator, actual: Json, value: Scalar): boolean {
  if (actual === null) return operator === 'is_empty';
  return TESTS[operator](actual, value);
}

const TESTS: Record<ConditionOperator, (actual: Present, value: Scalar) => boolean> = {
  equals: isEqual,
  not_equals: (actual, value) => !isEqual(actual, value),
  greater_than: (actual, value) => compared(actual, value, (order) => order > 0),
  greater_than_or_equal: (actual, value) => compared(actual, value, (order) => order >= 0),
  less_than: (actual, value) => compared(actual, value, (order) => order < 0),
  less_than_or_equal: (actual, value) => compared(actual, value, (order) => order <= 0),
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
function compared(actual: Json, value: Scalar, test: (order: number) => boolean): boolean {
  for (const read of [toNumber, toTime]) {
    const [left, right] = [read(actual), read(value)];
    if (left !== undefined && right !== undefined) return test(left - right);
  }
  return false;
}

function contains(actual: Json, value: Scalar): boolean {
  if (Array.isArray(actual)) return actual.some((item) => isEqual(item, value));
  return typeof actual === 'string' && value !== null && actual.includes(String(value));
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
  if (typeof value !== 'string') return undefined;
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
