import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { randomUUID } from 'node:crypto';
import { ROUTES } from '../../services/gateway/routes.ts';
import { withImplied, type Scope } from '../../core/access.ts';
import { scopesOf } from '../../services/gateway/http/route.ts';
import { sessionCookie } from '../../services/gateway/http/session-cookie.ts';
import { openSession } from '../../services/gateway/http/sessions.ts';
import { endSession } from '../../platform/identity/sessions.ts';
import type { LimitSettings } from '../../services/gateway/services.ts';
import { until } from '../support/until.ts';
import type { ApiCaller } from './api-caller.ts';
import { NO_LIMITS, startGateway, type Caller, type TestGateway } from './support.ts';

const BANNED = 'Too many failed authentication attempts. Retry later.';
const LIMITED = 'Rate limit exceeded. Retry later.';

let gateway: TestGateway;
let caller: Caller;

beforeAll(async () => {
  gateway = await startGateway();
  caller = await gateway.caller();
});
afterAll(() => gateway.stop());

describe('a token', () => {
  // Rules: 16.2.3
  test.each([
    ['missing', undefined],
    ['of another scheme', 'Basic YTpi'],
    ['empty', 'Bearer '],
    ['malformed', 'Bearer not-a-uuid'],
    ['unknown', `Bearer ${randomUUID()}`],
  ])('that is %s answers 401 and says how to authenticate', async (_what, authorization) => {
    const { status, error, headers } = await caller.api.get('/workflows', {
      token: null,
      headers: authorization === undefined ? {} : { Authorization: authorization },
    });
    expect([status, error.code, headers.get('www-authenticate')]).toEqual([401, 'unauthorized', 'Bearer']);
  });

  // Rules: 16.2.3
  test('that has expired says so', async () => {
    const { api } = await gateway.caller({ of: caller, expiresAt: new Date(Date.now() - 1_000) });
    const { status, error } = await api.get('/workflows');
    expect([status, error.code]).toEqual([401, 'token_expired']);
  });

  // Rules: 16.2.3
  test('that was revoked is unknown from the next request on', async () => {
    const { api, tokenId } = await gateway.caller({ of: caller });
    expect((await api.get('/workflows')).status).toBe(200);
    await gateway.db.kysely
      .updateTable('api_token')
      .set({ revoked_at: new Date() })
      .where('id', '=', tokenId)
      .execute();
    expect((await api.get('/workflows')).error.code).toBe('unauthorized');
  });

  // Rules: 16.2.1
  test('in upper case is the same token, under the same limit', async () => {
    const { api, token } = await gateway.caller({ of: caller });
    const remaining = async (bearer: string) => {
      const { status, headers } = await api.get('/workflows', { token: bearer });
      return [status, Number(/"token";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])];
    };
    const [, before = 0] = await remaining(token);
    expect(await remaining(token.toUpperCase())).toEqual([200, before - 1]);
  });

  test('has its use noted, at most once a minute', async () => {
    const { api, tokenId } = await gateway.caller({ of: caller });
    const lastUse = async () =>
      (
        await gateway.db.kysely
          .selectFrom('api_token')
          .select('last_used_at')
          .where('id', '=', tokenId)
          .executeTakeFirstOrThrow()
      ).last_used_at;
    await api.get('/workflows');
    await until(async () => (await lastUse()) !== null);
    const first = await lastUse();
    await api.get('/workflows');
    await api.get('/workflows');
    expect(await lastUse()).toEqual(first);
  });
});

describe('a scope', () => {
  const SAMPLES = ROUTES.map(
    (route) => [scopesOf(route).join(' or '), route.method, route.path.replaceAll(/\{\w+\}/g, '1')] as const,
  );

  // Rules: 16.4.1
  test.each(SAMPLES)('%s is needed for %s %s', async (scope, method, path) => {
    const others = ['workflows:read', 'workflows:write', 'workflow_templates:read', 'executions:read'] as const;
    const more = ['executions:write', 'webhooks:read', 'webhooks:write'] as const;
    const { api } = await gateway.caller({
      of: caller,
      scopes: [...others, ...more].filter((other) => {
        const admits = withImplied([other], { fourEyes: false });
        return scope.split(' or ').every((wanted) => !admits.has(wanted as Scope));
      }),
    });
    const { status, error } = await api.call(
      method,
      path,
      ['POST', 'PUT', 'PATCH'].includes(method) ? { body: {} } : {},
    );
    expect([status, error.code]).toEqual([403, 'insufficient_scope']);
    expect(error.details[0].message).toContain(scope);
  });

  test('executions:read:full implies executions:read', async () => {
    const { api } = await gateway.caller({ of: caller, scopes: ['executions:read:full'] });
    expect((await api.get('/executions')).status).toBe(200);
  });
});

