/**
 * Accepted triggers per second, with token, limits, validation, idempotency and their three rows. The floor is a bare
 * Koa with one INSERT; both are durable, in one run, in turns. Once with PostgreSQL on the same machine, and once with
 * some milliseconds added to each of its round trips.
 *
 * The floor does less than any trigger can: it knows no caller, counts nothing and finds no request again. It stays what
 * it is, so that figures of different days can be compared. Rates mean something on an idle machine only. The processor
 * time of each side is steadier: where all of them share the same cores, it decides the rates.
 *
 *   npm run bench:triggers [-- requests per round, default 3000 [rounds, default 9 [beside: leave the second part out]]]
 */
import { fork } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Agent } from 'undici';
import { launchNats } from '../../dev/servers/nats.ts';
import { freePort } from '../../dev/servers/ports.ts';
import { launchPostgres } from '../../dev/servers/postgres.ts';
import { findTool, NATS } from '../../dev/servers/tools.ts';
import { endWatchdog } from '../../dev/servers/watchdog.ts';
import { startService } from '../../dev/stack/services.ts';
import type { CascadeNode } from '../../core/cascade/registry.ts';
import { openDatabase } from '../../platform/database/index.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { figuresOf, printBeside, quantile, type Round } from '../support/figures.ts';
import { processorTimeMs } from '../support/processor-time.ts';
import { seed, type Seed } from '../support/seed.ts';

const REQUESTS = Number(process.argv[2] ?? 3_000);
const ROUNDS = Number(process.argv[3] ?? 9);
const WARM_UP_ROUNDS = 2;
const CONNECTIONS = 32;
const DELAY_MS = 5;
const BODY = JSON.stringify({
  payload: { applicant: { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com', monthly_income: 5200 } },
  external_reference: 'application-2041',
});
const DEFINITION: readonly CascadeNode[] = [
  { id: 'applicant', type: 'ApplicantSource', next_step: ['credit'] },
  { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['results'] },
  { id: 'results', type: 'ShowResults' },
];

/** Microseconds of processor time that a request takes of each side. */
interface Costs {
  readonly server: number;
  readonly postgres: number;
  readonly load: number;
}

type Turn = Round & { readonly costs: Costs };

interface Contender {
  readonly url: string;
  readonly pid: number;
  readonly headers: () => Record<string, string>;
  stop(): Promise<void> | void;
}

async function play({ url, pid, headers }: Contender, postgresPid: number): Promise<Turn> {
  const agent = new Agent({ connections: CONNECTIONS, pipelining: 1 });
  const { origin, pathname } = new URL(url);
  const latenciesMs: number[] = [];
  let left = REQUESTS;
  const caller = async () => {
    while (left > 0) {
      left -= 1;
      const startedAt = performance.now();
      const response = await agent.request({ origin, path: pathname, method: 'POST', body: BODY, headers: headers() });
      await response.body.dump();
      if (response.statusCode !== 202) throw new Error(`answered ${response.statusCode}`);
      latenciesMs.push(performance.now() - startedAt);
    }
  };
  const used = async () => ({
    server: await processorTimeMs([pid]),
    postgres: await processorTimeMs([postgresPid]),
    load: process.cpuUsage().user / 1_000 + process.cpuUsage().system / 1_000,
  });
  const before = await used();
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: CONNECTIONS }, caller));
  const seconds = (performance.now() - startedAt) / 1_000;
  const after = await used();
  await agent.close();
  const cost = (side: keyof Costs) => ((after[side] - before[side]) * 1_000) / REQUESTS;
  const costs = { server: cost('server'), postgres: cost('postgres'), load: cost('load') };
  return { perSecond: REQUESTS / seconds, latenciesMs, costs };
}

