import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection, type ConnectionLike } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import type { Logger } from './log.ts';
import { within } from './lifecycle.ts';

/** Default of TEMPORAL_TASK_QUEUE. */
export const TASK_QUEUE = 'cascade';

/** Names that stand in histories: they never change. */
export const WORKFLOW_TYPES = { execution: 'executionWorkflow', batch: 'batchWorkflow' } as const;
export const POKE_SIGNAL = 'poke';

/** The run key is drawn anew where a run is begun again, so each run has an id of its own. */
export function executionWorkflowId(executionId: number, runKey: string): string {
  return `execution-${executionId}-${runKey}`;
}

export function batchWorkflowId(batchId: number, runKey: string): string {
  return `batch-${batchId}-${runKey}`;
}

export interface TemporalOptions {
  readonly address: string;
  readonly namespace: string;
}

export interface TemporalClient {
  readonly client: Client;
  /** Throws where Temporal does not answer for the namespace within `timeoutMs`. */
  check(timeoutMs?: number): Promise<void>;
  close(): Promise<void>;
}

/** A client for processes without a worker. Connects with the first call, and again whenever it has to. */
export function connectTemporalClient({ address, namespace }: TemporalOptions): TemporalClient {
  const connection = Connection.lazy({ address });
  return {
    client: new Client({ connection, namespace }),
    check: (timeoutMs) => checkNamespace(connection, namespace, timeoutMs),
    close: () => connection.close(),
  };
}

export interface TemporalWorkerConnection extends TemporalClient {
  readonly connection: NativeConnection;
}

const RETRY_MS = 1_000;
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * The worker's connection and a client on it: eager starts work on the worker's own connection only.
 * Waits until Temporal answers; gives up when `signal` is aborted (rejects with its reason).
 * Close it after the worker has ended.
 */
export async function connectTemporalWorker(
  { address, namespace }: TemporalOptions,
  log: Logger,
  signal?: AbortSignal,
): Promise<TemporalWorkerConnection> {
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted();
    const connecting = NativeConnection.connect({ address });
    try {
      const connection = await within(connecting, CONNECT_TIMEOUT_MS, null);
      if (connection === null) throw new Error(`no answer from Temporal at ${address} in time`);
      return {
        connection,
        client: new Client({ connection, namespace }),
        check: (timeoutMs) => checkNamespace(connection, namespace, timeoutMs),
        close: () => connection.close(),
      };
    } catch (error) {
      // One that comes after all must not stay open.
      connecting.then((late) => late.close()).catch(() => undefined);
      if (attempt === 1) log.warn({ err: error }, 'Temporal does not answer; trying on');
      await sleep(RETRY_MS, undefined, { signal });
    }
  }
}

async function checkNamespace(connection: ConnectionLike, namespace: string, timeoutMs = 2_000): Promise<void> {
  await connection.withDeadline(Date.now() + timeoutMs, () =>
    connection.workflowService.describeNamespace({ namespace }),
  );
}
