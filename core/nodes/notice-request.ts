import type { ConditionTrace } from '../conditions.ts';
import { productCodeOf, type AdverseActionNode, type CascadeNode, type IfElseNode } from '../definition/types.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import { productByCode, reasonsFor } from '../products/index.ts';
import type { NoticeRequest, NoticeStage, VisitContext } from './contract.ts';
import { stepsAfterApproval } from './if-else.ts';

/** 12 CFR 1002.9 (official interpretation, 9(b)(2)-1): more than four reasons are not likely to help the applicant. */
const MAX_REASONS = 4;

/**
 * What a notice has to say about this run: the conditions that decided, the reports that they read and the reasons that
 * follow. They are read from the trace of every IfElse whose taken branch leads to the node.
 * Source: notices.md, A and B; api-decisions section 8.
 */
export function noticeRequest(
  node: AdverseActionNode,
  visit: VisitContext,
  facts: { readonly stage: NoticeStage; readonly recipient: string; readonly actionTaken: string },
): NoticeRequest {
  const settings = node.adverse_action ?? {};
  const looked = decisionsBehind(node.id, visit);
  const deciding = looked.flatMap(decidingConditions);
  const products = new Map<string, JsonObject | null>();
  for (const condition of deciding) {
    const source = productSource(condition.source_node_id, visit);
    if (source !== undefined) products.set(source.code, source.output);
  }
  return {
    stage: facts.stage,
    action_taken: facts.actionTaken,
    purpose: typeof settings.purpose === 'string' ? settings.purpose : purposeOf(visit.workflow.useCase),
    jurisdiction: typeof settings.jurisdiction === 'string' ? settings.jurisdiction : null,
    recipient: facts.recipient,
    extra_reason: typeof settings.reason === 'string' && settings.reason.trim() !== '' ? settings.reason.trim() : null,
    reasons: principalReasons(deciding, visit),
    product_codes: [...products.keys()],
    trace: looked.map(({ nodeId, branch, conditions }) => ({
      node_id: nodeId,
      branch,
      conditions: conditions.map((c) => ({ ...c })),
    })),
    credit_report: scoreUsed(looked, visit),
  };
}

interface Decision {
  readonly nodeId: string;
  readonly branch: 'pass' | 'human_review' | 'fail';
  readonly conditions: readonly ConditionTrace[];
}

/** The IfElse nodes that sent the run here, in the order in which they ran first. */
function decisionsBehind(target: string, visit: VisitContext): Decision[] {
  const found: Decision[] = [];
  for (const [nodeId, output] of visit.outputs) {
    const node = visit.node(nodeId);
    if (node === undefined || !isIfElse(node) || !isJsonObject(output)) continue;
    const ways = stepsTaken(node, output);
    if (!ways.some((step) => step === target || visit.reachesByEdges(step, target))) continue;
    found.push({
      nodeId,
      branch: output.branch as Decision['branch'],
      // The interpreter itself wrote this output (core/nodes/if-else.ts).
      conditions: (output.conditions ?? []) as unknown as readonly ConditionTrace[],
    });
  }
  return found;
}

function stepsTaken(node: IfElseNode, output: JsonObject): readonly string[] {
  if (output.branch === 'pass') return node.pass_steps ?? [];
  if (output.branch === 'fail') return node.fail_steps ?? [];
  const review = isJsonObject(output.review) ? output.review.decision : undefined;
  return (review === 'approved' ? stepsAfterApproval(node) : node.fail_steps) ?? [];
}

/**
 * The conditions that a decision rests on: those that held where a branch matched, and those of `pass` that did not
 * hold where it did not. Without any of the latter the person failed the `human_review` conditions.
 */
function decidingConditions({ branch, conditions }: Decision): readonly ConditionTrace[] {
  const of = (name: ConditionTrace['branch'], result: boolean) =>
    conditions.filter((condition) => condition.branch === name && condition.result === result);
  if (branch === 'pass') return of('pass', true);
  const unmet = of('pass', false);
  if (branch === 'human_review') return [...unmet, ...of('human_review', true)];
  return unmet.length > 0 ? unmet : of('human_review', false);
}

function principalReasons(deciding: readonly ConditionTrace[], visit: VisitContext): string[] {
  const reasons = new Set<string>();
  for (const condition of deciding) {
    const source = productSource(condition.source_node_id, visit);
    const product = source === undefined ? undefined : productByCode(source.code);
    if (source === undefined || product === undefined) {
      reasons.add(`Information in your application: ${words(condition.field)}`);
      continue;
    }
    for (const reason of reasonsFor(product, condition.field, source.output, condition.missing)) reasons.add(reason);
  }
  return [...reasons].slice(0, MAX_REASONS);
}

/** The credit report whose score a condition looked at, whatever came of it: then the score has to be disclosed. */
function scoreUsed(looked: readonly Decision[], visit: VisitContext): JsonObject | null {
  for (const { conditions } of looked) {
    for (const { source_node_id, field } of conditions) {
      const source = productSource(source_node_id, visit);
      if (source?.code === 'credit_report' && field === 'score') return source.output;
    }
  }
  return null;
}

function productSource(id: string, visit: VisitContext): { code: string; output: JsonObject | null } | undefined {
  const node = visit.node(id);
  if (node === undefined || (node.type !== 'BillingProduct' && node.type !== 'Product')) return undefined;
  const output: Json | undefined = visit.outputs.get(id);
  return { code: productCodeOf(node), output: isJsonObject(output) ? output : null };
}

function isIfElse(node: CascadeNode): node is IfElseNode {
  return node.type === 'IfElse' || node.type === 'Condition';
}

function purposeOf(useCase: string | null): string {
  if (useCase === null) return 'tenant';
  if (/employ|hiring/i.test(useCase)) return 'employment';
  return /credit|lend|loan/i.test(useCase) ? 'credit' : 'tenant';
}

function words(field: string): string {
  return field.replace(/^applicant\./, '').replaceAll(/[._]/g, ' ');
}
