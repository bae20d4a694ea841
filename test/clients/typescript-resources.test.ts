import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import {
  AuthenticationError,
  CascadeClient,
  CascadeError,
  ConflictError,
  ConnectionFailedError,
  InvalidRequestError,
  NotFoundError,
  PermissionDeniedError,
  productOutput,
  RateLimitError,
  ServerError,
  WaitTimeoutError,
} from '../../clients/typescript/src/index.ts';
import { collect, refusalOf } from './support/results.ts';
import { json, refusal, startScriptedServer, type ScriptedServer } from './support/scripted-server.ts';

let server: ScriptedServer;
beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(() => server.stop());

/** A client whose waits take no time but advance its clock. */
function newClient() {
  const waits: number[] = [];
  const client = new CascadeClient({
    baseUrl: server.baseUrl,
    token: 'token',
    sleep: (ms) => Promise.resolve(void waits.push(ms)),
    random: () => 0,
    now: () => waits.reduce((sum, ms) => sum + ms, 0),
    maxRetries: 0,
  });
  return { client, waits };
}
const urls = () => server.seen.map(({ method, url }) => `${method} ${decodeURIComponent(url)}`);

describe('a method of a resource', () => {
  test('sends path, body and options, and returns the data', async () => {
    server.script(json(202, { data: { id: 3 }, meta: {} }));
    const body = { external_reference: 'a' };
    expect(await newClient().client.workflows.trigger(7, body, { idempotencyKey: 'key-1' })).toEqual({ id: 3 });
    expect(urls()).toEqual(['POST /api/v1/workflows/7/trigger']);
    expect([server.seen[0]?.body, server.seen[0]?.headers['idempotency-key']]).toEqual([JSON.stringify(body), 'key-1']);
  });

  test('sends no body where none is given', async () => {
    server.script(json(200, { data: { id: 3 }, meta: {} }));
    await newClient().client.executions.cancel(3);
    expect([server.seen[0]?.body, server.seen[0]?.headers['content-type']]).toEqual(['', undefined]);
  });

  test('sends If-Match, and a query', async () => {
    server.script(json(200, { data: { id: 3 }, meta: {} }));
    const { client } = newClient();
    await client.workflows.update(3, { name: 'New' }, { ifMatch: '"1"' });
    expect(server.seen[0]?.headers['if-match']).toBe('"1"');
    await client.executions.compare(3, { with: 4 });
    expect(urls()[1]).toBe('GET /api/v1/executions/3/comparison?with=4');
  });

  test('returns nothing, or a file, where the API does', async () => {
    server.script(
      (response) => void response.writeHead(204).end(),
      (response) => void response.writeHead(200, { 'content-type': 'text/csv' }).end('a,b'),
    );
    const { client } = newClient();
    expect(await client.workflows.delete(3)).toBeUndefined();
    expect(await (await client.batches.downloadCsv(3)).text()).toBe('a,b');
  });
});

describe('a list', () => {
  const page = (ids: readonly number[], meta: object) => json(200, { data: ids.map((id) => ({ id })), meta });

  test('takes filters by name, and goes on by the cursor that it gets', async () => {
    server.script(
      page([5, 4], { next_cursor: 'c/1', total_pages: 9 }),
      page([3], { next_cursor: null, total_pages: 9 }),
    );
    const items = await collect(newClient().client.executions.list({ status: 'failed', per_page: 2 }));
    expect(items.map(({ id }) => id)).toEqual([5, 4, 3]);
    expect(urls()).toEqual([
      'GET /api/v1/executions?filter[status]=failed&per_page=2',
      'GET /api/v1/executions?filter[status]=failed&per_page=2&cursor=c/1',
    ]);
  });

  test('without a cursor goes on by page, and gives what was pushed there once', async () => {
    server.script(page([5, 4], { total_pages: 2 }), page([4, 3], { total_pages: 2 }));
    const items = await collect(newClient().client.workflows.list({ per_page: 2 }));
    expect(items.map(({ id }) => id)).toEqual([5, 4, 3]);
    expect(urls()[1]).toBe('GET /api/v1/workflows?per_page=2&page=2');
  });

  test('gives one page with its counts', async () => {
    server.script(page([5], { total_pages: 2, total_count: 2 }));
    const { data, meta } = await newClient().client.batches.list().page({ page: 2 });
    expect([data.map(({ id }) => id), meta.total_count]).toEqual([[5], 2]);
    expect(urls()).toEqual(['GET /api/v1/batches?page=2']);
  });
});

