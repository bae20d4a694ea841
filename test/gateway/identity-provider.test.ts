import type { JsonObject } from '../../core/json.ts';
import { createClient } from '../../platform/identity/index.ts';
import { sha256Hex } from '../../platform/crypto.ts';
import { createLogger } from '../../platform/log/index.ts';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { Browser as AnyBrowser, ORIGIN, startIdentityProvider, type TestProvider } from './browser.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

/** Sign-in at a real provider: oidc-provider, in a process of its own. */
let provider: TestProvider;
let gateway: TestGateway;
let owner: Caller;
let logged = '';

class Browser extends AnyBrowser {
  constructor() {
    super(gateway);
  }
}

beforeAll(async () => {
  provider = await startIdentityProvider();
  const log = createLogger('gateway', 'trace', { write: (text: string) => void (logged += text) });
  gateway = await startGateway({ baseUrl: ORIGIN, log, identityProvider: provider.settings });
  owner = await gateway.caller();
  expect(owner.accountId).toBe(1);
});
afterAll(async () => {
  provider?.stop();
  await gateway?.stop();
});

const me = async (browser: Browser) => {
  const response = await browser.send(`${ORIGIN}/api/v1/me`);
  return { status: response.status, data: ((await response.json()) as { data?: Record<string, unknown> }).data };
};
const changeAttempt = (change: { nonce: string } | { code_verifier: string } | { expires_at: Date }) =>
  gateway.db.kysely.updateTable('sign_in_attempt').set(change).execute();

describe('a person', () => {
  // Rules: 16.7.1, 16.7.5
  test('who is in a mapped group gets a session with its role, and a user of the account', async () => {
    const browser = new Browser();
    const response = await browser.signIn('robin', '/auth/sign-in?return_to=/docs/reviews');
    expect([response.status, response.headers.get('location')]).toEqual([303, '/docs/reviews']);
    const { data } = await me(browser);
    expect(data).toMatchObject({
      ...{ account: { id: owner.accountId }, api_client: { id: owner.clientId } },
      user: { name: 'ROBIN', email: 'robin@example.com' },
    });
    expect(data?.scopes).toEqual(expect.arrayContaining(['reviews:decide', 'executions:read:full']));
    expect(data?.scopes).not.toContain('executions:write');
    const again = new Browser();
    await again.signIn('robin');
    expect((await me(again)).data?.user).toEqual(data?.user);
    expect(again.session).not.toBe(browser.session);
  });

  // Rules: 16.7.4
  test('who is in several has the scopes of all', async () => {
    const browser = new Browser();
    await browser.signIn('alex');
    expect((await me(browser)).data?.scopes).toEqual(expect.arrayContaining(['workflows:write', 'workflows:activate']));
  });

  // Rules: 16.7.4
  test('who is in none is refused, and no user is made', async () => {
    const browser = new Browser();
    const response = await browser.signIn('nobody');
    expect([response.status, browser.session]).toEqual([403, undefined]);
    const users = await gateway.db.kysely.selectFrom('account_user').select('oidc_subject').execute();
    expect(users).not.toContainEqual({ oidc_subject: 'nobody' });
  });

  // Rules: 16.7.7
  test('keeps the roles of the sign-in until the session ends, and has others from the next one on', async () => {
    const scopesOf = async (browser: Browser) => (await me(browser)).data?.scopes;
    const [before, after] = [new Browser(), new Browser()];
    await before.signIn('alex');
    const scopes = await scopesOf(before);
    await provider.says('alex', { id_token: { groups: ['cascade-reviewers'] } });
    await after.signIn('alex');
    await provider.says('alex', {});
    expect(await scopesOf(after)).toEqual(expect.arrayContaining(['reviews:decide']));
    expect(await scopesOf(after)).not.toContain('workflows:write');
    expect(await scopesOf(before)).toEqual(scopes);
  });

  // Rules: 16.7.3
  test('signs in after the keys of the provider were rotated', async () => {
    await new Browser().signIn('robin');
    await provider.rotate();
    const browser = new Browser();
    expect((await browser.signIn('robin')).status).toBe(303);
    expect((await me(browser)).status).toBe(200);
  });

  // Rules: 16.8.7
  test('is refused while the account has several clients and none is chosen', async () => {
    const other = await createClient(gateway.db.kysely, { accountId: owner.accountId, name: 'Other' });
    const browser = new Browser();
    expect((await browser.signIn('robin')).status).toBe(503);
    await gateway.db.kysely.deleteFrom('api_client').where('id', '=', other.id).execute();
  });
});

