import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface TcpProxy {
  readonly port: number;
  /** From now on nothing passes in either direction, and new connections get no response. Connections stay open. */
  hold(): void;
  /** Passes on what was held, as a network does after packets were lost. */
  release(): void;
  /** Bytes that the target has sent so far, over all connections. */
  bytesFromTarget(): number;
  /** The number of connections so far. */
  connections(): number;
  close(): Promise<void>;
}

/** Forwards connections to a port of this machine and can fall silent like a network that loses every packet. */
export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let isHeld = false;
  let bytesFromTarget = 0;
  let connections = 0;
  const server = createServer((client) => {
    connections += 1;
    const target = connect(targetPort, '127.0.0.1');
    for (const [from, to] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (data) => {
        if (from === target) bytesFromTarget += data.length;
        // No faster than the other side takes it.
        if (!to.write(data)) from.pause();
      });
      to.on('drain', () => {
        if (!isHeld) from.resume();
      });
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      if (isHeld) from.pause();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    hold: () => {
      isHeld = true;
      for (const socket of sockets) socket.pause();
    },
    release: () => {
      isHeld = false;
      for (const socket of sockets) socket.resume();
    },
    bytesFromTarget: () => bytesFromTarget,
    connections: () => connections,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
