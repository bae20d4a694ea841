import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { sql } from 'kysely';
import { forgetHandles, joinPeople, keepWords } from '../../platform/database/applicants.ts';
import type { Queryable } from '../../platform/database/index.ts';
import { runRetention } from '../../platform/retention/index.ts';
import { PostgresArtifactStore } from '../../platform/artifact-store/index.ts';
import { until } from '../support/until.ts';
import { unguarded } from '../support/transitions.ts';
import { SIMPLE } from './fixtures.ts';
import { SEARCH_KEY, startGateway, type Caller, type TestGateway } from './support.ts';

/** The executions of one person. */
let gateway: TestGateway;
let caller: Caller;
let workflowId: number;
beforeAll(async () => {
  gateway = await startGateway();
  caller = await gateway.caller({ productionAccess: true });
  workflowId = (await caller.api.post('/workflows', { name: 'W', active: true, definition: SIMPLE })).data.id;
});
afterAll(() => gateway.stop());

const fresh = () => ({ ssn: String(100_000_000 + Math.floor(Math.random() * 899_999_999)) });

async function accepted(body: object, by: Caller = caller, workflow = workflowId): Promise<number> {
  const { status, data } = await by.api.trigger(workflow, body);
  expect(status).toBe(202);
  return data.id;
}

