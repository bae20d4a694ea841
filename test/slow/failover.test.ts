import { randomUUID } from 'node:crypto';
import { administer } from '../../cli/program.ts';
import { PRODUCTS } from '../../core/products/index.ts';
import { PULL_DECIDE_MAIL } from '../faults/cascades.ts';
import { setScene, type Scene } from '../faults/support.ts';
import { afterEach, beforeEach, expect, test } from '../support/jest.ts';
import { replicateTo, startReplica, type Replica } from '../support/replication.ts';
import { startPostgres, startTemporal, type FaultyPostgres, type FaultyTemporal } from '../support/servers.ts';
import { until } from '../support/until.ts';

const SERVICES = ['gateway', 'executor', 'webhooks'] as const;
const CALLERS = 4;
/** Triggers that are answered before the primary dies under the next ones. */
const ACCEPTED = 60;

let postgres: FaultyPostgres;
let temporal: FaultyTemporal;
let replica: Replica;
let scene: Scene;
let workflowId: number;
beforeEach(async () => {
  [postgres, temporal] = await Promise.all([startPostgres(), startTemporal()]);
  await postgres.whileStopped(() => Promise.resolve(), ['wal_keep_size=1GB']);
  replica = await startReplica(postgres);
  scene = await setScene({
    report: PRODUCTS.credit_report.synthetic({ first_name: 'Pat' }, '2026-01-01'),
    databaseUrl: postgres.url,
    env: { TEMPORAL_ADDRESS: temporal.address },
  });
  workflowId = await scene.createWorkflow(PULL_DECIDE_MAIL);
});
afterEach(async () => {
  await scene?.stop();
  await replica?.stop();
  await Promise.all([postgres?.stop(), temporal?.stop()]);
});

/** Triggers without a pause until it is told to stop; the ids of triggers answered with 202, by key. */
function triggering() {
  const accepted = new Map<string, number>();
  let isOver = false;
  const trigger = async (key: string): Promise<number | undefined> => {
    try {
      const response = await fetch(`${scene.stack.baseUrl}/api/v1/workflows/${workflowId}/trigger`, {
        method: 'POST',
        headers: {
          ...{ authorization: `Bearer ${scene.caller.token}`, 'content-type': 'application/json' },
          'idempotency-key': key,
        },
        body: JSON.stringify({ payload: { applicant: { email: 'pat@example.com', first_name: 'Pat' } } }),
      });
      const text = await response.text();
      return response.status === 202 ? (JSON.parse(text) as { data: { id: number } }).data.id : undefined;
    } catch {
      return undefined;
    }
  };
  const unanswered: string[] = [];
  const callers = Array.from({ length: CALLERS }, async () => {
    while (!isOver) {
      const key = randomUUID();
      const id = await trigger(key);
      if (id === undefined) unanswered.push(key);
      else accepted.set(key, id);
    }
  });
  return {
    accepted,
    /** Keys of requests that were not answered 202. */
    unanswered,
    trigger,
    end: async (): Promise<void> => {
      isOver = true;
      await Promise.all(callers);
    },
  };
}

async function kept(ids: Iterable<number>): Promise<number> {
  const { rows } = await scene.stack.db.pool.query<{ count: number }>(
    'select count(*)::int as count from execution where id = any ($1::bigint[])',
    [[...ids]],
  );
  return rows[0]?.count ?? 0;
}

test('a synchronous replica that is promoted has all that was answered 202, and goes on with it', async () => {
  await replicateTo(postgres, 'replica');
  const load = triggering();
  await until(() => load.accepted.size >= ACCEPTED);
  await postgres.kill();
  const died = performance.now();
  // Under way when it died.
  await until(() => load.unanswered.length >= CALLERS);
  await replica.promote();
  const before = load.accepted.size;
  await until(() => load.accepted.size > before);
  process.stdout.write(`accepted again ${((performance.now() - died) / 1_000).toFixed(1)} s after the primary died\n`);
  await load.end();

  expect(await kept(load.accepted.values())).toBe(load.accepted.size);
  // An unanswered request can be repeated under its key: each key gives one execution, however often it is sent.
  const [key = ''] = load.unanswered;
  const ids = [await load.trigger(key), await load.trigger(key)];
  expect(ids).toEqual([expect.any(Number), ids[0]]);
  await scene.untilEnded([...load.accepted.values(), ids[0] ?? 0], 120_000);
}, 300_000);

test('an asynchronous one lacks what it had not been sent, and goes on after recover --restored', async () => {
  const load = triggering();
  await until(() => load.accepted.size >= ACCEPTED);
  await load.end();
  const sent = [...load.accepted.values()];
  await scene.untilEnded(sent, 120_000);
  await replica.cutOff();
  const unsent = await scene.triggerMany(workflowId, ACCEPTED / CALLERS);
  await postgres.kill();
  for (const service of SERVICES) await scene.stack.terminate(service);
  await replica.promote();
  expect([await kept(sent), await kept(unsent)]).toEqual([sent.length, 0]);

  const code = await administer(['recover', '--restored', '--json'], {
    env: { DATABASE_URL: postgres.url },
    out: () => undefined,
    err: () => undefined,
  });
  expect(code).toBe(0);
  for (const service of SERVICES) await scene.stack.restart(service);
  const fresh = await scene.triggerMany(workflowId, CALLERS);
  expect(fresh.filter((id) => unsent.includes(id))).toEqual([]);
  await scene.untilEnded(fresh);
}, 300_000);
