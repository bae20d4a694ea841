import { createUser, updateUser, withdrawUserAddress } from '../../platform/identity/index.ts';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { Browser, ORIGIN, signInAs, startIdentityProvider, type Claims, type TestProvider } from './browser.ts';
import { executionOf, park } from './executions-support.ts';
import { SIMPLE } from './fixtures.ts';
import { blockedBy } from '../support/locks.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

/** How an address of a user is confirmed, and the effects of a changed address. Source: semantics 16.11 and 16.13. */
let provider: TestProvider;
let gateway: TestGateway;
let ada: Caller;
let ben: Caller;
let serial = 0;

beforeAll(async () => {
  provider = await startIdentityProvider();
  gateway = await startGateway({ baseUrl: ORIGIN, identityProvider: provider.settings });
  ada = await gateway.caller({ productionAccess: true, email: 'ada@example.com' });
  ben = await operatorMade('ben@example.com');
  await gateway.db.kysely.updateTable('account').set({ four_eyes: true }).execute();
});
afterAll(async () => {
  provider?.stop();
  await gateway?.stop();
});

const operatorMade = (email: string) => gateway.caller({ of: ada, sameClient: true, email });
const somebody = () => `somebody-${(serial += 1)}`;
const signedIn = (person: string, claims: object, userinfo?: object) =>
  signInAs(gateway, provider, person, claims, userinfo);
const verified = (email: string) => ({ email, email_verified: true });
const userOf = (id: number) =>
  gateway.db.kysely.selectFrom('account_user').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const auditOf = async (userId: number) => {
  const { rows } = await gateway.db.pool.query<{ action: string; detail: object }>(
    `select action, detail from audit_event where action like 'user.address%' and subject_id = $1 order by sequence`,
    [String(userId)],
  );
  return rows.map(({ action, detail }) => [action, detail]);
};
const sessionAudit = async (userId: number) =>
  (
    await gateway.db.kysely
      .selectFrom('audit_event')
      .select('detail')
      .where('action', '=', 'session.opened')
      .where('actor_user_id', '=', userId)
      .orderBy('sequence', 'desc')
      .executeTakeFirstOrThrow()
  ).detail;

interface Actor {
  readonly post: Caller['api']['post'];
}

async function approveOwn(author: Actor, approver: Actor) {
  const { data } = await author.post('/workflows', { name: 'Policy', definition: SIMPLE });
  const path = `/workflows/${data.id}/activation_requests`;
  const asked = await author.post(path, {});
  const { status, error } = await approver.post(`${path}/${asked.data.id}/approve`, {});
  return status === 200 ? 'approved' : (error.code as string);
}

async function reviewBy(required: number): Promise<number> {
  const id = await executionOf(ada);
  await park(gateway.db, id);
  const rounds = gateway.db.kysely.updateTable('review_round').set({ approvals_required: required });
  await rounds.where('execution_id', '=', id).execute();
  return id;
}
const approve = (id: number, by: Actor) =>
  by.post(`/executions/${id}/review_decisions`, { decision: 'approved', node_id: 'node0' });
const roundOf = (id: number) =>
  gateway.db.kysely
    .selectFrom('review_round')
    .select(['status', 'approvals'])
    .where('execution_id', '=', id)
    .executeTakeFirstOrThrow();

