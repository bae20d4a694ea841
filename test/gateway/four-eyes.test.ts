import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { ROLE_SCOPES, ROLES, withImplied, type Role } from '../../core/access.ts';
import { canonicalJson } from '../../core/canonical-json.ts';
import { approvalHash, approvalProof, sha256Hex } from '../../platform/crypto.ts';
import type { Database } from '../../platform/database/index.ts';
import { createToken } from '../../platform/identity/index.ts';
import { createSignInLink } from '../../platform/identity/sessions.ts';
import type { JsonObject } from '../../core/json.ts';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { until } from '../support/until.ts';
import { ApiCaller } from './api-caller.ts';
import { compilerReply } from './compiler.ts';
import { SIMPLE } from './fixtures.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

/** In an account with four eyes, nobody can put live what they wrote themselves, in any way. */
const CHANGED = [...SIMPLE, { id: 'more', type: 'ShowResults' }];
const hashOf = (definition: unknown) => sha256Hex(canonicalJson(definition));

let gateway: TestGateway;
let owner: Caller;
let author: ApiCaller;
let publisher: ApiCaller;
/** May request and approve. */
let admin: Caller;

beforeAll(async () => {
  gateway = await startGateway({
    generator: (_subject, payload) => compilerReply(payload),
  });
  owner = await gateway.caller({ productionAccess: true, email: 'owner@example.com' });
  await gateway.db.kysely.updateTable('account').set({ four_eyes: true }).where('id', '=', owner.accountId).execute();
  author = (await person('author', 'author@example.com')).api;
  publisher = (await person('publisher', 'publisher@example.com')).api;
  admin = await person('admin', 'admin@example.com');
});
afterAll(() => gateway.stop());

const person = (role: Role, email: string) =>
  gateway.caller({ of: owner, sameClient: true, scopes: ROLE_SCOPES[role], email });

async function draft(by = author, definition: readonly object[] = SIMPLE): Promise<number> {
  const { data } = await by.post('/workflows', { name: 'Policy', definition });
  expect(data.active).toBe(false);
  return data.id;
}

const path = (id: number, request?: number, act?: string) =>
  `/workflows/${id}/activation_requests${request === undefined ? '' : `/${request}`}${act === undefined ? '' : `/${act}`}`;
const ask = async (id: number, by = author, body: object = {}) => (await by.post(path(id), body)).data.id as number;
const approve = (id: number, request: number, by = publisher) => by.post(path(id, request, 'approve'), {});
const statusOf = async (id: number, request: number) => (await author.get(path(id, request))).data.status;
const workflowOf = async (id: number) => (await author.get(`/workflows/${id}`)).data;

/** A cascade that is live. */
async function live(): Promise<number> {
  const id = await draft();
  expect((await approve(id, await ask(id))).status).toBe(200);
  return id;
}

