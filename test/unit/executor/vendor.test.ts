import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '../../support/jest.ts';
import type { JsonObject } from '../../../core/json.ts';
import { PRODUCTS } from '../../../core/products/index.ts';
import { createOutboundClient, type OutboundClient } from '../../../platform/outbound/index.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { selfSigned } from '../../platform/outbound/support/certificate.ts';
import { cascadeSource } from '../../../services/executor/perform/source.ts';
import { Vendor } from '../../../services/executor/perform/vendor.ts';
import { testConnection } from '../../executor/support/connection.ts';

const PAYLOAD = { applicant: { first_name: 'Maribel', ssn: '078-05-1120' }, property: { rent: 1500 }, other: 'kept' };
const REPORT = PRODUCTS.credit_report.synthetic(PAYLOAD.applicant, '2026-03-01');
/** A text of a vendor that repeats the applicant's data. */
const GOSSIP = 'Maribel 078-05-1120';

const LIMITS = {
  allowPrivate: true,
  connectTimeoutMs: PATIENCE_MS,
  maxResponseBytes: 100_000,
  largeResponse: 'refuse',
  perOriginConnections: 4,
} as const;

type Behaviour = (request: IncomingMessage, response: ServerResponse, body: string) => void;

let server: Server;
let url: string;
let outbound: OutboundClient;
/** For vendors that never come to an end. */
let hurried: OutboundClient;
let vendor: Vendor;
let behave: Behaviour;
let requests: { headers: IncomingMessage['headers']; body: string }[];

