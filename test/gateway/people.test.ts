import { createUser, updateUser } from '../../platform/identity/index.ts';
import { ROLES, type Role } from '../../core/access.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '../support/jest.ts';
import { newAddress, person, startMailingGateway, useLink, type Person } from './people-support.ts';
import { executionOf } from './executions-support.ts';
import type { Caller, TestGateway } from './support.ts';

/* The rights of people in an account, as its administrators set them. */
let mailing: Awaited<ReturnType<typeof startMailingGateway>>;
let gateway: TestGateway;
let owner: Caller;
let admin: Person;

beforeAll(async () => {
  mailing = await startMailingGateway();
  ({ gateway } = mailing);
});
afterAll(() => mailing.stop());
beforeEach(async () => {
  owner = await gateway.caller({ email: newAddress() });
  admin = await person(gateway, owner, 'admin');
});

const invite = (change: object = {}, by: Person = admin) =>
  by.api.post('/people', { name: 'Rita', email: newAddress(), role: 'reviewer', ...change });
const askForFourEyes = () =>
  gateway.db.kysely.updateTable('account').set({ four_eyes: true }).where('id', '=', owner.accountId).execute();
const roleOf = async (id: number) =>
  (await gateway.db.kysely.selectFrom('account_user').select('role').where('id', '=', id).executeTakeFirstOrThrow())
    .role;
const acts = async (action: string) =>
  (await admin.api.get(`/audit_events?filter[action]=${action}`)).data as { detail: object; actor_user_id: number }[];
const wrong = ({ status, error }: { status: number; error: { details: { field: string; message: string }[] } }) => [
  status,
  error.details[0]?.field,
];

describe('an invitation', () => {
  // Rules: 16.26.1, 16.26.2
  test('mails a link with which the person signs in once with their role, and leaves a row without the address', async () => {
    const email = newAddress();
    const { status, data } = await invite({ email, name: ' Rita ', queues: ['fraud'] });
    expect([status, data]).toMatchObject([
      201,
      { name: 'Rita', email, role: 'reviewer', queues: ['fraud'], address_confirmed_by: null, sessions: 0 },
    ]);
    const link = await mailing.linkTo(email);
    const api = await useLink(gateway, link);
    expect((await api?.get('/me'))?.data).toMatchObject({ user: { id: data.id }, api_client: { id: owner.clientId } });
    expect(await useLink(gateway, link)).toBeUndefined();
    const [row] = await acts('user.invited');
    expect(row).toMatchObject({ actor_user_id: admin.userId, detail: { role: 'reviewer', queues: ['fraud'] } });
    expect(JSON.stringify(row)).not.toContain(email);
    expect((await admin.api.get('/people')).data[0]).toMatchObject({ id: data.id, sessions: 1 });
  });

  // Rules: 16.26.2
  test('that is repeated under its key makes one person and one mail', async () => {
    const [email, headers] = [newAddress(), { 'Idempotency-Key': 'the-same-invitation' }];
    const body = { name: 'Rita', email, role: 'viewer' };
    const [first, again] = [
      await admin.api.post('/people', body, { headers }),
      await admin.api.post('/people', body, { headers }),
    ];
    expect(again.data).toEqual(first.data);
    await mailing.settled();
    expect(await mailing.mails(email)).toHaveLength(1);
  });

  // Rules: 16.26.3
  test.each([
    ['email', { email: 'rita' }],
    ['email', { email: 'Rita <rita@example.com>' }],
    ['email', { email: 'rita@example.com, eve@example.com' }],
    ['name', { name: 'Rita\nSubject: x' }],
    ['name', { name: ' ' }],
    ['role', { role: 'owner' }],
    ['queues[0]', { queues: ['mine'] }],
    ['api_client_id', { api_client_id: 999_999 }],
  ])('is refused with its member and makes nobody: %s of %j', async (field, change) => {
    expect(wrong(await invite(change))).toEqual([422, field]);
    expect((await admin.api.get('/people')).data).toHaveLength(2);
  });

  // Rules: 16.26.3
  test.each([
    ['as it is', (email: string) => email],
    ['in capitals', (email: string) => email.toUpperCase()],
    ['with a tag', (email: string) => email.replace('@', '+work@')],
  ])('to an address that somebody has is refused and names them: %s', async (_how, spelt) => {
    const { error } = await invite({ email: spelt(admin.email) });
    expect(error.details[0]).toMatchObject({
      field: 'email',
      message: expect.stringContaining(`user ${admin.userId}`),
    });
  });

  // Rules: 16.26.3
  test('through the API client of another account is refused', async () => {
    const stranger = await gateway.caller();
    expect(wrong(await invite({ api_client_id: stranger.clientId }))).toEqual([422, 'api_client_id']);
  });

  // Rules: 16.26.2
  test('is sent once more, and each link works', async () => {
    const email = newAddress();
    const { data } = await invite({ email });
    const first = await mailing.linkTo(email);
    expect((await admin.api.post(`/people/${data.id}/links`, {})).status).toBe(202);
    await mailing.linkTo(email, 2);
    await mailing.settled();
    expect(await mailing.mails(email)).toHaveLength(2);
    expect(await useLink(gateway, first)).toBeDefined();
  });

  // Rules: 16.26.6
  test.each(['publisher', 'admin'] as const)('of a %s is for an operator where two are asked', async (role) => {
    await askForFourEyes();
    expect(wrong(await invite({ role }))).toEqual([422, 'role']);
    expect((await invite({ role: 'author' })).status).toBe(201);
  });

  // Rules: 16.26.4
  test('by a token gives no role of more scopes than it has', async () => {
    const caller = await gateway.caller({ of: owner, sameClient: true, scopes: ['people:write', 'workflows:read'] });
    const { status, error } = await caller.api.post('/people', { name: 'Eve', email: newAddress(), role: 'admin' });
    expect([status, error.code]).toEqual([403, 'insufficient_scope']);
  });

  test('are at most thirty in an hour, however many are refused', async () => {
    const stati = [];
    for (let nth = 0; nth < 31; nth += 1) stati.push((await invite({ role: 'viewer' })).status);
    expect(stati.slice(29)).toEqual([201, 429]);
  });
});

