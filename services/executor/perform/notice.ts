import { sql } from 'kysely';
import { interpolate } from '../../../core/interpolate.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { NoticeRequest } from '../../../core/nodes/contract.ts';
import { addresseeOf, compileNotice, type Agency } from '../../../core/notices.ts';
import type { ExecutionMode } from '../../../core/states.ts';
import type { ArtifactStore } from '../../../platform/artifact-store/index.ts';
import { asJson } from '../../../platform/database/index.ts';
import { SUBJECTS, type Bus } from '../../../platform/nats.ts';
import { executorOf, type BegunEffect, type EffectOutcome, type Executor } from './effect.ts';
import { sendLetter, type LetterDependencies } from './letters.ts';
import { waitForArtifact } from './rendering.ts';

export interface NoticeDependencies extends LetterDependencies {
  readonly bus: Bus;
  readonly store: ArtifactStore;
  /** Who stands behind the reports of a mode, by product code. */
  readonly agencies: (mode: ExecutionMode) => ReadonlyMap<string, Agency>;
  readonly wording: NoticeMailWording;
}

/** The letter that a notice is attached to, with `{{placeholders}}`: data/notice-email.json. */
export interface NoticeMailWording {
  readonly subject: string;
  readonly text: string;
  /** Goes before the subject in test mode. */
  readonly test_subject: string;
  readonly unnamed_recipient: string;
}

/** An adverse-action notice: compiled and rendered, mailed, or discarded. Source: api-decisions section 8; notices.md. */
export function noticeExecutor(dependencies: NoticeDependencies): Executor {
  return executorOf('notice', async (effect, request, { signal }) => {
    switch (request.operation) {
      case 'prepare':
        return prepare(dependencies, effect, request.notice, signal);
      case 'send':
        return send(dependencies, effect, request.artifact_id, request.recipient);
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

async function prepare(
  dependencies: NoticeDependencies,
  effect: BegunEffect,
  notice: NoticeRequest,
  signal: AbortSignal,
): Promise<EffectOutcome> {
  const asked = (await findArtifact(dependencies, effect, notice)) ?? (await askFor(dependencies, effect, notice));
  if (typeof asked !== 'number') return asked;
  dependencies.bus.publish(SUBJECTS.artifactsReady);
  const rendered = await waitForArtifact(dependencies, asked, signal);
  return rendered === 'ready'
    ? { is: 'done', result: { artifact_id: asked } }
    : { is: 'failed', code: 'notice_not_rendered', message: 'The PDF of the notice could not be made.' };
}

async function findArtifact({ db }: NoticeDependencies, effect: BegunEffect, { stage }: NoticeRequest) {
  const row = await db.kysely
    .selectFrom('artifact')
    .select('id')
    .where('execution_id', '=', effect.execution.id)
    .where('kind', '=', 'notice')
    .where('node_id', '=', effect.nodeId)
    .where('visit', '=', effect.visit)
    .where('stage', '=', stage)
    .executeTakeFirst();
  return row?.id;
}

/** Compiles the notice and asks for its PDF. Answers the artifact's id, or why there can be no such notice. */
async function askFor(
  dependencies: NoticeDependencies,
  effect: BegunEffect,
  notice: NoticeRequest,
): Promise<number | EffectOutcome> {
  const { execution, nodeId, visit } = effect;
  const account = await accountOf(dependencies, execution.accountId);
  const compiled = compileNotice({
    request: notice,
    account,
    agencies: dependencies.agencies(execution.mode),
    mode: execution.mode,
    date: effect.askedAt.toISOString().slice(0, 'YYYY-MM-DD'.length),
    addressee: addresseeOf(execution.payload),
  });
  if (!compiled.ok) {
    return { is: 'failed', code: 'notice_incomplete', message: `The notice lacks: ${compiled.missing.join('; ')}.` };
  }
  await dependencies.db.kysely
    .insertInto('artifact')
    .values({
      api_client_id: execution.apiClientId,
      execution_id: execution.id,
      kind: 'notice',
      node_id: nodeId,
      visit,
      stage: notice.stage,
      notice_status: 'draft',
      filename: noticeFilename(effect, notice.stage),
      document: asJson(compiled.document as unknown as JsonObject),
      created_at: sql`now()`,
    })
    .onConflict((conflict) => conflict.columns(['execution_id', 'kind', 'node_id', 'visit', 'stage']).doNothing())
    .execute();
  const id = await findArtifact(dependencies, effect, notice);
  if (id === undefined) throw new Error('a notice that was asked for is not there');
  return id;
}

async function send(
  dependencies: NoticeDependencies,
  effect: BegunEffect,
  artifactId: number,
  recipient: string,
): Promise<EffectOutcome> {
  const { execution } = effect;
  const artifact = await dependencies.db.kysely
    .selectFrom('artifact')
    .select(['stage', 'filename', 'content_type'])
    .where('id', '=', artifactId)
    .where('execution_id', '=', execution.id)
    .where('kind', '=', 'notice')
    .executeTakeFirst();
  const content = artifact === undefined ? null : await dependencies.store.get(artifactId);
  if (artifact === undefined || content === null) {
    return { is: 'failed', code: 'notice_not_stored', message: 'The PDF of the notice is not stored any more.' };
  }
  const { filename, content_type: contentType, stage } = artifact;
  // Sending it again after a failure is the same letter: the stage names it, not the number of the attempt.
  const sent = await sendLetter(dependencies, effect, `notice:${stage}`, async () => ({
    to: recipient,
    ...(await coverLetter(dependencies, effect)),
    attachments: [{ filename, contentType, content }],
  }));
  if ('refused' in sent) return sent.refused;
  const { messageId, acceptedAt, record } = sent.accepted;
  return {
    is: 'done',
    result: { message_id: messageId, sent_at: acceptedAt.toISOString() },
    also: async (trx) => {
      await record(trx);
      await trx.updateTable('artifact').set({ notice_status: 'sent' }).where('id', '=', artifactId).execute();
    },
  };
}

async function coverLetter(dependencies: NoticeDependencies, { execution }: BegunEffect) {
  const { wording } = dependencies;
  const account = await accountOf(dependencies, execution.accountId);
  const name = addresseeOf(execution.payload).name.trim() || wording.unnamed_recipient;
  const scope = {
    account: { ...account, address: account.address.replaceAll(/\s*\n\s*/g, ', ') },
    recipient: { name },
  };
  const subject = interpolate(wording.subject, scope).text.replaceAll(/\s+/g, ' ').trim();
  return {
    subject: `${execution.mode === 'test' ? wording.test_subject : ''}${subject}`,
    text: interpolate(wording.text, scope).text,
  };
}

async function accountOf({ db }: NoticeDependencies, accountId: number) {
  return db.kysely
    .selectFrom('account')
    .select(['legal_name', 'address', 'phone'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
}

function noticeFilename({ execution, nodeId, visit }: BegunEffect, stage: string): string {
  const node = nodeId.replaceAll(/[^A-Za-z0-9_-]+/g, '-').slice(0, 60);
  const parts = [execution.id, node, ...(stage === 'single' ? [] : [stage]), ...(visit === 1 ? [] : [visit])];
  return `adverse-action-notice-${parts.join('-')}.pdf`;
}
