import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '../support/jest.ts';
import { identityOf } from '../../dev/servers/identity.ts';
import { until } from '../support/until.ts';

const PROCESS_MODULE = join(import.meta.dirname, '../../dev/servers/process.ts');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cascade-watchdog-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A process that starts another one by `launch`, prints its pid, and waits. */
async function parentOf(command: string): Promise<{ parent: ReturnType<typeof spawn>; childPid: number }> {
  const script = `
    import { launch } from ${JSON.stringify(PROCESS_MODULE)};
    const options = { name: 'child', command: 'sh', args: ['-c', ${JSON.stringify(command)}] };
    const child = await launch({ ...options, logFile: ${JSON.stringify(join(folder, 'child.log'))} });
    console.log(child.pid);
    setInterval(() => undefined, 1000);
  `;
  const args = ['--input-type=module-typescript', '-e', script];
  const parent = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(parent.stdout, 'data');
  return { parent, childPid: Number(String(line)) };
}

const isGone = async (pid: number): Promise<boolean> => (await identityOf(pid)) === undefined;

describe('a process that was started', () => {
  test.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)('ends when the process gets %s', async (signal) => {
    const { parent, childPid } = await parentOf('exec sleep 300');
    expect(await isGone(childPid)).toBe(false);
    parent.kill(signal);
    await once(parent, 'exit');
    await until(() => isGone(childPid));
  });

  test('is killed if it does not end when it is asked to', async () => {
    const { parent, childPid } = await parentOf('trap "echo asked" TERM; echo set; while :; do sleep 0.1; done');
    await until(async () => (await readFile(join(folder, 'child.log'), 'utf8')).includes('set'));
    parent.kill('SIGKILL');
    await until(() => isGone(childPid));
    expect(await readFile(join(folder, 'child.log'), 'utf8')).toContain('asked');
  });
});
