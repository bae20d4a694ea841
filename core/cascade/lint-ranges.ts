import type { JsonSchema } from '../json.ts';
import { quote } from './checks.ts';
import { BRANCH_KEYS, type BranchKey, type CascadeBranch, type CascadeCondition } from './definition.ts';
import { neededOf } from './groups.ts';
import { exclude, operatorOf, rangeOf } from './operators/index.ts';

/**
 * Comparisons of numbers that can never hold: one outside the field's range, or two that exclude each other. A missing
 * value makes every operator but `is_empty` false (semantics 4.3.2), so `is_empty` excludes all others.
 */

/** The message for a comparison with a number outside the range of the field's schema; undefined if it can hold. */
export function beyondRange(condition: CascadeCondition, schema: JsonSchema | undefined): string | undefined {
  const range = rangeOf(condition.operator, condition.value);
  const { minimum, maximum } = schema ?? {};
  const [low, high] = [Number(minimum ?? -Infinity), Number(maximum ?? Infinity)];
  if (range === undefined || !exclude(range, { low, high, lowIncluded: true, highIncluded: true })) return undefined;
  const between =
    typeof minimum === 'number' && typeof maximum === 'number'
      ? `from ${minimum} to ${maximum}`
      : typeof minimum === 'number'
        ? `at least ${minimum}`
        : `at most ${String(maximum)}`;
  return `${quote(condition.field)} is ${between}, so ${said(condition)} never holds.`;
}

/** Warns of branches with two conditions that never both hold; if the groups are joined by `or`, of such groups. */
export function contradictions(
  branches: Readonly<Partial<Record<BranchKey, CascadeBranch>>>,
  isNumber: (condition: CascadeCondition) => boolean,
): string[] {
  return BRANCH_KEYS.flatMap((key) => {
    const { condition_groups: groups = [], group_logic: logic } = branches[key] ?? {};
    const needed = groups.map((group) =>
      neededOf(group) < group.conditions.length ? [] : group.conditions.filter(isNumber),
    );
    const isEither = logic === 'or' && groups.length > 1;
    const together = isEither ? needed : [needed.flat()];
    return together.flatMap((conditions, index) => {
      const pair = exclusivePair(conditions);
      if (pair === undefined) return [];
      const [one, other] = pair;
      const what = isEither ? `\`branches.${key}.condition_groups[${index}]\`` : `The branch \`${key}\``;
      return [`${what} never matches: ${said(one)} and ${said(other)} never both hold for ${quote(one.field)}.`];
    });
  });
}

function exclusivePair(conditions: readonly CascadeCondition[]): [CascadeCondition, CascadeCondition] | undefined {
  const bySource = Map.groupBy(conditions.filter(asksOneValue), ({ source_node_id: id, field, where }) =>
    JSON.stringify([id, field, where]),
  );
  for (const same of bySource.values()) {
    // A field has few conditions, so comparing all pairs is cheap enough.
    for (const [index, one] of same.slice(0, MAX_COMPARED).entries()) {
      const other = same.slice(index + 1, MAX_COMPARED).find((each) => neverBoth(one, each));
      if (other !== undefined) return [one, other];
    }
  }
  return undefined;
}

/** False for `any` and `all`, which do not ask about one value: different items may satisfy different conditions. */
function asksOneValue({ field }: CascadeCondition): boolean {
  return !field.split('.').some((segment) => segment === 'any' || segment === 'all');
}

/** Most conditions on one field that are compared. The work is quadratic. */
const MAX_COMPARED = 20;

function neverBoth(one: CascadeCondition, other: CascadeCondition): boolean {
  const [first, second] = [operatorOf(one.operator), operatorOf(other.operator)];
  if (first.holdsOfNothing || second.holdsOfNothing) return first.holdsOfNothing !== second.holdsOfNothing;
  const [a, b] = [one, other].map(({ operator, value }) => rangeOf(operator, value));
  return a !== undefined && b !== undefined && exclude(a, b);
}

function said({ operator, value }: CascadeCondition): string {
  return value === undefined || value === null ? operator : `${operator} ${String(value).slice(0, 80)}`;
}
