import { ROLE_SCOPES, ROLES, withImplied, type Role } from '../../core/access.ts';
import { createSignInLink, endSession } from '../../platform/identity/sessions.ts';
import { updateUser } from '../../platform/identity/index.ts';
import { sha256Hex } from '../../platform/crypto.ts';
import { createLogger } from '../../platform/log/index.ts';
import { ROUTES } from '../../services/gateway/routes.ts';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { executionOf } from './executions-support.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

const ORIGIN = 'https://cascade.example';
const COOKIE = '__Host-cascade_session';

let gateway: TestGateway;
let owner: Caller;
let logged = '';

beforeAll(async () => {
  const log = createLogger('gateway', 'trace', { write: (line: string) => void (logged += line) });
  gateway = await startGateway({ baseUrl: ORIGIN, log });
  owner = await gateway.caller();
});
afterAll(() => gateway.stop());

interface Sent {
  readonly method?: string;
  readonly origin?: string | null;
  readonly cookie?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** Sends it like a browser from a page of ours, unless given otherwise. */
function send(path: string, { method = 'GET', origin = ORIGIN, cookie, headers = {}, body }: Sent = {}) {
  return fetch(gateway.baseUrl + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(origin === null || method === 'GET' ? {} : { Origin: origin }),
      ...(cookie === undefined ? {} : { Cookie: cookie }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  });
}

async function newLink(role: Role = 'reviewer', validMs = 60_000): Promise<string> {
  await updateUser(gateway.db.kysely, owner.userId, { role });
  const { path } = await createSignInLink(gateway.db.kysely, {
    userId: owner.userId,
    clientId: owner.clientId,
    validMs,
  });
  return path.slice(path.indexOf('=') + 1);
}

const use = (token: string, more: Sent = {}) => send('/auth/link', { method: 'POST', body: `token=${token}`, ...more });

/** The pair of the cookie, as the browser sends it back. */
function cookieOf(response: Response): string {
  return /^[^;]+/.exec(response.headers.getSetCookie()[0] ?? '')?.[0] ?? '';
}

const signIn = async (role?: Role) => cookieOf(await use(await newLink(role)));
const codeOf = async (response: Response) => ((await response.json()) as { error: { code: string } }).error.code;
const sessionOf = (cookie: string) =>
  gateway.db.kysely
    .selectFrom('user_session')
    .selectAll()
    .where('token_hash', '=', sha256Hex(cookie.slice(COOKIE.length + 1)))
    .executeTakeFirstOrThrow();

describe('a link', () => {
  // Rules: 16.8.1, 16.8.2, 16.9.1
  test('is not used up by looking at it, works once, and sets a cookie that no other host can set or read', async () => {
    const token = await newLink();
    for (const times of [1, 2]) {
      const page = await send(`/auth/link?token=${token}`, { headers: { 'X-Request-Id': `look-${times}-xxxx` } });
      expect([page.status, page.headers.get('referrer-policy')]).toEqual([200, 'same-origin']);
      expect(await page.text()).toContain(`value="${token}"`);
    }
    const response = await use(token);
    expect([response.status, response.headers.get('location')]).toEqual([303, '/console']);
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-cascade_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/),
    ]);
    const again = await use(token);
    expect([again.status, again.headers.getSetCookie()]).toEqual([401, []]);
  });

  // Rules: 16.8.8
  test.each<[Role, string]>([
    ['reviewer', '/console'],
    ['viewer', '/console/overview'],
    ['author', '/console/overview'],
    ['publisher', '/console/overview'],
    ['admin', '/console/overview'],
  ])('leads a %s to %s', async (role, page) => {
    expect((await use(await newLink(role))).headers.get('location')).toBe(page);
  });

  // Rules: 16.8.2
  test.each<[string, (token: string) => Promise<unknown>]>([
    [
      'has expired',
      () =>
        gateway.db.kysely
          .updateTable('sign_in_link')
          .set({ expires_at: new Date(0) })
          .execute(),
    ],
    ['is of a user without a role', () => updateUser(gateway.db.kysely, owner.userId, { role: 'none' })],
  ])('that %s is refused', async (_what, change) => {
    const token = await newLink();
    await change(token);
    expect((await use(token)).status).toBe(401);
  });

  test('is refused from another origin, and is still there afterwards: nobody is signed in as somebody else', async () => {
    const token = await newLink();
    for (const origin of ['https://evil.example', 'https://sub.cascade.example', 'null', null]) {
      expect((await use(token, { origin })).status).toBe(401);
    }
    expect((await use(token)).status).toBe(303);
  });

  test('that is sent twice is refused, and is still there afterwards', async () => {
    const token = await newLink();
    expect((await use(`${token}&t%6fken=${'x'.repeat(43)}`)).status).toBe(422);
    expect((await send(`/auth/link?token=${token}&token=x`)).status).toBe(422);
    expect((await use(token)).status).toBe(303);
  });

  test('that is made up is refused, and its text is escaped in the page', async () => {
    expect((await use('x'.repeat(43))).status).toBe(401);
    const page = await (await send('/auth/link?token=%22%3E%3Cscript%3E')).text();
    expect(page).not.toContain('<script>');
  });
});

