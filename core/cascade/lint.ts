import { asJsonObject, isJsonObject, type Json, type JsonSchema } from '../json.ts';
import { isMailAddress } from '../mail-address.ts';
import { didYouMean } from '../nearest.ts';
import { nodesNamed, quote } from './checks.ts';
import type { NodeSpec, ReportSource } from './contract.ts';
import {
  BRANCH_KEYS,
  EDGE_KEYS,
  valuesOf,
  type BranchKey,
  type CascadeCondition,
  type NodeBase,
} from './definition.ts';
import { buildGraph, type Graph } from './graph.ts';
import type { NodeRegistry } from './kinds.ts';
import { otherValueMismatch } from './lint-other-value.ts';
import { itemMismatch, mismatchOf, readsNumber, variableAsValue } from './lint-conditions.ts';
import { contradictions } from './lint-ranges.ts';
import { idleReviews } from './lint-reviews.ts';
import { excessiveWork } from './lint-work.ts';
import { hiddenNames, unknownInCondition, unknownPlaceholders, variablesOf, type Variables } from './lint-variables.ts';
import { conditionsOf } from './nodes/if-else.ts';
import { isKind, NODES } from './registry.ts';
import { definitionComponents, publishedSchema } from './schema.ts';
import { within, Work } from '../work.ts';
import { sizeOfDefinition } from './size.ts';

export const LINT_CODES = [
  'unknown_key',
  'dead_end',
  'no_conditions',
  'same_as_logic',
  'unreachable_node',
  'action_not_configured',
  'operator_mismatch',
  'compares_identifier',
  'unknown_variable',
  'unconditional_notice',
  'too_much_work',
  'missing_adverse_action',
  'best_case_fails',
  'empty_list_decides',
  'prohibited_basis',
  'proxy_of_prohibited_basis',
  'recipient_not_applicant',
  'repeated_notice',
  'parallel_notices',
  'short_waiting_period',
  'late_notice',
  'insufficient_reason',
  'personal_variable',
  'own_score_decides',
  'nobody_approves',
  'jurisdiction_review',
  'no_rule_of_jurisdiction',
  'unknown_purpose',
  'undeclared_field',
] as const;
export type LintCode = (typeof LINT_CODES)[number];

/**
 * A warning: the definition can be saved, but hardly does what its author meant. The message names the valid choices or
 * the nearest.
 */
export interface LintWarning {
  readonly code: LintCode;
  readonly node_id: string;
  readonly message: string;
  /**
   * Set if a person may acknowledge the warning. It identifies the node as it is now, so a changed node is warned about
   * again.
   */
  readonly acknowledge_as?: string;
}

/** An additional check, such as the one for notices that no decision leads to. `graph` is the definition's. */
export type LintRule = (
  definition: readonly NodeBase[],
  registry: NodeRegistry,
  graph: Graph,
  work: Work,
) => readonly LintWarning[];

/** As many as a person reads. A cascade could have tens of thousands, and wording each takes time. */
export const MAX_WARNINGS = 100;

/**
 * The first 100 warnings about a definition that `validateDefinition` accepted, node by node. Source: semantics 2.9.
 */
export function lintDefinition(
  definition: readonly NodeBase[],
  work: Work,
  rules: readonly LintRule[] = [],
  registry: NodeRegistry = NODES,
): LintWarning[] {
  const graph = buildGraph(definition, registry);
  const reached = reachedNodes(graph);
  // For a node that never runs, the warning about that is enough.
  const precedes = (from: string, to: string): boolean => !reached.has(to) || graph.reaches(from, to);
  const variables = variablesOf(definition, registry, { precedes, hint: hintsWithin(work) });
  const reportOf = reportsOf(definition, registry);
  const warnings: LintWarning[] = [];
  work.spend(sizeOfDefinition(definition));
  for (const node of definition) {
    if (warnings.length >= MAX_WARNINGS) break;
    const spec = registry.specOf(node);
    const found: { code: LintCode; message: string }[] = [
      ...unknownKeys(node, spec, registry),
      ...(reached.has(node.id) ? [] : [{ code: 'unreachable_node' as const, message: UNREACHABLE }]),
      ...deadEnds(node, spec, definition),
      ...(reached.has(node.id) ? endlessJumps(node, graph, definition) : []),
      ...emptyBranches(node),
      ...plainLogic(node),
      ...exclusiveConditions(node, reportOf),
      ...missingSettings(node, spec),
      ...idleReviews(node, graph).map((message) => ({ code: 'nobody_approves' as const, message })),
      ...wrongAddresses(node, spec),
      ...ofConditions(node, reportOf, variables),
      ...[...unknownPlaceholders(node, spec, variables, MAX_WARNINGS), ...hiddenNames(node)].map((message) => ({
        code: 'unknown_variable' as const,
        message,
      })),
    ];
    const excess = excessiveWork(node, spec, graph);
    if (excess !== undefined) found.push({ code: 'too_much_work', message: excess });
    warnings.push(...found.map(({ code, message }) => ({ code, node_id: node.id, message })));
  }
  const found = rules.map((rule) => within(work, WORK_OF_RULE, (part) => rule(definition, registry, graph, part)));
  const left = found.includes(undefined) ? unchecked(definition) : [];
  return [...left, ...warnings, ...found.flatMap((each) => each ?? [])].slice(0, MAX_WARNINGS);
}

