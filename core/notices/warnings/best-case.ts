import { valuesOf, type CascadeBranch, type CascadeCondition, type ValueSource } from '../../cascade/definition.ts';
import type { LintRule } from '../../cascade/lint.ts';
import { operatorOf } from '../../cascade/operators/index.ts';
import { isKind } from '../../cascade/registry.ts';
import { fieldSchema, listPathOf } from '../../products/index.ts';
import { avoidance, decisionGraph, graveNotices } from '../decided/graph.ts';
import { conditionsIn, turningIn, type KnownResult } from './turning.ts';

/**
 * Warns of requirements that the best case fails: a person without a bankruptcy has no `months_since_bankruptcy`, and a
 * comparison with no value does not hold. Source: semantics 2.9.12 and 4.3.2.
 */
export const warnOfFailingBestCases: LintRule = (definition, registry) => {
  const graph = decisionGraph(definition, registry);
  const avoid = avoidance(graph, graveNotices(graph, 'other_action'));
  const nodes = new Map(definition.map((node) => [node.id, node]));
  const productOf = (id: string) => {
    const node = nodes.get(id);
    const source = node === undefined ? undefined : registry.sourceOf(node);
    return source?.kind === 'report' ? source.product : undefined;
  };
  const isBestAbsent = ({ source_node_id: id, field }: ValueSource) => {
    const product = productOf(id);
    if (product === undefined || listPathOf(product, field) !== undefined) return false;
    return fieldSchema(product, field)?.['x-absent'] === 'none_on_record';
  };
  return definition.flatMap((node) => {
    if (!isKind(node, 'IfElse') || avoid.outcome(node.id, 'fail') || !avoid.outcome(node.id, 'pass')) return [];
    const { pass } = node.branches;
    if (pass === undefined) return [];
    return valuesRead(pass)
      .filter(isBestAbsent)
      .filter((read) => failsWithout(pass, read))
      .map(({ source_node_id: id, field }) => ({
        code: 'best_case_fails' as const,
        node_id: node.id,
        message:
          `Somebody who has none on record has no \`${field}\`, which is the best that ${id} can say, and fails here: ` +
          `no comparison with a missing value holds. Let \`${field}\` \`is_empty\` match too, in a group joined by "or".`,
      }));
  });
};

/** Without duplicates. Empty lists have a rule of their own (`empty-lists.ts`). */
function valuesRead(branch: CascadeBranch): readonly ValueSource[] {
  const all = conditionsIn(branch).flatMap(valuesOf);
  return [...new Map(all.map((read) => [`${read.source_node_id}.${read.field}`, read])).values()];
}

/** True if an applicant without a value for the field may fail because of a condition that reads it. */
function failsWithout(branch: CascadeBranch, { source_node_id: id, field }: ValueSource): boolean {
  const reads = (condition: CascadeCondition) =>
    valuesOf(condition).some((read) => read.source_node_id === id && read.field === field);
  const known: KnownResult = (condition) =>
    reads(condition) ? operatorOf(condition.operator).holdsOfNothing === true : undefined;
  const turns = turningIn(branch, known);
  return conditionsIn(branch).some((condition) => known(condition) === false && turns(condition));
}
