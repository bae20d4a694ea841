import { fork } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import type { CascadeDefinition } from '../../core/cascade/registry.ts';
import type { Scope } from '../../core/access.ts';
import { redactExecutions } from '../../platform/retention/executions.ts';
import { FactCoarsener } from '../../platform/retention/facts.ts';
import { ApiCaller, type AnyJson } from '../gateway/api-caller.ts';
import { startStack, type Caller, type Stack } from '../support/stack.ts';
import { until } from '../support/until.ts';

let stack: Stack;
let caller: Caller;
let api: ApiCaller;
let workflowId: number;
/** Executions by the score of their applicant. */
const ids = new Map<number, number>();

const score = (operator: string, value: number) => ({ source_node_id: 'credit', field: 'score', operator, value });
const row = (id: string, condition: object) => ({ condition_groups: [{ id, conditions: [condition] }] });

/** Denies below the first limit, asks a person below the second one, and approves everyone else. */
const bands = (deny = 620, ask = 660): CascadeDefinition =>
  [
    { id: 'applicant', type: 'ApplicantSource', next_step: ['credit'] },
    { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['too_low'] },
    {
      id: 'too_low',
      type: 'IfElse',
      branches: { pass: row('r_deny', score('less_than', deny)) },
      pass_steps: ['deny'],
      fail_steps: ['doubtful'],
    },
    {
      id: 'doubtful',
      type: 'IfElse',
      branches: {
        pass: row('r_approve', score('greater_than_or_equal', ask)),
        human_review: row('r_ask', score('less_than', ask)),
      },
      pass_steps: ['approve'],
      human_review_steps: ['approve'],
      fail_steps: ['deny'],
    },
    { id: 'approve', type: 'Action', action_type: 'Approve' },
    {
      id: 'deny',
      type: 'Action',
      action_type: 'AdverseAction',
      purpose: 'tenant',
      adverse_action: { action_taken: 'denied', send_strategy: 'auto_send', recipient: '{{applicant.email}}' },
    },
  ] as CascadeDefinition;

const SCORES = Array.from({ length: 16 }, (_each, index) => 590 + index * 7);
const TEST_MODE = { execution_mode: ['test'] };
const NAME = 'Quartermain';

beforeAll(async () => {
  stack = await startStack({ services: ['gateway', 'executor', 'artifacts'] });
  caller = await stack.createCaller();
  api = new ApiCaller(stack.baseUrl, caller.token);
  const { data } = await api.post('/workflows', { name: 'Bands', active: true, definition: bands() });
  workflowId = data.id;
  for (const each of SCORES) {
    const payload = { applicant: { first_name: 'Pat', last_name: NAME, email: 'pat@example.com' } };
    const { data: run } = await api.trigger(workflowId, { payload, sandbox: { credit_report: { score: each } } });
    ids.set(each, run.id);
  }
  const statuses = async () =>
    (await stack.db.kysely.selectFrom('execution').select(['id', 'status']).execute()).map(({ status }) => status);
  await until(async () => (await statuses()).every((status) => ['completed', 'awaiting_review'].includes(status)));
  // Every other one is approved, and the last one is left open.
  const asked = SCORES.filter((each) => each >= 620 && each < 660).slice(0, -1);
  for (const [index, each] of asked.entries())
    await api.post(`/executions/${ids.get(each)}/review_decisions`, {
      decision: index % 2 === 0 ? 'approved' : 'denied',
    });
  const settled = SCORES.map(() => 'completed').with(-1, 'awaiting_review');
  await until(async () => (await statuses()).toSorted().join() === settled.toSorted().join());
});
afterAll(() => stack?.stop());

async function ended(id: number, as = 'completed'): Promise<AnyJson> {
  const read = async () => (await api.get(`/workflows/${workflowId}/backtests/${id}`)).data;
  await until(async () => (await read()).ended_at !== null);
  const backtest = await read();
  expect(backtest.status).toBe(as);
  return backtest;
}

async function backtest(body: AnyJson): Promise<AnyJson> {
  const { status, data } = await api.post(`/workflows/${workflowId}/backtests`, {
    sample: { filter: TEST_MODE },
    ...body,
  });
  expect({ status, data }).toMatchObject({ status: 202, data: { object: 'backtest', result: null } });
  return ended(data.id);
}

const changesOf = async (id: number, query = ''): Promise<AnyJson[]> =>
  (await api.get(`/workflows/${workflowId}/backtests/${id}/changes?per_page=100${query}`)).data;

