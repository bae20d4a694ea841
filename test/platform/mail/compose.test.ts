import { describe, expect, test } from '../../support/jest.ts';
import { addressKey, asciiAddress, isMailAddress, recipientHash } from '../../../platform/mail/address.ts';
import { composeMail, makeMessageId, parseMailbox, type Letter } from '../../../platform/mail/index.ts';

const letter: Letter = {
  from: 'Cascade <no-reply@example.com>',
  to: 'ada@example.org',
  subject: 'Your application',
  text: 'Hello',
  messageId: '<letter-1@example.com>',
  date: new Date('2026-03-01T12:00:00Z'),
};

describe('composeMail', () => {
  test('the headers say what was given', async () => {
    const raw = (await composeMail(letter)).toString('utf8');
    expect(raw).toContain('From: Cascade <no-reply@example.com>');
    expect(raw).toContain('To: ada@example.org');
    expect(raw).toContain('Subject: Your application');
    expect(raw).toContain('Message-ID: <letter-1@example.com>');
    expect(raw).toContain('Date: Sun, 01 Mar 2026 12:00:00 +0000');
  });

  test('the same letter gives the same bytes, attachments and all', async () => {
    const full: Letter = {
      ...letter,
      html: '<p>Hello</p>',
      attachments: [{ filename: 'notice.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF') }],
    };
    expect(await composeMail(full)).toEqual(await composeMail(full));
  });

  test('an attachment stands in it as base64 under its name', async () => {
    const content = Buffer.from('%PDF-1.7 some bytes');
    const raw = await composeMail({
      ...letter,
      attachments: [{ filename: 'notice.pdf', contentType: 'application/pdf', content }],
    });
    expect(raw.toString('utf8')).toContain('filename=notice.pdf');
    expect(raw.toString('utf8')).toContain(content.toString('base64'));
  });

  test.each([
    ['subject', { ...letter, subject: 'Hi\r\nBcc: eve@example.org' }],
    ['recipient', { ...letter, to: 'ada@example.org\r\nBcc: eve@example.org' }],
    ['sender', { ...letter, from: 'Cascade\r\nBcc: eve@example.org <no-reply@example.com>' }],
    ['message id', { ...letter, messageId: '<a@example.com>\r\nBcc: eve@example.org' }],
    [
      'file name',
      { ...letter, attachments: [{ filename: 'a\r\nX: y', contentType: 'text/plain', content: Buffer.from('') }] },
    ],
  ])('a line break in the %s is refused for good', async (_where, forged) => {
    await expect(composeMail(forged)).rejects.toMatchObject({ name: 'MailError', permanent: true });
  });

  test('a list of recipients is not one recipient', async () => {
    await expect(composeMail({ ...letter, to: 'a@example.org, b@example.org' })).rejects.toMatchObject({
      code: 'invalid_address',
    });
  });
});

describe('parseMailbox', () => {
  test.each([
    ['no-reply@example.com', { name: '', address: 'no-reply@example.com' }],
    ['Cascade <no-reply@example.com>', { name: 'Cascade', address: 'no-reply@example.com' }],
    ['"Cascade, Inc." <no-reply@example.com>', { name: 'Cascade, Inc.', address: 'no-reply@example.com' }],
  ])('reads %s', (text, mailbox) => {
    expect(parseMailbox(text)).toEqual(mailbox);
  });

  test.each(['Cascade', 'a@b@c <x@example.com> y', '<a@example.com> <b@example.com>', 'x@example.com>', ''])(
    'refuses %j',
    (text) => {
      expect(parseMailbox(text)).toBeNull();
    },
  );
});

describe('makeMessageId', () => {
  const id = makeMessageId([17, 'notice', 1, 'final', 0], letter.from);

  test('the same parts give the same id in the domain of the sender', () => {
    expect(makeMessageId([17, 'notice', 1, 'final', 0], letter.from)).toBe(id);
    expect(id).toMatch(/^<[0-9a-f-]{36}@example\.com>$/);
  });

  test('another part gives another id, wherever the border between two parts is', () => {
    expect(makeMessageId([17, 'notice', 1, 'final', 1], letter.from)).not.toBe(id);
    expect(makeMessageId(['1', '23'], letter.from)).not.toBe(makeMessageId(['12', '3'], letter.from));
  });
});

test('an internationalised domain goes into SMTP commands as ASCII', () => {
  expect(asciiAddress('ada@müller.example')).toBe('ada@xn--mller-kva.example');
});

// Rules: 4.4.8
test.each([
  ['ren\u00e9@example.com', 'rene\u0301@example.com'],
  ['ada@caf\u00e9.example', 'ada@cafe\u0301.example'],
  ['Ada@CAF\u00c9.example', 'ada@cafe\u0301.example'],
])('%s is one address, however its letters are composed', (one, other) => {
  expect([isMailAddress(one), isMailAddress(other)]).toEqual([true, true]);
  expect([addressKey(other), recipientHash(other)]).toEqual([addressKey(one), recipientHash(one)]);
  expect(recipientHash('rene@example.com')).not.toBe(recipientHash('ren\u00e9@example.com'));
});

// Rules: 12.6.4
test.each(['Pat+1@example.com', 'p\uff41t@example.com', 'pat@EXAMPLE.com'])(
  '%s is a spelling of pat@example.com',
  (other) => {
    expect(recipientHash(other)).toBe(recipientHash('pat@example.com'));
  },
);

// Rules: 12.6.4
test('dots make another mailbox, except at Gmail', () => {
  expect(recipientHash('p.at+x@googlemail.com')).toBe(recipientHash('pat@gmail.com'));
  expect(recipientHash('p.at@example.com')).not.toBe(recipientHash('pat@example.com'));
});
