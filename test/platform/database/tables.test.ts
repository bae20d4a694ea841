import type { ClientBase } from 'pg';
import { NOUNS, type Noun } from '../../../cli/nouns.ts';
import type { Database } from '../../../platform/database/index.ts';
import { SERVICE_ROLES, type ServiceRole } from '../../../platform/database/grants.ts';
import { roleName } from '../../../platform/database/roles.ts';
import { SEALED_COLUMNS } from '../../../platform/database/sealed.ts';
import type { Kept, TableName } from '../../../platform/database/table-record.ts';
import { TABLE_RECORDS, TABLES } from '../../../platform/database/tables.ts';
import { PARTITIONED } from '../../../platform/partitions/tables.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { afterAll, beforeAll, describe, expect, test } from '../../support/jest.ts';
import { TEST_LOGINS } from '../../support/logins.ts';

/** The table of the migration tool. */
const NOT_OURS = ['mikro_orm_migrations'];

let testDatabase: TestDatabase;
let db: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  db = await testDatabase.open();
});
afterAll(() => testDatabase.drop());

interface TableInCatalog {
  readonly name: string;
  readonly is_partitioned: boolean;
  readonly is_unlogged: boolean;
  /** Numbers, times and ids by their type; all others as `words`: text, bytes, JSON, and what may hold some. */
  readonly columns: Readonly<Record<string, string>>;
  /** Services that may delete rows. */
  readonly removers: readonly string[];
}

/** As the migrated database is. */
async function catalog(client: ClientBase): Promise<readonly TableInCatalog[]> {
  const { rows } = await client.query<TableInCatalog>(
    `select c.relname::text as name, c.relkind = 'p' as is_partitioned, c.relpersistence = 'u' as is_unlogged,
       (select json_object_agg(a.attname, case
          when t.typname in ('int2', 'int4', 'int8', 'float8', 'numeric', 'bool', 'timestamptz', 'date', 'uuid')
          then t.typname else 'words' end)
        from pg_attribute a join pg_type t on t.oid = a.atttypid
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
       array(select role from unnest($1::text[]) role where has_table_privilege(role, c.oid, 'DELETE')) as removers
     from pg_class c
     where c.relkind in ('r', 'p', 'm') and c.relnamespace = 'public'::regnamespace and not c.relispartition
       and c.relname <> all ($2::text[])`,
    [SERVICE_ROLES.map((role) => roleName(TEST_LOGINS.database.prefix, role)), NOT_OURS],
  );
  return rows;
}

/** Entries of the registry that are wrong. */
function faultsOf(tables: readonly TableInCatalog[]): readonly string[] {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const faults = [...byName.keys()].filter((name) => !(name in TABLES)).map((name) => `${name} is not in the registry`);
  for (const { table, ...record } of TABLE_RECORDS) {
    const real = byName.get(table);
    if (real === undefined) {
      faults.push(`${table} is not in the database`);
      continue;
    }
    const listed = [...Object.keys(record.applicant ?? {}), ...(record.secret ?? []), ...(record.other ?? [])];
    const words = Object.keys(real.columns).filter((name) => real.columns[name] === 'words');
    faults.push(
      ...listed.filter((name, index) => listed.indexOf(name) !== index).map((name) => `${table}.${name} is twice`),
      ...listed.filter((name) => !words.includes(name)).map((name) => `${table}.${name} holds no words`),
      ...words.filter((name) => !listed.includes(name)).map((name) => `${table}.${name} is in no list`),
      ...record.owner
        .filter(([column, to]) => real.columns[column] !== 'int8' || byName.get(to)?.columns.id !== 'int8')
        .map(([column, to]) => `${table}.${column} is no id of ${to}`),
    );
    const isPartitioned = typeof record.kept === 'object' && 'range' in record.kept;
    if (isPartitioned !== real.is_partitioned) faults.push(`${table} is kept otherwise: partitions`);
    if ((record.unlogged === true) !== real.is_unlogged) faults.push(`${table} is restored otherwise: unlogged`);
    const removers = removersOf(record.kept);
    const allowed = removers.map((role) => roleName(TEST_LOGINS.database.prefix, role));
    if (allowed.toSorted().join() !== real.removers.toSorted().join()) {
      faults.push(`${table} is removed by ${real.removers.join()}`);
    }
  }
  return faults;
}

function removersOf(kept: Kept): readonly ServiceRole[] {
  if (typeof kept !== 'object') return [];
  if ('by' in kept) return kept.by;
  return 'erased' in kept && kept.erased === 'file' ? ['executor'] : [];
}

