import type { Json, JsonObject } from '../../json.ts';
import { isMailAddress } from '../../mail-address.ts';
import { quote } from '../checks.ts';
import type { NodeSpec } from '../contract.ts';
import type { NodeBase } from '../definition.ts';
import { climbsPath, hasVariableHost, isWholeVariable } from '../url-template.ts';
import { interpolateTexts, ON_UNRESOLVED_SCHEMA, type WithTexts } from '../texts.ts';

export interface InternalNotificationNode extends NodeBase, WithTexts {
  readonly type: 'Action';
  readonly action_type: 'InternalNotification';
  readonly internal_notification?: JsonObject;
}

const CHANNELS = ['slack', 'webhook', 'email'] as const;
type Channel = (typeof CHANNELS)[number];

const VARIABLE_HOST =
  'The scheme and the host of `internal_notification.url` must be text, with variables only behind them, or the whole ' +
  'must be one variable.';

const targetKey = (channel: Channel) => (channel === 'email' ? 'to' : 'url');
const channelOf = ({ channel }: JsonObject) => CHANNELS.find((name) => name === channel);

/**
 * Notifies an operator. Settings are free-form (reference, "CascadeNode fields"): with a channel of ours and its address
 * the notification is delivered, and a delivery that fails is a failure; without them it is kept on the execution.
 * Source: semantics 12.
 */
export const internalNotification: NodeSpec<InternalNotificationNode, 'InternalNotification'> = {
  kind: 'InternalNotification',
  namedBy: 'action_type',
  schema: {
    description: 'Notifies an operator.',
    properties: {
      internal_notification: {
        type: 'object',
        description:
          'Where to, and what; free-form. Without a channel of these and its address the notification is kept in the ' +
          "step's output and delivered nowhere.",
        properties: {
          channel: {
            description: `How it is delivered: ${CHANNELS.join(', ')}.`,
            examples: CHANNELS,
          },
          url: {
            description:
              'For `slack` and `webhook`; the rules of subscription URLs apply. The value of a `{{variable}}` is ' +
              'percent-encoded, and scheme and host are text; or the whole is one variable, whose value is the URL.',
          },
          to: { description: 'For `email`: an address; `{{variable}}` is interpolated.' },
          message: {
            description: 'The text; `{{variable}}` is interpolated. Without it the other settings are the text.',
          },
        },
      },
      on_unresolved: ON_UNRESOLVED_SCHEMA,
    },
  },
  edges: ['next_step'],
  needs(settings) {
    const channel = channelOf(settings);
    return channel === undefined ? ['channel'] : [targetKey(channel)];
  },
  unlessConfigured: 'the notification is kept on the execution and delivered nowhere',
  settingFaults(settings) {
    const channel = channelOf(settings);
    if (channel !== undefined) {
      const isRefused = channel !== 'email' && typeof settings.url === 'string' && hasVariableHost(settings.url);
      return isRefused ? [`${VARIABLE_HOST} Otherwise its step will fail.`] : [];
    }
    if (settings.channel === undefined || settings.channel === '') return [];
    return [
      `The channel ${quote(textOf(settings.channel))} is unknown, so the notification is kept on the execution and ` +
        `delivered nowhere; channels are ${CHANNELS.join(', ')}.`,
    ];
  },
  keptOutput: ['channel', 'status'],

  start(node, visit) {
    const settings = node.internal_notification ?? {};
    const channel = channelOf(settings);
    const target = channel === undefined ? undefined : settings[targetKey(channel)];
    const isDelivered = typeof target === 'string' && target !== '';
    const isUrl = isDelivered && channel !== 'email';
    if (isUrl && hasVariableHost(target)) return { do: 'fail', code: 'target_forbidden', message: VARIABLE_HOST };
    const filled = interpolateTexts(node, visit, {
      target: {
        template: isDelivered ? target : '',
        ...(isUrl && !isWholeVariable(target) ? { escape: 'url' } : {}),
      },
      message: { template: messageOf(settings) ?? `${visit.workflow.name}: {{execution.id}}` },
    });
    if (filled.failure !== undefined) return filled.failure;
    const { message } = filled.texts;
    if (channel === undefined || !isDelivered) {
      const named = typeof settings.channel === 'string' ? settings.channel : null;
      return { do: 'finish', output: { channel: named, status: 'kept', message }, next: node.next_step ?? [] };
    }
    const address = filled.texts.target.trim();
    if (channel === 'email' && !isMailAddress(address)) {
      const reason = '`internal_notification.to` does not resolve to a mail address.';
      return { do: 'fail', code: 'recipient_unresolved', message: reason };
    }
    if (isUrl && !isWholeVariable(target) && climbsPath(target, address)) {
      const reason = 'A value makes a step up the path of `internal_notification.url`.';
      return { do: 'fail', code: 'target_forbidden', message: reason };
    }
    return {
      do: 'effect',
      request: { kind: 'notification', key: 'notification', channel, target: address, message },
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

/** The text; of settings that name it otherwise, all that says neither how nor where it goes, line by line. */
function messageOf(settings: JsonObject): string | undefined {
  if (typeof settings.message === 'string') return settings.message;
  const rest = Object.entries(settings).filter(([key]) => !['channel', 'url', 'to'].includes(key));
  return rest.length === 0 ? undefined : rest.map(([key, value]) => `${key}: ${textOf(value)}`).join('\n');
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
