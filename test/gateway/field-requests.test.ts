import { ROLE_SCOPES, type Role } from '../../core/access.ts';
import { withdrawUserAddress } from '../../platform/identity/index.ts';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import type { ApiCaller } from './api-caller.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

/* Four eyes for the dictionary: one person asks, and another one approves. */

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const PETS = { type: 'integer', title: 'Pets', 'x-kind': 'fact' };
const ANIMALS = { ...PETS, title: 'Animals' };
const BADGE = { type: 'string', 'x-kind': 'identifier' };
const schemaOf = (applicant: object) => ({ type: 'object', properties: { applicant: { properties: applicant } } });

const LETTERS = [
  { id: 'start', type: 'ApplicantSource', next_step: ['decide'] },
  {
    ...{ id: 'decide', type: 'IfElse', pass_steps: ['approve'], fail_steps: ['deny'] },
    branches: {
      pass: {
        condition_groups: [
          { conditions: [{ source_node_id: 'start', field: 'applicant.pets', operator: 'less_than', value: 3 }] },
        ],
      },
    },
  },
  { id: 'approve', type: 'Action', action_type: 'Approve' },
  {
    ...{ id: 'deny', type: 'Action', action_type: 'AdverseAction' },
    adverse_action: { recipient: '{{applicant.email}}', purpose: 'tenant' },
  },
];

interface Account {
  readonly owner: Caller;
  readonly cascade: number;
  readonly author: Caller;
  readonly publisher: Caller;
  /** May request and approve. */
  readonly admin: Caller;
}

const person = (of: Caller, role: Role, email: string) =>
  gateway.caller({ of, sameClient: true, scopes: ROLE_SCOPES[role], email });

/** An account with four eyes and a live cascade whose letters state the number of pets. */
async function account(): Promise<Account> {
  const owner = await gateway.caller({ productionAccess: true });
  const body = schemaOf({ pets: PETS, badge: BADGE });
  expect((await owner.api.call('PUT', '/fields', { body })).status).toBe(200);
  const { data } = await owner.api.post('/workflows', { name: 'Letters', definition: LETTERS });
  expect(data).toMatchObject({ active: true });
  await gateway.db.kysely.updateTable('account').set({ four_eyes: true }).where('id', '=', owner.accountId).execute();
  const [author, publisher, admin] = await Promise.all([
    person(owner, 'author', 'author@example.com'),
    person(owner, 'publisher', 'publisher@example.com'),
    person(owner, 'admin', 'admin@example.com'),
  ]);
  return { owner, cascade: data.id, author, publisher, admin };
}

const REQUESTS = '/field_requests';
const ask = ({ api }: Caller, applicant: object = { pets: ANIMALS, badge: BADGE }, more: object = {}) =>
  api.post(REQUESTS, { fields: schemaOf(applicant), ...more });
const decide = ({ api }: Caller, id: number, act: string, body: object = {}) =>
  api.post(`${REQUESTS}/${id}/${act}`, body);
const stateOf = async ({ api }: Caller, id: number) => (await api.get(`${REQUESTS}/${id}`)).data;
const labelOf = async ({ api }: Caller) => (await api.get('/fields/applicant.pets')).data.label;
const versionOf = async (api: ApiCaller) => (await api.get('/fields/proposals')).data.version;
const actsOf = async ({ api }: Caller) =>
  (await api.get('/audit_events?per_page=100')).data
    .filter(({ subject_type: type }: { subject_type: string }) => type === 'field_dictionary')
    .map(({ action }: { action: string }) => action)
    .toReversed();

