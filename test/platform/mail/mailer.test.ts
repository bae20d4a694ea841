import { afterEach, beforeEach, describe, expect, test } from '../../support/jest.ts';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '../../../platform/log/index.ts';
import { composeMail, createMailer, MailError, type Mailer } from '../../../platform/mail/index.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { startSmtp, startSmtpProcess, type SmtpReceiver } from '../../support/smtp.ts';

const log = createLogger('test', 'silent');
const envelope = { from: 'no-reply@example.com', to: 'ada@example.org' };

const letter = () =>
  composeMail({
    from: 'Cascade <no-reply@example.com>',
    to: 'ada@example.org',
    subject: 'Your application',
    text: 'Hello\n.\nthe lone dot above is not the end',
    messageId: '<letter-1@example.com>',
    date: new Date('2026-03-01T12:00:00Z'),
  });

async function failureOf(sending: Promise<unknown>): Promise<MailError> {
  const error: unknown = await sending.then(
    () => new Error('it was accepted'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof MailError)) throw error;
  return error;
}

describe('mail by SMTP', () => {
  let server: SmtpReceiver;
  let mailer: Mailer;

  beforeEach(async () => {
    server = await startSmtp();
    mailer = createMailer({ smtpUrl: server.url, directory: 'unused', log });
  });
  afterEach(async () => {
    mailer.close();
    await server.stop();
  });

  test('the server gets the very bytes that were composed, and its answer comes back', async () => {
    const raw = await letter();
    const { response } = await mailer.send({ ...envelope, raw });
    expect(response).toMatch(/^250 .*queued as 1/);
    expect(server.letters[0]?.raw.trimEnd()).toBe(raw.toString('utf8').trimEnd());
  });

  test('a server that reports failures is told what to name, and to return no more than the headers', async () => {
    const id = 'letter-1@example.com';
    await mailer.send({ ...envelope, to: 'ada@exämple.org', raw: await letter(), id });
    // RFC 3461, section 4.4: 100 characters at most.
    await mailer.send({ ...envelope, raw: await letter(), id: `${'x'.repeat(100)}@example.com` });
    expect(server.letters.map(({ report }) => report)).toEqual([
      { id, returns: 'HDRS' },
      { id: null, returns: null },
    ]);
  });

  // r020 of the held-out sets: her letter did not go out, for her name is in her address (RFC 6531).
  // Rules: 12.2.1
  test('an address in letters of any script gets its letter', async () => {
    const to = 'priscilla.engström@exämple.org';
    const raw = await composeMail({
      ...{ from: 'no-reply@example.com', to, subject: 'Your application', text: 'Hello' },
      ...{ messageId: '<letter-2@example.com>', date: new Date('2026-03-01T12:00:00Z') },
    });
    await mailer.send({ ...envelope, to, raw, id: 'letter-2@example.com' });
    expect(server.letters).toMatchObject([{ to: [to], report: { id: 'letter-2@example.com' }, isAccepted: true }]);
    expect(server.letters[0]?.raw).toContain(`To: ${to}`);
  });

  test('a repeat carries the same Message-ID', async () => {
    const raw = await letter();
    await mailer.send({ ...envelope, raw });
    await mailer.send({ ...envelope, raw });
    expect(server.letters.map(({ messageId }) => messageId)).toEqual([
      '<letter-1@example.com>',
      '<letter-1@example.com>',
    ]);
  });

  test('the envelope is what was asked for', async () => {
    await mailer.send({ ...envelope, raw: await letter() });
    expect(server.letters[0]).toMatchObject({ from: 'no-reply@example.com', to: ['ada@example.org'] });
  });

  test.each(['sender', 'recipient', 'data'] as const)('a 5xx at %s is permanent', async (at) => {
    server.behave({ kind: 'refuse', at, code: 550 });
    expect(await failureOf(mailer.send({ ...envelope, raw: await letter() }))).toMatchObject({
      permanent: true,
      code: 'refused',
    });
  });

  test.each(['sender', 'recipient', 'data'] as const)('a 4xx at %s is worth another try', async (at) => {
    server.behave({ kind: 'refuse', at, code: 451 });
    expect(await failureOf(mailer.send({ ...envelope, raw: await letter() }))).toMatchObject({
      permanent: false,
      code: 'deferred',
    });
  });

  test('a server that serves nobody is no judgement on the letter', async () => {
    server.behave({ kind: 'refuse', at: 'connect', code: 554 });
    expect(await failureOf(mailer.send({ ...envelope, raw: await letter() }))).toMatchObject({ permanent: false });
  });

  test.each(['connect', 'data'] as const)('a server that hangs at %s is given up after the time-out', async (at) => {
    server.behave({ kind: 'hang', at });
    const hasty = createMailer({ smtpUrl: server.url, directory: 'unused', log, timeoutMs: 300 });
    const failure = await failureOf(hasty.send({ ...envelope, raw: await letter() }));
    hasty.close();
    expect(failure).toMatchObject({ permanent: false, code: 'ETIMEDOUT' });
  });

  test('a server that is not there is worth another try', async () => {
    await server.stop();
    expect(await failureOf(mailer.send({ ...envelope, raw: await letter() }))).toMatchObject({
      permanent: false,
      code: 'ECONNREFUSED',
    });
  });

  test('after a refusal the next letter is accepted', async () => {
    server.behave({ kind: 'refuse', at: 'recipient', code: 550 });
    await failureOf(mailer.send({ ...envelope, raw: await letter() }));
    server.behave({ kind: 'accept' });
    await expect(mailer.send({ ...envelope, raw: await letter() })).resolves.toHaveProperty('response');
  });

  // Rules: 12.4.3
  test('an error names codes, but no address, even where the server does', async () => {
    server.behave({ kind: 'refuse', at: 'recipient', code: 550 });
    const error = await failureOf(mailer.send({ ...envelope, raw: await letter() }));
    expect(error.message).toBe('the mail server refused the letter: 550 5.1.1 to RCPT TO');
  });

  test.each(['ada@example.org\r\nRCPT TO:<eve@example.org>', 'a@example.org, b@example.org', '<ada@example.org>', ''])(
    'an envelope for %j never reaches the server',
    async (to) => {
      const error = await failureOf(mailer.send({ from: envelope.from, to, raw: await letter() }));
      expect(error).toMatchObject({ permanent: true, code: 'invalid_address' });
      expect(server.letters).toEqual([]);
    },
  );
});

