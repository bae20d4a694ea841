import { executorOf, type Executor } from './effect.ts';
import { sendLetter, type LetterDependencies } from './letters.ts';

/** A letter of a SendEmail node. */
export function mailExecutor(dependencies: LetterDependencies): Executor {
  return executorOf('mail', async (effect, { key, to, subject, text, html }) => {
    const sent = await sendLetter(dependencies, effect, key, async () => ({
      to,
      subject,
      text,
      ...(html === null ? {} : { html }),
    }));
    if ('refused' in sent) return sent.refused;
    const { messageId, acceptedAt, record } = sent.accepted;
    return { is: 'done', result: { message_id: messageId, accepted_at: acceptedAt.toISOString() }, also: record };
  });
}
