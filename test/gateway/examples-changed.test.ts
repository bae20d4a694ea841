import { ROLE_SCOPES, type Role } from '../../core/access.ts';
import { compiled } from '../core/rows/support.ts';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import type { AnyJson } from './api-caller.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

/** With four eyes, the second person sees what the first did to the examples, and approves what they saw. */
let gateway: TestGateway;
let author: Caller;
let publisher: Caller;
let id: number;
let example: number;

const person = (of: Caller, role: Role) =>
  gateway.caller({ of, sameClient: true, scopes: ROLE_SCOPES[role], email: `${role}@example.com` });

beforeAll(async () => {
  gateway = await startGateway();
  const owner = await gateway.caller({ productionAccess: true, email: 'owner@example.com' });
  await gateway.db.kysely
    .updateTable('account')
    .set({ four_eyes: true, examples_gate: 'required' })
    .where('id', '=', owner.accountId)
    .execute();
  author = await person(owner, 'author');
  publisher = await person(owner, 'publisher');
});
afterAll(() => gateway.stop());

const RULES = 'Deny if the credit score is below 600. Approve everyone else.';
const LOOSER = 'Deny if the credit score is below 500. Approve everyone else.';
const BELOW = {
  name: 'Below',
  payload: { applicant: { first_name: 'Ann', last_name: 'Made-Up', email: 'ann@example.com' } },
  reports: { credit_report: { score: 599 } },
  expected: { outcome: 'denied' },
};

const requests = (request?: number) =>
  `/workflows/${id}/activation_requests${request === undefined ? '' : `/${request}`}`;
const examples = (one?: number) => `/workflows/${id}/examples${one === undefined ? '' : `/${one}`}`;
const read = (request: number) => publisher.api.get(requests(request));
const approve = (request: number, etag?: string, body: object = {}, key?: string) =>
  publisher.api.post(`${requests(request)}/approve`, body, {
    headers: {
      ...(etag === undefined ? {} : { 'If-Match': etag }),
      ...(key === undefined ? {} : { 'Idempotency-Key': key }),
    },
  });
const etagOf = ({ headers }: { readonly headers: Headers }) => headers.get('etag') ?? '';

/** A cascade that is live with one example. */
async function live(): Promise<void> {
  ({ id } = (await author.api.post('/workflows', { name: 'Bands', definition: compiled(RULES) })).data);
  ({ id: example } = (await author.api.post(examples(), BELOW)).data);
  const { data } = await author.api.post(requests(), {});
  expect(data.examples_changed).toMatchObject([{ change: 'added', before: null, after: { name: 'Below' } }]);
  expect((await approve(data.id)).error).toBeUndefined();
}

/** The cascade denies fewer applicants, so the example fails. */
async function loosen(): Promise<AnyJson> {
  const { data } = await author.api.post(requests(), { definition: compiled(LOOSER) });
  expect(data.examples_when_asked).toMatchObject({ passed: 0, failed: 1, failing: [{ name: 'Below' }] });
  return data;
}

const changes = async (request: number): Promise<readonly AnyJson[]> => (await read(request)).data.examples_changed;

// Rules: 2.13.16, 2.13.17
test('an example that its author takes away while a request waits is told, and nobody approves without having seen it', async () => {
  await live();
  const { id: request } = await loosen();
  const before = etagOf(await read(request));
  expect(await changes(request)).toEqual([]);
  expect((await author.api.call('DELETE', examples(example))).status).toBe(204);

  for (const etag of [undefined, before, '*']) {
    const { status, error } = await approve(request, etag);
    expect([status, error.code, error.message]).toEqual([
      412,
      'precondition_failed',
      expect.stringContaining('Examples of the cascade have changed'),
    ]);
  }
  const { data, ...seen } = await read(request);
  expect(data.examples_changed).toEqual([
    {
      ...{ example_id: example, change: 'removed', after: null, applicant_changed: false },
      before: { name: 'Below', as_of: expect.any(String), expected: { outcome: 'denied' } },
      ...{ changed_by_user_ids: [author.userId], changed_at: expect.any(String) },
    },
  ]);
  expect(data.examples_when_asked).toMatchObject({ failed: 1 });
  expect((await approve(request, etagOf(seen))).status).toBe(200);
  // It stays with the request, and the next request starts empty.
  expect(await changes(request)).toMatchObject([{ change: 'removed' }]);
  expect((await author.api.post(requests(), { definition: compiled(RULES) })).data.examples_changed).toEqual([]);
});

// Rules: 2.13.16
test('of an example the request tells what differs from when it went live, by all who changed it', async () => {
  await live();
  const { id: request } = await loosen();
  await author.api.patch(examples(example), { name: 'Anybody', expected: { outcome: 'approved' } });
  await author.api.patch(examples(example), { reports: { credit_report: { score: 700 } } });
  await author.api.post(examples(), { ...BELOW, name: 'For a moment' });
  const { data: kept } = await author.api.get(examples());
  await author.api.call('DELETE', examples(kept[0].id));
  expect(await changes(request)).toMatchObject([
    {
      ...{ change: 'changed', applicant_changed: true, changed_by_user_ids: [author.userId] },
      before: { name: 'Below', expected: { outcome: 'denied' } },
      after: { name: 'Anybody', expected: { outcome: 'approved' } },
    },
  ]);
  // An unchanged example is no change.
  const { name, reports, expected } = BELOW;
  await author.api.patch(examples(example), { name, reports, expected });
  expect(await changes(request)).toEqual([]);
});

// Rules: 1.4.1, 2.13.17
test('an approval that is sent again is answered from its key before anything is read or calculated', async () => {
  await live();
  const { id: request } = await loosen();
  const send = () => approve(request, undefined, { examples_override: 'As agreed.' }, `approve-${request}`);
  const first = await send();
  expect(first.status).toBe(200);
  // No example is left that could be tried.
  expect((await author.api.call('DELETE', `/workflows/${id}`)).status).toBe(204);
  const again = await send();
  expect([again.status, again.data, again.headers.get('idempotent-replayed')]).toEqual([200, first.data, 'true']);
});