describe('a request', () => {
  // Rules: 16.15.1, 16.15.3
  test('that somebody else approves puts the version live, pinned to the hash of its definition', async () => {
    const id = await draft();
    const { status, data } = await author.post(path(id), { note: 'April.' });
    expect([status, data]).toEqual([
      201,
      expect.objectContaining({ status: 'pending', version: 1, note: 'April.', definition_sha256: hashOf(SIMPLE) }),
    ]);
    expect(data.definition).toEqual(SIMPLE);
    const approved = await approve(id, data.id);
    expect(approved.data).toMatchObject({ status: 'approved', activated_version: 1 });
    expect(await workflowOf(id)).toMatchObject({ active: true, version: 1 });
  });

  // Rules: 16.15.1
  test('may propose another definition: the current one stays live until it is approved, and its author wrote it', async () => {
    const id = await live();
    const request = await ask(id, author, { definition: CHANGED });
    expect(await workflowOf(id)).toMatchObject({ active: true, version: 1, definition: SIMPLE });
    expect((await approve(id, request)).data).toMatchObject({
      activated_version: 2,
      definition_sha256: hashOf(CHANGED),
    });
    expect(await workflowOf(id)).toMatchObject({ active: true, version: 2, definition: CHANGED });
    const { data } = await author.get(`/workflows/${id}/versions/2`);
    const asked = (await author.get(path(id, request))).data;
    expect(data.created_by_user_id).toBe(asked.requested_by_user_id);
    expect(data.created_by_user_id).not.toBe(asked.decided_by_user_id);
  });

  // Rules: 16.16.3
  test('names the state that it was made of, and is refused if somebody saved another since', async () => {
    const id = await live();
    const { headers } = await author.get(`/workflows/${id}`);
    const asked = { headers: { 'If-Match': String(headers.get('etag')) } };
    await admin.api.patch(`/workflows/${id}`, { trigger_type: 'event' });
    const { status, error } = await author.post(path(id), { definition: CHANGED }, asked);
    expect([status, error.code]).toEqual([412, 'precondition_failed']);
    const now = { 'If-Match': String((await author.get(`/workflows/${id}`)).headers.get('etag')) };
    expect((await author.post(path(id), { definition: CHANGED }, { headers: now })).status).toBe(201);
  });

  test('of an active cascade needs a definition', async () => {
    const { status, error } = await author.post(path(await live()), {});
    expect([status, error.details[0].field]).toEqual([422, 'definition']);
  });

  test('that proposes what is there already is one for it, or for nothing if that is live', async () => {
    const id = await draft();
    expect((await approve(id, await ask(id, author, { definition: SIMPLE }))).data).toMatchObject({
      status: 'approved',
      activated_version: 1,
    });
    const { status, error } = await author.post(path(id), { definition: SIMPLE });
    expect([status, error.details[0].field]).toEqual([422, 'definition']);
  });

  test('proposes nothing for whoever may not write', async () => {
    const { status } = await publisher.post(path(await live()), { definition: CHANGED });
    expect(status).toBe(403);
  });

  // Rules: 16.15.3
  test('is superseded by another version, and asked for anew', async () => {
    const id = await draft();
    const request = await ask(id);
    await author.patch(`/workflows/${id}`, { definition: CHANGED });
    expect(await statusOf(id, request)).toBe('superseded');
    const { status, error } = await approve(id, request);
    expect([status, error.code, error.message]).toEqual([
      409,
      'activation_not_pending',
      `Activation request ${request} is superseded.`,
    ]);
    expect((await approve(id, await ask(id))).data.activated_version).toBe(2);
  });

  test.each([
    ['name', { name: 'Another' }],
    ['use case', { use_case: 'employment_screening' }],
  ])('is superseded by another %s, which letters depend on', async (_what, change) => {
    const id = await draft();
    const request = await ask(id);
    expect((await author.patch(`/workflows/${id}`, change)).status).toBe(200);
    expect(await statusOf(id, request)).toBe('superseded');
  });

  test('is refused with a note, without which it is not', async () => {
    const id = await draft();
    const request = await ask(id);
    const { status, error } = await publisher.post(path(id, request, 'refuse'), {});
    expect([status, error.details[0].field]).toEqual([422, 'note']);
    const { data } = await publisher.post(path(id, request, 'refuse'), { note: 'Too strict.' });
    expect(data).toMatchObject({ status: 'refused', decision_note: 'Too strict.' });
    expect((await approve(id, request)).error.code).toBe('activation_not_pending');
    expect((await workflowOf(id)).active).toBe(false);
  });

  // Rules: 16.16.8
  test('is withdrawn by whoever asked, and by nobody else', async () => {
    const id = await draft();
    const request = await ask(id);
    expect((await publisher.post(path(id, request, 'withdraw'), {})).error.code).toBe('not_your_request');
    expect((await author.post(path(id, request, 'withdraw'), {})).data.status).toBe('withdrawn');
    expect((await approve(id, request)).error.code).toBe('activation_not_pending');
  });

  test('is listed, and by its status', async () => {
    const id = await draft();
    const first = await ask(id);
    await author.post(path(id, first, 'withdraw'), {});
    const second = await ask(id);
    const ids = async (query = '') => (await publisher.get(path(id) + query)).data.map((one: JsonObject) => one.id);
    expect(await ids()).toEqual([second, first]);
    expect(await ids('?filter[status]=pending')).toEqual([second]);
  });

  // Rules: 16.15.6
  test('is listed with those of all cascades of the account, for whoever looks for what to approve', async () => {
    const [one, other, gone] = [await draft(), await draft(), await draft()];
    const withdrawn = await ask(one);
    await author.post(path(one, withdrawn, 'withdraw'), {});
    const requests = [await ask(one), await ask(other)];
    const ofGone = await ask(gone);
    expect((await author.delete(`/workflows/${gone}`)).status).toBe(204);
    const list = async (by: ApiCaller) =>
      (await by.get('/activation_requests?filter[status]=pending&per_page=100')).data as JsonObject[];
    const found = await list(publisher);
    expect(found.map(({ id }) => id).slice(0, 2)).toEqual(requests.toReversed());
    expect(found.filter(({ status }) => status !== 'pending')).toEqual([]);
    expect(found.map(({ id }) => id)).not.toContain(ofGone);
    // Equal to the request in the list of its cascade, including the users who cannot approve it.
    expect(found[0]).toEqual((await publisher.get(path(other))).data[0]);
    const all = (await publisher.get('/activation_requests?per_page=100')).data.map(({ id }: JsonObject) => id);
    expect(all).toContain(withdrawn);
    // Nobody of another account sees any.
    const foreign = await gateway.caller({ productionAccess: true });
    expect(await list(foreign.api)).toEqual([]);
    for (const [index, id] of [one, other].entries()) await author.post(path(id, requests[index], 'withdraw'), {});
  });

  test('is approved twice under one key with one effect', async () => {
    const id = await draft();
    const request = await ask(id);
    const headers = { 'Idempotency-Key': `approve-${id}` };
    const [first, again] = [
      await publisher.post(path(id, request, 'approve'), {}, { headers }),
      await publisher.post(path(id, request, 'approve'), {}, { headers }),
    ];
    expect([first.status, again.status, again.data]).toEqual([200, 200, first.data]);
  });
});

