import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { complaint, deliveryReport } from '../support/mail-reports.ts';
import { executionOf } from './executions-support.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

const TOKEN = 'operator-token-of-32-characters-or-more';
const ID = '<5f0c6f0e-6d4e-5b5e-8f63-6a1f7a1d2c3b@example.com>';

let gateway: TestGateway;
let caller: Caller;
let executionId: number;
beforeAll(async () => {
  gateway = await startGateway({ mailReports: { token: TOKEN, rule: { percent: 5, recipients: 2 } } });
  caller = await gateway.caller();
  executionId = await executionOf(caller);
  await sentLetter(ID, 'pat@example.com');
});

async function sentLetter(messageId: string, recipient: string): Promise<void> {
  await gateway.db.kysely
    .insertInto('mail_message')
    .values({
      message_id: messageId,
      execution_id: executionId,
      api_client_id: caller.clientId,
      effect_id: 1,
      sender: 'decisions@example.com',
      recipient,
      raw: Buffer.from('Subject: Hello'),
      accepted_at: new Date(),
    })
    .execute();
}
afterAll(() => gateway.stop());

const send = (body: Buffer | string, headers: Record<string, string> = { Authorization: `Bearer ${TOKEN}` }) =>
  fetch(`${gateway.baseUrl}/hooks/mail_reports`, { method: 'POST', body: new Uint8Array(Buffer.from(body)), headers });
const reports = () => gateway.db.kysely.selectFrom('mail_report').selectAll().orderBy('id').execute();

// Rules: 12.8.1
test('needs the token of the operator; that of a client is none', async () => {
  const wrong: Record<string, string>[] = [
    {},
    { Authorization: `Bearer ${caller.token}` },
    { Authorization: `Basic ${TOKEN}` },
  ];
  for (const headers of wrong) {
    const response = await send(deliveryReport({ messageId: ID }), headers);
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  }
  expect(await reports()).toEqual([]);
});

// Rules: 12.8.1, 12.8.2
test('records what came back of a letter once, and never the address itself', async () => {
  const results: unknown[] = [];
  for (const report of [deliveryReport({ messageId: ID }), deliveryReport({ messageId: ID })]) {
    const response = await send(report);
    results.push([response.status, await response.json()]);
  }
  expect(results).toEqual([
    [200, { data: { object: 'mail_report', result: 'recorded' } }],
    [200, { data: { object: 'mail_report', result: 'known' } }],
  ]);
  const rows = await reports();
  expect(rows).toMatchObject([
    { api_client_id: caller.clientId, execution_id: executionId, message_id: ID, kind: 'bounce', status: '5.1.1' },
  ]);
  expect(JSON.stringify(rows)).not.toContain('pat@');
});

// Rules: 12.8.8
test('stops the mail of a client once enough recipients refused it, however often one of them did', async () => {
  const stops = () => gateway.db.kysely.selectFrom('mail_stop').selectAll().execute();
  for (const id of ['<second@example.com>', '<third@example.com>']) {
    await sentLetter(id, 'PAT@example.com');
    expect(await (await send(complaint({ messageId: id }))).json()).toMatchObject({ data: { result: 'recorded' } });
  }
  expect(await stops()).toEqual([]);
  await sentLetter('<other@example.com>', 'ben@example.com');
  await send(complaint({ messageId: '<other@example.com>' }));
  expect(await stops()).toMatchObject([
    { api_client_id: caller.clientId, refusing: 2, recipients: 2, resumed_at: null },
  ]);
});

test('takes what is no report, or of no letter of ours: the mailbox gets other mail too', async () => {
  const before = await reports();
  const answers = [
    await send('From: pat@example.com\r\nSubject: Re: Hello\r\n\r\nThanks'),
    await send(deliveryReport({ messageId: '<other@example.net>' })),
  ];
  expect(await Promise.all(answers.map(async (answer) => ((await answer.json()) as { data: object }).data))).toEqual([
    { object: 'mail_report', result: 'no_report' },
    { object: 'mail_report', result: 'unknown' },
  ]);
  expect(await reports()).toEqual(before);
});

test('reads only the beginning of a large message, and refuses one without end', async () => {
  const large = await send(Buffer.concat([deliveryReport({ messageId: ID }), Buffer.alloc(4_000_000, 'x')]));
  expect(await large.json()).toMatchObject({ data: { result: 'known' } });
  const deep = Array.from(
    { length: 500 },
    (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
  );
  expect((await send(deep.join(''))).status).toBe(400);
});

test('is no path without a token, and has no other method', async () => {
  expect((await fetch(`${gateway.baseUrl}/hooks/mail_reports`)).status).toBe(405);
  const { baseUrl } = await gateway.another({ mailReports: { token: undefined, rule: { percent: 5, recipients: 2 } } });
  expect((await fetch(`${baseUrl}/hooks/mail_reports`, { method: 'POST', body: 'x' })).status).toBe(404);
});
