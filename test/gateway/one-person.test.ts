import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { ORIGIN, signInAs, startIdentityProvider, type SignedIn, type TestProvider } from './browser.ts';
import { executionOf, park } from './executions-support.ts';
import { SIMPLE } from './fixtures.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

/**
 * One human with two users: that of their token, which an operator confirmed, and the one of the identity provider. The
 * two spell the address differently. They approve nothing of their own, and count once.
 */
let provider: TestProvider;
let gateway: TestGateway;
let ada: Caller;
let serial = 0;

beforeAll(async () => {
  provider = await startIdentityProvider();
  gateway = await startGateway({ baseUrl: ORIGIN, identityProvider: provider.settings });
  ada = await gateway.caller({ productionAccess: true, email: 'ada@example.com' });
  expect(ada.accountId).toBe(provider.settings.accountId);
  await gateway.db.kysely.updateTable('account').set({ four_eyes: true }).execute();
});
afterAll(async () => {
  provider?.stop();
  await gateway?.stop();
});

/** A person who signs in at the provider with these claims. */
const signedIn = (claims: object, person = `person-${(serial += 1)}`) => signInAs(gateway, provider, person, claims);
type Actor = Pick<SignedIn, 'post'>;

const tokenOf = (caller: Caller): Actor => ({ post: (path, body) => caller.api.post(path, body) });
const operatorMade = async (email: string) => gateway.caller({ of: ada, sameClient: true, email });

/** The result of approving a cascade that the author wrote. */
async function approveOwn(author: Actor, approver: Actor) {
  const { data } = await author.post('/workflows', { name: 'Policy', definition: SIMPLE });
  const path = `/workflows/${data.id}/activation_requests`;
  const asked = await author.post(path, {});
  const { status, error } = await approver.post(`${path}/${asked.data.id}/approve`, {});
  return status === 200 ? 'approved' : (error.code as string);
}

async function reviewByTwo(): Promise<number> {
  const id = await executionOf(ada);
  await park(gateway.db, id);
  await gateway.db.kysely
    .updateTable('review_round')
    .set({ approvals_required: 2 })
    .where('execution_id', '=', id)
    .execute();
  return id;
}
const approveReview = async (id: number, { post }: Actor) => {
  const { status, error } = await post(`/executions/${id}/review_decisions`, {
    decision: 'approved',
    node_id: 'node0',
  });
  return status === 200 ? 'approved' : (error.code as string);
};
const roundOf = (id: number) =>
  gateway.db.kysely
    .selectFrom('review_round')
    .select(['status', 'approvals'])
    .where('execution_id', '=', id)
    .executeTakeFirstOrThrow();

/** The result of the second approval. */
async function approveTwice(first: Actor, second: Actor): Promise<string> {
  const id = await reviewByTwo();
  expect(await approveReview(id, first)).toBe('approved');
  const result = await approveReview(id, second);
  if (result !== 'approved') expect((await roundOf(id)).status).toBe('open');
  return (await roundOf(id)).status === 'decided' ? 'decided' : result;
}

const SAME = ['approver_wrote_it', 'already_approved'];
const NOBODY = ['address_not_confirmed', 'address_not_confirmed'];

describe('the author as the identity provider spells them approves nothing:', () => {
  test.each<[string, unknown, string[]]>([
    ['the same', 'ada@example.com', SAME],
    ['capitals', 'ADA@EXAMPLE.COM', SAME],
    ['a tag', 'ada+work@example.com', SAME],
    ['two tags', 'ada+a+b@example.com', SAME],
    ['a final dot', 'ada@example.com.', SAME],
    ['two final dots', 'ada@example.com..', NOBODY],
    ['a blank before', ' ada@example.com', SAME],
    ['a line break after', 'ada@example.com\r\n', SAME],
    ['a no-break space after', 'ada@example.com\u00a0', SAME],
    ['a wide space before', '\u3000ada@example.com', SAME],
    ['a blank within', 'ada @example.com', NOBODY],
    ['full-width letters', 'ａｄａ@ｅｘａｍｐｌｅ.com', SAME],
    ['a full-width at', 'ada＠example.com', SAME],
    ['a small at', 'ada﹫example.com', SAME],
    ['an ideographic stop', 'ada@example。com', SAME],
    ['mathematical letters', '𝒶𝒹𝒶@example.com', SAME],
    ['one full-width letter', 'ada@e\uff38ample.com', SAME],
    ['a zero-width space', 'ad\u200ba@example.com', NOBODY],
    ['a soft hyphen', 'ada@exam\u00adple.com', NOBODY],
    ['a byte order mark', '\ufeffada@example.com', NOBODY],
    ['a quoted local part', '"ada"@example.com', NOBODY],
    ['a comment', 'ada(work)@example.com', NOBODY],
    ['a display name', 'Ada <ada@example.com>', NOBODY],
    ['two addresses', 'ada@example.com, ben@example.com', NOBODY],
    ['two ats', 'ada@example.com@other.example', NOBODY],
    ['a source route', '@other.example:ada@example.com', NOBODY],
    ['an address literal', 'ada@[192.0.2.1]', NOBODY],
    ['no domain', 'ada', NOBODY],
    ['nothing', '', NOBODY],
    ['none at all', undefined, NOBODY],
    ['null', null, NOBODY],
    ['a list', ['ada@example.com'], NOBODY],
    ['yes', true, NOBODY],
  ])('%s', async (_form, email, expected) => {
    const twin = await signedIn({ email, email_verified: true });
    expect(twin.userId).not.toBe(ada.userId);
    expect([await approveOwn(tokenOf(ada), twin), await approveTwice(tokenOf(ada), twin)]).toEqual(expected);
    // The other way round is refused, too.
    expect(await approveOwn(twin, tokenOf(ada))).toBe(expected[0]);
    expect(await approveTwice(tokenOf(ada), tokenOf(ada))).toBe('already_approved');
  });

  // Rules: 16.12.1
  test.each([
    ['ada@münchen.example', 'ada@xn--mnchen-3ya.example'],
    ['ada@xn--mnchen-3ya.example', 'ada@MÜNCHEN.example'],
    ['ada@münchen.example', 'ada@mu\u0308nchen.example'],
    ['örjan@firma.example', 'o\u0308rjan@firma.example'],
    ['ΝΙΚΟΣ@firma.example', 'νικοσ@firma.example'],
    ['ada.lind@gmail.com', 'a.d.a.lind+x@googlemail.com'],
  ])('%s as %s', async (one, other) => {
    const made = tokenOf(await operatorMade(one));
    const twin = await signedIn({ email: other, email_verified: true });
    expect([await approveOwn(made, twin), await approveTwice(made, twin)]).toEqual(SAME);
  });

  // Rules: 16.12.3
  test.each([
    ['another person', 'ben@example.com'],
    ['another domain', 'ada@other.example'],
    ['dots outside of Gmail', 'a.da@example.com'],
  ])('but %s does', async (_who, email) => {
    const other = await signedIn({ email, email_verified: true });
    expect([await approveOwn(tokenOf(ada), other), await approveTwice(tokenOf(ada), other)]).toEqual([
      'approved',
      'decided',
    ]);
  });
});

