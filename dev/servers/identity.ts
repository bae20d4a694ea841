import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/**
 * Which process a recorded pid was. A pid alone is not enough, because it is reused after a crash or in a new
 * container. A pid from disk must never make us wait for, or end, another program.
 */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it began, in the form that the system reports; no two processes share pid and this. */
  readonly started: string;
}

export async function identityOf(pid: number): Promise<ProcessIdentity | undefined> {
  const started = await startOf(pid);
  return started === undefined ? undefined : { pid, started };
}

export async function isAlive(identity: ProcessIdentity): Promise<boolean> {
  return (await startOf(identity.pid)) === identity.started;
}

/** The command line of a running process, or undefined. */
export async function commandOf(pid: number): Promise<string | undefined> {
  try {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ').trim() || undefined;
  } catch {
    return askPs(pid, 'command');
  }
}

async function startOf(pid: number): Promise<string | undefined> {
  try {
    const [stat, bootId] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
    ]);
    // The name in parentheses may hold anything; the start time is the twentieth field after it, the state the first.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : `${bootId.trim()}:${fields[19]}`;
  } catch {
    return process.platform === 'linux' ? undefined : askPs(pid, 'lstart');
  }
}

async function askPs(pid: number, column: 'command' | 'lstart'): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', `${column}=`, '-p', String(pid)]);
    return stdout.trim() || undefined;
  } catch {
    return undefined;
  }
}
