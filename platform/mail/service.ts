import type { Config } from '../config/index.ts';
import type { Logger } from '../log/index.ts';
import { createMailer, type Mailer } from './index.ts';

/** The variables that `openMailer` reads. */
export const MAILER_VARIABLES = ['SMTP_URL', 'SMTP_REQUIRE_TLS', 'TLS_CA_PATH', 'MAIL_DIRECTORY'] as const;

interface MailService {
  readonly config: Config<(typeof MAILER_VARIABLES)[number]>;
  readonly log: Logger;
}

/** The mailer of a service. */
export function openMailer({ config, log }: MailService): Mailer {
  return createMailer({
    smtpUrl: config.SMTP_URL,
    requireTls: config.SMTP_REQUIRE_TLS,
    ca: config.TLS_CA_PATH,
    directory: config.MAIL_DIRECTORY,
    log,
  });
}