/** Units of work for one additional check, and for suggesting what misspelt names mean. */
const WORK_OF_RULE = 60_000;
const WORK_OF_HINTS = 100_000;
/** Cost of comparing two names letter by letter. */
const UNITS_OF_NAME = 8;

/** Suggests the nearest name while the budget lasts; after that, nothing. */
function hintsWithin(work: Work): Variables['hint'] {
  const hints = new Work(WORK_OF_HINTS, work);
  return (word, candidates) =>
    within(hints, hints.left, (part) => {
      part.spend(candidates.length * UNITS_OF_NAME);
      return didYouMean(word, candidates);
    }) ?? '';
}

function unchecked([first]: readonly NodeBase[]): LintWarning[] {
  const message = 'Not all checks of its notices were made: that would be too much work. Make the cascade smaller.';
  return first === undefined ? [] : [{ code: 'too_much_work', node_id: first.id, message }];
}

type ReportOf = (nodeId: string) => ReportSource | undefined;

function reportsOf(definition: readonly NodeBase[], registry: NodeRegistry): ReportOf {
  const reports = new Map(
    definition.flatMap((node): [string, ReportSource][] => {
      const read = registry.sourceOf(node);
      return read?.kind === 'report' ? [[node.id, read]] : [];
    }),
  );
  return (id) => reports.get(id);
}

type Found = { code: LintCode; message: string };

const UNREACHABLE =
  'No edge or jump leads here, so it never runs: name it in ' +
  `${EDGE_KEYS.map((key) => `\`${key}\``).join(', ')} or \`target_step\` of another node.`;

function reachedNodes({ entry, reachable }: Graph): ReadonlySet<string> {
  return entry === undefined ? new Set() : new Set([entry.id, ...reachable(entry.id)]);
}

function unknownKeys(node: NodeBase, spec: NodeSpec, registry: NodeRegistry): Found[] {
  const schema = publishedSchema(spec, registry);
  return unknownWithin(asJsonObject(node), schema, '', { kind: spec.kind, registry });
}

/**
 * Members with settings that may have other keys of the caller's own (semantics 2.4.1), unless close to a known key.
 */
const OPEN_MEMBERS = ['config', 'email', 'adverse_action', 'internal_notification'];

interface Within {
  readonly kind: string;
  readonly registry: NodeRegistry;
}

function unknownWithin(value: Json, published: JsonSchema, at: string, within: Within): Found[] {
  const schema = resolved(published, within.registry);
  if (Array.isArray(value)) {
    const { items } = schema as { readonly items?: JsonSchema };
    if (items === undefined) return [];
    return value.flatMap((item, index) => unknownWithin(item, items, `${at}[${index}]`, within));
  }
  const { properties } = schema as { readonly properties?: Readonly<Record<string, JsonSchema>> };
  if (!isJsonObject(value) || properties === undefined) return [];
  const known = Object.keys(properties);
  return Object.entries(value).flatMap(([key, inner]): Found[] => {
    const path = at === '' ? key : `${at}.${key}`;
    const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (property !== undefined) return unknownWithin(inner, property, path, within);
    const hint = didYouMean(key, known);
    if (OPEN_MEMBERS.includes(at) && hint === '') return [];
    const isEdge = EDGE_KEYS.some((name) => name === key);
    const what = isEdge
      ? `${within.kind} does not use ${quote(path)}`
      : `the key ${quote(path)} is unknown and ignored`;
    const others = at === '' ? within.kind : quote(at);
    return [{ code: 'unknown_key', message: `${what}${hint || `; ${others} has ${known.join(', ')}.`}` }];
  });
}

function resolved(schema: JsonSchema, registry: NodeRegistry): JsonSchema {
  if (typeof schema.$ref !== 'string') return schema;
  return definitionComponents(registry)[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)] ?? schema;
}

