/**
 * Backtests of the tenant screening cascade (three reports, letters and mails) over executions that ended by
 * themselves, with other limits. Shows executions a second, by the clock and by processor time. Also the peak memory of the
 * comparing processes, and the latency of triggers beside a backtest and alone.
 *
 * The floor reads the executions with bare statements and parses their JSON, in one run. The processor time of a
 * backtest is a multiple of it. Triggers are sent at a steady rate, in turns with a backtest and without. The ratio is
 * that of neighbouring turns, so the figures hold on a busy machine too. Processor time grows where processes share a
 * cache; measure it on an idle machine.
 *
 *   npm run bench:backtests [-- executions, default 20000 [turns, default 4]]
 *
 * Linux only: peak memory and processor time are read from /proc.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { launchPostgres } from '../../dev/servers/postgres.ts';
import { endWatchdog } from '../../dev/servers/watchdog.ts';
import { openDatabase, type Database } from '../../platform/database/index.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { quantile } from '../support/figures.ts';
import { quietGateway } from '../support/gateway.ts';
import { processorTimeMs } from '../support/processor-time.ts';
import { seed, type Seed } from '../support/seed.ts';
import { definitionOf, fill, withOtherLimits } from './fill.ts';

const EXECUTIONS = Number(process.argv[2] ?? 20_000);
const TURNS = Number(process.argv[3] ?? 4);
/** The sample whose memory that of all executions is compared with. */
const FEW = Math.min(20_000, Math.ceil(EXECUTIONS / 5));
const CHUNK = 50;
const TRIGGERS_A_SECOND = 20;
const TURN_MS = 15_000;
const MOST_RATIO = 1.5;
const SAMPLE_MS = 100;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

interface Bench {
  readonly db: Database;
  readonly seeded: Seed;
  readonly baseUrl: string;
  readonly comparerPid: number;
  readonly postgresPid: number;
  readonly definition: Awaited<ReturnType<typeof definitionOf>>;
}

interface Backtest {
  readonly id: number;
  readonly ended_at: string | null;
  readonly status: string;
  readonly progress: { readonly done: number };
  readonly result: { readonly compared: number; readonly changed: { readonly count: number } } | null;
}

