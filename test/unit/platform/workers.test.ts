import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { WorkerPool, WorkError, type WorkerPoolOptions } from '../../../platform/workers/index.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { afterEach, expect, test } from '../../support/jest.ts';
import { until } from '../../support/until.ts';
import type { TestTasks } from './fixtures/work.ts';

const pools: WorkerPool<TestTasks>[] = [];
afterEach(() => {
  for (const pool of pools.splice(0)) pool.close();
});

function open(options: Partial<WorkerPoolOptions> = {}): WorkerPool<TestTasks> {
  const pool = new WorkerPool<TestTasks>({
    module: new URL('./fixtures/work.ts', import.meta.url),
    size: 1,
    perOwner: 1,
    memoryMb: 64,
    deadlineMs: PATIENCE_MS,
    patienceMs: PATIENCE_MS,
    work: { short: 100, long: 1_000 },
    ...options,
  });
  pools.push(pool);
  return pool;
}

test('the process stays for the next order', async () => {
  const pool = open();
  expect(await pool.run(1, 'double', 21)).toBe(42);
  const first = await pool.run(1, 'process', undefined);
  expect(await pool.run(2, 'process', undefined)).toBe(first);
  expect(first).not.toBe(process.pid);
});

test('the event loop turns while an order is performed', async () => {
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 5);
  const pool = open();
  await pool.run(1, 'double', 1);
  turns = 0;
  await pool.run(1, 'sleep', 300);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(5);
});

test('an error of the API arrives as it was thrown', async () => {
  await expect(open().run(1, 'refuse', 'definition[0].id')).rejects.toMatchObject({
    name: 'AppError',
    code: 'validation_failed',
    details: [{ field: 'definition[0].id', message: 'is wrong' }],
    total: 3,
  });
});

test('another error arrives with its message, and the process goes on', async () => {
  const pool = open();
  const first = await pool.run(1, 'process', undefined);
  await expect(pool.run(1, 'fail', 'wrong type')).rejects.toThrow('wrong type');
  expect(await pool.run(1, 'process', undefined)).toBe(first);
});

test('an order beyond its time is stopped, and the next one has another process', async () => {
  const pool = open({ deadlineMs: 2_000 });
  const first = await pool.run(1, 'process', undefined);
  await expect(pool.run(1, 'sleep', 3_600_000)).rejects.toMatchObject({ reason: 'deadline' });
  await until(() => !isAlive(first));
  expect(await pool.run(1, 'double', 2)).toBe(4);
});

test.each(['fillMap', 'fillList'] as const)('an order beyond its memory ends alone: %s', async (task) => {
  const pool = open({ size: 2, memoryMb: 32 });
  const other = pool.run(2, 'sleep', 1_000);
  await expect(pool.run(1, task, undefined)).rejects.toMatchObject({ reason: 'memory' });
  expect(await other).toBe(1_000);
  expect(await pool.run(1, 'double', 3)).toBe(6);
});

test('an order whose process ends by itself fails, and the next one has another process', async () => {
  const pool = open();
  await expect(pool.run(1, 'end', 7)).rejects.toMatchObject({
    reason: 'crash',
    message: 'the worker process ended with 7',
  });
  expect(await pool.run(1, 'double', 4)).toBe(8);
});

test('who waits in vain is told whose orders are in the way', async () => {
  const pool = open({ patienceMs: 20 });
  const held = pool.run(1, 'sleep', 1_500);
  await expect(pool.run(1, 'double', 1)).rejects.toMatchObject({ reason: 'mine' });
  await expect(pool.run(2, 'double', 1)).rejects.toMatchObject({ reason: 'others' });
  await held;
});

// Rules: 15.13.2
test('one owner leaves processes to the others', async () => {
  const pool = open({ size: 2 });
  const mine = [pool.run(1, 'sleep', 1_000), pool.run(1, 'sleep', 1_000)];
  const order: string[] = [];
  await Promise.all([
    mine[1]?.then(() => order.push('mine')),
    pool.run(2, 'double', 1).then(() => order.push('other')),
  ]);
  expect(order).toEqual(['other', 'mine']);
});

test('a process knows nothing of the environment, writes no file and starts no program', async () => {
  const pool = open();
  // Variables that macOS adds to every process.
  const names = (await pool.run(1, 'environment', undefined)).filter((name) => !name.startsWith('__CF'));
  expect(names.filter((name) => name !== 'NODE_CHANNEL_FD' && name !== 'NODE_CHANNEL_SERIALIZATION_MODE')).toEqual([]);
  await expect(pool.run(1, 'write', join(tmpdir(), 'cascade-worker'))).rejects.toThrow(/access .*restricted/i);
  await expect(pool.run(1, 'start', undefined)).rejects.toThrow(/access .*restricted/i);
});

test('a pool that is closed ends its processes, those at work too', async () => {
  const pool = open({ size: 2 });
  const [idle, busy] = await Promise.all([pool.run(1, 'process', undefined), pool.run(2, 'process', undefined)]);
  const lost = pool.run(1, 'sleep', 3_600_000);
  const failed = expect(lost).rejects.toMatchObject({ name: 'WorkError' });
  await sleep(0);
  pool.close();
  await failed;
  await until(() => !isAlive(idle) && !isAlive(busy));
  await expect(pool.run(1, 'double', 1)).rejects.toMatchObject({ reason: 'others' });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

// Rules: 15.13.3
test('an order that takes more work than a short one may is performed as a long one', async () => {
  expect(await open().run(1, 'spend', 1_000)).toBeGreaterThan(0);
});

test('one that takes more than a long one may is too much work', async () => {
  await expect(open().run(1, 'spend', 1_001)).rejects.toMatchObject({ name: 'AppError', code: 'too_much_work' });
});

test('a short one that left something out is done again, and a long one is the answer', async () => {
  expect(await open().run(1, 'spendSome', 1_000)).toBe('all');
  expect(await open().run(1, 'spendSome', 1_001)).toBe('a part');
});

// Rules: 15.13.3
test('however many long ones there are, a short one of another owner is performed', async () => {
  const pool = open({ size: 2 });
  const long = [1, 2, 3].map((owner) => pool.run(owner, 'spendAndSleep', 500));
  const ended = long.map((each) => expect(each).rejects.toBeInstanceOf(WorkError));
  // Each of them has begun as a short one, and is long by now.
  for (let turn = 0; turn < 3; turn += 1) expect(await pool.run(4, 'double', turn)).toBe(2 * turn);
  pool.close();
  await Promise.all(ended);
});
