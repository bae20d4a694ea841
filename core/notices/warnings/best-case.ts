import { valuesOf, type CascadeBranch, type CascadeCondition, type ValueSource } from '../../cascade/definition.ts';
import { branchMatches } from '../../cascade/groups.ts';
import type { LintRule } from '../../cascade/lint.ts';
import { operatorOf } from '../../cascade/operators/index.ts';
import { isKind } from '../../cascade/registry.ts';
import { fieldSchema, productByCode } from '../../products/index.ts';
import { avoidance, decisionGraph, graveNotices } from '../decided/graph.ts';
import { RULES } from '../decided/rules.ts';

/**
 * Warns of requirements that the best case fails: nobody who was never bankrupt has `months_since_bankruptcy`, and a
 * comparison with no value does not hold. Source: semantics 2 and 4.
 */
export const warnOfFailingBestCases: LintRule = (definition, registry) => {
  const graph = decisionGraph(definition, registry, RULES);
  const avoid = avoidance(graph, graveNotices(graph, 'other_action', RULES), RULES);
  const productOf = (id: string) => {
    const node = definition.find((each) => each.id === id);
    const source = node === undefined ? undefined : registry.sourceOf(node);
    return source?.kind === 'report' ? productByCode(source.productCode ?? '') : undefined;
  };
  const isBestAbsent = ({ source_node_id: id, field }: ValueSource) => {
    const product = productOf(id);
    return product !== undefined && fieldSchema(product, field)?.['x-absent'] === 'none_on_record';
  };
  return definition.flatMap((node) => {
    if (!isKind(node, 'IfElse') || avoid.outcome(node.id, 'fail') || !avoid.outcome(node.id, 'pass')) return [];
    const { pass } = node.branches;
    const fields = valuesRead(pass).filter(isBestAbsent);
    return [
      ...new Map(fields.map((condition) => [`${condition.source_node_id}.${condition.field}`, condition])).values(),
    ]
      .filter((condition) => !matchesWithout(pass, condition))
      .map(({ source_node_id: id, field }) => ({
        code: 'best_case_fails' as const,
        node_id: node.id,
        message:
          `Somebody who has none on record has no \`${field}\`, which is the best that ${id} can say, and fails here: ` +
          `no comparison with a missing value holds. Let \`${field}\` \`is_empty\` match too, in a group joined by "or".`,
      }));
  });
};

function valuesRead(branch: CascadeBranch | undefined): readonly ValueSource[] {
  return (branch?.condition_groups ?? []).flatMap(({ conditions }) => conditions.flatMap(valuesOf));
}

/** Whether the branch matches if the field has no value and every condition on other fields is met. */
function matchesWithout(branch: CascadeBranch | undefined, { source_node_id: id, field }: ValueSource): boolean {
  const isMet = (condition: CascadeCondition) =>
    operatorOf(condition.operator).holdsOfNothing === true ||
    !valuesOf(condition).some((read) => read.source_node_id === id && read.field === field);
  const groups = branch?.condition_groups ?? [];
  return (
    branch === undefined ||
    branchMatches(
      branch,
      groups.map(({ conditions }) => conditions.map(isMet)),
    )
  );
}