describe('what the provider claims', () => {
  const GROUPS = ['cascade-reviewers'];

  // Rules: 16.7.8
  test.each([
    ['a NUL', 'Ro\u0000bin', 'Ro bin'],
    ['a line break and signs of control', ' Ro\r\n\u0007bin ', 'Ro bin'],
    ['half a character', 'Robin \ud800', 'Robin'],
    ['500 kB', 'R'.repeat(500_000), 'R'.repeat(200)],
    ['nothing but signs of control', '\u0000\u0001', 'claims'],
  ])('of a name that has %s is stored as one line of at most 200 characters', async (_what, name, stored) => {
    await provider.says('claims', { id_token: { groups: GROUPS, name }, userinfo: {} });
    const browser = new Browser();
    expect((await browser.signIn('claims')).status).toBe(303);
    expect((await me(browser)).data?.user).toMatchObject({ name: stored });
  });

  // Rules: 16.7.8
  test.each([
    ['longer than 255 characters', 's'.repeat(256)],
    ['with letters beyond ASCII', 'robín'],
  ])('of a subject %s is not confirmed, and no user is made', async (_what, subject) => {
    await provider.says(subject, { id_token: { groups: GROUPS }, userinfo: {} });
    const browser = new Browser();
    expect([(await browser.signIn(subject)).status, browser.session]).toEqual([401, undefined]);
    const made = gateway.db.kysely.selectFrom('account_user').select('id').where('oidc_subject', '=', subject);
    expect(await made.execute()).toEqual([]);
  });

  // Rules: 16.7.8
  test.each(['\u0000@example.com', `${'a'.repeat(70_000)}@example.com`])(
    'of an address that is none confirms none (%#)',
    async (email) => {
      await provider.says('claims', { id_token: { groups: GROUPS, email, email_verified: true }, userinfo: {} });
      const browser = new Browser();
      expect((await browser.signIn('claims')).status).toBe(303);
      expect((await me(browser)).data?.user).toMatchObject({ address_confirmed_by: null });
    },
  );

  // Rules: 16.7.8
  test.each<[string, JsonObject]>([
    ['a name that is a list', { name: ['Robin', 'x'.repeat(100_000)] }],
    ['a name that is an object', { name: { toString: 'x' } }],
    ['a name of 100 kB of spaces', { name: ' '.repeat(100_000) }],
    ['10,000 groups besides', { groups: [...GROUPS, ...Array.from({ length: 10_000 }, (_, at) => `g${at}`)] }],
    [
      'groups with NUL, half characters and things that are none',
      { groups: [...GROUPS, '\u0000', '\udc00', 7, null, {}] },
    ],
    ['an address that is a list', { email: ['robin@example.com'], email_verified: true }],
    ['a confirmation that is a text', { email: 'claims@example.com', email_verified: 'false' }],
  ])('signs in a person who has %s, and stores no more than a name', async (_what, claims) => {
    await provider.says('claims', { id_token: { groups: GROUPS, ...claims }, userinfo: {} });
    const browser = new Browser();
    expect((await browser.signIn('claims')).status).toBe(303);
    const { data } = await me(browser);
    expect(data?.user).toMatchObject({ name: expect.stringMatching(/^.{1,200}$/u), address_confirmed_by: null });
    expect(JSON.stringify(data).length).toBeLessThan(5_000);
  });

  // Rules: 16.7.8
  test.each<[string, JsonObject]>([
    ['1 MB of spaces for a name', { name: ' '.repeat(1_000_000) }],
    ['100,000 groups', { groups: [...GROUPS, ...Array.from({ length: 100_000 }, (_, at) => `g${at}`)] }],
  ])('of more than is read, %s, confirms nobody', async (_what, claims) => {
    await provider.says('claims', { id_token: { groups: GROUPS, ...claims }, userinfo: {} });
    const browser = new Browser();
    expect([(await browser.signIn('claims')).status, browser.session]).toEqual([401, undefined]);
  });

  // Rules: 16.7.8
  test('of where to return to is kept if it is short', async () => {
    const browser = new Browser();
    const response = await browser.signIn('robin', `/auth/sign-in?return_to=/docs?x=${'y'.repeat(2_000)}`);
    expect(response.headers.get('location')).toBe('/console');
  });
});