function deadEnds(node: NodeBase, spec: NodeSpec, definition: readonly NodeBase[]): Found[] {
  const isEmpty = (steps: readonly string[] | undefined): boolean => (steps ?? []).length === 0;
  const nowhere = (branch: string, key: string): Found[] => {
    const others = definition.filter(({ id }) => id !== node.id).map(({ id }) => id);
    const choices = others.length === 0 ? '' : ` (${nodesNamed(others)})`;
    return [{ code: 'dead_end', message: `${branch} leads nowhere: give ${key} a node${choices}.` }];
  };
  if (spec.isEntry === true) return isEmpty(node.next_step) ? nowhere('The entry', '`next_step`') : [];
  if (!isKind(node, 'IfElse')) return [];
  const { pass, human_review: review } = node.branches;
  return [
    ...(pass !== undefined && isEmpty(node.pass_steps) ? nowhere('The branch `pass`', '`pass_steps`') : []),
    ...(review !== undefined && isEmpty(node.human_review_steps) && isEmpty(node.pass_steps)
      ? nowhere('An approved review', '`human_review_steps` or `pass_steps`')
      : []),
    ...(isEmpty(node.fail_steps) ? nowhere('The branch `fail`', '`fail_steps`') : []),
  ];
}

/** Warns of a jump after which no path ends: the loop goes on until the execution fails at its limit of steps. */
function endlessJumps(node: NodeBase, graph: Graph, definition: readonly NodeBase[]): Found[] {
  if (graph.jumpsFrom(node.id).length === 0) return [];
  const after = graph.reachable(node.id);
  const canEnd = definition.some((each) => after.has(each.id) && endsHere(each, graph));
  if (canEnd) return [];
  const message =
    'No way after this jump ends: the execution fails when its steps are used up. ' +
    'Let an IfElse before it lead to another node, such as a ShowResults.';
  return [{ code: 'dead_end', message }];
}

function endsHere(node: NodeBase, graph: Graph): boolean {
  const edges = graph.edgesFrom(node.id);
  if (!isKind(node, 'IfElse')) return edges.length === 0 && graph.jumpsFrom(node.id).length === 0;
  return (['pass_steps', 'fail_steps'] as const).some((name) => !edges.some(({ key }) => key === name));
}

/** Warns of branches and groups that can never match, and of steps of a missing branch (semantics 4.2.1). */
function emptyBranches(node: NodeBase): Found[] {
  if (!isKind(node, 'IfElse')) return [];
  const { branches } = node;
  const found = (message: string): Found[] => [{ code: 'no_conditions', message }];
  if (BRANCH_KEYS.every((key) => branches[key] === undefined)) {
    return found('`branches` has neither `pass` nor `human_review`, so `fail_steps` always run.');
  }
  return BRANCH_KEYS.flatMap((key): Found[] => {
    const groups = branches[key]?.condition_groups ?? [];
    if (branches[key] === undefined) {
      const isUsed = key !== 'pass' || (node.human_review_steps ?? []).length > 0;
      const hasSteps = (node[STEPS_OF[key]] ?? []).length > 0;
      if (!hasSteps || !isUsed) return [];
      return found(`\`${STEPS_OF[key]}\` never run: \`branches\` has no \`${key}\`.`);
    }
    const example = '{"conditions": [{"source_node_id", "field", "operator", "value"}]}';
    if (groups.length === 0) {
      return found(
        `The branch \`${key}\` never matches: give \`branches.${key}.condition_groups\` a group, ${example}.`,
      );
    }
    return groups.flatMap(({ conditions }, index) =>
      conditions.length > 0
        ? []
        : found(`\`branches.${key}.condition_groups[${index}]\` never matches: give its \`conditions\` a comparison.`),
    );
  });
}

/** Suggests `logic` where `at_least` asks for one or all of the conditions: people know `and` and `or`. */
function plainLogic(node: NodeBase): Found[] {
  if (!isKind(node, 'IfElse')) return [];
  return BRANCH_KEYS.flatMap((key) =>
    (node.branches[key]?.condition_groups ?? []).flatMap((group, index): Found[] => {
      const { at_least: needed, conditions } = group;
      if (needed === undefined || (needed > 1 && needed < conditions.length)) return [];
      const [how, logic] = needed < conditions.length ? ['one', 'or'] : ['all', 'and'];
      const path = `branches.${key}.condition_groups[${index}]`;
      const message = `\`${path}.at_least\` asks for ${how} of its conditions: write "logic": "${logic}" instead.`;
      return [{ code: 'same_as_logic', message }];
    }),
  );
}