describe('an error', () => {
  test.each([
    [400, InvalidRequestError],
    [401, AuthenticationError],
    [403, PermissionDeniedError],
    [404, NotFoundError],
    [409, ConflictError],
    [412, ConflictError],
    [422, InvalidRequestError],
    [429, RateLimitError],
    [500, ServerError],
    [503, ServerError],
  ])('of status %i has its family', async (status, family) => {
    server.script(refusal(status, 'some_code'));
    const error = await refusalOf(newClient().client.me.get());
    expect([error instanceof family, error instanceof CascadeError, (error as Error).name]).toEqual([
      true,
      true,
      family.name,
    ]);
  });

  test('says the operation, the first detail, the code and the request in one line', async () => {
    const details = [
      { field: 'rows[0].applicant', message: 'must be an object' },
      { field: 'rows[1]', message: 'must be an object' },
    ];
    const error = { code: 'validation_failed', message: 'The request is invalid.', details, request_id: 'request-1' };
    server.script(json(422, { error }));
    const thrown = (await refusalOf(newClient().client.batches.create(7, { rows: [] }))) as CascadeError;
    expect(thrown.message).toBe(
      'POST /workflows/{id}/batches: The request is invalid. rows[0].applicant: must be an object (and 1 more) ' +
        '[422 validation_failed, request request-1]',
    );
    expect(thrown.details).toEqual(details);
  });

  test('of a connection names the cause and the address', async () => {
    const gone = await startScriptedServer();
    await gone.stop();
    const client = new CascadeClient({ baseUrl: gone.baseUrl, token: 'token', maxRetries: 0 });
    const error = await refusalOf(client.me.get());
    expect(error).toBeInstanceOf(ConnectionFailedError);
    expect(error).toMatchObject({
      reason: 'ECONNREFUSED',
      address: gone.baseUrl,
      message: `GET /me: No response from ${gone.baseUrl}: ECONNREFUSED (nothing listens there). [connection_failed]`,
    });
  });
});

describe('a wait', () => {
  const execution = (status: string) => json(200, { data: { id: 3, status }, meta: {} });

  test.each(['completed', 'failed', 'cancelled', 'skipped', 'awaiting_review'])('ends with %s', async (status) => {
    server.script(execution('pending'), execution('running'), execution('waiting'), execution(status));
    const { client, waits } = newClient();
    expect((await client.executions.waitFor(3)).status).toBe(status);
    // Stays within the limit of requests, even if the service answers at once.
    expect(waits).toEqual([1_000, 1_500, 2_250]);
    expect(urls()[0]).toBe('GET /api/v1/executions/3?wait=30');
  });

  test('follows its trigger', async () => {
    server.script(json(202, { data: { id: 3, status: 'pending' }, meta: {} }), execution('completed'));
    await newClient().client.workflows.triggerAndWait(7, {}, { idempotencyKey: 'key-1' });
    expect(urls().map((url) => url.split('?')[0])).toEqual([
      'POST /api/v1/workflows/7/trigger',
      'GET /api/v1/executions/3',
    ]);
    expect(server.seen.map(({ headers }) => headers['idempotency-key'])).toEqual(['key-1', undefined]);
  });

  test('that takes too long says what it waited for', async () => {
    server.script(execution('waiting'));
    const { client, waits } = newClient();
    const error = await refusalOf(client.executions.waitFor(3, { timeoutMs: 10_000 }));
    expect(error).toBeInstanceOf(WaitTimeoutError);
    expect(error).toMatchObject({ id: 3, lastStatus: 'waiting', code: 'wait_timeout' });
    expect(waits.reduce((sum, ms) => sum + ms, 0)).toBe(10_000);
    expect([urls()[0], urls().at(-1)]).toEqual(['GET /api/v1/executions/3?wait=10', 'GET /api/v1/executions/3?wait=0']);
  });

  test('for a batch ends where it has ended, or was interrupted', async () => {
    server.script(execution('running'), execution('interrupted'));
    expect((await newClient().client.batches.waitFor(3)).status).toBe('interrupted');
  });

  test('ends with its signal', async () => {
    server.script(execution('running'));
    const { client } = newClient();
    await expect(client.executions.waitFor(3, { signal: AbortSignal.abort('enough') })).rejects.toBe('enough');
  });
});

test('outputs that the token may not see are an error, not an absence', () => {
  expect(() => productOutput({}, 'credit', 'credit_report')).toThrow('executions:read:full');
});
