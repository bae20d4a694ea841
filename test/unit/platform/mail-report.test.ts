import { describe, expect, test } from '../../support/jest.ts';
import { MOST_REPORT_BYTES, parseMailReport } from '../../../platform/mail/report.ts';
import { complaint, deliveryReport } from '../../support/mail-reports.ts';

const ID = '<5f0c6f0e-6d4e-5b5e-8f63-6a1f7a1d2c3b@example.com>';

describe('a report of delivery', () => {
  test.each(['headers', 'letter'] as const)('that returns the %s names the letter', async (returns) => {
    expect(await parseMailReport(deliveryReport({ messageId: ID, returns }))).toEqual({
      kind: 'bounce',
      status: '5.1.1',
      messageIds: [ID],
    });
  });

  // Rules: 12.8.2
  test('that returns nothing names it by the id of its envelope', async () => {
    const report = await parseMailReport(deliveryReport({ envelopeId: ID.slice(1, -1) }));
    expect(report?.messageIds).toEqual([ID]);
  });

  test('that gave up is no bounce: the address may work', async () => {
    const report = await parseMailReport(deliveryReport({ messageId: ID, status: '4.4.7' }));
    expect(report).toMatchObject({ kind: 'undelivered', status: '4.4.7' });
  });

  test.each(['delayed', 'delivered', 'relayed', 'expanded'])('that it was %s reports nothing', async (action) => {
    expect(await parseMailReport(deliveryReport({ messageId: ID, action, status: '2.0.0' }))).toBeNull();
  });

  test('that is cut off within the letter that it returns is read all the same', async () => {
    const whole = deliveryReport({ messageId: ID, returns: 'letter' });
    const long = Buffer.concat([whole.subarray(0, whole.lastIndexOf('--=_report')), Buffer.alloc(400_000, 'x')]);
    expect(long.length).toBeGreaterThan(MOST_REPORT_BYTES);
    expect(await parseMailReport(long)).toMatchObject({ kind: 'bounce', messageIds: [ID] });
  });
});

describe('a complaint', () => {
  test('names the letter that its recipient calls unwanted', async () => {
    expect(await parseMailReport(complaint({ messageId: ID }))).toEqual({
      kind: 'complaint',
      status: null,
      messageIds: [ID],
    });
  });

  test('that is taken back is none', async () => {
    expect(await parseMailReport(complaint({ messageId: ID, feedback: 'not-spam' }))).toBeNull();
  });
});

test.each([
  ['an answer of a person', 'From: pat@example.com\r\nSubject: Re: Your application\r\n\r\nThanks'],
  ['nothing', ''],
  ['no mail', '\u0000\u0001{"a": 1}'],
  ['a report within a mail that quotes it', 'Subject: Fwd\r\n\r\nFinal-Recipient: rfc822; a@b.c\r\nAction: failed'],
])('%s reports nothing', async (_what, text) => {
  expect(await parseMailReport(Buffer.from(text))).toBeNull();
});

test('mail that is nested without end is refused, not read', async () => {
  const deep = Array.from(
    { length: 1_000 },
    (_, n) => `Content-Type: multipart/mixed; boundary="b${n}"\r\n\r\n--b${n}\r\n`,
  ).join('');
  await expect(parseMailReport(Buffer.from(deep))).rejects.toThrow();
});
