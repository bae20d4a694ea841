import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Connections over which nothing has come. Browsers and clients open some in advance, and again when they give up a
 * request; to Node they are not idle (tried: 24), so that the end of a server waited for each of them.
 */
export class SilentConnections {
  readonly #open = new Set<Socket>();

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      this.#open.add(socket);
      socket.once('close', () => this.#open.delete(socket));
    });
  }

  /** To be called when the server accepts no more. */
  async close(): Promise<void> {
    // What has arrived is read meanwhile: in this turn of the event loop may be too late for it.
    await nextTurn();
    await nextTurn();
    for (const socket of this.#open) if (socket.bytesRead === 0) socket.destroy();
  }
}
