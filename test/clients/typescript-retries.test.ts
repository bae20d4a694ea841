import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { CascadeClient, CascadeError, type CascadeClientOptions } from '../../clients/typescript/src/index.ts';
import { parseRetryAfter } from '../../clients/typescript/src/retry.ts';
import { until } from '../support/until.ts';
import { refusalOf } from './support/results.ts';
import { cutOff, json, refusal, silent, startScriptedServer, type ScriptedServer } from './support/scripted-server.ts';

const TOKEN = '0b7a4c1e-7d55-4f10-9a54-6f2f2f8f5a11';
const OK = json(200, { data: { id: 1 }, meta: { request_id: 'request-1' } });
const LIMITED = refusal(429, 'rate_limited', { 'retry-after': '7' });
const HTML = (status: number) => json(status, 'a proxy was here');

let server: ScriptedServer;
beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(() => server.stop());

/** A client whose waits take no time and are recorded. `random` is 0: no jitter. */
function newClient(options: Partial<CascadeClientOptions> = {}) {
  const waits: number[] = [];
  const client = new CascadeClient({
    baseUrl: server.baseUrl,
    token: TOKEN,
    sleep: (ms) => Promise.resolve(void waits.push(ms)),
    random: () => 0,
    ...options,
  });
  return { client, waits };
}

const caught = async (call: Promise<unknown>): Promise<CascadeError> => {
  const error = await refusalOf(call);
  expect(error).toBeInstanceOf(CascadeError);
  return error as CascadeError;
};
const trigger = (client: CascadeClient) => client.post('/workflows/{id}/trigger', { path: { id: 1 }, body: {} });
const read = (client: CascadeClient) => client.get('/executions/{id}', { path: { id: 1 } });

describe('a refusal by a limit', () => {
  test('is waited out for as long as Retry-After says', async () => {
    server.script(LIMITED, OK);
    const { client, waits } = newClient();
    expect((await read(client)).data).toEqual({ id: 1 });
    expect(waits).toEqual([7_000]);
  });

  test('is never followed earlier than it says, whatever the jitter', async () => {
    server.script(LIMITED, OK);
    const { client, waits } = newClient({ random: () => 0.999 });
    await read(client);
    expect(waits[0]).toBeGreaterThan(7_000);
    expect(waits[0]).toBeLessThanOrEqual(7_500);
  });

  test('is waited out before a change too: nothing was done yet', async () => {
    server.script(LIMITED, OK);
    const { client } = newClient();
    await client.patch('/workflows/{id}', { path: { id: 1 }, body: { name: 'New' } });
    expect(server.seen.map(({ method, body }) => [method, body])).toEqual([
      ['PATCH', '{"name":"New"}'],
      ['PATCH', '{"name":"New"}'],
    ]);
  });

  test('without Retry-After is waited out for a second at least, each time longer', async () => {
    server.script(refusal(429, 'rate_limited'));
    const { client, waits } = newClient();
    await caught(read(client));
    expect(waits).toEqual([1_000, 2_000, 4_000]);
  });

  test('is thrown after the last retry, with what it said', async () => {
    server.script(LIMITED);
    const { client, waits } = newClient({ maxRetries: 2 });
    expect(await caught(read(client))).toMatchObject({ status: 429, code: 'rate_limited', retryAfter: 7 });
    expect([waits.length, server.seen.length]).toEqual([2, 3]);
  });

  test('is thrown at once where all the waits would take longer than allowed', async () => {
    server.script(LIMITED);
    const { client, waits } = newClient({ maxWaitMs: 13_999 });
    await caught(read(client));
    expect(waits).toEqual([7_000]);
  });

  test('is thrown at once where no retries are wanted', async () => {
    server.script(LIMITED);
    const { client, waits } = newClient({ maxRetries: 0 });
    await caught(read(client));
    expect([waits, server.seen.length]).toEqual([[], 1]);
  });
});

describe('Retry-After', () => {
  const now = Date.UTC(2026, 2, 2, 16, 20, 0);
  test.each([
    ['12', 12],
    [' 0 ', 0],
    ['Mon, 02 Mar 2026 16:20:30 GMT', 30],
    ['Mon, 02 Mar 2026 16:19:30 GMT', 0],
    ['soon', null],
    ['-1', null],
    ['1.5', null],
    ['2026-03-02', null],
    ['', null],
    [null, null],
  ])('%j is %j seconds', (value, seconds) => {
    expect(parseRetryAfter(value, now)).toBe(seconds);
  });
});

