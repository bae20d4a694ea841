import { resolve } from 'node:path';
import { SetupError } from '../../platform/setup-error.ts';
import { freePort } from '../servers/ports.ts';
import { SERVICES, type ServiceName } from './services.ts';

/** The value of a variable; an empty one counts as not set. */
export function given(name: string): string | undefined {
  const value = process.env[name]?.trim();
  return value === undefined || value === '' ? undefined : value;
}

/** Defaults of a local stack; the environment overrides them. */
export interface LocalDefaults {
  readonly gatewayPort: number;
  readonly dataFolder: string;
  readonly mailFolder: string;
  readonly encryptionKeys: string;
  readonly connectionKeys: string;
  readonly searchKeys: string;
  readonly evidenceKeys: string;
  readonly databaseUrl: string;
  readonly natsUrl: string;
  readonly temporalAddress: string;
  readonly workflowBundle: string;
  readonly chromium: string;
  readonly rendererPort: number;
}

/** The environment of the services: that of this process, with the defaults of development for what is not set. */
export function serviceEnvironment(defaults: LocalDefaults): NodeJS.ProcessEnv {
  const fallback: Record<string, string> = {
    DATABASE_URL: defaults.databaseUrl,
    // Everything runs on this one machine, which may be slow.
    DATABASE_CONNECT_TIMEOUT_SECONDS: '60',
    DATABASE_STATEMENT_TIMEOUT_SECONDS: '60',
    REQUEST_HEADERS_TIMEOUT_SECONDS: '60',
    REQUEST_BODY_TIMEOUT_SECONDS: '60',
    NATS_URL: defaults.natsUrl,
    TEMPORAL_ADDRESS: defaults.temporalAddress,
    WORKFLOW_BUNDLE_PATH: defaults.workflowBundle,
    CHROMIUM_PATH: defaults.chromium,
    RENDERER_HOST: '127.0.0.1',
    RENDERER_PORT: String(defaults.rendererPort),
    RENDERER_URL: `http://127.0.0.1:${given('RENDERER_PORT') ?? defaults.rendererPort}`,
    BASE_URL: `http://127.0.0.1:${defaults.gatewayPort}`,
    // A development stack has a known token and no TLS: it must not be reachable from other machines.
    GATEWAY_HOST: '127.0.0.1',
    // A person waits for the end, and no proxy has to hear of it.
    SHUTDOWN_GRACE_SECONDS: '25',
    GATEWAY_DRAIN_SECONDS: '0',
    OPS_HOST: '127.0.0.1',
    ENCRYPTION_KEYS: defaults.encryptionKeys,
    CONNECTION_KEYS: defaults.connectionKeys,
    SEARCH_KEYS: defaults.searchKeys,
    EVIDENCE_KEYS: defaults.evidenceKeys,
    ERASURE_LOG: resolve(defaults.dataFolder, 'erasures.log'),
    MAIL_FROM: 'Cascade <no-reply@example.com>',
    MAIL_DIRECTORY: defaults.mailFolder,
    WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true',
  };
  const unset = Object.entries(fallback).filter(([name]) => given(name) === undefined);
  return {
    ...process.env,
    ...Object.fromEntries(unset),
    CASCADE_DATA_DIR: defaults.dataFolder,
    // The port that was asked for, or the free one that was chosen for 0. BASE_URL names it.
    GATEWAY_PORT: String(defaults.gatewayPort),
  };
}

/** A free port for the probes of each service, or OPS_PORT and the five ports after it. */
export async function opsPorts(): Promise<Record<ServiceName, number>> {
  const first = given('OPS_PORT');
  if (first !== undefined && !/^\d{1,5}$/.test(first)) throw new SetupError(`OPS_PORT must be a port, not "${first}".`);
  const ports = await Promise.all(
    SERVICES.map(async (service, index) => [
      service,
      first === undefined || first === '0' ? await freePort() : Number(first) + index,
    ]),
  );
  return Object.fromEntries(ports) as Record<ServiceName, number>;
}
