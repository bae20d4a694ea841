import { Client, Connection } from '@temporalio/client';
import { checkNamespace, type TemporalClient, type TemporalOptions } from '../../platform/temporal/index.ts';

/** A client without a worker. Connects with its first call. */
export function connectTemporalClient({ namespace, ...options }: TemporalOptions): TemporalClient {
  const connection = Connection.lazy(options);
  return {
    client: new Client({ connection, namespace }),
    check: (timeoutMs) => checkNamespace(connection, namespace, timeoutMs),
    close: () => connection.close(),
  };
}
