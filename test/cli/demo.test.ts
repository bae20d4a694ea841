import { sql } from 'kysely';
import { forgetRequests } from '../../dev/stack/demo.ts';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('a start forgets the requests of the one before, which may have used a token up, but no letter', async () => {
  const db = await database.open();
  await sql`
    insert into rate_window (key, hits, resets_at)
    select key, 600, now() + interval '1 hour' from unnest(array['token:demo', 'app:10.0.0.1', 'letters:1']) key
  `.execute(db.kysely);
  await forgetRequests(db);
  expect(await db.kysely.selectFrom('rate_window').select('key').execute()).toEqual([{ key: 'letters:1' }]);
});
