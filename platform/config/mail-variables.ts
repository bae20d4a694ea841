import { MAIL_ADDRESS_HELP, parseMailbox } from '../mail/address.ts';
import { connectionUrl, ParseError, text, wholeNumber, yesOrNo, type Parser } from './parsers.ts';
import { group } from './variable.ts';

const mail = group('Mail');

const mailbox: Parser<string> = (value) => {
  if (parseMailbox(value) === null) throw new ParseError(MAIL_ADDRESS_HELP);
  return value;
};

/** What mail goes out as, and how much of it. */
export const mailVariables = {
  SMTP_URL: mail.optional(
    connectionUrl('smtp', 'smtps'),
    'Mail server: smtps:// for TLS from the start; smtp:// uses STARTTLS if it is offered. ' +
      'Without it mail is written into files.',
    { secret: true, example: 'smtps://user:password@mail.example.com:465' },
  ),
  SMTP_REQUIRE_TLS: mail.optional(
    yesOrNo,
    'Refuses to send without TLS. Default: true, unless the mail server is on this machine.',
    { example: 'true' },
  ),
  MAIL_FROM: mail.required(mailbox, 'Sender of mail: an address, or "Name <address>".', {
    example: 'no-reply@example.com',
  }),
  NOTICE_MAIL_FROM: mail.optional(
    mailbox,
    'Sender of adverse-action notices, so that what other mail does to the name of its sender does not reach them. ' +
      'Default: MAIL_FROM.',
    { example: 'notices@letters.example.com' },
  ),
  NOTICES_PER_CLIENT_PER_HOUR: mail.byDefault(
    '5000',
    wholeNumber(1, 10_000_000),
    'Most notices that one API client sends in an hour, other mail aside. Beyond it notices wait; they never fail.',
    { unit: 'letters' },
  ),
  LETTERS_PER_CLIENT_PER_HOUR: mail.byDefault(
    '5000',
    wholeNumber(1, 10_000_000),
    'Most letters other than notices that one API client sends in an hour: of SendEmail and InternalNotification. ' +
      'Beyond it letters wait; they never fail.',
    { unit: 'letters' },
  ),
  LETTERS_PER_RECIPIENT_PER_HOUR: mail.byDefault(
    '20',
    wholeNumber(1, 10_000_000),
    "Most letters other than notices that one API client sends to one address in an hour, unless it is the account's " +
      'own. Beyond it the step fails.',
    { unit: 'letters' },
  ),
  LETTERS_PER_EXECUTION: mail.byDefault(
    '20',
    wholeNumber(1, 1_000),
    'Most letters other than notices that one execution sends. Beyond it the step fails.',
    { unit: 'letters' },
  ),
  MAIL_DIRECTORY: mail.byDefault('.cascade/mail', text, 'Folder for .eml files if SMTP_URL is not set.'),
} as const;
