import { createUser, updateUser } from '../../platform/identity/index.ts';
import { createSignInLink } from '../../platform/identity/sessions.ts';
import { MailError } from '../../platform/mail/index.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '../support/jest.ts';
import { until } from '../support/until.ts';
import { newAddress, ORIGIN, person, post, startMailingGateway, useLink } from './people-support.ts';
import type { Caller, TestGateway } from './support.ts';

/* The pages before a sign-in, and "Send me a new link". */
let mailing: Awaited<ReturnType<typeof startMailingGateway>>;
let gateway: TestGateway;
let owner: Caller;

beforeAll(async () => {
  mailing = await startMailingGateway();
  ({ gateway } = mailing);
});
afterAll(() => mailing.stop());
beforeEach(async () => {
  owner = await gateway.caller({ email: newAddress() });
  await gateway.db.pool.query("delete from rate_window where key like 'new_link%'");
});

const see = (path: string) => fetch(gateway.baseUrl + path, { headers: { Accept: 'text/html,*/*;q=0.8' } });
const ask = (email: string, headers: Record<string, string> = {}) =>
  post(gateway, '/auth/new-link', { email }, headers);
/** The parts of a response that a person can tell apart. */
const shown = async (response: Response) => ({
  status: response.status,
  location: response.headers.get('location'),
  cookies: response.headers.getSetCookie(),
  text: await response.text(),
});
const isPage = async (response: Response): Promise<string> => {
  const text = await response.text();
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+';/);
  expect(text).not.toMatch(/<script|style=|https?:\/\//);
  return text;
};

describe('a new link', () => {
  // Rules: 16.28.1, 16.28.2
  test('is mailed to whoever has the address, in whatever spelling, and signs in once', async () => {
    const rita = await person(gateway, owner, 'reviewer');
    expect((await ask(` ${rita.email.toUpperCase()} `)).headers.get('location')).toBe('/auth/sent');
    const link = await mailing.linkTo(rita.email);
    expect((await (await useLink(gateway, link))?.get('/me'))?.data.user.id).toBe(rita.userId);
    expect(await useLink(gateway, link)).toBeUndefined();
  });

  // Rules: 16.28.2
  test('is asked for in the same words for a known and an unknown address, a user without a role and one of the provider', async () => {
    const rita = await person(gateway, owner, 'reviewer');
    const gone = await person(gateway, owner, 'viewer');
    await updateUser(gateway.db.kysely, gone.userId, { role: 'none' });
    const answers = [];
    for (const email of [rita.email, newAddress(), gone.email]) answers.push(await shown(await ask(email)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    await mailing.settled();
    expect(await mailing.mails(gone.email)).toEqual([]);
    expect(await mailing.mails(rita.email)).toHaveLength(1);
  });

  // Rules: 16.28.3
  test.each([true, false])('is limited by address, whether it is known (%s) or not', async (isKnown) => {
    const email = isKnown ? (await person(gateway, owner, 'viewer')).email : newAddress();
    const stati = [];
    for (let nth = 0; nth < 6; nth += 1) stati.push((await ask(nth % 2 === 0 ? email : email.toUpperCase())).status);
    expect(stati).toEqual([303, 303, 303, 303, 303, 429]);
  });

  // Rules: 16.28.3
  test('is limited by network, whoever it is for', async () => {
    const stati = [];
    for (let nth = 0; nth < 21; nth += 1) stati.push((await ask(newAddress())).status);
    expect(stati.slice(19)).toEqual([303, 429]);
  });

  // Rules: 16.28.3
  test('is not kept from anybody by a network that may ask no more', async () => {
    const { email } = await person(gateway, owner, 'viewer');
    for (let nth = 0; nth < 20; nth += 1) await ask(newAddress());
    for (let nth = 0; nth < 6; nth += 1) expect((await ask(email)).status).toBe(429);
    await gateway.db.pool.query("delete from rate_window where key like 'new_link:%'");
    expect((await ask(email)).status).toBe(303);
    await mailing.linkTo(email);
  });

  test.each(['', 'rita', 'a@b', 'rita@example.com, eve@example.com', 'a@example.com\r\nBcc: eve@example.com'])(
    'is not asked for with what is no address: %j',
    async (email) => {
      const response = await ask(email);
      expect(response.status).toBe(422);
      expect(await isPage(response)).toContain('Give one e-mail address.');
    },
  );

  test('is asked for by pages of ours alone', async () => {
    expect((await ask(newAddress(), { Origin: 'https://evil.example' })).status).toBe(401);
  });

  // Rules: 16.28.1
  test('is of no row: the table of what is to be sent holds no token', async () => {
    const rita = await person(gateway, owner, 'viewer');
    const { rows } = await gateway.db.pool.query(
      "select column_name from information_schema.columns where table_name = 'sign_in_mail'",
    );
    expect(rows.map(({ column_name: name }: { column_name: string }) => name).join(' ')).not.toMatch(/token|hash|link/);
    await ask(rita.email);
    const link = await mailing.linkTo(rita.email);
    const { rows: found } = await gateway.db.pool.query('select token_hash from sign_in_link where user_id = $1', [
      rita.userId,
    ]);
    expect(JSON.stringify(found)).not.toContain(link);
  });

  // Rules: 16.28.1
  test('where the person acts through one of several API clients is of the one that they were invited to', async () => {
    await gateway.caller({ of: owner });
    const email = newAddress();
    const { id } = await createUser(gateway.db.kysely, {
      accountId: owner.accountId,
      name: 'Rita',
      email,
      role: 'viewer',
    });
    await ask(email);
    await mailing.settled();
    expect(await mailing.mails(email)).toEqual([]);
    await gateway.db.kysely
      .updateTable('account_user')
      .set({ api_client_id: owner.clientId })
      .where('id', '=', id)
      .execute();
    await ask(email);
    const api = await useLink(gateway, await mailing.linkTo(email));
    expect((await api?.get('/me'))?.data.api_client.id).toBe(owner.clientId);
  });
});

describe('the sender of mails', () => {
  // Rules: 16.28.4
  test('that died with a mail sends it again, and a link of either works', async () => {
    const rita = await person(gateway, owner, 'viewer');
    await ask(rita.email);
    await mailing.linkTo(rita.email);
    await mailing.settled();
    // The state after a process died between sending the mail and removing the row.
    await gateway.db.kysely
      .insertInto('sign_in_mail')
      .values({ address: rita.email, attempts: 1, due_at: new Date(0) })
      .execute();
    const second = await mailing.linkTo(rita.email, 2);
    expect(await useLink(gateway, second)).toBeDefined();
    await mailing.settled();
  });

  // Rules: 16.28.4
  test('tries again what a mail server did not take, and gives up what it refuses for good', async () => {
    const errors = [new MailError('ETIMEDOUT', 'x', false), new MailError('refused', 'x', true)];
    const tried: string[] = [];
    const mailer = {
      reachesRecipients: true,
      send: ({ to }: { to: string }) => {
        tried.push(to);
        return Promise.reject(errors.shift() ?? new Error('once too often'));
      },
      close: () => undefined,
    };
    const failing = await startMailingGateway({ signInMail: { mailer, from: 'no-reply@example.com', pollMs: 50 } });
    try {
      const of = await failing.gateway.caller();
      const rita = await person(failing.gateway, of, 'viewer');
      await post(failing.gateway, '/auth/new-link', { email: rita.email });
      await until(() => Promise.resolve(tried.length === 1));
      await failing.gateway.db.kysely
        .updateTable('sign_in_mail')
        .set({ due_at: new Date(0) })
        .execute();
      await failing.settled();
      expect(tried).toEqual([rita.email, rita.email]);
    } finally {
      await failing.stop();
    }
  });
});

describe('a page before the sign-in', () => {
  // Rules: 16.28.5
  test.each([
    ['/auth/new-link', 200, 'Send me a new link'],
    ['/auth/sent', 200, 'Look into your mail'],
    ['/auth/link?token=x', 200, 'You opened your sign-in link'],
  ])('%s has a style of its own and nothing that runs', async (path, status, words) => {
    const response = await see(path);
    expect(response.status).toBe(status);
    expect(await isPage(response)).toContain(words);
  });

  // Rules: 16.28.5
  test.each(['used', 'ended', 'never made'])(
    'tells who opens a link that was %s the same, and offers a new one',
    async (what) => {
      const { id } = await createUser(gateway.db.kysely, {
        ...{ accountId: owner.accountId, name: 'Rita', email: newAddress(), role: 'viewer' },
      });
      const { path } = await createSignInLink(gateway.db.kysely, {
        userId: id,
        validMs: what === 'ended' ? -1 : 60_000,
      });
      const token = what === 'never made' ? 'x' : path.replace(/^.*=/, '');
      if (what === 'used') await useLink(gateway, token);
      const response = await post(gateway, '/auth/link', { token });
      expect(response.status).toBe(401);
      const text = await isPage(response);
      expect(text).toContain('This link works no more');
      expect(text).toContain('Send me a new link');
      expect(text).not.toContain('unauthorized');
    },
  );

  test('is the envelope for a program', async () => {
    const response = await fetch(`${gateway.baseUrl}/auth/link`, {
      ...{ method: 'POST', body: 'token=x', headers: { Origin: ORIGIN } },
    });
    expect([response.status, ((await response.json()) as { error: { code: string } }).error.code]).toEqual([
      401,
      'unauthorized',
    ]);
  });

  test('escapes what the address says', async () => {
    expect(await isPage(await see('/auth/link?token=%22%3E%3Cscript%3E'))).toContain('&quot;&gt;&lt;');
  });
});
