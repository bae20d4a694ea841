import { NOT_OF_ACCOUNT } from '../../../core/cascade/nodes/internal-notification.ts';
import type { JsonObject } from '../../../core/json.ts';
import { OutboundError, type OutboundClient } from '../../../platform/outbound/index.ts';
import { uuidV5 } from '../../../platform/crypto.ts';
import { executorOf, type BegunEffect, type EffectOutcome, type Executor } from './effect.ts';
import { isTransientError, isTransientStatus, retryAfterMs } from './http.ts';
import { sendLetter, type LetterDependencies } from './letters.ts';
import { remind } from './reminder.ts';
import { countRequest, refusedByExecution, type Deferral } from './quotas.ts';

export interface NotificationDependencies extends LetterDependencies {
  /** Under the rules of subscription URLs. */
  readonly outbound: OutboundClient;
}

const NAMESPACE = '0c9f7be2-6a35-4f0d-8f0b-6d1c2b0a9e57';
const SUBJECT_CHARACTERS = 120;

/** An operator's notification: a chat message, a POST of JSON, or an e-mail. */
export function notificationExecutor(dependencies: NotificationDependencies): Executor {
  return executorOf('notification', async (effect, request, { signal }) => {
    if (request.reminder_of !== undefined) {
      return remind(dependencies, effect, { ...request, round: request.reminder_of }, signal);
    }
    const { key, channel, target, message } = request;
    switch (channel) {
      case 'slack':
        return post(dependencies, effect, { channel, target, body: { text: message } });
      case 'webhook': {
        const { id, externalReference } = effect.execution;
        const body = {
          workflow_execution_id: id,
          external_reference: externalReference,
          node_id: effect.nodeId,
          message,
        };
        return post(dependencies, effect, { channel, target, body });
      }
      case 'email': {
        const { execution, nodeId, visit } = effect;
        const letter = {
          executionId: execution.id,
          apiClientId: execution.apiClientId,
          effectId: effect.id,
          mode: execution.mode,
          // A deferred notification is requested again under another key, but is the same one.
          identity: [nodeId, visit, key.split(':')[0] ?? key, 0],
          kind: 'notification',
          compose: async () => ({ to: target, subject: firstLine(message), text: message }),
        } as const;
        const sent = await sendLetter(dependencies, letter, signal);
        if (sent.is === 'deferred') return deferred(sent);
        if (sent.is !== 'accepted') return sent;
        const { fileId, record } = sent;
        // Only a message to an address that is not the account's is kept.
        const result: JsonObject =
          fileId === null ? { status: 'sent' } : { status: 'kept', reason: NOT_OF_ACCOUNT, mail_artifact_id: fileId };
        return { is: 'done', result: { channel, ...result }, also: record };
      }
    }
  });
}

function deferred({ until }: Deferral): EffectOutcome {
  return { is: 'done', result: { deferred_until: until.toISOString() } };
}

async function post(
  { db, quotas, outbound }: NotificationDependencies,
  { id: effectId, execution, nodeId, visit }: BegunEffect,
  { channel, target, body }: { readonly channel: string; readonly target: string; readonly body: object },
): Promise<EffectOutcome> {
  const refused = await refusedByExecution(
    db,
    { effectId, executionId: execution.id, mode: execution.mode },
    'requests',
    quotas,
  );
  if (refused !== null) return refused;
  const over = await countRequest(db, execution.apiClientId, quotas);
  if (over !== null) return deferred(over);
  try {
    const response = await outbound.post(target, {
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Service-Webhook/1.0',
        // A receiver that remembers it can ignore repeats.
        'idempotency-key': uuidV5(NAMESPACE, JSON.stringify([execution.id, nodeId, visit])),
      },
      body: JSON.stringify(body),
    });
    const { status } = response;
    if (status >= 200 && status < 300) return { is: 'done', result: { channel, status: 'sent' } };
    const message = `The receiver answered ${status}.`;
    if (!isTransientStatus(status)) return { is: 'failed', code: 'notification_rejected', message };
    const delay = retryAfterMs(response);
    return {
      is: 'transient',
      code: 'notification_unavailable',
      message,
      ...(delay === undefined ? {} : { retryAfterMs: delay }),
    };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return isTransientError(error)
      ? { is: 'transient', code: 'notification_unavailable', message: error.message }
      : { is: 'failed', code: 'target_forbidden', message: error.message };
  }
}

function firstLine(message: string): string {
  const line =
    message
      .split(/[\r\n]/, 1)[0]
      ?.replaceAll(/\s+/g, ' ')
      .trim() ?? '';
  return line === '' ? 'Notification' : line.slice(0, SUBJECT_CHARACTERS);
}
