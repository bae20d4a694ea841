import { isKind, type CascadeDefinition, type NodeOfKind } from '../cascade/registry.ts';
import { remembered } from '../remembered.ts';
import { NoList, Ways, type Way } from '../readback/ways.ts';

/**
 * The ids of rows that are requirements, which apply to applicants who lack what they ask for. They are told from other
 * rows as in a reading (`core/readback`).
 */
export const requirementsOf = remembered((definition: CascadeDefinition): ReadonlySet<string> => {
  const ways = new Ways(definition);
  const choices = definition.filter((node) => isKind(node, 'IfElse'));
  return new Set(choices.flatMap((choice) => (isRequirement(choice, ways) ? idsOf(choice) : [])));
});

function isRequirement(choice: NodeOfKind<'IfElse'>, ways: Ways): boolean {
  const ids = idsOf(choice);
  const { group_logic: logic = 'and', condition_groups: groups = [] } = choice.branches.pass ?? {};
  if (ids.length === 0 || !leadsToEnd({ from: choice.id, ids: choice.fail_steps ?? [] }, ways)) return false;
  // If one row has several groups, their logic is about its comparisons, not about rows.
  const joinsRows = ids.length > 1 || groups.length === 1;
  return (joinsRows && logic === 'and') || !leadsToEnd({ from: choice.id, ids: choice.pass_steps ?? [] }, ways);
}

function idsOf({ branches }: NodeOfKind<'IfElse'>): readonly string[] {
  const ids = (branches.pass?.condition_groups ?? []).flatMap(({ id }) => id ?? []);
  return [...new Set(ids)];
}

function leadsToEnd(way: Way, ways: Ways): boolean {
  try {
    return ways.final(way) !== null;
  } catch (error) {
    if (error instanceof NoList) return false;
    throw error;
  }
}
