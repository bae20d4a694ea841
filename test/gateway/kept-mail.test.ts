import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { executionOf } from './executions-support.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

let gateway: TestGateway;
let caller: Caller;
let executionId: number;

const RAW = Buffer.from('Subject: Hello\r\n\r\nDear Maribel\r\n');

beforeAll(async () => {
  gateway = await startGateway();
  caller = await gateway.caller();
  executionId = await executionOf(caller);
});
afterAll(() => gateway.stop());

let letters = 0;
async function letter(more: { readonly file_id?: number; readonly raw?: Buffer; readonly of?: number }): Promise<void> {
  const { of = executionId, ...values } = more;
  letters += 1;
  await gateway.db.kysely
    .insertInto('mail_message')
    .values({
      message_id: `<${letters}@example.com>`,
      execution_id: of,
      api_client_id: caller.clientId,
      effect_id: 1,
      sender: 'decisions@example.com',
      recipient: 'maribel@example.com',
      raw: RAW,
      kept_at: values.file_id === undefined ? null : new Date('2026-03-02T10:00:00Z'),
      ...values,
    })
    .execute();
}

// Rules: 12.9.8, 16.23.3
test('an e-mail that was not sent is listed without its recipient, and its file is the message', async () => {
  await letter({ file_id: 901 });
  // A mail that was sent is no file.
  await letter({});
  const { data } = await caller.api.get(`/executions/${executionId}/mail_artifacts`);
  expect(data).toEqual([
    {
      id: 901,
      object: 'mail_artifact',
      execution_id: executionId,
      filename: `email-${executionId}-901.eml`,
      content_type: 'message/rfc822',
      byte_size: RAW.length,
      generated_at: '2026-03-02T10:00:00.000Z',
      downloadable: true,
    },
  ]);
  const file = await caller.api.get(`/executions/${executionId}/mail_artifacts/901`);
  expect([file.status, file.text]).toEqual([200, RAW.toString()]);
  expect(file.headers.get('content-type')).toBe('message/rfc822');
  expect(file.headers.get('content-disposition')).toContain('attachment');
  expect(file.headers.get('etag')).toBe(`"${createHash('sha256').update(RAW).digest('hex')}"`);
});

test('its file needs executions:read:full, its list does not', async () => {
  const { api } = await gateway.caller({ of: caller, sameClient: true, scopes: ['executions:read'] });
  const statuses = ['', '/901'].map(
    async (path) => (await api.get(`/executions/${executionId}/mail_artifacts${path}`)).status,
  );
  expect(await Promise.all(statuses)).toEqual([200, 403]);
});

test('it is found by its own client and under its own execution only', async () => {
  const sibling = await gateway.caller({ of: caller });
  const other = await executionOf(caller);
  const answers = [
    await sibling.api.get(`/executions/${executionId}/mail_artifacts`),
    await sibling.api.get(`/executions/${executionId}/mail_artifacts/901`),
    await caller.api.get(`/executions/${other}/mail_artifacts/901`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
});

test('once retention has emptied it, the list still says that there was one', async () => {
  await letter({ file_id: 902, raw: Buffer.alloc(0) });
  const { data } = await caller.api.get(`/executions/${executionId}/mail_artifacts`);
  expect(data.at(-1)).toMatchObject({ id: 902, downloadable: false });
  expect((await caller.api.get(`/executions/${executionId}/mail_artifacts/902`)).status).toBe(404);
});
