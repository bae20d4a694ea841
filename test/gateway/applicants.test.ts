import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { SCOPES } from '../../core/access.ts';
import { createLogger } from '../../platform/log/index.ts';
import { recordSearches } from '../../services/gateway/applicants/search-counts.ts';
import { SIMPLE } from './fixtures.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';
import type { AnyJson } from './api-caller.ts';

/** People, found and shown, joined and split by hand. */
let gateway: TestGateway;
let caller: Caller;
let masked: Caller;
let workflowId: number;
const lines: string[] = [];
beforeAll(async () => {
  gateway = await startGateway({
    log: createLogger('gateway', 'debug', { write: (line: string) => void lines.push(line) }),
  });
  caller = await gateway.caller();
  masked = await gateway.caller({
    of: caller,
    sameClient: true,
    scopes: SCOPES.filter((scope) => scope !== 'pii:read' && scope !== 'audit:read'),
  });
  workflowId = (await caller.api.post('/workflows', { name: 'Screening', definition: SIMPLE })).data.id;
});
afterAll(() => gateway.stop());

async function accepted(applicant: object, more: object = {}, by: Caller = caller): Promise<number> {
  const { status, data } = await by.api.trigger(workflowId, { payload: { applicant }, ...more });
  expect(status).toBe(202);
  return data.id;
}

async function found(q: string, by: Caller = caller): Promise<AnyJson> {
  const { status, data } = await by.api.post('/applicants/searches', { q });
  expect(status).toBe(200);
  return data;
}

const names = async (q: string, by?: Caller): Promise<string[]> =>
  (await found(q, by)).applicants.map(({ name }: { name: string }) => name);

const personOf = async (executionId: number): Promise<number> =>
  (await caller.api.get(`/executions/${executionId}`)).data.applicant_id;