async function faultsAfter(statement: string): Promise<readonly string[]> {
  const client = await db.pool.connect();
  try {
    await client.query('begin');
    await client.query(statement);
    return faultsOf(await catalog(client));
  } finally {
    await client.query('rollback');
    client.release();
  }
}

describe('the registry of tables', () => {
  test('has every table of the database, and each of its columns with text, bytes or JSON, as they are', async () => {
    expect(await faultsAfter('select')).toEqual([]);
  });

  test.each([
    ['create table answer (id bigserial primary key, said text)', 'answer is not in the registry'],
    ['create table picture (id bigint primary key, bytes bytea)', 'picture is not in the registry'],
    ['create table fact (id bigint primary key, said jsonb)', 'fact is not in the registry'],
    ['create table number (id bigint primary key)', 'number is not in the registry'],
    ['alter table execution add column remarks jsonb', 'execution.remarks is in no list'],
    ['alter table mail_stop add column why text', 'mail_stop.why is in no list'],
    ['alter table batch add column names varchar(20)[]', 'batch.names is in no list'],
    ['alter table batch add column whence inet', 'batch.whence is in no list'],
    ['create materialized view answers as select payload from execution', 'answers is not in the registry'],
    ['alter table review_round drop column note', 'review_round.note holds no words'],
    ['alter table agency drop column account_id cascade', 'agency.account_id is no id of account'],
    ['alter table user_address rename column user_id to person', 'user_address.user_id is no id of account_user'],
    ['alter table rate_window set logged', 'rate_window is restored otherwise: unlogged'],
    [
      `grant delete on event to ${roleName(TEST_LOGINS.database.prefix, 'gateway')}`,
      `event is removed by ${roleName(TEST_LOGINS.database.prefix, 'gateway')}`,
    ],
  ])('is found wrong after: %s', async (statement, fault) => {
    expect(await faultsAfter(statement)).toContainEqual(fault);
  });

  test('leads from each table to its account, or says that it is nobody’s', () => {
    const leads = (table: TableName, seen: readonly TableName[] = []): boolean =>
      table === 'account' ||
      (!seen.includes(table) &&
        TABLES[table].owner.length > 0 &&
        TABLES[table].owner.every(([, to]) => leads(to, [...seen, table])));
    const nobodys = TABLE_RECORDS.filter(({ owner }) => owner.length === 0).map(({ table }) => table);
    expect(TABLE_RECORDS.filter(({ table }) => !leads(table)).map(({ table }) => table)).toEqual(nobodys);
    expect(nobodys).toEqual([
      ...[
        'sign_in_mail',
        'sign_in_attempt',
        'workflow_template',
        'vendor_callback',
        'restore',
        'official_text',
        'failed_auth',
      ],
      'rate_window',
    ]);
  });

  test('erases the words about an applicant in tables of executions, their files and events alone', () => {
    const holding = TABLE_RECORDS.filter(({ applicant }) => applicant !== undefined).map(({ table }) => table);
    const ofExecutions = TABLE_RECORDS.filter(
      ({ table, owner }) => table === 'execution' || owner.some(([, to]) => to === 'execution' || to === 'artifact'),
    ).map(({ table }) => table);
    // These have an execution beside their client.
    expect(holding.filter((table) => !ofExecutions.includes(table))).toEqual([
      ...['decision_fact', 'artifact', 'mail_message', 'event'],
    ]);
  });

  test('lists each column that an erasure empties besides among those of its table', () => {
    for (const { table, erased = {}, other = [] } of TABLE_RECORDS) {
      expect([table, Object.keys(erased).filter((column) => !other.some((each) => each === column))]).toEqual([
        table,
        [],
      ]);
    }
  });

  test('is what partitions are made by', () => {
    expect(PARTITIONED).toEqual({
      ...{ step: 'execution', effect: 'execution', review_event: 'execution', billing_entry: 'execution' },
      webhook_attempt: 'delivery',
    });
  });

  test('calls each column that is sealed a secret', () => {
    const columns = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`);
    const secrets = TABLE_RECORDS.flatMap(({ table, secret = [] }) => secret.map((column) => `${table}.${column}`));
    expect(secrets).toEqual(expect.arrayContaining(columns));
  });

  test('keeps the command line from showing a secret, or a word about an applicant', () => {
    const nouns: readonly Noun[] = Object.values(NOUNS);
    expect(nouns.length).toBeGreaterThan(8);
    for (const { table, columns } of nouns) {
      const record = TABLE_RECORDS.find((each) => each.table === table);
      const hidden = [...Object.keys(record?.applicant ?? {}), ...(record?.secret ?? [])];
      expect([table, columns.filter((column) => hidden.includes(column))]).toEqual([table, []]);
    }
  });
});
