import { spawn } from 'node:child_process';
import { SetupError } from '../../platform/setup-error.ts';

export interface RunOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  readonly user?: { readonly uid: number; readonly gid: number } | undefined;
  readonly timeoutMs?: number;
  /** Called with each line of standard error. */
  readonly onErrorLine?: (line: string) => void;
}

/** Runs a command and returns its standard output. If it fails, the error contains its standard error. */
export function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(options.env === undefined ? {} : { env: options.env }),
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
      ...(options.timeoutMs === undefined ? {} : { timeout: options.timeoutMs, killSignal: 'SIGKILL' }),
      ...(options.user ?? {}),
    });
    let output = '';
    let errors = '';
    let unfinished = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(-4_000);
      const lines = (unfinished + text).split('\n');
      unfinished = lines.pop() ?? '';
      for (const line of lines) options.onErrorLine?.(line);
    });
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) return resolve(output);
      reject(new SetupError(`${command} ended with ${signal ?? `exit code ${code}`}: ${errors.trim().slice(-1_500)}`));
    });
  });
}
