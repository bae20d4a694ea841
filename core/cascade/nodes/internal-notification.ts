import { isJsonObject, type Json, type JsonObject } from '../../json.ts';
import { isMailAddress } from '../../mail-address.ts';
import { Masks, STANDARD_RULES } from '../../masks/index.ts';
import { quote } from '../checks.ts';
import type { NodeSpec, Turn, VisitContext } from '../contract.ts';
import type { NodeBase } from '../definition.ts';
import { placeholdersIn } from '../lint-variables.ts';
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

const NUMBER_IN_URL =
  'A value of `internal_notification.url` is or holds a number that identifies the applicant. URLs are logged on their ' +
  'way: name the case by {{execution.id}} or {{execution.external_reference}}.';

const targetKey = (channel: Channel) => (channel === 'email' ? 'to' : 'url');
const channelOf = ({ channel }: JsonObject) => CHANNELS.find((name) => name === channel);

/** A field with one of these names identifies a person, whoever sends it. */
const NAMES = new Masks(STANDARD_RULES);
const forbiddenIn = (path: string) =>
  `must not hold {{${path.slice(0, 80)}}}, which identifies the applicant: URLs are logged on their way. Name the case by ` +
  '{{execution.id}} or {{execution.external_reference}}';

/** Why a notification with an address was kept and not mailed: the address is not the account's, or is invalid. */
export const NOT_OF_ACCOUNT = 'recipient_forbidden';

/**
 * Notifies an operator. Settings are free-form. With one of our channels and its address the notification is delivered,
 * and a failed delivery fails the step. Otherwise it is kept on the execution. Mail to an address that is not the
 * account's is also kept, as a file, and fails nothing. Source: semantics 12.7 and 12.9.
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
              'percent-encoded, and scheme and host are text; or the whole is one variable, whose value is the URL. No variable ' +
              'may name a number that identifies a person.',
          },
          to: {
            description:
              'For `email`: an address of the account, that of a user or one that the operator confirmed. It is not ' +
              'interpolated. To any other address nothing is sent: the mail is kept as a file, and the step succeeds.',
          },
          message: {
            description:
              'The text; `{{variable}}` is interpolated, with numbers that identify a person masked. Without it the other ' +
              'settings are the text.',
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
  validate({ internal_notification: settings }, at, _scope, report) {
    if (!isJsonObject(settings) || typeof settings.url !== 'string') return;
    const named = placeholdersIn(settings.url).find((path) => NAMES.names(path));
    if (named !== undefined) report(`${at}.internal_notification.url`, forbiddenIn(named));
  },
  unlessConfigured: 'the notification is kept on the execution and delivered nowhere',
  settingFaults({ channel, url, to }) {
    if (channel === undefined || channel === null || channel === '') return [];
    if (channelOf({ channel }) === undefined) {
      return [
        `The channel ${quote(textOf(channel))} is unknown, so the notification is kept on the execution and delivered ` +
          `nowhere; channels are ${CHANNELS.join(', ')}.`,
      ];
    }
    if (channel !== 'email') {
      const isRefused = typeof url === 'string' && hasVariableHost(url);
      return isRefused ? [`${VARIABLE_HOST} Otherwise its step will fail.`] : [];
    }
    if (typeof to !== 'string' || to === '' || isWritten(to.trim())) return [];
    const what = to.includes('{{') ? 'is not interpolated' : 'is not an e-mail address';
    return [
      `\`internal_notification.to\` ${quote(to)} ${what}, so the notification is kept on the execution and sent to ` +
        'nobody: write an address of the account, that of a user or one that the operator confirmed. SendEmail writes to ' +
        'applicants.',
    ];
  },
  keptOutput: ['channel', 'status', 'reason'],

  start: (node, visit) => notify(node, visit, 0),

  resume(node, visit, memo, happened): Turn {
    const { channel = null, deferrals = 0 } = memo;
    if (happened.kind === 'effect_failed') return { ...happened, do: 'fail', output: { channel, status: 'failed' } };
    if (happened.kind === 'timer') return notify(node, visit, Number(deferrals));
    if (happened.kind !== 'effect_done') throw new Error(`a notification does not wait for a ${happened.kind}`);
    const { status = 'sent', deferred_until, reason, mail_artifact_id } = happened.result;
    if (typeof deferred_until === 'string') {
      // The client has used up its hourly quota. The notification waits and does not fail (semantics 12.6.2 and
      // 12.7.9).
      return {
        do: 'sleep',
        until: Math.max(visit.now, Date.parse(deferred_until)),
        memo: { ...memo, deferrals: Number(deferrals) + 1 },
        output: { channel, status: 'deferred', deferred_until },
      };
    }
    const kept: JsonObject = reason === undefined || mail_artifact_id === undefined ? {} : { reason, mail_artifact_id };
    return { do: 'finish', output: { channel, status, ...kept }, next: node.next_step ?? [] };
  },
};

/** Braces are valid in an address, but an author who writes `{{` means a variable. */
const isWritten = (to: string): boolean => isMailAddress(to) && !to.includes('{{');

