import type { BranchKey, CascadeBranch, ConditionGroup, EdgeKey, Sentence } from '../cascade/definition.ts';
import { stepsAfterApproval } from '../cascade/nodes/if-else.ts';
import { passLeadsTo } from '../cascade/not-comparable.ts';
import type { CascadeNode, NodeOfKind } from '../cascade/registry.ts';
import { all, NEVER, not, type Logic, type Without } from './logic.ts';
import type { End, Lead, Sequence, Way, Ways } from './ways.ts';

/*
 * The rows of one choice: the groups of each row, and where it leads. Readings use their logic (`rules.ts`); showing
 * and editing rows uses their nodes and edges (`table.ts`).
 */

type Choice = NodeOfKind<'IfElse'>;

/** The groups of a branch that form one row. */
interface Part {
  readonly sentence: Sentence;
  readonly branch: CascadeBranch;
}

/** The groups of a branch by row; groups without an `id` form one row. */
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

/** Rows that must hold together are a single deciding row, or several requirements. */
function rowsOf(branch: CascadeBranch | undefined, isRequirement: boolean): readonly Part[] {
  return haveToHold(branch) === isRequirement ? partsOf(branch) : [wholeOf(branch)];
}

/** The logic of a single group has no effect, except that in a known row it marks a requirement. */
function haveToHold(branch: CascadeBranch = {}): boolean {
  const { group_logic: logic = 'and', condition_groups: groups = [] } = branch;
  return logic === 'and' && (partsOf(branch).length > 1 || (groups.length === 1 && groups[0]?.id !== undefined));
}

/** A row, with its groups of the branch. */
export interface PlacedRow {
  readonly sentence: Sentence;
  readonly choice: Choice;
  readonly branch: 'pass' | 'human_review';
  readonly logic: 'and' | 'or';
  readonly groups: readonly ConditionGroup[];
  /** True if the row decides applicants who do not meet its conditions. */
  readonly isRequirement: boolean;
  readonly lead: Lead;
}

/** A choice, or several that decide together, with the ways they lead to. */
export interface Joint {
  readonly choice: Choice;
  readonly last: Choice;
  readonly yes: readonly string[];
  readonly no: readonly string[];
}

export const jointOf = (choice: Choice): Joint => ({
  ...{ choice, last: choice, yes: choice.pass_steps ?? [], no: choice.fail_steps ?? [] },
});

interface TwoWays {
  /** Null if there are further choices on both ways. */
  readonly rows: readonly PlacedRow[] | null;
  readonly isRequirement: boolean;
  readonly keys: { readonly lead: EdgeKey; readonly next: EdgeKey };
  readonly passes: Way;
  readonly fails: Way;
  /** The way of everybody whom no row decides. */
  readonly next: Way;
  /** The end of that way; null if there is a further choice on it. */
  readonly rest: End | null;
}

/**
 * True if the rows of `pass` are requirements. If both ways end, the rows are requirements if their groups are marked
 * so, or if all rows have to hold.
 */
export function isAskedFor(
  branch: CascadeBranch | undefined,
  {
    then,
    otherwise,
    isJoined = false,
  }: { readonly then: End | null; readonly otherwise: End | null; readonly isJoined?: boolean },
): boolean {
  const asksForAll = branch?.is_requirement === true || (!isJoined && haveToHold(branch));
  return otherwise !== null && ((otherwise.kind === 'end' && asksForAll) || then === null);
}

/** The rows of a choice that has no review. */
export function twoWaysOf(ways: Ways, { choice, last, yes, no }: Joint): TwoWays {
  const { pass: branch } = choice.branches;
  const [passes, fails] = [
    { from: choice.id, ids: yes },
    { from: last.id, ids: no },
  ];
  const isJoined = last !== choice;
  const [then, otherwise] = [ways.final(passes), ways.final(fails)];
  const isRequirement = isAskedFor(branch, { then, otherwise, isJoined });
  const [effect, ids] = isRequirement ? [otherwise, no] : [then, yes];
  const parts = isJoined ? [wholeOf(branch)] : rowsOf(branch, isRequirement);
  return {
    rows:
      effect === null
        ? null
        : parts.map((part) => placed(choice, 'pass', part, { isRequirement, lead: { ids, effect } })),
    ...{ isRequirement, passes, fails },
    ...(isRequirement
      ? { next: passes, rest: then, keys: { lead: 'fail_steps', next: 'pass_steps' } }
      : { next: fails, rest: otherwise, keys: { lead: 'pass_steps', next: 'fail_steps' } }),
  };
}

interface ThreeWays {
  readonly passes: Way;
  readonly fails: Way;
  readonly approved: Way;
  /** The ends of the ways after which nothing more is decided. */
  readonly ends: Readonly<Record<'passes' | 'fails' | 'approved', Sequence | null>>;
  /** Rows of `pass`; null if there are further choices on its way. */
  readonly passing: readonly PlacedRow[] | null;
  readonly asking: PlacedRow;
}

/** The rows of a choice between `pass`, `human_review`, and neither of them. */
export function threeWaysOf(ways: Ways, choice: Choice): ThreeWays {
  const { pass, human_review: review } = choice.branches;
  const wayOf = (ids: readonly string[] = []): Way => ({ from: choice.id, ids });
  const [passes, fails, approved] = [
    wayOf(choice.pass_steps),
    wayOf(choice.fail_steps),
    wayOf(stepsAfterApproval(choice)),
  ];
  const ends = { passes: ways.end(passes), fails: ways.end(fails), approved: ways.end(approved) };
  const { passes: sequence } = ends;
  const isRequirement = false;
  const lead: Lead | null = sequence === null ? null : { ids: passes.ids, effect: { kind: 'end', sequence } };
  const asks: Lead = { ids: [choice.id], effect: ways.asking(choice, { approved, denied: fails }) };
  return {
    ...{ passes, fails, approved, ends },
    passing:
      lead === null ? null : rowsOf(pass, false).map((part) => placed(choice, 'pass', part, { isRequirement, lead })),
    asking: placed(choice, 'human_review', wholeOf(review), { isRequirement, lead: asks }),
  };
}

const placed = (
  choice: Choice,
  branch: PlacedRow['branch'],
  { sentence, branch: { group_logic: logic = 'and', condition_groups: groups = [] } }: Part,
  way: Pick<PlacedRow, 'isRequirement' | 'lead'>,
): PlacedRow => ({ sentence, choice, branch, logic, groups, ...way });

type NodeAt = (id: string) => CascadeNode | undefined;

/** Behavior of a branch's rows without a value, except those that ask a person. */
export function withoutOf(choice: NodeOfKind<'IfElse'>, key: BranchKey, nodeAt: NodeAt): Without {
  return ({ on_missing: asks }) => {
    if (asks === undefined) return 'fails';
    if (asks === 'goes_on') return choice.branches[key]?.group_logic === 'or' ? 'fails' : 'holds';
    const way = key === 'pass' ? passLeadsTo(choice, nodeAt) : 'further';
    return way === (asks === 'deny' ? 'denial' : 'person') ? 'holds' : 'fails';
  };
}

/**
 * Applicants whom a person decides because the row depends on a missing value. `conditionOf`: the row's condition, by
 * its behavior without a value.
 */
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
