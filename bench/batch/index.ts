/**
 * Batches, beside raw Temporal or beside each other, on one durable PostgreSQL and one Temporal, in one run, by turns.
 *
 *   npm run bench:batch [-- part [rows, default 500]]
 *
 * plain   The time of a batch of rows without effects, from its commit to the commit that completes it, beside as many
 *         raw workflows of one local activity that commits one row. Also processor time and round trips per row.
 * mail    The same with one mail each, beside raw workflows with one activity that sends a mail.
 * review  The time until every row of a batch awaits a review, beside that of a plain batch.
 * beside  The time of a single trigger alone and while three batches run: one after the other, and each by itself.
 *
 * Without a part: all of them, which takes some minutes.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { say, startExecutorBench, type ExecutorBench } from '../support/executor.ts';
import { quantile } from '../support/figures.ts';
import { processorTimeMs } from '../support/processor-time.ts';
import { createWorkflow } from '../support/seed.ts';
import { DEFINITIONS } from './definitions.ts';
import { countRoundTrips } from './round-trips.ts';
import { createBatch, single, untilEnded, untilParked } from './scene.ts';

const PARTS = { plain: besideRaw, mail: besideRaw, review: besidePlain, beside: besideBatches };
type Part = keyof typeof PARTS;

const [chosen, rowsGiven] = process.argv.slice(2);
const ROWS = Number(rowsGiven ?? 500);
const ROUNDS = 3;
const COUNTED_ROWS = 100;
/** Without a pause between them, and with one that is longer than a batch is held back for. */
const SINGLES = { inARow: 40, apart: 15, pauseMs: 800 };

const median = (values: readonly number[]): number => quantile(values, 0.5);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

interface Measured {
  readonly seconds: number;
  /** Per row. */
  readonly processorMs: Readonly<Record<'node' | 'temporal' | 'postgres', number>>;
}

async function measure(
  bench: ExecutorBench,
  node: 'executor' | 'floor',
  work: () => Promise<number>,
): Promise<Measured> {
  const { pids } = bench;
  const used = () => Promise.all([pids[node], pids.temporal, pids.postgres].map((pid) => processorTimeMs([pid])));
  const before = await used();
  const seconds = await work();
  const [ofNode = 0, temporal = 0, postgres = 0] = (await used()).map(
    (ms, index) => (ms - (before[index] ?? 0)) / ROWS,
  );
  return { seconds, processorMs: { node: ofNode, temporal, postgres } };
}

function printMeasured(name: string, measured: readonly Measured[]): void {
  const ms = (part: keyof Measured['processorMs']) =>
    median(measured.map(({ processorMs }) => processorMs[part])).toFixed(1);
  print(
    `${name.padEnd(36)} ${median(measured.map(({ seconds }) => seconds)).toFixed(1)} s; processor ms per row: ` +
      `Node.js ${ms('node')}, Temporal ${ms('temporal')}, PostgreSQL ${ms('postgres')}`,
  );
}

async function besideRaw(bench: ExecutorBench, part: Part, workflowIds: Readonly<Record<string, number>>) {
  const mail = part === 'mail';
  const raw = () => measure(bench, 'floor', async () => ROWS / (await bench.raw(ROWS, { mail })).perSecond);
  const ours = () =>
    measure(bench, 'executor', async () => untilEnded(bench, await createBatch(bench, workflowIds[part] ?? 0, ROWS)));
  await raw();
  await ours();
  const [floor, batches]: [Measured[], Measured[]] = [[], []];
  for (let round = 1; round <= ROUNDS; round += 1) {
    floor.push(await raw());
    batches.push(await ours());
    say(
      `round ${round} of ${ROUNDS}: ${floor.at(-1)?.seconds.toFixed(1)} s and ${batches.at(-1)?.seconds.toFixed(1)} s`,
    );
  }
  printMeasured(`${ROWS} raw workflows${mail ? ' with one mail' : ''}`, floor);
  printMeasured(`a batch of ${ROWS}${mail ? ' with one mail each' : ''}`, batches);
  print(`ratio ${ratioOf(batches, floor)}`);
  const statements = await countRoundTrips(bench, async () => {
    await untilEnded(bench, await createBatch(bench, workflowIds[part] ?? 0, COUNTED_ROWS));
  });
  const all = [...statements.values()].reduce((sum, count) => sum + count, 0);
  print(`${(all / COUNTED_ROWS).toFixed(1)} database round trips per row, idle ones included:`);
  for (const [name, count] of [...statements].filter(([, n]) => n >= COUNTED_ROWS / 20)) {
    print(`  ${(count / COUNTED_ROWS).toFixed(2).padStart(5)}  ${name}`);
  }
}

