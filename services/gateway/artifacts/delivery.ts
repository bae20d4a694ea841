import { sql } from 'kysely';
import { AppError } from '../../../core/errors.ts';
import type { JsonObject } from '../../../core/json.ts';
import { asJson, type Queryable } from '../../../platform/database/index.ts';
import { settleAnswers, settleNotices } from '../../../platform/database/notices-due.ts';
import { lockExecution } from '../executions/records.ts';
import { requireKnown } from '../reviews/approvals.ts';
import { decisionChange, writeChange } from '../reviews/change.ts';
import type { Acting } from '../reviews/acts.ts';
import { isUndelivered } from '../letters/waiting.ts';
import { actOnSituation, refuseOthersClaim, requireActable, type Situation } from '../reviews/situation.ts';
import type { Auth } from '../services.ts';

/**
 * Records that a person delivered a notice (posted), and sends one again (resend). Each locks the execution's row
 * first, so the second of two simultaneous requests sees the result of the first. Source: semantics 11.5.3 and 12.6.6.
 */
export interface NoticeOf {
  readonly executionId: number;
  readonly artifactId: number;
}

/** Records that a notice that could not go by e-mail was put into the mail; the run continues. */
export function recordPosted(acting: Acting, notice: NoticeOf, posted: Posted): Promise<void> {
  const { trx, auth } = acting;
  return actOnSituation(trx, auth, notice.executionId, (situation) => writePosted(acting, notice, posted, situation));
}

interface Posted {
  readonly date: string;
  readonly carrier: string;
}

async function writePosted(
  { trx, auth, audit }: Acting,
  { executionId, artifactId }: NoticeOf,
  { date, carrier }: Posted,
  situation: Situation,
): Promise<void> {
  const notice = await requireNotice(trx, auth, { executionId, artifactId });
  const { letter_date: letterDate } = notice;
  const wasMailed = notice.notice_status === 'sent' && !(await wasPosted(trx, executionId, artifactId));
  if (!wasMailed) requireActable(situation, auth);
  else if (situation.execution_mode === 'live' && !auth.productionAccess) throw new AppError('live_mode_forbidden');
  if (Date.parse(date) > situation.now.getTime() + DAY_MS) {
    throw new AppError('validation_failed', { details: [{ field: 'date', message: 'must not be in the future' }] });
  }
  if (letterDate !== null && date < letterDate) {
    const message = `must not be before ${letterDate}, the date that the letter carries`;
    throw new AppError('validation_failed', { details: [{ field: 'date', message }] });
  }
  if (wasMailed) {
    const posted = { artifact_id: artifactId, posted_on: date, carrier, letter_date: letterDate };
    await recordPostedToo(trx, auth, situation, posted);
    await audit(trx, { id: executionId, detail: { artifact_id: artifactId, date } });
    return;
  }
  const round = situation.pending.find(({ isOpen }) => isOpen);
  if (round === undefined || round.artifactId !== artifactId || round.delivery !== 'post') {
    throw new AppError('review_not_pending');
  }
  refuseOthersClaim(situation, auth);
  // Posting counts as the last approval.
  const { approvalsRequired: required, isApprovedByMe } = round;
  if (required > 1) requireKnown(round, auth);
  const given = [
    ...round.approvals,
    ...(isApprovedByMe ? [] : [{ user_id: auth.userId, at: situation.now.toISOString() }]),
  ];
  const approvals = required > 1 ? given : [];
  if (required > 1 && given.length < required) {
    throw new AppError('approvals_missing', {
      message: `The letter has ${round.approvals.length} of ${required} approvals; the person who posts it gives the last one.`,
    });
  }
  const posted = { posted_on: date, carrier };
  const change = decisionChange(situation, auth, {
    round,
    decision: 'approved',
    note: null,
    // The reasons that others have approved.
    reasons: round.reasons,
    variables: round.variables,
    approvals,
    posted,
    metadata: { node_id: round.nodeId, kind: 'notice', delivery: 'post', ...posted, letter_date: letterDate },
  });
  await writeChange(trx, auth, change, audit.row({ id: executionId, detail: { artifact_id: artifactId, date } }));
  await trx
    .updateTable('artifact')
    .set({ notice_status: 'sent' })
    .where('id', '=', artifactId)
    .where('execution_id', '=', executionId)
    .execute();
}

