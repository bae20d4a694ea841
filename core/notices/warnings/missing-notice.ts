import type { Graph } from '../../cascade/graph.ts';
import type { LintRule } from '../../cascade/lint.ts';
import type { CascadeCondition, NodeBase } from '../../cascade/definition.ts';
import { stepsAfterApproval, type IfElseNode } from '../../cascade/nodes/if-else.ts';
import { holds, operatorOf } from '../../cascade/operators/index.ts';
import { isKind, NODES } from '../../cascade/registry.ts';
import { fieldSchema } from '../../products/index.ts';
import type { Work } from '../../work.ts';
import { noticePerson, RUN_APPLICANT } from '../notice-person.ts';

/**
 * Warns of choices where an applicant is declined, or denied by a person, without getting a notice (15 USC 1681m(a)).
 */
export const warnOfMissingNotices: LintRule = (definition, _registry, graph, work) =>
  silentDenials(definition, graph, work).map((id) => ({
    code: 'missing_adverse_action' as const,
    node_id: id,
    message:
      'Whoever is declined or denied here may get no adverse-action notice (15 USC 1681m(a)): let the steps that follow ' +
      'a denial lead to an AdverseAction.',
  }));

/** The choices that can approve or ask a person, but end without approval or notice if they fail. */
function silentDenials(definition: readonly NodeBase[], graph: Graph, work: Work): readonly string[] {
  const placed = new Map(graph.order.toReversed().map((id) => [id, waysAt(id, graph)]));
  const isSilent = (steps: readonly string[]) => canEndInSilence(steps, graph, placed, work);
  return definition.flatMap((node) => {
    if (!isKind(node, 'IfElse')) return [];
    const { fail_steps: fail = [], pass_steps: pass = [] } = node;
    if (decides(node, graph)) return isSilent(fail) ? [node.id] : [];
    // A rule that declines: its `pass` is the denial.
    return leadsToApproval(fail, graph) && isSilent(pass) && !asksForUnreleased(node, graph, work) ? [node.id] : [];
  });
}

/**
 * True if the rule matches only unreleased files. It declines nobody: the application is incomplete, and stays due
 * until it is answered (12 CFR 1002.9(c)).
 */
function asksForUnreleased({ branches }: IfElseNode, graph: Graph, work: Work): boolean {
  const conditions = (branches.pass?.condition_groups ?? []).flatMap((group) => group.conditions ?? []);
  const isOfUnreleased = ({ source_node_id: id, field, operator, value = null }: CascadeCondition) => {
    const source = graph.node(String(id));
    const read = source === undefined ? undefined : NODES.sourceOf(source);
    const product = read?.kind === 'report' ? read.product : undefined;
    const reasons = product?.unreleased?.field === field ? product.unreleased.reasons : undefined;
    if (product === undefined || reasons === undefined || operatorOf(operator).holdsOfNothing === true) return false;
    const states: unknown = fieldSchema(product, field)?.enum;
    const matched = (Array.isArray(states) ? states.map(String) : []).filter(
      (state) => holds(operator, state, value, work) !== false,
    );
    return matched.every((state) => Object.hasOwn(reasons, state));
  };
  return conditions.length > 0 && conditions.every(isOfUnreleased);
}

function leadsToApproval(steps: readonly string[], graph: Graph): boolean {
  return steps.some((id) => isApproval(id, graph) || [...graph.reachable(id)].some((to) => isApproval(to, graph)));
}

function decides(node: NodeBase & { readonly branches: { readonly human_review?: unknown } }, graph: Graph): boolean {
  if (node.branches.human_review !== undefined) return true;
  return leadsToApproval([...(node.pass_steps ?? []), ...(node.human_review_steps ?? [])], graph);
}

function isApproval(id: string, graph: Graph): boolean {
  const node = graph.node(id);
  return node !== undefined && isKind(node, 'Approve');
}

/**
 * True if all paths from here can end without approval or notice. Parallel steps all run, so one that leads to a notice
 * is enough; a choice takes one outcome. An endless loop ends in nothing.
 */
function canEndInSilence(starts: readonly string[], graph: Graph, placed: Placed, work: Work): boolean {
  const silent = new Set<string>();
  const all = (ids: readonly string[]) => ids.every((id) => silent.has(id));
  const reached = new Set(starts.flatMap((id) => [id, ...graph.reachable(id)]));
  // From the ends backwards: the successors of a place over edges are known before the place itself.
  const places = [...placed].filter(([id]) => reached.has(id));
  let hasGrown = true;
  while (hasGrown) {
    hasGrown = false;
    work.spend(1 + Math.ceil(places.length / PASSED_FOR_UNIT));
    for (const [id, ways] of places) {
      if (silent.has(id) || !ways.some(all)) continue;
      silent.add(id);
      hasGrown = true;
    }
  }
  return all(starts.filter((id) => graph.node(id) !== undefined));
}

/** By node, from the ends to the entry: its possible continuations. */
type Placed = ReadonlyMap<string, readonly (readonly string[])[]>;

/** Places examined for one unit of work. */
const PASSED_FOR_UNIT = 4;

function waysAt(id: string, graph: Graph): readonly (readonly string[])[] {
  const node = graph.node(id);
  return node === undefined ? [] : waysOn(node, graph);
}

/**
 * The possible continuations after a node; all steps of one continuation run. Empty for an approval and for a notice to
 * the applicant, which are not silent. A notice to another person does not count.
 */
function waysOn(node: NodeBase, graph: Graph): readonly (readonly string[])[] {
  if (isKind(node, 'Approve') || noticePerson(node) === RUN_APPLICANT) return [];
  if (!isKind(node, 'IfElse')) return [[...graph.edgesFrom(node.id).map(({ to }) => to), ...graph.jumpsFrom(node.id)]];
  const { pass_steps: pass = [], fail_steps: fail = [], branches } = node;
  return [
    ...(branches.pass === undefined ? [] : [pass]),
    ...(branches.human_review === undefined ? [] : [stepsAfterApproval(node)]),
    fail,
  ];
}