describe('a service that is not there just now', () => {
  const UNAVAILABLE = refusal(503, 'service_unavailable', { 'retry-after': '2' });

  test('is asked again when it said, under the same key', async () => {
    server.script(UNAVAILABLE, json(201, { data: { id: 2 }, meta: {} }));
    const { client, waits } = newClient();
    expect((await client.post('/workflows', { body: { name: 'New' } })).data).toEqual({ id: 2 });
    expect(waits).toEqual([2_000]);
    const keys = server.seen.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), keys[0]]);
  });

  test.each([UNAVAILABLE, HTML(503)])('is not asked again for a change without a key', async (answer) => {
    server.script(answer);
    const { client } = newClient();
    const error = await caught(client.patch('/workflows/{id}', { path: { id: 1 }, body: { name: 'New' } }));
    expect([error.status, server.seen.length]).toEqual([503, 1]);
  });

  test.each([502, 503, 504])("is asked again for a record after a proxy's %i", async (status) => {
    server.script(HTML(status), OK);
    const { client, waits } = newClient();
    await read(client);
    expect(waits).toEqual([250]);
  });

  test('is not asked again after an error of its own', async () => {
    server.script(refusal(500, 'internal_error'));
    const { client } = newClient();
    await caught(read(client));
    expect(server.seen.length).toBe(1);
  });
});

describe('a broken connection', () => {
  test('is followed by another attempt to read, after waits that grow', async () => {
    server.script(cutOff, cutOff, cutOff, OK);
    const { client, waits } = newClient();
    expect((await read(client)).status).toBe(200);
    expect(waits).toEqual([250, 500, 1_000]);
  });

  test('is followed by the same trigger, under the same key and with the same body', async () => {
    server.script(cutOff, LIMITED, json(202, { data: { id: 3 }, meta: {} }));
    const { client } = newClient();
    await trigger(client);
    const keys = server.seen.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(keys).toEqual([keys[0], keys[0], keys[0]]);
    expect(server.seen.map(({ body }) => body)).toEqual(['{}', '{}', '{}']);
  });

  test('in the middle of the answer is followed by another attempt, too', async () => {
    server.script((response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"data":', () => response.destroy());
    }, OK);
    const { client } = newClient();
    expect((await read(client)).data).toEqual({ id: 1 });
  });

  test.each([
    ['PATCH', (client: CascadeClient) => client.patch('/workflows/{id}', { path: { id: 1 }, body: {} })],
    ['DELETE', (client: CascadeClient) => client.delete('/workflows/{id}', { path: { id: 1 } })],
  ])('is thrown for a %s without a key: it may have done its work', async (_method, call) => {
    server.script(cutOff);
    const { client } = newClient();
    const error = await caught(call(client));
    expect([error.status, error.code, server.seen.length]).toEqual([0, 'connection_failed', 1]);
  });

  test('is thrown with the key that may be used again', async () => {
    server.script(cutOff);
    const { client } = newClient({ maxRetries: 1 });
    const error = await caught(trigger(client));
    expect(error.idempotencyKey).toBe(server.seen[0]?.headers['idempotency-key']);
  });
});