describe('an administrator', () => {
  const signedInAt = (minutes: number) =>
    gateway.db.pool.query("update user_session set created_at = now() - $2 * interval '1 minute' where user_id = $1", [
      admin.userId,
      minutes,
    ]);

  // Rules: 16.26.9
  test.each([14, 16])('is made in a session that began %d minutes ago, or not', async (minutes) => {
    const rita = await person(gateway, owner, 'reviewer');
    await signedInAt(minutes);
    const email = newAddress();
    const answers = [
      await invite({ email, role: 'admin' }),
      await admin.api.patch(`/people/${rita.userId}`, { role: 'admin' }),
    ];
    if (minutes < 15) expect(answers.map(({ status }) => status)).toEqual([201, 200]);
    else {
      expect(answers.map(({ error }) => error.code)).toEqual(['sign_in_again', 'sign_in_again']);
      await mailing.settled();
      expect([await mailing.mails(email), await roleOf(rita.userId)]).toEqual([[], 'reviewer']);
    }
    expect((await invite({ role: 'publisher' })).status).toBe(201);
    expect((await admin.api.patch(`/people/${rita.userId}`, { role: null })).status).toBe(200);
  });

  // Rules: 16.26.9
  test('is made with no token, whatever it may do', async () => {
    const rita = await person(gateway, owner, 'reviewer');
    const invited = await owner.api.post('/people', { name: 'Eve', email: newAddress(), role: 'admin' });
    const lifted = await owner.api.patch(`/people/${rita.userId}`, { role: 'admin' });
    expect([invited.error.code, lifted.error.code]).toEqual(['sign_in_again', 'sign_in_again']);
    expect(await roleOf(rita.userId)).toBe('reviewer');
  });
});

