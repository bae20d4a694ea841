import { optionalObject, optionalOneOf, optionalString } from '../definition/checks.ts';
import type { InternalNotificationNode } from '../definition/types.ts';
import { interpolate } from '../interpolate.ts';
import { isJsonObject } from '../json.ts';
import { isMailAddress } from '../mail-address.ts';
import type { NodeSpec } from './contract.ts';
import { edgesOf } from './edges.ts';
import { lookUp } from './scope.ts';

const CHANNELS = ['slack', 'webhook', 'email'] as const;

/** Tells an operator: `channel`, `url` or `to`, and an interpolated `message`. Source: api-decisions section 8. */
export const internalNotification: NodeSpec<InternalNotificationNode> = {
  schema: {
    type: 'object',
    description: 'Notifies an operator.',
    properties: {
      internal_notification: {
        type: 'object',
        properties: {
          channel: { type: 'string', enum: [...CHANNELS] },
          url: { type: 'string', description: 'For `slack` and `webhook`; the rules of subscription URLs apply.' },
          to: { type: 'string', description: 'For `email`.' },
          message: { type: 'string', description: '`{{variable}}` is interpolated.' },
        },
      },
    },
  },

  validate(node, at) {
    const wrong = optionalObject(node, 'internal_notification', at);
    const settings = node.internal_notification;
    if (!isJsonObject(settings)) return wrong;
    const path = `${at}.internal_notification`;
    return [
      ...optionalOneOf(settings, 'channel', path, CHANNELS),
      ...['url', 'to', 'message'].flatMap((key) => optionalString(settings, key, path)),
    ];
  },
  edges: (node) => edgesOf('next_step', node.next_step),
  jumps: () => [],

  start(node, visit) {
    const settings = node.internal_notification ?? {};
    const channel = CHANNELS.find((name) => name === settings.channel);
    const template = channel === 'email' ? settings.to : settings.url;
    if (channel === undefined || typeof template !== 'string') {
      const message = 'The node lacks `internal_notification.channel`, or the `url` or `to` that the channel needs.';
      return { do: 'fail', code: 'notification_not_configured', message };
    }
    const scope = (path: string) => lookUp(visit, path);
    const target = interpolate(template, scope).text.trim();
    if (channel === 'email' && !isMailAddress(target)) {
      const message = '`internal_notification.to` does not resolve to a mail address.';
      return { do: 'fail', code: 'recipient_unresolved', message };
    }
    const text = typeof settings.message === 'string' ? settings.message : `${visit.workflow.name}: {{execution.id}}`;
    const message = interpolate(text, scope).text;
    return {
      do: 'effect',
      request: { kind: 'notification', key: 'notification', channel, target, message },
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
