import { fieldPath } from '../fields/path.ts';
import { buildGraph } from '../cascade/graph.ts';
import { conditionsOf } from '../cascade/nodes/if-else.ts';
import { isKind, NODES, type CascadeDefinition } from '../cascade/registry.ts';
import { productCodeOf } from '../cascade/own-products.ts';
import { choicesByRecords } from '../notices/warnings/local-rules.ts';
import type { Example } from './examples.ts';
import type { Test } from './model.ts';

export const WARNING_CODES = [
  'generic_adverse_action_reason',
  'folded_thresholds',
  'jurisdiction_review',
  // Codes for drafts by a model.
  'decides_everybody',
  'readings_disagree',
  'better_is_worse',
  'not_accounted_for',
  'read_once',
] as const;
type WarningCode = (typeof WARNING_CODES)[number];

/** OpenAPI document, CascadeGeneration. */
export interface GenerationWarning {
  readonly node_id: string;
  readonly code: WarningCode;
  readonly message: string;
  /** For `readings_disagree` and `better_is_worse`: an applicant who shows it, for a simulation. */
  readonly applicant?: Example;
}

/** Facts known from the prompt, whoever made the definition. */
export interface Said {
  /** Every comparison that the prompt states. */
  readonly tests: readonly Test[];
  /** Codes of the states that it names. */
  readonly states: readonly string[];
}

/**
 * Warnings about a generated definition, which must be valid, besides those of every definition. None of them blocks
 * it.
 */
export function warningsOf(definition: CascadeDefinition, said: Said): GenerationWarning[] {
  return [
    ...genericReasons(definition),
    ...foldedThresholds(definition, said.tests),
    ...jurisdictionReview(definition, said.states),
  ];
}

const GENERIC =
  /\b(?:internal (?:standards?|polic(?:y|ies))|company policy|our (?:criteria|standards?|polic(?:y|ies))|(?:did|does) not (?:meet|qualify|pass)|failed (?:the )?(?:score|screening|check)|application (?:was )?(?:denied|declined))\b/i;

function genericReasons(definition: CascadeDefinition): GenerationWarning[] {
  const graph = buildGraph(definition, NODES);
  const choices = definition.filter((node) => isKind(node, 'IfElse'));
  const decided = new Set(choices.flatMap(({ id }) => [...graph.reachable(id)]));
  return definition.flatMap((node): GenerationWarning[] => {
    if (!isKind(node, 'AdverseAction')) return [];
    const reason = node.adverse_action?.reason;
    const isOnly = !decided.has(node.id);
    if (!isOnly && (typeof reason !== 'string' || !GENERIC.test(reason))) return [];
    const message = isOnly
      ? 'No condition leads to this notice, so it has no specific reason to give.'
      : 'The reason is too general: a notice must give the specific reasons (12 CFR 1002.9(b)(2)).';
    return [{ node_id: node.id, code: 'generic_adverse_action_reason', message }];
  });
}

/** Two thresholds of one field in the prompt, and fewer in the definition. Neighbours such as 649 and 650 are one. */
function foldedThresholds(definition: CascadeDefinition, tests: readonly Test[]): GenerationWarning[] {
  const sourceOf = new Map(
    definition.flatMap((node) => (isKind(node, 'BillingProduct') ? [[node.id, productCodeOf(node)] as const] : [])),
  );
  const made = new Map<string, { node: string; values: number[] }>();
  for (const node of definition) {
    if (!isKind(node, 'IfElse')) continue;
    for (const { source_node_id, field, value } of conditionsOf(node)) {
      if (typeof value !== 'number') continue;
      const code = sourceOf.get(source_node_id);
      const key = code === undefined ? `context:${fieldPath(field)}` : `${code}:${field}`;
      const entry = made.get(key) ?? { node: node.id, values: [] };
      entry.values.push(value);
      made.set(key, entry);
    }
  }
  const said = Map.groupBy(
    tests.filter(({ value }) => typeof value === 'number'),
    ({ source, field }) => `${source}:${field}`,
  );
  return [...said].flatMap(([key, group]): GenerationWarning[] => {
    const entry = made.get(key);
    const stated = thresholds(group.map(({ value }) => Number(value)));
    if (entry === undefined || stated < 2 || thresholds(entry.values) >= stated) return [];
    const message = `The policy names ${stated} thresholds for ${key.split(':')[1] ?? key}, this cascade fewer.`;
    return [{ node_id: entry.node, code: 'folded_thresholds', message }];
  });
}

function thresholds(values: readonly number[]): number {
  const sorted = [...new Set(values)].toSorted((a, b) => a - b);
  return sorted.filter((value, index) => index === 0 || value - (sorted[index - 1] ?? 0) > 1 || value < 20).length;
}

/** A saved definition has its own warning about records; it is repeated here because the reference requires it. */
function jurisdictionReview(definition: CascadeDefinition, states: readonly string[]): GenerationWarning[] {
  const warnings = choicesByRecords(definition).map(({ node_id, message }) => ({
    ...{ node_id, message },
    code: 'jurisdiction_review' as const,
  }));
  const [decision] = definition.filter((node) => isKind(node, 'IfElse'));
  if (states.length === 0 || decision === undefined) return warnings;
  const named = [...new Set(states)].map((state) => `US-${state}`).join(', ');
  const message = `The policy names ${named}, which may have rules of its own. Have the policy reviewed.`;
  return [...warnings, { node_id: decision.id, code: 'jurisdiction_review', message }];
}
