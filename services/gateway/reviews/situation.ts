import { sql } from 'kysely';
import type { LetterNeed } from '../../../core/cascade/notice-request.ts';
import { AppError } from '../../../core/errors.ts';
import {
  isTerminal,
  type ExecutionMode,
  type ExecutionStatus,
  type ReviewDecision,
  type ReviewKind,
  type ReviewStatus,
} from '../../../core/states.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { holderOf } from '../../../platform/identity/claims.ts';
import { hasCode } from '../../../platform/thrown.ts';
import type { Auth } from '../services.ts';
import { COUNTING_APPROVALS, isApprovedBy, isKnownUser, type Approvable } from './approvals.ts';

/** Everything on which an act on an execution's review depends, as one statement read it. */
export interface Situation {
  readonly id: number;
  /** Changes with every write of the execution's row, and so with every write of its rounds. */
  readonly rowVersion: string;
  readonly run_key: string;
  readonly workflow_id: number;
  readonly external_reference: string | null;
  readonly status: ExecutionStatus;
  readonly review_status: ReviewStatus;
  readonly execution_mode: ExecutionMode;
  readonly user_approved: boolean | null;
  /** The user who holds it; null if that user can no longer decide. */
  readonly assigned_to_user_id: number | null;
  /** The user who has claimed it, even if they can no longer decide. */
  readonly claimedBy: number | null;
  /** PostgreSQL's clock at the reading. */
  readonly now: Date;
  /** The open round, then the queued ones in their order. */
  readonly pending: readonly PendingRound[];
  readonly decidedKinds: readonly ReviewKind[];
  /** The last decision about the person. */
  readonly lastDecision: ReviewDecision | null;
  readonly hasRounds: boolean;
}

export interface PendingRound extends Approvable {
  readonly id: number;
  readonly key: string;
  readonly nodeId: string;
  readonly visit: number;
  readonly kind: ReviewKind;
  readonly artifactId: number | null;
  /** RFC 3339. */
  readonly dueAt: string | null;
  /** The need that blocks approving it. */
  readonly needs: LetterNeed | null;
  readonly missingVariables: readonly string[] | null;
  /** `post`: the notice goes by post and cannot be sent by e-mail. */
  readonly delivery: 'post' | null;
  readonly isOpen: boolean;
}

/**
 * The situations of those of the executions that are the client's, by id. Nothing is locked: a write that relies on it
 * must find `rowVersion` unchanged.
 */
export async function readSituations(
  db: Queryable,
  auth: Auth,
  executionIds: readonly number[],
): Promise<ReadonlyMap<number, Situation>> {
  const { rows } = await sql<Situation>`
    select e.id, e.xmin::text as "rowVersion", e.run_key, e.workflow_id, e.external_reference, e.status, e.review_status,
      e.execution_mode, e.user_approved, ${holderOf('e')} as assigned_to_user_id,
      e.assigned_to_user_id as "claimedBy", clock_timestamp() as now,
      coalesce(
        (select jsonb_agg(jsonb_build_object(
            'id', r.id, 'key', r.key, 'nodeId', r.node_id, 'visit', r.visit, 'kind', r.kind,
            'artifactId', r.artifact_id, 'needs', r.needs, 'missingVariables', r.missing_variables,
            'delivery', r.delivery, 'isOpen', r.status = 'open',
            'approvalsRequired', r.approvals_required, 'approvals', ${COUNTING_APPROVALS}, 'reasons', r.reasons,
            'variables', r.variables, 'isApprovedByMe', ${isApprovedBy(auth.userId)},
            'isKnown', ${isKnownUser(auth.userId)},
            'dueAt', to_char(r.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
          ) order by r.status = 'open' desc, r.id)
          from review_round r where r.execution_id = e.id and r.status in ('open', 'queued')),
        '[]'
      ) as pending,
      array(
        select distinct r.kind from review_round r where r.execution_id = e.id and r.status = 'decided'
      ) as "decidedKinds",
      (select r.decision from review_round r
        where r.execution_id = e.id and r.kind = 'decision' and r.status = 'decided'
        order by r.decided_at desc, r.id desc limit 1) as "lastDecision",
      exists (select from review_round r where r.execution_id = e.id) as "hasRounds"
    from execution e
    where e.id = any (${[...executionIds]}::bigint[]) and e.api_client_id = ${auth.apiClientId}`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Locks the execution's row until the transaction ends, then reads, so that nobody changes it any more. Throws
 * `not_found`.
 */
export async function lockSituation(trx: Queryable, auth: Auth, executionId: number): Promise<Situation> {
  // Two statements: one that waited for the lock would still see the rounds as they were when it began.
  await trx
    .selectFrom('execution')
    .select('id')
    .where('id', '=', executionId)
    .where('api_client_id', '=', auth.apiClientId)
    .forUpdate()
    .execute();
  const situation = (await readSituations(trx, auth, [executionId])).get(executionId);
  if (situation === undefined) throw new AppError('not_found');
  return situation;
}

/** SQLSTATE of the trigger `review_round_approvals`. */
const TOO_FEW_APPROVALS = 'CSC02';

/**
 * Locks the situation and acts on it. PostgreSQL counts the approvals when they are written. Fewer may count by then,
 * because an operator has removed a user's address or two users have become one person. Then the act is repeated with
 * those that remain.
 */
export async function actOnSituation<Done>(
  trx: Queryable,
  auth: Auth,
  executionId: number,
  act: (situation: Situation) => Promise<Done>,
): Promise<Done> {
  const situation = await lockSituation(trx, auth, executionId);
  const [open] = situation.pending;
  if (open === undefined || open.approvalsRequired < 2) return act(situation);
  await sql`savepoint approvals_counted`.execute(trx);
  try {
    return await act(situation);
  } catch (error) {
    if (!hasCode(error, TOO_FEW_APPROVALS)) throw error;
    await sql`rollback to savepoint approvals_counted`.execute(trx);
    return actOnSituation(trx, auth, executionId, act);
  }
}

/** The open round of an execution on which the caller may act. Throws the reason if there is none. */
export function openRoundOf(situation: Situation, auth: Auth): PendingRound {
  requireActable(situation, auth);
  const [first] = situation.pending;
  if (first?.isOpen === true) return first;
  throw new AppError(situation.hasRounds ? 'review_not_pending' : 'not_awaiting_review');
}

export function requireActable({ execution_mode: mode, status }: Situation, auth: Auth): void {
  if (mode === 'live' && !auth.productionAccess) throw new AppError('live_mode_forbidden');
  if (isTerminal(status)) throw new AppError('not_awaiting_review');
}

export function refuseOthersClaim({ assigned_to_user_id: holder }: Situation, auth: Auth): void {
  if (holder !== null && holder !== auth.userId) throw new AppError('assigned_elsewhere');
}
