import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch } from '../../../cli/servers/process.ts';
import { until } from '../../support/until.ts';
import { ENCRYPTION_KEY } from './harness.ts';

const MAIN = fileURLToPath(new URL('../../../services/webhooks/main.ts', import.meta.url));

export interface ServiceProcess {
  /** SIGKILL, and gone when it resolves. */
  kill(): Promise<void>;
  /** SIGTERM; answers how it ended, such as `exit code 0`. */
  stop(): Promise<string>;
  /** The log lines so far, parsed. */
  lines(): Promise<Record<string, unknown>[]>;
}

/** The service as it is run in production, in a process of its own. Resolves once it says that it has started. */
export async function startService(options: { databaseUrl: string; natsUrl: string }): Promise<ServiceProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'cascade-webhooks-'));
  const logFile = join(folder, 'service.log');
  const service = await launch({
    name: 'webhooks',
    command: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', MAIN],
    logFile,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATABASE_URL: options.databaseUrl,
      NATS_URL: options.natsUrl,
      ENCRYPTION_KEYS: `k1:${ENCRYPTION_KEY.toString('base64')}`,
      WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true',
      OPS_HOST: '127.0.0.1',
      OPS_PORT: '0',
    },
  });
  const lines = async () => {
    const whole = (await readFile(logFile, 'utf8')).split('\n').slice(0, -1);
    return whole.map((line) => JSON.parse(line) as Record<string, unknown>);
  };
  await until(async () => service.hasExited() || (await lines()).some(({ msg }) => msg === 'started'));
  if (service.hasExited()) throw new Error(`the service did not start: ${await readFile(logFile, 'utf8')}`);
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