async function call<Data>({ baseUrl, seeded }: Bench, method: string, path: string, body?: object): Promise<Data> {
  const response = await fetch(`${baseUrl}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${seeded.token}`,
      'content-type': 'application/json',
      ...(method === 'POST' ? { 'idempotency-key': randomUUID() } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as { readonly data: Data };
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer.data;
}

const pathOf = ({ seeded }: Bench): string => `/workflows/${seeded.workflowId}/backtests`;
const ask = (bench: Bench, limit: number): Promise<Backtest> =>
  call(bench, 'POST', pathOf(bench), { definition: withOtherLimits(bench.definition), sample: { limit } });

/** The largest resident memory of the processes below the comparer, as long as `isOver` is false. */
async function peakMegabytes(comparerPid: number, isOver: () => boolean): Promise<number> {
  let peak = 0;
  for (; !isOver(); await sleep(SAMPLE_MS)) {
    for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
      if (!status.includes(`PPid:\t${comparerPid}\n`)) continue;
      peak = Math.max(peak, Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024);
    }
  }
  return peak;
}

async function compareAll(bench: Bench, limit: number): Promise<void> {
  const pids = [bench.comparerPid, bench.postgresPid];
  const before = await Promise.all(pids.map((pid) => processorTimeMs([pid])));
  const begun = performance.now();
  const { id } = await ask(bench, limit);
  let ended: Backtest | undefined;
  const peak = peakMegabytes(bench.comparerPid, () => ended !== undefined);
  for (; ended === undefined; await sleep(SAMPLE_MS)) {
    const now = await call<Backtest>(bench, 'GET', `${pathOf(bench)}/${id}`);
    if (now.ended_at !== null) ended = now;
  }
  const seconds = (performance.now() - begun) / 1_000;
  const after = await Promise.all(pids.map((pid) => processorTimeMs([pid])));
  const [own = 0, postgres = 0] = pids.map((_pid, index) => ((after[index] ?? 0) - (before[index] ?? 0)) / limit);
  const { compared = 0, changed } = ended.result ?? {};
  print(
    `${limit} executions: ${ended.status} in ${seconds.toFixed(1)} s (${(limit / seconds).toFixed(0)}/s), ` +
      `${own.toFixed(2)} ms of processor time each and ${postgres.toFixed(2)} of PostgreSQL, ` +
      `peak memory of a process ${(await peak).toFixed(0)} MiB; ${compared} compared, ${changed?.count ?? 0} changed`,
  );
}

/** Milliseconds of processor time of an execution, here and in PostgreSQL, to read it with bare statements and parse it. */
async function floor({ db, postgresPid }: Bench): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from execution order by id limit ${FEW}`.execute(db.kysely);
  const ids = rows.map(({ id }) => id);
  const postgresBefore = await processorTimeMs([postgresPid]);
  const before = process.cpuUsage();
  for (let from = 0; from < ids.length; from += CHUNK) {
    const chunk = ids.slice(from, from + CHUNK);
    const read = await Promise.all([
      sql<{ json: string }>`select payload::text as json from execution where id = any (${chunk}::bigint[])`.execute(
        db.kysely,
      ),
      sql<{
        json: string;
      }>`select coalesce(output, 'null')::text as json from step where execution_id = any (${chunk}::bigint[])`.execute(
        db.kysely,
      ),
      sql<{
        json: string;
      }>`select request::text as json from effect where execution_id = any (${chunk}::bigint[])`.execute(db.kysely),
    ]);
    for (const { json } of read.flatMap((result) => result.rows)) JSON.parse(json);
  }
  const { user, system } = process.cpuUsage(before);
  const postgres = (await processorTimeMs([postgresPid])) - postgresBefore;
  print(
    `floor, reading and parsing: ${((user + system) / 1_000 / ids.length).toFixed(2)} ms of processor time each and ` +
      `${(postgres / ids.length).toFixed(2)} of PostgreSQL`,
  );
}

/** Latencies of triggers that are sent at a steady rate, whatever becomes of those before. */
async function triggers(bench: Bench): Promise<readonly number[]> {
  const latencies: Promise<number>[] = [];
  const begun = performance.now();
  for (let sent = 0; performance.now() - begun < TURN_MS; sent += 1) {
    latencies.push(trigger(bench));
    await sleep(Math.max(0, begun + ((sent + 1) * 1_000) / TRIGGERS_A_SECOND - performance.now()));
  }
  return Promise.all(latencies);
}

async function trigger(bench: Bench): Promise<number> {
  const begun = performance.now();
  await call(bench, 'POST', `/workflows/${bench.seeded.workflowId}/trigger`, {
    payload: { applicant: { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' } },
  });
  return performance.now() - begun;
}

async function beside(bench: Bench): Promise<void> {
  const ratios: { readonly part: number; readonly ratio: number }[] = [];
  await triggers(bench);
  for (let turn = 0; turn < TURNS; turn += 1) {
    const alone = await triggers(bench);
    const { id } = await ask(bench, EXECUTIONS);
    const busy = await triggers(bench);
    const { status, progress } = await call<Backtest>(bench, 'POST', `${pathOf(bench)}/${id}/cancel`, {});
    const told = [0.5, 0.95, 0.99].map((part) => {
      const [low, high] = [quantile(alone, part), quantile(busy, part)];
      ratios.push({ part, ratio: high / low });
      return `p${part * 100} ${low.toFixed(1)} → ${high.toFixed(1)} ms`;
    });
    print(`triggers alone and beside a backtest (${status} after ${progress.done}): ${told.join(', ')}`);
  }
  for (const part of [0.95, 0.99]) {
    const ratio = quantile(
      ratios.filter((each) => each.part === part).map((each) => each.ratio),
      0.5,
    );
    print(`ratio of p${part * 100}, median of the turns: ${ratio.toFixed(2)}`);
    if (ratio > MOST_RATIO) process.exitCode = 1;
  }
}

const folder = await mkdtemp(join(tmpdir(), 'cascade-bench-'));
await chmod(folder, 0o755);
const postgres = await launchPostgres({ folder: join(folder, 'pg'), logFile: join(folder, 'pg.log'), durable: true });
const url = postgres.databaseUrl('postgres');
const db = openDatabase({ url, poolMax: 4 });
let comparer: ChildProcess | undefined;
try {
  await migrate(db);
  const definition = await definitionOf('tenant-screening');
  const seeded = await seed(db, definition);
  await db.kysely.updateTable('workflow').set({ active: true }).execute();
  await fill(db, seeded, definition, EXECUTIONS);
  const gateway = quietGateway(db);
  const port = await gateway.listen(0, '127.0.0.1');
  comparer = fork(fileURLToPath(new URL('./process.ts', import.meta.url)), {
    env: { ...process.env, DATABASE_URL: url },
  });
  const bench: Bench = {
    ...{ db, seeded, definition, baseUrl: `http://127.0.0.1:${port}` },
    ...{ comparerPid: comparer.pid ?? 0, postgresPid: postgres.pid },
  };
  await floor(bench);
  await compareAll(bench, FEW);
  await compareAll(bench, EXECUTIONS);
  await beside(bench);
  await gateway.close();
} finally {
  if (comparer?.connected === true) {
    const ended = once(comparer, 'exit');
    comparer.disconnect();
    await ended;
  }
  await db.close();
  await postgres.stop();
  await endWatchdog();
  await rm(folder, { recursive: true, force: true });
}
