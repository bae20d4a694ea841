import { randomUUID } from 'node:crypto';
import { ROUTES } from '../../services/gateway/routes.ts';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { once } from 'node:events';
import { connect } from 'node:net';
import { sql } from 'kysely';
import { openDatabase } from '../../platform/database/index.ts';
import { createTestDatabase } from '../support/database.ts';
import { startPostgres } from '../support/servers.ts';
import { until } from '../support/until.ts';
import { SIMPLE } from './fixtures.ts';
import { connectionsOf, startGateway, startGatewayOn, type Caller, type TestGateway } from './support.ts';

let gateway: TestGateway;
let caller: Caller;

beforeAll(async () => {
  gateway = await startGateway();
  caller = await gateway.caller();
});
afterAll(() => gateway.stop());

const JSON_TYPE = { 'Content-Type': 'application/json' };

describe('the envelope', () => {
  test('of a failure has exactly code, message, details, request id and page', async () => {
    const { headers, body } = await caller.api.get('/workflows/1');
    expect(body).toEqual({
      error: {
        code: 'not_found',
        message: 'Not found.',
        details: [],
        request_id: headers.get('x-request-id'),
        doc_url: 'http://api.test/docs/api/errors/not_found',
      },
    });
  });

  // Rules: 15.5.1
  test('carries the request id of the caller where it is well-formed', async () => {
    const given = 'req-0123.ABC_x';
    const { headers, body } = await caller.api.get('/workflows', { headers: { 'X-Request-Id': given } });
    expect([headers.get('x-request-id'), body.meta.request_id]).toEqual([given, given]);
  });

  // Rules: 15.5.1
  test.each(['short', 'has a space in it', 'x'.repeat(129)])('does not carry the request id %j', async (given) => {
    const { headers, body } = await caller.api.get('/workflows', { headers: { 'X-Request-Id': given } });
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(body.meta.request_id).toBe(headers.get('x-request-id'));
  });

  test('comes with security headers, and none for CORS', async () => {
    const { headers } = await caller.api.get('/workflows', { headers: { Origin: 'https://evil.example' } });
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('a text that cannot be stored as a whole', () => {
  const NUL = '\u0000';

  // Rules: 15.11.2
  test('is measured as it was sent, and as it is stored', async () => {
    const { data } = await caller.api.post('/workflows', { name: 'Measured', definition: SIMPLE });
    const statuses = [];
    for (const name of [`${'x'.repeat(199)}${NUL}`, `${'x'.repeat(200)}${NUL}`, NUL]) {
      statuses.push((await caller.api.patch(`/workflows/${data.id}`, { name })).status);
    }
    expect(statuses).toEqual([200, 422, 422]);
    expect((await caller.api.get(`/workflows/${data.id}`)).data.name).toBe('x'.repeat(199));
  });

  // Rules: 15.11.1
  test('is measured so in a query, too', async () => {
    const list = async (text: string) =>
      (await caller.api.get(`/executions?filter[external_reference]=${encodeURIComponent(text)}`)).status;
    expect([await list(`${'x'.repeat(199)}${NUL}`), await list(`${'x'.repeat(200)}${NUL}`)]).toEqual([200, 422]);
  });
});

describe('an address', () => {
  test.each([
    ['/api/v2/workflows', 'GET'],
    ['/api/v1/nothing', 'POST'],
    ['/api', 'GET'],
    ['/api/v1/workflows/', 'GET'],
    ['/api/v1/workflows/7/', 'GET'],
    ['/api/v1/workflows//versions', 'GET'],
    ['/api/v1//workflows', 'GET'],
    ['/api/v1/Workflows', 'GET'],
    ['/api/v1/%77orkflows', 'GET'],
    ['/api/v1/workflows/7/versions/1/more', 'GET'],
  ])('%s that is unknown answers 404 without a token', async (path, method) => {
    const { status, error } = await caller.api.call(method, path, { token: null });
    expect([status, error.code]).toEqual([404, 'not_found']);
  });

  test.each([
    ['/workflows', 'PUT', 'GET, HEAD, POST'],
    ['/workflows/1', 'POST', 'DELETE, GET, HEAD, PATCH'],
    ['/executions/1/cancel', 'GET', 'POST'],
    ['/workflows', 'OPTIONS', 'GET, HEAD, POST'],
    ['/workflows', 'PROPFIND', 'GET, HEAD, POST'],
  ])('%s answers %s with 405 and Allow, without a token', async (path, method, allow) => {
    const { status, error, headers } = await caller.api.call(method, path, { token: null });
    expect([status, error.code, headers.get('allow')]).toEqual([405, 'method_not_allowed', allow]);
  });

  test('has its parameters percent-encoded, and an encoded slash is a part of one', async () => {
    const found = async (code: string) => (await caller.api.get(`/products/${code}`)).status;
    expect([await found('credit%5Freport'), await found('credit_report%2Foutputs')]).toEqual([200, 404]);
    const { error } = await caller.api.get('/workflows/1%2Fversions');
    expect(error.details).toMatchObject([{ field: 'id' }]);
  });

  test.each(['GET', 'PUT', 'DELETE'])('with a NUL in a name leads to nothing: %s', async (method) => {
    const body = method === 'PUT' ? { type: 'text', label: 'A', kind: 'fact' } : undefined;
    const { status, error } = await caller.api.call(method, '/api/v1/fields/applicant.a%00b', { body });
    expect([status, error.details[0].field]).toEqual([404, 'field']);
  });

  test.each([
    ['/api/v1/execution/1', 'Did you mean /api/v1/executions?'],
    ['/api/workflows', 'Did you mean /api/v1/workflows?'],
    ['/api/v1/nothing', 'GET /api/openapi.json lists all paths.'],
  ])('%s says which path was meant', async (path, hint) => {
    const { error } = await caller.api.call('GET', path, { token: null });
    expect(error.message).toBe(`No such path. ${hint}`);
  });

  // Rules: 15.2.5
  test('with an id that is none says what an id is', async () => {
    const { error } = await caller.api.get('/executions/abc');
    expect(error.details).toEqual([
      { field: 'id', message: expect.stringContaining('must be a whole number such as 4711') },
    ]);
  });

  test('with a version that is none says where to find one', async () => {
    const { error } = await caller.api.get('/workflows/1/versions/0');
    expect(error.details).toEqual([
      { field: 'version', message: expect.stringContaining('as the API gave it in `version`') },
    ]);
  });

  test('with an unknown product names the nearest and all of them', async () => {
    const { error } = await caller.api.get('/products/credit_reprt');
    expect(error.details).toEqual([
      {
        field: 'code',
        message: expect.stringMatching(
          /^is not a product; did you mean "credit_report"\? The products are credit_report, /,
        ),
      },
    ]);
  });

  // Rules: 15.2.5
  test.each(['abc', '0', '-1', '1.5', '99999999999999999999', '9007199254740993', '%00', '1%20'])(
    'with the id %j answers 404',
    async (id) => {
      const { status, error } = await caller.api.get(`/executions/${id}`);
      expect([status, error.code]).toEqual([404, 'not_found']);
    },
  );

  test.each(['/workflows/%zz', '/workflows?filter[name]=%e0%a4', '/workflows?%'])(
    '%s with broken percent-encoding answers 400',
    async (path) => {
      const { status, error } = await caller.api.get(path);
      expect([status, error.code]).toEqual([400, 'malformed_request']);
    },
  );
});

describe('a body', () => {
  test.each([
    ['that is no JSON', '{"name":'],
    ['with something behind it', '{"name":"x"} true'],
    ['that is a list', '[]'],
    ['that is a text', '"name"'],
    ['that is null', 'null'],
    ['that is no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ])('%s answers 400', async (_what, raw) => {
    const { status, error } = await caller.api.call('POST', '/workflows', { raw, headers: JSON_TYPE });
    expect([status, error.code]).toEqual([400, 'malformed_request']);
  });

  // Rules: 15.9.4
  test('with a backslash in a key answers 422', async () => {
    const raw = String.raw`{"name":"x","definition":[{"a\\":1}]}`;
    const { status, error } = await caller.api.call('POST', '/workflows', { raw, headers: JSON_TYPE });
    expect([status, error.code, error.details]).toEqual([
      422,
      'validation_failed',
      [{ field: String.raw`a\\`, message: 'has a backslash in its name, which no key may have' }],
    ]);
  });

  // Rules: 15.10.1
  test.each([
    ['{"a":{"decision":"denied","decision":"approved"}}', 'a.decision'],
    [String.raw`{"list":[{"ssn":"1","\u0073sn":"2"}]}`, 'list[0].ssn'],
    [String.raw`{"note":"x","note\u0000":"y"}`, 'note'],
  ])('with one key twice (%s) answers 422 in every operation, and names it', async (raw, field) => {
    const paths = ROUTES.filter(({ method }) => ['POST', 'PUT', 'PATCH'].includes(method));
    const headers = { ...JSON_TYPE, 'Idempotency-Key': 'one-key-twice' };
    const found = await Promise.all(
      paths.map(async ({ method, path }) => {
        const { status, error } = await caller.api.call(method, path.replaceAll(/\{\w+\}/g, '1'), { raw, headers });
        return [method, path, status, error?.code, error?.details];
      }),
    );
    const details = [{ field, message: 'is there twice, and a key may be there once' }];
    expect(found).toEqual(paths.map(({ method, path }) => [method, path, 422, 'validation_failed', details]));
  });

  test('has its own keys, whatever keys an earlier body of that shape had', async () => {
    // V8's JSON.parse remembers the keys of a shape, and misreads an escaped key as the backslash key that it has seen
    // before.
    const send = async (key: string): Promise<readonly { readonly field: string }[]> => {
      const raw = `{"of_this_shape_alone":1,"${key}":1}`;
      return (await caller.api.call('POST', '/workflows', { raw, headers: JSON_TYPE })).error.details;
    };
    await send(String.raw`\\`);
    expect((await send(String.raw`\u540d`)).map(({ field }) => field)).toContain('名');
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonx',
    'application/json; charset=latin1',
    'application/json; charset=utf-8; charset=latin1',
  ])('of type %s answers 415', async (type) => {
    const { status, error } = await caller.api.call('POST', '/workflows', {
      raw: '{"name":"x"}',
      headers: { 'Content-Type': type },
    });
    expect([status, error.code]).toEqual([415, 'unsupported_media_type']);
  });

  test('of JSON with a charset of UTF-8 is taken', async () => {
    const { status } = await caller.api.call('POST', '/workflows', {
      raw: '{"name":"x"}',
      headers: { 'Content-Type': 'Application/JSON; charset="UTF-8"' },
    });
    expect(status).toBe(201);
  });

  test('over 1 MiB answers 413, and the connection can be used again', async () => {
    const { status, error } = await caller.api.post('/workflows', { name: 'x'.repeat(1024 * 1024) });
    expect([status, error.code]).toEqual([413, 'payload_too_large']);
    expect((await caller.api.get('/workflows')).status).toBe(200);
  });

  // Rules: 15.9.2
  test('nested too deeply answers 422', async () => {
    const raw = `{"name":"x","definition":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const { status, error } = await caller.api.call('POST', '/workflows', { raw, headers: JSON_TYPE });
    expect([status, error.code]).toEqual([422, 'validation_failed']);
    expect(error.details).toEqual([
      { field: `definition${'[0]'.repeat(63)}`, message: 'is nested deeper than 64 levels' },
    ]);
  });

  // Rules: 15.9.2, 15.9.3
  test('of more values than a body may hold answers 422 and names the first one beyond', async () => {
    const values = (count: number) => `{"name":"x","definition":[${'[],'.repeat(count - 4)}[]]}`;
    const refused = await caller.api.call('POST', '/workflows', { raw: values(100_001), headers: JSON_TYPE });
    expect(refused.status).toBe(422);
    expect(refused.error.details).toEqual([
      {
        field: 'definition[99997]',
        message:
          'is beyond the 100,000 values that a body may hold, lists and objects included: send less, or several requests',
      },
    ]);
    const counted = await caller.api.call('POST', '/workflows', { raw: values(100_000), headers: JSON_TYPE });
    expect(counted.error.details[0].message).not.toContain('values that a body may hold');
  });

  // Rules: 15.9.2
  test('of a batch may hold more values, because it has rows', async () => {
    const path = '/workflows/1/batches';
    const rows = (values: number) => ({ rows: [{ applicant: { list: Array.from({ length: values }, () => 1) } }] });
    const headers = { 'Idempotency-Key': 'many-values' };
    const refused = await caller.api.post(path, rows(200_000), { headers });
    expect(refused.error.details).toEqual([
      { field: 'rows[0].applicant.list[199995]', message: expect.stringContaining('beyond the 200,000 values') },
    ]);
    const taken = await caller.api.post(path, rows(150_000), { headers });
    expect(taken.error.details).toEqual([{ field: 'rows[0]', message: 'must be at most 64 KiB' }]);
  });

  // Rules: 15.8.1
  test('with a member that the operation does not know answers 422 in every operation, and names it', async () => {
    const paths = ROUTES.filter(({ method }) => ['POST', 'PUT', 'PATCH'].includes(method));
    const headers = { 'Idempotency-Key': 'unknown-member' };
    const found = await Promise.all(
      paths.map(async ({ method, path }) => {
        const body = { definitely_unknown: { note: '' } };
        const { status, error } = await caller.api.call(method, path.replaceAll(/\{\w+\}/g, '1'), { body, headers });
        // A body that is a JSON Schema has keywords, and a fault names its place as a JSON pointer.
        const unknown = error?.details.find(({ field }: { field: string }) => /^\/?definitely_unknown$/.test(field));
        return [path, status, String(unknown?.message).startsWith('is not known here')];
      }),
    );
    expect(found).toEqual(paths.map(({ path }) => [path, 422, true]));
  });

  // Rules: 15.8.4
  test('with a query parameter that the operation does not know answers 422 in every operation', async () => {
    const headers = { 'Idempotency-Key': 'unknown-parameter' };
    const found = await Promise.all(
      ROUTES.map(async ({ method, path }) => {
        const url = `${path.replaceAll(/\{\w+\}/g, '1')}?definitely_unknown=1`;
        const { status, error } = await caller.api.call(method, url, { headers });
        return [
          method,
          path,
          status,
          error?.details.some(({ field }: { field: string }) => field === 'definitely_unknown'),
        ];
      }),
    );
    expect(found).toEqual(ROUTES.map(({ method, path }) => [method, path, 422, true]));
  });

  // Rules: 15.8.3
  test('with null for every optional member is taken as though it had none of them', async () => {
    const bodies = ROUTES.flatMap(({ method, path, body }) => {
      const { properties = {}, required = [] } = (body?.schema ?? {}) as { properties?: object; required?: string[] };
      const nulls = Object.fromEntries(Object.keys(properties).map((name) => [name, null]));
      const least = Object.fromEntries(required.map((name) => [name, body?.example[name] ?? null]));
      return [{ method, path: path.replaceAll(/\{\w+\}/g, '999999'), least, nulls: { ...nulls, ...least } }];
    }).filter(({ method }) => ['POST', 'PUT', 'PATCH'].includes(method));
    // One account each, because the requests of one would block the other.
    const other = await gateway.caller();
    const responseTo = async ({ api }: Caller, method: string, path: string, body: object) => {
      const { status, error } = await api.call(method, path, {
        body,
        headers: { 'Idempotency-Key': randomUUID() },
      });
      return [method, path, status, error?.code, error?.details];
    };
    for (const { method, path, least, nulls } of bodies) {
      expect(await responseTo(other, method, path, nulls)).toEqual(await responseTo(caller, method, path, least));
    }
  });

  // Rules: 15.9.1
  test('with a whole number that would be rounded answers 422 in every operation, and names it', async () => {
    const paths = ROUTES.filter(({ body }) => body !== undefined);
    const raw = '{"a":{"account":[1,12345678901234567890]}}';
    const headers = { ...JSON_TYPE, 'Idempotency-Key': 'rounded' };
    const fields = await Promise.all(
      paths.map(async ({ method, path }) => {
        const { status, error } = await caller.api.call(method, path.replaceAll(/\{\w+\}/g, '1'), { raw, headers });
        return [status, error?.details.map(({ field }: { field: string }) => field)];
      }),
    );
    expect(paths.length).toBeGreaterThan(15);
    expect(fields).toEqual(paths.map(() => [422, ['a.account[1]']]));
  });

  // Rules: 15.9.1
  test('with a number that no double holds answers 422 and names it', async () => {
    const raw = `{"name":"x","definition":[{"id":"a","type":"ApplicantSource","weight":1e999}]}`;
    const { error } = await caller.api.call('POST', '/workflows', { raw, headers: JSON_TYPE });
    expect(error.details).toEqual([
      { field: 'definition[0].weight', message: 'must be a number that fits a 64-bit float' },
    ]);
  });

  test.each([
    ['GET', '200 OK'],
    ['DELETE', '204 No Content'],
  ])('of %s is ignored, whatever its type', async (method, expected) => {
    const { id } = (await caller.api.post('/workflows', { name: 'Ignored body', definition: SIMPLE })).data;
    const answer = await talk(
      gateway.baseUrl,
      `${method} /api/v1/workflows/${id} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${caller.token}\r\n` +
        'Content-Type: text/plain\r\nContent-Length: 8\r\nConnection: close\r\n\r\n{"name":',
    );
    expect(answer).toContain(`HTTP/1.1 ${expected}`);
  });

  test('that does not arrive in time answers 408', async () => {
    const answer = await talkToImpatient(
      `POST /api/v1/workflows HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${caller.token}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"name":',
    );
    expect(answer).toContain('408 Request Timeout');
    expect(answer).toContain('"code":"request_timeout"');
  });
});

test.each([
  ['GET', '/executions/review_bulk_actions', 'POST'],
  ['HEAD', '/executions/review_bulk_actions', 'POST'],
  ['PATCH', '/workflows/generate', 'POST'],
])('%s %s answers 405, though it looks like the path of a record', async (method, path, allowed) => {
  // Not by the caller, which takes the path for that of a record, and no record's operation has this status.
  const { status, headers } = await fetch(`${gateway.baseUrl}/api/v1${path}`, { method });
  expect([status, headers.get('allow')]).toEqual([405, allowed]);
});

// Rules: 15.3.2
test('a query parameter that is there twice answers 422 in every operation, unless it is a list', async () => {
  const headers = { 'Idempotency-Key': 'one-parameter-twice' };
  const parameters = ROUTES.flatMap(({ method, path, query }) =>
    Object.entries(query?.properties ?? {}).map(([name, schema]) => {
      const isList = (schema as { readonly type?: unknown }).type === 'array';
      return { method, path, name, isList };
    }),
  );
  const found = await Promise.all(
    parameters.map(async ({ method, path, name, isList }) => {
      const escaped = `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`;
      const url = `${path.replaceAll(/\{\w+\}/g, '1')}?${name}=1&${escaped}=2`;
      const { error } = await caller.api.call(method, url, { headers });
      const details = (error?.details ?? []) as readonly { readonly field: string; readonly message: string }[];
      const isRefused = details.some(({ field, message }) => field === name && message === 'must be sent once');
      return [method, path, name, isList || isRefused];
    }),
  );
  expect(parameters.filter(({ isList }) => !isList).length).toBeGreaterThan(30);
  expect(found).toEqual(parameters.map(({ method, path, name }) => [method, path, name, true]));
});

describe('a body with very many errors', () => {
  // Rules: 15.1.1
  test('lists a hundred of them and says how many there are', async () => {
    const rows = Array.from({ length: 150 }, (_, index) => ({ external_reference: index }));
    const { status, error } = await caller.api.post('/workflows/1/batches', { rows });
    expect([status, error.details.length]).toEqual([422, 100]);
    expect(error.message).toContain('The first 100 of 150 problems are listed.');
  });

  // Rules: 15.1.2
  test('of 1 MiB is answered briefly, because lengths are checked before contents', async () => {
    const raw = `{"url":"https://a.example","event_filter":[${'12345678,'.repeat(99_000)}1]}`;
    const { status, text, error } = await caller.api.call('POST', '/webhook_subscriptions', {
      raw,
      headers: JSON_TYPE,
    });
    expect([status, error.details]).toEqual([422, [{ field: 'event_filter', message: 'must have at most 50 items' }]]);
    expect(text.length).toBeLessThan(1_000);
  });
});

describe('a connection', () => {
  test('whose headers do not end in time answers 408 with an envelope', async () => {
    const answer = await talkToImpatient('GET /api/v1/workflows HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    expect(answer).toContain('408 Request Timeout');
    expect(answer).toContain('"code":"request_timeout"');
  });

  test('with headers that are too large answers 431 with an envelope', async () => {
    const answer = await talk(
      gateway.baseUrl,
      `GET /api/v1/workflows HTTP/1.1\r\nX-Big: ${'x'.repeat(20_000)}\r\n\r\n`,
    );
    expect(answer).toContain('431 Request Header Fields Too Large');
    expect(answer).toContain('"code":"headers_too_large"');
  });

  test('that speaks no HTTP is answered with an envelope', async () => {
    expect(await talk(gateway.baseUrl, 'HELLO\r\n\r\n')).toContain('"code":"malformed_request"');
  });

  // Rules: 15.3.1
  test.each([
    ['Host', 'Host: x', 'host: y'],
    ['Host', 'Host: x', 'HOST: x'],
    ['Authorization', 'Authorization: Bearer a', 'authorization: Bearer b'],
    ['Content-Type', 'Content-Type: application/json', 'Content-Type: text/plain'],
    ['Idempotency-Key', 'Idempotency-Key: a', 'Idempotency-Key: b'],
    ['If-Match', 'If-Match: "1"', 'if-match: "2"'],
    ['X-Request-Id', 'X-Request-Id: req-0001', 'x-request-id: req-0002'],
    ['Origin', 'Origin: http://api.test', 'Origin: https://evil.example'],
    ['Sec-Fetch-Site', 'Sec-Fetch-Site: same-origin', 'Sec-Fetch-Site: cross-site'],
    ['Content-Encoding', 'Content-Encoding: identity', 'Content-Encoding: gzip'],
  ])('with two headers %s (%s, %s) answers 400 with an envelope', async (name, ...lines) => {
    const host = name === 'Host' ? [] : ['Host: x'];
    const head = ['GET /api/v1/workflows HTTP/1.1', ...host, ...lines, 'Connection: close'];
    const answer = await talk(gateway.baseUrl, `${head.join('\r\n')}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"code":"malformed_request"');
    expect(answer).toContain(`"field":"${name}"`);
  });

  test('without a Host header answers 400 with an envelope', async () => {
    const answer = await talk(gateway.baseUrl, 'GET /api/v1/workflows HTTP/1.1\r\nConnection: close\r\n\r\n');
    expect(answer).toContain('400 Bad Request');
    expect(answer).toContain('"code":"malformed_request"');
  });

  test('that expects something unknown is answered as though it did not', async () => {
    const answer = await talk(
      gateway.baseUrl,
      `GET /api/v1/workflows HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${caller.token}\r\n` +
        'Expect: the-unexpected\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toContain('HTTP/1.1 200 OK');
  });

  test.each([
    ['sends nothing', ''],
    ['never ends its headers', 'GET /api/v1/workflows HTTP/1.1\r\nHost: x\r\nX-Slow: '],
  ])('that %s is closed though the caller keeps its side open', async (_what, bytes) => {
    const impatient = await gateway.another({ timeouts: { headersMs: 500, bodyMs: 500 } });
    const { hostname, port } = new URL(impatient.baseUrl);
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
    socket.on('error', () => undefined).resume();
    try {
      await once(socket, 'connect');
      socket.write(bytes);
      await once(socket, 'end');
      await until(async () => (await connectionsOf(impatient.gateway)) === 0);
    } finally {
      socket.destroy();
    }
  });
});

/** Talks to a gateway that waits for half a second only. */
async function talkToImpatient(bytes: string): Promise<string> {
  const { baseUrl } = await gateway.another({ timeouts: { headersMs: 500, bodyMs: 500 } });
  return talk(baseUrl, bytes);
}

/** Sends bytes and reads until the server ends the connection. */
function talk(baseUrl: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let received = '';
    socket.on('data', (chunk) => (received += chunk.toString()));
    socket.on('close', () => resolve(received));
    // A server that closes before it has read everything resets the connection, after its response.
    socket.on('error', (error) => (received === '' ? reject(error) : resolve(received)));
  });
}

describe('CORS', () => {
  test('lets the listed origins in, and answers their preflight without a token', async () => {
    const { baseUrl } = await gateway.another({ corsOrigins: ['https://app.example.com'] });
    const api = caller.api.at(baseUrl);
    const headers = { Origin: 'https://app.example.com' };
    expect((await api.get('/workflows', { headers })).headers.get('access-control-allow-origin')).toBe(headers.Origin);
    const preflight = await fetch(`${baseUrl}/api/v1/workflows`, {
      method: 'OPTIONS',
      headers: { ...headers, 'Access-Control-Request-Method': 'POST' },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([
      204,
      'GET, POST, PUT, PATCH, DELETE',
    ]);
    const other = await api.get('/workflows', { headers: { Origin: 'https://evil.example' } });
    expect(other.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('when something breaks', () => {
  test('an unforeseen error answers 500 and says nothing of itself', async () => {
    const own = await startGateway();
    try {
      const { api } = await own.caller();
      await own.db.kysely.schema.alterTable('workflow').renameTo('elsewhere').execute();
      const { status, text, error } = await api.get('/workflows');
      expect([status, error.code, error.details]).toEqual([500, 'internal_error', []]);
      expect(text).not.toMatch(/workflow|relation|select|\.ts/);
    } finally {
      await own.stop();
    }
  });

  // Rules: 15.7.1, 18.11.4
  test('PostgreSQL being away answers 503 with Retry-After', async () => {
    const postgres = await startPostgres();
    const db = openDatabase({ url: postgres.url, poolMax: 5 });
    const own = await startGatewayOn(db);
    try {
      const { api } = await own.caller();
      expect((await api.get('/workflows')).status).toBe(200);
      await postgres.kill();
      // Its sessions notice the loss a moment later.
      let answer = await api.get('/workflows');
      await until(async () => {
        answer = await api.get('/workflows');
        return answer.status !== 200;
      });
      const { status, error, headers } = answer;
      expect([status, error.code]).toEqual([503, 'service_unavailable']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      await postgres.restart();
      await until(async () => (await api.get('/workflows')).status === 200);
    } finally {
      await own.stop();
      await db.close();
      await postgres.stop();
    }
  });

  // Rules: 15.7.1
  test('a connection lost at COMMIT answers 503 and says that the outcome is unknown', async () => {
    const database = await createTestDatabase();
    const db = await database.open({ poolMax: 5 });
    const own = await startGatewayOn(db);
    try {
      const { api } = await own.caller();
      await sql`create function lose() returns trigger language plpgsql as
        $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`.execute(db.kysely);
      await sql`create constraint trigger lost after insert on workflow deferrable initially deferred
        for each row execute function lose()`.execute(db.kysely);
      const { status, error } = await api.post('/workflows', { name: 'Lost' });
      expect([status, error.code]).toEqual([503, 'service_unavailable']);
      expect(error.message).toContain('outcome is unknown');
      expect((await api.get('/workflows')).status).toBe(200);
    } finally {
      await own.stop();
      await db.close();
      await database.drop();
    }
  });

  test('stopping lets requests in the air finish', async () => {
    const { gateway: other, baseUrl } = await gateway.another();
    const workflow = (await caller.api.post('/workflows', { name: 'Locked', definition: SIMPLE })).data;
    const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const held = gateway.db.transaction(async (trx) => {
      await trx.selectFrom('workflow').select('id').where('id', '=', workflow.id).forUpdate().execute();
      locked.resolve();
      await released.promise;
    });
    await locked.promise;
    const inTheAir = caller.api.at(baseUrl).patch(`/workflows/${workflow.id}`, { name: 'Renamed' });
    await new Promise((resolve) => other.server.once('request', resolve));
    const closed = other.close();
    released.resolve();
    await held;
    const { status, headers } = await inTheAir;
    expect([status, headers.get('connection')]).toEqual([200, 'close']);
    await closed;
    await expect(fetch(`${baseUrl}/api/v1/workflows`)).rejects.toThrow();
  });
});
