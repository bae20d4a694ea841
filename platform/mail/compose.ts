import MailComposer from 'nodemailer/lib/mail-composer';
import { sha256Hex, uuidV5 } from '../crypto.ts';
import { asciiAddress, parseMailbox, type Mailbox } from './address.ts';
import { MailError } from './error.ts';

export interface MailAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Uint8Array;
}

export interface Letter {
  /** An address, or `Name <address>`. */
  readonly from: string;
  /** One address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** With its angle brackets: see `makeMessageId`. */
  readonly messageId: string;
  readonly date: Date;
  readonly attachments?: readonly MailAttachment[];
}

/**
 * The bytes of the message. A letter always gives identical bytes. Throws a MailError for an address that is none, and
 * for line breaks where a header would begin with them.
 */
export async function composeMail(letter: Letter): Promise<Buffer> {
  const from = mailbox('from', letter.from);
  const to = mailbox('to', letter.to);
  if (!/^<[^<>@\s]+@[^<>@\s]+>$/.test(letter.messageId)) {
    throw new MailError('invalid_message_id', 'the Message-ID is malformed', true);
  }
  const attachments = letter.attachments ?? [];
  for (const header of [
    letter.subject,
    ...attachments.flatMap(({ filename, contentType }) => [filename, contentType]),
  ]) {
    // oxlint-disable-next-line no-control-regex -- line breaks would begin a header of their own
    if (/[\u0000-\u001f\u007f]/.test(header)) {
      throw new MailError('invalid_header', 'the subject or a file name has control characters', true);
    }
  }
  const message = new MailComposer({
    from,
    to,
    subject: letter.subject,
    text: letter.text,
    ...(letter.html === undefined ? {} : { html: letter.html }),
    messageId: letter.messageId,
    date: letter.date,
    attachments: attachments.map(({ filename, contentType, content }) => ({
      filename,
      contentType,
      content: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
    })),
    // Line ends as SMTP has them, so that the bytes that are stored are the bytes that are sent.
    newline: 'windows',
    // Boundaries are random by default; these make the bytes a function of the letter.
    baseBoundary: sha256Hex(letter.messageId).slice(0, 24),
    // Content comes in our hands or not at all.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return message.compile().build();
}

function mailbox(field: string, text: string): Mailbox {
  const parsed = parseMailbox(text);
  if (parsed === null) throw new MailError('invalid_address', `the ${field} address is not a mail address`, true);
  return parsed;
}

const MESSAGE_ID_NAMESPACE = 'b0d7a1f4-93c6-4c55-8a6e-0d9c3f1e7b28';

/** Equal parts give equal UUIDs, and other parts another one. The UUID reveals no part. */
export function letterId(parts: readonly (string | number)[]): string {
  return uuidV5(MESSAGE_ID_NAMESPACE, JSON.stringify(parts));
}

/** The Message-ID of a letter: its `letterId`, in the sender's domain. */
export function makeMessageId(parts: readonly (string | number)[], from: string): string {
  const address = asciiAddress(mailbox('from', from).address);
  return `<${letterId(parts)}${address.slice(address.lastIndexOf('@'))}>`;
}