describe('a session', () => {
  test.each(ROLES)('of a %s has the scopes of the role', async (role) => {
    const response = await send('/api/v1/me', { cookie: await signIn(role) });
    const { data } = (await response.json()) as { data: { scopes: string[]; api_client: object; user: object } };
    const scopes = withImplied(ROLE_SCOPES[role], { fourEyes: false });
    expect(data).toMatchObject({ api_client: { id: owner.clientId }, user: { id: owner.userId } });
    expect(data.scopes).toEqual([...scopes].toSorted());
  });

  // Rules: 16.8.3
  test('is a row that holds the hash and not the token', async () => {
    const cookie = await signIn();
    const row = await sessionOf(cookie);
    expect(row).toMatchObject({ user_id: owner.userId, roles: ['reviewer'], address: '127.0.0.1' });
    expect(JSON.stringify(row)).not.toContain(cookie.slice(COOKIE.length + 1));
  });

  // Rules: 16.8.6
  test('cannot be fixed: a value that the browser had before is never taken over, and its session ends', async () => {
    const fixed = `${COOKIE}=${'A'.repeat(43)}`;
    const first = cookieOf(await use(await newLink(), { cookie: fixed }));
    expect(first).not.toBe(fixed);
    expect((await send('/api/v1/me', { cookie: fixed })).status).toBe(401);
    const second = cookieOf(await use(await newLink(), { cookie: first }));
    expect((await send('/api/v1/me', { cookie: first })).status).toBe(401);
    expect((await send('/api/v1/me', { cookie: second })).status).toBe(200);
  });

  // Rules: 16.8.4
  test.each([
    ['idle for too long', { last_used_at: new Date(Date.now() - 31 * 60_000) }, 'token_expired'],
    ['older than its limit, however busy', { expires_at: new Date(Date.now() - 1) }, 'token_expired'],
    ['revoked', { revoked_at: new Date() }, 'unauthorized'],
  ] as const)('that is %s is refused', async (_what, change, code) => {
    const cookie = await signIn();
    expect((await send('/api/v1/me', { cookie })).status).toBe(200);
    const { id } = await sessionOf(cookie);
    await gateway.db.kysely.updateTable('user_session').set(change).where('id', '=', id).execute();
    const response = await send('/api/v1/me', { cookie });
    expect([response.status, await codeOf(response)]).toEqual([401, code]);
  });

  // Rules: 16.8.4
  test('ends with signing out, with the operator, and with another role', async () => {
    const ends: readonly ((cookie: string) => Promise<unknown>)[] = [
      (cookie) => send('/auth/sign-out', { method: 'POST', cookie }),
      async (cookie) => endSession(gateway.db.kysely, (await sessionOf(cookie)).id),
      () => updateUser(gateway.db.kysely, owner.userId, { role: 'viewer' }),
    ];
    for (const end of ends) {
      const cookie = await signIn();
      await end(cookie);
      expect((await send('/api/v1/me', { cookie })).status).toBe(401);
    }
  });

  test('signing out from another origin ends nothing', async () => {
    const cookie = await signIn();
    const response = await send('/auth/sign-out', { method: 'POST', cookie, origin: 'https://evil.example' });
    expect([response.status, (await send('/api/v1/me', { cookie })).status]).toEqual([401, 200]);
  });

  // Rules: 16.9.2
  test('does not count beside an Authorization header, nor twice under one name', async () => {
    const cookie = await signIn();
    const headers = { Authorization: 'Bearer 5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11' };
    expect((await send('/api/v1/me', { cookie, headers })).status).toBe(401);
    expect((await send('/api/v1/me', { cookie: `${cookie}; ${COOKIE}=${'B'.repeat(43)}` })).status).toBe(401);
    expect((await send('/api/v1/me', { cookie: cookie.replace('__Host-', '') })).status).toBe(401);
  });

  // Rules: 16.9.3
  test('is no token: not in the address, and not as a bearer', async () => {
    const cookie = await signIn();
    const token = cookie.slice(COOKIE.length + 1);
    for (const name of ['token', 'access_token', 'session', COOKIE]) {
      expect((await send(`/api/v1/me?${name}=${token}`)).status).toBe(401);
      expect((await send(`/api/v1/me?${name}=${owner.token}`)).status).toBe(401);
    }
    expect((await send('/api/v1/me', { headers: { Authorization: `Bearer ${token}` } })).status).toBe(401);
  });

  test('acts are recorded as those of the person in the session', async () => {
    const id = await executionOf(owner, { payload: { applicant: { ssn: '666-12-9137' } } });
    const cookie = await signIn();
    const response = await send(`/api/v1/executions/${id}/reveal`, {
      ...{ method: 'POST', cookie, headers: { 'Content-Type': 'application/json' } },
      body: JSON.stringify({ fields: ['applicant.ssn'], reason: 'x' }),
    });
    expect(response.status).toBe(200);
    const event = await gateway.db.kysely
      .selectFrom('audit_event')
      .selectAll()
      .where('subject_id', '=', String(id))
      .executeTakeFirstOrThrow();
    expect(event).toMatchObject({
      actor_kind: 'session',
      actor_id: (await sessionOf(cookie)).id,
      actor_user_id: owner.userId,
    });
  });

  test('nothing that signs somebody in is logged', async () => {
    const token = await newLink();
    await send(`/auth/link?token=${token}`);
    const cookie = cookieOf(await use(token));
    await send(`/api/v1/me?token=${token}`, { cookie });
    expect(logged).toContain('"route":"/auth/link"');
    // A bearer token is not logged either: in its header, the address, the path, a body or as a key.
    const headers = { Authorization: `Bearer ${owner.token}`, 'Content-Type': 'application/json' };
    await send(`/api/v1/me?token=${owner.token}`, { headers });
    await send(`/api/v1/me?access_token=${owner.token}`);
    await send(`/api/v1/executions/${owner.token}`, { headers });
    await send(`/${owner.token}`, { headers: { Referer: `${ORIGIN}/?token=${owner.token}` } });
    await send('/api/v1/workflows', { method: 'POST', headers, body: `{"name":5,"${owner.token}":1}` });
    for (const secret of [token, cookie.slice(COOKIE.length + 1), owner.token]) expect(logged).not.toContain(secret);
  });
});

