import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from '../../support/jest.ts';
import { openDatabase, type Database } from '../../../platform/database/index.ts';
import { isUnavailable, OutcomeUnknownError } from '../../../platform/database/unavailable.ts';
import { holds, replicateTo } from '../../support/replication.ts';
import { startPostgres, type FaultyPostgres } from '../../support/servers.ts';
import { until } from '../../support/until.ts';

let postgres: FaultyPostgres;
let db: Database;
beforeAll(async () => {
  postgres = await startPostgres();
  db = openDatabase({ url: postgres.adminUrl, statementTimeoutMs: 10_000, onPoolError: () => undefined });
  await db.pool.query('create table written (way text primary key)');
});
afterAll(async () => {
  await db?.close();
  await postgres?.stop();
});

const insert = (way: string) => ({ text: 'insert into written values ($1)', values: [way] });
const WAYS: Readonly<Record<string, () => Promise<unknown>>> = {
  transaction: () => db.transaction((trx) => sql`insert into written values ('transaction')`.execute(trx)),
  writeStatement: () => db.writeStatement(insert('writeStatement')),
  writeStatements: async () => {
    const [first] = await db.writeStatements([insert('writeStatements')]);
    if (first?.status === 'rejected') throw first.reason;
  },
  'the pool': () => db.pool.query(insert('the pool')),
};

/** Operators do it when everything hangs. */
const CANCEL = `(select count(pg_cancel_backend(pid)) from pg_stat_activity where wait_event = 'SyncRep') > 0`;

test.each(Object.keys(WAYS))(
  'what %s commits, cancelled while it waits for the synchronous replica, is not said to be committed, though it is',
  async (way) => {
    await replicateTo(postgres, 'replica');
    const outcome = WAYS[way]?.().then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    await until(() => holds(postgres.adminUrl, CANCEL));
    const error = await outcome;
    expect(isUnavailable(error)).toBe(true);
    if (way !== 'the pool') expect(error).toBeInstanceOf(OutcomeUnknownError);
    await replicateTo(postgres, '');
    const { rows } = await db.pool.query('select way from written where way = $1', [way]);
    expect(rows).toEqual([{ way }]);
  },
);

test('what waits for a synchronous replica that is away is not said to be committed either', async () => {
  const impatient = openDatabase({ url: postgres.adminUrl, statementTimeoutMs: 100, onPoolError: () => undefined });
  try {
    await replicateTo(postgres, 'replica');
    await expect(impatient.writeStatement(insert('impatient'))).rejects.toBeInstanceOf(OutcomeUnknownError);
  } finally {
    await replicateTo(postgres, '');
    await impatient.close();
  }
});
