import { isThisMachine } from '../config/parsers.ts';
import type { Logger } from '../log/index.ts';
import { FileMailer } from './files.ts';
import type { Mailer } from './mailer.ts';
import { SmtpMailer } from './smtp.ts';

/**
 * Mail in two steps. `composeMail` builds the message once. The caller stores its bytes and sends them by a `Mailer`,
 * repeatedly if it must, so that every repeat is identical and has one Message-ID.
 */
export { addressKey, parseMailbox, recipientHash, type Mailbox } from './address.ts';
export { composeMail, letterId, makeMessageId, type Letter, type MailAttachment } from './compose.ts';
export { MailError } from './error.ts';
export type { Mailer, MailToSend } from './mailer.ts';

export interface MailerOptions {
  /** Undefined: into files. */
  readonly smtpUrl: string | undefined;
  /** Refuses to send without TLS. Default: true, unless the server is on this machine. */
  readonly requireTls?: boolean | undefined;
  /** PEM of the authorities to trust in place of the system's. */
  readonly ca?: string | undefined;
  readonly directory: string;
  readonly log: Logger;
  /** For connecting and for each answer of the server; 15 s by default. */
  readonly timeoutMs?: number;
}

/** The mailer that the configuration asks for; the log says which. */
export function createMailer(options: MailerOptions): Mailer {
  const { smtpUrl, directory, log, timeoutMs = 15_000, ca } = options;
  if (smtpUrl === undefined) {
    log.warn({ directory }, 'no SMTP_URL: mail is written into files and reaches nobody');
    return new FileMailer(directory);
  }
  const { protocol, hostname, port } = new URL(smtpUrl);
  log.info({ server: `${protocol}//${hostname}${port === '' ? '' : `:${port}`}` }, 'mail goes by SMTP');
  const requireTls = options.requireTls ?? !isThisMachine(hostname);
  return new SmtpMailer(smtpUrl, { timeoutMs, requireTls, ca });
}
