import type { Graph } from '../../cascade/graph.ts';
import type { LintRule, LintWarning } from '../../cascade/lint.ts';
import type { NodeBase } from '../../cascade/definition.ts';
import { isKind } from '../../cascade/registry.ts';

/**
 * Warns of a notice behind which a jump leads back to it, and of steps side by side that each issue one to the same
 * person: one application, one letter. Source: semantics 10.
 */
export const warnOfSeveralNotices: LintRule = (definition, _registry, graph) => [
  ...definition.flatMap((node) => repeated(node, graph)),
  ...sideBySide(definition, graph),
];

function repeated(node: NodeBase, graph: Graph): LintWarning[] {
  if (!isKind(node, 'AdverseAction') || !graph.reaches(node.id, node.id)) return [];
  const message =
    'A jump behind this notice leads back to it. The same letter goes to a person once an execution: a repeated one is ' +
    'sent only if its reasons are others.';
  return [{ code: 'repeated_notice', node_id: node.id, message }];
}

function sideBySide(definition: readonly NodeBase[], graph: Graph): LintWarning[] {
  const applicantOf = (id: string) => {
    const node = graph.node(id);
    return node !== undefined && isKind(node, 'AdverseAction') ? (node.adverse_action?.applicant ?? 'applicant') : null;
  };
  // Many steps may lead to one, and each of these may lead far.
  const known = new Map<string, readonly string[]>();
  const noticesBehind = (id: string) => {
    const notices = known.get(id) ?? noticesWithoutChoice(id, graph);
    known.set(id, notices);
    return notices;
  };
  return definition.flatMap((node): LintWarning[] => {
    const byKey = Map.groupBy(graph.edgesFrom(node.id), ({ key }) => key);
    for (const edges of byKey.values()) {
      const targets = [...new Set(edges.map(({ to }) => to))];
      const issued = targets.map(noticesBehind);
      for (const [index, notices] of issued.entries()) {
        const others = issued.slice(index + 1).flat();
        const toSame = (one: string) => (other: string) => other !== one && applicantOf(other) === applicantOf(one);
        const one = notices.find((each) => others.some(toSame(each)));
        if (one === undefined) continue;
        const pair = [one, others.find(toSame(one))];
        const message = `${pair.join(' and ')} run side by side and tell the same person twice: let one notice follow.`;
        return [{ code: 'parallel_notices', node_id: node.id, message }];
      }
    }
    return [];
  });
}

/** Notices that follow whatever conditions say. */
function noticesWithoutChoice(from: string, graph: Graph): readonly string[] {
  const found = new Set([from]);
  for (const id of found) {
    const node = graph.node(id);
    if (node === undefined || isKind(node, 'IfElse')) continue;
    for (const { to } of graph.edgesFrom(id)) found.add(to);
  }
  return [...found].filter((id) => {
    const node = graph.node(id);
    return node !== undefined && isKind(node, 'AdverseAction');
  });
}
