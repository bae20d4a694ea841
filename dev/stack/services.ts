import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch, waitUntilReady, type ManagedProcess } from '../servers/process.ts';
import { environmentOf, type Logins } from './logins.ts';
import { SERVICES, type ServiceName } from './names.ts';

export { SERVICES, type ServiceName };

/**
 * Arguments of Node.js, the same in docker-compose.yml. A delivery's allocations live for a moment only. A young
 * generation of 64 MiB is collected a third less often, which saves a tenth of the service's processor time.
 */
export const NODE_ARGUMENTS: Partial<Record<ServiceName, readonly string[]>> = {
  webhooks: ['--min-semi-space-size=64', '--max-semi-space-size=64'],
};

const PROJECT_FOLDER = fileURLToPath(new URL('../..', import.meta.url));
/** `dev/start.mjs` sets the same; this is for stacks that are started otherwise. */
const COMPILE_CACHE = join(PROJECT_FOLDER, 'node_modules', '.cache', 'cascade');
// Generous, because machines may be busy; a process that ends is noticed at once.
const READY_TIMEOUT_MS = 300_000;
/** Longer than the services' own grace, so that a service that drains is not cut off. */
const STOP_GRACE_MS = 40_000;

export interface ServiceProcess extends ManagedProcess {
  readonly service: ServiceName;
  readonly opsUrl: string;
}

export interface ServiceOptions {
  readonly service: ServiceName;
  readonly opsPort: number;
  /** The environment of the stack; each service gets its own part of it (`environmentOf`). */
  readonly env: NodeJS.ProcessEnv;
  readonly logins?: Logins;
  readonly logFile: string;
  /** Where its code is; this project by default. */
  readonly folder?: string;
}

/** Starts a service and waits until its `/readyz` is 200. */
export async function startService(options: ServiceOptions): Promise<ServiceProcess> {
  const { service, opsPort, logFile, logins, folder = PROJECT_FOLDER } = options;
  const server = await launch({
    name: service,
    command: process.execPath,
    args: [...(NODE_ARGUMENTS[service] ?? []), join(folder, 'services', service, 'main.ts')],
    env: {
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      ...environmentOf(service, options.env, logins),
      OPS_PORT: String(opsPort),
    },
    cwd: folder,
    logFile,
    // A service loses nothing when it is killed, and its servers end too, so it could not drain.
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
