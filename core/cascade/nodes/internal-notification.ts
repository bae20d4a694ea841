import type { JsonObject } from '../../json.ts';
import { isMailAddress } from '../../mail-address.ts';
import type { NodeSpec } from '../contract.ts';
import type { NodeBase } from '../definition.ts';
import { interpolateTexts, ON_UNRESOLVED_SCHEMA, type WithTexts } from '../texts.ts';

export interface InternalNotificationNode extends NodeBase, WithTexts {
  readonly type: 'Action';
  readonly action_type: 'InternalNotification';
  readonly internal_notification?: JsonObject;
}

const CHANNELS = ['slack', 'webhook', 'email'] as const;

/** Notifies an operator: `channel`, `url` or `to`, and an interpolated `message`. Source: semantics 12. */
export const internalNotification: NodeSpec<InternalNotificationNode, 'InternalNotification'> = {
  kind: 'InternalNotification',
  namedBy: 'action_type',
  schema: {
    description: 'Notifies an operator.',
    properties: {
      internal_notification: {
        type: 'object',
        description: 'Where to, and what. Without a channel and its address the step fails.',
        properties: {
          channel: { type: 'string', enum: CHANNELS, description: 'How it is sent.' },
          url: { type: 'string', description: 'For `slack` and `webhook`; the rules of subscription URLs apply.' },
          to: { type: 'string', description: 'For `email`: an address; `{{variable}}` is interpolated.' },
          message: { type: 'string', description: 'The text; `{{variable}}` is interpolated.' },
        },
      },
      on_unresolved: ON_UNRESOLVED_SCHEMA,
    },
  },
  edges: ['next_step'],
  needs: ({ channel }) => ['channel', channel === 'email' ? 'to' : 'url'],
  keptOutput: ['channel', 'status'],

  start(node, visit) {
    const settings = node.internal_notification ?? {};
    const channel = CHANNELS.find((name) => name === settings.channel);
    const template = channel === 'email' ? settings.to : settings.url;
    if (channel === undefined || typeof template !== 'string') {
      const reason = 'The node lacks `internal_notification.channel`, or the `url` or `to` that the channel needs.';
      return { do: 'fail', code: 'notification_not_configured', message: reason };
    }
    const message =
      typeof settings.message === 'string' ? settings.message : `${visit.workflow.name}: {{execution.id}}`;
    const filled = interpolateTexts(node, visit, { target: { template }, message: { template: message } });
    if (filled.failure !== undefined) return filled.failure;
    const target = filled.texts.target.trim();
    if (channel === 'email' && !isMailAddress(target)) {
      const reason = '`internal_notification.to` does not resolve to a mail address.';
      return { do: 'fail', code: 'recipient_unresolved', message: reason };
    }
    return {
      do: 'effect',
      request: { kind: 'notification', key: 'notification', channel, target, message: filled.texts.message },
      memo: { channel },
    };
  },

  resume(node, _visit, memo, happened) {
    const { channel = null } = memo;
    if (happened.kind === 'effect_failed') return { ...happened, do: 'fail', output: { channel, status: 'failed' } };
    if (happened.kind !== 'effect_done') throw new Error(`a notification does not wait for a ${happened.kind}`);
    return { do: 'finish', output: { channel, status: happened.result.status ?? 'sent' }, next: node.next_step ?? [] };
  },
};
