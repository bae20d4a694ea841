import { isKind, type CascadeDefinition, type NodeOfKind } from '../cascade/registry.ts';
import { remembered } from '../remembered.ts';
import { isAskedFor } from '../readback/walk.ts';
import { NoList, Ways, type End, type Way } from '../readback/ways.ts';

type Choice = NodeOfKind<'IfElse'>;

/**
 * The ids of rows that are requirements, which apply to applicants who lack what they ask for. They are told from other
 * rows as in a reading (`core/readback`).
 */
export const requirementsOf = remembered((definition: CascadeDefinition): ReadonlySet<string> => {
  const ways = new Ways(definition);
  const choices = definition.filter((node) => isKind(node, 'IfElse'));
  return new Set(choices.flatMap((choice) => (isRequirement(choice, ways) ? idsOf(choice) : [])));
});

function isRequirement({ id, branches, pass_steps: yes = [], fail_steps: no = [] }: Choice, ways: Ways): boolean {
  const [then, otherwise] = [yes, no].map((ids) => endOf({ from: id, ids }, ways)) as [End | null, End | null];
  return isAskedFor(branches.pass, { then, otherwise });
}

function idsOf({ branches }: Choice): readonly string[] {
  const ids = (branches.pass?.condition_groups ?? []).flatMap(({ id }) => id ?? []);
  return [...new Set(ids)];
}

function endOf(way: Way, ways: Ways): End | null {
  try {
    return ways.final(way);
  } catch (error) {
    if (error instanceof NoList) return null;
    throw error;
  }
}