const WRITES = ROUTES.filter(({ method }) => method !== 'GET').map((route) => [route.operationId, route] as const);

describe('a page of another origin', () => {
  let cookie: string;
  beforeAll(async () => {
    cookie = await signIn('admin');
  });

  // Rules: 16.9.1
  test.each(WRITES)('cannot call %s', async (_operationId, { method, path }) => {
    const address = `/api/v1${path.replaceAll(/\{\w+\}/g, '1')}`;
    const asJson = { method, cookie, headers: { 'Content-Type': 'application/json' }, body: '{}' };
    for (const origin of [
      'https://evil.example',
      'http://cascade.example',
      'https://cascade.example:8443',
      'null',
      null,
    ]) {
      const response = await send(address, { ...asJson, origin });
      expect([origin, response.status, await codeOf(response)]).toEqual([origin, 401, 'unauthorized']);
    }
    const response = await send(address, {
      ...asJson,
      headers: { ...asJson.headers, 'Sec-Fetch-Site': 'same-site' },
    });
    expect(response.status).toBe(401);
    // The request from a page of ours gets past it.
    const unknown = address.replaceAll('/1', '/999999');
    if (!unknown.includes('999999')) return;
    expect((await send(unknown, asJson)).status).not.toBe(401);
  });

  // Rules: 16.9.1
  test('cannot read either', async () => {
    const asked = (site: string) => send('/api/v1/me', { cookie, headers: { 'Sec-Fetch-Site': site } });
    expect((await asked('cross-site')).status).toBe(401);
    expect((await asked('same-site')).status).toBe(401);
    expect((await asked('same-origin')).status).toBe(200);
    const headers = { Origin: 'https://evil.example' };
    expect((await send('/api/v1/me', { cookie, headers })).status).toBe(401);
  });
});
