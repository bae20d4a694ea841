import type { Graph } from '../../cascade/graph.ts';
import type { LintRule } from '../../cascade/lint.ts';
import type { NodeBase } from '../../cascade/definition.ts';
import { isKind } from '../../cascade/registry.ts';

/** Warns of choices by which somebody is declined, or denied by a person, who gets no notice (15 USC 1681m(a)). */
export const warnOfMissingNotices: LintRule = (definition, _registry, graph) =>
  silentDenials(definition, graph).map((id) => ({
    code: 'missing_adverse_action' as const,
    node_id: id,
    message:
      'Whoever is declined or denied here may get no adverse-action notice (15 USC 1681m(a)): let the steps that follow ' +
      'a denial lead to an AdverseAction.',
  }));

/** The choices of which a failure ends with neither an approval nor a notice, although they can approve or ask a person. */
export function silentDenials(definition: readonly NodeBase[], graph: Graph): readonly string[] {
  return definition.flatMap((node) => {
    if (!isKind(node, 'IfElse')) return [];
    const { fail_steps: fail = [], pass_steps: pass = [] } = node;
    if (decides(node, graph)) return canEndInSilence(fail, graph) ? [node.id] : [];
    // A rule that declines: whoever matches it.
    return leadsToApproval(fail, graph) && canEndInSilence(pass, graph) ? [node.id] : [];
  });
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

/** Whether a way from here ends with neither an approval nor a notice on it. */
function canEndInSilence(starts: readonly string[], graph: Graph): boolean {
  if (starts.length === 0) return true;
  const seen = new Set<string>();
  const open = [...starts];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const node = graph.node(id);
    if (node === undefined || seen.has(id)) continue;
    seen.add(id);
    if (isKind(node, 'Approve') || isKind(node, 'AdverseAction')) continue;
    const targets = [...graph.edgesFrom(id).map(({ to }) => to), ...graph.jumpsFrom(id)];
    if (targets.length === 0) return true;
    open.push(...targets);
  }
  return false;
}
