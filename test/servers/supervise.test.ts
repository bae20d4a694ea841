import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { launch, waitUntilReady, type ManagedProcess } from '../../dev/servers/process.ts';
import { supervise } from '../../dev/servers/supervise.ts';
import { until } from '../support/until.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cascade-supervise-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const sh = (script: string): Promise<ManagedProcess> =>
  launch({ name: 'sleeper', command: 'sh', args: ['-c', script], logFile: join(folder, 'log') });

describe('a supervised process', () => {
  test('is restarted when it is killed, and its end and return are reported', async () => {
    const told: string[] = [];
    const supervised = await supervise({
      start: () => sh('exec sleep 300'),
      onDeath: (what) => void told.push(what),
      onReturn: ({ name }) => void told.push(`${name} is back`),
      firstBackoffMs: 1,
    });
    const first = supervised.current().pid;
    supervised.current().signal('SIGKILL');
    await until(() => told.length === 2);
    expect(supervised.current().pid).not.toBe(first);
    expect(told).toEqual(['sleeper ended: signal SIGKILL', 'sleeper is back']);
    await supervised.stop();
    expect(supervised.current().hasExited()).toBe(true);
  });

  test('is not restarted after it was asked to stop, also between two starts', async () => {
    let starts = 0;
    const deaths: string[] = [];
    const supervised = await supervise({
      start: () => {
        starts++;
        return sh('exit 3');
      },
      onDeath: (what) => void deaths.push(what),
      firstBackoffMs: 60_000,
    });
    await until(() => deaths.length === 1);
    await supervised.stop();
    expect(starts).toBe(1);
    expect(deaths).toEqual(['sleeper ended: exit code 3']);
  });

  test('is retried until it starts', async () => {
    let starts = 0;
    const supervised = await supervise({
      start: async () => {
        starts++;
        if (starts === 2 || starts === 3) throw new Error('port taken');
        return sh(starts === 1 ? 'exit 1' : 'exec sleep 300');
      },
      onDeath: () => undefined,
      firstBackoffMs: 1,
    });
    await until(() => starts === 4 && !supervised.current().hasExited());
    await supervised.stop();
  });

  test('is restarted on request at once, without being reported as ended', async () => {
    const told: string[] = [];
    const supervised = await supervise({
      start: () => sh('exec sleep 300'),
      onDeath: (what) => void told.push(what),
      onReturn: ({ name }) => void told.push(`${name} is back`),
      firstBackoffMs: 60_000,
    });
    const first = supervised.current().pid;
    await supervised.restart();
    await until(() => told.length === 1);
    expect(told).toEqual(['sleeper is back']);
    expect(supervised.current().pid).not.toBe(first);
    await supervised.stop();
  });

  test('that cannot be started is started at once when a restart is asked for during the back-off', async () => {
    let starts = 0;
    const deaths: string[] = [];
    const supervised = await supervise({
      start: async () => {
        starts++;
        if (starts === 2) throw new Error('a fault in the code');
        return sh('exec sleep 300');
      },
      onDeath: (what) => void deaths.push(what),
      firstBackoffMs: 60_000,
    });
    await supervised.restart();
    await until(() => deaths.length === 1);
    await supervised.restart();
    await until(() => starts === 3 && !supervised.current().hasExited());
    expect(deaths).toEqual(['sleeper ended: a fault in the code']);
    await supervised.stop();
  });

  test('fails at its first start with its last output, without that of an earlier start', async () => {
    await (
      await sh('echo earlier')
    ).exited;
    const server = await sh('echo the disk is full; exit 1');
    const ready = waitUntilReady(server, () => Promise.resolve(false), 20_000);
    await expect(ready).rejects.toThrow(/sleeper ended with exit code 1[^]*the disk is full/);
    await expect(ready).rejects.not.toThrow(/earlier/);
  });
});
