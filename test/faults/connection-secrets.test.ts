import { createHmac, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import { ROLE_SCOPES, SCOPES, type Scope } from '../../core/access.ts';
import { ROUTES } from '../../services/gateway/routes.ts';
import { ApiCaller } from '../gateway/api-caller.ts';
import { startSlowVendor, type Answer, type SlowVendor } from '../executor/support/slow-vendor.ts';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { startStack, type Caller, type Stack } from '../support/stack.ts';
import { until } from '../support/until.ts';
import { filesOf, foundIn, listenToNats, temporalFiles, type Traffic } from './leaks.ts';

/*
 * The secrets of connections: credentials for a vendor, secrets that prove its callbacks, its tokens, and its URLs.
 * They are planted, used, repeated by the vendor in its refusals, and then searched for in every output.
 */
const secret = (name: string) => `planted-${name}-${randomBytes(8).toString('hex')}`;
const PLANTED = {
  bearer: secret('bearer'),
  password: secret('password'),
  key: secret('key'),
  header: secret('header'),
  client: secret('client'),
  access: secret('access'),
  signature: secret('signature'),
};
const base64 = (text: string) => Buffer.from(text).toString('base64');
/** As planted, as headers encode them, and the tokens of callbacks once they are known. */
const HEADERS = [`me:${PLANTED.password}`, `${PLANTED.key}:`, `me:${PLANTED.client}`].map(base64);
const words = [...Object.values(PLANTED), ...HEADERS];
const KEYS = randomBytes(32).toString('base64');

const OWN = 'rent_check';
const PRODUCT = {
  ...{ code: OWN, name: 'Rent check' },
  schema: {
    type: 'object',
    required: ['points'],
    properties: { points: { type: 'integer', title: 'Points', 'x-kind': 'fact' } },
  },
  request: {
    kind: 'http',
    steps: [{ method: 'POST', path: '/checks', body: { call: '{{pull.callback_url}}' } }],
  },
  mapping: {
    fields: { points: { path: 'points' } },
    reference: 'id',
    answers: [{ path: 'state', is: ['pending'], means: 'again' }],
  },
};
const REFUSED = ['credit_report', 'income_verification', 'criminal_background', 'eviction_history'] as const;
const definitionOf = (code: string) => [
  { id: 'applicant', type: 'ApplicantSource', next_step: ['pull'] },
  { id: 'pull', type: 'BillingProduct', billing_product_code: code, next_step: ['approve'] },
  { id: 'approve', type: 'Action', action_type: 'Approve' },
];

let stack: Stack;
let vendor: SlowVendor;
let traffic: Traffic;
let caller: Caller;
let api: ApiCaller;
let callbackUrl: string;
const executions: number[] = [];
let workflowId: number;

beforeAll(async () => {
  vendor = await startSlowVendor();
  stack = await startStack({
    services: ['gateway', 'executor', 'artifacts'],
    env: {
      LOG_LEVEL: 'debug',
      CONNECTION_KEYS: `c1:${KEYS}`,
      EVIDENCE_KEYS: `e1:${randomBytes(32).toString('base64')}`,
    },
  });
  traffic = await listenToNats(stack.env.NATS_SUBJECT_PREFIX ?? '');
  caller = await stack.createCaller({ productionAccess: true });
  api = new ApiCaller(stack.baseUrl, caller.token);
  vendor.answer(({ method, path, body, headers }): Answer => {
    if (path === '/token') return { status: 200, body: { access_token: PLANTED.access, expires_in: 3_600 } };
    if (path === '/checks') return { status: 201, body: { id: 'chk_1', state: 'pending' } };
    if (path === '/orders/chk_1') return { status: 200, body: { id: 'chk_1', points: 7 } };
    // Repeats everything that it received.
    return {
      status: method === 'GET' ? 401 : 422,
      headers: { 'x-echo': String(headers.authorization) },
      body: { body, headers: JSON.stringify(headers) },
    };
  });
  await use();
}, 300_000);
afterAll(async () => {
  await traffic?.close();
  await stack?.stop();
  await vendor?.stop();
});

async function use(): Promise<void> {
  const url = `${vendor.origin}/refuses`;
  const oauth = { token_url: `${vendor.origin}/token`, client_id: 'me', client_secret: PLANTED.client };
  const credentials = {
    credit_report: { type: 'oauth2_client_credentials', ...oauth },
    income_verification: { type: 'basic', username: 'me', password: PLANTED.password },
    criminal_background: { type: 'header', header: 'X-Api-Key', value: PLANTED.header },
    eviction_history: { type: 'basic_key', token: PLANTED.key },
  };
  expect((await api.post('/products', PRODUCT)).status).toBe(201);
  const connect = (code: string, body: object) => api.call('PUT', `/products/${code}/connection`, { body });
  for (const code of REFUSED) expect((await connect(code, { url, credentials: credentials[code] })).status).toBe(200);
  const signature = { form: 'body', header: 'X-Signature', secret: PLANTED.signature };
  const { data } = await connect(OWN, {
    url: vendor.origin,
    credentials: { type: 'bearer', token: PLANTED.bearer },
    order_url: `${vendor.origin}/orders/{reference}`,
    poll: { every_seconds: 3_600 },
    callback: { match: 'id', signature },
  });
  callbackUrl = data.callback_url;
  words.push(tokenOf(callbackUrl));
  // A refused request with secrets in the refused members.
  await connect(OWN, {
    url: 'nowhere',
    credentials: { type: 'bearer', token: PLANTED.bearer, password: PLANTED.password },
  });
  for (const code of [...REFUSED, OWN]) {
    await api.post(`/products/${code}/connection/check`, {});
    const { data: workflow } = await api.post('/workflows', { name: code, definition: definitionOf(code) });
    workflowId = workflow.id;
    const payload = { applicant: { first_name: 'Ann', last_name: 'Lee' } };
    const { data: run } = await api.trigger(workflow.id, { payload, execution_mode: 'live' });
    executions.push(run.id);
  }
  await until(() => vendor.asked.some(({ path }) => path === '/checks'), 120_000);
  const { call = '' } = JSON.parse(vendor.asked.find(({ path }) => path === '/checks')?.body ?? '{}');
  expect(call).toContain('/hooks/vendors/');
  words.push(tokenOf(call));
  const body = JSON.stringify({ id: 'chk_1' });
  const signed = { 'x-signature': createHmac('sha256', PLANTED.signature).update(body).digest('hex') };
  const calls = [
    await fetch(call, { method: 'POST', body: '{}' }),
    await fetch(callbackUrl, { method: 'POST', headers: signed, body }),
    // Not proved, and without a key.
    await fetch(callbackUrl, { method: 'POST', body: JSON.stringify({ id: PLANTED.signature }) }),
    await fetch(callbackUrl.slice(0, -4), { method: 'POST', body }),
  ];
  expect(calls.map(({ status }) => status)).toEqual([202, 202, 202, 404]);
  await until(async () => {
    const { rows } = await stack.db.pool.query<{ status: string }>('select status from execution');
    return rows.every(({ status }) => ['completed', 'failed'].includes(status));
  }, 120_000);
}

const tokenOf = (url: string) => url.split('/').at(-1)?.split('.').at(-1) ?? '';
const found = (text: string | Buffer) => foundIn(words, Buffer.from(text));

test('were shown to the vendor, every one of them', () => {
  const seen = JSON.stringify(vendor.asked);
  const shown = [PLANTED.bearer, PLANTED.header, PLANTED.access, ...HEADERS];
  expect(shown.filter((word) => !seen.includes(word))).toEqual([]);
  expect(vendor.asked.filter(({ path }) => path.startsWith('/refuses')).length).toBeGreaterThan(7);
});

// Rules: 6.15.2, 6.8.4
test('stand in no log, message of NATS or file of Temporal', async () => {
  expect(traffic.messages).not.toEqual([]);
  expect(found(traffic.messages.join('\n'))).toEqual([]);
  const files = [...(await temporalFiles()), ...(await filesOf(join(stack.folder, 'logs')))];
  for (const [name, bytes] of files) expect([name, found(bytes)]).toEqual([name, []]);
});

// Rules: 6.15.3
test('stand in no row of the database, which is what a backup has', async () => {
  const { rows: tables } = await stack.db.pool.query<{ name: string }>(
    `select format('%I', tablename) as name from pg_tables where schemaname = 'public'`,
  );
  expect(tables.length).toBeGreaterThan(30);
  for (const { name } of tables) {
    const { rows } = await stack.db.pool.query<{ row: string }>(`select t::text as row from ${name} t`);
    expect([name, found(rows.map(({ row }) => row).join('\n'))]).toEqual([name, []]);
  }
});

test('stand in no evidence of a run', async () => {
  for (const id of executions) {
    const response = await fetch(`${stack.baseUrl}/api/v1/executions/${id}/evidence.zip`, {
      headers: { Authorization: `Bearer ${caller.token}` },
    });
    expect(response.status).toBe(200);
    expect(found(await textOf(Buffer.from(await response.arrayBuffer())))).toEqual([]);
  }
});

/** The files of an archive, one after the other. */
async function textOf(zip: Buffer): Promise<string> {
  const archive = await fromBufferPromise(zip);
  const texts: string[] = [];
  for await (const entry of archive.eachEntry()) {
    texts.push((await buffer(await archive.openReadStreamPromise(entry))).toString());
  }
  expect(texts.length).toBeGreaterThan(3);
  return texts.join('\n');
}

describe('an answer to whoever has', () => {
  /** The inbox stream is endless, and has only ids. */
  const GETS = [...new Set(ROUTES.filter(({ method }) => method === 'GET').map(({ path }) => path))].filter(
    (path) => path !== '/reviews/stream',
  );
  const filled = (path: string) =>
    path
      .replace('/products/{code}', `/products/${OWN}`)
      .replace('/agencies/{code}', '/agencies/credit_report')
      .replace('/executions/{id}', `/executions/${executions.at(-1)}`)
      .replace('/workflows/{id}', `/workflows/${workflowId}`)
      .replaceAll(/\{\w+\}/g, '1');
  const people: readonly (readonly [string, readonly Scope[]])[] = [
    ...SCOPES.map((scope) => [`the scope ${scope}`, [scope]] as const),
    // Each other role has a part of these scopes.
    ['the role admin', ROLE_SCOPES.admin],
  ];

  // Rules: 6.15.2, 6.15.10
  test.each(people)('%s has none, but for the URL that is entered at the vendor', async (_, scopes) => {
    const { token } = await stack.createCaller({ scopes, accountId: caller.accountId, clientId: caller.clientId });
    const seen = await Promise.all(
      GETS.map(async (path) => {
        const headers = { Authorization: `Bearer ${token}` };
        const answer = await fetch(`${stack.baseUrl}/api/v1${filled(path)}`, { headers, redirect: 'manual' });
        const isUrl = (word: string) => word === tokenOf(callbackUrl);
        return found(Buffer.from(await answer.arrayBuffer())).map(
          (word) => `${path}: ${isUrl(word) ? 'its URL' : word}`,
        );
      }),
    );
    const isAdmitted = scopes.includes('connections:write');
    expect(seen.flat()).toEqual(isAdmitted ? ['/products/{code}/connection: its URL'] : []);
    const change = await new ApiCaller(stack.baseUrl, token).post(`/products/${OWN}/connection/check`, {});
    expect(change.status).toBe(isAdmitted ? 200 : 403);
    expect(found(change.text)).toEqual([]);
  });
});