describe('another name or use case of what is live', () => {
  test.each([
    ['name', { name: 'Another' }, { name: 'Another', use_case: null }],
    ['use case', { use_case: 'tenant_screening' }, { name: 'Policy', use_case: 'tenant_screening' }],
    [
      'all three',
      { name: 'Another', use_case: 'tenant_screening', definition: CHANGED },
      { name: 'Another', use_case: 'tenant_screening', definition: CHANGED },
    ],
  ])('is asked for and approved: %s', async (_what, proposed, expected) => {
    const id = await live();
    const { data } = await author.post(path(id), proposed);
    expect(data).toMatchObject({ ...proposed, status: 'pending', proposes_version: true });
    expect(await workflowOf(id)).toMatchObject({ name: 'Policy', use_case: null, version: 1, active: true });
    expect((await approve(id, data.id)).data).toMatchObject({ status: 'approved', activated_version: 2 });
    expect(await workflowOf(id)).toMatchObject({ ...expected, version: 2, active: true });
    expect((await author.get(`/workflows/${id}/versions/2`)).data.created_by_user_id).toBe(data.requested_by_user_id);
  });

  test('takes a use case away', async () => {
    const id = await live();
    expect((await approve(id, await ask(id, author, { use_case: 'tenant_screening' }))).status).toBe(200);
    expect((await approve(id, await ask(id, author, { use_case: null }))).status).toBe(200);
    expect(await workflowOf(id)).toMatchObject({ use_case: null, version: 3 });
  });

  test('is not approved by whoever proposed it, and not proposed by whoever may not write', async () => {
    const id = await live();
    const request = await ask(id, admin.api, { name: 'Another' });
    expect((await approve(id, request, admin.api)).error.code).toBe('approver_wrote_it');
    expect((await publisher.post(path(await live()), { name: 'Another' })).status).toBe(403);
  });

  test.each(['name', 'use_case', 'definition'] as const)('that is there already is named: %s', async (field) => {
    const id = await live();
    const same = { name: 'Policy', use_case: null, definition: SIMPLE }[field];
    const { status, error } = await author.post(path(id), { [field]: same });
    expect([status, error.details[0].field]).toEqual([422, field]);
    expect(error.details[0].message).toContain('`definition`, `name` or `use_case`');
  });

  // Rules: 16.14.1
  test.each([
    ['name', { name: 'Another' }, ['name']],
    ['use_case', { use_case: 'tenant_screening' }, ['use_case']],
    ['two of them', { name: 'Another', definition: CHANGED }, ['definition', 'name']],
  ])('is refused of a PATCH with the field that needs somebody else: %s', async (_what, change, fields) => {
    const { error } = await admin.api.patch(`/workflows/${await live()}`, change);
    expect(error.details.map(({ field }: { field: string }) => field)).toEqual(fields);
    for (const { field, message } of error.details) expect(message).toContain(`this \`${field}\``);
  });
});

describe('a request that is superseded', () => {
  const actsOf = async (id: number) => {
    const { rows } = await gateway.db.pool.query<{ action: string; detail: JsonObject }>(
      "select action, detail from audit_event where subject_type = 'workflow' and subject_id = $1 order by sequence",
      [String(id)],
    );
    return rows.filter(({ action }) => action !== 'workflow.created');
  };

  // Rules: 16.15.3
  test.each([
    ['another version', (id: number) => author.patch(`/workflows/${id}`, { definition: CHANGED }), 'workflow.updated'],
    ['a deletion', (id: number) => author.call('DELETE', `/workflows/${id}`), 'workflow.deleted'],
  ])('by %s says so in the audit log', async (_what, act, last) => {
    const id = await draft();
    const request = await ask(id);
    await act(id);
    expect((await actsOf(id)).map(({ action }) => action)).toEqual([
      'activation.requested',
      'activation.superseded',
      last,
    ]);
    expect((await actsOf(id))[1]?.detail).toEqual({ request_id: request, version: 1 });
  });
});

