import type { JsonObject } from '../../../core/json.ts';
import { executorOf, type EffectOutcome, type Executor } from './effect.ts';
import { sendLetter, type LetterDependencies } from './letters.ts';

/** A letter of a SendEmail node. */
export function mailExecutor(dependencies: LetterDependencies): Executor {
  return executorOf('mail', async (effect, { key, to, subject, text, html }, { signal }): Promise<EffectOutcome> => {
    const { execution, nodeId, visit } = effect;
    const sent = await sendLetter(
      dependencies,
      {
        executionId: execution.id,
        apiClientId: execution.apiClientId,
        effectId: effect.id,
        mode: execution.mode,
        // A deferred letter is requested again under another key, but is the same letter.
        identity: [nodeId, visit, key.split(':')[0] ?? key, 0],
        kind: 'mail',
        compose: async () => ({ to, subject, text, ...(html === null ? {} : { html }) }),
      },
      signal,
    );
    if (sent.is === 'deferred') return { is: 'done', result: { deferred_until: sent.until.toISOString() } };
    if (sent.is !== 'accepted') return sent;
    const { messageId, acceptedAt, fileId, record } = sent;
    const result: JsonObject =
      fileId === null
        ? { status: 'sent', accepted_at: acceptedAt.toISOString() }
        : { status: 'kept', accepted_at: null, mail_artifact_id: fileId };
    return { is: 'done', result: { message_id: messageId, ...result }, also: record };
  });
}
