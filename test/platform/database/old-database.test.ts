import { administer } from '../../../cli/program.ts';
import { migrate, OldDatabaseError } from '../../../platform/database/migrate.ts';
import { INITIAL } from '../../../platform/database/migrations/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
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