describe('whoever takes over the database role of the gateway', () => {
  let own: Database;
  beforeAll(async () => {
    own = await gateway.asGateway();
  });
  const forged = (statement: string, values: unknown[]) => own.pool.query(statement, values);

  // Rules: 16.17.2
  test('writes no approval, and changes none', async () => {
    const id = await draft();
    const request = await ask(id);
    const { userId } = await person('publisher', 'victim@example.com');
    const approved = `update activation_request set status = 'approved', decided_by_user_id = $2, decided_at = now(),
      activated_version = 1 where id = $1`;
    await expect(forged(approved, [request, userId])).rejects.toMatchObject({ code: 'CSC03' });
    const inserted = `insert into activation_request (account_id, workflow_id, version, definition_sha256, name,
      proposes_version, status, requested_by_user_id, decided_by_user_id, activated_version)
      values ($1, $2, 1, 'x', 'Policy', false, $3, $4, $4, $5)`;
    for (const [status, version] of [
      ['approved', 1],
      ['approved', null],
      ['refused', 1],
    ]) {
      await expect(forged(inserted, [owner.accountId, id, status, userId, version])).rejects.toMatchObject({
        code: 'CSC03',
      });
    }
    expect((await publisher.post(path(id, request, 'refuse'), { note: 'No.' })).status).toBe(200);
    await expect(
      forged("update activation_request set status = 'pending' where id = $1", [request]),
    ).rejects.toMatchObject({
      code: 'CSC03',
    });
    await expect(forged('update workflow set active = true where id = $1', [id])).rejects.toMatchObject({
      code: 'CSC01',
    });
  });

  const approveAs = async (request: number, kind: string, credential: number, proof: string) =>
    (
      await forged('select activation_approve($1, $2, $3, $4, null, null, null) as result', [
        request,
        kind,
        credential,
        proof,
      ])
    ).rows[0]?.result as string;

  // Rules: 16.17.3, 16.17.5
  test('approves nothing in the name of a token that it can only read', async () => {
    const id = await draft();
    const request = await ask(id);
    const { tokenId, token } = await person('publisher', 'reader@example.com');
    const { rows } = await forged('select token_hash, approval_hash from api_token where id = $1', [tokenId]);
    for (const proof of ['', token, rows[0]?.token_hash, rows[0]?.approval_hash]) {
      expect(await approveAs(request, 'token', tokenId, proof)).toBe('not_proven');
    }
    expect(await statusOf(id, request)).toBe('pending');
    expect(await approveAs(request, 'token', tokenId, approvalProof(token))).toBe('approved');
  });

  // Rules: 16.17.3
  test.each<[string, (caller: Caller) => Promise<unknown>]>([
    [
      'is revoked',
      ({ tokenId }) => gateway.db.pool.query('update api_token set revoked_at = now() where id = $1', [tokenId]),
    ],
    [
      'has expired',
      ({ tokenId }) =>
        gateway.db.pool.query(`update api_token set expires_at = now() - interval '1 second' where id = $1`, [tokenId]),
    ],
    [
      'may only write',
      ({ tokenId }) =>
        gateway.db.pool.query(`update api_token set scopes = '{workflows:write}' where id = $1`, [tokenId]),
    ],
    [
      'is of a user who was moved to another account',
      async ({ userId }) => {
        const { accountId } = await gateway.caller();
        await gateway.db.pool.query('update account_user set account_id = $2 where id = $1', [userId, accountId]);
      },
    ],
  ])('nor with a token that %s', async (_what, change) => {
    const id = await draft();
    const request = await ask(id);
    const caller = await person('publisher', `${randomUUID()}@example.com`);
    await change(caller);
    expect(await approveAs(request, 'token', caller.tokenId, approvalProof(caller.token))).toBe('not_proven');
  });

  test('nor with one of another account', async () => {
    const request = await ask(await draft());
    const stranger = await gateway.caller({ email: 'other@example.com' });
    expect(await approveAs(request, 'token', stranger.tokenId, approvalProof(stranger.token))).toBe('not_proven');
  });

  // Rules: 16.17.7
  test('nor by a session that it opens for somebody, unless the log says that it was opened', async () => {
    const id = await draft();
    const request = await ask(id);
    const { userId, clientId } = await person('publisher', 'absent@example.com');
    const { rows } = await forged(
      `insert into user_session (token_hash, approval_hash, account_id, user_id, api_client_id, roles, expires_at)
       values ($1, $2, $3, $4, $5, '{publisher}', now() + interval '1 hour') returning id`,
      [randomUUID(), approvalHash('forged'), owner.accountId, userId, clientId],
    );
    const session = Number(rows[0]?.id);
    expect(await approveAs(request, 'session', session, approvalProof('forged'))).toBe('not_proven');
    await forged(
      `insert into audit_event (account_id, action, actor_kind, actor_id, actor_user_id, subject_type, subject_id, detail)
       values ($1, 'session.opened', 'session', $2::bigint, $3, 'session', $2::bigint::text, '{}')`,
      [owner.accountId, session, userId],
    );
    expect(await approveAs(request, 'session', session, approvalProof('forged'))).toBe('approved');
    const acts = await gateway.db.pool.query(
      `select action from audit_event where actor_kind = 'session' and actor_id = $1 order by sequence`,
      [session],
    );
    expect(acts.rows.map(({ action }) => action)).toEqual(['session.opened', 'activation.approved']);
  });

  // Rules: 16.17.1
  test('puts nothing live but what was approved: no other definition, name or use case', async () => {
    const id = await live();
    const request = await ask(id, author, { definition: CHANGED });
    const { tokenId, token } = await person('publisher', `${randomUUID()}@example.com`);
    const other = JSON.stringify([...CHANGED, { id: 'evil', type: 'ShowResults' }]);
    const { pool } = own;
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query('select activation_approve($1, $2, $3, $4, null, null, null)', [
        request,
        'token',
        tokenId,
        approvalProof(token),
      ]);
      for (const [definition, name, useCase] of [
        [other, 'Policy', null],
        [JSON.stringify(CHANGED), 'Evil', null],
        [JSON.stringify(CHANGED), 'Policy', 'evil'],
      ]) {
        await client.query('savepoint before');
        await client.query(
          `insert into workflow_version (workflow_id, version, name, use_case, definition, created_by_user_id)
           values ($1, 2, $2, $3, $4, 1)`,
          [id, name, useCase, definition],
        );
        const put = client.query('update workflow set version = 2, name = $2, use_case = $3 where id = $1', [
          id,
          name,
          useCase,
        ]);
        await expect(put).rejects.toMatchObject({ code: 'CSC01' });
        await client.query('rollback to savepoint before');
      }
      const renamed = client.query("update workflow set name = 'Evil' where id = $1", [id]);
      await expect(renamed).rejects.toMatchObject({ code: 'CSC01' });
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

// Rules: 16.17.4
describe('PostgreSQL and the service agree who may approve:', () => {
  test.each(ROLES.flatMap((role) => [true, false].map((fourEyes) => [role, fourEyes] as const)))(
    'a session of a %s, four eyes %s',
    async (role, fourEyes) => {
      const account = await gateway.caller({ email: `${randomUUID()}@example.com` });
      await gateway.db.pool.query('update account set four_eyes = $2 where id = $1', [account.accountId, fourEyes]);
      const { rows } = await gateway.db.pool.query(
        `insert into user_session (token_hash, approval_hash, account_id, user_id, api_client_id, roles, expires_at)
         values ($1, $2, $3, $4, $5, $6, now() + interval '1 hour') returning id`,
        [randomUUID(), approvalHash('s'), account.accountId, account.userId, account.clientId, [role]],
      );
      const session = Number(rows[0]?.id);
      await gateway.db.pool.query(
        `insert into audit_event (account_id, action, actor_kind, actor_id, actor_user_id, subject_type, subject_id, detail)
         values ($1, 'session.opened', 'session', $2::bigint, $3, 'session', $2::bigint::text, '{}')`,
        [account.accountId, session, account.userId],
      );
      const found = await gateway.db.pool.query('select * from activation_approver($1, $2, $3, $4)', [
        account.accountId,
        'session',
        session,
        approvalProof('s'),
      ]);
      const scopes = withImplied(ROLE_SCOPES[role], { fourEyes });
      expect(found.rowCount === 1).toBe(scopes.has('workflows:activate'));
    },
  );
});

test('whoever is revoked while the body of the request is on its way approves nothing', async () => {
  const id = await draft();
  const asked = await ask(id);
  const { token, tokenId } = await person('publisher', 'leaving@example.com');
  const sent = request(`${gateway.baseUrl}/api/v1${path(id, asked, 'approve')}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'Content-Length': '2' },
  });
  sent.write('{');
  const used = 'select 1 from api_token where id = $1 and last_used_at is not null';
  // Admission has succeeded once the use of the token is recorded.
  await until(async () => (await gateway.db.pool.query(used, [tokenId])).rowCount === 1);
  await gateway.db.pool.query('update api_token set revoked_at = now() where id = $1', [tokenId]);
  const answered = once(sent, 'response');
  sent.end('}');
  const [response] = (await answered) as [IncomingMessage];
  response.resume();
  expect([response.statusCode, await statusOf(id, asked)]).toEqual([403, 'pending']);
});

describe('every other way is closed:', () => {
  const refused = { status: 409, error: expect.objectContaining({ code: 'activation_needs_approval' }) };

  // Rules: 16.14.2
  test('to create it active', async () => {
    const { data } = await admin.api.post('/workflows', { name: 'Mine', definition: SIMPLE, active: true });
    expect([data.active, data.note]).toEqual([false, expect.stringContaining('activation_requests')]);
  });

  // Rules: 9.12.14
  test('to ask for fewer approvals of a review; an execution keeps those of its version', async () => {
    const asking = (approvals: number) => [
      ...SIMPLE.slice(0, 2).map((node) => (node.id === 'credit' ? { ...node, next_step: ['ask'] } : node)),
      {
        ...{ id: 'ask', type: 'IfElse', human_review_steps: [], review: { approvals } },
        branches: {
          human_review: {
            condition_groups: [
              {
                conditions: [{ source_node_id: 'credit', field: 'score', operator: 'greater_than', value: 0 }],
              },
            ],
          },
        },
      },
    ];
    const id = await draft(author, asking(3));
    expect((await approve(id, await ask(id))).status).toBe(200);
    const execution = (await owner.api.trigger(id, {})).data.id as number;
    expect(await admin.api.patch(`/workflows/${id}`, { definition: asking(1) })).toMatchObject(refused);
    expect((await approve(id, await ask(id, author, { definition: asking(1) }))).status).toBe(200);
    const { workflow_version: version } = (await owner.api.get(`/executions/${execution}`)).data;
    const approvalsIn = async (of: number) =>
      (await owner.api.get(`/workflows/${id}/versions/${of}`)).data.definition[2].review.approvals;
    expect([version, await approvalsIn(1), await approvalsIn(2)]).toEqual([1, 3, 1]);
  });

  // Rules: 16.10.2
  test('for whoever has not the scope: a new one is a draft, and an active one has to be made one first', async () => {
    const { data } = await author.post('/workflows', { name: 'Mine', definition: SIMPLE, active: true });
    expect([data.active, data.note]).toEqual([false, expect.stringContaining('workflows:activate')]);
    const id = await live();
    const change = () => author.patch(`/workflows/${id}`, { definition: CHANGED });
    expect(await change()).toMatchObject({ status: 403, error: { code: 'insufficient_scope' } });
    expect((await author.patch(`/workflows/${id}`, { active: false })).status).toBe(200);
    expect((await change()).data).toMatchObject({ active: false, definition: CHANGED });
  });

  // Rules: 16.14.1
  test('to set it active, which names the request or how to ask', async () => {
    const id = await draft();
    for (const by of [admin.api, publisher]) {
      const answer = await by.patch(`/workflows/${id}`, { active: true });
      expect(answer).toMatchObject(refused);
      expect(answer.error.details[0]).toEqual({ field: 'active', message: `ask for it with POST ${path(id)}` });
    }
    const request = await ask(id);
    const { error } = await publisher.patch(`/workflows/${id}`, { active: true });
    expect(error.details[0].message).toContain(`request ${request} is pending`);
    expect((await workflowOf(id)).active).toBe(false);
  });

  test.each([
    ['definition', { definition: CHANGED }],
    ['name', { name: 'Another' }],
    ['use case', { use_case: 'tenant_screening' }],
  ])('to change the %s of what is live', async (_what, change) => {
    const id = await live();
    expect(await admin.api.patch(`/workflows/${id}`, change)).toMatchObject(refused);
    expect(await workflowOf(id)).toMatchObject({ version: 1, definition: SIMPLE });
  });

  // Rules: 16.14.1
  test('to restore a version of what is live', async () => {
    const id = await live();
    expect((await approve(id, await ask(id, author, { definition: CHANGED }))).status).toBe(200);
    expect(await admin.api.post(`/workflows/${id}/versions/1/restore`, {})).toMatchObject(refused);
  });

  // Rules: 16.15.5
  test('to put it live again after it was a draft: that is asked for anew', async () => {
    const id = await live();
    expect((await author.patch(`/workflows/${id}`, { active: false })).status).toBe(200);
    expect(await admin.api.patch(`/workflows/${id}`, { active: true })).toMatchObject(refused);
    const request = await ask(id);
    expect((await approve(id, request, author)).status).toBe(403);
    expect((await approve(id, request)).data.activated_version).toBe(1);
  });

  test('to have it generated', async () => {
    const { data } = await admin.api.post('/workflows/generate', {
      prompt: 'Approve if the credit score is at least 700. Deny below 700.',
    });
    expect(data.active).toBe(false);
    expect(await admin.api.patch(`/workflows/${data.id}`, { active: true })).toMatchObject(refused);
  });

  // Rules: 16.17.1
  test('to write it into the table: PostgreSQL refuses it whatever code asks', async () => {
    const id = await draft();
    await expect(gateway.db.pool.query('update workflow set active = true where id = $1', [id])).rejects.toMatchObject({
      code: 'CSC01',
    });
    const on = await live();
    await expect(gateway.db.pool.query('update workflow set version = 2 where id = $1', [on])).rejects.toMatchObject({
      code: 'CSC01',
    });
  });

  // Rules: 2.10.2
  test('and a trigger of a draft runs in test mode only', async () => {
    const id = await draft();
    expect((await owner.api.trigger(id, { execution_mode: 'live' })).error.code).toBe('workflow_not_active');
    expect((await owner.api.trigger(id, {})).status).toBe(202);
  });
});

describe('whoever wrote it does not approve it:', () => {
  const own = { status: 403, error: expect.objectContaining({ code: 'approver_wrote_it' }) };

  // Rules: 16.16.1, 16.16.6
  test('not who saved the version, whoever asked', async () => {
    const id = await draft(admin.api);
    const request = await ask(id, publisher);
    expect(await approve(id, request, admin.api)).toMatchObject(own);
    expect(await statusOf(id, request)).toBe('pending');
    expect((await approve(id, request)).status).toBe(200);
  });

  // Rules: 16.16.1
  test('not who proposed the definition', async () => {
    const id = await live();
    const request = await ask(id, admin.api, { definition: CHANGED });
    expect(await approve(id, request, admin.api)).toMatchObject(own);
  });

  // Rules: 16.16.1
  test('not who wrote a version since the last that was approved, though another saved the last one', async () => {
    const id = await draft(admin.api, CHANGED);
    await author.patch(`/workflows/${id}`, { name: 'A comma' });
    expect(await approve(id, await ask(id), admin.api)).toMatchObject(own);
  });

  // Rules: 16.16.1
  test('but who wrote a version that was approved before', async () => {
    const id = await draft(admin.api);
    expect((await approve(id, await ask(id, admin.api))).status).toBe(200);
    const request = await ask(id, author, { definition: CHANGED });
    expect((await approve(id, request, admin.api)).status).toBe(200);
  });

  test('not with another token of the same user', async () => {
    const id = await draft(admin.api);
    const { token } = await createToken(gateway.db.kysely, {
      clientId: admin.clientId,
      userId: admin.userId,
      scopes: ['workflows:activate', 'workflows:read'],
      expiresAt: null,
    });
    expect(await approve(id, await ask(id), new ApiCaller(gateway.baseUrl, token))).toMatchObject(own);
  });

  // Rules: 16.13.2
  test('not as another user with the same e-mail address, such as that of the identity provider', async () => {
    const id = await draft(admin.api);
    const twin = await person('publisher', 'Admin@Example.com');
    expect(twin.userId).not.toBe(admin.userId);
    expect(await approve(id, await ask(id), twin.api)).toMatchObject(own);
  });

  // Rules: 16.13.2
  test('not as whoever had the address before: who changes it at the identity provider is nobody else', async () => {
    const writer = await person('admin', 'before@example.com');
    const id = await draft(writer.api);
    const request = await ask(id);
    const login = await gateway.asGateway();
    await login.pool.query("update account_user set email = 'after@example.com' where id = $1", [writer.userId]);
    const twin = await person('publisher', 'Before@example.com');
    expect(await approve(id, request, twin.api)).toMatchObject(own);
    const other = await person('publisher', 'after@example.com');
    expect(await approve(id, request, other.api)).toMatchObject(own);
  });

  // Rules: 16.16.4
  test('and the request names them, and everybody who is the same person, and nobody else', async () => {
    const [writer, twin, other] = [
      await person('admin', 'writer@example.com'),
      await person('publisher', 'Writer@example.com'),
      await person('admin', 'other@example.com'),
    ];
    const id = await draft(writer.api);
    const first = await ask(id, other.api);
    const writersOf = async (request: number) => (await publisher.get(path(id, request))).data.written_by_user_ids;
    expect(await writersOf(first)).toEqual([writer.userId, twin.userId]);
    expect((await publisher.get(path(id))).data[0].written_by_user_ids).toEqual([writer.userId, twin.userId]);
    expect(await approve(id, first, twin.api)).toMatchObject(own);
    expect((await approve(id, first)).data.written_by_user_ids).toEqual([writer.userId, twin.userId]);
    // The former approval no longer counts; a proposal belongs to the person who makes it.
    const second = await ask(id, other.api, { definition: CHANGED });
    expect(await writersOf(second)).toEqual([other.userId]);
    expect((await approve(id, second, writer.api)).status).toBe(200);
  });

  // Rules: 16.17.4
  test('an approval that fails later leaves neither an approval, nor a row, nor a gap', async () => {
    const id = await draft();
    const request = await ask(id);
    await gateway.db.pool.query('update account set production_access = false where id = $1', [owner.accountId]);
    const failed = await approve(id, request);
    await gateway.db.pool.query('update account set production_access = true where id = $1', [owner.accountId]);
    expect([failed.status, failed.error.code]).toEqual([403, 'activation_forbidden']);
    expect(await statusOf(id, request)).toBe('pending');
    const { rows } = await gateway.db.pool.query<{ sequence: number; action: string }>(
      'select sequence, action from audit_event where account_id = $1 order by sequence',
      [owner.accountId],
    );
    expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, at) => at + 1));
    expect(rows.at(-1)?.action).toBe('activation.requested');
    expect((await approve(id, request)).status).toBe(200);
  });

  test('not in a session', async () => {
    const id = await draft(admin.api);
    const request = await ask(id);
    await gateway.db.kysely
      .updateTable('account_user')
      .set({ role: 'publisher' })
      .where('id', '=', admin.userId)
      .execute();
    const link = await createSignInLink(gateway.db.kysely, {
      userId: admin.userId,
      clientId: admin.clientId,
      validMs: 60_000,
    });
    const headers = { Origin: 'http://api.test' };
    const signedIn = await fetch(`${gateway.baseUrl}/auth/link`, {
      method: 'POST',
      redirect: 'manual',
      headers,
      body: link.path.replace(/^.*\?/, ''),
    });
    const cookie = /^[^;]+/.exec(signedIn.headers.getSetCookie()[0] ?? '')?.[0] ?? '';
    const session = new ApiCaller(gateway.baseUrl, null);
    const answer = await session.post(path(id, request, 'approve'), {}, { headers: { ...headers, Cookie: cookie } });
    expect(answer).toMatchObject(own);
  });

  // Rules: 16.16.1
  test('and nobody of another account, nor who lacks workflows:activate', async () => {
    const id = await draft();
    const request = await ask(id);
    const stranger = await gateway.caller({ email: 'stranger@example.com' });
    expect((await approve(id, request, stranger.api)).status).toBe(404);
    expect((await approve(id, request, author)).error.code).toBe('insufficient_scope');
    const other = await draft();
    expect((await approve(other, request)).status).toBe(404);
  });
});

describe('at the same time', () => {
  // Rules: 16.15.4
  test('two approve: one succeeds, and it goes live once', async () => {
    const second = await person('publisher', 'second@example.com');
    for (let round = 0; round < 5; round += 1) {
      const id = await draft();
      const request = await ask(id);
      const answers = await Promise.all([approve(id, request), approve(id, request, second.api)]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      expect(await workflowOf(id)).toMatchObject({ active: true, version: 1 });
    }
  });

  // Rules: 16.15.4
  test('one approves and one changes: what is live is what was approved', async () => {
    for (let round = 0; round < 8; round += 1) {
      const id = await draft();
      const request = await ask(id);
      const [approved, changed] = await Promise.all([
        approve(id, request),
        author.patch(`/workflows/${id}`, { definition: CHANGED }),
      ]);
      const now = await workflowOf(id);
      if (approved.status === 200) {
        expect(changed.error.code).toBe('insufficient_scope');
        expect(now).toMatchObject({ active: true, version: 1, definition: SIMPLE });
      } else {
        expect([approved.error.code, changed.status]).toEqual(['activation_not_pending', 200]);
        expect(now).toMatchObject({ active: false, version: 2 });
      }
    }
  });

  // Rules: 16.15.2
  test('two ask: one request is pending', async () => {
    const id = await draft();
    const answers = await Promise.all([author.post(path(id), {}), publisher.post(path(id), {})]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });
});

// Rules: 16.14.3
test('what is live stays live when the account begins to ask, and can be made a draft by one person', async () => {
  const { api, accountId } = await gateway.caller({ productionAccess: true });
  const { data } = await api.post('/workflows', { name: 'Before', definition: SIMPLE });
  expect(data.active).toBe(true);
  await gateway.db.kysely.updateTable('account').set({ four_eyes: true }).where('id', '=', accountId).execute();
  expect((await api.get(`/workflows/${data.id}`)).data.active).toBe(true);
  expect((await api.patch(`/workflows/${data.id}`, { trigger_type: 'event' })).status).toBe(200);
  expect((await api.patch(`/workflows/${data.id}`, { active: false })).status).toBe(200);
});

// Rules: 16.16.9
test('an account that does not ask for four eyes may ask for an approval, under the same rules', async () => {
  const two = await gateway.caller({ productionAccess: true, email: 'two@example.com' });
  const colleague = await gateway.caller({ of: two, sameClient: true, email: 'colleague@example.com' });
  const { data } = await two.api.post('/workflows', { name: 'Policy', definition: SIMPLE, active: false });
  const request = (await two.api.post(path(data.id), {})).data.id as number;
  const approved = (by: Caller) => by.api.post(path(data.id, request, 'approve'), {});
  expect(await approved(two)).toMatchObject({ status: 403, error: { code: 'approver_wrote_it' } });
  expect((await approved(colleague)).status).toBe(200);
  expect((await two.api.get(`/workflows/${data.id}`)).data.active).toBe(true);
});
