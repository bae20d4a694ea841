import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { administer } from '../../cli/program.ts';
import { run } from '../../dev/servers/run.ts';
import { PRODUCTS } from '../../core/products/index.ts';
import { PULL_DECIDE_MAIL, REVIEW_THEN_MAIL } from '../faults/cascades.ts';
import { setScene, type Scene } from '../faults/support.ts';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { baseBackup, holds, writeOwned } from '../support/replication.ts';
import { startPostgres, startTemporal, type FaultyPostgres, type FaultyTemporal } from '../support/servers.ts';
import { until } from '../support/until.ts';

const SERVICES = ['gateway', 'executor', 'webhooks'] as const;
const EACH = 5;
const LIVE = { execution_mode: 'live' };

let postgres: FaultyPostgres;
let temporal: FaultyTemporal;
let scene: Scene;
let archive: string;
beforeAll(async () => {
  [postgres, temporal] = await Promise.all([startPostgres(), startTemporal()]);
  archive = join(dirname(postgres.data), 'archive');
  await mkdir(archive);
  // The server may run as another user.
  await run('chown', ['--reference', postgres.data, archive]);
  await postgres.whileStopped(
    () => Promise.resolve(),
    ['archive_mode=on', `archive_command=test ! -f ${archive}/%f && cp %p ${archive}/%f`],
  );
  scene = await setScene({
    report: PRODUCTS.credit_report.synthetic({ first_name: 'Pat' }, '2026-01-01'),
    databaseUrl: postgres.url,
    env: { TEMPORAL_ADDRESS: temporal.address },
  });
});
afterAll(async () => {
  await scene?.stop();
  await Promise.all([postgres?.stop(), temporal?.stop()]);
});

const statusOf = async (id: number): Promise<number> => (await scene.call('GET', `/executions/${id}`)).status;

test('a base backup and the log go back to a moment, and what was in flight then ends', async () => {
  const pull = await scene.createWorkflow(PULL_DECIDE_MAIL);
  const review = await scene.createWorkflow(REVIEW_THEN_MAIL);
  const beforeBackup = await scene.triggerMany(pull, EACH, LIVE);
  await scene.untilEnded(beforeBackup);
  const backup = join(dirname(postgres.data), 'backup');
  await baseBackup(postgres, backup);

  // Between the backup and the restored time, so only the log has it.
  const ended = await scene.triggerMany(pull, EACH, LIVE);
  await scene.untilEnded(ended);
  const reviews = await scene.triggerMany(review, EACH);
  const isInReview = async (id: number) => {
    const { data } = await scene.call('GET', `/executions/${id}`);
    return (data as { status: string }).status === 'awaiting_review';
  };
  await until(async () => (await Promise.all(reviews.map(isInReview))).every(Boolean));
  const { rows } = await scene.stack.db.pool.query<{ moment: string }>('select clock_timestamp()::text as moment');
  const moment = rows[0]?.moment ?? '';
  const lost = await scene.triggerMany(pull, EACH, LIVE);
  await scene.untilEnded(lost);
  await scene.stack.db.pool.query('checkpoint');
  const switched = await scene.stack.db.pool.query<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file');
  const file = switched.rows[0]?.file ?? '';
  await until(() => holds(postgres.adminUrl, `(select last_archived_wal >= '${file}' from pg_stat_archiver)`));

  for (const service of SERVICES) expect(await scene.stack.terminate(service)).toBe('exit code 0');
  const settings = [`restore_command=cp ${archive}/%f %p`, `recovery_target_time=${moment}`];
  await postgres.whileStopped(async () => {
    await rm(postgres.data, { recursive: true });
    await run('cp', ['-a', backup, postgres.data]);
    await writeOwned(join(postgres.data, 'recovery.signal'), '', postgres.data);
  }, [...settings, 'recovery_target_action=promote']);
  await until(() => holds(postgres.adminUrl, 'not pg_is_in_recovery()'));
  const code = await administer(['recover', '--restored', '--json'], {
    env: { DATABASE_URL: postgres.url },
    out: () => undefined,
    err: () => undefined,
  });
  expect(code).toBe(0);
  for (const service of SERVICES) await scene.stack.restart(service);

  const kept = [...beforeBackup, ...ended, ...reviews];
  expect(await Promise.all(kept.map(statusOf))).toEqual(kept.map(() => 200));
  expect(await Promise.all(lost.map(statusOf))).toEqual(lost.map(() => 404));
  for (const id of reviews) {
    const { status } = await scene.call('POST', `/executions/${id}/review_decisions`, { decision: 'approved' });
    expect(status).toBe(200);
  }
  const fresh = await scene.triggerMany(pull, EACH, LIVE);
  expect(fresh.filter((id) => lost.includes(id))).toEqual([]);
  await scene.untilEnded([...reviews, ...fresh]);
}, 300_000);
