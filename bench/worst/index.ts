/**
 * Measures the longest turn of the executor's event loop for the worst cascades that are allowed (`scenes.ts`). The
 * floor is the longest turn of usual runs in one process, in alternating rounds. Also what processor time the longest
 * turn took, which other work on the machine does not make longer.
 *
 *   npm run bench:worst [-- runs side by side, default 4]
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { launchPostgres } from '../../dev/servers/postgres.ts';
import { endWatchdog } from '../../dev/servers/watchdog.ts';
import { asJson, openDatabase } from '../../platform/database/index.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { createLogger } from '../../platform/log/index.ts';
import { loadReferenceData } from '../../platform/reference-data/index.ts';
import { createAdvance } from '../../services/executor/advance/index.ts';
import { DEFINITION } from '../executions/load.ts';
import { quantile } from '../support/figures.ts';
import { watchTurns } from '../support/processor-turns.ts';
import { createWorkflow, seed } from '../support/seed.ts';
import { SCENES, type Scene } from './scenes.ts';

const SIDE_BY_SIDE = Number(process.argv[2] ?? 4);
const ROUNDS = 3;
/** A run that is to be woken later than that waits for something else than its turn. */
const ASLEEP_MS = 15_000;
/** The interval of the sampling timer, which every figure includes. */
const RESOLUTION_MS = 1;

const folder = await mkdtemp(join(tmpdir(), 'cascade-bench-'));
await chmod(folder, 0o755);
const postgres = await launchPostgres({ folder: join(folder, 'pg'), logFile: join(folder, 'pg.log'), durable: true });
const db = openDatabase({ url: postgres.databaseUrl('postgres'), poolMax: SIDE_BY_SIDE });
await migrate(db);
const seeded = await seed(db, DEFINITION);
const advance = createAdvance({
  db,
  bus: { publish: () => undefined },
  sandbox: loadReferenceData().sandbox,
  log: createLogger('bench', 'silent'),
});

const USUAL: Scene = {
  name: 'a usual run',
  definition: DEFINITION,
  payload: { applicant: { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com', ssn: '900-12-3456' } },
};

interface Measured {
  readonly longestMs: number;
  readonly processorMs: number;
  readonly p99Ms: number;
  readonly calls: number;
  readonly wholeMs: number;
  readonly endedAs: string;
}

async function begin({ payload }: Scene, workflowId: number): Promise<{ id: number; runKey: string }> {
  const runKey = randomUUID();
  const { id } = await db.kysely
    .insertInto('execution')
    .values({
      account_id: seeded.accountId,
      api_client_id: seeded.clientId,
      workflow_id: workflowId,
      workflow_version: 1,
      status: 'running',
      execution_mode: 'test',
      payload: asJson(payload),
      run_key: runKey,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, runKey };
}

async function drive({ id, runKey }: { id: number; runKey: string }): Promise<number> {
  for (let calls = 1; ; calls += 1) {
    const now = Date.now();
    const { done, wakeAt } = await advance(id, runKey, now);
    if (done || wakeAt === null) return calls;
    // Its turn is later: another large run is at work.
    if (wakeAt > now + ASLEEP_MS) return calls;
    if (wakeAt > now) await sleep(wakeAt - now);
  }
}

async function endOf(id: number): Promise<string> {
  const { status } = await db.kysely
    .selectFrom('execution')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const failed = await db.kysely
    .selectFrom('step')
    .select('error_code')
    .where('execution_id', '=', id)
    .where('error_code', 'is not', null)
    .executeTakeFirst();
  return `${status}${failed === undefined ? '' : `, ${failed.error_code ?? ''}`}`;
}

async function measure(scene: Scene, workflowId: number): Promise<Measured> {
  const runs = await Promise.all(Array.from({ length: SIDE_BY_SIDE }, () => begin(scene, workflowId)));
  // Garbage of the preparation is not the runs'.
  await sleep(50);
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const endWatch = watchTurns();
  const startedAt = performance.now();
  const calls = await Promise.all(runs.map(drive));
  const wholeMs = performance.now() - startedAt;
  delay.disable();
  const processorMs = endWatch();
  const [first] = runs;
  return {
    longestMs: delay.max / 1e6,
    processorMs,
    p99Ms: delay.percentile(99) / 1e6,
    calls: Math.max(...calls),
    wholeMs,
    endedAs: await endOf(first?.id ?? 0),
  };
}

const row = (cells: readonly string[]): void =>
  void process.stdout.write(
    `${cells.map((cell, n) => (n === 0 || n === cells.length - 1 ? cell.padEnd(30) : cell.padStart(14))).join('')}\n`,
  );
row(['', 'longest ms', 'of processor', 'p99 ms', 'calls of each', 'all of them ms', '  ended as']);
const usualId = await createWorkflow(db, seeded.accountId, USUAL.definition);
const usual: Measured[] = [];

function print(name: string, rounds: readonly Measured[]): void {
  const of = (key: 'longestMs' | 'processorMs' | 'p99Ms' | 'calls' | 'wholeMs'): string =>
    quantile(
      rounds.map((r) => r[key]),
      0.5,
    ).toFixed(0);
  row([
    name,
    of('longestMs'),
    of('processorMs'),
    of('p99Ms'),
    of('calls'),
    of('wholeMs'),
    `  ${rounds[0]?.endedAs ?? ''}`,
  ]);
}
try {
  // The first runs compile the code.
  await measure(USUAL, usualId);
  for (const scene of SCENES) {
    const workflowId = await createWorkflow(db, seeded.accountId, scene.definition);
    const rounds: Measured[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      usual.push(await measure(USUAL, usualId));
      rounds.push(await measure(scene, workflowId));
    }
    print(scene.name, rounds);
  }
  print(USUAL.name, usual);
} finally {
  await db.close();
  await postgres.stop();
  await endWatchdog();
  await rm(folder, { recursive: true, force: true });
}
