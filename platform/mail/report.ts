import PostalMime, { type Attachment } from 'postal-mime';

/** A report is read up to here: what it says comes first, the letter that it returns last. */
export const MOST_REPORT_BYTES = 256 * 1_024;

export interface MailReport {
  readonly kind: 'bounce' | 'undelivered' | 'complaint';
  /** Enhanced status code (RFC 3463). */
  readonly status: string | null;
  /**
   * Message-ID of the letter, with its angle brackets. It comes from the headers that the report returns, and from the
   * envelope's id if the servers on the way support one (RFC 3461). Empty if the report has neither.
   */
  readonly messageIds: readonly string[];
}

/**
 * The content of a report on a letter: that it could not be delivered (RFC 3464), or that its recipient calls it
 * unwanted (RFC 5965). Null for any other message, and for a report of a letter that is delivered, relayed or only
 * delayed. Anybody may have written it: it names a letter and proves nothing.
 */
export async function parseMailReport(raw: Uint8Array): Promise<MailReport | null> {
  const { attachments } = await parse(raw.subarray(0, MOST_REPORT_BYTES));
  const part = (...types: string[]) => attachments.find(({ mimeType }) => types.includes(mimeType));
  const messageId = await messageIdOf(part('message/rfc822', 'message/global', ...HEADERS_ONLY));
  const idsWith = (envelopeId: string | undefined): string[] =>
    [messageId, envelopeId === undefined ? null : `<${envelopeId}>`].filter((id) => id !== null);
  const feedback = part('message/feedback-report');
  if (feedback !== undefined) {
    const [fields] = await fieldGroups(feedback);
    // Also "not-spam", by which a recipient takes a complaint back.
    if (fields?.get('feedback-type')?.toLowerCase() !== 'abuse') return null;
    return { kind: 'complaint', status: null, messageIds: idsWith(fields.get('original-envelope-id')) };
  }
  const delivery = part('message/delivery-status', 'message/global-delivery-status');
  if (delivery === undefined) return null;
  const [message, ...recipients] = await fieldGroups(delivery);
  const failed = recipients.find((fields) => fields.get('action')?.toLowerCase() === 'failed');
  if (failed === undefined) return null;
  const status = /^[245]\.\d{1,3}\.\d{1,3}/.exec(failed.get('status') ?? '')?.[0] ?? null;
  return {
    kind: status?.startsWith('5') === true ? 'bounce' : 'undelivered',
    status,
    messageIds: idsWith(message?.get('original-envelope-id')),
  };
}

const HEADERS_ONLY = ['text/rfc822-headers', 'message/rfc822-headers', 'message/global-headers'];

const parse = (raw: Uint8Array | string) =>
  PostalMime.parse(raw, {
    forceRfc822Attachments: true,
    attachmentEncoding: 'utf8',
    maxNestingDepth: 10,
    maxHeadersSize: MOST_REPORT_BYTES,
  });

async function messageIdOf(returned: Attachment | undefined): Promise<string | null> {
  if (typeof returned?.content !== 'string') return null;
  return (await parse(returned.content)).messageId ?? null;
}

/** One group about the message, one about each recipient; our letters have one. They are written like headers. */
async function fieldGroups({ content }: Attachment): Promise<ReadonlyMap<string, string>[]> {
  if (typeof content !== 'string') return [];
  const groups = content
    .split(/(?:\r?\n){2,}/)
    .filter((group) => group.trim() !== '')
    .slice(0, 10);
  return Promise.all(
    groups.map(async (group) => {
      const { headers } = await parse(`${group}\n\n`);
      return new Map(headers.map(({ key, value }) => [key, value.trim()]));
    }),
  );
}
