/**
 * Webhook deliveries per second, beside a bare undici POST loop of the same requests to the same receiver in the same
 * run; the same with one of ten endpoints hanging and one refusing; and the time from event to receiver under a steady
 * load. The floor has as many requests in the air as the service; a second bare loop has as many as suit undici best.
 *
 *   npm run bench:webhooks [-- deliveries that count in a turn, default 3000 [rounds, default 16]]
 *
 * Starts a durable PostgreSQL and a NATS server of its own, and the service as it is run in production, once for each
 * set of endpoints. They take turns, short ones and many, for machines have moods; who waits for a turn is halted. A
 * figure is that of all turns together.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { Agent } from 'undici';
import { launchNats } from '../cli/servers/nats.ts';
import { freePort } from '../cli/servers/ports.ts';
import { ensureDatabase, launchPostgres } from '../cli/servers/postgres.ts';
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
import { deliveryRequest } from '../services/webhooks/attempt.ts';
import { ROOM_LIMITS } from '../services/webhooks/room.ts';
import { SigningKeys } from '../services/webhooks/signing-keys.ts';
import { quantile } from './support/figures.ts';
import type { ReceiverReport } from './webhooks/receiver.ts';

const DELIVERIES = Number(process.argv[2] ?? 3_000);
const ROUNDS = Number(process.argv[3] ?? 16);
/** Before those that count in a turn, until everything is in motion, and after them, so that it still is at the end. */
const RUN_UP = 1_000;
/** Rounds that do not count: a process compiles its code while it makes the first deliveries. */
const WARM_UP_ROUNDS = 4;
const ENDPOINTS = 10;
/** For each endpoint: as many as the service has in the air, and as many as make the bare loop fastest. */
const IN_THE_AIR = { bare: ROOM_LIMITS.perSubscription, bareAtBest: 6 };
const CLIENT_ID = 1;
const KEY = randomBytes(32);
const SECRETS = new SecretBox([{ id: 'k1', key: KEY }]);
const RECEIVER = fileURLToPath(new URL('./webhooks/receiver.ts', import.meta.url));

class Receiver {
  readonly #process: ChildProcess;
  readonly #port: number;

  private constructor(process: ChildProcess, port: number) {
    this.#process = process;
    this.#port = port;
  }

  static async start(): Promise<Receiver> {
    const child = fork(RECEIVER);
    const [{ port }] = (await once(child, 'message')) as [{ port: number }];
    return new Receiver(child, port);
  }

  /** Every endpoint has a host of its own, as subscribers have. */
  urlOf(endpoint: number): string {
    return `http://127.0.0.${endpoint + 1}:${this.#port}`;
  }

