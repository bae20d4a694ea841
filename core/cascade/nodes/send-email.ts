import type { JsonObject } from '../../json.ts';
import { isMailAddress } from '../../mail-address.ts';
import type { NodeSpec, Turn, VisitContext } from '../contract.ts';
import type { NodeBase } from '../definition.ts';
import { interpolateTexts, ON_UNRESOLVED_SCHEMA, type WithTexts } from '../texts.ts';

export interface SendEmailNode extends NodeBase, WithTexts {
  readonly type: 'Action';
  readonly action_type: 'SendEmail';
  readonly email?: { readonly to?: string; readonly subject?: string; readonly body?: string } & JsonObject;
}

/** Sends an e-mail whose recipient, subject and body may hold `{{variables}}`. Source: semantics 5.2 and 12.4. */
export const sendEmail: NodeSpec<SendEmailNode, 'SendEmail'> = {
  kind: 'SendEmail',
  namedBy: 'action_type',
  schema: {
    description: 'Sends an e-mail.',
    properties: {
      email: {
        type: 'object',
        description: 'The e-mail; `{{variable}}` is interpolated in each text. Without `to` the step fails.',
        properties: {
          to: { type: 'string', description: 'The address of the recipient.' },
          subject: { type: 'string', description: 'The subject line.' },
          body: { type: 'string', description: 'Plain text, or HTML if it holds tags; values are escaped in HTML.' },
        },
      },
      on_unresolved: ON_UNRESOLVED_SCHEMA,
    },
  },
  edges: ['next_step'],
  needs: () => ['to'],
  keptOutput: ['status', 'message_id', 'accepted_at'],

  start: (node, visit) => letter(node, visit, 0),

  resume(node, visit, memo, happened): Turn {
    const { to = null, subject = null, unresolved = [], deferrals = 0 } = memo;
    if (happened.kind === 'effect_failed') return { ...happened, do: 'fail', output: { to, subject, unresolved } };
    if (happened.kind === 'timer') return letter(node, visit, Number(deferrals));
    if (happened.kind !== 'effect_done') throw new Error(`an e-mail does not wait for a ${happened.kind}`);
    const {
      status = 'sent',
      message_id = null,
      accepted_at = null,
      mail_artifact_id,
      deferred_until,
    } = happened.result;
    if (typeof deferred_until === 'string') {
      // The client has used up its hourly quota. The letter waits and does not fail (semantics 12.6.2).
      return {
        do: 'sleep',
        until: Math.max(visit.now, Date.parse(deferred_until)),
        memo: { ...memo, deferrals: Number(deferrals) + 1 },
        output: { to, subject, status: 'deferred', deferred_until, unresolved },
      };
    }
    const output = { to, subject, status, message_id, accepted_at, unresolved };
    const file: JsonObject = mail_artifact_id === undefined ? {} : { mail_artifact_id };
    return { do: 'finish', output: { ...output, ...file }, next: node.next_step ?? [] };
  },
};

function letter(node: SendEmailNode, visit: VisitContext, deferrals: number): Turn {
  if (node.email?.to === undefined) {
    return { do: 'fail', code: 'email_not_configured', message: 'The node has no `email.to`.' };
  }
  const template = node.email.body ?? '';
  const isHtml = /<[a-z!][^<>]*>/i.test(template);
  const filled = interpolateTexts(node, visit, {
    to: { template: node.email.to, takes: 'address' },
    subject: { template: node.email.subject ?? '' },
    body: isHtml ? { template, escape: 'html' } : { template },
  });
  if (filled.failure !== undefined) return filled.failure;
  const { texts } = filled;
  const recipient = texts.to.trim();
  if (!isMailAddress(recipient)) {
    return { do: 'fail', code: 'recipient_unresolved', message: '`email.to` does not resolve to a mail address.' };
  }
  const { body } = texts;
  // Attack: a line break in a value would begin a header of its own.
  const subjectLine = texts.subject.replaceAll(/\s+/g, ' ').trim();
  return {
    do: 'effect',
    request: {
      kind: 'mail',
      key: deferrals === 0 ? 'mail' : `mail:${deferrals}`,
      to: recipient,
      subject: subjectLine,
      text: isHtml ? plainText(body) : body,
      html: isHtml ? body : null,
    },
    memo: { to: recipient, subject: subjectLine, unresolved: [...filled.unresolved], deferrals },
  };
}

/**
 * The plain-text part: tags removed, blocks on lines of their own, entities of `escapeHtml` decoded. Every step takes
 * linear time, because the text may have been written to be slow.
 */
function plainText(html: string): string {
  return withoutBlocks(html)
    .replaceAll(/<(br|\/p|\/div|\/li|\/h[1-6]|\/tr)\b[^<>]*>/gi, '\n')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** Leaves out `style` and `script` elements with their contents. One without an end tag is kept. */
function withoutBlocks(html: string): string {
  const kept: string[] = [];
  let opened: { readonly name: string; readonly at: number } | undefined;
  let from = 0;
  for (const tag of html.matchAll(/<(\/?)(style|script)\b/gi)) {
    const name = (tag[2] ?? '').toLowerCase();
    if (tag[1] === '') {
      opened ??= { name, at: tag.index };
    } else if (opened?.name === name) {
      kept.push(html.slice(from, opened.at));
      from = tag.index;
      opened = undefined;
    }
  }
  return [...kept, html.slice(from)].join('');
}
