import { createServer } from 'node:http';
import { openDatabase } from '../../platform/database/index.ts';
import { testEnvironment } from './environment.ts';
import { PATIENCE_MS } from './patience.ts';
import { startStack, stackAt, type SharedStack, type Stack, type StackAddress } from './stack.ts';

/** The stack of a run, in the process that began the run. */
export interface StackOfRun {
  stop(): Promise<void>;
}

/**
 * Serves one stack of all services to every test file of a run that kills nothing and needs no settings of its own. It
 * is started when the first file asks for it: a start is six processes and a browser, as much processor time as most
 * files take.
 */
export async function serveStack(): Promise<StackOfRun> {
  let started: Promise<Stack> | undefined;
  const server = createServer((_, response) => {
    // The reference tries the signed file of an execution.
    started ??= startStack({ env: { EVIDENCE_KEYS: `test:${Buffer.alloc(32, 5).toString('base64')}` } });
    started.then(
      ({ address }) => response.setHeader('content-type', 'application/json').end(JSON.stringify(address)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('no port');
  process.env.TEST_STACK_URL = `http://127.0.0.1:${bound.port}`;
  return {
    stop: async () => {
      server.closeAllConnections();
      server.close();
      // A start that failed was told to those who asked for it.
      await started?.then(
        (stack) => stack.stop(),
        () => undefined,
      );
    },
  };
}

/**
 * The stack of the run. Other files use it at the same time: a test counts and changes what belongs to its own accounts
 * only. `stop` closes what this file has opened.
 */
export async function sharedStack(): Promise<SharedStack> {
  const response = await fetch(testEnvironment('TEST_STACK_URL'));
  if (!response.ok) throw new Error(`the stack of the run did not start: ${await response.text()}`);
  const address = (await response.json()) as StackAddress;
  const db = openDatabase({ url: address.databaseUrl, poolMax: 5, connectTimeoutMs: PATIENCE_MS });
  return { ...stackAt(address, db), stop: () => db.close() };
}