describe('an address is confirmed', () => {
  // Rules: 16.11.1, 16.11.2, 16.11.8
  test('by the identity provider, which the user, the audit log and the API say', async () => {
    const eve = await signedIn(somebody(), verified(' Eve+x@Example.com '));
    expect(eve.user).toMatchObject({ email: 'Eve+x@Example.com', address_confirmed_by: 'identity_provider' });
    expect(await userOf(eve.userId)).toMatchObject({
      ...{ confirmed_address: 'eve@example.com', confirmed_by: 'identity_provider', confirmed_at: expect.any(Date) },
    });
    const confirmed = { address: 'eve@example.com', confirmed_by: 'identity_provider', previous_address: null };
    expect(await auditOf(eve.userId)).toEqual([['user.address_confirmed', confirmed]]);
    expect(await sessionAudit(eve.userId)).toMatchObject({ address: 'verified' });
    const { data } = await ada.api.get('/users?per_page=100');
    expect(data.find(({ id }: { id: number }) => id === eve.userId).address_confirmed_by).toBe('identity_provider');
    // Repeating it is no change.
    await signedIn(eve.person, verified('eve@example.com'));
    expect(await auditOf(eve.userId)).toHaveLength(1);
  });

  // Rules: 16.11.3, 16.11.4, 16.12.2
  test('by the operator who makes a user or changes one, and by no sign-in link', async () => {
    expect((await userOf(ben.userId)).confirmed_by).toBe('operator');
    const { user } = (await ben.api.get('/me')).data;
    expect(user).toMatchObject({ email: 'ben@example.com', address_confirmed_by: 'operator' });
    for (const email of ['ben', 'ben@example.com, a@example.com', '"ben"@example.com', '']) {
      await expect(createUser(gateway.db.kysely, { accountId: ada.accountId, name: 'Ben', email })).rejects.toThrow(
        '--email',
      );
      await expect(updateUser(gateway.db.kysely, ben.userId, { email })).rejects.toThrow('--email');
    }
  });

  // Rules: 16.11.2
  test.each<[string, object, object, string]>([
    ['the ID token has none', {}, verified('fay@example.com'), 'fay@example.com'],
    [
      'the ID token says nothing of its being verified',
      { email: 'x@example.com' },
      verified('fay@example.com'),
      'fay@example.com',
    ],
  ])('by userinfo where %s', async (_where, idToken, userinfo, expected) => {
    const fay = await signedIn(somebody(), idToken, userinfo);
    expect((await userOf(fay.userId)).confirmed_address).toBe(expected);
  });

  // Rules: 16.11.2
  test('by no mixture of both', async () => {
    const mixed = await signedIn(somebody(), { email: 'gil@example.com' }, { email_verified: true });
    expect(mixed.user).toMatchObject({ email: '', address_confirmed_by: null });
    const told = await signedIn(
      somebody(),
      { email: 'gil@example.com', email_verified: false },
      verified('gil@example.com'),
    );
    expect(told.user).toMatchObject({ email: '', address_confirmed_by: null });
  });

  // Rules: 16.11.7
  test('by no userinfo about somebody else, which ends the sign-in', async () => {
    const person = somebody();
    await provider.says(person, { id_token: { groups: ['cascade-reviewers'] }, userinfo_sub: 'ada' } satisfies Claims);
    const browser = new Browser(gateway);
    expect([(await browser.signIn(person)).status, browser.session]).toEqual([401, undefined]);
    const made = await gateway.db.kysely
      .selectFrom('account_user')
      .select('id')
      .where('oidc_subject', '=', person)
      .execute();
    expect(made).toEqual([]);
  });
});

describe('an address that is not verified', () => {
  // Rules: 16.11.5
  test('never becomes one of the account', async () => {
    const hal = await signedIn(somebody(), { email: 'hal@example.com', email_verified: false });
    expect(await userOf(hal.userId)).toMatchObject({ email: '', confirmed_address: null, confirmed_by: null });
    expect(await sessionAudit(hal.userId)).toMatchObject({ address: 'unverified' });
    const { data } = await ada.api.post('/workflows/validate', { definition: notify('hal@example.com') });
    expect(data.warnings).toHaveLength(1);
    await signedIn(hal.person, verified('hal@example.com'));
    expect(
      (await ada.api.post('/workflows/validate', { definition: notify('HAL+x@Example.com') })).data.warnings,
    ).toEqual([]);
  });

  // Rules: 16.11.6, 16.11.8
  test('takes the place of one that the provider confirmed before, and the log says why', async () => {
    const ida = await signedIn(somebody(), verified('ida@example.com'));
    for (const [claims, because] of [
      [{ email: 'victim@example.com', email_verified: false }, 'unverified'],
      [{ email: 'ida', email_verified: true }, 'not_an_address'],
      [{}, 'absent'],
    ] as const) {
      await signedIn(ida.person, verified('ida@example.com'));
      const again = await signedIn(ida.person, claims);
      expect(again.user).toMatchObject({ email: '', address_confirmed_by: null });
      expect((await auditOf(ida.userId)).at(-1)).toEqual([
        'user.address_withdrawn',
        { address: 'ida@example.com', because },
      ]);
    }
  });

  // Rules: 16.11.6
  test('leaves that of an operator, until the provider has a word of its own', async () => {
    const jan = await signedIn(somebody(), { email: 'jan@example.com' });
    await updateUser(gateway.db.kysely, jan.userId, { email: 'jan@example.com' });
    const again = await signedIn(jan.person, { email: 'other@example.com', email_verified: false });
    expect(again.user).toMatchObject({ email: 'jan@example.com', address_confirmed_by: 'operator' });
    const told = await signedIn(jan.person, verified('jan.j@example.com'));
    expect(told.user).toMatchObject({ email: 'jan.j@example.com', address_confirmed_by: 'identity_provider' });
  });
});

