import { createTransport, type Transporter } from 'nodemailer';
import type { Mailer, MailToSend } from './mailer.ts';
import { asciiAddress, isMailAddress } from './address.ts';
import { MailError } from './error.ts';

export interface SmtpOptions {
  readonly timeoutMs: number;
  readonly requireTls: boolean;
  readonly ca: string | undefined;
}

/** Mail by SMTP over a few connections that are kept for a while. TLS from the start for smtps:, by STARTTLS for smtp:. */
export class SmtpMailer implements Mailer {
  readonly reachesRecipients = true;
  readonly #transport: Transporter;

  constructor(url: string, { timeoutMs, requireTls, ca }: SmtpOptions) {
    this.#transport = createTransport({
      url,
      pool: true,
      maxConnections: 5,
      idleTimeout: 30_000,
      // A connection that breaks during a letter leaves open whether the server took it. The caller decides what to do,
      // because it knows what the letter is.
      maxRequeues: 0,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      dnsTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      requireTLS: requireTls,
      ...(ca === undefined ? {} : { tls: { ca } }),
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    // A pool reports the end of idle connections; the letter's own failure is what counts.
    this.#transport.on('error', () => undefined);
  }

  async send({ from, to, raw, id }: MailToSend): Promise<{ response: string }> {
    if (!isMailAddress(from) || !isMailAddress(to)) {
      throw new MailError('invalid_address', 'an address of the envelope is not a mail address', true);
    }
    const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
    try {
      const info = await this.#transport.sendMail({
        envelope: { from: asciiAddress(from), to: [asciiAddress(to)] },
        raw: bytes,
        // The server returns only the headers of a letter: people for whom the letter was not meant read the mailbox for
        // returns.
        ...(id === undefined || id.length > MOST_ENVELOPE_ID
          ? {}
          : { dsn: { id, return: 'headers', notify: ['failure'], ...originalRecipient(asciiAddress(to)) } }),
      });
      return { response: String(info.response) };
    } catch (error) {
      throw mailError(error);
    }
  }

  close(): void {
    this.#transport.close();
  }
}

/** An address that is not ASCII has no form there that all servers know (RFC 6533). */
function originalRecipient(address: string): { readonly recipient?: string } {
  return /^[\u0020-\u007e]+$/.test(address) ? { recipient: address } : {};
}

/** RFC 3461, section 4.4. */
const MOST_ENVELOPE_ID = 100;

/** The commands that speak of the letter. Elsewhere a 5xx is about us or the server, and may pass. */
const LETTER_COMMANDS = ['MAIL FROM', 'RCPT TO', 'DATA'];

function mailError(error: unknown): MailError {
  const fields: { code?: unknown; originalCode?: unknown; command?: unknown; response?: unknown } =
    typeof error === 'object' && error !== null ? error : {};
  const command = typeof fields.command === 'string' ? fields.command : '';
  // The text after the codes is the server's own and often repeats the address.
  const answer =
    typeof fields.response === 'string' ? /^([2-5]\d\d)[ -]([2-5](?:\.\d{1,3}){2})?/.exec(fields.response) : null;
  if (answer !== null && LETTER_COMMANDS.includes(command)) {
    const [, status, enhanced] = answer;
    const codes = enhanced === undefined ? status : `${status} ${enhanced}`;
    const isPermanent = status?.startsWith('5') === true;
    return new MailError(
      isPermanent ? 'refused' : 'deferred',
      `the mail server ${isPermanent ? 'refused' : 'deferred'} the letter: ${codes} to ${command}`,
      isPermanent,
    );
  }
  const code = [fields.originalCode, fields.code].find((item) => typeof item === 'string' && /^\w{1,40}$/.test(item));
  return new MailError(
    typeof code === 'string' ? code : 'EMAIL',
    answer === null
      ? 'the mail server could not be reached or did not answer'
      : `the mail server answered ${answer[1]}`,
    false,
  );
}