/** The address that the node mails to, as written; undefined if it names none. */
export function notifiedAddress({
  internal_notification: settings = {},
}: InternalNotificationNode): string | undefined {
  const { to } = settings;
  if (channelOf(settings) !== 'email' || typeof to !== 'string') return undefined;
  return isWritten(to.trim()) ? to.trim() : undefined;
}

function notify(node: InternalNotificationNode, visit: VisitContext, deferrals: number): Turn {
  const settings = node.internal_notification ?? {};
  const channel = channelOf(settings);
  const target = channel === undefined ? undefined : settings[targetKey(channel)];
  const isDelivered = typeof target === 'string' && target !== '';
  const isUrl = isDelivered && channel !== 'email';
  if (isUrl && hasVariableHost(target)) return { do: 'fail', code: 'target_forbidden', message: VARIABLE_HOST };
  const filled = interpolateTexts(node, visit, {
    url: {
      template: isUrl ? target : '',
      takes: 'url',
      ...(isUrl && !isWholeVariable(target) ? { escape: 'url' } : {}),
    },
    message: { template: messageOf(settings) ?? `${visit.workflow.name}: {{execution.id}}` },
  });
  if (filled.failure !== undefined) return filled.failure;
  if (filled.refused.has('url')) return { do: 'fail', code: 'target_forbidden', message: NUMBER_IN_URL };
  const { message } = filled.texts;
  if (channel === undefined || !isDelivered) {
    const named = typeof settings.channel === 'string' ? settings.channel : null;
    return { do: 'finish', output: { channel: named, status: 'kept', message }, next: node.next_step ?? [] };
  }
  // The address must be written out. One filled with applicant data would turn our mail server into a relay.
  const address = (isUrl ? filled.texts.url : target).trim();
  if (channel === 'email' && !isWritten(address)) {
    const output = { channel, status: 'kept', reason: NOT_OF_ACCOUNT, message };
    return { do: 'finish', output, next: node.next_step ?? [] };
  }
  if (isUrl && !isWholeVariable(target) && climbsPath(target, address)) {
    const reason = 'A value makes a step up the path of `internal_notification.url`.';
    return { do: 'fail', code: 'target_forbidden', message: reason };
  }
  const key = deferrals === 0 ? 'notification' : `notification:${deferrals}`;
  return {
    do: 'effect',
    request: { kind: 'notification', key, channel, target: address, message },
    memo: { channel, deferrals },
  };
}

/** The message. Settings without `message` give all members except channel and address, one per line. */
function messageOf(settings: JsonObject): string | undefined {
  if (typeof settings.message === 'string') return settings.message;
  const rest = Object.entries(settings).filter(([key]) => !['channel', 'url', 'to'].includes(key));
  return rest.length === 0 ? undefined : rest.map(([key, value]) => `${key}: ${textOf(value)}`).join('\n');
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
