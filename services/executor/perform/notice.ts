import { sql } from 'kysely';
import type { NoticeStage } from '../../../core/cascade/notice-request.ts';
import type { JsonObject } from '../../../core/json.ts';
import { dateIn } from '../../../core/local-time.ts';
import { waitingEndsAt } from '../../../core/notices/waiting.ts';
import { asJson } from '../../../platform/database/index.ts';
import { readOfficialText } from '../../../platform/database/notice-parties.ts';
import type { MailAttachment } from '../../../platform/mail/index.ts';
import { SUBJECTS } from '../../../platform/nats/index.ts';
import { jurisdictionOf } from '../../../platform/reference-data/index.ts';
import { auditOfCancelled } from './cancelled-notice.ts';
import { executorOf, type BegunEffect, type EffectOutcome, type Executor } from './effect.ts';
import { isLetterStored, sendLetter, type LetterContent, type LetterOutcome, type LetterToSend } from './letters.ts';
import { coverLetter } from './notice-mail.ts';
import type { NoticeDependencies } from './notice-dependencies.ts';
import { SUMMARY_STAGE } from './notice-enclosures.ts';
import { prepareNotice } from './notice-prepare.ts';
import { waitingPeriodOf } from './waiting-period.ts';
import { artifactsService } from './record.ts';

export interface SendRequest {
  readonly artifact_id: number;
  readonly recipient: string;
  readonly jurisdiction: string | null;
  readonly waiting_period: JsonObject | null;
  readonly due_at: string | null;
}

/** An adverse-action notice: compiled and rendered, mailed, or discarded. Source: semantics 10.1, 11.1 and 12.5. */
export function noticeExecutor(dependencies: NoticeDependencies): Executor {
  return executorOf('notice', async (effect, request, { signal }) => {
    switch (request.operation) {
      case 'prepare':
        return prepareNotice(dependencies, effect, request.notice);
      case 'send':
        return send(dependencies, effect, request, signal);
      case 'date':
        return dateForPost(dependencies, effect, request.artifact_id);
      case 'discard':
        return {
          is: 'done',
          result: { artifact_id: request.artifact_id },
          also: async (trx) => {
            await trx
              .updateTable('artifact')
              .set({ notice_status: 'discarded' })
              .where('id', '=', request.artifact_id)
              .where('execution_id', '=', effect.execution.id)
              .where('notice_status', '=', 'draft')
              .execute();
          },
        };
    }
  });
}

const NOT_RENDERED = {
  is: 'failed',
  code: 'notice_not_rendered',
  message: 'The PDF of the notice could not be made.',
} as const;
const NOT_STORED = {
  is: 'failed',
  code: 'notice_not_stored',
  message: 'The PDF of the notice is not stored any more.',
} as const;

async function send(
  dependencies: NoticeDependencies,
  effect: BegunEffect,
  request: SendRequest,
  signal: AbortSignal,
): Promise<EffectOutcome> {
  const { execution, nodeId, visit } = effect;
  const artifact = await findNotice(dependencies, execution.id, request.artifact_id);
  if (artifact === undefined || artifact.document === null) return NOT_STORED;
  const { id: artifactId, stage } = artifact;
  const letter: LetterToSend = {
    executionId: execution.id,
    apiClientId: execution.apiClientId,
    effectId: effect.id,
    mode: execution.mode,
    // A retry sends the same letter, because its identity has the stage, not the number of the attempt.
    identity: [nodeId, visit, `notice:${stage}`, 0],
    kind: 'notice',
    compose: async () => {
      const mail = await noticeMail(dependencies, { executionId: execution.id, nodeId, visit, artifactId });
      if (mail === undefined) throw new LetterNotStored();
      return { to: request.recipient, ...mail };
    },
    isLastDay: () => isLastDay(request, dependencies),
  };
  const isStored = await isLetterStored(dependencies, letter);
  if (artifact.status === 'failed') return NOT_RENDERED;
  const draft = { artifactId, document: artifact.document, stage, requestId: execution.requestId };
  const isDated = isStored || !(await dateLetter(dependencies, draft, request));
  // An attempt that was cut short may have started rendering it again.
  if (!isDated || artifact.status === 'pending') {
    return { is: 'delegated', to: artifactsService(execution.id, [artifactId], { send_again: true }) };
  }
  let sent: LetterOutcome;
  try {
    sent = await sendLetter(dependencies, letter, signal);
  } catch (error) {
    if (error instanceof LetterNotStored) return NOT_STORED;
    throw error;
  }
  if (sent.is === 'deferred') return { is: 'done', result: { deferred_until: sent.until.toISOString() } };
  if (sent.is !== 'accepted') return sent;
  const { messageId, acceptedAt, fileId, record } = sent;
  const decideAt = stage === 'pre_adverse' ? decisionTime(dependencies, acceptedAt.getTime(), request) : null;
  const result = {
    message_id: messageId,
    sent_at: acceptedAt.toISOString(),
    ...(fileId === null ? {} : { mail_artifact_id: fileId }),
    ...(decideAt === null ? {} : { decide_at: new Date(decideAt).toISOString() }),
  };
  return {
    is: 'done',
    result,
    also: async (trx) => {
      await record(trx);
      await trx.updateTable('artifact').set({ notice_status: 'sent' }).where('id', '=', artifactId).execute();
      await auditOfCancelled(trx, effect, { artifactId, stage, ...result });
    },
  };
}

