import { isMailAddress, MAIL_ADDRESS_HELP, parseMailbox } from '../mail/address.ts';
import { connectionUrl, ParseError, text, wholeNumber, yesOrNo, type Parser } from './parsers.ts';
import { group } from './variable.ts';

const mail = group('Mail');

const mailbox: Parser<string> = (value) => {
  if (parseMailbox(value) === null) throw new ParseError(MAIL_ADDRESS_HELP);
  return value;
};

const address: Parser<string> = (value) => {
  if (!isMailAddress(value)) throw new ParseError('must be a mail address');
  return value;
};

const reportToken: Parser<string> = (value) => {
  if (!/^[\x21-\x7e]{32,200}$/.test(value)) throw new ParseError('must be 32 to 200 characters without blanks');
  return value;
};

/** The sender of mail, and the limits on its volume. */
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
  MAIL_RETURN_PATH: mail.optional(
    address,
    'Address to which servers report what they could not deliver (the envelope sender), if it is not the sender. What ' +
      'arrives there is for /hooks/mail_reports or `cascade mail bounce`.',
    { example: 'bounces@example.com' },
  ),
  MAIL_REPORT_TOKEN: mail.optional(
    reportToken,
    'Bearer token of POST /hooks/mail_reports, which takes delivery reports (RFC 3464) and complaints (RFC 5965). ' +
      'Without it there is no such path. Make one with: openssl rand -base64 32',
    { secret: true, example: 'REPLACE_WITH_THE_BASE64_OF_32_RANDOM_BYTES' },
  ),
  MAIL_STOP_RECIPIENTS: mail.byDefault(
    '10',
    wholeNumber(1, 1_000_000),
    'Recipients of 24 hours who refused the mail of an API client or complained, from which on it is stopped, if they ' +
      'are also MAIL_STOP_PERCENT of its recipients. Notices are sent all the same.',
    { unit: 'recipients' },
  ),
  MAIL_STOP_PERCENT: mail.byDefault(
    '5',
    wholeNumber(1, 100),
    'Share of the recipients of an API client in 24 hours who may refuse its mail or complain.',
    { unit: 'percent' },
  ),
  NOTICES_PER_CLIENT_PER_HOUR: mail.byDefault(
    '5000',
    wholeNumber(1, 10_000_000),
    'Most notices of live mode that one API client sends in an hour, other mail aside. Beyond it notices wait; they never fail.',
    { unit: 'letters' },
  ),
  NOTICES_PER_RECIPIENT_PER_DAY: mail.byDefault(
    '5',
    wholeNumber(1, 10_000_000),
    'Most notices that one API client sends to one address in a day. Beyond it notices wait for the next day, unless the ' +
      'law asks for them today; they never fail.',
    { unit: 'letters' },
  ),
  LETTERS_PER_CLIENT_PER_HOUR: mail.byDefault(
    '5000',
    wholeNumber(1, 10_000_000),
    'Most letters other than live notices that one API client sends in an hour. Beyond it letters wait; they never fail.',
    { unit: 'letters' },
  ),
  LETTERS_PER_RECIPIENT_PER_HOUR: mail.byDefault(
    '20',
    wholeNumber(1, 10_000_000),
    "Most letters other than live notices that one API client sends to one address in an hour, unless it is the account's " +
      'own. Beyond it the step fails.',
    { unit: 'letters' },
  ),
  LETTERS_PER_EXECUTION: mail.byDefault(
    '20',
    wholeNumber(1, 1_000),
    'Most letters other than live notices that one execution sends. Beyond it the step fails.',
    { unit: 'letters' },
  ),
  MAIL_DIRECTORY: mail.byDefault('.cascade/mail', text, 'Folder for .eml files if SMTP_URL is not set.'),
} as const;
