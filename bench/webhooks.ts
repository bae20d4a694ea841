/**
 * Webhook deliveries per second, beside a bare undici POST loop to the same receiver in the same run; the same with one
 * of ten endpoints hanging and one refusing; and the time from event to receiver under a steady load.
 *
 *   npm run bench:webhooks [-- deliveries per run, default 10000]
 *
 * Starts a durable PostgreSQL and a NATS server of its own, and the service as it is run in production.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { Agent } from 'undici';
import { launchNats } from '../cli/servers/nats.ts';
import { freePort } from '../cli/servers/ports.ts';
import { launchPostgres } from '../cli/servers/postgres.ts';
import { findTool, NATS } from '../cli/servers/tools.ts';
import { endWatchdog } from '../cli/servers/watchdog.ts';
import { startService, type ServiceProcess } from '../cli/stack/services.ts';
import { newWebhookSecret, SecretBox } from '../platform/crypto.ts';
import { subscriptionSecretContext } from '../platform/database/deliveries.ts';
import { emittingCtes, eventRow } from '../platform/database/events.ts';
import { openDatabase, type Database } from '../platform/database/index.ts';
import { migrate } from '../platform/database/migrate.ts';
import { createLogger } from '../platform/log.ts';
import { connectBus, SUBJECTS, type Bus } from '../platform/nats.ts';
import { haltLine, quantile } from './support/figures.ts';
import { startMachineClock } from './support/machine-clock.ts';
import type { ReceiverReport } from './webhooks/receiver.ts';

const DELIVERIES = Number(process.argv[2] ?? 10_000);
/** Before those that count, for the service as for the loop: a process compiles its code while it makes the first. */
const WARM_UP = DELIVERIES;
const ROUNDS = 3;
const ENDPOINTS = 10;
const BARE_CONNECTIONS = 64;
const CLIENT_ID = 1;
const KEY = randomBytes(32);
const RECEIVER = fileURLToPath(new URL('./webhooks/receiver.ts', import.meta.url));

const clock = startMachineClock();

class Receiver {
  readonly #process: ChildProcess;
  readonly url: string;

  private constructor(process: ChildProcess, url: string) {
    this.#process = process;
    this.url = url;
  }

  static async start(): Promise<Receiver> {
    const child = fork(RECEIVER);
    const [{ port }] = (await once(child, 'message')) as [{ port: number }];
    return new Receiver(child, `http://127.0.0.1:${port}`);
  }

  /** Counts `count` requests from `begin` on, after the first `skip`. */
  async measure(count: number, skip: number, begin: () => Promise<unknown>): Promise<ReceiverReport> {
    this.#process.send({ count, skip });
    await once(this.#process, 'message');
    const done = once(this.#process, 'message') as Promise<[{ done: ReceiverReport }]>;
    const [[report]] = await Promise.all([done, begin()]);
    return report.done;
  }

  stop(): void {
    this.#process.disconnect();
  }
}

async function bareLoop(receiver: Receiver): Promise<number> {
  const agent = new Agent({ connections: BARE_CONNECTIONS, pipelining: 1 });
  const body = eventBody();
  const headers = { 'Content-Type': 'application/json', 'User-Agent': 'Service-Webhook/1.0' };
  let left = WARM_UP + DELIVERIES;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      const response = await agent.request({ origin: receiver.url, path: '/', method: 'POST', headers, body });
      await response.body.dump();
    }
  };
  const report = await receiver.measure(DELIVERIES, WARM_UP, () =>
    Promise.all(Array.from({ length: BARE_CONNECTIONS }, worker)),
  );
  await agent.close();
  return report.requests / report.seconds;
}

/** What waits when the service starts, delivered to the endpoints that are well. */
async function service(stack: Stack, receiver: Receiver, bad: readonly string[]): Promise<number> {
  const { db } = stack;
  const well = ENDPOINTS - bad.length;
  await sql`truncate event, webhook_delivery, webhook_subscription`.execute(db.kysely);
  for (let index = 0; index < well; index += 1) await subscribe(db, `${receiver.url}/${index}`);
  for (const url of bad) await subscribe(db, url);
  const events = Math.ceil((WARM_UP + DELIVERIES) / well);
  await emit(db, events);
  let running: ServiceProcess | undefined;
  const report = await receiver.measure(DELIVERIES, WARM_UP, async () => {
    running = await start(stack);
  });
  await kill(running);
  return report.requests / report.seconds;
}

/** Events at a steady rate of deliveries per second, for so many seconds. */
async function steady(stack: Stack, receiver: Receiver, perSecond: number, seconds: number, bad: readonly string[]) {
  const { db, bus } = stack;
  const well = ENDPOINTS - bad.length;
  await sql`truncate event, webhook_delivery, webhook_subscription`.execute(db.kysely);
  for (let index = 0; index < well; index += 1) await subscribe(db, `${receiver.url}/${index}`);
  for (const url of bad) await subscribe(db, url);
  const running = await start(stack);
  const ticks = seconds * 10;
  const perTick = Math.max(1, Math.round(perSecond / ENDPOINTS / 10));
  const report = await receiver.measure(ticks * perTick * well, 0, async () => {
    const begunAt = clock.now();
    for (let tick = 0; tick < ticks; tick += 1) {
      await emit(db, perTick);
      bus.publish(SUBJECTS.deliveriesReady);
      await sleep(Math.max(0, begunAt + (tick + 1) * 100 - clock.now()));
    }
  });
  await kill(running);
  return { rate: report.requests / report.seconds, latenciesMs: report.latenciesMs };
}

