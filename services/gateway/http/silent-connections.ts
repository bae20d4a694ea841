import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Connections over which no byte has come. Browsers and clients open some in advance, and again when they give up a
 * request. Node does not count them as idle (tried with Node 24), so closing the server waited for each of them.
 */
export class SilentConnections {
  readonly #open = new Set<Socket>();

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      this.#open.add(socket);
      socket.once('close', () => this.#open.delete(socket));
    });
  }

  /** To be called when the server accepts no more connections. */
  async close(): Promise<void> {
    // Gives Node time to read bytes that have arrived, which this turn of the event loop may not do.
    await nextTurn();
    await nextTurn();
    for (const socket of this.#open) if (socket.bytesRead === 0) socket.destroy();
  }
}
