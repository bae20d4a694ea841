import { productCodeOf } from '../cascade/own-products.ts';
import type { CascadeDefinition } from '../cascade/registry.ts';
import { isKind } from '../cascade/registry.ts';
import type { Dictionary } from '../fields/dictionary.ts';
import type { JsonObject } from '../json.ts';
import { Subjects } from '../readback/subject.ts';
import { within, Work } from '../work.ts';
import { decidingRules, type ComparedRule, type Visited } from './decided.ts';

/* The deciding rules as stored with a review, so that listing reviews calculates nothing. */

/** About 15 ms of processor time. A review whose rules take more is listed without them. */
const WORK_OF_LISTED = 20_000;
const MOST_RULES = 5;
const MOST_CONDITIONS = 4;
/** A sender may send values of any length. */
const MOST_CHARACTERS = 1_000;

interface Listed extends Omit<ComparedRule, 'conditions'> {
  readonly conditions: readonly (JsonObject & { readonly text: string; readonly found: string | null })[];
}

export interface ListedRule extends Listed {
  readonly nearest: Listed | null;
}

/**
 * The rules because of which a person is asked. Null if nothing that was taken is a rule, or finding it takes too much
 * work.
 */
export function listedRules(
  definition: CascadeDefinition,
  history: readonly Visited[],
  dictionary: Dictionary | undefined,
): readonly ListedRule[] | null {
  const subjects = new Subjects(definition, dictionary);
  const rules = within(new Work(WORK_OF_LISTED), WORK_OF_LISTED, (work) =>
    decidingRules(definition, history, subjects, work),
  );
  const cut = <Rule extends ComparedRule>(rule: Rule) => ({
    ...rule,
    conditions: rule.conditions
      .map((condition) => ({ ...condition, ...productOf(definition, condition.source_node_id) }))
      .filter((condition) => JSON.stringify(condition).length <= MOST_CHARACTERS)
      .slice(0, MOST_CONDITIONS),
  });
  const listed = (rules ?? [])
    .slice(0, MOST_RULES)
    .map(({ nearest, ...rule }) => ({ ...cut(rule), nearest: nearest === null ? null : cut(nearest) }));
  return listed.length === 0 ? null : listed;
}

/** The product is stored so that the value can be masked without reading the definition. */
function productOf(definition: CascadeDefinition, nodeId: string): { readonly product_code?: string } {
  const node = definition.find(({ id }) => id === nodeId);
  if (node === undefined || !isKind(node, 'BillingProduct')) return {};
  const code = productCodeOf(node);
  return code === undefined ? {} : { product_code: code };
}
