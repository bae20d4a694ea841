/** The contenders of `bench/webhooks.ts`: a bare loop and the service, each in processes of its own. */
import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { join } from 'node:path';
import { ensureDatabase, type PostgresServer } from '../../dev/servers/postgres.ts';
import { freePort } from '../../dev/servers/ports.ts';
import { startService, type ServiceProcess } from '../../dev/stack/services.ts';
import { newWebhookSecret, SecretBox } from '../../platform/crypto.ts';
import { subscriptionSecretContext } from '../../platform/database/deliveries.ts';
import { emittingCtes, eventRow } from '../../platform/database/events.ts';
import { openDatabase, type Database } from '../../platform/database/index.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { createLogger } from '../../platform/log/index.ts';
import { connectBus, SUBJECTS, type Bus } from '../../platform/nats/index.ts';
import { deliveryRequest } from '../../services/webhooks/attempt.ts';
import { SigningKeys } from '../../services/webhooks/signing-keys.ts';
import type { BareTurn } from './bare.ts';
import type { ReceiverReport } from './receiver.ts';

export const ENDPOINTS = 10;
const CLIENT_ID = 1;
const KEY = randomBytes(32);
const SECRETS = new SecretBox([{ id: 'k1', key: KEY }]);
const RECEIVER = fileURLToPath(new URL('./receiver.ts', import.meta.url));
const BARE = fileURLToPath(new URL('./bare.ts', import.meta.url));

/** Shared by all contenders. */
export interface Ground {
  readonly receiver: Receiver;
  readonly postgres: PostgresServer;
  readonly natsUrl: string;
  readonly logFolder: string;
  /** How many deliveries of a turn count. */
  readonly counted: number;
  /** Before and after those that count, so that the load is steady while they are counted. */
  readonly runUp: number;
}

const lengthOf = ({ counted, runUp }: Ground) => runUp + counted + runUp;

export class Receiver {
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

/** The bare loop, of requests like those of the service, signed once. */
export class Bare {
  readonly #process = fork(BARE, { serialization: 'advanced' });
  readonly #ground: Ground;
  readonly #turn: BareTurn;

  /** `inFlight`: requests to each endpoint. */
  constructor(ground: Ground, inFlight: number) {
    const { id: eventId, name: event, body: text } = newEvent();
    const subscription = {
      secret: sealedSecret(),
      previousSecret: null,
      previousSecretUntil: null,
    };
    const delivery = { id: 123_456, event, eventId, apiClientId: CLIENT_ID };
    const { headers, body } = deliveryRequest(delivery, subscription, text, new Date(), new SigningKeys(SECRETS));
    const origins = Array.from({ length: ENDPOINTS }, (_, endpoint) => ground.receiver.urlOf(endpoint));
    this.#ground = ground;
    this.#turn = { origins, inFlight, count: lengthOf(ground), headers, body: Buffer.from(body) };
  }

  /** Returns requests per second. */
  async turn(): Promise<number> {
    const { receiver, counted, runUp } = this.#ground;
    const { requests, seconds } = await receiver.measure({ count: counted, skip: runUp }, async () => {
      this.#process.send(this.#turn);
      await once(this.#process, 'message');
    });
    return requests / seconds;
  }

  stop(): void {
    this.#process.disconnect();
  }
}

/** A database and endpoints of its own, kept over restarts of the service. */
export class Stack {
  readonly ground: Ground;
  /** How many endpoints work; theirs are the first subscriptions. */
  readonly well: number;
  readonly db: Database;
  readonly bus: Bus;
  readonly #environment: Record<string, string | undefined>;
  readonly #logFile: string;

