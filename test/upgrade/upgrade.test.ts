import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { initialState } from '../../core/interpreter/state.ts';
import { MIGRATIONS } from '../../platform/database/migrations/index.ts';
import type { Database } from '../../platform/database/index.ts';
import {
  columnsLacking,
  columnsOf,
  faultsOfColumns,
  faultsOfStatements,
  newestInChangelog,
  readRelease,
  RELEASES,
} from './releases.ts';

const ROOT = join(import.meta.dirname, '../..');

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

test('a release is recorded after its last migration, before the changelog calls it released', async () => {
  const { version, isReleased } = newestInChangelog(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'));
  expect(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version).toBe(version);
  expect(RELEASES).toContain(version);
  const lacking = columnsLacking(readRelease(version).columns, await columnsOf(db.pool));
  // Until then migrations come and go; test/upgrade/releases.ts says how to record anew.
  expect(isReleased ? lacking : []).toEqual([]);
});

test('the changelog says each release on one page', () => {
  const [, ...releases] = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8').split(/^## /m);
  expect(releases.length).toBeGreaterThan(0);
  for (const release of releases) {
    expect(release.split('\n').length).toBeLessThan(60);
    expect(release.length).toBeLessThan(6_000);
  }
});

test('until the first release there is nothing older to be read: one migration, first versions, a loop without branches', () => {
  const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
  expect(changelog.match(/^## /gm)).toHaveLength(RELEASES.length);
  // From the first release on each of these may grow, and the promises of docs/upgrading.md hold.
  if (newestInChangelog(changelog).isReleased || RELEASES.length > 1) return;
  expect(MIGRATIONS).toHaveLength(1);
  expect(initialState([]).version).toBe(1);
  const loops = join(ROOT, 'services/executor/workflows');
  const texts = readdirSync(loops).map((file) => readFileSync(join(loops, file), 'utf8'));
  expect(texts.filter((text) => /\bpatched\(|\bdeprecatePatch\(/.test(text))).toEqual([]);
});

test('a recording from before a migration is found', async () => {
  const now = await columnsOf(db.pool);
  const { 'execution.wake_at': _, ...before } = now;
  expect(columnsLacking(before, now)).toEqual(['execution.wake_at']);
  expect(newestInChangelog('# Changelog\n\n## 0.2.0 – unreleased\n\n## 0.1.0 – 2026-12-01\n')).toEqual({
    version: '0.2.0',
    isReleased: false,
  });
  expect(newestInChangelog('# Changelog\n\n## 0.2.0 – 2027-01-01\n')).toEqual({ version: '0.2.0', isReleased: true });
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