describe('each call', () => {
  test('makes a key of its own', async () => {
    server.script(json(202, { data: { id: 3 }, meta: {} }));
    const { client } = newClient();
    await trigger(client);
    await trigger(client);
    expect(new Set(server.seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(2);
  });

  test('carries the token, and a request id where there is one', async () => {
    server.script(OK);
    await newClient().client.get('/executions/{id}', { path: { id: 1 }, requestId: 'my-request-1' });
    expect(server.seen[0]?.headers).toMatchObject({ authorization: `Bearer ${TOKEN}`, 'x-request-id': 'my-request-1' });
  });

  test('encodes what stands in its path and its query', async () => {
    server.script(json(200, { data: [], meta: { total_pages: 0 } }));
    const { client } = newClient();
    await client.get('/workflows/{id}', { path: { id: '../7?' as unknown as number } });
    await client.get('/executions', { query: { 'filter[external_reference]': 'a&b=c', page: 2 } });
    expect(server.seen.map(({ url }) => url)).toEqual([
      '/api/v1/workflows/..%2F7%3F',
      '/api/v1/executions?filter%5Bexternal_reference%5D=a%26b%3Dc&page=2',
    ]);
  });

  test('refuses to leave a part of its path empty', () => {
    const path = {} as { id: number };
    expect(() => newClient().client.get('/workflows/{id}', { path })).toThrow('needs a value for id');
  });

  test('follows no redirect', async () => {
    server.script((response) => void response.writeHead(307, { location: `${server.baseUrl}/elsewhere` }).end());
    const error = await caught(read(newClient().client));
    expect([error.status, error.code, server.seen.length]).toEqual([307, 'unexpected_response', 1]);
  });

  test('that is answered with something else than JSON says so', async () => {
    server.script((response) => void response.writeHead(200).end('<html>'));
    const error = await caught(read(newClient().client));
    expect([error.status, error.code]).toEqual([200, 'unexpected_response']);
  });

  test('has no data where the answer has none', async () => {
    server.script((response) => void response.writeHead(204).end());
    const { status, data } = await newClient().client.delete('/workflows/{id}', { path: { id: 1 } });
    expect([status, data]).toEqual([204, undefined]);
  });

  test('of a file gives its bytes', async () => {
    server.script((response) => void response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-'));
    const path = { id: 1, artifact_id: 2 };
    const file = await newClient().client.download('/executions/{id}/report_artifacts/{artifact_id}', { path });
    expect(await file.text()).toBe('%PDF-');
  });
});

describe('a caller who gives up', () => {
  test('ends the wait, with the reason', async () => {
    server.script(LIMITED);
    const controller = new AbortController();
    const client = new CascadeClient({ baseUrl: server.baseUrl, token: TOKEN });
    const call = client.get('/executions/{id}', { path: { id: 1 }, signal: controller.signal });
    const ended = expect(call).rejects.toBe('enough');
    await until(() => server.seen.length === 1);
    controller.abort('enough');
    await ended;
    expect(server.seen.length).toBe(1);
  });

  test('ends the request, with the reason', async () => {
    server.script(silent);
    const controller = new AbortController();
    const { client, waits } = newClient();
    const call = client.get('/executions/{id}', { path: { id: 1 }, signal: controller.signal });
    const ended = expect(call).rejects.toBe('enough');
    await until(() => server.seen.length === 1);
    controller.abort('enough');
    await ended;
    expect(waits).toEqual([]);
  });

  test('before the call sends nothing', async () => {
    server.script(OK);
    const { client } = newClient();
    const call = client.get('/executions/{id}', { path: { id: 1 }, signal: AbortSignal.abort('never mind') });
    await expect(call).rejects.toBe('never mind');
    expect(server.seen).toEqual([]);
  });
});

test('a server that does not answer is given up and asked again', async () => {
  server.script(silent, OK);
  const { client } = newClient({ timeoutMs: 5_000 });
  expect((await read(client)).status).toBe(200);
  expect(server.seen.length).toBe(2);
});

test('a server that never answers is a timeout', async () => {
  server.script(silent);
  const error = await caught(read(newClient({ timeoutMs: 20, maxRetries: 0 }).client));
  expect([error.status, error.code]).toEqual([0, 'timeout']);
});

describe('the token', () => {
  const everything = (value: unknown) => inspect(value, { depth: 10, showHidden: true }) + JSON.stringify(value);

  test('is not in the client that somebody prints', () => {
    expect(everything(newClient().client)).not.toContain(TOKEN);
  });

  test('is in no error, whatever the fetch puts into its own', async () => {
    const leaky: typeof fetch = (_input, init) =>
      Promise.reject(
        Object.assign(new Error(`failed with ${new Headers(init?.headers).get('authorization')}`), { init }),
      );
    const error = await caught(read(newClient({ fetch: leaky }).client));
    expect(everything(error) + error.stack).not.toContain(TOKEN);
  });

  test('that no header takes is refused without being told', () => {
    const token = `${TOKEN}\n`;
    let message = '';
    try {
      newClient({ token });
    } catch (error) {
      message = String(error);
    }
    expect(message).toContain('TypeError: token must be');
    expect(message).not.toContain(TOKEN);
  });
});

test.each(['decisions.example.com', 'ftp://decisions.example.com', 'https://user:word@decisions.example.com', ''])(
  'the address %j is refused without being told',
  (baseUrl) => {
    expect(() => newClient({ baseUrl })).toThrow(
      /^baseUrl must be an absolute http or https URL without a user in it$/,
    );
  },
);

test.each(['/', '/api/v1', '/api/v1/'])('the address may end with %j', async (end) => {
  server.script(OK);
  await read(newClient({ baseUrl: server.baseUrl + end }).client);
  expect(server.seen[0]?.url).toBe('/api/v1/executions/1');
});
