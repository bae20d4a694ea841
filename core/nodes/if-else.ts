import { evaluateBranches, type ConditionTrace } from '../conditions.ts';
import type { CascadeCondition, IfElseNode } from '../definition/types.ts';
import { validateBranches } from '../definition/validate-branches.ts';
import { isJsonObject, type JsonObject } from '../json.ts';
import type { NodeSpec } from './contract.ts';
import { edgesOf, isoTime } from './edges.ts';
import { resolveCondition } from './scope.ts';

/**
 * Decides: `pass` is tried first, then `human_review`, else `fail`. A match of `human_review` parks the run; approved
 * goes on at `human_review_steps`, or at `pass_steps` where that is empty; denied goes on at `fail_steps`, so that a
 * denial never runs what only an approval may. `next_step` is not used.
 * Source: reference, "CascadeDefinition and nodes"; api-decisions section 6.
 */
export const ifElse: NodeSpec<IfElseNode> = {
  schema: {
    type: 'object',
    description: 'Compares outputs and takes a branch.',
    required: ['branches'],
    properties: {
      branches: {
        type: 'object',
        properties: {
          pass: { $ref: '#/components/schemas/CascadeBranch' },
          human_review: { $ref: '#/components/schemas/CascadeBranch' },
        },
      },
      pass_steps: { type: 'array', items: { type: 'string' }, description: 'Run when `pass` matches.' },
      human_review_steps: {
        type: 'array',
        items: { type: 'string' },
        description: 'Run when a review approves after `human_review` matched; `pass_steps` where this is empty.',
      },
      fail_steps: {
        type: 'array',
        items: { type: 'string' },
        description: 'Run when no branch matches, and when a review denies.',
      },
    },
  },

  validate: (node, at, scope) => validateBranches(node, at, scope),

  edges: (node) => [
    ...edgesOf('pass_steps', node.pass_steps),
    ...edgesOf('human_review_steps', node.human_review_steps),
    ...edgesOf('fail_steps', node.fail_steps),
  ],
  jumps: () => [],

  start(node, visit) {
    const failedSource = conditionsOf(node).find(({ source_node_id }) => visit.failed.has(source_node_id));
    if (failedSource !== undefined) {
      const message = `The step ${failedSource.source_node_id}, whose output is compared, has failed.`;
      return { do: 'fail', code: 'source_failed', message };
    }
    const { branch, trace } = evaluateBranches(node, (condition) => resolveCondition(visit, condition));
    const output = decision(branch, trace);
    if (branch !== 'human_review') {
      return { do: 'finish', output, next: (branch === 'pass' ? node.pass_steps : node.fail_steps) ?? [] };
    }
    return {
      do: 'park',
      review: { kind: 'decision', key: 'decision', artifactId: null, dueAt: null },
      memo: {},
      output,
      aside: { reviewEvents: [{ type: 'flagged', key: 'flagged', metadata: { node_id: node.id } }] },
    };
  },

  resume(node, visit, _memo, happened) {
    if (happened.kind !== 'decision') throw new Error(`a review does not wait for a ${happened.kind}`);
    const before = visit.outputs.get(node.id);
    const output: JsonObject = {
      ...(isJsonObject(before) ? before : {}),
      review: {
        decision: happened.decision,
        decided_by_user_id: happened.decidedByUserId,
        decided_at: isoTime(happened.decidedAt),
        note: happened.note,
      },
    };
    if (happened.decision === 'denied') {
      return { do: 'finish', output, next: node.fail_steps ?? [], aside: { outcome: 'denied' } };
    }
    return { do: 'finish', output, next: stepsAfterApproval(node) };
  },
};

export function stepsAfterApproval(node: IfElseNode): readonly string[] {
  const own = node.human_review_steps ?? [];
  return own.length > 0 ? own : (node.pass_steps ?? []);
}

/** The output of an IfElse, as api-decisions section 6 gives it. */
export type IfElseOutput = { readonly branch: 'pass' | 'human_review' | 'fail'; readonly conditions: ConditionTrace[] };

function decision(branch: IfElseOutput['branch'], trace: readonly ConditionTrace[]): JsonObject {
  return { branch, conditions: trace.map((entry) => ({ ...entry })) };
}

function conditionsOf(node: IfElseNode): readonly CascadeCondition[] {
  return [node.branches.pass, node.branches.human_review].flatMap((branch) =>
    (branch?.condition_groups ?? []).flatMap((group) => group.conditions),
  );
}