describe('a role', () => {
  // Rules: 16.26.4
  test('that changes ends the sessions at once, releases what they had claimed, and leaves one row', async () => {
    const rita = await person(gateway, owner, 'reviewer');
    const executionId = await executionOf(owner);
    await gateway.db.kysely
      .updateTable('execution')
      .set({ assigned_to_user_id: rita.userId, needs_human_review: true })
      .where('id', '=', executionId)
      .execute();
    expect((await rita.api.get('/me')).status).toBe(200);
    const { status, data } = await admin.api.patch(`/people/${rita.userId}`, { role: 'author' });
    expect([status, data]).toMatchObject([200, { role: 'author', sessions: 0 }]);
    expect((await rita.api.get('/me')).status).toBe(401);
    await admin.api.patch(`/people/${rita.userId}`, { role: 'author' });
    expect(await acts('user.updated')).toMatchObject([
      { actor_user_id: admin.userId, detail: { old: { role: 'reviewer' }, new: { role: 'author' } } },
    ]);
  });

  // Rules: 16.26.4
  test('that is taken away leaves links that open nothing, and tokens that go on', async () => {
    const email = newAddress();
    const { data } = await invite({ email });
    const link = await mailing.linkTo(email);
    expect((await admin.api.patch(`/people/${data.id}`, { role: null })).data).toMatchObject({ role: null });
    expect(await useLink(gateway, link)).toBeUndefined();
    expect(wrong(await admin.api.post(`/people/${data.id}/links`, {}))).toEqual([422, 'role']);
    await admin.api.patch(`/people/${owner.userId}`, { role: null });
    expect((await owner.api.get('/me')).status).toBe(200);
  });

  // Rules: 16.26.4
  test('of oneself is refused, by a token of theirs and by another user of theirs too', async () => {
    const other = await createUser(gateway.db.kysely, {
      ...{ accountId: owner.accountId, name: 'Me too', role: 'admin', email: admin.email.replace('@', '+2@') },
    });
    for (const id of [admin.userId, other.id]) {
      expect(wrong(await admin.api.patch(`/people/${id}`, { role: null }))).toEqual([422, 'role']);
    }
    expect(wrong(await owner.api.patch(`/people/${owner.userId}`, { role: 'admin' }))).toEqual([422, 'role']);
    expect([await roleOf(admin.userId), await roleOf(owner.userId)]).toEqual(['admin', null]);
  });

  // Rules: 16.26.5
  test('of the last administrator is not taken away', async () => {
    expect(wrong(await owner.api.patch(`/people/${admin.userId}`, { role: 'viewer' }))).toEqual([422, 'role']);
    const second = await person(gateway, owner, 'admin');
    expect((await second.api.patch(`/people/${admin.userId}`, { role: 'viewer' })).status).toBe(200);
  });

  // Rules: 16.26.5
  test('of two administrators who take each other away at once, one is left', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = [await person(gateway, owner, 'admin'), await person(gateway, owner, 'admin')];
      const answers = await Promise.all([
        one.api.patch(`/people/${two.userId}`, { role: null }),
        two.api.patch(`/people/${one.userId}`, { role: null }),
      ]);
      expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
      expect([await roleOf(one.userId), await roleOf(two.userId)].filter((role) => role === 'admin')).toHaveLength(1);
    }
  });

  // Rules: 16.26.4
  test('that is taken away while they open a link leaves no session', async () => {
    for (let round = 0; round < 8; round += 1) {
      const email = newAddress();
      const { data } = await invite({ email, role: 'viewer' });
      const link = await mailing.linkTo(email);
      const [api] = await Promise.all([useLink(gateway, link), admin.api.patch(`/people/${data.id}`, { role: null })]);
      if (api !== undefined) expect((await api.get('/me')).status).toBe(401);
    }
  });

  // Rules: 16.26.8
  test.each([
    ['their role is taken away and given again', { role: 'none' }, { role: 'viewer' }],
    ['their role is taken away and a higher one is given', { role: 'none' }, { role: 'admin' }],
    ['their address was typed wrongly', { email: 'right@example.com' }, { name: 'Rita' }],
    ['their address is taken back', { email: 'right@example.com' }, { email: 'first@example.com' }],
  ] as const)('leaves no link open that was mailed before: %s', async (_why, change, later) => {
    const email = _why.endsWith('back') ? 'first@example.com' : newAddress();
    const { data } = await invite({ email });
    const link = await mailing.linkTo(email);
    for (const each of [change, later]) await updateUser(gateway.db.kysely, data.id, each);
    expect(await useLink(gateway, link)).toBeUndefined();
  });

  // Rules: 16.26.8
  test('leaves the link open that was mailed before, if it is another one or the address is spelled otherwise', async () => {
    const email = newAddress();
    const { data } = await invite({ email });
    const link = await mailing.linkTo(email);
    await updateUser(gateway.db.kysely, data.id, { role: 'viewer', email: email.toUpperCase() });
    expect((await (await useLink(gateway, link))?.get('/me'))?.data.user.id).toBe(data.id);
  });

  // Rules: 16.26.6
  test('of a publisher or an administrator is given by an operator where two are asked, and taken away by one person', async () => {
    const rita = await person(gateway, owner, 'publisher');
    await askForFourEyes();
    expect((await admin.api.patch(`/people/${rita.userId}`, { role: 'reviewer' })).status).toBe(200);
    expect(wrong(await admin.api.patch(`/people/${rita.userId}`, { role: 'publisher' }))).toEqual([422, 'role']);
    expect(await roleOf(rita.userId)).toBe('reviewer');
  });

  // Rules: 16.26.5
  test('that the identity provider gives is not changed here', async () => {
    const { id } = await gateway.db.kysely
      .insertInto('account_user')
      .values({
        account_id: owner.accountId,
        name: 'Ada',
        email: '',
        oidc_issuer: 'https://id.example',
        oidc_subject: 'ada',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(wrong(await admin.api.patch(`/people/${id}`, { role: 'viewer' }))).toEqual([422, 'role']);
  });

  test('of a person of another account is not found', async () => {
    const stranger = await gateway.caller();
    for (const role of ['admin', null]) {
      expect((await admin.api.patch(`/people/${stranger.userId}`, { role })).status).toBe(404);
    }
    expect((await admin.api.post(`/people/${stranger.userId}/links`, {})).status).toBe(404);
  });
});