describe('refused is', () => {
  // Rules: 16.7.2
  test('a code that is replayed, by the same browser and with an attempt of its own', async () => {
    const browser = new Browser();
    const callback = await browser.authorise('robin');
    expect((await browser.send(callback)).status).toBe(303);
    const second = await browser.send(callback);
    expect([second.status, second.headers.getSetCookie().some((cookie) => cookie.includes('session=e'))]).toEqual([
      401,
      false,
    ]);
    const fresh = new Browser();
    const own = new URL(await fresh.authorise('robin'));
    own.searchParams.set('code', new URL(callback).searchParams.get('code') ?? '');
    expect([(await fresh.send(own.href)).status, fresh.session]).toEqual([401, undefined]);
  });

  // Rules: 16.7.2
  test('a callback that another browser began: nobody is signed in as an attacker', async () => {
    const callback = await new Browser().authorise('robin');
    const victim = new Browser();
    await victim.send(`${ORIGIN}/auth/sign-in`);
    expect([(await victim.send(callback)).status, victim.session]).toEqual([401, undefined]);
  });

  test.each([
    ['a wrong nonce', { nonce: 'another' }],
    ['a wrong verifier', { code_verifier: 'x'.repeat(43) }],
    ['an attempt that is too old', { expires_at: new Date(0) }],
  ])('%s', async (_what, change) => {
    const browser = new Browser();
    const callback = await browser.authorise('robin');
    await changeAttempt(change);
    expect([(await browser.send(callback)).status, browser.session]).toEqual([401, undefined]);
  });

  test('an answer of another issuer, an error, and no code at all', async () => {
    for (const change of [
      (url: URL) => url.searchParams.set('iss', 'https://evil.example'),
      (url: URL) => url.searchParams.set('error', 'access_denied'),
      (url: URL) => url.searchParams.delete('code'),
      (url: URL) => url.searchParams.set('state', 'x'),
    ]) {
      const browser = new Browser();
      const callback = new URL(await browser.authorise('robin'));
      change(callback);
      expect([(await browser.send(callback.href)).status, browser.session]).toEqual([401, undefined]);
    }
  });

  // Rules: 15.10.1
  test.each(['claims', 'header', 'token', 'keys'])('one key twice in what the provider sends: %s', async (part) => {
    await fetch(`${provider.issuer}/twice?part=${part}`);
    const browser = new Browser();
    const response = await browser.signIn('robin');
    await fetch(`${provider.issuer}/twice?part=nothing`);
    expect([response.status, browser.session]).toEqual([401, undefined]);
    const field = { claims: 'groups', header: 'alg', token: 'id_token', keys: 'keys' }[part];
    expect(logged).toContain(`"reason":"is there twice, and a key may be there once","field":"${field}"`);
  });

  // Rules: 15.3.2
  test.each(['state', 'code', 'iss', 'st%61te'])('a callback that has %s twice', async (name) => {
    const browser = new Browser();
    const callback = await browser.authorise('robin');
    const response = await browser.send(`${callback}&${name}=x`);
    expect([response.status, browser.session]).toEqual([422, undefined]);
    expect(await response.json()).toMatchObject({
      error: { details: [{ field: decodeURIComponent(name), message: 'must be sent once' }] },
    });
  });

  // Rules: 16.7.6
  test.each([
    ...['https://evil.example', '//evil.example', '/\\evil.example', '/%09/evil.example', 'javascript:alert(1)'],
    ...['/\t/evil.example', '\\\\evil.example', '/.//evil.example', 'https:evil.example'],
  ])('an open redirect to %s', async (target) => {
    const browser = new Browser();
    const response = await browser.signIn('robin', `/auth/sign-in?return_to=${encodeURIComponent(target)}`);
    const location = new URL(response.headers.get('location') ?? '', ORIGIN);
    expect([response.status, location.origin]).toEqual([303, ORIGIN]);
    expect(response.headers.get('location')).toMatch(/^\/(?!\/)/);
  });
});