describe('a search', () => {
  // Rules: 22.2.1, 22.2.2
  test.each([
    [
      "Siobhán O'Brien-Kelly",
      ["o'brien", 'obrien', 'OBRIEN siob', 'brien', 'kelly', 'siobhan obri', 'O’Brien', 'obrien-kelly'],
    ],
    ['Łukasz Żółć', ['lukasz', 'łukasz zolc', 'ZOLC']],
    ['Jürgen Groß', ['gross', 'groß', 'jurgen', 'GROSS']],
    ['李小龙', ['李', '小龙', '李小龙']],
    ['김민수', ['김민수', '민수', '김']],
    ['Ирина Ёлкина', ['елкина', 'ИРИНА']],
    ['محمد الأمين', ['محمد', 'الامين']],
    ['Παναγιώτης Παππάς', ['παππας', 'ΠΑΠΠΆΣ', 'παναγ']],
    ['Ｆｕｌｌ Ｗｉｄｔｈ', ['full width', 'full　width']],
  ])('finds %s by each of %p', async (name, queries) => {
    await accepted({ name });
    for (const q of queries) expect([q, await names(q)]).toEqual([q, [name]]);
  });

  // Rules: 22.2.1
  test('finds whom all words begin, and nobody by the middle of a word', async () => {
    await accepted({ first_name: 'Quentin', last_name: 'Zandbergen' }, { external_reference: 'lease/2041-b' });
    for (const q of ['quen zand', 'zandbergen 2041', 'lease', '2041', 'lease/2041-b']) {
      expect([q, await names(q)]).toEqual([q, ['Quentin Zandbergen']]);
    }
    for (const q of ['bergen', 'quentin obrien', '041', "'", '#', '%', 'zand%']) {
      expect([q, await names(q)]).toEqual([q, q === 'zand%' ? ['Quentin Zandbergen'] : []]);
    }
  });

  // Rules: 22.2.1
  test('finds by the id of an execution, and by the key of the caller', async () => {
    const id = await accepted({ name: 'Ida Number' }, { applicant_key: 'crm-90417' });
    for (const q of [String(id), `#${id}`, 'crm-90417']) expect(await names(q)).toContain('Ida Number');
  });

  // Rules: 22.2.3
  test('finds whole numbers, telephone numbers and addresses for pii:read alone', async () => {
    const applicant = {
      name: 'Petra Private',
      ssn: '512-88-7340',
      phone: '+1 (207) 555-0187',
      email: 'petra.private@example.org',
    };
    await accepted(applicant);
    for (const q of ['512887340', '512-88-7340', '207-555-0187', '2075550187', 'PETRA.private@example.org']) {
      expect([q, await names(q)]).toEqual([q, ['Petra Private']]);
      expect([q, (await found(q, masked)).applicants.filter(({ name }: AnyJson) => name === 'Petra Private')]).toEqual([
        q,
        [],
      ]);
    }
    for (const q of ['51288734', '887340', '555-0187', 'petra.private@example']) {
      expect([q, (await found(q)).total_count]).toEqual([q, 0]);
    }
    expect((await found('petra', masked)).searched_identifiers).toBe(false);
    expect(await names('petra', masked)).toEqual(['Petra Private']);
  });

  // Rules: 22.2.7
  test('does not tell the digits of a number that was sent within a name', async () => {
    const id = await accepted({ name: 'Nadja Misfiled 512-88-7351', first_name: 'Nadja 3rd' });
    expect(await names('nadja 3rd', masked)).toEqual(['Nadja Misfiled ***-**-7351']);
    for (const q of ['512', '88', '512887351', 'nadja 5', 'nadja 51', '512-88-7351']) {
      const { applicants } = await found(q, masked);
      expect([q, applicants.filter(({ executions }: AnyJson) => executions[0].id === id)]).toEqual([q, []]);
    }
    const words = await gateway.db.kysely
      .selectFrom('applicant_word')
      .select('word')
      .where('execution_id', '=', id)
      .execute();
    expect(words.filter(({ word }) => /512|88/.test(word) && !word.startsWith('#'))).toEqual([]);
  });

  // Rules: 22.2.1
  test('finds by the key whoever has a name of many words', async () => {
    const name = Array.from({ length: 30 }, (_, index) => `Many${String.fromCodePoint(97 + index)}`).join(' ');
    await accepted({ name }, { applicant_key: 'crm-90418', external_reference: 'lease-many' });
    expect([await names('crm-90418'), await names('lease-many')]).toEqual([[name], [name]]);
  });

  // Rules: 22.2.4
  test('finds nobody of another client, and nobody whose words were redacted', async () => {
    const other = await gateway.caller({ of: caller });
    const id = await accepted({ name: 'Nora Elsewhere', ssn: '512887399' });
    const of = await personOf(id);
    expect(await names('nora', other)).toEqual([]);
    expect(await names('512887399', other)).toEqual([]);
    expect(await names(String(id), other)).toEqual([]);
    expect((await other.api.get(`/applicants/${of}`)).status).toBe(404);
    await gateway.db.kysely.deleteFrom('applicant_word').where('execution_id', '=', id).execute();
    expect(await names('nora')).toEqual([]);
  });

  // Rules: 22.2.5
  test('counts all people and shows as many as are asked for, the newest first', async () => {
    for (const first of ['Ann', 'Bob', 'Cyd']) await accepted({ name: `${first} Countable` });
    const { data } = await caller.api.post('/applicants/searches', { q: 'countable', limit: 2 });
    expect([data.total_count, data.has_more, data.applicants.map(({ name }: AnyJson) => name)]).toEqual([
      3,
      false,
      ['Cyd Countable', 'Bob Countable'],
    ]);
  });

  // Rules: 22.2.1, 22.2.5
  test('finds people by words that thousands have, alone and together', async () => {
    const many = await gateway.caller();
    await sql`
      with person as (
        insert into applicant (account_id, api_client_id, execution_mode)
        select ${many.accountId}, ${many.clientId}, 'test' from generate_series(1, 2600) returning id
      ), run as (
        insert into execution (account_id, api_client_id, workflow_id, workflow_version, status, execution_mode, payload,
          run_key, applicant_id)
        select ${many.accountId}, ${many.clientId}, ${workflowId}, 1, 'completed', 'test',
          '{"applicant": {"name": "Many"}}'::jsonb, gen_random_uuid(), id from person returning id, applicant_id
      )
      insert into applicant_word (api_client_id, execution_mode, word, applicant_id, execution_id)
      select ${many.clientId}, 'test', word, applicant_id, id
      from run cross join lateral unnest(array['many', case when id % 2 = 0 then 'even' else 'odd' end, 'all',
        'n' || applicant_id]) as word
      where word <> 'all' or applicant_id % 50 <> 0`.execute(gateway.db.kysely);
    const counts = async (q: string) => {
      const { total_count: total, has_more: more, applicants } = await found(q, many);
      return [total, more, applicants.length];
    };
    expect(await counts('many')).toEqual([1_000, true, 20]);
    expect(await counts('many all')).toEqual([1_000, true, 20]);
    expect(await counts('odd even')).toEqual([0, false, 0]);
    const { applicants } = await found('all many', many);
    expect(await counts(`many n${applicants[0].id}`)).toEqual([1, false, 1]);
  });

  // Rules: 22.2.6
  test('leaves one row an hour with counts, and its text nowhere', async () => {
    const by = await gateway.caller();
    const text = `Secretname${randomUUID().slice(0, 8)}`;
    await found(text, by);
    await found('anything', by);
    await sql`update applicant_search set hour = hour - interval '1 hour'`.execute(gateway.db.kysely);
    await Promise.all([recordSearches(gateway.db), recordSearches(gateway.db)]);
    await recordSearches(gateway.db);
    const { data } = await by.api.get('/audit_events?filter[action]=applicants.searched');
    expect(data).toMatchObject([{ actor_id: by.tokenId, detail: { searches: 2, people_shown: 0 } }]);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join('')).not.toContain(text);
    const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(gateway.db.kysely);
    for (const { name } of rows) {
      const { rows: held } = await sql`
        select from ${sql.table(name)} as t where t::text ilike ${`%${text}%`} limit 1`.execute(gateway.db.kysely);
      expect([name, held.length]).toEqual([name, 0]);
    }
  });

  test('needs the full scope, and a text of at most 200 characters', async () => {
    const narrow = await gateway.caller({
      of: caller,
      sameClient: true,
      scopes: ['executions:read', 'reviews:decide'],
    });
    expect((await narrow.api.post('/applicants/searches', { q: 'ada' })).error.code).toBe('insufficient_scope');
    for (const q of ['', ' ', 'x'.repeat(201), 7]) {
      expect((await caller.api.post('/applicants/searches', { q })).error.details[0].field).toBe('q');
    }
  });
});

