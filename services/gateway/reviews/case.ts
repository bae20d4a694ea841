import type { JsonObject } from '../../../core/json.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { readNoticeSettings } from '../../../platform/database/notice-parties.ts';
import type { CaseInput } from '../calculations/review-case.ts';
import { readExecution } from '../executions/records.ts';
import { readRecordedRun } from '../executions/recorded-run.ts';
import { timeText } from '../http/present.ts';
import type { Auth } from '../services.ts';
import { COUNTING_APPROVALS, presentApprovals } from './approvals.ts';
import { readReviewedLetter } from './goes-to.ts';
import { decidingVisits } from './reason-codes.ts';

/**
 * The case of a review in one response, as input for a worker process. It has the open review and its reasons, the
 * reports, earlier decisions, and the effects of each decision.
 */
export function readReviewCase(db: Queryable, auth: Auth, executionId: number): Promise<CaseInput> {
  // A step that is saved meanwhile must not mix its state with a review of another moment.
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((trx) => readParts(trx, auth, executionId));
}

async function readParts(db: Queryable, auth: Auth, executionId: number): Promise<CaseInput> {
  const execution = await readExecution(db, auth, executionId);
  const run = await readRecordedRun(db, auth, executionId);
  const round = await readOpenRound(db, executionId);
  const isLetter = round?.kind === 'notice';
  const deciding = isLetter ? await decidingVisits(db, executionId, round.node_id) : [];
  const settings = await readNoticeSettings(db, auth.accountId);
  const letter = isLetter
    ? await readReviewedLetter(db, auth, {
        ...{ executionId, nodeId: round.node_id, document: round.document, needs: round.needs },
        mode: run.execution.mode,
      })
    : null;
  return {
    run,
    round: round === undefined ? null : { ...round, deciding },
    notices: { defaultPurpose: run.settings.default_purpose, keepsEsignConsent: settings.keeps_esign_consent },
    reportArtifacts: await readReportArtifacts(db, executionId),
    given: {
      execution,
      review: round === undefined ? null : presentRound(round),
      letter,
      history: await readHistory(db, executionId),
    },
    now: Date.now(),
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
      'r.missing_variables as variables',
      'r.why',
      'r.delivery',
      'r.approvals_required',
      'r.opened_at',
      'r.queue',
      'r.snoozed_until',
      'r.artifact_id',
    ])
    .select(['a.document', COUNTING_APPROVALS.as('approvals')])
    .where('r.execution_id', '=', executionId)
    .where('r.status', '=', 'open')
    .executeTakeFirst();
}

function presentRound(round: RoundRow): JsonObject {
  const { document: _document, key: _key, approvals_required: required, ...rest } = round;
  const { approvals, due_at, opened_at, snoozed_until, variables, ...row } = rest;
  return {
    ...row,
    approvals: presentApprovals(required, approvals),
    variables: variables === null ? null : [...variables],
    due_at: timeText(due_at),
    opened_at: timeText(opened_at),
    snoozed_until: timeText(snoozed_until),
  };
}

async function readReportArtifacts(db: Queryable, executionId: number): Promise<ReadonlyMap<string, number>> {
  const artifacts = await db
    .selectFrom('artifact')
    .select(['id', 'node_id'])
    .where('execution_id', '=', executionId)
    .where('kind', '=', 'report')
    .orderBy('visit')
    .execute();
  return new Map(artifacts.map(({ id, node_id: nodeId }) => [nodeId, id]));
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
