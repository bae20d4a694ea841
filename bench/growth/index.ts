/**
 * Years of growth: the same requests and the same nightly work over a database with few executions and one with many,
 * by turns. The ratio of their times is checked; what grows with a client's own rows is shown beside it.
 *
 *   npm run bench:growth [-- few, default 1000000] [many, default 20000000] [folder: kept, and used again by the next run]
 *
 * 20 million executions take about 25 GB and a quarter of an hour. A database holds a partition for each million.
 */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { launchPostgres } from '../../dev/servers/postgres.ts';
import { endWatchdog } from '../../dev/servers/watchdog.ts';
import { PostgresArtifactStore } from '../../platform/artifact-store/postgres.ts';
import { openDatabase, type Database } from '../../platform/database/index.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { BY_INDEX, PLANNED_ONCE } from '../../platform/database/service.ts';
import { createClient, createToken } from '../../platform/identity/index.ts';
import { SCOPES } from '../../core/access.ts';
import { freezeSettled } from '../../platform/partitions/retire.ts';
import { runRetention } from '../../platform/retention/index.ts';
import { loadRun } from '../../services/executor/advance/load.ts';
import { quantile } from '../support/figures.ts';
import { quietGateway } from '../support/gateway.ts';
import { seed } from '../support/seed.ts';
import { fill, partition, type Clients } from './fill.ts';
import { STEADY_ROWS } from './history.ts';
import { showVacuum } from './vacuum.ts';

const FEW = Number(process.argv[2] ?? 1_000_000);
const MANY = Number(process.argv[3] ?? 20_000_000);
const KEPT = process.argv[4];
const MOST_RATIO = 1.3;
const ROUNDS = 40;
const PER_ROUND = 10;
const DAY = 86_400_000;
const NIGHTS = 3;

interface Side {
  readonly db: Database;
  /** As the executor opens it. */
  readonly executor: Database;
  readonly rows: number;
  readonly clients: Clients;
  readonly tokens: { readonly steady: string; readonly growing: string };
  readonly port: number;
  close(): Promise<void>;
}

async function openSide(url: string, rows: number): Promise<Side> {
  const db = openDatabase({ url, poolMax: 4, session: BY_INDEX });
  const owner = openDatabase({ url, poolMax: 1, session: { max_parallel_workers_per_gather: '0' } });
  const executor = openDatabase({ url, poolMax: 1, session: PLANNED_ONCE });
  const before = await db.pool.query<{ is_filled: boolean }>("select to_regclass('step') is not null as is_filled");
  await migrate(db);
  const clients = before.rows[0]?.is_filled === true ? await filledClients(db) : await fillAnew(db, owner, rows);
  const token = (clientId: number) =>
    createToken(db.kysely, { clientId, userId: clients.userId, scopes: SCOPES, expiresAt: null });
  const [steady, growing] = await Promise.all([token(clients.steady), token(clients.growing)]);
  const gateway = quietGateway(db);
  const port = await gateway.listen(0, '127.0.0.1');
  return {
    ...{ db, executor, rows, clients, port, tokens: { steady: steady.token, growing: growing.token } },
    close: async () => {
      await gateway.close();
      await Promise.all([db.close(), owner.close(), executor.close()]);
    },
  };
}

async function fillAnew(db: Database, owner: Database, rows: number): Promise<Clients> {
  const tenant = await seed(db, [
    { id: 'applicant', type: 'ApplicantSource', next_step: ['results'] },
    { id: 'results', type: 'ShowResults' },
  ]);
  const { accountId, userId, workflowId, clientId: steady } = tenant;
  const { id: growing } = await createClient(db.kysely, { accountId, name: 'Growing' });
  const others = Array.from({ length: Math.max(50, Math.round((rows / FEW) * 50)) }, (_, index) => 1_000 + index);
  const clients = { accountId, userId, workflowId, steady, growing, others };
  await partition(owner, rows);
  await fill(owner, rows, clients, STEADY_ROWS);
  return clients;
}

/** For a database that an earlier run filled. */
async function filledClients({ kysely }: Database): Promise<Clients> {
  const { rows } = await sql<Omit<Clients, 'others'>>`
    select a.id as "accountId", (select min(id) from account_user) as "userId", (select min(id) from workflow) as "workflowId",
      (select min(id) from api_client) as steady, (select max(id) from api_client) as growing from account a`.execute(
    kysely,
  );
  if (rows[0] === undefined) throw new Error('the database of an earlier run is not whole: remove it');
  return { ...rows[0], others: [] };
}

