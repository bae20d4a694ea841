/** Reports of letters as mail servers write them, in the shapes of RFC 3464 and RFC 5965. */
interface ReportOf {
  /** Message-ID of the letter, with its brackets. Left out if the report returns no part of it. */
  readonly messageId?: string;
  readonly recipient?: string;
  readonly action?: string;
  readonly status?: string;
  readonly envelopeId?: string;
  /** As the whole letter, or as its headers alone. */
  readonly returns?: 'letter' | 'headers';
}

export function deliveryReport(of: ReportOf): Buffer {
  const { recipient = 'pat@example.com', action = 'failed', status = '5.1.1', envelopeId } = of;
  return message('delivery-status', [
    part('text/plain; charset=utf-8', ['This is the mail system.', '', `<${recipient}>: unknown user`]),
    part('message/delivery-status', [
      'Reporting-MTA: dns; mx.example.net',
      ...(envelopeId === undefined ? [] : [`Original-Envelope-Id: ${envelopeId}`]),
      'Arrival-Date: Mon, 2 Mar 2026 10:00:00 +0000',
      '',
      `Original-Recipient: rfc822;${recipient}`,
      `Final-Recipient: rfc822; ${recipient}`,
      `Action: ${action}`,
      `Status: ${status}`,
      'Diagnostic-Code: smtp; 550 5.1.1 unknown',
      '    user',
    ]),
    ...returned(of),
  ]);
}

export function complaint(of: ReportOf & { readonly feedback?: string }): Buffer {
  return message('feedback-report', [
    part('text/plain', ['This is an email abuse report.']),
    part('message/feedback-report', [
      `Feedback-Type: ${of.feedback ?? 'abuse'}`,
      'User-Agent: SomeGenerator/1.0',
      'Version: 1',
    ]),
    ...returned({ returns: 'letter', ...of }),
  ]);
}

function returned({ messageId, returns = 'headers' }: ReportOf): string[] {
  if (messageId === undefined) return [];
  const headers = ['From: decisions@example.com', 'Subject: Your application', `Message-ID: ${messageId}`];
  return returns === 'headers'
    ? [part('text/rfc822-headers', headers)]
    : [part('message/rfc822', [...headers, 'Content-Type: text/plain', '', 'Dear Pat'])];
}

const part = (type: string, lines: readonly string[]): string =>
  [`Content-Type: ${type}`, '', ...lines, ''].join('\r\n');

function message(type: string, parts: readonly string[]): Buffer {
  const head = [
    'From: Mail Delivery System <MAILER-DAEMON@mx.example.net>',
    'To: bounces@example.com',
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=${type};`,
    '\tboundary="=_report/1"',
    '',
  ];
  const body = parts.map((text) => `--=_report/1\r\n${text}\r\n`).join('');
  return Buffer.from(`${head.join('\r\n')}\r\n${body}--=_report/1--\r\n`);
}
