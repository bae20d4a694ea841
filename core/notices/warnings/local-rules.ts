import type { NodeBase } from '../../cascade/definition.ts';
import type { LintRule, LintWarning } from '../../cascade/lint.ts';
import { productCodeOf } from '../../cascade/nodes/billing-product.ts';
import { conditionsOf } from '../../cascade/nodes/if-else.ts';
import { isKind } from '../../cascade/registry.ts';
import { productByCode } from '../../products/index.ts';

/*
 * What the law of a state or a city limits, whoever wrote the definition: it is said of a saved one, too, because whoever
 * puts it live may not have read the policy that it was made of.
 */

const RECORDS =
  'Criminal or eviction records decide here; many states and cities limit their use. Have the policy reviewed.';

/** The choices that read a report whose use states and cities limit. */
export function choicesByRecords(definition: readonly NodeBase[]): LintWarning[] {
  const limited = new Set(
    definition.flatMap((node) =>
      isKind(node, 'BillingProduct') && productByCode(productCodeOf(node) ?? '')?.hasLocalRules === true
        ? [node.id]
        : [],
    ),
  );
  return definition.flatMap((node) =>
    isKind(node, 'IfElse') && conditionsOf(node).some(({ source_node_id: id }) => limited.has(id))
      ? [{ node_id: node.id, code: 'jurisdiction_review' as const, message: RECORDS }]
      : [],
  );
}

/** The choices that tell people of one state from those of others. */
function choicesByState(definition: readonly NodeBase[]): LintWarning[] {
  return definition.flatMap((node) => {
    if (!isKind(node, 'IfElse')) return [];
    const states = conditionsOf(node).flatMap(({ field, value }) =>
      /(^|[._])state$/.test(field) ? statesIn(value) : [],
    );
    if (states.length === 0) return [];
    const named = [...new Set(states)].map((state) => `US-${state}`).join(', ');
    const message = `People of ${named} are told apart, which may have rules of its own. Have the policy reviewed.`;
    return [{ node_id: node.id, code: 'jurisdiction_review' as const, message }];
  });
}

const statesIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string' && /^[A-Z]{2}$/.test(one));

export const warnOfLocalRules: LintRule = (definition) => [
  ...choicesByRecords(definition),
  ...choicesByState(definition),
];