// Rules: 16.26.1
describe.each(ROLES.filter((role) => role !== 'admin'))('a %s', (role: Role) => {
  test('neither sees addresses nor gives a role', async () => {
    const { api } = await person(gateway, owner, role);
    for (const answer of [
      await api.get('/people'),
      await api.post('/people', { name: 'Eve', email: newAddress(), role }),
      await api.patch(`/people/${owner.userId}`, { role }),
      await api.post(`/people/${owner.userId}/links`, {}),
    ]) {
      expect([answer.status, answer.error.code]).toEqual([403, 'insufficient_scope']);
    }
  });
});

// Rules: 16.26.7
describe('the login of the gateway alone', () => {
  test.each([
    ['a proof of nobody', 'x', true],
    ['a session that was taken away', undefined, false],
  ])('gives nobody a role, with %s', async (_how, proof, isLive) => {
    const own = await gateway.asGateway();
    const rita = await person(gateway, owner, 'reviewer');
    const { id } = await gateway.db.kysely
      .selectFrom('user_session')
      .select('id')
      .where('user_id', '=', admin.userId)
      .executeTakeFirstOrThrow();
    if (!isLive) await updateUser(gateway.db.kysely, admin.userId, { role: 'viewer' });
    const { rows } = await own.pool.query("select person_role('session', $1, $2, $3, 'admin', null, null) as result", [
      ...[id, proof ?? 'x', rita.userId],
    ]);
    expect(rows).toEqual([{ result: 'not_proven' }]);
    expect(await roleOf(rita.userId)).toBe('reviewer');
  });
});
