import type { Logger } from './log.ts';
import { FileMailer } from './mail/files.ts';
import { SmtpMailer } from './mail/smtp.ts';

/**
 * Mail in two steps. `composeMail` builds the message once; the caller stores its bytes and sends them by a `Mailer`,
 * again and again if it must, so that every repeat is the same letter under the same Message-ID.
 */
export { isMailAddress, parseMailbox, type Mailbox } from './mail/address.ts';
export { composeMail, makeMessageId, type Letter, type MailAttachment } from './mail/compose.ts';
export { MailError } from './mail/error.ts';

export interface MailToSend {
  /** Envelope addresses, without names. */
  readonly from: string;
  readonly to: string;
  /** The whole message, as `composeMail` built it. */
  readonly raw: Uint8Array;
}

export interface Mailer {
  /** Answers what the server said when it took the message; throws a MailError where it did not. */
  send(mail: MailToSend): Promise<{ response: string }>;
  /** Waits for nothing: mail in the air fails as not accepted. */
  close(): void;
}

export interface MailerOptions {
  /** Undefined: into files. */
  readonly smtpUrl: string | undefined;
  readonly directory: string;
  readonly log: Logger;
  /** For connecting and for each answer of the server; 15 s by default. */
  readonly timeoutMs?: number;
}

/** The mailer that the configuration asks for; the log says which. */
export function createMailer({ smtpUrl, directory, log, timeoutMs = 15_000 }: MailerOptions): Mailer {
  if (smtpUrl === undefined) {
    log.warn({ directory }, 'no SMTP_URL: mail is written into files and reaches nobody');
    return new FileMailer(directory);
  }
  const { protocol, hostname, port } = new URL(smtpUrl);
  log.info({ server: `${protocol}//${hostname}${port === '' ? '' : `:${port}`}` }, 'mail goes by SMTP');
  return new SmtpMailer(smtpUrl, timeoutMs);
}
