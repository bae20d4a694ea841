import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { ENCRYPTION_KEY } from './harness.ts';

const MAIN = fileURLToPath(new URL('../../../services/webhooks/main.ts', import.meta.url));

export interface ServiceProcess {
  /** SIGKILL, and gone when it resolves. */
  kill(): Promise<void>;
  /** SIGTERM; answers the exit code. */
  stop(): Promise<number | null>;
  /** The log lines so far, parsed. */
  readonly lines: readonly Record<string, unknown>[];
}

/** The service as it is run in production, in a process of its own. Resolves once it says that it has started. */
export async function startService(options: {
  databaseUrl: string;
  natsUrl: string;
  environment?: Record<string, string>;
}): Promise<ServiceProcess> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: options.databaseUrl,
      NATS_URL: options.natsUrl,
      ENCRYPTION_KEYS: `k1:${ENCRYPTION_KEY.toString('base64')}`,
      WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true',
      OPS_HOST: '127.0.0.1',
      OPS_PORT: '0',
      ...options.environment,
    },
  });
  const lines: Record<string, unknown>[] = [];
  await started(child, lines);
  return {
    lines,
    kill: async () => {
      child.kill('SIGKILL');
      await gone(child);
    },
    stop: async () => {
      child.kill('SIGTERM');
      await gone(child);
      return child.exitCode;
    },
  };
}

async function gone(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

function started(child: ChildProcess, lines: Record<string, unknown>[]): Promise<void> {
  return new Promise((resolve, reject) => {
    let rest = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      const parts = (rest + text).split('\n');
      rest = parts.pop() ?? '';
      for (const part of parts) {
        const line = JSON.parse(part) as Record<string, unknown>;
        lines.push(line);
        if (line.msg === 'started') resolve();
      }
    });
    child.once('exit', (code) => reject(new Error(`the service ended with ${code} before it had started`)));
  });
}