async function applicantOf(id: number): Promise<number | null> {
  const row = await gateway.db.kysely
    .selectFrom('execution')
    .select('applicant_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.applicant_id ?? null;
}

/** Returns the applicant of an execution with these people. */
const joined = async (applicant: object, more: object = {}, by?: Caller, workflow?: number) =>
  applicantOf(await accepted({ payload: { applicant }, ...more }, by, workflow));

async function wordsOf(executionId: number): Promise<string[]> {
  const words = gateway.db.kysely.selectFrom('applicant_word').select('word').where('execution_id', '=', executionId);
  return (await words.execute()).map(({ word }) => word);
}

describe('executions are joined', () => {
  // Rules: 22.1.1
  test('by the key that the caller has for the person', async () => {
    const key = randomUUID();
    const first = await joined({ first_name: 'Ada' }, { applicant_key: key });
    expect(first).not.toBeNull();
    expect(await joined({ first_name: 'Someone else' }, { applicant_key: key })).toBe(first);
    expect(await applicantOf(await accepted({ applicant_key: key }))).toBe(first);
  });

  test('not without an applicant and a key', async () => {
    expect(await applicantOf(await accepted({ payload: { property: { rent: 1 } } }))).toBeNull();
  });

  // Rules: 22.1.2, 22.1.4
  test('by a declared number, however it is written, and not by one of a member that is not declared', async () => {
    const { ssn } = fresh();
    const first = await joined({ name: 'Ada Example', ssn });
    expect(await joined({ name: 'A. Example', ssn: `${ssn.slice(0, 3)}-${ssn.slice(3, 5)}-${ssn.slice(5)}` })).toBe(
      first,
    );
    const member = String(Number(ssn) + 1);
    const undeclared = await joined({ member_number: member });
    expect(await joined({ member_number: member })).not.toBe(undeclared);
  });

  // Rules: 22.1.2
  test('not by an undeclared part of a declared number', async () => {
    const own = await gateway.caller();
    const workflow = (await own.api.post('/workflows', { name: 'W', definition: SIMPLE })).data.id;
    const body = { type: 'object', kind: 'identifier', of_person: 'applicant' };
    expect((await own.api.call('PUT', '/fields/applicant.bank', { body })).status).toBe(200);
    const bank = { routing: '021000089', account: fresh().ssn };
    const first = await joined({ bank }, {}, own, workflow);
    expect(await joined({ bank: { ...bank, account: fresh().ssn } }, {}, own, workflow)).not.toBe(first);
  });

  // Rules: 22.1.4
  test.each([
    '***-**-6789',
    'XXX-XX-6789',
    '000-00-0000',
    '999999999',
    '123-45-6789',
    '987654321',
    '456789',
    'N/A',
    '12345',
  ])('not by %s, which identifies nobody', async (ssn) => {
    expect(await joined({ ssn })).not.toBe(await joined({ ssn }));
  });

  // Rules: 22.1.2, 22.1.3
  test('by e-mail and birth together, not by one of them, nor by name and birth', async () => {
    const email = `${randomUUID()}@example.com`;
    const person = { name: 'Ada Example', email, date_of_birth: '1990-04-12' };
    const first = await joined(person);
    expect(await joined({ ...person, name: 'Ada Married', email: email.toUpperCase() })).toBe(first);
    expect(await joined({ email })).not.toBe(first);
    expect(await joined({ email, date_of_birth: '1991-04-12' })).not.toBe(first);
    expect(await joined({ name: 'Ada Example', date_of_birth: '1990-04-12' })).not.toBe(first);
  });

  // Rules: 22.1.3
  test('not for twins with one address and numbers of their own', async () => {
    const both = { email: `${randomUUID()}@example.com`, date_of_birth: '1990-04-12' };
    const [ada, eve] = [fresh(), fresh()];
    const first = await joined({ ...both, ...ada });
    const second = await joined({ ...both, ...eve });
    expect(second).not.toBe(first);
    expect(await joined({ ...both, ...eve })).toBe(second);
    expect(await joined({ ...both, ...ada })).toBe(first);
  });

  // Rules: 22.1.3
  test('by the key where a number says another person', async () => {
    const person = fresh();
    const [one, two] = [randomUUID(), randomUUID()];
    const first = await joined(person);
    // A caller that begins to send keys continues with the known person.
    expect(await joined(person, { applicant_key: one })).toBe(first);
    const second = await joined(person, { applicant_key: two });
    expect(second).not.toBe(first);
    expect(await joined({}, { applicant_key: two })).toBe(second);
  });

  // Rules: 22.1.5
  test('for each client and mode apart', async () => {
    const person = fresh();
    const first = await joined(person);
    expect(await joined(person, { execution_mode: 'live' })).not.toBe(first);
    const other = await gateway.caller({ of: caller });
    expect(await joined(person, {}, other)).not.toBe(first);
  });

  // Rules: 22.1.6
  test('if they come at one instant to two gateways', async () => {
    const { baseUrl } = await gateway.another();
    const person = fresh();
    const key = randomUUID();
    const there = { ...caller, api: caller.api.at(baseUrl) };
    const all = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        joined(person, index % 3 === 0 ? { applicant_key: key } : {}, index % 2 === 0 ? caller : there),
      ),
    );
    expect(new Set(all).size).toBe(1);
  });

  // Rules: 22.1.6
  test('also as rows of a batch, with their words', async () => {
    const person = fresh();
    const first = await joined(person);
    const key = randomUUID();
    const rows = [
      { applicant: { ...person, first_name: 'Bat' } },
      { applicant_key: key, applicant: { first_name: 'Row' } },
      { applicant_key: key },
      { property: { rent: 1 } },
    ];
    const { status, data } = await caller.api.post(
      `/workflows/${workflowId}/batches`,
      { rows },
      { headers: { 'Idempotency-Key': randomUUID() } },
    );
    expect(status).toBe(202);
    const made = await gateway.db.kysely
      .selectFrom('execution')
      .select(['id', 'applicant_id'])
      .where('batch_id', '=', data.id)
      .orderBy('row_index')
      .execute();
    const [one, two, three, four] = made.map(({ applicant_id: id }) => id);
    expect([one, two === three, two !== null && two !== first, four]).toEqual([first, true, true, null]);
    expect(await wordsOf(made[0]?.id ?? 0)).toContain('bat');
    expect(await wordsOf(made[3]?.id ?? 0)).toEqual([]);
  });

  // Rules: 22.1.8
  test('as the execution that is evaluated again, whose corrected name is found', async () => {
    const person = fresh();
    const ids = [
      await accepted({ payload: { applicant: { name: 'Wrong Name', ...person } } }),
      await accepted({ payload: { applicant: { name: 'Right Name', ...person } } }),
    ];
    await unguarded(gateway.db, (trx) =>
      trx.updateTable('execution').set({ status: 'failed', completed_at: new Date() }).where('id', 'in', ids).execute(),
    );
    const again = async (id: number | undefined, body: object) => {
      const headers = { 'Idempotency-Key': randomUUID() };
      return (await caller.api.post(`/executions/${id}/re_evaluations`, body, { headers })).data.id;
    };
    const corrected = await again(ids[0], {
      corrections: { 'applicant.name': 'Mended Name' },
      reason: 'A typing error.',
    });
    const repeated = await again(ids[1], {});
    const first = await applicantOf(ids[0] ?? 0);
    expect([await applicantOf(corrected), await applicantOf(repeated)]).toEqual([first, first]);
    expect(await wordsOf(corrected)).toEqual(expect.arrayContaining(['mended', expect.stringMatching(/^#n/)]));
    expect(await wordsOf(repeated)).toEqual(await wordsOf(ids[1] ?? 0));
  });

  test.each([[''], [' '], ['x'.repeat(201)], [7]])('not with the key %p', async (key) => {
    const { status, error } = await caller.api.trigger(workflowId, { applicant_key: key });
    expect([status, error.details[0].field]).toEqual([422, 'applicant_key']);
  });
});

describe('what is kept of a person', () => {
  // Rules: 22.1.5
  test('has no number, no telephone and no address in it', async () => {
    const { ssn } = fresh();
    const id = await accepted({
      payload: {
        applicant: {
          name: "Zoë O'Brien",
          ssn,
          email: 'zoe@example.com',
          phone: '+1 207 555 0199',
          date_of_birth: '1990-04-12',
        },
      },
      external_reference: 'unit-12',
    });
    const words = await wordsOf(id);
    expect(words.filter((word) => !word.startsWith('#')).toSorted()).toEqual(
      ['12', 'brien', 'o', 'obrien', 'unit', 'unit12', 'zoe'].toSorted(),
    );
    expect(
      words
        .filter((word) => word.startsWith('#'))
        .map((word) => word.slice(0, 2))
        .toSorted(),
    ).toEqual(['#b', '#e', '#m', '#n', '#t']);
    expect(JSON.stringify(words)).not.toMatch(/555|example|1990|0199/);
    expect(JSON.stringify(words)).not.toContain(ssn.slice(3));
  });

  // Rules: 22.1.2
  test('has no word of a member that the account declares no name', async () => {
    const own = await gateway.caller();
    const workflow = (await own.api.post('/workflows', { name: 'W', definition: SIMPLE })).data.id;
    const body = { type: 'text', kind: 'identifier' };
    expect((await own.api.call('PUT', '/fields/applicant.name', { body })).status).toBe(200);
    const applicant = { name: 'Case 4711', nickname: 'Zed', aliases: ['Other'], spouse: { name: 'Wife' } };
    const id = await accepted({ payload: { applicant } }, own, workflow);
    expect((await wordsOf(id)).filter((word) => !word.startsWith('#'))).toEqual([]);
  });

  // Rules: 22.1.7
  test('goes in the transaction that redacts the execution, and what another one has stays', async () => {
    const [kept, gone] = [fresh(), fresh()];
    const key = randomUUID();
    const first = await accepted({ payload: { applicant: { name: 'Gone Name', ...gone } }, applicant_key: key });
    const second = await accepted({ payload: { applicant: { name: 'Kept Name', ...kept } }, applicant_key: key });
    const person = await applicantOf(first);
    await unguarded(gateway.db, (trx) =>
      trx
        .updateTable('execution')
        .set({ status: 'completed', completed_at: new Date(Date.now() - 40 * 86_400_000) })
        .where('id', '=', first)
        .execute(),
    );
    await runRetention(
      { db: gateway.db, storeOn: (trx) => new PostgresArtifactStore(trx), audit: () => Promise.resolve() },
      { piiDays: 30, letterDays: 60 },
    );
    expect(await wordsOf(first)).toEqual([]);
    expect(await wordsOf(second)).toContain('kept');
    expect(await joined(kept)).toBe(person);
    expect(await joined(gone)).not.toBe(person);
    expect(await joined({}, { applicant_key: key })).toBe(person);
  });

  // Rules: 22.1.6, 22.1.7
  test.each(['join', 'redaction'])(
    'joins later ones if a redaction meets a join, and the %s is first',
    async (first) => {
      const person = fresh();
      const old = await accepted({ payload: { applicant: person } });
      const handles = (await wordsOf(old)).filter((word) => word.startsWith('#n'));
      const whose = { accountId: caller.accountId, apiClientId: caller.clientId, executionMode: 'test' } as const;
      const made = await accepted({ payload: { applicant: { name: 'Meanwhile' } } });
      const join = async (trx: Queryable) => {
        const people = await joinPeople(trx, whose, [{ n: 1, person: { handles, also: [], words: handles } }]);
        const id = people.get(1) ?? 0;
        await sql`update execution set applicant_id = ${id} where id = ${made}`.execute(trx);
        await keepWords(trx, [{ executionId: made, words: handles }]);
      };
      const redact = async (trx: Queryable) => {
        await forgetHandles(trx, [old]);
        await trx.deleteFrom('applicant_word').where('execution_id', '=', old).execute();
      };
      const [one, two] = first === 'join' ? [join, redact] : [redact, join];
      let other: Promise<void> | undefined;
      await gateway.db.transaction(async (trx) => {
        await one(trx);
        other = gateway.db.transaction((beside) => two(beside));
        await until(async () => {
          const { rows } = await sql`select from pg_stat_activity where datname = current_database()
          and wait_event_type = 'Lock' and query like '%applicant%'`.execute(gateway.db.kysely);
          return rows.length > 0;
        });
      });
      await other;
      expect(await joined(person)).toBe(await applicantOf(made));
    },
  );

  // Rules: 22.1.9
  test('is found while keys are exchanged', async () => {
    const person = fresh();
    const first = await joined(person);
    const { baseUrl } = await gateway.another({ searchKeys: [{ id: 'new', key: randomBytes(32) }, SEARCH_KEY] });
    const there = { ...caller, api: caller.api.at(baseUrl) };
    expect(await joined(person, {}, there)).toBe(first);
    expect(await joined(person)).toBe(first);
  });

  // Rules: 22.1.5
  test('is only the key where the installation has no search keys', async () => {
    const { baseUrl } = await gateway.another({ searchKeys: [] });
    const there = { ...caller, api: caller.api.at(baseUrl) };
    const [person, key] = [fresh(), randomUUID()];
    const id = await accepted({ payload: { applicant: person }, applicant_key: key }, there);
    expect((await wordsOf(id)).filter((word) => word.startsWith('#'))).toEqual([]);
    expect(await joined({}, { applicant_key: key }, there)).toBe(await applicantOf(id));
  });
});
