import { BRANCH_KEYS, type CascadeCondition, type ValueSource } from '../../../../core/cascade/definition.ts';
import type { IfElseNode } from '../../../../core/cascade/nodes/if-else.ts';
import type { Json } from '../../../../core/json.ts';
import { keyOfValue, withFigures, type Figure } from './figures.ts';
import { matches } from './words.ts';

/*
 * Finds what decided at one choice, as a second implementation of semantics 10.20. Every value of every field that the
 * choice reads is tried with every other. Slow, for choices that read few fields.
 */
type Outcome = 'pass' | 'human_review' | 'fail';

/** The fields of a choice as `node.field`, and what was read of each. */
export type Read = ReadonlyMap<string, Json>;

const MOST_ASSIGNMENTS = 400_000;

export function fieldOf(value: ValueSource & Pick<CascadeCondition, 'where'>): string {
  return keyOfValue(value);
}

function conditionsOf({ branches }: IfElseNode): readonly CascadeCondition[] {
  return BRANCH_KEYS.flatMap((key) => (branches[key]?.condition_groups ?? []).flatMap(({ conditions }) => conditions));
}

/**
 * The smallest sets of fields whose other values lead to a better outcome, each in order; undefined if there are too many
 * to try.
 */
export function smallestReversals(
  choice: IfElseNode,
  read: Read,
  better: readonly string[],
  options: Options,
): readonly (readonly string[])[] | undefined {
  return reversalsOf(withFigures(choice), read, better, options);
}

interface Options {
  readonly isPassGood: boolean;
  /** True if an earlier choice decides as badly with it, so that the value is not tried. */
  readonly isDeniedBefore: (field: string, value: Json) => boolean;
}

function reversalsOf(
  choice: IfElseNode,
  read: Read,
  better: readonly string[],
  { isPassGood, isDeniedBefore }: Options,
): readonly (readonly string[])[] | undefined {
  const counts = (values: Read) => {
    const outcome = outcomeWith(choice, values);
    return better.includes(outcome) && !(isPassGood && outcome === 'human_review' && isWorseOff(choice, read, values));
  };
  const fields = [...read.keys()];
  const values = triedValues(choice, fields, read).map(([actual = null, ...others], at) => [
    actual,
    ...others.filter((value) => !isDeniedBefore(fields[at] ?? '', value)),
  ]);
  if (values.reduce((product, each) => product * each.length, 1) > MOST_ASSIGNMENTS) return undefined;
  const enough = new Set<number>();
  const assignment = new Map<string, Json>();
  const assign = (index: number, changed: number): void => {
    // Fewer fields are enough: these are none of the smallest sets.
    for (const set of enough) if ((changed & set) === set) return;
    const field = fields[index];
    if (field === undefined) {
      if (counts(assignment)) enough.add(changed);
      return;
    }
    for (const [at, value] of (values[index] ?? []).entries()) {
      assignment.set(field, value);
      assign(index + 1, at === 0 ? changed : changed | (1 << index));
    }
  };
  assign(0, 0);
  const smallest = [...enough].filter((set) => ![...enough].some((other) => other !== set && (other & set) === other));
  return smallest.map((set) => fields.filter((_field, index) => (set & (1 << index)) !== 0));
}

/** A value that the approval does not take instead of one that it takes, or no value instead of one. */
function isWorseOff({ branches }: IfElseNode, before: Read, after: Read): boolean {
  const own = (key: 'pass' | 'human_review') =>
    (branches[key]?.condition_groups ?? []).flatMap(({ conditions }) => conditions);
  const holds = (condition: CascadeCondition, values: Read) => isMet(condition, values);
  return (
    own('pass').some((condition) => holds(condition, before) && !holds(condition, after)) ||
    own('human_review').some(
      (condition) => condition.operator === 'is_empty' && !holds(condition, before) && holds(condition, after),
    )
  );
}

/**
 * The values that were read come first, then one on each side of each threshold. Absence counts where the choice asks
 * for it.
 */