  /** Counts `count` requests from `begin` on, after the first `skip`. */
  async measure(
    { count, skip = 0, isTiming = false }: { count: number; skip?: number; isTiming?: boolean },
    begin: () => Promise<unknown>,
  ): Promise<ReceiverReport> {
    this.#process.send({ count, skip, isTiming });
    await once(this.#process, 'message');
    const done = once(this.#process, 'message') as Promise<[{ done: ReceiverReport }]>;
    const [[report]] = await Promise.all([done, begin()]);
    return report.done;
  }

  stop(): void {
    this.#process.disconnect();
  }
}

/** Deliveries of one turn. */
const TURN = RUN_UP + DELIVERIES + RUN_UP;

/** A turn of the bare loop, of requests like those of the service, signed once; answers requests per second. */
async function bareTurn(agent: Agent, receiver: Receiver, inTheAir: number): Promise<number> {
  const { id: eventId, name: event, body: text } = newEvent();
  const subscription = {
    apiClientId: CLIENT_ID,
    secret: sealedSecret(),
    previousSecret: null,
    previousSecretUntil: null,
  };
  const delivery = { id: 123_456, event, eventId };
  const { headers, body } = deliveryRequest(delivery, subscription, text, new Date(), new SigningKeys(SECRETS));
  let left = TURN;
  const worker = async (origin: string) => {
    while (left > 0) {
      left -= 1;
      const response = await agent.request({ origin, path: '/', method: 'POST', headers, body });
      await response.body.dump();
    }
  };
  const { requests, seconds } = await receiver.measure({ count: DELIVERIES, skip: RUN_UP }, () =>
    Promise.all(Array.from({ length: ENDPOINTS * inTheAir }, (_, index) => worker(receiver.urlOf(index % ENDPOINTS)))),
  );
  return requests / seconds;
}

/** The service with a database and endpoints of its own, halted but for its turns. */
class Service {
  readonly #stack: Stack;
  readonly #receiver: Receiver;
  readonly #well: number;
  readonly #process: ServiceProcess;

  private constructor(stack: Stack, receiver: Receiver, well: number, running: ServiceProcess) {
    this.#stack = stack;
    this.#receiver = receiver;
    this.#well = well;
    this.#process = running;
  }

  /** `bad` are the URLs of those among the ten endpoints that are not well. */
  static async start(stack: Stack, receiver: Receiver, bad: readonly string[]): Promise<Service> {
    const well = ENDPOINTS - bad.length;
    for (let index = 0; index < well; index += 1) await subscribe(stack.db, receiver.urlOf(index));
    for (const url of bad) await subscribe(stack.db, url);
    const { environment, logFile } = stack;
    const opsPort = await freePort();
    const running = await startService({ service: 'webhooks', opsPort, env: environment, logFile });
    const service = new Service(stack, receiver, well, running);
    await service.#halt();
    return service;
  }

  /** Answers deliveries per second. */
  async turn(): Promise<number> {
    const { db, bus } = this.#stack;
    await emit(db, Math.ceil(TURN / this.#well));
    const { requests, seconds } = await this.#receiver.measure({ count: DELIVERIES, skip: RUN_UP }, async () => {
      this.#process.signal('SIGCONT');
      bus.publish(SUBJECTS.deliveriesReady);
    });
    await this.#halt();
    return requests / seconds;
  }

  /** Events at a steady rate of deliveries per second, for so many seconds. */
  async steady(perSecond: number, durationSeconds: number): Promise<readonly number[]> {
    const { db, bus } = this.#stack;
    const ticks = durationSeconds * 10;
    const perTick = Math.max(1, Math.round(perSecond / ENDPOINTS / 10));
    const { latenciesMs } = await this.#receiver.measure(
      { count: ticks * perTick * this.#well, isTiming: true },
      async () => {
        this.#process.signal('SIGCONT');
        const begunAt = performance.now();
        for (let tick = 0; tick < ticks; tick += 1) {
          await emit(db, perTick);
          bus.publish(SUBJECTS.deliveriesReady);
          await sleep(Math.max(0, begunAt + (tick + 1) * 100 - performance.now()));
        }
      },
    );
    await this.#halt();
    return latenciesMs;
  }

  /** At once: an endpoint that hangs would hold up an orderly end. */
  async kill(): Promise<void> {
    this.#process.signal('SIGKILL');
    await this.#process.exited;
    await this.#stack.bus.drain();
    await this.#stack.db.close();
  }

  /** Once the endpoints that are well have all that is theirs. */
  async #halt(): Promise<void> {
    const { db } = this.#stack;
    const waiting = sql<{ waits: boolean }>`
      select exists (
        select 1 from webhook_queue where lane = 'fresh' and subscription_id <= ${this.#well}
      ) as waits`;
    while ((await waiting.execute(db.kysely)).rows[0]?.waits === true) await sleep(50);
    this.#process.signal('SIGSTOP');
  }
}

interface Stack {
  readonly db: Database;
  readonly bus: Bus;
  readonly logFile: string;
  readonly environment: Record<string, string | undefined>;
}

function sealedSecret(): string {
  return SECRETS.seal(newWebhookSecret(), subscriptionSecretContext(CLIENT_ID));
}

async function subscribe(db: Database, url: string): Promise<void> {
  await db.kysely
    .insertInto('webhook_subscription')
    .values({ account_id: 1, api_client_id: CLIENT_ID, url, event_filter: [], secret: sealedSecret() })
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

const perSecond = (figure: number) => figure.toFixed(0);

const folder = await mkdtemp(join(tmpdir(), 'cascade-bench-'));
await chmod(folder, 0o755);
const postgres = await launchPostgres({ folder: join(folder, 'data'), logFile: join(folder, 'pg.log'), durable: true });
const nats = await launchNats({
  binary: await findTool(NATS, (line) => console.error(line)),
  logFile: join(folder, 'nats.log'),
});
const receiver = await Receiver.start();
const hangingReceiver = await Receiver.start();
const agents = {
  bare: new Agent({ connections: IN_THE_AIR.bare, pipelining: 1 }),
  bareAtBest: new Agent({ connections: IN_THE_AIR.bareAtBest, pipelining: 1 }),
};
const services: Service[] = [];

/** In a database of its own, so that the one has nothing to do with the deliveries of the other. */
async function startWith(name: string, bad: readonly string[]): Promise<Service> {
  const databaseUrl = await ensureDatabase(postgres, name);
  const db = openDatabase({ url: databaseUrl, poolMax: 2, connectTimeoutMs: 60_000 });
  const bus = connectBus({
    urls: [nats.url],
    subjectPrefix: name,
    name: 'bench',
    log: createLogger('bench', 'silent'),
  });
  const environment = {
    PATH: process.env.PATH,
    NODE_OPTIONS: process.env.NODE_OPTIONS,
    DATABASE_URL: databaseUrl,
    NATS_URL: nats.url,
    NATS_SUBJECT_PREFIX: name,
    ENCRYPTION_KEYS: `k1:${KEY.toString('base64')}`,
    WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true',
    OPS_HOST: '127.0.0.1',
  };
  await migrate(db);
  const service = await Service.start({ db, bus, logFile: join(folder, `${name}.log`), environment }, receiver, bad);
  services.push(service);
  return service;
}

try {
  const well = await startWith('well', []);
  const troubled = await startWith('troubled', [
    `${hangingReceiver.urlOf(0)}/hang`,
    `http://127.0.0.1:${await freePort()}/`,
  ]);
  const turns = {
    bare: () => bareTurn(agents.bare, receiver, IN_THE_AIR.bare),
    well: () => well.turn(),
    bareAtBest: () => bareTurn(agents.bareAtBest, receiver, IN_THE_AIR.bareAtBest),
    troubled: () => troubled.turn(),
  };
  type Turn = keyof typeof turns;
  const names = Object.keys(turns) as Turn[];
  const rounds: Record<Turn, number>[] = [];
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
    const figures = { bare: 0, well: 0, bareAtBest: 0, troubled: 0 };
    // Another begins each round: what follows the same neighbour every time is measured with what that one left behind.
    const first = round % names.length;
    for (const name of [...names.slice(first), ...names.slice(0, first)]) figures[name] = await turns[name]();
    rounds.push(figures);
  }
  const counted = rounds.slice(WARM_UP_ROUNDS);
  console.table(
    counted.map((round) => ({
      bare: perSecond(round.bare),
      'bare at its best': perSecond(round.bareAtBest),
      well: perSecond(round.well),
      troubled: perSecond(round.troubled),
    })),
  );
  // Of turns with equally many requests.
  const rate = (name: Turn) => counted.length / counted.reduce((sum, round) => sum + 1 / round[name], 0);
  const wellRatio = rate('well') / rate('bare');
  const troubledRatio = rate('troubled') / rate('well');
  const load = Math.round(rate('well') / 3);
  const calmLatencies = await well.steady(load, 10);
  const troubledLatencies = await troubled.steady(load, 10);
  const milliseconds = (value: number) => `${value.toFixed(0)} ms`;
  console.table({
    [`bare undici POST loop, ${ENDPOINTS * IN_THE_AIR.bare} in the air`]: {
      'per second': perSecond(rate('bare')),
      ratio: '1.00',
      floor: '',
    },
    [`bare undici POST loop, ${ENDPOINTS * IN_THE_AIR.bareAtBest} in the air`]: {
      'per second': perSecond(rate('bareAtBest')),
      ratio: `${(rate('bareAtBest') / rate('bare')).toFixed(2)} (the service: ${(rate('well') / rate('bareAtBest')).toFixed(2)} of it)`,
      floor: '',
    },
    'service, ten endpoints': {
      'per second': perSecond(rate('well')),
      ratio: `${wellRatio.toFixed(2)} of bare`,
      floor: '0.50',
    },
    'service, one hangs, one refuses': {
      'per second': perSecond(rate('troubled')),
      ratio: `${troubledRatio.toFixed(2)} of without`,
      floor: '0.90',
    },
  });
  console.table({
    [`steady ${load}/s, all well`]: {
      p50: milliseconds(quantile(calmLatencies, 0.5)),
      p99: milliseconds(quantile(calmLatencies, 0.99)),
    },
    [`steady ${load}/s, one hangs, one refuses`]: {
      p50: milliseconds(quantile(troubledLatencies, 0.5)),
      p99: milliseconds(quantile(troubledLatencies, 0.99)),
    },
  });
  if (wellRatio < 0.5 || troubledRatio < 0.9) process.exitCode = 1;
} finally {
  receiver.stop();
  hangingReceiver.stop();
  for (const service of services) await service.kill();
  await Promise.all(Object.values(agents).map((agent) => agent.destroy()));
  await Promise.all([postgres.stop(), nats.stop()]);
  await endWatchdog();
  await rm(folder, { recursive: true, force: true });
}
