import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { BY_INDEX } from '../../platform/database/service.ts';
import type { Database } from '../../platform/database/index.ts';
import { Limiter } from '../../services/gateway/http/limiter.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = await database.open({ poolMax: 1, session: BY_INDEX });
});
afterAll(() => database.drop());

/** The values differ from real ones on purpose: each statement has other keys, and another number of them. */
function admit(limiter: Limiter, address: string) {
  const limit = { name: 'ip', max: 100, windowMs: 60_000 };
  return limiter.admit({
    app: { limit, key: `app:${address}` },
    ip: { limit, key: `ip:${address}` },
    tokenPrefix: { limit, key: `token:${address}` },
    bannedAddress: address,
    tokenHash: createHash('sha256').update(address).digest('hex'),
  });
}

test('the statement of admission is not planned anew each time', async () => {
  const limiter = new Limiter(db, { threshold: 10, durationMs: 60_000 });
  for (let round = 0; round < 10; round += 1) {
    const addresses = Array.from({ length: 1 + (round % 3) }, (_, index) => `192.0.2.${round * 3 + index}`);
    await Promise.all(addresses.map((address) => admit(limiter, address)));
  }
  const { rows } = await db.pool.query<{ generic_plans: number; custom_plans: number }>(
    "select generic_plans, custom_plans from pg_prepared_statements where name = 'admission'",
  );
  // PostgreSQL tries five plans for the given values first.
  expect(rows).toEqual([{ generic_plans: 5, custom_plans: 5 }]);
});

test('a purge removes all that has expired, however much came of random bearers, and nothing that counts', async () => {
  const limiter = new Limiter(db, { threshold: 10, durationMs: 60_000 });
  await db.kysely.deleteFrom('rate_window').execute();
  await sql`
    insert into rate_window (key, hits, resets_at)
    select 'token:' || n, 1, now() + make_interval(secs => case when n = 1 then 60 else -120 end)
    from generate_series(1, 12001) n`.execute(db.kysely);
  await sql`
    insert into failed_auth (ip, token_hash, seen_at)
    select '2001:db8::' || n, 'hash', now() - make_interval(mins => case when n = 1 then 4 else 11 end)
    from generate_series(1, 12001) n`.execute(db.kysely);
  await limiter.purge();
  expect(await db.kysely.selectFrom('rate_window').select('key').execute()).toEqual([{ key: 'token:1' }]);
  expect(await db.kysely.selectFrom('failed_auth').select('ip').execute()).toEqual([{ ip: '2001:db8::1' }]);
});
