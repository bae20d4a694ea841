import { SCOPES } from '../../core/access.ts';
import { createLogger } from '../../platform/log/index.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '../support/jest.ts';
import { ApiCaller, type Answer } from './api-caller.ts';
import { newAddress, ORIGIN, person, type Person } from './people-support.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

/* Tokens of an account, as its administrators make them. */
let gateway: TestGateway;
let owner: Caller;
let admin: Person;
let logged = '';

beforeAll(async () => {
  const log = createLogger('gateway', 'trace', { write: (line: string) => void (logged += line) });
  gateway = await startGateway({ baseUrl: ORIGIN, log });
});
afterAll(() => gateway.stop());
beforeEach(async () => {
  owner = await gateway.caller({ email: newAddress() });
  admin = await person(gateway, owner, 'admin');
});

const make = (change: object = {}, by = admin) =>
  by.api.post('/tokens', { scopes: ['workflows:read'], expires_in_days: 30, ...change });
const wrong = ({ status, error }: Answer) => [status, error.details[0]?.field];
const mayCall = async (token: string) => (await new ApiCaller(gateway.baseUrl, token).get('/workflows')).status;
const askForFourEyes = () =>
  gateway.db.kysely.updateTable('account').set({ four_eyes: true }).where('id', '=', owner.accountId).execute();
const signedInAt = (minutes: number) =>
  gateway.db.pool.query("update user_session set created_at = now() - $1 * interval '1 minute' where user_id = $2", [
    ...[minutes, admin.userId],
  ]);
const daysOf = ({ data }: Answer) => Math.round((Date.parse(data.expires_at) - Date.now()) / 86_400_000);

