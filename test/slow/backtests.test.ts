import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'kysely';
import { BacktestScene, bands, SCORES } from '../executor/support/backtest-scene.ts';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { until } from '../support/until.ts';

const COPIES = 49;

let stack: Stack;
let scene: BacktestScene;

beforeAll(async () => {
  stack = await startStack({ services: ['gateway', 'executor', 'artifacts'] });
  scene = await BacktestScene.set(stack);
});
afterAll(() => stack?.stop());

/** Copies an execution, as if that many people had applied. */
async function copies(of: number, count: number): Promise<void> {
  const id = `${of}::bigint * 1000 + n`;
  const key = `jsonb_build_object('id', ${id}, 'execution_key', null, 'run_key', gen_random_uuid())`;
  const own = `jsonb_build_object('execution_id', ${id})`;
  const next = (table: string) => `${own} || jsonb_build_object('id', nextval('${table}_id_seq'))`;
  const tables = { execution: key, step: own, effect: next('effect'), review_round: next('review_round') };
  for (const [table, other] of Object.entries(tables)) {
    const column = table === 'execution' ? 'id' : 'execution_id';
    await sql
      .raw(
        `insert into ${table} select (jsonb_populate_record(t, ${other})).*
        from ${table} t cross join generate_series(1, ${count}) n where t.${column} = ${of}`,
      )
      .execute(stack.db.kysely);
  }
}

/** Runs an executor that compares backtests, as long as `during` takes; then kills it. */
async function comparing(during: () => Promise<void>): Promise<void> {
  const comparer: ChildProcess = fork(new URL('../executor/support/backtest-process.ts', import.meta.url), [
    stack.address.databaseUrl,
  ]);
  const ended = once(comparer, 'exit');
  try {
    await during();
  } finally {
    comparer.kill('SIGKILL');
    await ended;
  }
}

// Rules: 21.6.4
test('kill -9 three times in a backtest: the same result, and a cancelled one keeps what it found', async () => {
  await stack.kill('executor');
  for (const each of SCORES) await copies(scene.ids.get(each) ?? 0, COPIES);
  const before = await scene.others();
  const ask = () => scene.ask({ definition: bands(640) });
  const [disturbed, plain, cancelled] = [await ask(), await ask(), await ask()];
  const path = `/workflows/${scene.workflowId}/backtests`;
  const done = async (): Promise<number> => (await scene.api.get(`${path}/${disturbed.id}`)).data.progress.done;
  for (let kills = 0; kills < 3; kills += 1) {
    const doneBefore = await done();
    await comparing(() => until(async () => (await done()) > doneBefore));
    expect(await done()).toBeLessThan(disturbed.progress.total);
    // Pretends that the lease has expired.
    await sql`update backtest_chunk set lease_until = now() where lease_until is not null`.execute(stack.db.kysely);
  }
  await comparing(async () => {
    const one = await scene.ended(disturbed.id);
    const other = await scene.ended(plain.id);
    expect(one.result).toEqual(other.result);
    expect(one.result.compared).toBe(SCORES.length * (COPIES + 1));
    await scene.api.post(`${path}/${cancelled.id}/cancel`, {});
  });
  // Three scores lie between the limits.
  expect(await changesOf(disturbed.id)).toBe(3 * (COPIES + 1));
  const { result, progress } = await scene.ended(cancelled.id, 'cancelled');
  expect(result.compared).toBe(progress.done);
  expect(await scene.others()).toEqual(before);
  expect(await stack.db.kysely.selectFrom('backtest_chunk').selectAll().execute()).toEqual([]);
}, 900_000);

const changesOf = async (id: number): Promise<number> =>
  (await stack.db.kysely.selectFrom('backtest_change').select('id').where('backtest_id', '=', id).execute()).length;
