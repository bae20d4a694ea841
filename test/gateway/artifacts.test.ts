import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { createHash, randomBytes } from 'node:crypto';
import { PostgresArtifactStore } from '../../platform/artifact-store/index.ts';
import { until } from '../support/until.ts';
import { executionOf } from './executions-support.ts';
import { startGateway, startGatewayOn, type Caller, type TestGateway } from './support.ts';

let gateway: TestGateway;
let caller: Caller;
let executionId: number;
const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(50_000)]);
const sha256 = createHash('sha256').update(bytes).digest('hex');
let visit = 0;

beforeAll(async () => {
  gateway = await startGateway();
  caller = await gateway.caller();
  executionId = await executionOf(caller);
});
afterAll(() => gateway.stop());

async function artifact(kind: 'report' | 'notice' | 'enclosure', more: object = {}): Promise<number> {
  visit += 1;
  const { id } = await gateway.db.kysely
    .insertInto('artifact')
    .values({
      api_client_id: caller.clientId,
      execution_id: executionId,
      kind,
      node_id: 'node',
      visit,
      stage: kind === 'report' ? 'report' : 'single',
      status: 'ready',
      filename: `Ünfein "${kind}".pdf`,
      byte_size: bytes.length,
      sha256,
      generated_at: new Date(),
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await new PostgresArtifactStore(gateway.db.kysely).put(id, bytes);
  return id;
}

describe('a download', () => {
  test('is the stored file, with its name, size and hash', async () => {
    const id = await artifact('report');
    const response = await fetch(`${gateway.baseUrl}/api/v1/executions/${executionId}/report_artifacts/${id}`, {
      headers: { Authorization: `Bearer ${caller.token}` },
    });
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-length')).toBe(String(bytes.length));
    expect(response.headers.get('etag')).toBe(`"${sha256}"`);
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="_nfein _report_.pdf"; filename*=UTF-8''%C3%9Cnfein%20%22report%22.pdf`,
    );
    expect(response.headers.get('cache-control')).toBe('private, no-cache');
  });

  test('of what one has already answers 304', async () => {
    const id = await artifact('report');
    const { status, text } = await caller.api.get(`/executions/${executionId}/report_artifacts/${id}`, {
      headers: { 'If-None-Match': `"other", W/"${sha256}"` },
    });
    expect([status, text]).toEqual([304, '']);
  });

  test.each([
    ['is being made', { status: 'pending', sha256: null }],
    ['could not be made', { status: 'failed', sha256: null }],
    ['was removed', { removed_at: new Date() }],
  ])('of what %s answers 404', async (_what, more) => {
    const id = await artifact('notice', more);
    const { status, error } = await caller.api.get(`/executions/${executionId}/notice_artifacts/${id}`);
    expect([status, error.code]).toEqual([404, 'not_found']);
  });

  test('of a file that is gone from the store answers 404, without headers of the file', async () => {
    const id = await artifact('notice');
    await new PostgresArtifactStore(gateway.db.kysely).delete(id);
    const { status, headers } = await caller.api.get(`/executions/${executionId}/notice_artifacts/${id}`);
    expect([status, headers.get('etag'), headers.get('content-disposition')]).toEqual([404, null, null]);
  });
});

describe('the scope of a download', () => {
  // Rules: 16.5.7, 16.18.1
  test('of a report is executions:read:full, refused before anything is looked up', async () => {
    const id = await artifact('report');
    const ids = [
      `${executionId}/report_artifacts/${id}`,
      `${executionId}/report_artifacts/999999`,
      '999999/report_artifacts/1',
    ];
    const [reader, auditor] = [
      await gateway.caller({ of: caller, sameClient: true, scopes: ['executions:read'] }),
      await gateway.caller({ of: caller, sameClient: true, scopes: ['executions:read:full'] }),
    ];
    for (const path of ids) {
      const { status, error } = await reader.api.get(`/executions/${path}`);
      expect([path, status, error.code]).toEqual([path, 403, 'insufficient_scope']);
    }
    const statuses = await Promise.all(ids.map(async (path) => (await auditor.api.get(`/executions/${path}`)).status));
    expect(statuses).toEqual([200, 404, 404]);
  });

  // Rules: 16.5.7, 16.5.8, 16.5.9
  test('of a notice, which names the applicant, is executions:read:full too, and of the lists of both executions:read', async () => {
    const id = await artifact('notice');
    const { api } = await gateway.caller({ of: caller, sameClient: true, scopes: ['executions:read'] });
    const paths = [`notice_artifacts/${id}`, 'notice_artifacts/999999', 'notice_artifacts', 'report_artifacts'];
    const statuses = await Promise.all(
      paths.map(async (path) => (await api.get(`/executions/${executionId}/${path}`)).status),
    );
    expect(statuses).toEqual([403, 403, 200, 200]);
  });
});

describe('the first download of a report', () => {
  const NOT_MADE = { status: 'pending', sha256: null, byte_size: 0, generated_at: null, priority: 2 };
  const rowOf = (id: number) =>
    gateway.db.kysely.selectFrom('artifact').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const set = (id: number, values: object) =>
    gateway.db.kysely.updateTable('artifact').set(values).where('id', '=', id).execute();
  const download = (id: number, by = caller.api) => by.get(`/executions/${executionId}/report_artifacts/${id}`);

  // Rules: 8.7.2
  test('is offered in the list, asks for it alone, from now on, and waits until it is made', async () => {
    const longAgo = { ...NOT_MADE, due_at: new Date(0) };
    const [id, other] = [await artifact('report', longAgo), await artifact('report', longAgo)];
    const { data } = await caller.api.get(`/executions/${executionId}/report_artifacts`);
    expect(data.find((one: { id: number }) => one.id === id)).toMatchObject({
      downloadable: true,
      byte_size: 0,
      generated_at: null,
    });
    const before = gateway.published.length;
    const downloading = download(id);
    await until(() => gateway.published.slice(before).includes('artifacts.ready'));
    expect([(await rowOf(id)).priority, (await rowOf(other)).priority]).toEqual([1, 2]);
    // Its wait begins at the request and not at the pull, because the age of the queue is an alert.
    expect((await rowOf(id)).due_at.getTime()).toBeGreaterThan(Date.now() - 60_000);
    await set(id, { status: 'ready', sha256, byte_size: bytes.length, generated_at: new Date() });
    const { status, headers } = await downloading;
    expect([status, headers.get('etag')]).toEqual([200, `"${sha256}"`]);
  });

  test('ends in 404 if it cannot be made', async () => {
    const id = await artifact('report', NOT_MADE);
    const before = gateway.published.length;
    const downloading = download(id);
    await until(() => gateway.published.slice(before).includes('artifacts.ready'));
    await set(id, { status: 'failed' });
    expect((await downloading).status).toBe(404);
  });

  test('ends in 503 if it is not made in time, and says when to ask again', async () => {
    const impatient = await startGatewayOn(gateway.db, { reportWaitMs: 0 });
    try {
      const id = await artifact('report', NOT_MADE);
      const { status, error, headers } = await download(id, caller.api.at(impatient.baseUrl));
      expect([status, error.code, headers.get('retry-after')]).toEqual([503, 'service_unavailable', '10']);
      expect((await rowOf(id)).priority).toBe(1);
    } finally {
      await impatient.stop();
    }
  });

  test('of a notice is not waited for: somebody sends it', async () => {
    const id = await artifact('notice', { ...NOT_MADE, priority: 0 });
    expect((await caller.api.get(`/executions/${executionId}/notice_artifacts/${id}`)).status).toBe(404);
    expect((await rowOf(id)).priority).toBe(0);
  });

  test('by another client asks for nothing', async () => {
    const id = await artifact('report', NOT_MADE);
    expect((await download(id, (await gateway.caller()).api)).status).toBe(404);
    expect((await rowOf(id)).priority).toBe(2);
  });
});

test('a list is the whole collection, whatever page is asked for', async () => {
  const own = await executionOf(caller);
  const kept = executionId;
  executionId = own;
  const sent = await artifact('notice', { notice_status: 'sent' });
  const pending = await artifact('notice', { status: 'pending', sha256: null, byte_size: 0, generated_at: null });
  executionId = kept;
  const { body } = await caller.api.get(`/executions/${own}/notice_artifacts?page=nonsense&per_page=0`);
  expect(body.data).toMatchObject([
    { id: sent, object: 'notice_artifact', execution_id: own, downloadable: true, status: 'sent' },
    { id: pending, object: 'notice_artifact', downloadable: false, generated_at: null, status: 'draft' },
  ]);
  expect(body.meta).toEqual({
    request_id: expect.any(String),
    object: 'notice_artifact',
    total_count: 2,
    page: 1,
    per_page: 2,
    total_pages: 1,
  });
});

// Rules: 11.6.3
test('an enclosure stands in no list, and is downloaded under no kind', async () => {
  const own = await executionOf(caller);
  const id = await artifact('enclosure', { execution_id: own, stage: 'pre_adverse' });
  for (const kind of ['notice', 'report']) {
    const list = await caller.api.get(`/executions/${own}/${kind}_artifacts`);
    expect([list.status, list.data]).toEqual([200, []]);
    expect((await caller.api.get(`/executions/${own}/${kind}_artifacts/${id}`)).status).toBe(404);
  }
});
