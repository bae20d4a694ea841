import fc from 'fast-check';
import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { timeAt } from '../../core/statistics/times.ts';
import { countedFacts } from '../../platform/database/decision-facts.ts';
import type { Database } from '../../platform/database/index.ts';
import { countNext } from '../../services/executor/decision-hours.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let db: Database;
let own: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = await database.open();
  own = await database.open({ as: 'executor' });
});
afterAll(() => database?.drop());

const FACTS = 2_500;
/** The rows by the hour of a kind, and one for each bin of those with bins. */
async function hours(what: string) {
  const rows = await db.kysely
    .selectFrom('decision_hour')
    .selectAll()
    .where('what', '=', what as 'time')
    .where('workflow_id', '<>', 0)
    .where('count', '<>', 0)
    .execute();
  return rows.flatMap((row) =>
    row.bins === null
      ? [row]
      : row.bins.map((bin, index) => ({ ...row, key: String(bin), count: row.bin_counts?.[index] ?? 0 })),
  );
}

async function countAll(): Promise<void> {
  const counted = await Promise.all([countNext(own), countNext(own), countNext(own)]);
  if (counted.some((count) => count > 0)) await countAll();
}

// Rules: 21.3.5
test('a pull that is finished after its run has ended is counted neither then nor when the fact is taken back', async () => {
  await sql`
    insert into effect (execution_id, key, node_id, visit, kind, request, status, begun_at, finished_at)
    select 1, 'p' || n, 'credit', n, 'live_pull', '{"product_code": "credit_report"}', 'done',
      timestamptz '2026-03-01' + n * interval '1 minute', timestamptz '2026-03-01' + n * interval '1 minute'
    from generate_series(1, 2) n`.execute(db.kysely);
  const fact = `select 1::bigint as id, 1::bigint as api_client_id, 7::bigint as workflow_id, 1 as workflow_version,
    'live' as execution_mode, false as is_again, 'completed' as status, 'approved' as outcome, null as error_code,
    timestamptz '2026-03-01' as accepted_at, timestamptz '2026-03-01 00:01Z' as ended_at, null as decided_by,
    '{}'::text[] as held, '{}'::text[] as taken, '{}'::text[] as reasons`;
  const { rows } = await db.kysely.executeQuery<{ what: string; count: number }>(
    CompiledQuery.raw(countedFacts(fact, 'decision_hour'), []),
  );
  expect(rows.filter(({ what }) => what === 'pull').map(({ count }) => count)).toEqual([1, 1]);
  await sql`delete from effect`.execute(db.kysely);
});

// Rules: 21.3.1, 21.3.2, 21.3.4
test('each fact is counted once, in its hour, however many processes count and whichever dies', async () => {
  await sql`
    insert into decision_fact (id, account_id, api_client_id, workflow_id, workflow_version, execution_mode, is_again,
      status, outcome, accepted_at, ended_at, decided_by, held, reasons, facts)
    select id, 1, 1 + id % 2, 7, 1 + id % 3, 'live', id % 10 = 0, case when id % 9 = 0 then 'failed' else 'completed' end,
      case id % 9 when 0 then null when 1 then 'denied' else 'approved' end,
      timestamptz '2026-03-01 00:30Z' + id * interval '7 seconds' - id * interval '0.5 seconds',
      timestamptz '2026-03-01 00:30Z' + id * interval '7 seconds',
      case when id % 9 > 0 then 'r' || id % 4 end, array['r1', 'r' || (2 + id % 3)],
      case when id % 9 = 1 then array['credit_report.score'] else '{}' end, '{}'
    from generate_series(1, ${FACTS}) id`.execute(db.kysely);
  // A process that dies before its commit has counted nothing.
  await expect(
    own.transaction(async (trx) => {
      await sql`update decision_fact set is_counted = true`.execute(trx);
      throw new Error('killed');
    }),
  ).rejects.toThrow('killed');
  await countAll();
  await countAll();

  const facts = await db.kysely.selectFrom('decision_fact').selectAll().execute();
  expect(facts.every(({ is_counted: isCounted }) => isCounted)).toBe(true);
  const tally = (keys: readonly string[]) =>
    Object.fromEntries([...Map.groupBy(keys, (key) => key)].map(([key, all]) => [key, all.length]));
  const hourOf = (at: Date) => `${at.toISOString().slice(0, 13)}`;
  const expected = tally(
    facts.map(({ api_client_id: client, ended_at: at, workflow_version: version, is_again: again, status, outcome }) =>
      [client, hourOf(at), version, again, status, outcome ?? ''].join(),
    ),
  );
  const counted = (await hours('decision')).map((row) => [
    [row.api_client_id, hourOf(row.hour), row.workflow_version, row.is_again, row.status, row.outcome].join(),
    row.count,
  ]);
  expect(Object.fromEntries(counted)).toEqual(expected);
  const sums = async (what: string) => {
    const rows = Map.groupBy(await hours(what), ({ key }) => key);
    return Object.fromEntries([...rows].map(([key, all]) => [key, all.reduce((sum, { count }) => sum + count, 0)]));
  };
  expect(await sums('rule')).toEqual(tally(facts.flatMap(({ decided_by: rule }) => rule ?? [])));
  expect(await sums('held')).toEqual(tally(facts.flatMap(({ held }) => held)));
  expect(await sums('reason')).toEqual(tally(facts.flatMap(({ reasons }) => reasons)));

  // The counts by day and those of all workflows together are equal.
  for (const table of ['decision_hour', 'decision_day'] as const)
    for (const isAll of [false, true])
      for (const what of ['decision', 'reason', 'time', ...(isAll ? [] : ['rule', 'held'])]) {
        const { rows } = await sql<{ key: string; count: number }>`
          select coalesce(bin::text, key) as key, sum(coalesce(n, count))::int as count from ${sql.table(table)}
          left join lateral unnest(bins, bin_counts) as b (bin, n) on true
          where what = ${what} and (workflow_id = 0) = ${isAll} group by 1`.execute(db.kysely);
        expect([table, isAll, Object.fromEntries(rows.map(({ key, count }) => [key, count]))]).toEqual([
          ...[table, isAll, await sums(what)],
        ]);
      }

  const bins = Object.entries(await sums('time')).map(([bin, count]) => ({ bin: Number(bin), count }));
  // It used to take half a second for each id.
  for (const share of [0.5, 0.9]) {
    const exact = Math.ceil(FACTS * share) * 0.5;
    expect(Math.abs((timeAt(bins, share) ?? 0) / exact - 1)).toBeLessThan(0.05);
  }
});

// Rules: 21.3.2
test('the median and the p90 of random times are exact to 5 %', () => {
  const times = fc.array(fc.double({ min: 0.01, max: 1e7, noNaN: true }), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(times, fc.constantFrom(0.5, 0.9), (drawn, share) => {
      const binOf = (seconds: number) => Math.floor(Math.log(seconds) / Math.log(1.1));
      const bins = [...Map.groupBy(drawn, binOf)].map(([bin, all]) => ({ bin, count: all.length }));
      const exact = drawn.toSorted((a, b) => a - b)[Math.ceil(drawn.length * share) - 1] ?? 0;
      expect(Math.abs((timeAt(bins, share) ?? 0) / exact - 1)).toBeLessThan(0.055);
    }),
  );
  expect(timeAt([], 0.5)).toBeNull();
});
