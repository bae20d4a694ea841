import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch, waitUntilReady, type ManagedProcess } from '../servers/process.ts';

export const SERVICES = ['gateway', 'executor', 'webhooks', 'artifacts', 'generator'] as const;
export type ServiceName = (typeof SERVICES)[number];

/**
 * Arguments of Node.js, the same in docker-compose.yml. What a delivery allocates is garbage a moment later: with a young
 * generation of 64 MiB it is collected a third less often, which takes a tenth off the service's processor time.
 */
export const NODE_ARGUMENTS: Partial<Record<ServiceName, readonly string[]>> = {
  webhooks: ['--min-semi-space-size=64', '--max-semi-space-size=64'],
};

const PROJECT_FOLDER = fileURLToPath(new URL('../..', import.meta.url));
/** For those who start a stack otherwise than by `cli/start.mjs`, which sets the same. */
const COMPILE_CACHE = join(PROJECT_FOLDER, 'node_modules', '.cache', 'cascade');
// Generous: one that ends is noticed at once, and a machine may be busy with other things.
const READY_TIMEOUT_MS = 300_000;
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
    args: [...(NODE_ARGUMENTS[service] ?? []), join(PROJECT_FOLDER, 'services', service, 'main.ts')],
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...options.env, OPS_PORT: String(opsPort) },
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
    const response = await fetch(`${opsUrl}/readyz`, { signal: AbortSignal.timeout(20_000) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
