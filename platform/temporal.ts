import { Client, Connection, type ConnectionLike } from '@temporalio/client';

/*
 * Names, and the client for processes that run no worker. What needs the native core is in temporal/worker.ts.
 */

/** Default of TEMPORAL_TASK_QUEUE. */
export const TASK_QUEUE = 'cascade';

/** Names that stand in histories: they never change. */
export const WORKFLOW_TYPES = { execution: 'executionWorkflow', batch: 'batchWorkflow' } as const;
export const POKE_SIGNAL = 'poke';

/** The run key is drawn anew where a run is begun again, so each run has an id of its own. */
export function executionWorkflowId(executionId: number, runKey: string): string {
  return `execution-${executionId}-${runKey}`;
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

/** Throws where Temporal does not answer for the namespace in time. */
export async function checkNamespace(connection: ConnectionLike, namespace: string, timeoutMs = 2_000): Promise<void> {
  await connection.withDeadline(Date.now() + timeoutMs, () =>
    connection.workflowService.describeNamespace({ namespace }),
  );
}