/** Records that a letter that went out by e-mail was put into the mail as well. Repeating it changes nothing. */
async function recordPostedToo(trx: Queryable, auth: Auth, { id, now }: Situation, posted: JsonObject): Promise<void> {
  const metadata = asJson({ ...posted, delivery: 'post', also_posted: true });
  await sql`
    insert into review_event (execution_id, event_type, actor_user_id, metadata, created_at)
    select ${id}, 'adverse_action_sent', ${auth.userId}, ${metadata}::jsonb, ${now}
    where not exists (
      select from review_event v
      where v.execution_id = ${id} and v.event_type = 'adverse_action_sent' and v.metadata = ${metadata}::jsonb)`.execute(
    trx,
  );
}

const DAY_MS = 86_400_000;

interface SentElsewhere {
  /** The person to whom a notice was owed. */
  readonly applicant: string;
  /** A letter that came back or could not be sent again. */
  readonly artifactId: number | null;
  readonly date: string;
  readonly carrier: string;
}

/** Records that an owed notice (`notices_due`), or a letter that came back, was delivered outside this service. */
export async function recordSentElsewhere(
  trx: Queryable,
  auth: Auth,
  executionId: number,
  { applicant, artifactId, date, carrier }: SentElsewhere,
): Promise<void> {
  const { execution_mode: mode, now, notices_due: due } = await lockExecution(trx, auth, executionId);
  if (mode === 'live' && !auth.productionAccess) throw new AppError('live_mode_forbidden');
  if (Date.parse(date) > now.getTime() + DAY_MS) {
    throw new AppError('validation_failed', { details: [{ field: 'date', message: 'must not be in the future' }] });
  }
  if (artifactId !== null) {
    if (!(await isUndelivered(trx, auth, { executionId, artifactId }))) {
      const message = 'must be a notice that came back, or could not be sent again, and is not settled yet';
      throw new AppError('validation_failed', { details: [{ field: 'artifact_id', message }] });
    }
  } else if (!(await settleNotices(trx, executionId, applicant))) {
    const owed = (due ?? []).map((notice) => `\`${notice.applicant}\``);
    const message =
      owed.length === 0 ? 'no notice is due' : `must be one of those to whom a notice is due: ${owed.join(', ')}`;
    throw new AppError('validation_failed', { details: [{ field: 'applicant', message }] });
  }
  await trx
    .insertInto('review_event')
    .values({
      execution_id: executionId,
      event_type: 'adverse_action_sent',
      actor_user_id: auth.userId,
      metadata: asJson({
        ...(artifactId === null ? { applicant } : { artifact_id: artifactId }),
        ...{ sent_on: date, carrier, sent_elsewhere: true },
      }),
      created_at: now,
    })
    .execute();
}

/**
 * Requests that a sent notice is e-mailed again, in any state of its execution. Unless the letter did not arrive, this
 * needs a reason and a day's wait, because the person has it already.
 */
