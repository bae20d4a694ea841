/**
 * Batches, beside raw Temporal or beside each other, on one durable PostgreSQL and one Temporal, in one run, by turns.
 *
 *   npm run bench:batch [-- part [rows, default 500 [rounds, default 3]]]
 *
 * plain   The time of a batch of rows without effects, from its commit to the commit that completes it, beside as many
 *         raw workflows of one local activity that commits one row. Also processor time and round trips per row.
 * mail    The same with one mail each, beside raw workflows with one activity that sends a mail.
 * review  The time until every row of a batch awaits a review, beside that of a plain batch.
 * beside  The time of a single trigger, from its commit to that of its end, alone and while three batches run: each by
 *         itself, and one after the other. The longest of few is mostly the machine's doing: it is printed for both.
 *
 * Without a part: all of them, which takes some minutes. Exits with 1 if a ratio (of medians) is over its limit.
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

const [chosen, rowsGiven, roundsGiven] = process.argv.slice(2);
const ROWS = Number(rowsGiven ?? 500);
const ROUNDS = Number(roundsGiven ?? 3);
/** The highest ratios. */
const MOST: Readonly<Record<Part, number>> = { plain: 1.3, mail: 1.3, review: 1, beside: 3 };
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
  print(`ratio ${ratioOf(batches, floor).toFixed(2)}`);
  judge(ratioOf(batches, floor), MOST[part]);
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
  print(`ratio ${ratioOf(waiting, ended).toFixed(2)}`);
  judge(ratioOf(waiting, ended), MOST.review);
}

function ratioOf(ours: readonly Measured[], floor: readonly Measured[]): number {
  const seconds = (measured: readonly Measured[]) => median(measured.map((one) => one.seconds));
  return seconds(ours) / seconds(floor);
}

/** The exit code tells whether every ratio is within its limit. */
function judge(ratio: number, most: number): void {
  if (ratio <= most) return;
  print(`  too slow: at most ${most} is wanted`);
  process.exitCode = 1;
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
  const kinds = [
    ['each by itself', SINGLES.apart, SINGLES.pauseMs],
    ['one after the other', SINGLES.inARow, 0],
  ] as const;
  const all = async (part: number): Promise<number[][]> => {
    const waits: number[][] = [];
    for (const [, count, pauseMs] of kinds) waits.push(await singles(Math.ceil(count * part), pauseMs));
    return waits;
  };
  await untilEnded(bench, await createBatch(bench, plain, ROWS));
  await singles(SINGLES.inARow, 0);
  // Alone before and after: the machine does not keep its speed.
  const before = await all(0.5);
  const ids = await Promise.all([1, 2, 3].map(() => createBatch(bench, plain, ROWS)));
  // Until the first rows are under way.
  await sleep(1_500);
  const beside = await all(1);
  const left = await bench.db.kysely
    .selectFrom('batch')
    .select('id')
    .where('id', 'in', ids)
    .where('completed_at', 'is', null)
    .execute();
  await Promise.all(ids.map((id) => untilEnded(bench, id)));
  const after = await all(0.5);
  for (const [index, [name]] of kinds.entries()) {
    const alone = [...(before[index] ?? []), ...(after[index] ?? [])];
    const loaded = beside[index] ?? [];
    const figures = (waits: readonly number[]) =>
      `median ${median(waits)} ms, 90th percentile ${quantile(waits, 0.9)} ms, longest ${Math.max(...waits)} ms`;
    const ratio = median(loaded) / median(alone);
    print(`single triggers, ${name}: alone ${figures(alone)}`);
    print(`  beside three batches of ${ROWS}: ${figures(loaded)}`);
    print(
      `  ratio of the medians ${ratio.toFixed(2)}, of the 90th percentiles ` +
        `${(quantile(loaded, 0.9) / quantile(alone, 0.9)).toFixed(2)}, of the longest ` +
        `${(Math.max(...loaded) / Math.max(...alone)).toFixed(2)}; the longest beside batches is ` +
        `${(Math.max(...loaded) / median(alone)).toFixed(2)} times the median alone`,
    );
    judge(ratio, MOST.beside);
  }
  if (left.length === 0) throw new Error('the batches ended before the single triggers: give more rows');
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
