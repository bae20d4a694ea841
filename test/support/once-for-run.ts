import { createServer } from 'node:http';
import { testEnvironment } from './environment.ts';

/** Something that a run makes once. */
export interface MadeOnce {
  /** Data with which the processes of the test files find it, as JSON. */
  readonly found: unknown;
  stop(): Promise<void>;
}

/** The result, in the process that began the run. */
export interface OnceForRun {
  stop(): Promise<void>;
}

/** Makes each of them when the first test file asks for it by its name, and never if none does. */
export async function serveOnce(make: Readonly<Record<string, () => Promise<MadeOnce>>>): Promise<OnceForRun> {
  const made = new Map<string, Promise<MadeOnce>>();
  const server = createServer(({ url = '' }, response) => {
    const name = url.slice(1);
    const making = made.get(name) ?? make[name]?.() ?? Promise.reject(new Error(`nothing is called ${name}`));
    made.set(name, making);
    making.then(
      ({ found }) => response.setHeader('content-type', 'application/json').end(JSON.stringify(found)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('no port');
  process.env.TEST_ONCE_URL = `http://127.0.0.1:${bound.port}`;
  return {
    stop: async () => {
      server.closeAllConnections();
      server.close();
      for (const making of made.values()) {
        // A failure was reported to all callers.
        await making.then(
          (each) => each.stop(),
          () => undefined,
        );
      }
    },
  };
}

export async function madeOnce<Found>(name: string): Promise<Found> {
  const response = await fetch(`${testEnvironment('TEST_ONCE_URL')}/${name}`);
  if (!response.ok) throw new Error(`${name} of the run could not be made: ${await response.text()}`);
  return (await response.json()) as Found;
}
