import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from '../support/jest.ts';
import { PostgresArtifactStore } from '../../platform/artifact-store/index.ts';
import type { Facts } from '../../core/statistics/coarse.ts';
import { asJson, type Database } from '../../platform/database/index.ts';
import { runRetention } from '../../platform/retention/index.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const DAYS = 30;
const PLANTED = 'Quartermain';
const DEFINITION = [
  { id: 'applicant', type: 'ApplicantSource', next_step: ['check'] },
  {
    id: 'check',
    type: 'IfElse',
    branches: {
      pass: {
        condition_groups: [
          { conditions: [{ source_node_id: 'context', field: 'applicant.rent', operator: 'less_than', value: 1450 }] },
        ],
      },
    },
  },
];

let database: TestDatabase;
let db: Database;
let workflowId = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  db = await database.open();
  await sql`
    insert into workflow_version (workflow_id, version, definition, name)
    select id, 1, ${JSON.stringify(DEFINITION)}::json, 'Facts' from generate_series(1, 9) id`.execute(db.kysely);
});
beforeEach(() => {
  workflowId += 1;
});
afterAll(() => database?.drop());

/** Executions that ended so many days ago, with the facts of each. */
async function ended(daysAgo: number, facts: readonly Facts[]): Promise<readonly number[]> {
  const ids: number[] = [];
  for (const each of facts) {
    const at = new Date(Date.now() - daysAgo * 86_400_000);
    const owner = { account_id: 1, api_client_id: 1, workflow_id: workflowId, workflow_version: 1, batch_id: 7 };
    const how = { status: 'completed', outcome: 'approved', execution_mode: 'live' } as const;
    const { id } = await db.kysely
      .insertInto('execution')
      .values({ ...owner, ...how, payload: asJson({}), run_key: randomUUID(), created_at: at, completed_at: at })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.kysely
      .insertInto('decision_fact')
      .values({
        ...{
          ...owner,
          ...how,
          id,
          is_again: false,
          decided_by: 'r1',
          held: ['r1'],
          taken: ['check:pass'],
          reasons: [],
        },
        ...{ accepted_at: at, ended_at: at, facts: asJson(each) },
      })
      .execute();
    ids.push(id);
  }
  return ids;
}

const retain = () =>
  runRetention(
    { db, storeOn: (trx) => new PostgresArtifactStore(trx), audit: () => Promise.resolve() },
    { piiDays: DAYS, letterDays: 9_999 },
  );
const facts = () =>
  db.kysely.selectFrom('decision_fact').selectAll().where('workflow_id', '=', workflowId).orderBy('id').execute();
const many = (count: number, each: Facts) => Array.from({ length: count }, () => each);

// Rules: 21.2.1, 21.2.2, 21.2.3
test('what was planted is found in no fact after its execution is redacted, and what many have stays, coarser', async () => {
  const rent = (amount: number, pet: string) => ({ 'applicant.rent': amount, 'applicant.pet': pet });
  const old = await ended(DAYS + 1, [
    ...Array.from({ length: 25 }, (_, n) => rent(1451 + n, 'dog')),
    ...many(25, rent(1449.99, 'dog')),
    rent(123_456, PLANTED),
    rent(1460, `${PLANTED} 2`),
  ]);
  const recent = await ended(DAYS - 1, [rent(1460, PLANTED)]);
  await retain();
  const [coarse, kept] = [(await facts()).filter(({ id }) => id < 0), (await facts()).filter(({ id }) => id > 0)];
  expect(kept.map(({ id }) => id)).toEqual(recent);
  expect(kept[0]?.facts).toEqual(rent(1460, PLANTED));
  expect(coarse).toHaveLength(old.length);
  expect(JSON.stringify(coarse)).not.toContain(PLANTED);
  const groups = Map.groupBy(coarse, (each) => JSON.stringify(each.facts));
  // PostgreSQL keeps the names of a JSON object by their length.
  const told = [...groups].map(([each, rows]) => [JSON.parse(each), rows.length] as const);
  expect(told).toContainEqual([{ 'applicant.rent': '1450..1500', 'applicant.pet': 'dog' }, 25]);
  expect(told).toContainEqual([{ 'applicant.rent': '1400..1450', 'applicant.pet': 'dog' }, 25]);
  for (const { batch_id: batchId, ended_at: at, id, taken } of coarse) {
    expect(taken).toEqual([]);
    expect([batchId, at.toISOString().slice(10), old.includes(-id)]).toEqual([null, 'T00:00:00.000Z', false]);
  }
  expect(new Set(coarse.map(({ id }) => id)).size).toBe(old.length);
  const before = await facts();
  await retain();
  expect(await facts()).toEqual(before);
});

// Rules: 21.2.4
test('values of facts that are like no other are widened where these are too many, or left out', async () => {
  // Each value is frequent by itself, and each pair is there once.
  const pairs = (value: (n: number) => number) =>
    Array.from({ length: 400 }, (_, n) => ({
      'applicant.rent': value(n % 20),
      'applicant.debt': value(Math.floor(n / 20)),
    }));
  const left = async () => new Set((await facts()).map((each) => JSON.stringify(each.facts)));
  await ended(
    DAYS + 1,
    pairs((n) => 10 + n),
  );
  await retain();
  expect(await left()).toEqual(
    new Set(
      ['10..20', '20..30'].flatMap((rent) =>
        ['10..20', '20..30'].map((debt) => JSON.stringify({ 'applicant.debt': debt, 'applicant.rent': rent })),
      ),
    ),
  );

  workflowId += 1;
  await ended(
    DAYS + 1,
    pairs((n) => (1 + (n % 9)) * 10 ** (1 + Math.floor(n / 9))),
  );
  await retain();
  expect(await left()).toEqual(new Set(['{}']));
});

// Rules: 21.2.4
test('they stay where they are few', async () => {
  await ended(DAYS + 1, [...many(40, { 'applicant.rent': 12 }), ...many(40, { 'applicant.debt': 12 })]);
  await ended(DAYS + 1, [{ 'applicant.rent': 12, 'applicant.debt': 12 }]);
  await retain();
  expect((await facts()).map((each) => each.facts)).toContainEqual({ 'applicant.rent': 12, 'applicant.debt': 12 });
});
