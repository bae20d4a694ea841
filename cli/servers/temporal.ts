import { Connection } from '@temporalio/client';
import { freePort } from './ports.ts';
import { launch, waitUntilReady, type ManagedProcess } from './process.ts';

export interface TemporalServer extends ManagedProcess {
  readonly port: number;
  readonly address: string;
}

/**
 * Temporal's dev server on loopback. With `databaseFile` its runs outlive it; without, they are in memory.
 * Write-ahead logging and `synchronous=NORMAL` are three times as fast, and what a power cut could take from it is
 * started again from PostgreSQL.
 */
export async function launchTemporal(options: {
  readonly binary: string;
  readonly logFile: string;
  readonly databaseFile?: string;
  /** Made where it is not `default`. */
  readonly namespace?: string;
  readonly port?: number;
}): Promise<TemporalServer> {
  const port = options.port ?? (await freePort());
  const address = `127.0.0.1:${port}`;
  const namespace = options.namespace ?? 'default';
  const database =
    options.databaseFile === undefined
      ? []
      : [
          ...['--db-filename', options.databaseFile],
          ...['--sqlite-pragma', 'journal_mode=WAL', '--sqlite-pragma', 'synchronous=NORMAL'],
        ];
  const server = await launch({
    name: 'Temporal',
    command: options.binary,
    args: [
      ...['server', 'start-dev', '--headless', '--ip', '127.0.0.1', '--port', String(port)],
      ...['--log-level', 'error', '--dynamic-config-value', 'frontend.namespaceRPS=10000'],
      ...(namespace === 'default' ? [] : ['--namespace', namespace]),
      ...database,
    ],
    logFile: options.logFile,
  });
  await waitUntilReady(server, () => answers(address, namespace), 180_000);
  return { ...server, port, address };
}

async function answers(address: string, namespace: string): Promise<boolean> {
  try {
    const connection = await Connection.connect({ address, connectTimeout: 1_000 });
    try {
      await connection.withDeadline(Date.now() + 2_000, () =>
        connection.workflowService.describeNamespace({ namespace }),
      );
      return true;
    } finally {
      await connection.close();
    }
  } catch {
    return false;
  }
}
