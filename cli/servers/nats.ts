import { createConnection } from 'node:net';
import { freePort } from './ports.ts';
import { launch, waitUntilReady, type ManagedProcess } from './process.ts';

export interface NatsServer extends ManagedProcess {
  readonly port: number;
  readonly url: string;
}

/** Core NATS on loopback, nothing kept: it carries requests and hints, and losing them loses nothing. */
export async function launchNats(options: {
  readonly binary: string;
  readonly logFile: string;
  /** The same port again after a restart; free-chosen otherwise. */
  readonly port?: number;
}): Promise<NatsServer> {
  const port = options.port ?? (await freePort());
  const server = await launch({
    name: 'NATS',
    command: options.binary,
    args: ['-a', '127.0.0.1', '-p', String(port)],
    logFile: options.logFile,
  });
  await waitUntilReady(server, () => greets(port), 300_000);
  return { ...server, port, url: `nats://127.0.0.1:${port}` };
}

/** A NATS server sends its INFO line as soon as somebody connects. */
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