describe('a request', () => {
  // Rules: 20.12.1, 20.12.2
  test('that another person approves makes the next version, of the person who asked', async () => {
    const { owner, cascade, author, publisher } = await account();
    const asked = await ask(author, undefined, { note: 'The words of counsel.' });
    expect([asked.status, asked.data]).toMatchObject([
      201,
      {
        object: 'field_request',
        status: 'pending',
        version: 1,
        fields: ['applicant.pets'],
        note: 'The words of counsel.',
      },
    ]);
    expect(asked.data).toMatchObject({
      rewritten: [{ id: cascade, name: 'Letters' }],
      shown: [],
      changes: { 'applicant.pets': { old: { label: 'Pets' }, new: { label: 'Animals' } } },
    });
    expect(await labelOf(author)).toBe('Pets');
    const { status, data } = await decide(publisher, asked.data.id, 'approve', { note: 'Fine.' });
    expect([status, data]).toMatchObject([
      200,
      { status: 'approved', activated_version: 2, decided_by_user_id: publisher.userId, decision_note: 'Fine.' },
    ]);
    // It shows its own changes, and not the remaining ones.
    expect(data.changes).toEqual(asked.data.changes);
    expect([await labelOf(author), await versionOf(author.api)]).toEqual(['Animals', 2]);
    const row = await gateway.db.kysely
      .selectFrom('dictionary_version')
      .select(['created_by_user_id', 'note'])
      .where('account_id', '=', owner.accountId)
      .where('version', '=', 2)
      .executeTakeFirst();
    expect(row).toEqual({ created_by_user_id: author.userId, note: 'The words of counsel.' });
    expect(await actsOf(owner)).toEqual([
      'fields.changed',
      'activation.requested',
      'activation.approved',
      'fields.changed',
    ]);
  });

  // Rules: 20.12.3
  test('that shows more needs pii:read of the person who asks, and not of the one who approves', async () => {
    const { author, publisher, admin } = await account();
    const shown = { pets: PETS, badge: { type: 'string', 'x-kind': 'fact' } };
    expect((await ask(author, shown)).error.code).toBe('insufficient_scope');
    const asked = await ask(admin, shown);
    expect(asked.data).toMatchObject({ rewritten: [], shown: ['applicant.badge'] });
    expect((await decide(publisher, asked.data.id, 'approve')).data.status).toBe('approved');
    expect((await author.api.get('/fields/applicant.badge')).data.kind).toBe('fact');
  });

  // Rules: 20.12.1
  test('that would change nothing, or has a fault, is refused with the place of it', async () => {
    const { author } = await account();
    const same = await ask(author, { pets: PETS, badge: BADGE });
    expect([same.status, same.error.details[0].field]).toEqual([422, 'fields']);
    const wrong = await ask(author, { pets: { type: 'pet' } });
    expect([wrong.status, wrong.error.details[0].field]).toEqual([
      422,
      '/fields/properties/applicant/properties/pets/type',
    ]);
    const ssn = await ask(author, { pets: PETS, ssn: { type: 'string', 'x-kind': 'fact' } });
    expect([ssn.status, ssn.error.details[0].field]).toEqual([
      422,
      '/fields/properties/applicant/properties/ssn/x-kind',
    ]);
    const read = await ask(author, { badge: BADGE });
    expect([read.status, read.error.code]).toEqual([409, 'field_in_use']);
    const { status } = await author.api.post(
      REQUESTS,
      { fields: schemaOf({ pets: ANIMALS }) },
      { headers: { 'If-Match': '"fields.7"' } },
    );
    expect(status).toBe(412);
    expect((await author.api.get(REQUESTS)).body.meta.total_count).toBe(0);
  });

  // Rules: 20.12.4
  test('is approved by nobody who asked, under no other user of theirs, and with confirmed addresses alone', async () => {
    const { owner, author, publisher, admin } = await account();
    const own = (await ask(admin)).data.id;
    expect((await decide(admin, own, 'approve')).error.code).toBe('approver_wrote_it');
    const second = await person(owner, 'admin', 'admin@example.com');
    expect((await decide(second, own, 'approve')).error.code).toBe('approver_wrote_it');
    expect((await decide(author, own, 'approve')).error.code).toBe('insufficient_scope');
    await withdrawUserAddress(gateway.db.kysely, publisher.userId, 'publisher@example.com');
    expect((await decide(publisher, own, 'approve')).error.code).toBe('address_not_confirmed');
    expect([await labelOf(author), (await stateOf(author, own)).status]).toEqual(['Pets', 'pending']);
  });

  // Rules: 20.12.5
  test('is superseded by the next version, and never overwrites it', async () => {
    const { owner, author, publisher } = await account();
    const { id } = (await ask(author)).data;
    // A field that no letter names is the author's alone.
    await author.api.call('PUT', '/fields/applicant.cars', { body: { type: 'integer', kind: 'fact' } });
    expect(await stateOf(author, id)).toMatchObject({ status: 'superseded', decided_by_user_id: null });
    const late = await decide(publisher, id, 'approve');
    expect([late.status, late.error]).toMatchObject([
      409,
      { code: 'activation_not_pending', message: `Request ${id} is superseded.` },
    ]);
    expect(await labelOf(author)).toBe('Pets');
    expect((await author.api.get('/fields/applicant.cars')).status).toBe(200);
    expect((await actsOf(owner)).slice(-2)).toEqual(['activation.superseded', 'fields.changed']);
    expect((await ask(author)).status).toBe(201);
  });

  // Rules: 20.12.5
  test('of another version than the newest is refused at approval, whatever wrote that', async () => {
    const { owner, author, publisher } = await account();
    const { id } = (await ask(author)).data;
    await gateway.db.kysely
      .insertInto('dictionary_version')
      .values({ account_id: owner.accountId, version: 2, created_by_user_id: null })
      .execute();
    const { status, error } = await decide(publisher, id, 'approve');
    expect([status, error]).toMatchObject([
      409,
      { code: 'activation_not_pending', message: expect.stringContaining('no longer at version 1') },
    ]);
    expect((await decide(publisher, id, 'refuse', { note: 'Old.' })).data.status).toBe('refused');
  });

  // Rules: 20.12.6
  test('is refused with a note by another person, or withdrawn by the one who asked', async () => {
    const { author, publisher } = await account();
    const first = (await ask(author)).data.id;
    expect((await decide(publisher, first, 'refuse')).status).toBe(422);
    expect((await decide(publisher, first, 'withdraw')).status).toBe(403);
    const refused = await decide(publisher, first, 'refuse', { note: 'Not so.' });
    expect(refused.data).toMatchObject({ status: 'refused', decision_note: 'Not so.' });
    const second = (await ask(author)).data.id;
    expect((await decide(author, second, 'withdraw')).data.status).toBe('withdrawn');
    for (const id of [first, second])
      expect((await decide(publisher, id, 'approve')).error.code).toBe('activation_not_pending');
    const listed = async (status: string) =>
      (await author.api.get(`${REQUESTS}?filter[status]=${status}`)).data.map(({ id }: { id: number }) => id);
    expect([await listed('refused'), await listed('withdrawn'), await listed('pending')]).toEqual([
      [first],
      [second],
      [],
    ]);
    expect(await labelOf(author)).toBe('Pets');
  });
});

