import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { PRODUCTS } from '../../core/products/index.ts';
import { SERVICES, type ServiceName } from '../../dev/stack/services.ts';
import { PULL_DECIDE_MAIL } from '../faults/cascades.ts';
import { expectNothingLostOrDoubled, setScene, type Scene } from '../faults/support.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from '../support/jest.ts';
import { startNats, startPostgres, startTemporal, type FaultyServer } from '../support/servers.ts';
import { until } from '../support/until.ts';

const CALLERS = 3;
const PAUSE_MS = 300;

/** The message of each service about the servers that it lacks. */
const NOT_READY = 'not ready: waiting';
const NO_NATS = 'NATS cannot be reached; trying again';
const NO_TEMPORAL = 'Temporal does not respond; retrying';
const SAYS: Readonly<Record<Exclude<ServiceName, 'renderer'>, readonly string[]>> = {
  gateway: [NOT_READY, NO_NATS],
  executor: [NOT_READY, NO_NATS, NO_TEMPORAL],
  webhooks: [NOT_READY, NO_NATS],
  artifacts: [NOT_READY, NO_NATS],
  generator: [NOT_READY, NO_NATS],
};

/** The renderer needs no server. */
const WAITING = SERVICES.filter((service) => service !== 'renderer');

let servers: Readonly<Record<'postgres' | 'nats' | 'temporal', FaultyServer>>;
let scene: Scene;
let workflowId: number;
/** Number of services that were alive, unready and had said why, before any server ran. */
let waited = 0;
/** Start times of the processes, to recognize a new process. */
let begunAt: readonly string[];

beforeAll(async () => {
  const [postgres, nats, temporal] = await Promise.all([startPostgres(), startNats(), startTemporal()]);
  servers = { postgres, nats, temporal };
  await Promise.all(Object.values(servers).map((server) => server.kill()));
  scene = await setScene({
    services: SERVICES,
    report: PRODUCTS.credit_report.synthetic({ first_name: 'Pat' }, '2026-01-01'),
    databaseUrl: postgres.url,
    env: {
      NATS_URL: nats.url,
      TEMPORAL_ADDRESS: temporal.address,
      // Otherwise a test that stops servers would wait two minutes for a hanging connection.
      DATABASE_CONNECT_TIMEOUT_SECONDS: '10',
    },
    whileStarting: async ({ opsUrl, logFile }) => {
      for (const service of WAITING) {
        await until(async () => {
          const log = await readFile(logFile(service), 'utf8').catch(() => '');
          return SAYS[service].every((line) => log.includes(line));
        });
        const statuses = ['/livez', '/readyz'].map(async (path) => (await fetch(opsUrl(service) + path)).status);
        if ((await Promise.all(statuses)).join() === '200,503') waited += 1;
      }
      for (const server of Object.values(servers)) await server.restart();
    },
  });
  workflowId = await scene.createWorkflow(PULL_DECIDE_MAIL);
  begunAt = await Promise.all(SERVICES.map(beginOf));
}, 300_000);
afterAll(async () => {
  await scene?.stop();
  await Promise.all(Object.values(servers ?? {}).map((server) => server.stop()));
});
beforeEach(() => scene.reset());

async function beginOf(service: ServiceName): Promise<string> {
  const metrics = await (await fetch(`${scene.stack.opsUrl(service)}/metrics`)).text();
  return /^process_start_time_seconds.* (\S+)$/m.exec(metrics)?.[1] ?? 'unknown';
}

const isReady = async (service: ServiceName) => (await fetch(`${scene.stack.opsUrl(service)}/readyz`)).ok;

/** Callers that trigger until the returned function is called, and repeat requests that got 503 or were cut off. */
function startLoad(): { readonly ids: readonly number[]; end(): Promise<void> } {
  const ids: number[] = [];
  let isOver = false;
  const caller = async (): Promise<void> => {
    while (!isOver) {
      const applicant = { email: `person${ids.length}@example.com`, first_name: 'Pat' };
      ids.push(await scene.trigger(workflowId, { payload: { applicant }, execution_mode: 'live' }));
      await sleep(PAUSE_MS);
    }
  };
  const callers = Array.from({ length: CALLERS }, caller);
  return {
    ids,
    end: async () => {
      isOver = true;
      await Promise.all(callers);
    },
  };
}

// Rules: 18.9.4
test('services that start before their servers live, are not ready, say what they wait for, and then work', () => {
  expect(waited).toBe(WAITING.length);
});

// Rules: 18.9.4
test.each(['postgres', 'nats', 'temporal'] as const)(
  '%s restarted under load: every service is ready again by itself, and nothing is lost',
  async (name) => {
    const load = startLoad();
    await until(() => load.ids.length >= 5);
    const before = load.ids.length;
    const begun = performance.now();
    await servers[name].restart();
    for (const service of SERVICES) await until(() => isReady(service));
    const readyAfter = Math.round(performance.now() - begun) / 1_000;
    const atReady = load.ids.length;
    await until(() => load.ids.length >= atReady + 5);
    await load.end();
    await scene.untilEnded(load.ids);
    process.stderr.write(
      `${name} restarted: all ready after ${readyAfter.toFixed(1)} s; ${load.ids.length} executions, ${before} accepted before\n`,
    );

    await expectNothingLostOrDoubled(scene, load.ids, { status: 'completed', lettersEach: 1, pullsEach: 1 });
    const stored = await scene.stack.db.kysely
      .selectFrom('execution')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('id', '>=', Math.min(...load.ids))
      .executeTakeFirstOrThrow();
    // A trigger that was repeated after its response was lost is one execution.
    expect(Number(stored.count)).toBe(load.ids.length);
    expect(await Promise.all(SERVICES.map(beginOf))).toEqual(begunAt);
  },
  200_000,
);