describe('nobody in particular', () => {
  // Rules: 16.13.3, 16.16.2
  test.each([[false], ['false'], [0], [null], [undefined], ['yes']])(
    'is who has an address that is not verified (%j)',
    async (verified) => {
      const unknown = await signedIn({ email: 'carol@example.com', email_verified: verified });
      expect([await approveOwn(tokenOf(ada), unknown), await approveTwice(tokenOf(ada), unknown)]).toEqual(NOBODY);
    },
  );

  // Rules: 16.16.2
  test('wrote what nobody approves, until it is known who it was', async () => {
    const author = await signedIn({ email: 'dora@example.com', email_verified: false });
    const { data: workflow } = await author.post('/workflows', { name: 'Policy', definition: SIMPLE });
    const path = `/workflows/${workflow.id}/activation_requests`;
    const { data: request } = await author.post(path, {});
    expect(request.unconfirmed_user_ids).toEqual([author.userId]);
    const { status, error } = await ada.api.post(`${path}/${request.id}/approve`, {});
    expect([status, error.code]).toEqual([403, 'address_not_confirmed']);
    expect(error.message).toContain(`none: ${author.userId}`);
    await signedIn({ email: 'dora@example.com', email_verified: true }, author.person);
    expect((await ada.api.get(`${path}/${request.id}`)).data.unconfirmed_user_ids).toEqual([]);
    expect((await ada.api.post(`${path}/${request.id}/approve`, {})).status).toBe(200);
  });

  // Rules: 9.12.3
  test('approves no review by two in bulk', async () => {
    const unknown = await signedIn({ email: 'carol@example.com', email_verified: false });
    const id = await reviewByTwo();
    const bulk = await unknown.post('/executions/review_bulk_actions', { execution_ids: [id], bulk_action: 'approve' });
    expect(bulk.data.skipped).toMatchObject([{ id, reason: 'address_not_confirmed' }]);
    expect((await roundOf(id)).approvals).toEqual([]);
  });

  test('posts no letter that two people have to approve', async () => {
    const unknown = await signedIn({ email: 'carol@example.com', email_verified: false });
    const id = await executionOf(ada);
    await park(gateway.db, id, ['notice']);
    const artifact = await gateway.db.kysely
      .insertInto('artifact')
      .values({
        ...{ api_client_id: ada.clientId, execution_id: id, kind: 'notice', node_id: 'node0', visit: 1 },
        ...{ stage: 'single', status: 'ready', notice_status: 'draft', filename: 'a.pdf' },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await gateway.db.kysely
      .updateTable('review_round')
      .set({ approvals_required: 2, delivery: 'post', artifact_id: artifact.id })
      .where('execution_id', '=', id)
      .execute();
    expect(await approveReview(id, tokenOf(ada))).toBe('approved');
    const posted = { date: '2026-03-03', carrier: 'USPS' };
    const { error } = await unknown.post(`/executions/${id}/notice_artifacts/${artifact.id}/posted`, posted);
    expect([error.code, (await roundOf(id)).status]).toEqual(['address_not_confirmed', 'open']);
  });

  // Rules: 9.12.4
  test('decides alone where one person is asked, and denies where two are', async () => {
    const unknown = await signedIn({ email_verified: true });
    const one = await executionOf(ada);
    await park(gateway.db, one);
    expect(await approveReview(one, unknown)).toBe('approved');
    const two = await reviewByTwo();
    const denied = await unknown.post(`/executions/${two}/review_decisions`, { decision: 'denied', node_id: 'node0' });
    expect([denied.status, (await roundOf(two)).status]).toEqual([200, 'decided']);
  });
});
