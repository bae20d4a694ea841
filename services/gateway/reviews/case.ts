import { stepsAfterApproval } from '../../../core/cascade/nodes/if-else.ts';
import { buildGraph } from '../../../core/cascade/graph.ts';
import { isKind, NODES, type CascadeDefinition, type CascadeNode } from '../../../core/cascade/registry.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { foresee, type Foresight } from '../../../core/explanation/foresight.ts';
import type { SandboxRegistry } from '../../../core/products/sandbox.ts';
import type { ReviewDecision } from '../../../core/states.ts';
import { readExecution } from '../executions/records.ts';
import { readRecordedRun } from '../executions/recorded-run.ts';
import { timeText } from '../http/present.ts';
import type { Auth } from '../services.ts';

/**
 * What a reviewer needs to see, in one response: the open review and why it came up, the reports, what was said before,
 * and what each decision leads to. An addition to the reference.
 */
export async function readReviewCase(
  db: Queryable,
  sandbox: SandboxRegistry,
  auth: Auth,
  executionId: number,
): Promise<JsonObject> {
  const execution = await readExecution(db, auth, executionId);
  const { run, definition, state } = await readRecordedRun(db, sandbox, auth, executionId);
  const steps = new Map<string, Json>(
    run.history.flatMap(({ nodeId, output }) => (output === null ? [] : [[nodeId, output]])),
  );
  const round = await readOpenRound(db, executionId);
  const { applicant, property } = run.context.payload;
  const leadsTo = (decision: ReviewDecision) => {
    const node = definition.find(({ id }) => id === round?.node_id);
    if (round === undefined || node === undefined) return null;
    const foreseen = state === null ? null : foresee({ ...run, state, now: Date.now() }, round.key, decision);
    return consequence(definition, { next: nextOf(node, decision), foreseen, sendsDraft: sendsDraft(round, decision) });
  };
  return {
    object: 'review_case',
    execution,
    applicant: applicant ?? null,
    property: property ?? null,
    review: round === undefined ? null : { ...presentRound(round), flagged_by: flaggedBy(steps.get(round.node_id)) },
    notice: round?.document === null || round === undefined ? null : draftOf(round.document),
    reports: await readReports(db, executionId, definition, steps),
    history: await readHistory(db, executionId),
    on_approved: leadsTo('approved'),
    on_denied: leadsTo('denied'),
  };
}

type RoundRow = NonNullable<Awaited<ReturnType<typeof readOpenRound>>>;

function readOpenRound(db: Queryable, executionId: number) {
  return db
    .selectFrom('review_round as r')
    .leftJoin('artifact as a', 'a.id', 'r.artifact_id')
    .select([
      'r.id',
      'r.key',
      'r.node_id',
      'r.kind',
      'r.due_at',
      'r.needs',
      'r.delivery',
      'r.opened_at',
      'r.artifact_id',
    ])
    .select('a.document')
    .where('r.execution_id', '=', executionId)
    .where('r.status', '=', 'open')
    .executeTakeFirst();
}

function presentRound({ document: _document, key: _key, due_at, opened_at, ...row }: RoundRow): JsonObject {
  return { ...row, due_at: timeText(due_at), opened_at: timeText(opened_at) };
}

/** The conditions of the review branch, with the required and the actual values. */
function flaggedBy(output: Json | undefined): Json[] {
  const conditions = isJsonObject(output) && Array.isArray(output.conditions) ? output.conditions : [];
  return conditions.filter((trace) => isJsonObject(trace) && trace.branch === 'human_review');
}

/** What the drafted letter says in its variable parts; the PDF is a notice artifact. */
function draftOf(document: JsonObject): JsonObject {
  const { stage = null, purpose = null, reasons = [], statement = null, extra_reason = null } = document;
  return { stage, purpose, reasons, statement, extra_reason };
}