/** All that a backtest must not touch. */
async function others(): Promise<unknown> {
  const { rows } = await sql`
    select (select count(*) from execution) as executions, (select sum(xmin::text::bigint) from execution) as writes,
      (select count(*) from step) as steps, (select count(*) from effect) as effects, (select count(*) from event) as events,
      (select count(*) from command) as commands, (select count(*) from mail_message) as mails,
      (select count(*) from artifact) as files, (select count(*) from billing_entry) as bills,
      (select count(*) from decision_fact) as facts`.execute(stack.db.kysely);
  return rows[0];
}

// Rules: 21.6.1, 21.6.2, 21.6.4
test('the version that ran changes nothing, and nothing else is written', async () => {
  const before = await others();
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
  expect(await others()).toEqual(before);
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
    // Both letters of whom a person had denied speak of the same score.
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
test('only who may read executions reads pairs, of their own client, and the audit log says so', async () => {
  const { id } = await backtest({ definition: bands(640) });
  const path = `/workflows/${workflowId}/backtests/${id}`;
  const of = async (more: object) => new ApiCaller(stack.baseUrl, (await stack.createCaller(more)).token);
  const own = { accountId: caller.accountId, clientId: caller.clientId };
  const narrow = await of({ ...own, scopes: ['workflows:read', 'executions:read'] satisfies Scope[] });
  expect((await narrow.get(path)).status).toBe(200);
  for (const read of ['/changes', '/changes.csv']) {
    expect((await narrow.get(path + read)).status).toBe(403);
    const beside = await of({ accountId: caller.accountId });
    expect((await beside.get(path + read)).status).toBe(404);
  }
  expect((await (await of({ ...own, scopes: ['workflows:read'] satisfies Scope[] })).get(path)).status).toBe(403);
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

/** Copies of an execution, as if so many had applied. */
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

// Rules: 21.6.4
test('kill -9 three times in a backtest: the same result, and a cancelled one keeps what it found', async () => {
  await stack.kill('executor');
  for (const each of SCORES) await copies(ids.get(each) ?? 0, 24);
  const before = await others();
  const ask = async () =>
    (await api.post(`/workflows/${workflowId}/backtests`, { definition: bands(640), sample: { filter: TEST_MODE } }))
      .data;
  const [disturbed, plain, cancelled] = [await ask(), await ask(), await ask()];
  const done = async () => (await api.get(`/workflows/${workflowId}/backtests/${disturbed.id}`)).data.progress.done;
  const begin = () => fork(new URL('./support/backtest-process.ts', import.meta.url), [stack.address.databaseUrl]);
  for (let kills = 0; kills < 3; kills += 1) {
    const doneBefore: number = await done();
    const process = begin();
    await until(async () => (await done()) > doneBefore);
    process.kill('SIGKILL');
    await once(process, 'exit');
    expect(await done()).toBeLessThan(disturbed.progress.total);
    // As if the lease had run out.
    await sql`update backtest_chunk set lease_until = now() where lease_until is not null`.execute(stack.db.kysely);
  }
  const process = begin();
  const [one, other] = [await ended(disturbed.id), await ended(plain.id)];
  expect(one.result).toEqual(other.result);
  expect(one.result.compared).toBe(SCORES.length * 25);
  expect((await changesOf(disturbed.id)).length).toBe(75);
  await api.post(`/workflows/${workflowId}/backtests/${cancelled.id}/cancel`, {});
  const { result, progress } = await ended(cancelled.id, 'cancelled');
  expect(result.compared).toBe(progress.done);
  process.kill('SIGKILL');
  await once(process, 'exit');
  expect(await others()).toEqual(before);
  expect(await stack.db.kysely.selectFrom('backtest_chunk').selectAll().execute()).toEqual([]);
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
  await sql`delete from execution where id > ${Math.max(...ids.values())}`.execute(stack.db.kysely);
  await sql`update execution set completed_at = now() - interval '400 days' where completed_at is not null`.execute(
    stack.db.kysely,
  );
  await stack.db.transaction((trx) =>
    redactExecutions(trx, { store: NO_STORE, facts: new FactCoarsener(), days: 365 }),
  );
  const kept = await stack.db.kysely
    .selectFrom('backtest_change')
    .select('execution_id')
    .where('execution_id', '<=', Math.max(...ids.values()))
    .execute();
  expect(kept).toEqual([]);
  await stack.restart('executor');
  const { result } = await backtest({ definition: bands(640) });
  expect(result).toMatchObject({ compared: 1, undetermined: { count: SCORES.length - 1 } });
  expect(result.undetermined.causes).toMatchObject([{ cause: 'redacted', side: 'old' }]);
});

const NO_STORE = { delete: () => Promise.resolve() } as never;
