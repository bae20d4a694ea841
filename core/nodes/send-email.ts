import { optionalObject, optionalString } from '../definition/checks.ts';
import type { SendEmailNode } from '../definition/types.ts';
import { interpolate } from '../interpolate.ts';
import { isJsonObject } from '../json.ts';
import { isMailAddress } from '../mail-address.ts';
import type { NodeSpec } from './contract.ts';
import { edgesOf } from './edges.ts';
import { lookUp } from './scope.ts';

/** Sends a letter whose recipient, subject and body may hold `{{variables}}`. Source: api-decisions section 6. */
export const sendEmail: NodeSpec<SendEmailNode> = {
  schema: {
    type: 'object',
    description: 'Sends an e-mail.',
    properties: {
      email: {
        type: 'object',
        properties: {
          to: { type: 'string', description: 'An address; `{{variable}}` is interpolated.' },
          subject: { type: 'string' },
          body: { type: 'string', description: 'Plain text, or HTML where it holds tags; values are escaped in HTML.' },
        },
      },
    },
  },

  validate: (node, at) => [
    ...optionalObject(node, 'email', at),
    ...(isJsonObject(node.email)
      ? ['to', 'subject', 'body'].flatMap((key) => optionalString(node.email as never, key, `${at}.email`))
      : []),
  ],
  edges: (node) => edgesOf('next_step', node.next_step),
  jumps: () => [],

  start(node, visit) {
    if (node.email?.to === undefined) {
      return { do: 'fail', code: 'email_not_configured', message: 'The node has no `email.to`.' };
    }
    const scope = (path: string) => lookUp(visit, path);
    const template = node.email.body ?? '';
    const isHtml = /<[a-z!][^>]*>/i.test(template);
    const to = interpolate(node.email.to, scope);
    const subject = interpolate(node.email.subject ?? '', scope);
    const body = interpolate(template, scope, isHtml ? 'html' : undefined);
    const recipient = to.text.trim();
    if (!isMailAddress(recipient)) {
      return { do: 'fail', code: 'recipient_unresolved', message: '`email.to` does not resolve to a mail address.' };
    }
    const unresolved = [...new Set([...to.unresolved, ...subject.unresolved, ...body.unresolved])];
    // A line break in a value must not begin a header of its own.
    const subjectLine = subject.text.replaceAll(/\s+/g, ' ').trim();
    return {
      do: 'effect',
      request: {
        kind: 'mail',
        key: 'mail',
        to: recipient,
        subject: subjectLine,
        text: isHtml ? plainText(body.text) : body.text,
        html: isHtml ? body.text : null,
      },
      memo: { to: recipient, subject: subjectLine, unresolved },
    };
  },

  resume(node, _visit, memo, happened) {
    if (happened.kind === 'effect_failed') return { ...happened, do: 'fail', output: memo };
    if (happened.kind !== 'effect_done') throw new Error(`a letter does not wait for a ${happened.kind}`);
    const { message_id = null, accepted_at = null } = happened.result;
    const { to = null, subject = null, unresolved = [] } = memo;
    return { do: 'finish', output: { to, subject, message_id, accepted_at, unresolved }, next: node.next_step ?? [] };
  },
};

/** What a reader without HTML sees: tags gone, blocks on lines of their own, the entities that we write undone. */
function plainText(html: string): string {
  return html
    .replaceAll(/<(style|script)\b[\s\S]*?<\/\1>/gi, '')
    .replaceAll(/<(br|\/p|\/div|\/li|\/h[1-6]|\/tr)\b[^>]*>/gi, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
    .replaceAll(/[ \t]+\n/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