/** True if the notice is due today or earlier, by the date at the place where letters are written. */
function isLastDay({ due_at: dueAt }: SendRequest, { notices, clock }: NoticeDependencies): boolean {
  const { time_zone: zone } = notices.calendar;
  return dueAt !== null && dateIn(Date.parse(dueAt), zone) <= dateIn(clock(), zone);
}

/** A letter that a person posts carries the day on which it is handed to that person. */
async function dateForPost(
  dependencies: NoticeDependencies,
  { execution }: BegunEffect,
  artifactId: number,
): Promise<EffectOutcome> {
  const artifact = await findNotice(dependencies, execution.id, artifactId);
  if (artifact === undefined || artifact.document === null) return NOT_STORED;
  if (artifact.status === 'failed') return NOT_RENDERED;
  const timing = { jurisdiction: null, waiting_period: null };
  const { document, stage } = artifact;
  const draft = { artifactId, document, stage, requestId: execution.requestId };
  const isChanged = await dateLetter(dependencies, draft, timing);
  return isChanged || artifact.status === 'pending'
    ? { is: 'delegated', to: artifactsService(execution.id, [artifactId], {}) }
    : { is: 'done', result: { artifact_id: artifactId } };
}

class LetterNotStored extends Error {
  override readonly name = 'LetterNotStored';
}

export async function findNotice({ db }: Pick<NoticeDependencies, 'db'>, executionId: number, artifactId: number) {
  const row = await db.kysely
    .selectFrom('artifact')
    .select(['id', 'stage', 'filename', 'content_type', 'document', 'node_id', 'visit', 'status'])
    .where('id', '=', artifactId)
    .where('execution_id', '=', executionId)
    .where('kind', '=', 'notice')
    .executeTakeFirst();
  // Notices are stored with a NoticeStage; the column holds other kinds' stages too.
  return row === undefined ? undefined : { ...row, stage: row.stage as NoticeStage };
}

interface Draft {
  readonly artifactId: number;
  readonly document: JsonObject;
  readonly stage: NoticeStage;
  readonly requestId: string | null;
}

/**
 * A letter carries the date on which it is sent, so a draft of another day is rendered again. Returns true if it has to
 * be.
 */
async function dateLetter(
  dependencies: NoticeDependencies,
  { artifactId, document, stage, requestId }: Draft,
  request: Pick<SendRequest, 'jurisdiction' | 'waiting_period'>,
): Promise<boolean> {
  const { db, bus, notices, clock } = dependencies;
  const { time_zone } = notices.calendar;
  const date = dateIn(clock(), time_zone);
  const decideAfter = stage === 'pre_adverse' ? dateIn(decisionTime(dependencies, clock(), request), time_zone) : null;
  if (document.date === date && (document.decide_after ?? null) === decideAfter) return false;
  await db.kysely
    .updateTable('artifact')
    .set({
      document: asJson({ ...document, date, decide_after: decideAfter }),
      status: 'pending',
      attempts: 0,
      due_at: sql`now()`,
      lease_until: null,
    })
    .where('id', '=', artifactId)
    .execute();
  bus.publish(SUBJECTS.artifactsReady, undefined, { requestId });
  return true;
}

function decisionTime(
  { notices }: NoticeDependencies,
  sentAt: number,
  request: Pick<SendRequest, 'jurisdiction' | 'waiting_period'>,
): number {
  const rule = jurisdictionOf(notices.jurisdictions, request.jurisdiction);
  return waitingEndsAt(sentAt, rule, notices.calendar, waitingPeriodOf(request.waiting_period));
}

/** Cover letter and attachments of a notice; undefined if one of the files is not stored any more. */
export async function noticeMail(
  dependencies: Pick<NoticeDependencies, 'db' | 'store' | 'notices'>,
  of: { readonly executionId: number; readonly nodeId: string; readonly visit: number; readonly artifactId: number },
): Promise<Omit<LetterContent, 'to'> | undefined> {
  const { db, store, notices } = dependencies;
  const artifact = await findNotice(dependencies, of.executionId, of.artifactId);
  const content = await store.get(of.artifactId);
  if (artifact === undefined || artifact.document === null || content === null) return undefined;
  const attachments: MailAttachment[] = [{ filename: artifact.filename, contentType: artifact.content_type, content }];
  if (artifact.stage === 'pre_adverse') {
    const enclosures = await db.kysely
      .selectFrom('artifact')
      .select(['id', 'stage', 'filename', 'content_type'])
      .where('execution_id', '=', of.executionId)
      .where('kind', '=', 'enclosure')
      .where('node_id', '=', of.nodeId)
      .where('visit', '=', of.visit)
      .orderBy('id')
      .execute();
    for (const { id, filename, content_type: contentType } of enclosures) {
      const bytes = await store.get(id);
      if (bytes === null) return undefined;
      attachments.push({ filename, contentType, content: bytes });
    }
    // A text that was installed while the draft waited is too late for it.
    const hasSummary = enclosures.some(({ stage }) => stage === SUMMARY_STAGE);
    const summary = hasSummary ? undefined : await readOfficialText(db.kysely, 'summary-of-rights');
    if (summary !== undefined) {
      attachments.push({ filename: summary.filename, contentType: summary.content_type, content: summary.bytes });
    }
  }
  return { ...coverLetter(notices.email, artifact.document, artifact.stage), attachments };
}
