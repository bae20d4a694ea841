import type { Report } from '../schema/findings.ts';
import { BRANCH_KEYS } from './definition.ts';
import { askingOf, passLeadsTo } from './not-comparable.ts';
import { isKind, type CascadeDefinition } from './registry.ts';

/**
 * Checks that each `on_missing` is possible at its node: a denial, also by a person, must lead somewhere from which no
 * Approve can be reached. `definition` is valid otherwise.
 */
export function checkOnMissing(definition: CascadeDefinition, at: string, report: Report): void {
  const nodes = new Map(definition.map((node) => [node.id, node]));
  const nodeAt = (id: string) => nodes.get(id);
  for (const [index, node] of definition.entries()) {
    if (!isKind(node, 'IfElse')) continue;
    for (const key of BRANCH_KEYS) {
      for (const [place, { on_missing: asks }] of (node.branches[key]?.condition_groups ?? []).entries()) {
        if (asks === undefined || asks === 'goes_on') continue;
        const asked = askingOf(node, nodeAt);
        const isAsked = asks === 'review' && key === 'pass' && passLeadsTo(node, nodeAt) === 'person';
        if (isAsked || (asked !== null && !(asks === 'deny' && key !== 'pass' && asked.denied === 'pass'))) continue;
        const field = `${at}[${index}].branches.${key}.condition_groups[${place}].on_missing`;
        report(field, `in node "${node.id}": ${NOT_POSSIBLE[asks]}`);
      }
    }
  }
}

const NOT_POSSIBLE = {
  review:
    '"review" needs a denial behind which no Approve stands, and an approval behind which not only a denial stands',
  deny: '"deny" needs one side of the choice to lead to a denial alone',
} as const;