async function besidePlain(bench: ExecutorBench, _part: Part, workflowIds: Readonly<Record<string, number>>) {
  const plain = () =>
    measure(bench, 'executor', async () => untilEnded(bench, await createBatch(bench, workflowIds.plain ?? 0, ROWS)));
  const parked = () =>
    measure(bench, 'executor', async () => untilParked(bench, await createBatch(bench, workflowIds.review ?? 0, ROWS)));
  await plain();
  const [ended, waiting]: [Measured[], Measured[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    ended.push(await plain());
    waiting.push(await parked());
  }
  printMeasured(`${ROWS} plain rows, to their end`, ended);
  printMeasured(`${ROWS} rows, until all are parked`, waiting);
  print(`ratio ${ratioOf(waiting, ended)}`);
}

function ratioOf(ours: readonly Measured[], floor: readonly Measured[]): string {
  const seconds = (measured: readonly Measured[]) => median(measured.map((one) => one.seconds));
  return (seconds(ours) / seconds(floor)).toFixed(2);
}

async function besideBatches(bench: ExecutorBench, _part: Part, workflowIds: Readonly<Record<string, number>>) {
  const plain = workflowIds.plain ?? 0;
  const singles = async (count: number, pauseMs: number): Promise<number[]> => {
    const waits: number[] = [];
    for (let n = 0; n < count; n += 1) {
      waits.push(await single(bench, plain));
      await sleep(pauseMs * (0.75 + Math.random() / 2));
    }
    return waits;
  };
  const batches = () => Promise.all([1, 2, 3].map(() => createBatch(bench, plain, ROWS)));
  await untilEnded(bench, await createBatch(bench, plain, ROWS));
  await singles(SINGLES.inARow, 0);
  const kinds = [
    ['one after the other', SINGLES.inARow, 0],
    ['each by itself', SINGLES.apart, SINGLES.pauseMs],
  ] as const;
  for (const [name, count, pauseMs] of kinds) {
    const alone = await singles(count, pauseMs);
    const ids = await batches();
    // Until the first rows are under way.
    await sleep(1_500);
    const beside = await singles(count, pauseMs);
    const left = await bench.db.kysely
      .selectFrom('batch')
      .select('id')
      .where('id', 'in', ids)
      .where('completed_at', 'is', null)
      .execute();
    await Promise.all(ids.map((id) => untilEnded(bench, id)));
    const figures = (waits: readonly number[]) =>
      `median ${median(waits)} ms, 90th percentile ${quantile(waits, 0.9)} ms, longest ${Math.max(...waits)} ms`;
    print(`single triggers, ${name}: alone ${figures(alone)}`);
    print(`  beside three batches of ${ROWS}: ${figures(beside)}; ${left.length} of the batches were still running`);
    print(
      `  ratio of the medians ${(median(beside) / median(alone)).toFixed(2)}, ` +
        `of the longest ${(Math.max(...beside) / Math.max(...alone)).toFixed(2)}`,
    );
  }
}

const parts = Object.keys(PARTS) as Part[];
const selected = chosen === undefined || chosen === 'all' ? parts : parts.filter((part) => part === chosen);
if (selected.length === 0) throw new Error(`there is no part ${chosen}; it is one of ${parts.join(', ')}`);
const bench = await startExecutorBench(DEFINITIONS.plain);
try {
  const { db, seeded } = bench;
  const workflowIds = {
    plain: seeded.workflowId,
    mail: await createWorkflow(db, seeded.accountId, DEFINITIONS.mail),
    review: await createWorkflow(db, seeded.accountId, DEFINITIONS.review),
  };
  for (const part of selected) {
    say(part);
    await PARTS[part](bench, part, workflowIds);
  }
} finally {
  await bench.close();
}