beforeAll(async () => {
  server = createServer((request, response) => {
    void text(request).then((body) => {
      requests.push({ headers: request.headers, body });
      behave(request, response, body);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/pull`;
  outbound = createOutboundClient({ ...LIMITS, readTimeoutMs: PATIENCE_MS, totalTimeoutMs: PATIENCE_MS });
  hurried = createOutboundClient({ ...LIMITS, readTimeoutMs: 200, totalTimeoutMs: 400 });
});
beforeEach(() => {
  requests = [];
  vendor = new Vendor(cascadeSource(PRODUCTS.credit_report), testConnection(url, { token: 'vendor-token' }), outbound);
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await Promise.all([outbound.close(), hurried.close()]);
});

const answer =
  (status: number, body: string, headers: Record<string, string> = {}): Behaviour =>
  (_request, response) =>
    void response.writeHead(status, headers).end(body);
const json = (status: number, body: unknown, headers?: Record<string, string>) =>
  answer(status, JSON.stringify(body), headers);
const pull = async (as: Behaviour, of = vendor, accountId = 1) => {
  behave = as;
  const outcome = await of.pull({ accountId, payload: PAYLOAD, idempotencyKey: 'key-1' });
  expect(JSON.stringify(outcome.is === 'pulled' ? '' : outcome)).not.toMatch(/Maribel|078-05/);
  return outcome;
};

describe('a vendor that responds', () => {
  // Rules: 6.2.1
  test('gets the product, the applicant and the property, with the key of the pull, and nothing else', async () => {
    expect(await pull(json(200, REPORT))).toEqual({ is: 'pulled', report: REPORT, isBilled: true });
    expect(requests).toHaveLength(1);
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      product: 'credit_report',
      applicant: PAYLOAD.applicant,
      property: PAYLOAD.property,
    });
    expect(requests[0]?.headers).toMatchObject({
      'idempotency-key': 'key-1',
      authorization: 'Bearer vendor-token',
      'content-type': 'application/json',
    });
  });
});

describe('a vendor that is slow', () => {
  test.each<[string, Behaviour]>([
    ['never responds', () => undefined],
    ['stops in the middle of its report', (_request, response) => void response.writeHead(200).write('{"score":')],
    [
      'sends a byte now and then, for ever',
      (_request, response) => {
        response.writeHead(200);
        const timer = setInterval(() => response.write(' '), 20);
        response.on('close', () => clearInterval(timer));
      },
    ],
  ])('and %s is tried again', async (_what, as) => {
    const slow = new Vendor(cascadeSource(PRODUCTS.credit_report), testConnection(url), hurried);
    expect(await pull(as, slow)).toMatchObject({ is: 'transient', code: 'vendor_unavailable' });
  });
});

// Rules: 6.15.7
test('a vendor whose certificate has run out is sent nothing, neither a pull nor the secret for a token', async () => {
  const expired = selfSigned('127.0.0.1', Date.now() - 60_000);
  let heard = 0;
  const secure = createSecureServer(expired, () => (heard += 1)).listen(0, '127.0.0.1');
  await once(secure, 'listening');
  const client = createOutboundClient({
    ...LIMITS,
    ...{ readTimeoutMs: PATIENCE_MS, totalTimeoutMs: PATIENCE_MS, certificateAuthorities: expired.cert },
  });
  const address = `https://127.0.0.1:${(secure.address() as AddressInfo).port}/`;
  const credentials = { token_url: address, client_id: 'me', client_secret: 'secret' };
  try {
    for (const connection of [
      testConnection(address, { token: 'vendor-token' }),
      { ...testConnection(url), credentials: { type: 'oauth2_client_credentials', ...credentials } as const },
    ]) {
      const outcome = await pull(json(200, {}), new Vendor(cascadeSource(PRODUCTS.credit_report), connection, client));
      expect(outcome).toMatchObject({ is: 'transient', code: 'vendor_unavailable' });
      expect(outcome).toMatchObject({ message: expect.stringMatching(/CERT_HAS_EXPIRED/) });
    }
    expect([heard, requests]).toEqual([0, []]);
  } finally {
    await client.close();
    secure.close();
  }
});

describe('a vendor that limits the rate', () => {
  test.each([
    ['seconds', '7', 7_000],
    ['a date', new Date(Date.now() + 3_600_000).toUTCString(), 300_000],
    ['more than five minutes', '86400', 300_000],
  ])('is asked again when it says so: %s', async (_what, retryAfter, retryAfterMs) => {
    expect(await pull(json(429, { error: GOSSIP }, { 'retry-after': retryAfter }))).toMatchObject({
      is: 'transient',
      code: 'vendor_unavailable',
      retryAfterMs,
    });
  });

  test.each([
    ['nothing', {}],
    ['nonsense', { 'retry-after': 'soon' }],
    ['the past', { 'retry-after': '-5' }],
  ])('and says %s is asked again after a wait of ours', async (_what, headers: Record<string, string>) => {
    const outcome = await pull(json(429, {}, headers));
    expect(outcome.is).toBe('transient');
    expect(outcome).not.toHaveProperty('retryAfterMs');
  });
});

// Rules: 6.2.5
test.each([{ score: null }, {}, { bankruptcies_count: 0, collections: [], score: 700 }])(
  'a file that was not released is a report without figures, whatever it is filled with: %j',
  async (filled) => {
    const report = { score: null, file_status: 'frozen', reported_on: '2026-03-01' };
    const sent = { ...filled, file_status: 'frozen', reported_on: '2026-03-01' };
    expect(await pull(json(200, sent))).toEqual({ is: 'pulled', report, isBilled: true });
  },
);

// Rules: 6.2.5
test.each<[string, JsonObject]>([
  ['blanks', { score: '', collections: '', tradelines_count: ' ' }],
  ['signs of its own', { score: 9_003, utilization_percent: -1, oldest_tradeline_months: 'N/A' }],
  ['lists of nothing', { tradelines: null, bankruptcies: [null], collections: {} }],
  ['the figures of another report', { ...REPORT, file_status: 'withheld' }],
])('a file that was not released is no failure for what fills it: %s', async (_what, filled) => {
  const status = filled.file_status ?? 'frozen';
  const outcome = await pull(json(200, { ...filled, file_status: status, reported_on: '2026-03-01' }));
  const report = { score: null, file_status: status, reported_on: '2026-03-01' };
  expect(outcome).toEqual({ is: 'pulled', report, isBilled: true });
});

// Rules: 6.2.5
test.each(['FROZEN', ' frozen', 'locked', true, ['frozen'], { status: 'frozen' }])(
  'a state of a file that nobody declared is none of ours, and the report is refused whole: %j',
  async (status) => {
    const outcome = await pull(json(200, { ...REPORT, file_status: status }));
    expect(outcome).toMatchObject({ is: 'failed', code: 'invalid_report' });
  },
);

describe('a vendor that is wrong', () => {
  // Rules: 6.2.4, 15.9.4
  test.each<[string, Behaviour]>([
    ['an HTML page', answer(200, `<html>${GOSSIP}</html>`, { 'content-type': 'text/html' })],
    ['nothing', answer(200, '')],
    ['nothing, with 204', answer(204, '')],
    ['a list', json(200, [REPORT])],
    ['a text', json(200, GOSSIP)],
    ['half of a report', answer(200, JSON.stringify(REPORT).slice(0, -20))],
    ['bytes that are no UTF-8', (_request, response) => void response.writeHead(200).end(Buffer.from([0x7b, 0xff]))],
    ['another schema', json(200, { ...REPORT, score: GOSSIP })],
    ['a score out of range', json(200, { ...REPORT, score: 9_000 })],
    ['a report that lacks its score', json(200, { ...REPORT, score: undefined })],
    ['a report without end', json(200, { ...REPORT, padding: 'x'.repeat(200_000) })],
    ['a report nested too deep', answer(200, `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`)],
  ])('and sends %s fails the step, and is not asked again', async (_what, as) => {
    expect(await pull(as)).toMatchObject({ is: 'failed', code: 'invalid_report' });
    expect(vendor.isCircuitOpen).toBe(false);
  });

  // Rules: 15.10.1
  test.each([
    ['score', 'score', JSON.stringify(REPORT).replace('{', '{"score":800,')],
    ['a member of an item', 'tradelines[0].balance_usd', '{"tradelines":[{"balance_usd":1,"b\\u0061lance_usd":2}]}'],
    ['a member that we do not know', '…', JSON.stringify({ ...REPORT, [GOSSIP]: 1 }).replace('{', `{"${GOSSIP}":2,`)],
    ['a member of such a one', '…', `{"${GOSSIP}":{"score":1,"score":2}}`],
  ])('and sends %s twice fails the step, and the message names it as far as we know it', async (_what, path, body) => {
    expect(await pull(answer(200, body))).toEqual({
      ...{ is: 'failed', code: 'invalid_report' },
      message: `The vendor's report cannot be used: ${path} is there twice, and a key may be there once.`,
    });
  });

  // Rules: 6.2.3
  test.each([400, 401, 403, 404, 409, 410, 422])(
    'and refuses with %i fails the step as vendor_rejected',
    async (status) => {
      expect(await pull(json(status, { error: GOSSIP }))).toMatchObject({ is: 'failed', code: 'vendor_rejected' });
    },
  );

  test('and redirects is not followed', async () => {
    expect(await pull(answer(302, '', { location: url }))).toMatchObject({ is: 'failed', code: 'vendor_rejected' });
    expect(requests).toHaveLength(1);
  });
});

describe('a vendor that is dead', () => {
  test.each([408, 425, 500, 502, 503, 504])('and answers %i is tried again', async (status) => {
    expect(await pull(answer(status, GOSSIP))).toMatchObject({ is: 'transient', code: 'vendor_unavailable' });
  });

  test.each<[string, Behaviour]>([
    ['hangs up', (request) => request.socket.destroy()],
    [
      'hangs up in the middle',
      (request, response) => {
        response.writeHead(200, { 'content-length': '1000' }).write('{', () => request.socket.destroy());
      },
    ],
    ['speaks no HTTP', (request) => request.socket.end('220 mail.example.com ESMTP\r\n')],
  ])('and %s is tried again', async (_what, as) => {
    expect(await pull(as)).toMatchObject({ is: 'transient', code: 'vendor_unavailable' });
  });

  test('and refuses connections is tried again', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as AddressInfo;
    closed.close();
    await once(closed, 'close');
    const gone = new Vendor(
      cascadeSource(PRODUCTS.credit_report),
      testConnection(`http://127.0.0.1:${port}/`),
      outbound,
    );
    expect(await pull(json(200, REPORT), gone)).toMatchObject({ is: 'transient', code: 'vendor_unavailable' });
  });

  // Rules: 8.2.3
  test('five times in a row is spared: no request is sent, and the pull counts no attempt', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) await pull(answer(503, ''));
    expect(requests).toHaveLength(5);
    expect(vendor.isCircuitOpen).toBe(true);
    const outcome = await pull(json(200, REPORT));
    expect(outcome).toMatchObject({ is: 'postponed', code: 'vendor_unavailable', retryAfterMs: expect.any(Number) });
    expect(requests).toHaveLength(5);
  });

  test('four times and then back is not spared', async () => {
    for (let attempt = 0; attempt < 4; attempt += 1) await pull(answer(503, ''));
    expect((await pull(json(200, REPORT))).is).toBe('pulled');
    for (let attempt = 0; attempt < 4; attempt += 1) await pull(answer(503, ''));
    expect(vendor.isCircuitOpen).toBe(false);
  });
});

describe('a vendor that fails for one account', () => {
  test.each([400, 401, 403, 500, 503])('with %i pulls for the others', async (status) => {
    for (let attempt = 0; attempt < 20; attempt += 1) await pull(answer(status, ''), vendor, 1);
    expect((await pull(json(200, REPORT), vendor, 2)).is).toBe('pulled');
  });

  test('by hanging up on it pulls for the others', async () => {
    for (let attempt = 0; attempt < 20; attempt += 1) await pull((request) => request.socket.destroy(), vendor, 1);
    expect((await pull(json(200, REPORT), vendor, 2)).is).toBe('pulled');
  });

  test('and pulls for another spares itself the first one still', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) await pull(answer(503, ''), vendor, 1);
    await pull(json(200, REPORT), vendor, 2);
    expect((await pull(json(200, REPORT), vendor, 1)).is).toBe('postponed');
  });
});
