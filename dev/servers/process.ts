import { spawn } from 'node:child_process';
import { closeSync, fstatSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { SetupError } from '../../platform/setup-error.ts';
import { pauseAfter } from './pause.ts';
import { forget, watch, type DeathSignal } from './watchdog.ts';

/** A server or service that this process started and must end. */
export interface ManagedProcess {
  readonly name: string;
  readonly pid: number;
  readonly logFile: string;
  /** Where in the log file this process begins. */
  readonly logStart: number;
  /** Settles when the process has ended, with what a person would say about it: `exit code 1`, `signal SIGKILL`. */
  readonly exited: Promise<string>;
  hasExited(): boolean;
  signal(signal: NodeJS.Signals): void;
  /** Asks it to end, and kills it if it still runs after `graceMs`. */
  stop(graceMs?: number): Promise<void>;
}

export interface LaunchOptions {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** Standard output and error are appended here. */
  readonly logFile: string;
  readonly user?: { readonly uid: number; readonly gid: number } | undefined;
  /** The signal that `stop` sends. */
  readonly stopSignal?: NodeJS.Signals;
  /** The signal that the process gets if this one is suddenly gone. */
  readonly deathSignal?: DeathSignal;
}

const DEFAULT_STOP_GRACE_MS = 15_000;

/**
 * Starts a process in a session of its own, so that a Ctrl-C at the terminal reaches only us and we end things in
 * order. The watchdog ends it if we die.
 */
export function launch(options: LaunchOptions): Promise<ManagedProcess> {
  const log = openSync(options.logFile, 'a', 0o600);
  const logStart = fstatSync(log).size;
  const child = spawn(options.command, options.args, {
    stdio: ['ignore', log, log],
    detached: true,
    ...(options.env === undefined ? {} : { env: options.env }),
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    ...(options.user ?? {}),
  });
  closeSync(log);

  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new SetupError(`${options.name} could not be started: ${error.message}`)));
    child.once('spawn', () => {
      const pid = child.pid;
      if (pid === undefined) return reject(new Error(`${options.name} has no process id.`));
      watch(pid, options.deathSignal ?? 'TERM');
      let ended = false;
      const exited = new Promise<string>((settle) => {
        child.once('exit', (code, signal) => {
          ended = true;
          forget(pid);
          settle(signal === null ? `exit code ${code}` : `signal ${signal}`);
        });
      });
      resolve({
        name: options.name,
        pid,
        logFile: options.logFile,
        logStart,
        exited,
        hasExited: () => ended,
        signal: (signal) => void child.kill(signal),
        stop: async (graceMs = DEFAULT_STOP_GRACE_MS) => {
          if (ended) return;
          child.kill(options.stopSignal ?? 'SIGTERM');
          const timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
          await exited;
          clearTimeout(timer);
        },
      });
    });
  });
}

/** Calls `probe` until it returns true. Fails as soon as the process ends, or after `timeoutMs`. */
export async function waitUntilReady(
  server: ManagedProcess,
  probe: () => Promise<boolean>,
  timeoutMs: number,
): Promise<void> {
  const begun = performance.now();
  let exit: string | undefined;
  void server.exited.then((how) => (exit = how));
  for (;;) {
    if (await probe()) return;
    if (exit !== undefined) {
      throw new SetupError(`${server.name} ended with ${exit} while it started.\n${await logTail(server)}`);
    }
    const waited = performance.now() - begun;
    if (waited > timeoutMs) {
      await server.stop(1_000);
      throw new SetupError(
        `${server.name} was not ready after ${Math.round(timeoutMs / 1000)} s.\n${await logTail(server)}`,
      );
    }
    await sleep(pauseAfter(waited));
  }
}

const TAIL_LINES = 8;
const TAIL_BYTES = 8_192;

/** The last lines that the process wrote, for a person who has to find out why. */
async function logTail({ logFile, logStart }: ManagedProcess): Promise<string> {
  const file = await open(logFile).catch(() => undefined);
  if (file === undefined) return `(no log at ${logFile})`;
  try {
    const { size } = await file.stat();
    const length = Math.min(size - logStart, TAIL_BYTES);
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
    const text = buffer.toString('utf8').trim();
    if (text === '') return `It wrote nothing to ${logFile}.`;
    const last = text.split('\n').slice(-TAIL_LINES);
    return [`Last lines of ${logFile}:`, ...last.map((line) => `  ${line}`)].join('\n');
  } finally {
    await file.close();
  }
}