export async function requestResend(
  trx: Queryable,
  auth: Auth,
  { executionId, artifactId, hasReason }: NoticeOf & { readonly hasReason: boolean },
): Promise<void> {
  const execution = await lockExecution(trx, auth, executionId);
  const notice = await requireNotice(trx, auth, { executionId, artifactId });
  if (execution.execution_mode === 'live' && !auth.productionAccess) throw new AppError('production_access_required');
  const reason =
    notice.notice_status !== 'sent'
      ? 'must be a notice that was sent'
      : notice.status !== 'ready' || notice.removed_at !== null
        ? 'must be a notice whose file is still stored'
        : (await wasPosted(trx, executionId, artifactId))
          ? 'must be a notice that was sent by e-mail; this one went by post'
          : undefined;
  if (reason !== undefined) {
    throw new AppError('validation_failed', { details: [{ field: 'artifact_id', message: reason }] });
  }
  if (!(await isUndelivered(trx, auth, { executionId, artifactId }))) {
    if (!hasReason) throw new AppError('validation_failed', { details: [{ field: 'reason', message: NEEDS_REASON }] });
    await refuseWithinDay(trx, artifactId);
  }
  await trx
    .insertInto('notice_resend')
    .columns(['api_client_id', 'execution_id', 'artifact_id', 'number', 'requested_by_user_id'])
    .expression((resend) =>
      resend
        .selectFrom('notice_resend')
        .select([
          sql<number>`${auth.apiClientId}::bigint`.as('api_client_id'),
          sql<number>`${executionId}::bigint`.as('execution_id'),
          sql<number>`${artifactId}::bigint`.as('artifact_id'),
          sql<number>`coalesce(max(number), 0) + 1`.as('number'),
          sql<number>`${auth.userId}::bigint`.as('requested_by_user_id'),
        ])
        .where('artifact_id', '=', artifactId),
    )
    .execute();
}

const NEEDS_REASON = 'is missing: the letter did not come back, so say why it is sent again, once a day at most';

async function refuseWithinDay(trx: Queryable, artifactId: number): Promise<void> {
  const { rows } = await sql<{ wait: number }>`
    select ceil(extract(epoch from created_at + interval '1 day' - now()))::int as wait from notice_resend
    where artifact_id = ${artifactId} and created_at > now() - interval '1 day'
    order by created_at desc limit 1`.execute(trx);
  const [row] = rows;
  if (row === undefined) return;
  throw new AppError('rate_limited', {
    message: 'This letter was sent again less than a day ago.',
    headers: { 'Retry-After': String(row.wait) },
  });
}

async function requireNotice(trx: Queryable, auth: Auth, { executionId, artifactId }: NoticeOf) {
  const row = await trx
    .selectFrom('artifact')
    .select(['status', 'notice_status', 'removed_at', sql<string | null>`document ->> 'date'`.as('letter_date')])
    .where('id', '=', artifactId)
    .where('execution_id', '=', executionId)
    .where('api_client_id', '=', auth.apiClientId)
    .where('kind', '=', 'notice')
    .executeTakeFirst();
  if (row === undefined) throw new AppError('not_found');
  return row;
}

async function wasPosted(trx: Queryable, executionId: number, artifactId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('review_round')
    .select('id')
    .where('execution_id', '=', executionId)
    .where('artifact_id', '=', artifactId)
    .where('posted_on', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

export const APPLICATION_ANSWERS = [
  'withdrawn',
  'incompleteness_notice',
  'decided_elsewhere',
  'no_application',
] as const;

/**
 * Records the answer to an application for credit whose run decided nothing; executions of its reference owe no more.
 */
export async function recordAnswer(
  trx: Queryable,
  auth: Auth,
  executionId: number,
  answered: {
    readonly answer: (typeof APPLICATION_ANSWERS)[number];
    readonly date: string;
    readonly note: string | null;
  },
): Promise<void> {
  const { execution_mode: mode, now } = await lockExecution(trx, auth, executionId);
  if (mode === 'live' && !auth.productionAccess) throw new AppError('live_mode_forbidden');
  const { answer, date, note } = answered;
  const refuse = (field: string, message: string): AppError =>
    new AppError('validation_failed', { details: [{ field, message }] });
  if (Date.parse(date) > now.getTime() + DAY_MS) throw refuse('date', 'must not be in the future');
  if (!(await settleAnswers(trx, executionId))) {
    throw refuse('answer', 'no application of this execution waits for one (`why` `no_decision` in `notices_due`)');
  }
  await trx
    .insertInto('review_event')
    .values({
      execution_id: executionId,
      event_type: 'application_answered',
      actor_user_id: auth.userId,
      note,
      metadata: asJson({ answer, answered_on: date }),
      created_at: now,
    })
    .execute();
}
