import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { launch, waitUntilReady, type ManagedProcess } from '../servers/process.ts';

export const SERVICES = ['gateway', 'executor', 'webhooks', 'artifacts', 'generator'] as const;
export type ServiceName = (typeof SERVICES)[number];

const PROJECT_FOLDER = fileURLToPath(new URL('../..', import.meta.url));
const READY_TIMEOUT_MS = 60_000;
/** Longer than the services' own grace, so that one which drains is not cut off. */
const STOP_GRACE_MS = 40_000;

export interface ServiceProcess extends ManagedProcess {
  readonly service: ServiceName;
  readonly opsUrl: string;
}

export interface ServiceOptions {
  readonly service: ServiceName;
  readonly opsPort: number;
  /** The whole environment of the process. */
  readonly env: NodeJS.ProcessEnv;
  readonly logFile: string;
}

/** Starts a service and waits until its `/readyz` says yes. */
export async function startService(options: ServiceOptions): Promise<ServiceProcess> {
  const { service, opsPort, logFile } = options;
  const server = await launch({
    name: service,
    command: process.execPath,
    args: [join(PROJECT_FOLDER, 'services', service, 'main.ts')],
    env: { ...options.env, OPS_PORT: String(opsPort) },
    cwd: PROJECT_FOLDER,
    logFile,
    // A service loses nothing by a sudden death, and its servers are about to go too: there is nothing to drain into.
    deathSignal: 'KILL',
  });
  const opsUrl = `http://127.0.0.1:${opsPort}`;
  await waitUntilReady(server, () => isReady(opsUrl), READY_TIMEOUT_MS);
  return { ...server, service, opsUrl, stop: (graceMs = STOP_GRACE_MS) => server.stop(graceMs) };
}

async function isReady(opsUrl: string): Promise<boolean> {
  try {
    const response = await fetch(`${opsUrl}/readyz`, { signal: AbortSignal.timeout(2_000) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

/** A service that is started again, with back-off, whenever it ends without having been asked to. */
export interface SupervisedService {
  readonly service: ServiceName;
  readonly opsUrl: string;
  stop(): Promise<void>;
}

const FIRST_BACKOFF_MS = 500;
const LONGEST_BACKOFF_MS = 30_000;
/** A service that ran this long before it died was well: its next back-off is the first one again. */
const HEALTHY_RUN_MS = 60_000;

export async function supervise(
  options: ServiceOptions,
  onDeath: (service: ServiceName, exit: string, backoffMs: number) => void,
): Promise<SupervisedService> {
  const stopping = new AbortController();
  let current = await startService(options);
  const { opsUrl } = current;

  const watching = (async () => {
    let backoffMs = FIRST_BACKOFF_MS;
    let startedAt = performance.now();
    for (;;) {
      const exit = await current.exited;
      if (stopping.signal.aborted) return;
      if (performance.now() - startedAt > HEALTHY_RUN_MS) backoffMs = FIRST_BACKOFF_MS;
      onDeath(options.service, exit, backoffMs);
      for (;;) {
        await sleep(backoffMs, undefined, { signal: stopping.signal }).catch(() => undefined);
        backoffMs = Math.min(backoffMs * 2, LONGEST_BACKOFF_MS);
        if (stopping.signal.aborted) return;
        startedAt = performance.now();
        const restarted = await startService(options).catch((error: unknown) => error);
        if (isServiceProcess(restarted)) {
          current = restarted;
          break;
        }
        onDeath(options.service, 'no readiness', backoffMs);
      }
    }
  })();

  return {
    service: options.service,
    opsUrl,
    stop: async () => {
      stopping.abort();
      await current.stop();
      await watching;
      // It may have been restarted while we were asking the one of before to end.
      await current.stop();
    },
  };
}

function isServiceProcess(value: unknown): value is ServiceProcess {
  return typeof value === 'object' && value !== null && 'opsUrl' in value;
}
