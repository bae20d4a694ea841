import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from '../../support/jest.ts';
import { openDatabase, type Database } from '../../../platform/database/index.ts';
import { isUnavailable } from '../../../platform/database/unavailable.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';
import { until } from '../../support/until.ts';

/* Every wait of a service for PostgreSQL, the network and other sessions has a limit (semantics 18.11). */

const STATEMENT_TIMEOUT_MS = 3_000;

let database: TestDatabase;
let other: Database;
let proxy: TcpProxy;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  other = await database.open();
  proxy = await startTcpProxy(Number(new URL(database.url).port));
  const url = new URL(database.url);
  url.port = String(proxy.port);
  db = openDatabase({
    url: url.href,
    // One connection: if it were not given up, nothing could be read any more.
    poolMax: 1,
    applicationName: 'bounded',
    connectTimeoutMs: PATIENCE_MS,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    onPoolError: () => undefined,
  });
});
afterAll(async () => {
  proxy?.release();
  await db?.close();
  await proxy?.close();
  await database?.drop();
});

async function failureOf(work: Promise<unknown>): Promise<{ readonly code: unknown; readonly isUnavailable: boolean }> {
  const error = await work.then(
    () => new Error('it did not fail'),
    (thrown: unknown) => thrown,
  );
  return { code: Reflect.get(Object(error), 'code'), isUnavailable: isUnavailable(error) };
}

// Rules: 18.11.2
test('a statement ends', async () => {
  expect(await failureOf(sql`select pg_sleep(600)`.execute(db.kysely))).toEqual({ code: '57014', isUnavailable: true });
});

// Rules: 18.11.2
test('the wait for a lock ends, and before the statement does', async () => {
  await other.transaction(async (trx) => {
    await sql`lock table workflow in access exclusive mode`.execute(trx);
    const waiting = sql`select count(*) from workflow`.execute(db.kysely);
    expect(await failureOf(waiting)).toEqual({ code: '55P03', isUnavailable: true });
  });
});

// Rules: 18.11.2
test('a transaction that does nothing ends, and with it its locks', async () => {
  const idle = () =>
    sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity
    where application_name = 'bounded' and state = 'idle in transaction'`.execute(other.kysely);
  const forgotten = db.transaction(async (trx) => {
    await sql`lock table workflow in access exclusive mode`.execute(trx);
    await until(async () => (await idle()).rows[0]?.n === 0);
    await sql`select 1`.execute(trx);
  });
  expect(await failureOf(forgotten)).toMatchObject({ isUnavailable: true });
  await sql`select count(*) from workflow`.execute(other.kysely);
});

// Rules: 18.11.3
test('a connection that falls silent in use is given up, and the pool goes on', async () => {
  await db.ping();
  proxy.hold();
  expect(await failureOf(db.ping())).toEqual({ code: 'ETIMEDOUT', isUnavailable: true });
  proxy.release();
  await db.ping();
});
