import type { CascadeBranch } from '../../../../core/cascade/definition.ts';
import type { CascadeNode } from '../../../../core/cascade/registry.ts';
import { isJsonObject } from '../../../../core/json.ts';
import { whatDecided, type Decided, type PastVisit, type RunSoFar } from '../../../../core/notices/decided/index.ts';
import { issuedNotices, type Case, type Issued } from './cases.ts';
import { keyOf } from './causes.ts';
import type { Property } from './properties.ts';
import { choiceNode } from './words.ts';

/** A policy written the other way round gives the same letter; only which items count is worded otherwise. */
export const dual: Property = ({ run, decided, of, index }) => {
  const isMissing = ({ nodeId, output }: PastVisit) =>
    ['credit', 'co', 'criminal'].includes(nodeId) && isJsonObject(output) && Object.values(output).includes(null);
  if (run.history.some(isMissing)) return undefined;
  const { own, others } = bothWays(of);
  const other = others[index];
  // If two joins may fire at once, the first in the graph does, and the dual has its edges in another order.
  if (others.slice(0, index + 1).some((each, at) => orderOf(each.run) !== orderOf(own[at]?.run))) return undefined;
  if (other === undefined) {
    // The dual of an endless loop may be cut before it comes to its notice.
    return own[index]?.isEnded === false ? undefined : 'the dual issues no such notice';
  }
  const told = ({ choices, reasons, scores }: Decided) =>
    JSON.stringify(
      [
        choices.map(({ node_id, visit, conditions }) => [
          node_id,
          visit,
          conditions.map(({ field, cure }) => [field, cure]),
        ]),
        reasons,
        scores,
      ],
      (key, value: unknown) => (key === 'where' ? undefined : value),
    );
  const theirs = whatDecided(other.run);
  return told(decided) === told(theirs) ? undefined : `${told(decided)} became ${told(theirs)}`;
};

const BOTH_WAYS = new WeakMap<Case, { readonly own: readonly Issued[]; readonly others: readonly Issued[] }>();

/** The notices of a cascade and of its dual, run once for all of them. */
function bothWays(of: Case) {
  const known = BOTH_WAYS.get(of);
  if (known !== undefined) return known;
  const both = { own: issuedNotices(of), others: issuedNotices({ ...of, definition: dualOf(of.definition) }) };
  BOTH_WAYS.set(of, both);
  return both;
}

function orderOf(run: RunSoFar | undefined): string {
  return (run?.history ?? []).map(({ nodeId, visit }) => keyOf(nodeId, visit)).join(' ');
}

const OPPOSITES: Readonly<Record<string, string>> = {
  greater_than: 'less_than_or_equal',
  greater_than_or_equal: 'less_than',
  less_than: 'greater_than_or_equal',
  less_than_or_equal: 'greater_than',
  equals: 'not_equals',
  is_true: 'is_false',
  is_false: 'is_true',
};

/** Choices between two outcomes, with `pass` and `fail` exchanged, operators negated, `and` and `or` exchanged. */
function dualOf(definition: readonly CascadeNode[]): CascadeNode[] {
  return definition.map((node): CascadeNode => {
    const choice = choiceNode(definition, node.id);
    if (choice === undefined || choice.branches.human_review !== undefined || !isSolid(choice.branches.pass))
      return node;
    const swapped = (logic: 'and' | 'or' | undefined) => (logic === 'or' ? 'and' : 'or');
    const { condition_groups: groups = [], group_logic: logic } = choice.branches.pass ?? {};
    const pass = {
      group_logic: swapped(logic),
      condition_groups: groups.map((group) => ({
        ...(group.at_least === undefined
          ? { logic: swapped(group.logic) }
          : { at_least: group.conditions.length - group.at_least + 1 }),
        conditions: group.conditions.map((each) => ({
          ...each,
          field: each.field.replace(/\.(any|all)\b/, (word) => (word === '.any' ? '.all' : '.any')),
          operator: OPPOSITES[each.operator],
        })),
      })),
    };
    return {
      ...choice,
      branches: { pass },
      pass_steps: choice.fail_steps,
      fail_steps: choice.pass_steps,
    } as unknown as CascadeNode;
  });
}

/** An empty group matches nothing, and neither does its dual. */
function isSolid(branch: CascadeBranch | undefined): boolean {
  const groups = branch?.condition_groups ?? [];
  return groups.length > 0 && groups.every(({ conditions }) => conditions.length > 0);
}
