import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import type { Scope } from '../../core/access.ts';
import type { Pair } from '../../core/backtests/pair.ts';
import { tallyOf } from '../../core/backtests/tally.ts';
import { MAX_WORK_OF_BACKTEST } from '../../core/work.ts';
import { redactExecutions } from '../../platform/retention/executions.ts';
import { FactCoarsener } from '../../platform/retention/facts.ts';
import { ApiCaller, type AnyJson } from '../gateway/api-caller.ts';
import { queuedBacktest } from '../support/backtests.ts';
import { startStack, type Caller, type Stack } from '../support/stack.ts';
import { until } from '../support/until.ts';
import { recordChunk } from '../../services/executor/backtests/record.ts';
import { BacktestScene, bands, NAME, SCORES, TEST_MODE } from './support/backtest-scene.ts';

let stack: Stack;
let scene: BacktestScene;
let caller: Caller;
let api: ApiCaller;
let workflowId: number;
let ids: BacktestScene['ids'];

beforeAll(async () => {
  stack = await startStack({ services: ['gateway', 'executor', 'artifacts'] });
  scene = await BacktestScene.set(stack);
  ({ caller, api, workflowId, ids } = scene);
});
afterAll(() => stack?.stop());

const backtest = async (body: AnyJson): Promise<AnyJson> => scene.ended((await scene.ask(body)).id);
const changesOf = (id: number, query?: string): Promise<AnyJson[]> => scene.changesOf(id, query);

// Rules: 21.6.1, 21.6.2, 21.6.4
test('the version that ran changes nothing, and nothing else is written', async () => {
  const before = await scene.others();
  const { sample, result, progress } = await backtest({ version: 1 });
  expect(progress).toEqual({ done: SCORES.length, total: SCORES.length });
  expect(sample).toMatchObject({ matching: SCORES.length, is_drawn: false });
  expect(result).toMatchObject({
    compared: SCORES.length,
    changed: { count: 0, share: 0, low: null, high: null },
    parted: [],
    undetermined: { count: 0, causes: [] },
  });
  expect(result.outcomes.map(({ new: outcome }: AnyJson) => outcome).toSorted()).toEqual(
    ['approved', 'approved', 'denied', 'denied', 'review'].toSorted(),
  );
  expect(await scene.others()).toEqual(before);
});

// Rules: 21.6.3, 21.6.7
test('a limit that moves is found exactly: who, from what to what, by which rule, with which letter', async () => {
  const { id, result } = await backtest({ definition: bands(640) });
  const moved = SCORES.filter((each) => each >= 620 && each < 640);
  const changes = await changesOf(id);
  expect(changes.map(({ execution_id: of }) => of).toSorted()).toEqual(moved.map((each) => ids.get(each)).toSorted());
  for (const { kinds, rule, old, new: fresh } of changes) {
    expect({ rule, old, new: fresh }).toMatchObject({
      rule: 'r_deny',
      old: { asked: true },
      new: { outcome: 'denied', asked: false, decided_by: 'r_deny', letters: [{ node_id: 'deny', action: 'denied' }] },
    });
    // Both letters of an applicant whom a person had denied state one score.
    expect(kinds).toEqual(old.outcome === 'denied' ? ['asked'] : ['outcome', 'asked', 'letter']);
  }
  const approved = changes.filter(({ old }) => old.outcome === 'approved').length;
  expect(approved).toBeGreaterThan(0);
  expect(result.parted).toMatchObject([
    { rule: 'r_deny', sentence: expect.stringContaining('640'), count: approved, swap_ins: 0, swap_outs: approved },
  ]);
  expect(result.letters).toMatchObject({ only_new: approved, only_old: 0, reasons_differ: 0 });
  expect((await changesOf(id, '&filter[kind]=outcome')).length).toBe(approved);
});

// Rules: 21.6.3, 21.6.5
test('what nobody knows is counted by its cause: a report never pulled, a person who was never asked', async () => {
  const pulling = bands().map((node) => (node.id === 'applicant' ? { ...node, next_step: ['evictions'] } : node));
  const evictions = { id: 'evictions', type: 'BillingProduct', billing_product_code: 'eviction_history' };
  const { result } = await backtest({ definition: [...pulling, { ...evictions, next_step: ['credit'] }] });
  expect(result).toMatchObject({ compared: 0, undetermined: { count: SCORES.length } });
  expect(new Set(result.undetermined.causes.map(({ cause }: AnyJson) => cause))).toEqual(new Set(['report_missing']));

  const { result: asking } = await backtest({ definition: bands(620, 680) });
  const asked = SCORES.filter((each) => each >= 660 && each < 680).length;
  expect(asking.undetermined).toEqual({
    count: asked,
    causes: [{ cause: 'person', side: 'new', old: 'approved', count: asked }],
  });
  expect(asking.compared).toBe(SCORES.length - asked);
});

