/**
 * The floor: a workflow that is one local activity, which commits one row; started eagerly, so many starts at once.
 * A process of its own. Environment: DATABASE_URL, TEMPORAL_ADDRESS. The message `{count}` is answered with a Round.
 */
import { randomUUID } from 'node:crypto';
import { Client } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { Pool } from 'pg';
import { CONCURRENCY } from '../../services/executor/worker.ts';
import type { Round } from '../support/figures.ts';
import type { floorWorkflow } from './floor-workflow.ts';

const STARTS_AT_ONCE = 64;
const TASK_QUEUE = 'bench-floor';

Runtime.install({ logger: new DefaultLogger('WARN') });
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
pool.on('error', () => undefined);
await pool.query('create table if not exists floor_run (id bigint primary key, body text not null)');
const connection = await NativeConnection.connect({ address: process.env.TEMPORAL_ADDRESS ?? '' });
const client = new Client({ connection });

const begunAt = new Map<number, number>();
let round: { latenciesMs: number[]; committed: () => void } | undefined;
const worker = await Worker.create({
  connection,
  taskQueue: TASK_QUEUE,
  workflowsPath: new URL('./floor-workflow.ts', import.meta.url).pathname,
  activities: {
    commitRow: async (id: number) => {
      await pool.query({
        name: 'run',
        text: 'insert into floor_run (id, body) values ($1, $2)',
        values: [id, 'x'.repeat(500)],
      });
      round?.latenciesMs.push(performance.now() - (begunAt.get(id) ?? 0));
      round?.committed();
    },
  },
  ...CONCURRENCY,
});
const working = worker.run();
let nextId = 1;

async function run(count: number): Promise<Round> {
  const latenciesMs: number[] = [];
  const startedAt = performance.now();
  const allCommitted = new Promise<void>((resolve) => {
    round = {
      latenciesMs,
      committed: () => {
        if (latenciesMs.length === count) resolve();
      },
    };
  });
  let left = count;
  const starter = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const id = nextId++;
      begunAt.set(id, performance.now());
      await client.workflow.start<typeof floorWorkflow>('floorWorkflow', {
        workflowId: `floor-${randomUUID()}`,
        taskQueue: TASK_QUEUE,
        args: [id],
        requestEagerStart: true,
      });
    }
  };
  await Promise.all([allCommitted, ...Array.from({ length: STARTS_AT_ONCE }, starter)]);
  const seconds = (performance.now() - startedAt) / 1_000;
  begunAt.clear();
  return { perSecond: count / seconds, latenciesMs };
}

process.on('message', ({ count }: { count: number }) => void run(count).then((result) => process.send?.(result)));
process.on('disconnect', () => {
  if (worker.getState() === 'RUNNING') worker.shutdown();
  void working.then(() => process.exit(0));
});
process.send?.('ready');
