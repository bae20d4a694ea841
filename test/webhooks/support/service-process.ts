import { TEST_LOGINS } from '../../support/logins.ts';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../dev/servers/ports.ts';
import { startService as startProcess } from '../../../dev/stack/services.ts';
import { ENCRYPTION_KEY } from './harness.ts';

export interface ServiceProcess {
  /** Sends SIGKILL; resolves when the process has ended. */
  kill(): Promise<void>;
  /** Sends SIGTERM; returns how it ended, such as `exit code 0`. */
  stop(): Promise<string>;
  /** The log lines so far, parsed. */
  lines(): Promise<Record<string, unknown>[]>;
}

/** The service as it is run in production, in a process of its own. Resolves once it is ready. */
export async function startService(options: { databaseUrl: string; natsUrl: string }): Promise<ServiceProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'cascade-webhooks-'));
  const logFile = join(folder, 'service.log');
  const service = await startProcess({
    service: 'webhooks',
    logins: TEST_LOGINS,
    opsPort: await freePort(),
    logFile,
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: options.databaseUrl,
      DATABASE_CONNECT_TIMEOUT_SECONDS: '60',
      NATS_URL: options.natsUrl,
      ENCRYPTION_KEYS: `k1:${ENCRYPTION_KEY.toString('base64')}`,
      WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true',
      OPS_HOST: '127.0.0.1',
    },
  });
  const lines = async () => {
    const whole = (await readFile(logFile, 'utf8')).split('\n').slice(0, -1);
    return whole.map((line) => JSON.parse(line) as Record<string, unknown>);
  };
  const end = async (signal: NodeJS.Signals) => {
    service.signal(signal);
    return service.exited;
  };
  return {
    kill: async () => {
      await end('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
    stop: () => end('SIGTERM'),
    lines,
  };
}