describe('a person', () => {
  // Rules: 22.3.1
  test('is shown with executions, keys, and others who may be the same, and each read is recorded', async () => {
    const birth = { date_of_birth: '1971-02-03' };
    const [first, second] = [randomUUID(), randomUUID()];
    const one = await accepted({ name: 'Same Person', ...birth, ssn: '512887341' }, { applicant_key: first });
    const two = await accepted({ name: 'Same Person', ...birth, ssn: '512887341' }, { applicant_key: second });
    const id = await personOf(one);
    const { status, data } = await caller.api.get(`/applicants/${id}`);
    expect(status).toBe(200);
    expect(data).toMatchObject({
      name: 'Same Person',
      applicant_keys: [first],
      execution_count: 1,
      executions: [{ id: one, workflow_name: 'Screening', status: 'pending' }],
      perhaps_same: [{ id: await personOf(two), because: ['name_and_birth', 'number'] }],
    });
    const { readers } = (await caller.api.get(`/applicants/${id}`)).data;
    expect(readers.filter(({ subject_type: type }: AnyJson) => type === 'applicant')).toMatchObject([
      { action: 'applicant.read', actor_user_id: caller.userId, subject_id: id },
    ]);
    expect((await masked.api.get(`/applicants/${id}`)).data.readers).toBeUndefined();
  });

  // Rules: 22.1.3
  test('is not proposed for a family telephone or address alone', async () => {
    const shared = { phone: '207-555-0142', email: 'family@example.com' };
    const one = await accepted({ name: 'Anna Family', ...shared });
    await accepted({ name: 'Berta Family', ...shared });
    expect((await caller.api.get(`/applicants/${await personOf(one)}`)).data.perhaps_same).toEqual([]);
  });

  // Rules: 22.3.2
  test('gets executions of another by hand, with the numbers by which later ones are joined', async () => {
    const person = { ssn: '512887342' };
    const [one, two] = [await accepted({ name: 'Ulla Early' }), await accepted({ name: 'Ulla Late', ...person })];
    const [id, other] = [await personOf(one), await personOf(two)];
    const joined = await masked.api.post(`/applicants/${id}/executions`, { execution_ids: [two] });
    expect([joined.status, joined.data.execution_count]).toEqual([200, 2]);
    expect((await caller.api.get(`/applicants/${other}`)).status).toBe(404);
    expect(await personOf(await accepted(person))).toBe(id);
    expect((await caller.api.get(`/executions?filter[applicant]=${id}`)).body.meta.total_count).toBe(3);
    expect((await found('ulla')).applicants.map(({ id: of }: AnyJson) => of)).toEqual([id]);
  });

  // Rules: 22.3.2
  test('loses executions by hand to a person of their own', async () => {
    const key = randomUUID();
    const [one, two] = [
      await accepted({ name: 'Twin One', ssn: '512887343' }, { applicant_key: key }),
      await accepted({ name: 'Twin Two', ssn: '512887344' }, { applicant_key: key }),
    ];
    const id = await personOf(one);
    const apart = await masked.api.post(`/applicants/${id}/separations`, { execution_ids: [two] });
    expect([apart.status, apart.data.name]).toEqual([200, 'Twin Two']);
    expect(await personOf(await accepted({ ssn: '512887344' }))).toBe(apart.data.id);
    expect(await personOf(await accepted({ ssn: '512887343' }))).toBe(id);
    expect(await personOf(await accepted({}, { applicant_key: key }))).toBe(id);
  });

  // Rules: 22.3.3
  test('neither gets executions of another client or mode, nor loses its last one', async () => {
    const other = await gateway.caller({ of: caller });
    const [one, two] = [await accepted({ name: 'Mine Only' }), await accepted({ name: 'Mine Too' })];
    const id = await personOf(one);
    const foreign = await accepted({ name: 'Not Mine' }, {}, other);
    await gateway.db.kysely.updateTable('execution').set({ execution_mode: 'live' }).where('id', '=', two).execute();
    for (const [path, ids] of [
      ['executions', [foreign]],
      ['executions', [two]],
      ['separations', [two]],
      ['separations', [one]],
    ] as const) {
      const { status, error } = await caller.api.post(`/applicants/${id}/${path}`, { execution_ids: ids });
      expect([status, error.details[0].field]).toEqual([422, 'execution_ids']);
    }
    expect((await other.api.post(`/applicants/${id}/executions`, { execution_ids: [foreign] })).status).toBe(404);
    expect((await caller.api.get(`/applicants/${id}`)).data.execution_count).toBe(1);
  });

  // Rules: 22.3.3
  test('keeps an execution if two people take its last two apart at once', async () => {
    const key = randomUUID();
    for (let round = 0; round < 5; round += 1) {
      const ids = [
        await accepted({ name: 'Last One' }, { applicant_key: `${key}${round}` }),
        await accepted({ name: 'Last Two' }, { applicant_key: `${key}${round}` }),
      ];
      const id = await personOf(ids[0] ?? 0);
      const replies = await Promise.all(
        ids.map((one) => caller.api.post(`/applicants/${id}/separations`, { execution_ids: [one] })),
      );
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 422]);
      expect((await caller.api.get(`/applicants/${id}`)).data.execution_count).toBe(1);
    }
  });

  // Rules: 1.9.8
  test('is stored with no response, and shown to whoever repeats a request as that token may see', async () => {
    const [one, two] = [await accepted({ name: 'Rita Repeat' }), await accepted({ name: 'Rita 512-88-7352' })];
    const id = await personOf(one);
    const join = async (by: Caller) =>
      by.api.post(
        `/applicants/${id}/executions`,
        { execution_ids: [two] },
        { headers: { 'Idempotency-Key': `join-${two}` } },
      );
    const [first, repeated] = [await join(caller), await join(masked)];
    expect([first.data.name, repeated.data.name]).toEqual(['Rita 512-88-7352', 'Rita ***-**-7352']);
    const { rows } = await sql<{ response_data: string }>`
      select response_data from idempotency_key where key like ${`%join-${two}`}`.execute(gateway.db.kysely);
    expect(rows).toEqual([{ response_data: JSON.stringify({ id }) }]);
  });
});