describe('a token', () => {
  // Rules: 16.27.1, 16.27.2
  test('is shown once, acts for whoever made it, and is in no list, log or row', async () => {
    const answer = await make({ scopes: ['workflows:read', 'workflows:read'] });
    expect([answer.status, answer.data]).toMatchObject([
      201,
      { scopes: ['workflows:read'], user_id: admin.userId, api_client_id: owner.clientId, last_used_at: null },
    ]);
    expect(daysOf(answer)).toBe(30);
    const { token, prefix, id } = answer.data;
    expect(await mayCall(token)).toBe(200);
    const list = await admin.api.get('/tokens');
    expect(list.data[0]).toMatchObject({ id, prefix });
    const rows = await gateway.db.pool.query('select * from audit_event where account_id = $1', [owner.accountId]);
    for (const text of [list.text, logged, JSON.stringify(rows.rows)]) expect(text).not.toContain(token);
  });

  // Rules: 16.27.1
  test('is made once for its key, and the replay shows it', async () => {
    const headers = { 'Idempotency-Key': 'one-token' };
    const body = { scopes: ['workflows:read'], expires_in_days: 1 };
    const [first, again] = [
      await admin.api.post('/tokens', body, { headers }),
      await admin.api.post('/tokens', body, { headers }),
    ];
    expect(again.data.token).toBe(first.data.token);
    const { rows } = await gateway.db.pool.query(
      "select response_data::text as text from idempotency_key where key like '%one-token'",
    );
    expect(rows.map(({ text }: { text: string }) => text).join('')).not.toContain(first.data.token);
    // A request with that key and another token of the person is not shown the token.
    const own = await make({ scopes: ['tokens:write'] });
    const replay = await new ApiCaller(gateway.baseUrl, own.data.token).post('/tokens', body, { headers });
    expect([replay.status, replay.error.code]).toEqual([403, 'sign_in_again']);
  });

  // Rules: 16.27.2
  test.each([14, 16])('is made in a session that began %d minutes ago, or not', async (minutes) => {
    await signedInAt(minutes);
    const answer = await make();
    expect(answer.status).toBe(minutes < 15 ? 201 : 403);
    if (minutes > 15)
      expect(answer.error).toMatchObject({ code: 'sign_in_again', message: expect.stringContaining('15 minutes') });
    expect((await admin.api.get('/tokens')).data).toHaveLength(minutes < 15 ? 2 : 1);
  });

  // Rules: 16.27.2
  test('is not made with a token, whatever it may do', async () => {
    const { status, error } = await owner.api.post('/tokens', { scopes: ['workflows:read'], expires_in_days: 1 });
    expect([status, error.code]).toEqual([403, 'sign_in_again']);
    const rotated = await owner.api.post(`/tokens/${owner.tokenId}/rotate`, { expires_in_days: 1, overlap_hours: 0 });
    expect([rotated.status, rotated.error.code]).toEqual([403, 'sign_in_again']);
  });

  // Rules: 16.25.7, 16.27.3
  test('lives no longer than the account says', async () => {
    expect((await owner.api.patch('/company', { longest_token_days: 90 })).data).toMatchObject({
      longest_token_days: 90,
    });
    expect(wrong(await make({ expires_in_days: 91 }))).toEqual([422, 'expires_in_days']);
    expect(daysOf(await make({ expires_in_days: 90 }))).toBe(90);
    const { data } = await make({ expires_in_days: 1 });
    const rotation = { expires_in_days: 91, overlap_hours: 0 };
    expect(wrong(await admin.api.post(`/tokens/${data.id}/rotate`, rotation))).toEqual([422, 'expires_in_days']);
    expect(await mayCall(data.token)).toBe(200);
  });

  test.each([
    ['scopes', { scopes: [] }],
    ['scopes[0]', { scopes: ['everything'] }],
    ['expires_in_days', { expires_in_days: 0 }],
    ['expires_in_days', { expires_in_days: null }],
    ['api_client_id', { api_client_id: 999_999 }],
    ['user_id', { user_id: 1 }],
  ])('is refused with its member: %s of %j', async (field, change) => {
    expect(wrong(await make(change))).toEqual([422, field]);
  });

  // Rules: 16.27.4
  test.each(SCOPES)(
    'of %s is made by one person, unless the account asks for four eyes and it reaches too far',
    async (scope) => {
      expect((await make({ scopes: [scope] })).status).toBe(201);
      await askForFourEyes();
      const isTooFar = ['workflows:activate', 'pii:read', 'people:write', 'tokens:write'].includes(scope);
      expect((await make({ scopes: ['workflows:read', scope] })).status).toBe(isTooFar ? 422 : 201);
      const longer = await admin.api.patch('/company', { longest_token_days: 3_650 });
      expect(wrong(longer)).toEqual([422, 'longest_token_days']);
    },
  );

  // Rules: 16.27.5
  test('is exchanged: both work during the overlap, and the earlier one ends with it', async () => {
    const earlier = await make();
    const { id, token } = earlier.data;
    const later = await admin.api.post(`/tokens/${id}/rotate`, { expires_in_days: 10, overlap_hours: 2 });
    expect(later.data).toMatchObject({ in_place_of: id, scopes: ['workflows:read'] });
    expect([await mayCall(token), await mayCall(later.data.token)]).toEqual([200, 200]);
    const listed = (await admin.api.get('/tokens')).data.find((row: { id: number }) => row.id === id);
    const left = Date.parse(listed.expires_at) - Date.now();
    expect([left > 7_000_000, left <= 7_200_000]).toEqual([true, true]);
    await admin.api.post(`/tokens/${later.data.id}/rotate`, { expires_in_days: 10, overlap_hours: 0 });
    expect(await mayCall(later.data.token)).toBe(401);
  });

  // Rules: 16.27.5
  test('of somebody else, one that has ended, and one of another account is not exchanged', async () => {
    const rotate = (id: number) => admin.api.post(`/tokens/${id}/rotate`, { expires_in_days: 1, overlap_hours: 0 });
    expect(wrong(await rotate(owner.tokenId))).toEqual([422, 'id']);
    const { data } = await make();
    await admin.api.post(`/tokens/${data.id}/revoke`, {});
    expect((await rotate(data.id)).status).toBe(404);
    const stranger = await gateway.caller();
    expect((await rotate(stranger.tokenId)).status).toBe(404);
    expect(await mayCall(owner.token)).toBe(200);
  });

  // Rules: 16.27.6
  test('is revoked at once and for good, with one row', async () => {
    const { data } = await make();
    expect((await admin.api.post(`/tokens/${data.id}/revoke`, {})).data.revoked_at).not.toBeNull();
    expect(await mayCall(data.token)).toBe(401);
    const again = await admin.api.post(`/tokens/${data.id}/revoke`, {});
    expect(again.status).toBe(200);
    expect((await admin.api.get('/audit_events?filter[action]=token.revoked')).data).toHaveLength(1);
    const stranger = await gateway.caller();
    expect((await admin.api.post(`/tokens/${stranger.tokenId}/revoke`, {})).status).toBe(404);
    expect(await mayCall(stranger.token)).toBe(200);
  });
});

// Rules: 16.27.7
test('the login of the gateway alone makes no token', async () => {
  const own = await gateway.asGateway();
  const { rows: sessions } = await own.pool.query('select id from user_session where user_id = $1', [admin.userId]);
  const { rows } = await own.pool.query(
    "select result from token_issue('session', $1, 'x', $2, 'h', 'a', 'p', '{workflows:read}', 1, null, null, null, null)",
    [sessions[0].id, owner.clientId],
  );
  expect(rows).toEqual([{ result: 'not_proven' }]);
});