function valuesOf(choice: IfElseNode, field: string, actual: Json): readonly Json[] {
  const own = conditionsOf(choice).filter((condition) => fieldOf(condition) === field);
  const named = own.flatMap(({ operator, value = null }): Json[] => {
    if (operator === 'is_true' || operator === 'is_false') return [true, false];
    if (operator === 'is_empty') return [null, 0];
    if (value === null) return [];
    const limit = Number(value);
    return [limit - 0.5, limit, limit + 0.5];
  });
  return [actual, ...[...new Set(named)].filter((value) => value !== actual)];
}

export function outcomeWith(choice: IfElseNode, values: ReadonlyMap<string, Json>): Outcome {
  const { branches } = withFigures(choice);
  for (const key of BRANCH_KEYS) {
    const branch = branches[key];
    if (branch === undefined) continue;
    const own = (branch.condition_groups ?? []).flatMap(({ conditions }) => conditions);
    const isMatch = matches(
      branch,
      own.map((condition) => isMet(condition, values)),
    );
    if (isMatch) return key;
  }
  return 'fail';
}

/** The value with which a condition compares; undefined if there is none. */
function limitOf({ value = null, value_from: from }: CascadeCondition, values: Read): Json | undefined {
  if (from === undefined) return value;
  const other = values.get(fieldOf(from)) ?? null;
  return other === null ? undefined : computed(from, other);
}

function computed({ times = 1, plus = 0 }: { readonly times?: number; readonly plus?: number }, other: Json): number {
  return Number((Number(other) * times + plus).toFixed(6));
}

/**
 * The values of each field: those around the thresholds, and those around each value of a field with which it is
 * compared. Two rounds of all values.
 */
function triedValues(choice: IfElseNode, fields: readonly string[], read: Read): (readonly Json[])[] {
  const tried = new Map(fields.map((field) => [field, valuesOf(choice, field, read.get(field) ?? null)]));
  const pairs = conditionsOf(choice).flatMap(({ value_from: from, ...own }) =>
    from === undefined ? [] : [{ own: fieldOf(own), other: fieldOf(from), from }],
  );
  const add = (field: string, limits: readonly number[]) => {
    const about = limits.flatMap((limit) => [limit - 0.5, limit, limit + 0.5]);
    tried.set(field, [...new Set([...(tried.get(field) ?? []), ...about])]);
  };
  const numbers = (field: string) => (tried.get(field) ?? []).filter((value) => typeof value === 'number');
  // If both values are unknown, any that fit each other will do.
  for (const { own, other } of pairs) {
    if (numbers(own).length > 0 || numbers(other).length > 0) continue;
    for (const field of [own, other]) tried.set(field, [...(tried.get(field) ?? []), 1]);
  }
  for (let round = 0; round < 2 && pairs.length > 0; round += 1) {
    const met = pairs.flatMap(({ own, other, from }) => [
      { field: own, limits: numbers(other).map((value) => computed(from, value)) },
      { field: other, limits: numbers(own).map((value) => (value - (from.plus ?? 0)) / (from.times ?? 1)) },
    ]);
    for (const { field, limits } of met) add(field, limits);
  }
  return fields.map((field) => tried.get(field) ?? []);
}

export function isMet(condition: Figure, values: Read): boolean {
  const { operator } = condition;
  const actual = values.get(fieldOf(condition)) ?? null;
  const value = limitOf(condition, values);
  if (actual === null) return operator === 'is_empty' || condition.isOfAll === true;
  if (value === undefined) return false;
  const [left, right] = [Number(actual), Number(value)];
  switch (operator) {
    case 'is_empty':
      return false;
    case 'is_true':
      return actual === true;
    case 'is_false':
      return actual === false;
    case 'greater_than':
      return left > right;
    case 'greater_than_or_equal':
      return left >= right;
    case 'less_than':
      return left < right;
    case 'less_than_or_equal':
      return left <= right;
    case 'equals':
      return left === right;
    case 'not_equals':
      return left !== right;
    default:
      throw new Error(`the cases have no ${operator}`);
  }
}