// Rules: 21.6.6
test('a sample that is drawn has intervals, one by another version none where it is everything', async () => {
  const sample = { filter: TEST_MODE, limit: 8 };
  const drawn = await backtest({ version: 1, sample });
  expect(drawn.sample).toMatchObject({ limit: 8, matching: SCORES.length, is_drawn: true });
  expect(drawn.progress).toEqual({ done: 8, total: 8 });
  expect(drawn.result.changed).toMatchObject({ count: 0, low: 0, high: expect.closeTo(0.324, 3) });
  const { result } = await backtest({ definition: bands(640), against_version: 1 });
  expect(result.approvals.difference).toMatchObject({ low: null, high: null });
  const { total } = (await backtest({ version: 1, sample: { filter: { outcome: ['denied'], ...TEST_MODE } } }))
    .progress;
  expect(total).toBe(await decidedAs('denied'));
});

const decidedAs = async (outcome: 'denied') =>
  (await stack.db.kysely.selectFrom('execution').select('id').where('outcome', '=', outcome).execute()).length;

// Rules: 21.6.8, 21.6.9
test('only who may read applicants asks and reads, of their own client, and the audit log says so', async () => {
  const { id } = await backtest({ definition: bands(640) });
  const path = `/workflows/${workflowId}/backtests/${id}`;
  const of = async (more: object) => new ApiCaller(stack.baseUrl, (await stack.createCaller(more)).token);
  const own = { accountId: caller.accountId, clientId: caller.clientId };
  // A caller who may not read scores could find one by asking about limits.
  const narrow = await of({
    ...own,
    scopes: ['workflows:read', 'workflows:write', 'executions:read'] satisfies Scope[],
  });
  const asked = { definition: bands(640), sample: { filter: TEST_MODE, limit: 1 } };
  expect((await narrow.post(`/workflows/${workflowId}/backtests`, asked)).status).toBe(403);
  expect((await narrow.post(`${path}/cancel`, {})).status).toBe(403);
  expect((await narrow.get(`/workflows/${workflowId}/backtests`)).status).toBe(403);
  for (const read of ['', '/changes', '/changes.csv']) {
    expect((await narrow.get(path + read)).status).toBe(403);
    const beside = await of({ accountId: caller.accountId });
    expect((await beside.get(path + read)).status).toBe(404);
  }
  const full = ['workflows:read', 'executions:read:full'] satisfies Scope[];
  expect((await (await of({ ...own, scopes: full })).get(path)).status).toBe(200);
  const beside = await of({ accountId: caller.accountId });
  expect((await beside.get(`/workflows/${workflowId}/backtests`)).data).toEqual([]);
  const { data } = await beside.post(`/workflows/${workflowId}/backtests`, { sample: { filter: TEST_MODE } });
  expect(data).toMatchObject({ status: 'completed', progress: { total: 0 } });
  expect((await (await of({})).get(path)).status).toBe(404);

  await changesOf(id);
  const { text } = await api.get(`${path}/changes.csv`);
  expect(text.split('\r\n')[0]).toBe(
    'execution_id,kinds,rule,old_outcome,old_asked,old_rule,old_reasons,new_outcome,new_asked,new_rule,new_reasons',
  );
  expect(text).toContain(`${ids.get(625)},outcome;asked;letter,r_deny,approved,true,`);
  const read = await stack.db.kysely
    .selectFrom('audit_event')
    .select('detail')
    .where('action', '=', 'backtest.changes_read')
    .where('account_id', '=', caller.accountId)
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
  expect(read.map(({ detail }) => detail)).toMatchObject([{ backtest_id: id }, { backtest_id: id, changes: 3 }]);
});

// Rules: 21.6.13
test('a backtest that takes more work than one may ends, with what it found until then', async () => {
  const { accountId, clientId } = caller;
  const id = await queuedBacktest(stack.db.kysely, { accountId, clientId, workflowId });
  await sql`insert into backtest_chunk (backtest_id, number, execution_ids, lease_until)
    select ${id}, n, '{1,2,3,4,5}', now() + interval '1 hour' from generate_series(0, 1) n`.execute(stack.db.kysely);
  const pair: Pair = { is: 'undetermined', cause: 'person', side: 'new', old: 'approved' };
  const tally = tallyOf([pair, pair, pair, pair, pair]);
  const chunk = { backtest_id: id, number: 0, attempts: 0, execution_ids: [1, 2, 3, 4, 5] };
  await recordChunk(stack.db, chunk, { tally, changes: [], work: MAX_WORK_OF_BACKTEST + 1 });
  expect(await scene.ended(id, 'failed')).toMatchObject({
    error_code: 'too_much_work',
    progress: { done: 5, total: 10 },
    sample: { is_drawn: true },
    result: { undetermined: { count: 5 } },
  });
  expect(await stack.db.kysely.selectFrom('backtest_chunk').selectAll().execute()).toEqual([]);
});

