import type { BranchKey, CascadeBranch, ConditionGroup, Sentence } from '../cascade/definition.ts';
import { passLeadsTo } from '../cascade/not-comparable.ts';
import type { CascadeNode, NodeOfKind } from '../cascade/registry.ts';
import { all, NEVER, not, type Logic, type Without } from './logic.ts';
import type { End, Way, Ways } from './ways.ts';

/** A row among those of a choice, and what joins them. */
export interface Part {
  readonly sentence: Sentence;
  readonly logic: 'and' | 'or';
  readonly when: Logic;
  /** Whom a person decides because a value is missing. */
  readonly asked: Logic;
}

/** The groups of a branch, row by row; groups without an `id` are one. */
export function partsOf(
  branch: CascadeBranch | undefined,
): readonly (Omit<Part, 'when' | 'asked'> & { readonly branch: CascadeBranch })[] {
  const { group_logic: logic = 'and', condition_groups: groups = [] } = branch ?? {};
  const byId = Map.groupBy(groups, ({ id }) => id);
  const rows = byId.has(undefined) ? [groups] : [...byId.values()];
  return rows.map((own) => ({
    sentence: byId.has(undefined) && byId.size > 1 ? {} : (own[0] ?? {}),
    // Of one group it says nothing but for a row that is known: then it tells a requirement from other rows.
    logic: own.length === groups.length && (own.length > 1 || own[0]?.id === undefined) ? 'or' : logic,
    branch: { group_logic: logic, condition_groups: own },
  }));
}

/** Which of the two ways of a choice its rows decide. */
export interface Sides {
  readonly then: End | null;
  readonly otherwise: End | null;
  /** The rows say what is asked for: whoever lacks it is decided. */
  readonly isRequirement: boolean;
  /** All groups are one row. */
  readonly isWhole: boolean;
}

/** Where both ways end, groups say what is asked for if they are marked so, or are rows that all have to hold. */
export function sidesOf(
  ways: Ways,
  branch: CascadeBranch | undefined,
  parts: readonly Pick<Part, 'logic' | 'sentence'>[],
  { passes, fails }: Record<'passes' | 'fails', Way>,
): Sides {
  const [then, otherwise] = [ways.final(passes), ways.final(fails)];
  const [first, ...others] = parts;
  const isAnd = first?.logic === 'and';
  const asksForAll =
    branch?.is_requirement === true || (isAnd && (others.length > 0 || first.sentence.id !== undefined));
  const isRequirement = otherwise !== null && ((otherwise.kind === 'end' && asksForAll) || then === null);
  return { then, otherwise, isRequirement, isWhole: isAnd !== isRequirement };
}

type NodeAt = (id: string) => CascadeNode | undefined;

/** What rows of a branch do without a value, but for those of which a person decides. */
export function withoutOf(choice: NodeOfKind<'IfElse'>, key: BranchKey, nodeAt: NodeAt): Without {
  return ({ on_missing: asks }) => {
    if (asks === undefined) return 'fails';
    if (asks === 'goes_on') return choice.branches[key]?.group_logic === 'or' ? 'fails' : 'holds';
    const way = key === 'pass' ? passLeadsTo(choice, nodeAt) : 'further';
    return way === (asks === 'deny' ? 'denial' : 'person') ? 'holds' : 'fails';
  };
}

/** Whom a person decides because the row depends on a missing value; `conditionOf`: the row, by what it does without one. */
export function askedOfRow(
  { condition_groups: groups = [] }: CascadeBranch,
  own: Without,
  conditionOf: (without: Without) => Logic,
): Logic {
  const isAsked = (group: ConditionGroup): boolean => group.on_missing === 'review' && own(group) === 'fails';
  if (!groups.some(isAsked)) return NEVER;
  const isOne = groups.length === 1 && groups[0]?.conditions.length === 1;
  const open = conditionOf((group) => (isAsked(group) ? (isOne ? 'alone' : 'holds') : own(group)));
  return isOne ? open : all([open, not(conditionOf(own))]);
}