  private constructor(
    ground: Ground,
    { name, databaseUrl, well }: { name: string; databaseUrl: string; well: number },
  ) {
    const { natsUrl, logFolder } = ground;
    this.ground = ground;
    this.well = well;
    this.db = openDatabase({ url: databaseUrl, poolMax: 2, connectTimeoutMs: 60_000 });
    this.bus = connectBus({
      urls: [natsUrl],
      subjectPrefix: name,
      name: 'bench',
      log: createLogger('bench', 'silent'),
    });
    this.#environment = {
      PATH: process.env.PATH,
      NODE_OPTIONS: process.env.NODE_OPTIONS,
      DATABASE_URL: databaseUrl,
      NATS_URL: natsUrl,
      NATS_SUBJECT_PREFIX: name,
      ENCRYPTION_KEYS: `k1:${KEY.toString('base64')}`,
      WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true',
      OPS_HOST: '127.0.0.1',
    };
    this.#logFile = join(logFolder, `${name}.log`);
  }

  /** `bad`: the URLs of those of the ten endpoints that do not work. */
  static async create(ground: Ground, name: string, bad: readonly string[]): Promise<Stack> {
    const well = ENDPOINTS - bad.length;
    const stack = new Stack(ground, { name, databaseUrl: await ensureDatabase(ground.postgres, name), well });
    await migrate(stack.db);
    for (let index = 0; index < well; index += 1) await subscribe(stack.db, ground.receiver.urlOf(index));
    for (const url of bad) await subscribe(stack.db, url);
    return stack;
  }

  async startService(): Promise<ServiceProcess> {
    const opsPort = await freePort();
    return startService({ service: 'webhooks', opsPort, env: this.#environment, logFile: this.#logFile });
  }

  async close(): Promise<void> {
    await this.bus.drain();
    await this.db.close();
  }
}

/** A process of the service, stopped except during its turns. */
export class Service {
  readonly #stack: Stack;
  readonly #process: ServiceProcess;

  private constructor(stack: Stack, running: ServiceProcess) {
    this.#stack = stack;
    this.#process = running;
  }

  static async start(stack: Stack): Promise<Service> {
    const service = new Service(stack, await stack.startService());
    await service.#halt();
    return service;
  }

  /** Returns deliveries per second. */
  async turn(): Promise<number> {
    const { ground, db, bus, well } = this.#stack;
    const { receiver, counted, runUp } = ground;
    await emit(db, Math.ceil(lengthOf(ground) / well));
    const { requests, seconds } = await receiver.measure({ count: counted, skip: runUp }, async () => {
      this.#process.signal('SIGCONT');
      bus.publish(SUBJECTS.deliveriesReady, undefined, { requestId: null });
    });
    await this.#halt();
    return requests / seconds;
  }

  /** Events at a steady rate of deliveries per second, for so many seconds. */
  async steady(perSecond: number, durationSeconds: number): Promise<readonly number[]> {
    const { ground, db, bus, well } = this.#stack;
    const ticks = durationSeconds * 10;
    const perTick = Math.max(1, Math.round(perSecond / ENDPOINTS / 10));
    const { latenciesMs } = await ground.receiver.measure(
      { count: ticks * perTick * well, isTiming: true },
      async () => {
        this.#process.signal('SIGCONT');
        const begunAt = performance.now();
        for (let tick = 0; tick < ticks; tick += 1) {
          await emit(db, perTick);
          bus.publish(SUBJECTS.deliveriesReady, undefined, { requestId: null });
          await sleep(Math.max(0, begunAt + (tick + 1) * 100 - performance.now()));
        }
      },
    );
    await this.#halt();
    return latenciesMs;
  }

  /** With SIGKILL: an endpoint that hangs would delay an orderly stop. */
  async stop(): Promise<void> {
    this.#process.signal('SIGKILL');
    await this.#process.exited;
  }

  /** Stops it once the working endpoints have received everything. */
  async #halt(): Promise<void> {
    const { db, well } = this.#stack;
    const waiting = sql<{ waits: boolean }>`
      select exists (
        select 1 from webhook_queue where lane = 'fresh' and subscription_id <= ${well}
      ) as waits`;
    while ((await waiting.execute(db.kysely)).rows[0]?.waits === true) await sleep(50);
    this.#process.signal('SIGSTOP');
  }
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