async function startGateway(
  databaseUrl: string,
  natsUrl: string,
  { workflowId, token }: Seed,
  logFile: string,
): Promise<Contender> {
  const port = await freePort();
  const gateway = await startService({
    service: 'gateway',
    opsPort: await freePort(),
    logFile,
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      NATS_URL: natsUrl,
      GATEWAY_HOST: '127.0.0.1',
      GATEWAY_PORT: String(port),
      BASE_URL: `http://127.0.0.1:${port}`,
      ENCRYPTION_KEYS: `bench:${randomBytes(32).toString('base64')}`,
      RATE_LIMIT_IP_PER_MINUTE: '100000000',
      RATE_LIMIT_TOKEN_PER_HOUR: '100000000',
      RATE_LIMIT_APP_PER_5_MINUTES: '100000000',
    },
  });
  return {
    url: `http://127.0.0.1:${port}/api/v1/workflows/${workflowId}/trigger`,
    pid: gateway.pid,
    headers: () => ({
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'idempotency-key': randomUUID(),
    }),
    stop: () => gateway.stop(),
  };
}

async function startFloor(databaseUrl: string): Promise<Contender> {
  const { port, pid, stop } = await startChild('./floor.ts', [], { DATABASE_URL: databaseUrl });
  const headers = () => ({ 'content-type': 'application/json' });
  return { url: `http://127.0.0.1:${port}/`, pid, headers, stop };
}

/** A process that tells its port and ends when it is disconnected. */
async function startChild(file: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), args, { env: { ...process.env, ...env } });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return { port, pid: child.pid ?? 0, stop: () => child.disconnect() };
}

async function compare(title: string, floor: Contender, gateway: Contender, postgresPid: number): Promise<void> {
  try {
    const [floorTurns, ourTurns]: [Turn[], Turn[]] = [[], []];
    for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
      const bare = await play(floor, postgresPid);
      const ours = await play(gateway, postgresPid);
      if (round < 0) continue;
      floorTurns.push(bare);
      ourTurns.push(ours);
    }
    process.stdout.write(`${title}\n`);
    printBeside(['bare Koa, one INSERT', figuresOf(floorTurns)], ['trigger', figuresOf(ourTurns)]);
    const ratios = ourTurns.map(({ perSecond }, round) => perSecond / (floorTurns[round]?.perSecond ?? 0));
    const [low, median, high] = [0, 0.5, 1].map((part) => quantile(ratios, part).toFixed(2));
    process.stdout.write(`ratio of each round: median ${median}, ${low} to ${high}\n`);
    printCosts('bare Koa, one INSERT', floorTurns);
    printCosts('trigger', ourTurns);
  } finally {
    await gateway.stop();
    await floor.stop();
  }
}

function printCosts(name: string, turns: readonly Turn[]): void {
  const cost = (side: keyof Costs) =>
    quantile(
      turns.map(({ costs }) => costs[side]),
      0.5,
    );
  const [server, postgres, load] = (['server', 'postgres', 'load'] as const).map(cost).map(Math.round);
  process.stdout.write(`${name}: µs of processor time: server ${server}, PostgreSQL ${postgres}, callers ${load}\n`);
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'cascade-bench-'));
  await chmod(folder, 0o755);
  const say = (line: string): void => void process.stderr.write(`${line}\n`);
  const postgres = await launchPostgres({ folder: join(folder, 'pg'), logFile: join(folder, 'pg.log'), durable: true });
  const nats = await launchNats({ binary: await findTool(NATS, say), logFile: join(folder, 'nats.log') });
  const url = postgres.databaseUrl('postgres');
  const db = openDatabase({ url, poolMax: 2 });
  const proxy = await startChild('../support/slow-proxy.ts', [String(postgres.port), String(DELAY_MS)]);
  try {
    await migrate(db);
    const seeded = await seed(db, DEFINITION);
    const logFile = join(folder, 'gateway.log');
    await compare(
      'PostgreSQL beside the gateway',
      await startFloor(url),
      await startGateway(url, nats.url, seeded, logFile),
      postgres.pid,
    );
    if (process.argv[4] === 'beside') return;
    const slowUrl = url.replace(`:${postgres.port}/`, `:${proxy.port}/`);
    const title = `PostgreSQL ${DELAY_MS} ms away (each round trip takes so much longer)`;
    await compare(
      title,
      await startFloor(slowUrl),
      await startGateway(slowUrl, nats.url, seeded, logFile),
      postgres.pid,
    );
  } finally {
    proxy.stop();
    await db.close();
    await Promise.all([nats.stop(), postgres.stop()]);
    await endWatchdog();
    await rm(folder, { recursive: true, force: true });
  }
}

await main();
