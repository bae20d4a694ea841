import type { ConditionTrace } from '../../../core/cascade/conditions.ts';
import { isKind, type CascadeDefinition } from '../../../core/cascade/registry.ts';
import { consequenceOf, nextOf } from '../../../core/explanation/consequence.ts';
import { choicesOnTheWay, flaggedBy, type ChoiceOnTheWay } from '../../../core/explanation/flagged.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { readNoticeSettings } from '../../../platform/database/notice-parties.ts';
import { foresee, type Verdict } from '../../../core/explanation/foresight.ts';
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
  const settings = await readNoticeSettings(db, auth.accountId);
  const of = { defaultPurpose: settings.default_purpose, keepsEsignConsent: settings.keeps_esign_consent };
  const leadsTo = (verdict: Verdict) => {
    const node = definition.find(({ id }) => id === round?.node_id);
    if (round === undefined || node === undefined) return null;
    const { decision } = verdict;
    const foreseen = state === null ? null : foresee({ ...run, state, now: Date.now() }, round.key, verdict, of);
    const ahead = { next: nextOf(node, decision), foreseen, sendsDraft: sendsDraft(round, decision) };
    return consequenceOf(definition, ahead);
  };
  const last = run.history.findLast(({ nodeId }) => nodeId === round?.node_id);
  const choices = last === undefined ? [] : choicesOnTheWay(run, { node_id: last.nodeId, visit: last.visit });
  const isDecision = round?.kind === 'decision';
  return {
    object: 'review_case',
    execution,
    applicant: applicant ?? null,
    property: property ?? null,
    review:
      round === undefined
        ? null
        : {
            ...presentRound(round),
            flagged_by: isDecision ? flaggedBy(choices).map(copyOf) : [],
            choices: choices.map(presentChoice),
          },
    notice: round?.document === null || round === undefined ? null : draftOf(round.document),
    reports: await readReports(db, executionId, definition, steps),
    history: await readHistory(db, executionId),
    // A letter that waits for reasons cannot be approved without them.
    on_approved: leadsTo({ decision: 'approved', withReasons: round?.needs === 'reasons' }),
    on_denied: leadsTo({ decision: 'denied', withReasons: false }),
    on_denied_with_reasons: isDecision ? leadsTo({ decision: 'denied', withReasons: true }) : null,
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

function presentChoice({ ref, name, taken, notPassed, notFailed, led }: ChoiceOnTheWay): JsonObject {
  return { ...ref, name, taken, led, not_passed: notPassed.map(copyOf), not_failed: notFailed.map(copyOf) };
}

const copyOf = (trace: ConditionTrace): JsonObject => ({ ...trace });

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

/** A review that waits for reasons has no letter yet. */
const sendsDraft = ({ kind, needs }: RoundRow, decision: ReviewDecision) =>
  kind === 'notice' && needs === null && decision === 'approved';
