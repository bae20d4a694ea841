/**
 * The floor: a workflow that is one local activity, which commits one row; started eagerly, so many starts at once. With
 * `mail`, an activity that sends one mail follows, and another row.
 * A process of its own. Environment: DATABASE_URL, TEMPORAL_ADDRESS, SMTP_URL. Responds to `{count, mail}` with a Round.
 */
import { randomUUID } from 'node:crypto';
import { Client } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { createTransport } from 'nodemailer';
import { Pool } from 'pg';
import { CONCURRENCY } from '../../services/executor/worker.ts';
import type { Round } from '../support/figures.ts';
import type { floorWorkflow, mailFloorWorkflow } from './floor-workflow.ts';

const STARTS_AT_ONCE = 64;
const TASK_QUEUE = 'bench-floor';

Runtime.install({ logger: new DefaultLogger('WARN') });
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
pool.on('error', () => undefined);
await pool.query('create table if not exists floor_run (id bigint primary key, body text not null)');
const connection = await NativeConnection.connect({ address: process.env.TEMPORAL_ADDRESS ?? '' });
const client = new Client({ connection });

const mails = createTransport({ url: process.env.SMTP_URL ?? 'smtp://127.0.0.1:1', pool: true, maxConnections: 5 });

const begunAt = new Map<number, number>();
let round: { mail: boolean; latenciesMs: number[]; committed: () => void } | undefined;
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
      if (round === undefined || (round.mail && id > 0)) return;
      round.latenciesMs.push(performance.now() - (begunAt.get(Math.abs(id)) ?? 0));
      round.committed();
    },
    sendMail: async (id: number) => {
      await mails.sendMail({ from: 'bench@example.com', to: `p${id}@example.com`, subject: 'Bench', text: 'Hello.' });
    },
  },
  ...CONCURRENCY,
});
const working = worker.run();
let nextId = 1;

async function run(count: number, mail: boolean): Promise<Round> {
  const latenciesMs: number[] = [];
  const startedAt = performance.now();
  const allCommitted = new Promise<void>((resolve) => {
    round = {
      mail,
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
      const type = mail ? 'mailFloorWorkflow' : 'floorWorkflow';
      await client.workflow.start<typeof floorWorkflow | typeof mailFloorWorkflow>(type, {
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

process.on(
  'message',
  ({ count, mail }: { count: number; mail: boolean }) => void run(count, mail).then((result) => process.send?.(result)),
);
process.on('disconnect', () => {
  if (worker.getState() === 'RUNNING') worker.shutdown();
  void working.then(() => process.exit(0));
});
process.send?.('ready');
