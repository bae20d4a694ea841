import type { BranchKey, CascadeBranch, ConditionGroup, EdgeKey, Sentence } from '../cascade/definition.ts';
import { passLeadsTo } from '../cascade/not-comparable.ts';
import type { CascadeNode, NodeOfKind } from '../cascade/registry.ts';
import { all, NEVER, not, type Logic, type Without } from './logic.ts';
import type { End, Lead, Way, Ways } from './ways.ts';

/** Groups of a branch that are one row. */
export interface Part {
  readonly sentence: Sentence;
  readonly branch: CascadeBranch;
}

/** The groups of a branch, row by row; groups without an `id` are one. */
export function partsOf(branch: CascadeBranch = {}): readonly Part[] {
  const { group_logic: logic = 'and', condition_groups: groups = [] } = branch;
  const byId = Map.groupBy(groups, ({ id }) => id);
  const rows = byId.has(undefined) ? [groups] : [...byId.values()];
  return rows.map((own) => ({
    sentence: byId.has(undefined) && byId.size > 1 ? {} : (own[0] ?? {}),
    branch: { group_logic: logic, condition_groups: own },
  }));
}

/** All groups as one row. */
export function wholeOf(branch: CascadeBranch = {}): Part {
  const [first, ...others] = partsOf(branch);
  return { sentence: others.length === 0 ? (first?.sentence ?? {}) : {}, branch };
}

/** Rows that have to hold together are one row of those that decide, or several requirements. */
export function rowsOf(branch: CascadeBranch | undefined, isRequirement: boolean): readonly Part[] {
  return haveToHold(branch) === isRequirement ? partsOf(branch) : [wholeOf(branch)];
}

/** The logic of one group says nothing but for a row that is known: then it tells a requirement from other rows. */
function haveToHold(branch: CascadeBranch = {}): boolean {
  const { group_logic: logic = 'and', condition_groups: groups = [] } = branch;
  return logic === 'and' && (partsOf(branch).length > 1 || (groups.length === 1 && groups[0]?.id !== undefined));
}

/** A choice between two ways: what becomes of those whom its rows decide, and where everybody else goes. */
export interface Turn {
  /** The rows say what is asked for: whoever lacks it is decided. */
  readonly isRequirement: boolean;
  /** The way of the rows, and what it comes to. Null if further choices stand on both ways. */
  readonly lead: Lead | null;
  readonly keys: { readonly lead: EdgeKey; readonly next: EdgeKey };
  readonly next: Way;
  /** What the other way comes to; null if a further choice stands on it. */
  readonly rest: End | null;
}

/** Where both ways end, groups say what is asked for if they are marked so, or are rows that all have to hold. */
export function turnOf(
  ways: Ways,
  branch: CascadeBranch | undefined,
  { passes, fails, isJoined = false }: Record<'passes' | 'fails', Way> & { readonly isJoined?: boolean },
): Turn {
  const [then, otherwise] = [ways.final(passes), ways.final(fails)];
  const asksForAll = branch?.is_requirement === true || (!isJoined && haveToHold(branch));
  const isRequirement = otherwise !== null && ((otherwise.kind === 'end' && asksForAll) || then === null);
  return isRequirement
    ? {
        ...{ isRequirement, lead: { ids: fails.ids, effect: otherwise }, next: passes, rest: then },
        keys: { lead: 'fail_steps', next: 'pass_steps' },
      }
    : {
        ...{ isRequirement, lead: then === null ? null : { ids: passes.ids, effect: then }, next: fails },
        ...{ rest: otherwise, keys: { lead: 'pass_steps', next: 'fail_steps' } },
      };
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
