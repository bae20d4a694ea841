import { createConnection } from 'node:net';
import { freePort } from './ports.ts';
import { launch, waitUntilReady, type ManagedProcess } from './process.ts';

export interface NatsServer extends ManagedProcess {
  readonly port: number;
  readonly url: string;
}

/** Core NATS on loopback. It stores nothing: it carries requests and hints, and losing them loses nothing. */
export async function launchNats(options: {
  readonly binary: string;
  readonly logFile: string;
  /** A free one by default. */
  readonly port?: number;
  /** Further arguments of the server. */
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}): Promise<NatsServer> {
  const port = options.port ?? (await freePort());
  const server = await launch({
    name: 'NATS',
    command: options.binary,
    args: ['-a', '127.0.0.1', '-p', String(port), ...(options.args ?? [])],
    ...(options.env === undefined ? {} : { env: options.env }),
    logFile: options.logFile,
  });
  await waitUntilReady(server, () => greets(port), 300_000);
  return { ...server, port, url: `nats://127.0.0.1:${port}` };
}

/** A NATS server sends its INFO line to every new connection. */
function greets(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' });
    const answer = (is: boolean): void => {
      socket.destroy();
      resolve(is);
    };
    socket.setTimeout(1_000, () => answer(false));
    socket.once('error', () => answer(false));
    socket.once('data', (data) => answer(data.toString('utf8').startsWith('INFO ')));
  });
}