async function call(
  side: Side,
  path: string,
  init: { method?: string; body?: string; as?: 'growing'; key?: string } = {},
) {
  const response = await fetch(`http://127.0.0.1:${side.port}/api/v1${path}`, {
    method: init.method ?? 'GET',
    headers: {
      authorization: `Bearer ${side.tokens[init.as ?? 'steady']}`,
      'content-type': 'application/json',
      ...(init.method === 'POST' ? { 'idempotency-key': init.key ?? randomUUID() } : {}),
    },
    ...(init.body === undefined ? {} : { body: init.body }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status}: ${text}`);
  return JSON.parse(text) as {
    readonly data: readonly { readonly id: number }[];
    readonly meta: { next_cursor: string };
  };
}

const TRIGGER = JSON.stringify({ payload: { applicant: { first_name: 'Ada', monthly_income: 5_200 } } });
/** Equal places of the history in both. */
const recent = (days: number) => new Date(Date.now() - days * DAY).toISOString();
const REPEATED = randomUUID();
/** Those that are advanced are young. */
const RECENT = 2_000;
const anId = (side: Side) => 1 + Math.floor(Math.random() * side.rows);

/** The request; `unchecked`: why its ratio is shown and not checked. */
const MEASURED: readonly (readonly [name: string, unchecked: string | null, ask: (side: Side) => Promise<unknown>])[] =
  [
    ['list, first page', null, (side) => call(side, '/executions')],
    ['list, by status', null, (side) => call(side, '/executions?filter[status]=failed')],
    [
      'list, by reference',
      null,
      (side) => call(side, `/executions?filter[external_reference]=application-${anId(side)}`),
    ],
    ['list, changed since', null, (side) => call(side, `/executions?filter[updated_after]=${recent(2)}`)],
    [
      'trigger',
      null,
      (side) => call(side, `/workflows/${side.clients.workflowId}/trigger`, { method: 'POST', body: TRIGGER }),
    ],
    [
      'trigger, repeated',
      null,
      (side) =>
        call(side, `/workflows/${side.clients.workflowId}/trigger`, { method: 'POST', body: TRIGGER, key: REPEATED }),
    ],
    [
      'load a run',
      'a lock for each partition',
      (side) => loadRun(side.executor.pool, side.rows - Math.floor(Math.random() * RECENT)),
    ],
    [
      'one execution with its steps',
      null,
      async (side) => {
        const each = Math.max(1, Math.floor(side.rows / STEADY_ROWS));
        return call(side, `/executions/${each * (1 + Math.floor(Math.random() * STEADY_ROWS))}`);
      },
    ],
    [
      'list, first page, of a client that grew',
      'its count grows',
      (side) => call(side, '/executions', { as: 'growing' }),
    ],
  ];

/** The median of each side, in milliseconds; asked by turns. */
async function measure(sides: readonly Side[], ask: (side: Side) => Promise<unknown>): Promise<readonly number[]> {
  const times = sides.map((): number[] => []);
  for (let round = -5; round < ROUNDS; round += 1) {
    for (const [index, side] of sides.entries()) {
      for (let n = 0; n < PER_ROUND; n += 1) {
        const begun = performance.now();
        await ask(side);
        if (round >= 0) times[index]?.push(performance.now() - begun);
      }
    }
  }
  return times.map((all) => quantile(all, 0.5));
}

/** Redacts the executions of the oldest day that is left, as the job does each night. Milliseconds for each of them. */
async function purge({ db }: Side): Promise<number> {
  const { rows: oldest } = await sql<{ days: number }>`
    select floor(extract(epoch from now() - completed_at) / 86400)::int as days from execution
    where redacted_at is null and completed_at is not null order by completed_at limit 1`.execute(db.kysely);
  const begun = performance.now();
  const { executions } = await runRetention(
    { db, storeOn: (trx) => new PostgresArtifactStore(trx), audit: () => Promise.resolve() },
    { piiDays: oldest[0]?.days, letterDays: 1_827 },
  );
  if (executions === 0) throw new Error('nothing was due');
  return (performance.now() - begun) / executions;
}

const folder = KEPT ?? (await mkdtemp(join(tmpdir(), 'cascade-growth-')));
if (!existsSync(folder)) await mkdir(folder, { recursive: true });
await chmod(folder, 0o755);
const postgres = await launchPostgres({
  folder: join(folder, 'pg'),
  logFile: join(folder, 'pg.log'),
  durable: true,
  settings: ['shared_buffers=512MB', 'maintenance_work_mem=512MB', 'max_wal_size=8GB', 'autovacuum_naptime=5s'],
});
const sides: Side[] = [];
try {
  for (const [name, rows] of [
    ['few', FEW],
    ['many', MANY],
  ] as const) {
    const admin = openDatabase({ url: postgres.databaseUrl('postgres'), poolMax: 1 });
    const { rows: there } = await sql`select from pg_database where datname = ${name}`.execute(admin.kysely);
    if (there.length === 0) await sql`create database ${sql.table(name)}`.execute(admin.kysely);
    await admin.close();
    sides.push(await openSide(postgres.databaseUrl(name), rows));
  }
  for (const side of sides) {
    const begun = performance.now();
    const frozen = await freezeSettled(side.db, { isRedacted: true });
    const seconds = (performance.now() - begun) / 1_000;
    const { rows: sizes } = await sql<{ size: string }>`
      select pg_size_pretty(pg_database_size(current_database())) as size`.execute(side.db.kysely);
    process.stdout.write(
      `${side.rows} executions, ${sizes[0]?.size}; ${frozen.length} partitions frozen in ${seconds.toFixed(1)} s\n`,
    );
  }
  let isWrong = false;
  const report = (name: string, [few = 0, many = 0]: readonly number[], unchecked: string | null) => {
    const ratio = many / few;
    if (unchecked === null && ratio > MOST_RATIO) isWrong = true;
    process.stdout.write(
      `${name.padEnd(44)} ${few.toFixed(3).padStart(9)} ms ${many.toFixed(3).padStart(9)} ms  ${ratio.toFixed(2)}` +
        `${unchecked !== null ? `  (${unchecked})` : ratio > MOST_RATIO ? '  TOO MUCH' : ''}\n`,
    );
  };
  for (const [name, unchecked, ask] of MEASURED) report(name, await measure(sides, ask), unchecked);
  const purged = sides.map((): number[] => []);
  for (let night = 0; night < NIGHTS; night += 1) {
    for (const [index, side] of sides.entries()) purged[index]?.push(await purge(side));
  }
  report(
    'purge, for each execution',
    purged.map((nights) => quantile(nights, 0.5)),
    null,
  );
  const many = sides.at(-1);
  if (many !== undefined && !(await showVacuum(many.db))) isWrong = true;
  if (isWrong) process.exitCode = 1;
} finally {
  for (const side of sides) await side.close();
  await postgres.stop();
  await endWatchdog();
  if (KEPT === undefined) await rm(folder, { recursive: true, force: true });
}
