import type { NodeBase } from './definition.ts';
import type { Graph } from './graph.ts';
import { asksOfMissing, type IfElseNode } from './nodes/if-else.ts';
import { askingOf } from './not-comparable.ts';
import { isKind } from './registry.ts';
import { approvalsOf } from './review.ts';

/** Warnings about review settings of a node at which no person is ever asked. */
export function idleReviews(node: NodeBase, graph: Graph): string[] {
  return [idleApprovals(node), idleQuestion(node, graph)].flatMap((message) => message ?? []);
}

function idleApprovals(node: NodeBase): string | undefined {
  const approvals = approvalsOf(node);
  if (approvals < 2) return undefined;
  const idle = `\`review.approvals\` is ${approvals}, and nobody is asked:`;
  const isAsking = (choice: IfElseNode) =>
    choice.branches.human_review !== undefined || choice.on_not_comparable === 'review' || asksOfMissing(choice);
  if (isKind(node, 'IfElse') && !isAsking(node)) {
    return `${idle} the node has no branch \`human_review\`. Give it one, or leave \`approvals\` out.`;
  }
  const isSentUnasked = isKind(node, 'AdverseAction') && node.adverse_action?.send_strategy === 'auto_send';
  return isSentUnasked
    ? `${idle} \`auto_send\` sends the letter at once. \`draft_first\` asks before it is sent.`
    : undefined;
}

function idleQuestion(node: NodeBase, graph: Graph): string | undefined {
  if (!isKind(node, 'IfElse') || node.on_not_comparable !== 'review') return undefined;
  if (askingOf(node, (id) => graph.node(id)) !== null) return undefined;
  return (
    '`on_not_comparable` is "review", and nobody can be asked: an Approve could follow the denial, or nothing but a ' +
    'denial the approval, so the step fails instead. Let one side alone lead to an Approve.'
  );
}