describe('limits', () => {
  /** Two gateways on one database, whose limits no other test shares. */
  const pair = async (limits: Partial<LimitSettings>, trustedProxyHops = 1) => {
    const own = await startGateway({ limits: { ...NO_LIMITS, ...limits }, trustedProxyHops });
    const { api, token } = await own.caller();
    const { baseUrl } = await own.another();
    return { own, a: api, b: api.at(baseUrl), token };
  };
  /** The address that the trusted proxy saw. */
  const from = (ip: string, forged = '') => ({ headers: { 'X-Forwarded-For': `${forged}${ip}` } });

  // Rules: 15.4.3, 15.4.6
  test('of an address on the API hold over both, and tell what is left', async () => {
    const { own, a, b } = await pair({ ipPerMinute: 4 });
    try {
      const first = await a.get('/workflows', from('1.1.1.1'));
      expect(first.headers.get('ratelimit-policy')).toContain('"ip";q=4;w=60');
      expect(first.headers.get('ratelimit')).toMatch(/"ip";r=3;t=\d+/);
      const answers = await Promise.all(
        Array.from({ length: 9 }, (_, index) => (index % 2 ? a : b).get('/workflows', from('1.1.1.1', '9.9.9.9, '))),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
      const refused = answers.find(({ status }) => status === 429);
      expect([refused?.error.code, refused?.error.message]).toEqual(['rate_limited', LIMITED]);
      expect(refused?.headers.get('retry-after')).toMatch(/^[1-9]\d?$/);
      expect((await b.get('/workflows', from('2.2.2.2'))).status).toBe(200);
    } finally {
      await own.stop();
    }
  });

  test('of a token prefix hold over both, from whatever address', async () => {
    const { own, a, b } = await pair({ tokenPerHour: 3 });
    try {
      const answers = [];
      for (let index = 0; index < 5; index += 1) {
        answers.push((await (index % 2 ? a : b).get('/workflows', from(`3.3.3.${index}`))).status);
      }
      expect(answers).toEqual([200, 200, 200, 429, 429]);
    } finally {
      await own.stop();
    }
  });

  // Rules: 15.4.1
  test('of an address on the whole app count the document too', async () => {
    const { own, a, b } = await pair({ appPer5Minutes: 2 });
    try {
      expect((await a.get('/api/openapi.json', from('4.4.4.4'))).status).toBe(200);
      expect((await b.get('/workflows', from('4.4.4.4'))).status).toBe(200);
      expect((await a.get('/api/openapi.json', from('4.4.4.4'))).status).toBe(429);
    } finally {
      await own.stop();
    }
  });

  // Rules: 15.4.4, 15.4.5
  test('of people who have signed in are their own, whatever address they share', async () => {
    const { own, a, token } = await pair({ ipPerMinute: 2, appPer5Minutes: 4, personPerMinute: 3 });
    try {
      const [ann, bob] = [await own.caller(), await own.caller()];
      const open = async (who: Caller) => {
        const person = { accountId: who.accountId, userId: who.userId, apiClientId: who.clientId };
        const options = { address: '7.7.7.7', absoluteMs: 60_000 };
        return (await openSession(own.db.kysely, { ...person, roles: ['viewer'] }, options)).token;
      };
      const { name } = sessionCookie('http://api.test');
      const ask = async (session: string) =>
        a.get('/me', { token: null, headers: { ...from('7.7.7.7').headers, Cookie: `${name}=${session}` } });
      const [first, second, ofBob] = [await open(ann), await open(ann), await open(bob)];
      const together = await Promise.all([first, second, first, ofBob, ofBob, ofBob].map(ask));
      expect(together.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
      expect(together[0]?.headers.get('ratelimit-policy')).toBe('"person";q=3;w=60');
      expect(together[0]?.headers.get('ratelimit')).toMatch(/^"person";r=2;t=\d+$/);
      // A person has one limit, over all of their sessions.
      const refused = await ask(second);
      expect([refused.status, refused.error.code]).toEqual([429, 'rate_limited']);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      // Programs at that address still have their own limit.
      expect((await a.get('/workflows', { ...from('7.7.7.7'), token })).status).toBe(200);
      // A session that has ended and a made-up cookie count against the address and leave no row.
      await endSession(
        own.db.kysely,
        (await own.db.kysely.selectFrom('user_session').select('id').orderBy('id').executeTakeFirstOrThrow()).id,
      );
      expect([(await ask(first)).status, (await ask('x'.repeat(43))).status]).toEqual([401, 429]);
      const rows = await own.db.kysely
        .selectFrom('rate_window')
        .select('key')
        .where('key', 'like', 'person:%')
        .execute();
      expect(rows.map(({ key }) => key).toSorted()).toEqual(
        [ann, bob].map(({ userId }) => `person:${userId}`).toSorted(),
      );
    } finally {
      await own.stop();
    }
  });

  // Rules: 15.4.7
  test('a forged header moves nothing where no proxy is trusted', async () => {
    const { own, a } = await pair({ ipPerMinute: 2 }, 0);
    try {
      const statuses = [];
      for (let index = 0; index < 4; index += 1)
        statuses.push((await a.get('/workflows', from(`5.5.5.${index}`))).status);
      expect(statuses).toEqual([200, 200, 429, 429]);
    } finally {
      await own.stop();
    }
  });

  // Rules: 15.4.2
  test('of a refused request are true, and count it under every limit', async () => {
    const { own, a } = await pair({ ipPerMinute: 1, tokenPerHour: 10 });
    try {
      const left = [];
      for (let index = 0; index < 3; index += 1) {
        left.push((await a.get('/workflows', from('6.1.1.1'))).headers.get('ratelimit')?.replaceAll(/;t=\d+/g, ''));
      }
      expect(left).toEqual([
        '"app";r=999999, "ip";r=0, "token";r=9',
        '"app";r=999998, "ip";r=0, "token";r=8',
        '"app";r=999997, "ip";r=0, "token";r=7',
      ]);
    } finally {
      await own.stop();
    }
  });

  // Rules: 15.11.5
  test('random bearers beyond the limit of their address leave no rows behind', async () => {
    const { own, a } = await pair({ ipPerMinute: 2 });
    try {
      for (let index = 0; index < 8; index += 1) {
        await a.get('/workflows', {
          token: null,
          headers: { ...from('6.2.2.2').headers, Authorization: `Bearer ${randomUUID()}` },
        });
      }
      const rows = own.db.kysely.selectFrom('rate_window').select('key').where('key', 'like', 'token:%');
      expect(await rows.execute()).toHaveLength(2);
    } finally {
      await own.stop();
    }
  });

  // Rules: 15.11.4
  test('count the /64 of an IPv6 address', async () => {
    const { own, a } = await pair({ ipPerMinute: 2 });
    try {
      const statuses = [];
      for (const ip of ['2001:db8::1', '2001:db8:0:0:ffff::2', '2001:0DB8::3', '2001:db8:0:1::1']) {
        statuses.push((await a.get('/workflows', from(ip))).status);
      }
      expect(statuses).toEqual([200, 200, 429, 200]);
    } finally {
      await own.stop();
    }
  });

  test('unknown paths and methods count as well', async () => {
    const { own, a } = await pair({ ipPerMinute: 2 });
    try {
      const statuses = [];
      for (const path of ['/nothing', '/nothing', '/nothing']) {
        statuses.push((await a.get(path, { ...from('6.6.6.6'), token: null })).status);
      }
      expect(statuses).toEqual([404, 404, 429]);
    } finally {
      await own.stop();
    }
  });
});

describe('the ban', () => {
  const banning = async () => {
    const own = await startGateway({ limits: { ...NO_LIMITS, banThreshold: 3 }, trustedProxyHops: 1 });
    const { api } = await own.caller();
    const { baseUrl } = await own.another();
    return { own, a: api, b: api.at(baseUrl) };
  };
  const from = (ip: string, authorization?: string) => ({
    headers: { 'X-Forwarded-For': ip, ...(authorization === undefined ? {} : { Authorization: authorization }) },
  });
  const guess = (api: ApiCaller, ip: string, bearer: string = randomUUID()) =>
    api.get('/workflows', { token: null, ...from(ip, `Bearer ${bearer}`) });

  // Rules: 15.4.1, 16.3.1, 16.3.3
  test('comes with so many distinct unknown tokens, holds over both and stops valid tokens too', async () => {
    const { own, a, b } = await banning();
    try {
      const guesses = await Promise.all([guess(a, '7.7.7.7'), guess(b, '7.7.7.7'), guess(a, '7.7.7.7', 'malformed')]);
      expect(guesses.map(({ status }) => status)).toEqual([401, 401, 401]);
      const { status, error, headers } = await b.get('/workflows', from('7.7.7.7'));
      expect([status, error.code, error.message]).toEqual([429, 'rate_limited', BANNED]);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(800);
      expect((await a.get('/api/openapi.json', from('7.7.7.7'))).status).toBe(429);
      expect((await a.get('/docs/api/errors/rate_limited', from('7.7.7.7'))).status).toBe(200);
      expect((await a.get('/workflows', from('8.8.8.8'))).status).toBe(200);
    } finally {
      await own.stop();
    }
  });

  // Rules: 16.3.2
  test('does not come of one token repeated, of none, or of one that expired', async () => {
    const { own, a } = await banning();
    try {
      const same = randomUUID();
      for (let index = 0; index < 4; index += 1) await guess(a, '7.7.7.7', same);
      for (let index = 0; index < 4; index += 1) await a.get('/workflows', { token: null, ...from('7.7.7.7') });
      const expired = await Promise.all(
        Array.from({ length: 3 }, () => own.caller({ expiresAt: new Date(Date.now() - 1_000) })),
      );
      for (const { api } of expired) await api.get('/workflows', from('7.7.7.7'));
      expect((await a.get('/workflows', from('7.7.7.7'))).status).toBe(200);
    } finally {
      await own.stop();
    }
  });
});

// Rules: 16.9.1, 16.9.4
test.each([
  ['https://cascade.example', '__Host-cascade_session', 'Path=/; HttpOnly; SameSite=Lax; Secure'],
  ['http://localhost:8080', 'cascade_session', 'Path=/; HttpOnly; SameSite=Lax'],
])('the cookie of %s is %s; %s', (baseUrl, name, attributes) => {
  expect(sessionCookie(baseUrl)).toEqual({ origin: baseUrl, name, attributes });
});