async function readReports(
  db: Queryable,
  executionId: number,
  definition: CascadeDefinition,
  outputs: ReadonlyMap<string, Json>,
): Promise<JsonObject[]> {
  const artifacts = await db
    .selectFrom('artifact')
    .select(['id', 'node_id'])
    .where('execution_id', '=', executionId)
    .where('kind', '=', 'report')
    .orderBy('visit')
    .execute();
  const artifactOf = new Map(artifacts.map(({ id, node_id }) => [node_id, id]));
  return definition.flatMap((node) => {
    const report = outputs.get(node.id);
    if (!isKind(node, 'BillingProduct') || !isJsonObject(report)) return [];
    const artifactId = artifactOf.get(node.id);
    return [
      {
        node_id: node.id,
        product_code: node.billing_product_code ?? node.config?.billing_product_code ?? null,
        // Lists make a report long; the execution has them in full.
        values: Object.fromEntries(Object.entries(report).filter(([, value]) => !Array.isArray(value))),
        artifact_id: artifactId ?? null,
        pdf: artifactId === undefined ? null : `/executions/${executionId}/report_artifacts/${artifactId}`,
      },
    ];
  });
}

/** Review events with the names of the people who acted. */
async function readHistory(db: Queryable, executionId: number): Promise<JsonObject[]> {
  const rows = await db
    .selectFrom('review_event as v')
    .leftJoin('account_user as u', 'u.id', 'v.actor_user_id')
    .select(['v.event_type', 'v.actor_user_id', 'u.name', 'v.note', 'v.metadata', 'v.created_at'])
    .where('v.execution_id', '=', executionId)
    .orderBy('v.id', 'desc')
    .limit(MAX_HISTORY)
    .execute();
  return rows.reverse().map((row) => ({
    event_type: row.event_type,
    actor: row.actor_user_id === null ? null : { id: row.actor_user_id, name: row.name },
    note: row.note,
    metadata: row.metadata,
    created_at: row.created_at.toISOString(),
  }));
}

const MAX_HISTORY = 100;

/** Nodes at which the run continues: a review about a notice goes on behind its own step, whatever is decided. */
function nextOf(node: CascadeNode, decision: ReviewDecision): readonly string[] {
  if (!isKind(node, 'IfElse')) return node.next_step ?? [];
  return decision === 'approved' ? stepsAfterApproval(node) : (node.fail_steps ?? []);
}

/** A review that waits for reasons has no letter yet. */
const sendsDraft = ({ kind, needs }: RoundRow, decision: ReviewDecision) =>
  kind === 'notice' && needs === null && decision === 'approved';

/** What happens next, and what may happen later on: the nodes that can be reached, in order, and the letters among them. */
function consequence(
  definition: CascadeDefinition,
  {
    next,
    foreseen,
    sendsDraft: sends,
  }: { readonly next: readonly string[]; readonly foreseen: Foresight | null; readonly sendsDraft: boolean },
): JsonObject {
  const graph = buildGraph(definition, NODES);
  const reached = new Set(next.flatMap((id) => [id, ...graph.reachable(id)]));
  const nodes = graph.order.flatMap((id) => {
    const node = definition.find((one) => one.id === id);
    return node !== undefined && reached.has(id) ? [node] : [];
  });
  return {
    next_nodes: [...next],
    runs: foreseen === null ? null : [...foreseen.nodeIds],
    stops_at: foreseen === null ? null : [...foreseen.stopsAt],
    sends_draft: sends,
    reachable_nodes: nodes.map((node) => ({ id: node.id, type: node.type, name: node.name ?? null })),
    letters: nodes.flatMap((node) => {
      if (!isKind(node, 'AdverseAction')) return [];
      const letter = foreseen?.letters.get(node.id);
      return [
        {
          node_id: node.id,
          action_taken: node.adverse_action?.action_taken ?? 'denied',
          send_strategy: node.adverse_action?.send_strategy ?? 'draft_first',
          would_be_issued: foreseen === null ? null : letter !== undefined,
          reasons: letter === undefined ? null : [...letter.reasons],
          rests_on_denial: letter?.restsOnDenial ?? null,
        },
      ];
    }),
  };
}
