import type { Json } from '../json.ts';
import type { Work } from '../work.ts';
import { BRANCH_KEYS, type Branches, type BranchKey, type CascadeCondition } from './definition.ts';
import { branchMatches } from './groups.ts';
import { holds, type ConditionOperator } from './operators/index.ts';

/** One condition as it was evaluated. A type and not an interface, so that it is plain JSON to the compiler too. */
export type ConditionTrace = {
  readonly branch: BranchKey;
  /** Index of the condition's group within the branch. */
  readonly group: number;
  /** How many conditions of the group had to hold, if the group says so. */
  readonly at_least?: number;
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
    const results = (branch.condition_groups ?? []).map((group, index) => {
      const at = { branch: name, group: index, ...(group.at_least === undefined ? {} : { at_least: group.at_least }) };
      const compared = group.conditions.map((condition) => compare(condition, at, resolveOnce, work));
      trace.push(...compared);
      return compared.map(({ result }) => result);
    });
    if (taken === undefined && branchMatches(branch, results)) taken = name;
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

function compare(
  condition: CascadeCondition,
  at: Pick<ConditionTrace, 'branch' | 'group' | 'at_least'>,
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
    ...at,
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
