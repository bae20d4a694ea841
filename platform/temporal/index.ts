import type { Client, ConnectionLike, TLSConfig } from '@temporalio/client';
import type { Config } from '../config/index.ts';

/*
 * Names and settings. worker.ts has the connection, which needs the SDK's native core.
 */

/** Histories contain these names: they never change. */
export const WORKFLOW_TYPES = { execution: 'executionWorkflow', batch: 'batchWorkflow' } as const;
export const POKE_SIGNAL = 'poke';

/** Effects have task queues of their own, by what they wait for: TEMPORAL_TASK_QUEUE, a hyphen and one of these. */
export const EFFECT_QUEUES = ['pulls', 'mail', 'notifications'] as const;
export type EffectQueue = (typeof EFFECT_QUEUES)[number];

export function effectTaskQueue(taskQueue: string, queue: EffectQueue): string {
  return `${taskQueue}-${queue}`;
}

/** A run that is started again has a new run key, so each run has a workflow id of its own. */
export function executionWorkflowId(executionId: number, runKey: string): string {
  return `execution-${executionId}-${runKey}`;
}

export function batchWorkflowId(batchId: number, runKey: string): string {
  return `batch-${batchId}-${runKey}`;
}

export interface TemporalOptions {
  readonly address: string;
  readonly namespace: string;
  /** By TLS if given; the client certificate makes it mutual. */
  readonly tls?: TLSConfig;
  readonly apiKey?: string;
}

/** The settings that `temporalOptions` reads. */
export const TEMPORAL_VARIABLES = [
  'TEMPORAL_ADDRESS',
  'TEMPORAL_NAMESPACE',
  'TEMPORAL_TLS',
  'TEMPORAL_TLS_SERVER_NAME',
  'TEMPORAL_TLS_CERT_PATH',
  'TEMPORAL_TLS_KEY_PATH',
  'TEMPORAL_API_KEY',
  'TLS_CA_PATH',
] as const;

/**
 * The connection that the configuration asks for. Throws if a client certificate lacks its key, or a key its
 * certificate.
 */
export function temporalOptions(config: Config<(typeof TEMPORAL_VARIABLES)[number]>): TemporalOptions {
  const { TEMPORAL_TLS_CERT_PATH: crt, TEMPORAL_TLS_KEY_PATH: key, TEMPORAL_API_KEY: apiKey } = config;
  const { TEMPORAL_TLS_SERVER_NAME: serverName, TLS_CA_PATH: ca } = config;
  if ((crt === undefined) !== (key === undefined)) {
    throw new Error('TEMPORAL_TLS_CERT_PATH and TEMPORAL_TLS_KEY_PATH must be set together');
  }
  const isTls = config.TEMPORAL_TLS || crt !== undefined || apiKey !== undefined;
  const tls: TLSConfig = {
    ...(serverName === undefined ? {} : { serverNameOverride: serverName }),
    ...(ca === undefined ? {} : { serverRootCACertificate: Buffer.from(ca) }),
    ...(crt === undefined || key === undefined
      ? {}
      : { clientCertPair: { crt: Buffer.from(crt), key: Buffer.from(key) } }),
  };
  return {
    address: config.TEMPORAL_ADDRESS,
    namespace: config.TEMPORAL_NAMESPACE,
    ...(isTls ? { tls } : {}),
    ...(apiKey === undefined ? {} : { apiKey }),
  };
}

/** A build among those of a worker deployment. */
export interface WorkerVersion {
  readonly deploymentName: string;
  readonly buildId: string;
}

export const WORKER_VERSION_VARIABLES = ['TEMPORAL_DEPLOYMENT_NAME', 'TEMPORAL_WORKER_BUILD_ID'] as const;

/** Undefined: workers have no version, and any of them may have any task. Throws if one of the two is set alone. */
export function workerVersion(config: Config<(typeof WORKER_VERSION_VARIABLES)[number]>): WorkerVersion | undefined {
  const { TEMPORAL_DEPLOYMENT_NAME: deploymentName, TEMPORAL_WORKER_BUILD_ID: buildId } = config;
  if ((deploymentName === undefined) !== (buildId === undefined)) {
    throw new Error('TEMPORAL_DEPLOYMENT_NAME and TEMPORAL_WORKER_BUILD_ID must be set together');
  }
  return deploymentName === undefined || buildId === undefined ? undefined : { deploymentName, buildId };
}

export interface TemporalClient {
  readonly client: Client;
  /** Throws if Temporal does not respond for the namespace within `timeoutMs`. */
  check(timeoutMs?: number): Promise<void>;
  close(): Promise<void>;
}

/** Throws if Temporal does not respond for the namespace in time. */
export async function checkNamespace(connection: ConnectionLike, namespace: string, timeoutMs = 2_000): Promise<void> {
  await connection.withDeadline(Date.now() + timeoutMs, () =>
    connection.workflowService.describeNamespace({ namespace }),
  );
}
