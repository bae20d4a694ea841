import { readFile } from 'node:fs/promises';
import { Connection } from '@temporalio/client';
import { freePort } from './ports.ts';
import { launch, waitUntilReady, type ManagedProcess } from './process.ts';

export interface TemporalServer extends ManagedProcess {
  readonly port: number;
  readonly address: string;
}

/**
 * Temporal's dev server on loopback. Its runs are in a file and outlive it. Write-ahead logging and `synchronous=NORMAL`
 * are three times as fast, and what a power cut could take from it is started again from PostgreSQL.
 */
export async function launchTemporal(options: {
  readonly binary: string;
  readonly logFile: string;
  readonly databaseFile: string;
  /** Created unless it is `default`. */
  readonly namespace?: string;
  readonly port?: number;
  /** Further dynamic configuration, by key. */
  readonly settings?: Readonly<Record<string, string>>;
}): Promise<TemporalServer> {
  const port = options.port ?? (await freePort());
  const address = `127.0.0.1:${port}`;
  const namespace = options.namespace ?? 'default';
  const start = () =>
    launch({
      name: 'Temporal',
      command: options.binary,
      args: [
        ...['server', 'start-dev', '--headless', '--ip', '127.0.0.1', '--port', String(port)],
        ...['--log-level', 'error', '--dynamic-config-value', 'frontend.namespaceRPS=10000'],
        // Task queues with priorities, and fair by fairness key; off by default.
        ...['--dynamic-config-value', 'matching.useNewMatcher=true'],
        ...['--dynamic-config-value', 'matching.enableFairness=true'],
        // A worker that shuts down is sent no more tasks. Else one may be on its way to a poll that has just ended: the
        // run waits until the task times out.
        ...['--dynamic-config-value', 'frontend.enableCancelWorkerPollsOnShutdown=true'],
        // Fairness holds within a partition, and one machine gains nothing from several.
        ...['--dynamic-config-value', 'matching.numTaskqueueReadPartitions=1'],
        ...['--dynamic-config-value', 'matching.numTaskqueueWritePartitions=1'],
        ...Object.entries(options.settings ?? {}).flatMap(([key, value]) => [
          '--dynamic-config-value',
          `${key}=${value}`,
        ]),
        ...(namespace === 'default' ? [] : ['--namespace', namespace]),
        ...['--db-filename', options.databaseFile],
        ...['--sqlite-pragma', 'journal_mode=WAL', '--sqlite-pragma', 'synchronous=NORMAL'],
      ],
      logFile: options.logFile,
    });
  for (let tries = 1; ; tries += 1) {
    const server = await start();
    try {
      await waitUntilReady(server, () => answers(address, namespace), 300_000);
      return { ...server, port, address };
    } catch (error) {
      if (tries === MAX_STARTS || !(await wasTooSlow(server))) throw error;
    }
  }
}

/** It gives its parts a few seconds to come up, and ends where a busy machine takes longer: worth another start. */
const MAX_STARTS = 5;

async function wasTooSlow(server: ManagedProcess): Promise<boolean> {
  const log = await readFile(server.logFile);
  return server.hasExited() && log.subarray(server.logStart).includes('context deadline exceeded');
}

async function answers(address: string, namespace: string): Promise<boolean> {
  try {
    const connection = await Connection.connect({ address, connectTimeout: 5_000 });
    try {
      await connection.withDeadline(Date.now() + 5_000, () =>
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