const notify = (to: string) => [
  { id: 'start', type: 'ApplicantSource', next_step: ['notify'] },
  {
    ...{ id: 'notify', type: 'Action', action_type: 'InternalNotification' },
    internal_notification: { channel: 'email', to, message: 'Look' },
  },
];

describe('one person stays one', () => {
  // Rules: 16.13.1
  test('through a chain of addresses that no two of the outer users share', async () => {
    const first = (await operatorMade('kim@example.com')).api;
    const kim = await signedIn(somebody(), verified('kim@example.com'));
    await signedIn(kim.person, verified('kim@new.example'));
    const last = (await operatorMade('kim@new.example')).api;
    expect(await approveOwn(first, last)).toBe('approver_wrote_it');
    const id = await reviewBy(2);
    expect((await approve(id, first)).status).toBe(200);
    expect((await approve(id, last)).error.code).toBe('already_approved');
  });

  // Rules: 16.13.1
  test('by their subject, when the provider gets another name', async () => {
    const person = somebody();
    const before = await signedIn(person, verified('lea@example.com'));
    const moved = { oidc_issuer: 'https://former.example' };
    await gateway.db.kysely.updateTable('account_user').set(moved).where('id', '=', before.userId).execute();
    const after = await signedIn(person, verified('lea@new.example'));
    expect(after.userId).not.toBe(before.userId);
    expect(await approveOwn(after, before)).toBe('approver_wrote_it');
    const id = await reviewBy(2);
    expect((await approve(id, before)).status).toBe(200);
    expect((await approve(id, after)).error.code).toBe('already_approved');
  });

  // Rules: 9.12.5
  test('when their addresses become one between two approvals', async () => {
    const id = await reviewBy(3);
    const max = await signedIn(somebody(), verified('max@example.com'));
    const may = await signedIn(somebody(), verified('may@example.com'));
    expect((await approve(id, max)).status).toBe(200);
    expect((await approve(id, may)).data.pending_review.approvals.given).toBe(2);
    await signedIn(may.person, verified('MAX@example.com'));
    expect((await ada.api.get(`/executions/${id}`)).data.pending_review.approvals.by_user_ids).toEqual([max.userId]);
    expect((await approve(id, ada.api)).data.pending_review.approvals.given).toBe(2);
    expect((await approve(id, ben.api)).status).toBe(200);
    expect((await roundOf(id)).status).toBe('decided');
  });

  test('who approves at the same moment as two users', async () => {
    const nia = await signedIn(somebody(), verified('ada+nia@example.com'));
    for (let round = 0; round < 3; round += 1) {
      const id = await reviewBy(2);
      const answers = await Promise.all([
        approve(id, ada.api),
        approve(id, nia),
        approve(id, ada.api),
        approve(id, nia),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
      expect(await roundOf(id)).toMatchObject({ status: 'open', approvals: [expect.anything()] });
    }
  });

  test('in their own account alone', async () => {
    const stranger = await gateway.caller({ email: 'ada@example.com', productionAccess: true });
    const { rows } = await gateway.db.pool.query('select same_person($1, $2) as same', [ada.userId, stranger.userId]);
    expect(rows).toEqual([{ same: false }]);
  });
});

describe('an operator takes an address off a user', () => {
  // Rules: 9.12.5, 16.13.4
  test('who then counts for nobody, whatever they approved before', async () => {
    const [oda, pia] = [await operatorMade('oda@example.com'), await operatorMade('pia@example.com')];
    const id = await reviewBy(2);
    expect((await approve(id, oda.api)).status).toBe(200);
    const taken = await withdrawUserAddress(gateway.db.kysely, oda.userId, 'ODA+x@example.com');
    expect(taken).toEqual({ accountId: ada.accountId, confirmedBy: 'operator' });
    expect((await approve(id, pia.api)).data.pending_review.approvals).toEqual({
      ...{ required: 2, given: 1, by_user_ids: [pia.userId], given_at: [expect.any(String)] },
    });
    expect((await approve(id, oda.api)).error.code).toBe('address_not_confirmed');
    expect(await approveOwn(ada.api, oda.api)).toBe('address_not_confirmed');
    expect(await approveOwn(oda.api, ada.api)).toBe('address_not_confirmed');
    expect((await approve(id, ben.api)).status).toBe(200);
    expect((await roundOf(id)).status).toBe('decided');
  });

  describe('between the reading and the writing of the last approval', () => {
    /** Blocks the write until the address is removed. */
    async function withdrawnMeanwhile<T>(userId: number, address: string, act: () => Promise<T>): Promise<T> {
      const held = await gateway.db.pool.connect();
      try {
        await held.query('begin');
        await held.query('lock table review_event in share mode');
        const acted = act();
        await blockedBy(gateway.db, held);
        await withdrawUserAddress(gateway.db.kysely, userId, address);
        await held.query('rollback');
        return await acted;
      } finally {
        held.release();
      }
    }
    const bulkApprove = (id: number) =>
      ben.api.post('/executions/review_bulk_actions', { execution_ids: [id], bulk_action: 'approve' });

    test.each<[string, (id: number) => ReturnType<typeof bulkApprove>, object]>([
      ['which then is not the last one', (id) => approve(id, ben.api), { status: 'awaiting_review' }],
      ['of many reviews, which then is not the last one', bulkApprove, { applied: 1, enqueued: 0, skipped: [] }],
    ])('%s', async (_which, last, expected) => {
      const uma = await operatorMade('uma@example.com');
      const id = await reviewBy(2);
      expect((await approve(id, uma.api)).status).toBe(200);
      const answer = await withdrawnMeanwhile(uma.userId, 'uma@example.com', () => last(id));
      expect([answer.status, answer.data]).toEqual([200, expect.objectContaining(expected)]);
      expect(await roundOf(id)).toMatchObject({ status: 'open', approvals: [{ user_id: ben.userId }] });
    });

    test('of the one who gives it, which is refused', async () => {
      const vic = await operatorMade('vic@example.com');
      const id = await reviewBy(2);
      expect((await approve(id, ada.api)).status).toBe(200);
      const { status, error } = await withdrawnMeanwhile(vic.userId, 'vic@example.com', () => approve(id, vic.api));
      expect([status, error.code]).toEqual([403, 'address_not_confirmed']);
      expect(await roundOf(id)).toMatchObject({ status: 'open', approvals: [{ user_id: ada.userId }] });
    });
  });

  // Rules: 16.13.4
  test('that several people shared, and they are several again', async () => {
    const [quin, ray] = [await operatorMade('desk@example.com'), await operatorMade('desk@example.com')];
    expect(await approveOwn(quin.api, ray.api)).toBe('approver_wrote_it');
    for (const [{ userId }, email] of [
      [quin, 'quin@example.com'],
      [ray, 'ray@example.com'],
    ] as const) {
      await withdrawUserAddress(gateway.db.kysely, userId, 'desk@example.com');
      await updateUser(gateway.db.kysely, userId, { email });
    }
    expect(await approveOwn(quin.api, ray.api)).toBe('approved');
  });

  test('that they never had: refused', async () => {
    for (const address of ['nobody@example.com', 'none', 'ada@example.com']) {
      await expect(withdrawUserAddress(gateway.db.kysely, ben.userId, address)).rejects.toThrow('never had it');
    }
  });
});

// Rules: 16.17.6
test('PostgreSQL lets no service answer for an address, nor write one in another form', async () => {
  const own = await gateway.asGateway();
  const sam = await signedIn(somebody(), {});
  const set = (userId: number, address: string | null, by: string | null) =>
    own.pool.query(
      'update account_user set confirmed_address = $2, confirmed_by = $3, confirmed_at = now() where id = $1',
      [userId, address, by],
    );
  for (const [userId, address, by] of [
    [ben.userId, 'x@example.com', 'identity_provider'],
    [sam.userId, 'x@example.com', 'operator'],
    [sam.userId, 'X@example.com', 'identity_provider'],
    [sam.userId, 'x', 'identity_provider'],
    [sam.userId, 'x@example.com', null],
    [sam.userId, null, 'identity_provider'],
  ] as const) {
    await expect(set(userId, address, by)).rejects.toMatchObject({ code: 'CSC04' });
  }
  // In any code path, only approvals that count end a review.
  const id = await reviewBy(2);
  const approvals = JSON.stringify([{ user_id: ada.userId }, { user_id: sam.userId }]);
  const decided = gateway.db.pool.query(
    `update review_round set status = 'decided', decision = 'approved', approvals = $2 where execution_id = $1`,
    [id, approvals],
  );
  await expect(decided).rejects.toMatchObject({ code: 'CSC02' });
});