describe('leaves a row in the audit log:', () => {
  const last = async () =>
    gateway.db.kysely
      .selectFrom('audit_event')
      .selectAll()
      .where('account_id', '=', owner.accountId)
      .orderBy('sequence', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();

  test('a sign-in, with its roles', async () => {
    const browser = new Browser();
    await browser.signIn('alex');
    const user = (await me(browser)).data?.user as { id: number };
    expect(await last()).toMatchObject({
      ...{ action: 'session.opened', actor_kind: 'session', actor_user_id: user.id, address: '127.0.0.1' },
      detail: { way: 'identity_provider', roles: expect.arrayContaining(['author', 'publisher']) },
    });
  });

  // Rules: 19.2.3
  test.each<[string, string, () => Promise<unknown>]>([
    ['who has no role, with who it is there', 'no_role', () => new Browser().signIn('nobody')],
    ['what was not begun', 'not_begun', async () => new Browser().send(await new Browser().authorise('robin'))],
    [
      'what the provider does not confirm',
      'not_confirmed',
      async () => {
        const browser = new Browser();
        const callback = await browser.authorise('robin');
        await changeAttempt({ nonce: 'another' });
        return browser.send(callback);
      },
    ],
  ])('a refusal of %s', async (_what, reason, attempt) => {
    await gateway.db.kysely.deleteFrom('rate_window').execute();
    await attempt();
    const row = await last();
    expect(row).toMatchObject({ action: 'sign_in.refused', actor_kind: 'anonymous', subject_id: 'unknown' });
    expect(row.detail).toEqual({
      ...{ way: 'identity_provider', reason },
      ...(reason === 'no_role' ? { identity: { issuer: provider.issuer, subject: 'nobody' } } : {}),
    });
  });
});

// Rules: 19.2.7
test.each([
  ['callbacks that nobody began', () => new Browser().send(`${ORIGIN}/auth/callback?state=x&code=y`)],
  [
    'callbacks of sign-ins that were begun and are not confirmed',
    async () => {
      const browser = new Browser();
      const start = new URL((await browser.send(`${ORIGIN}/auth/sign-in`)).headers.get('location') ?? '');
      return browser.send(`${ORIGIN}/auth/callback?state=${start.searchParams.get('state')}&code=y`);
    },
  ],
])('of many %s one leaves a row in an hour, and each a line in the log', async (_what, attempt) => {
  await gateway.db.kysely.deleteFrom('rate_window').execute();
  const rows = async () =>
    (
      await gateway.db.kysely
        .selectFrom('audit_event')
        .select('sequence')
        .where('action', '=', 'sign_in.refused')
        .execute()
    ).length;
  const before = await rows();
  const lines = logged.split('a sign-in was refused').length;
  for (let count = 0; count < 5; count += 1) await attempt();
  expect((await rows()) - before).toBe(1);
  expect(logged.split('a sign-in was refused').length - lines).toBe(5);
});

// Rules: 19.2.7
test('who is known at the provider and has no role leaves twenty rows in an hour', async () => {
  await gateway.db.kysely
    .insertInto('rate_window')
    .values({ key: `sign_in_refused:${owner.accountId}:no_role`, hits: 19, resets_at: new Date(Date.now() + 60_000) })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ hits: 19 }))
    .execute();
  const rows = () =>
    gateway.db.kysely.selectFrom('audit_event').select('sequence').where('action', '=', 'sign_in.refused').execute();
  const before = (await rows()).length;
  for (let count = 0; count < 3; count += 1) await new Browser().signIn('nobody');
  expect((await rows()).length - before).toBe(1);
});

test('a session cannot be fixed: the cookie that the browser had before is never taken over, and its session ends', async () => {
  const browser = new Browser();
  const fixed = 'A'.repeat(43);
  browser.cookies.set(new URL(gateway.baseUrl).host, new Map([['__Host-cascade_session', fixed]]));
  await browser.signIn('robin');
  const first = browser.session;
  expect(first).not.toBe(fixed);
  await browser.signIn('robin');
  expect(browser.session).not.toBe(first);
  for (const ended of [fixed, first ?? '']) {
    const other = new Browser();
    other.cookies.set(new URL(gateway.baseUrl).host, new Map([['__Host-cascade_session', ended]]));
    expect((await me(other)).status).toBe(401);
  }
});

// Rules: 16.7.1
test('the challenge is that of PKCE, and a secret stands in no log', async () => {
  const browser = new Browser();
  const start = new URL((await browser.send(`${ORIGIN}/auth/sign-in`)).headers.get('location') ?? '');
  expect(start.searchParams.get('code_challenge_method')).toBe('S256');
  const state = start.searchParams.get('state') ?? '';
  const row = await gateway.db.kysely
    .selectFrom('sign_in_attempt')
    .selectAll()
    .where('state_hash', '=', sha256Hex(state))
    .executeTakeFirstOrThrow();
  expect(start.href).not.toContain(row.code_verifier);
  const other = new Browser();
  const callback = await other.authorise('robin');
  await other.send(callback);
  await other.send(callback);
  expect(logged).toContain('"route":"/auth/callback"');
  const code = new URL(callback).searchParams.get('code') ?? 'none';
  for (const secret of [code, state, row.code_verifier, row.nonce, 'a-secret-of-the-client', other.session ?? 'none']) {
    expect(logged).not.toContain(secret);
  }
});
