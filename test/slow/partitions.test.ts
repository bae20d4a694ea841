import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { PRODUCTS } from '../../core/products/index.ts';
import { administer } from '../../cli/program.ts';
import { PULL_DECIDE_MAIL } from '../faults/cascades.ts';
import { setScene, type Scene } from '../faults/support.ts';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { startPostgres, type FaultyPostgres } from '../support/servers.ts';
import { until } from '../support/until.ts';

const MILLION = 1_000_000;
const CLI = fileURLToPath(new URL('../../cli/cascade.ts', import.meta.url));
const PERIODS = { RETENTION_PII_DAYS: '365', RETENTION_TRACE_DAYS: '2000' };

let postgres: FaultyPostgres;
let scene: Scene;
let flow: number;
beforeAll(async () => {
  postgres = await startPostgres();
  scene = await setScene({
    report: PRODUCTS.credit_report.synthetic({ first_name: 'Pat' }, '2026-01-01'),
    databaseUrl: postgres.url,
  });
  flow = await scene.createWorkflow(PULL_DECIDE_MAIL);
});
afterAll(async () => {
  await scene?.stop();
  await postgres?.stop();
});

const query = async <Row extends object>(text: string) => (await scene.stack.db.pool.query<Row>(text)).rows;

async function cascade(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  let [out, err] = ['', ''];
  const code = await administer([...args, '--json'], {
    env: { DATABASE_URL: postgres.url, ...env },
    out: (text) => (out += text),
    err: (text) => (err += text),
  });
  if (code !== 0) throw new Error(err);
  return JSON.parse(out) as Record<string, unknown>;
}

const states = async () =>
  Object.fromEntries(
    ((await cascade(['partitions', 'list'])) as unknown as { name: string; state: string }[]).map(({ name, state }) => [
      name,
      state,
    ]),
  );

const decide = async () => {
  const ids = await scene.triggerMany(flow, 3, { execution_mode: 'live' });
  await scene.untilEnded(ids);
  return ids;
};

describe('executions of ids for which nobody made a partition', () => {
  let late: readonly number[];

  // Rules: 18.5.2
  test('are decided, with their pulls and mails, and read', async () => {
    await decide();
    await query(`select setval('execution_id_seq', ${3 * MILLION})`);
    late = await decide();
    for (const id of late) {
      const { status, data } = await scene.call('GET', `/executions/${id}`);
      expect([status, data]).toEqual([200, expect.objectContaining({ status: 'completed' })]);
    }
    const places = await query<{ name: string }>(
      `select distinct tableoid::regclass::text as name from step where execution_id > ${3 * MILLION}`,
    );
    expect(places).toEqual([{ name: 'step_p1000000' }]);
    const metrics = await fetch(`${scene.stack.opsUrl('executor')}/metrics`);
    expect(await metrics.text()).toMatch(/cascade_partition_ids_ahead\{[^}]*table="step"[^}]*\} -2\d{6}/);
  });

  // Rules: 18.5.3
  test('stay, and go on, while `cascade partitions ensure` gives their partition its end', async () => {
    const [made, ids] = await Promise.all([cascade(['partitions', 'ensure']), decide()]);
    expect(made.made).toContain('step_p1000000');
    expect((await states()).step_p1000000).toBe('attached');
    for (const id of [...late, ...ids]) expect((await scene.call('GET', `/executions/${id}`)).status).toBe(200);
  });
});

describe('a detachment whose process and connection are killed while it waits for a reader', () => {
  test('is shown, disturbs nobody, and is finished by the next run, which drops the partition', async () => {
    const old = "completed_at = now() - interval '2001 days', redacted_at = now()";
    await query(`update execution set ${old} where id < ${MILLION}`);
    await query(`update artifact set removed_at = now() where execution_id < ${MILLION}`);
    const reader = await scene.stack.db.pool.connect();
    await reader.query('begin isolation level repeatable read');
    await reader.query('select count(*) from step');
    const running = spawn(process.execPath, [CLI, 'retention', 'run'], {
      env: { ...process.env, ...PERIODS, DATABASE_URL: postgres.url, NODE_NO_WARNINGS: '1' },
      stdio: 'ignore',
    });
    const ended = new Promise((resolve) => running.on('exit', resolve));
    try {
      await until(async () => (await states()).step_p0 === 'detaching');
      running.kill('SIGKILL');
      await ended;
      await query(
        `select pg_terminate_backend(pid, 10000) from pg_stat_activity where application_name = 'cascade admin'`,
      );
    } finally {
      await reader.query('rollback');
      reader.release();
    }
    expect((await states()).step_p0).toBe('detaching');
    // The rows are detached already, and running work is not disturbed.
    expect(await query(`select from step where execution_id < ${MILLION}`)).toEqual([]);
    await decide();

    expect(await cascade(['retention', 'run'], PERIODS)).toMatchObject({ dropped_partitions: 4 });
    expect(Object.values(await states())).not.toContain('detaching');
    expect((await states()).step_p0).toBeUndefined();
    await decide();
    const acts = await query<{ action: string }>(
      `select action from audit_event where subject_id = 'step_p0' order by id`,
    );
    expect(acts.map(({ action }) => action)).toEqual(['partition.detached', 'partition.dropped']);
  });

  test('and the executions of it are still there, with what was decided', async () => {
    const [{ id } = { id: 0 }] = await query<{ id: number }>(`select min(id) as id from execution`);
    expect(id).toBeLessThan(MILLION);
    for (const path of ['', '/explanation', '/review', '/review_events', '/notice_artifacts', '/report_artifacts']) {
      expect([path, (await scene.call('GET', `/executions/${id}${path}`)).status]).toEqual([path, 200]);
    }
    expect(await scene.call('GET', `/executions/${id}`)).toMatchObject({ data: { status: 'completed' } });
  });
});
