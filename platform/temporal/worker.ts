import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@temporalio/client';
import type { LogLevel, LogMetadata, Logger as SdkLogger } from '@temporalio/common';
import { NativeConnection, Runtime } from '@temporalio/worker';
import { within } from '../within.ts';
import { isError, type Logger } from '../log/index.ts';
import { checkNamespace, type TemporalClient, type TemporalOptions } from './index.ts';

export interface TemporalWorkerConnection extends TemporalClient {
  readonly connection: NativeConnection;
}

const RETRY_MS = 1_000;
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * The worker's connection and a client on it: eager starts work on the worker's own connection only.
 * Waits until Temporal responds and has the namespace; rejects with the signal's reason if `signal` is aborted before.
 * Close it after the worker has ended.
 */
export async function connectTemporalWorker(
  { namespace, ...options }: TemporalOptions,
  log: Logger,
  signal?: AbortSignal,
): Promise<TemporalWorkerConnection> {
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted();
    const connecting = NativeConnection.connect(options);
    try {
      const connection = await within(unlessAborted(connecting, signal), CONNECT_TIMEOUT_MS, null);
      if (connection === null) throw new Error(`no response from Temporal at ${options.address} in time`);
      await unlessAborted(checkNamespace(connection, namespace, CONNECT_TIMEOUT_MS), signal);
      return {
        connection,
        client: new Client({ connection, namespace }),
        check: (timeoutMs) => checkNamespace(connection, namespace, timeoutMs),
        close: () => connection.close(),
      };
    } catch (error) {
      // A connection that succeeds after all, or lacks the namespace, must not stay open.
      connecting.then((late) => late.close()).catch(() => undefined);
      signal?.throwIfAborted();
      if (attempt === 1) log.warn({ err: error }, 'Temporal does not respond; retrying');
      await sleep(RETRY_MS, undefined, { signal });
    }
  }
}

async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  const settled = new AbortController();
  const aborted = once(signal, 'abort', { signal: settled.signal }).then(() => Promise.reject(signal.reason));
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    settled.abort();
    aborted.catch(() => undefined);
  }
}

/**
 * Sets the SDK up for this process; call it before anything else of the worker. Its log lines go through our logger, and
 * signals are left to the lifecycle. Returns the source of its metrics, under the names of Temporal's documentation: pass
 * it to `addMetricsSource`.
 */
export async function installTemporalRuntime(log: Logger): Promise<() => Promise<string>> {
  // The core serves its metrics on a port of its own; /metrics fetches them from there.
  const port = await freePort();
  Runtime.install({
    logger: forwardTo(log.child({ component: 'temporal' })),
    shutdownSignals: [],
    telemetryOptions: {
      logging: { filter: { core: 'WARN', other: 'ERROR' }, forward: {} },
      metrics: {
        prometheus: {
          bindAddress: `127.0.0.1:${port}`,
          countersTotalSuffix: true,
          unitSuffix: true,
          useSecondsForDurations: true,
        },
      },
    },
  });
  return async () => {
    const response = await fetch(`http://127.0.0.1:${port}/metrics`, { signal: AbortSignal.timeout(2_000) });
    const text = await response.text();
    // The suffix is added to a counter of the SDK that has it already.
    return response.ok ? text.replace(/# EOF\n?$/, '').replaceAll('_total_total', '_total') : '';
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}

/** The attributes of the SDK's log lines that are forwarded. */
const FORWARDED = [
  'workflowId',
  'workflowType',
  'runId',
  'activityId',
  'activityType',
  'attempt',
  'taskQueue',
  'sdkComponent',
];

function forwardTo(log: Logger): SdkLogger {
  const line = (level: LogLevel, message: string, meta: LogMetadata = {}) => {
    const fields: Record<string, unknown> = {};
    for (const key of FORWARDED) if (meta[key] !== undefined) fields[key] = meta[key];
    if (isError(meta.error)) fields.err = meta.error;
    log[PINO_LEVEL[level]](fields, message);
  };
  return {
    log: line,
    trace: (message, meta) => line('TRACE', message, meta),
    debug: (message, meta) => line('DEBUG', message, meta),
    info: (message, meta) => line('INFO', message, meta),
    warn: (message, meta) => line('WARN', message, meta),
    error: (message, meta) => line('ERROR', message, meta),
  };
}

const PINO_LEVEL = { TRACE: 'trace', DEBUG: 'debug', INFO: 'info', WARN: 'warn', ERROR: 'error' } as const;