const STEPS_OF = { pass: 'pass_steps', human_review: 'human_review_steps' } as const satisfies Record<
  BranchKey,
  string
>;

/** The settings of an action: the one object among its own members, apart from `review`. */
function settingsOf(node: NodeBase, spec: NodeSpec) {
  if (spec.namedBy !== 'action_type') return undefined;
  const members = Object.entries(spec.schema.properties ?? {});
  const [key, schema] = members.find(([name, { type }]) => type === 'object' && name !== 'review') ?? [];
  if (key === undefined) return undefined;
  const sent = asJsonObject(node)[key];
  return { key, settings: isJsonObject(sent) ? sent : {}, choices: Object.keys(schema?.properties ?? {}).join(', ') };
}

function missingSettings(node: NodeBase, spec: NodeSpec): Found[] {
  const found = settingsOf(node, spec);
  if (found === undefined) return [];
  const { key, settings, choices } = found;
  const { unlessConfigured = 'its step will fail' } = spec;
  const faults = spec.settingFaults?.(settings) ?? [];
  if (faults.length > 0) return faults.map((message) => ({ code: 'action_not_configured', message }));
  if (Object.keys(settings).length === 0) {
    const message = `The action has no \`${key}\` settings, so ${unlessConfigured}; they are ${choices}.`;
    return [{ code: 'action_not_configured', message }];
  }
  return (spec.needs?.(settings) ?? [])
    .filter((name) => settings[name] === undefined || settings[name] === '')
    .map((name) => ({
      code: 'action_not_configured',
      message: `The action has no \`${key}.${name}\`, so ${unlessConfigured}; \`${key}\` has ${choices}.`,
    }));
}

/** Warns of branches with two conditions on one number that exclude each other. */
function exclusiveConditions(node: NodeBase, reportOf: ReportOf): Found[] {
  if (!isKind(node, 'IfElse')) return [];
  const isNumber = (condition: CascadeCondition): boolean => {
    const report = reportOf(condition.source_node_id);
    return report !== undefined && readsNumber(condition, report.product);
  };
  return contradictions(node.branches, isNumber).map((message) => ({ code: 'no_conditions', message }));
}

const ADDRESSES = ['to', 'recipient'];

/** Warns of required addresses that no variable can complete, such as `applicant.email` without its braces. */
function wrongAddresses(node: NodeBase, spec: NodeSpec): Found[] {
  const found = settingsOf(node, spec);
  if (found === undefined) return [];
  const { key, settings } = found;
  if ((spec.settingFaults?.(settings) ?? []).length > 0) return [];
  return (spec.needs?.(settings) ?? []).flatMap((name): Found[] => {
    const value = settings[name];
    if (!ADDRESSES.includes(name) || typeof value !== 'string' || value === '' || mayBeAddress(value)) return [];
    const message =
      `\`${key}.${name}\` ${quote(value)} is not an e-mail address, so the step will fail: write one address and nothing ` +
      'else, or a variable such as {{applicant.email}}.';
    return [{ code: 'action_not_configured', message }];
  });
}

function mayBeAddress(text: string): boolean {
  // The value of a variable is unknown, but it cannot make an address of a text with spaces or signs around it.
  if (text.includes('{')) return !/[\s<>,;"]/.test(text.replaceAll(/\{\{[^{}]*\}\}/g, '').trim());
  return isMailAddress(text.trim());
}

/** Stops at the limit, because wording each warning takes time. */
function ofConditions(node: NodeBase, reportOf: ReportOf, variables: Variables): Found[] {
  const found: Found[] = [];
  for (const condition of isKind(node, 'IfElse') ? conditionsOf(node) : []) {
    if (found.length >= MAX_WARNINGS) break;
    const mismatch =
      variableAsValue(condition) ??
      mismatchOf(condition, reportOf(condition.source_node_id)?.product) ??
      itemMismatch(condition, reportOf(condition.source_node_id)?.product) ??
      otherValueMismatch(condition, (id) => reportOf(id)?.product);
    const unknown = valuesOf(condition).flatMap((from): Found[] => {
      const message =
        reportOf(from.source_node_id) === undefined ? unknownInCondition(node.id, from, variables) : undefined;
      return message === undefined ? [] : [{ code: 'unknown_variable', message }];
    });
    if (mismatch !== undefined) found.push({ code: 'operator_mismatch', message: mismatch });
    found.push(...unknown);
  }
  return found;
}