// Rules: 21.6.1
test('an applicant who was evaluated again counts once, as evaluated last', async () => {
  const [first = 0, again = 0] = ids.values();
  const link = (from: number | null) => sql`update execution set re_evaluated_from = ${from} where id = ${again}`;
  await link(first).execute(stack.db.kysely);
  const { progress } = await backtest({ version: 1 });
  expect(progress.total).toBe(SCORES.length - 1);
  await link(null).execute(stack.db.kysely);
});

// Rules: 21.6.11
test('an account has five backtests under way, a workflow its newest fifty, and a deleted one none', async () => {
  const other = await stack.createCaller();
  const asking = new ApiCaller(stack.baseUrl, other.token);
  const { data: workflow } = await asking.post('/workflows', { name: 'Many', definition: bands() });
  const path = `/workflows/${workflow.id}/backtests`;
  const waiting: number[] = [];
  for (let count = 0; count < 5; count += 1)
    waiting.push(await queuedBacktest(stack.db.kysely, { ...other, workflowId: workflow.id }, 1));
  expect(await asking.post(path, { version: 1 })).toMatchObject({ status: 429, error: { code: 'rate_limited' } });
  for (const id of waiting) expect((await asking.post(`${path}/${id}/cancel`, {})).status).toBe(200);
  for (let count = 0; count < 46; count += 1) expect((await asking.post(path, { version: 1 })).status).toBe(202);
  const kept = async (): Promise<readonly number[]> =>
    (await stack.db.kysely.selectFrom('backtest').select('id').where('workflow_id', '=', workflow.id).execute()).map(
      ({ id }) => id,
    );
  expect((await kept()).length).toBe(50);
  expect(await kept()).not.toContain(waiting[0]);
  // The most changes that are kept for an account: it is deleted with all older ones.
  await sql`update backtest set changes = 500001 where id = ${Math.max(...(await kept()))}`.execute(stack.db.kysely);
  expect((await asking.post(path, { version: 1 })).status).toBe(202);
  expect((await kept()).length).toBe(1);
  expect((await asking.delete(`/workflows/${workflow.id}`)).status).toBe(204);
  expect(await kept()).toEqual([]);
});

// Rules: 21.6.11
test('who asks while a sample of the account is drawn is told so at once, and holds no connection', async () => {
  const refused = await stack.db.transaction(async (trx) => {
    // Holds the lock as long as the other request draws.
    await sql`select pg_advisory_xact_lock(727006, ${caller.accountId})`.execute(trx);
    return api.post(`/workflows/${workflowId}/backtests`, { sample: { filter: TEST_MODE } });
  });
  expect(refused).toMatchObject({ status: 429, error: { code: 'rate_limited' } });
  const { progress } = await backtest({ version: 1 });
  expect(progress.total).toBe(SCORES.length);
});

// Rules: 21.6.11
test('who saves a cascade does not wait for a sample of it that is drawn', async () => {
  const asked = await stack.db.transaction(async (trx) => {
    // The drawing statement waits as long as nobody may write chunks.
    await sql`lock table backtest_chunk in share mode`.execute(trx);
    const answer = api.post(`/workflows/${workflowId}/backtests`, { sample: { filter: TEST_MODE } });
    await until(async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%with matching as materialized%'
          and pid <> pg_backend_pid()`.execute(stack.db.kysely);
      return rows.length > 0;
    });
    expect(await api.patch(`/workflows/${workflowId}`, { name: 'Bands' })).toMatchObject({ status: 200 });
    return { answer };
  });
  expect(await asked.answer).toMatchObject({ status: 202 });
});

// Rules: 21.6.10
test('what is redacted leaves no pair, is counted as redacted, and no word of it stands in any result', async () => {
  const { rows } = await sql<{ left: number }>`
    select (select count(*)::int from backtest_change) as left`.execute(stack.db.kysely);
  expect(rows[0]?.left).toBeGreaterThan(0);
  const words = async () =>
    (
      await sql`select 1 from backtest b where b::text like ${`%${NAME}%`}
        union all select 1 from backtest_change c where c::text ~ ${`${NAME}|pat@example`}`.execute(stack.db.kysely)
    ).rows;
  expect(await words()).toEqual([]);
  await sql`update execution set completed_at = now() - interval '400 days' where completed_at is not null`.execute(
    stack.db.kysely,
  );
  await stack.db.transaction((trx) =>
    redactExecutions(trx, { store: NO_STORE, facts: new FactCoarsener(), days: 365 }),
  );
  const kept = await stack.db.kysely.selectFrom('backtest_change').select('execution_id').execute();
  expect(kept).toEqual([]);
  const { result } = await backtest({ definition: bands(640) });
  expect(result).toMatchObject({ compared: 1, undetermined: { count: SCORES.length - 1 } });
  expect(result.undetermined.causes).toMatchObject([{ cause: 'redacted', side: 'old' }]);
});

const NO_STORE = { delete: () => Promise.resolve() } as never;