interface Stack {
  readonly db: Database;
  readonly bus: Bus;
  readonly logFile: string;
  readonly environment: Record<string, string | undefined>;
}

async function start({ environment, logFile }: Stack): Promise<ServiceProcess> {
  return startService({ service: 'webhooks', opsPort: await freePort(), env: environment, logFile });
}

/** At once: an endpoint that hangs would hold up an orderly end. */
async function kill(running: ServiceProcess | undefined): Promise<void> {
  running?.signal('SIGKILL');
  await running?.exited;
}

async function subscribe(db: Database, url: string): Promise<void> {
  const secret = new SecretBox([{ id: 'k1', key: KEY }]).seal(newWebhookSecret(), subscriptionSecretContext(CLIENT_ID));
  await db.kysely
    .insertInto('webhook_subscription')
    .values({ account_id: 1, api_client_id: CLIENT_ID, url, event_filter: [], secret })
    .execute();
}

async function emit(db: Database, count: number): Promise<void> {
  const rows = Array.from({ length: count }, () => newEvent());
  await sql`
    with source as (
      select ${CLIENT_ID}::bigint as api_client_id, 1::bigint as execution_id, ${JSON.stringify(rows)}::jsonb as events
    ), ${sql.raw(emittingCtes('source', 'source.events'))}
    select count(*) from new_delivery`.execute(db.kysely);
}

function newEvent() {
  const origin = { executionId: 1, runKey: randomUUID(), nodeId: null, visit: null, key: '' };
  const data = {
    workflow_execution_id: 123_456,
    workflow_id: 42,
    external_reference: randomUUID(),
    execution_mode: 'test',
    status: 'completed',
    review_status: 'none',
    completed_at: new Date().toISOString(),
  };
  return eventRow({ ...origin, name: 'execution.completed' }, data, new Date());
}

const eventBody = () => newEvent().body;
const median = (values: readonly number[]) => quantile(values, 0.5);

async function refusingUrl(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}/`;
}

const folder = await mkdtemp(join(tmpdir(), 'cascade-bench-'));
await chmod(folder, 0o755);
const postgres = await launchPostgres({ folder: join(folder, 'data'), logFile: join(folder, 'pg.log'), durable: true });
const nats = await launchNats({
  binary: await findTool(NATS, (line) => console.error(line)),
  logFile: join(folder, 'nats.log'),
});
const receiver = await Receiver.start();
const hangingReceiver = await Receiver.start();
const databaseUrl = postgres.databaseUrl('postgres');
const db = await openDatabase({ url: databaseUrl, poolMax: 2 });
const bus = connectBus({
  urls: [nats.url],
  subjectPrefix: 'cascade',
  name: 'bench',
  log: createLogger('bench', 'silent'),
});
try {
  await migrate(db);
  const stack: Stack = {
    db,
    bus,
    logFile: join(folder, 'service.log'),
    environment: {
      PATH: process.env.PATH,
      NODE_OPTIONS: process.env.NODE_OPTIONS,
      DATABASE_URL: databaseUrl,
      NATS_URL: nats.url,
      ENCRYPTION_KEYS: `k1:${KEY.toString('base64')}`,
      WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true',
      OPS_HOST: '127.0.0.1',
    },
  };
  const bad = [`${hangingReceiver.url}/hang`, await refusingUrl()];
  const figures = { bare: [] as number[], service: [] as number[], withBad: [] as number[] };
  // By turns, so that a busy moment of the machine strikes all of them.
  for (let round = 0; round < ROUNDS; round += 1) {
    figures.bare.push(await bareLoop(receiver));
    figures.service.push(await service(stack, receiver, []));
    figures.withBad.push(await service(stack, receiver, bad));
  }
  const [bare, alone, withBad] = [median(figures.bare), median(figures.service), median(figures.withBad)];
  const load = Math.round(alone / 3);
  const calm = await steady(stack, receiver, load, 10, []);
  const troubled = await steady(stack, receiver, load, 10, bad);
  const perSecond = (rate: number) => rate.toFixed(0);
  const milliseconds = (value: number) => `${value.toFixed(0)} ms`;
  console.table({
    'bare undici POST loop': { 'per second': perSecond(bare), ratio: '1.00', floor: '' },
    'service, ten endpoints': {
      'per second': perSecond(alone),
      ratio: `${(alone / bare).toFixed(2)} of bare`,
      floor: '0.50',
    },
    'service, one hangs, one refuses': {
      'per second': perSecond(withBad),
      ratio: `${(withBad / alone).toFixed(2)} of without`,
      floor: '0.90',
    },
  });
  console.table({
    [`steady ${load}/s, all well`]: {
      p50: milliseconds(quantile(calm.latenciesMs, 0.5)),
      p99: milliseconds(quantile(calm.latenciesMs, 0.99)),
    },
    [`steady ${load}/s, one hangs, one refuses`]: {
      p50: milliseconds(quantile(troubled.latenciesMs, 0.5)),
      p99: milliseconds(quantile(troubled.latenciesMs, 0.99)),
    },
  });
  console.log(haltLine(clock));
  if (alone / bare < 0.5 || withBad / alone < 0.9) process.exitCode = 1;
} finally {
  receiver.stop();
  hangingReceiver.stop();
  await bus.drain();
  await db.close();
  await Promise.all([postgres.stop(), nats.stop()]);
  await endWatchdog();
  await rm(folder, { recursive: true, force: true });
}