describe('two at once', () => {
  // Rules: 20.12.2
  test('ask: one request is pending', async () => {
    const { author, admin } = await account();
    const answers = await Promise.all([ask(author), ask(admin)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.error.code).toBe('activation_already_requested');
  });

  // Rules: 20.12.5
  test('approve, and one changes something else: the dictionary is what it was, and one of the two', async () => {
    const { author, publisher, admin } = await account();
    const { id } = (await ask(author)).data;
    const body = { type: 'integer', kind: 'fact' };
    const [one, two, other] = await Promise.all([
      decide(publisher, id, 'approve'),
      decide(admin, id, 'approve'),
      author.api.call('PUT', '/fields/applicant.cars', { body }),
    ]);
    const approved = [one, two].filter(({ status }) => status === 200).length;
    expect([approved <= 1, other.status]).toEqual([true, 200]);
    expect(await labelOf(author)).toBe(approved === 1 ? 'Animals' : 'Pets');
    expect((await stateOf(author, id)).status).toBe(approved === 1 ? 'approved' : 'superseded');
    expect(await versionOf(author.api)).toBe(2 + approved);
  });
});

// Rules: 20.12.7
test('killed at any write, a request is decided whole or not at all', async () => {
  const { author, publisher } = await account();
  const { id } = (await ask(author)).data;
  for (const table of ['dictionary_version', 'field', 'audit_event']) {
    const failing = `fails_${table}_${id}`;
    await gateway.db.pool.query(`create function ${failing}() returns trigger language plpgsql as
      $$ begin raise exception 'killed'; end $$; create trigger ${failing} before insert on ${table}
      for each row execute function ${failing}()`);
    try {
      expect((await decide(publisher, id, 'approve')).status).toBe(500);
    } finally {
      await gateway.db.pool.query(`drop function ${failing}() cascade`);
    }
    expect([await labelOf(author), await versionOf(author.api), (await stateOf(author, id)).status]).toEqual([
      'Pets',
      1,
      'pending',
    ]);
  }
  expect((await decide(publisher, id, 'approve')).status).toBe(200);
});

describe('an author alone does not reword a live letter', () => {
  const labels = (applicant: object = { pets: ANIMALS, badge: BADGE }) => schemaOf(applicant);

  // Rules: 20.8.3
  test.each<readonly [string, (author: ApiCaller, account: Account) => Promise<{ readonly status: number }>]>([
    ['by the whole dictionary', (api) => api.call('PUT', '/fields', { body: labels() })],
    [
      'by the field',
      (api) => api.call('PUT', '/fields/applicant.pets', { body: { type: 'integer', kind: 'fact', label: 'Animals' } }),
    ],
    [
      'by another name of its path',
      (api) =>
        api.call('PUT', '/fields/context.applicant.pets', {
          body: { type: 'integer', kind: 'fact', label: 'Animals' },
        }),
    ],
    [
      'by a reason, a unit or a person of it',
      (api) =>
        api.call('PUT', '/fields/applicant.pets', {
          body: { type: 'integer', kind: 'fact', label: 'Pets', of_person: 'co_applicant' },
        }),
    ],
    ['by removing it', (api) => api.delete('/fields/applicant.pets')],
    ['by what it stands in', (api) => api.call('PUT', '/fields/applicant', { body: { type: 'object' } })],
    [
      'by declarations of the cascade itself',
      (api, { cascade }) =>
        api.patch(`/workflows/${cascade}`, {
          definition: [
            {
              ...LETTERS[0],
              config: { fields: { 'applicant.pets': { type: 'integer', kind: 'fact', label: 'Animals' } } },
            },
            ...LETTERS.slice(1),
          ],
        }),
    ],
    [
      'with a request that nobody else approves',
      async (api) => {
        const { data } = await api.post(REQUESTS, { fields: labels() });
        return api.post(`${REQUESTS}/${data.id}/approve`, {});
      },
    ],
  ])('%s', async (_way, attempt) => {
    const own = await account();
    expect((await attempt(own.admin.api, own)).status).toBeGreaterThanOrEqual(400);
    expect(await labelOf(own.author)).toBe('Pets');
    expect((await own.owner.api.get(`/workflows/${own.cascade}`)).data).toMatchObject({ active: true, version: 1 });
  });

  test('by the answer to a question, on which nothing depends', async () => {
    const { author } = await account();
    const body = { code: 'age', reason: 'Of a building.' };
    expect((await author.api.call('PUT', '/fields/applicant.age_2/answers', { body })).status).toBe(200);
    expect([await labelOf(author), await versionOf(author.api)]).toEqual(['Pets', 1]);
  });

  // Rules: 20.12.9
  test('by making the cascade a draft, and approving themselves what they ask for', async () => {
    const { cascade, admin, publisher, author } = await account();
    await admin.api.patch(`/workflows/${cascade}`, { active: false });
    const body = { type: 'integer', kind: 'fact', label: 'Animals' };
    expect((await admin.api.call('PUT', '/fields/applicant.pets', { body })).status).toBe(200);
    const path = `/workflows/${cascade}/activation_requests`;
    const asked = (await admin.api.post(path, {})).data;
    expect(asked.written_by_user_ids).toContain(admin.userId);
    expect((await admin.api.post(`${path}/${asked.id}/approve`, {})).error.code).toBe('approver_wrote_it');
    expect((await publisher.api.post(`${path}/${asked.id}/approve`, {})).status).toBe(200);
    // A change that another person approved is not in the next request.
    await author.api.patch(`/workflows/${cascade}`, { active: false });
    const again = (await admin.api.post(path, {})).data;
    expect(again.written_by_user_ids).not.toContain(admin.userId);
  });

  // Rules: 20.12.10
  test('by changing the dictionary while another person reads the request', async () => {
    const { cascade, admin, publisher } = await account();
    await admin.api.patch(`/workflows/${cascade}`, { active: false });
    const path = `/workflows/${cascade}/activation_requests`;
    const asked = (await admin.api.post(path, {})).data;
    await admin.api.call('PUT', '/fields/applicant.cars', { body: { type: 'integer', kind: 'fact' } });
    const body = { type: 'integer', kind: 'fact', label: 'Animals' };
    await admin.api.call('PUT', '/fields/applicant.pets', { body });
    const { status, error } = await publisher.api.post(`${path}/${asked.id}/approve`, {});
    expect([status, error]).toMatchObject([
      409,
      { code: 'activation_not_pending', message: expect.stringContaining('changed what its letters say') },
    ]);
    await admin.api.call('PUT', '/fields/applicant.pets', { body: { type: 'integer', kind: 'fact', label: 'Pets' } });
    expect((await publisher.api.post(`${path}/${asked.id}/approve`, {})).status).toBe(200);
  });
});
