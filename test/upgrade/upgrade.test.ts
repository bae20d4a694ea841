import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import type { Database } from '../../platform/database/index.ts';
import { columnsOf, faultsOfColumns, faultsOfStatements, readRelease, RELEASES } from './releases.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = await database.open();
});
afterAll(() => database.drop());

describe.each(RELEASES)('a rollout, with %s still running after the newest migration', (name) => {
  const release = readRelease(name);

  test('has every column of it, of the same type, and demands no other', async () => {
    expect(faultsOfColumns(release.columns, await columnsOf(db.pool))).toEqual([]);
  });

  test('still accepts its statements', async () => {
    expect(release.statements.length).toBeGreaterThan(100);
    expect(await faultsOfStatements(db.pool, release.statements)).toEqual([]);
  });
});

test.each([
  ['execution.outcome is gone', 'alter table execution drop column outcome cascade'],
  ['execution.outcome is gone', 'alter table execution rename column outcome to result'],
  ['execution.retry_count was', 'alter table execution alter column retry_count type text'],
  ['execution.made_up is new and may not be left out', 'alter table execution add column made_up text not null'],
])('a migration is refused with "%s": %s', async (fault, migration) => {
  const release = readRelease(RELEASES.at(-1) ?? '');
  const client = await db.pool.connect();
  try {
    await client.query('begin');
    await client.query(migration);
    const faults = faultsOfColumns(release.columns, await columnsOf(client));
    expect(faults.some((text) => text.startsWith(fault))).toBe(true);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('a statement that names a column which is gone is found', async () => {
  const release = readRelease(RELEASES.at(-1) ?? '');
  const client = await db.pool.connect();
  try {
    await client.query('begin');
    await client.query('alter table execution drop column wake_at cascade');
    await client.query('savepoint before_statement');
    const statement = release.statements.find((text) => /\bwake_at\b/.test(text)) ?? '';
    expect((await faultsOfStatements(client, [statement])).join()).toContain('wake_at');
  } finally {
    await client.query('rollback');
    client.release();
  }
});