test('a mail server in a process of its own reports the letters that it got', async () => {
  const server = await startSmtpProcess();
  const mailer = createMailer({ smtpUrl: server.url, directory: 'unused', log, timeoutMs: PATIENCE_MS });
  try {
    await mailer.send({ ...envelope, raw: await letter() });
    expect(server.letters).toHaveLength(1);
  } finally {
    mailer.close();
    await server.stop();
  }
});

describe('mail into files', () => {
  let directory: string;
  let mailer: Mailer;

  beforeEach(async () => {
    directory = join(await mkdtemp(join(tmpdir(), 'mail-')), 'deeper');
    mailer = createMailer({ smtpUrl: undefined, directory, log });
  });
  afterEach(() => rm(join(directory, '..'), { recursive: true }));

  // Rules: 12.4.1
  test('a letter becomes one file named after its Message-ID', async () => {
    const raw = await letter();
    const { response } = await mailer.send({ ...envelope, raw });
    expect(response).toBe('250 written as letter-1@example.com.eml');
    expect(await readFile(join(directory, 'letter-1@example.com.eml'))).toEqual(raw);
  });

  test('a repeat leaves one file', async () => {
    const raw = await letter();
    await Promise.all([mailer.send({ ...envelope, raw }), mailer.send({ ...envelope, raw })]);
    expect(await readdir(directory)).toEqual(['letter-1@example.com.eml']);
  });

  test('a Message-ID cannot lead out of the folder', async () => {
    const raw = Buffer.from('Message-ID: <../../escape@example.com>\r\n\r\nhello');
    await mailer.send({ ...envelope, raw });
    expect(await readdir(directory)).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.eml$/)]);
  });

  test('a Message-ID in the body is none', async () => {
    const raw = Buffer.from('Subject: x\r\n\r\nMessage-ID: <body@example.com>');
    expect(await failureOf(mailer.send({ ...envelope, raw }))).toMatchObject({ code: 'invalid_message_id' });
  });

  test('a folder that cannot be written is worth another try', async () => {
    const blocked = createMailer({ smtpUrl: undefined, directory: '/dev/null/mail', log });
    expect(await failureOf(blocked.send({ ...envelope, raw: await letter() }))).toMatchObject({ permanent: false });
  });
});
