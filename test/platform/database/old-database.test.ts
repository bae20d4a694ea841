import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { administer } from '../../../cli/program.ts';
import { migrate, OldDatabaseError } from '../../../platform/database/migrate.ts';
import { INITIAL } from '../../../platform/database/migrations/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { testEnvironment } from '../../support/environment.ts';
import { afterAll, beforeAll, expect, test } from '../../support/jest.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = await database.open();
  await db.pool.query(`update mikro_orm_migrations set name = 'initial_of_before' where name = '${INITIAL}'`);
});
afterAll(() => database.drop());

const applied = async () => (await db.pool.query('select name from mikro_orm_migrations')).rows;

test('a database that an earlier text of the initial migration made is refused, and stays as it is', async () => {
  await expect(migrate(db)).rejects.toThrow(OldDatabaseError);
  expect(await applied()).toEqual([{ name: 'initial_of_before' }]);
});

test('`cascade migrate` says so in one sentence', async () => {
  let err = '';
  const code = await administer(['migrate'], {
    env: { DATABASE_URL: database.url },
    out: () => undefined,
    err: (text) => (err += text),
  });
  expect([code, err.trim()]).toEqual([1, expect.stringMatching(/^[^\n]*made before the first release[^\n]*\.$/)]);
});

test('`npm start` says in one sentence that the data folder is old and how to begin anew', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cascade-old-'));
  try {
    const env = {
      ...process.env,
      ...{ DATABASE_URL: database.url, CASCADE_DATA_DIR: folder, GATEWAY_PORT: '0', WORKFLOW_BUNDLE_PATH: 'none' },
      ...{ TEMPORAL_ADDRESS: testEnvironment('TEMPORAL_ADDRESS'), NATS_URL: testEnvironment('NATS_URL') },
    };
    const started = await new Promise<{ code: unknown; said: string }>((resolve) => {
      execFile(process.execPath, ['dev/up.ts', '--once'], { env }, (error, stdout, stderr) =>
        resolve({ code: error?.code, said: stdout + stderr }),
      );
    });
    expect(started.code).toBe(1);
    const sentences = started.said.split('\n').filter((line) => line.includes('made before the first release'));
    expect(sentences).toEqual([
      expect.stringContaining(
        `The data folder ${folder} was made before the first release and cannot be brought up to date: ` +
          'delete it, or set CASCADE_DATA_DIR to a new folder, and start again.',
      ),
    ]);
    expect(started.said).not.toMatch(/^ +at /m);
    expect(await applied()).toEqual([{ name: 'initial_of_before' }]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
