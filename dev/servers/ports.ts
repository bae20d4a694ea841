import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Ports are drawn from below every system's ephemeral range. Inside that range a client that keeps reconnecting to a
 * server that is down may get the server's port as its local one. The server could then not return to it.
 */
const LOWEST_PORT = 12_000;
const HIGHEST_PORT = 29_999;

/**
 * Two processes that draw at the same time could draw the same port before either listens there. Those that have another
 * number here, such as those that run the tests, have other ports.
 */
const PARTS = 8;
const PART_VARIABLE = 'CASCADE_PORTS_PART';

/** To be called before the first port is drawn. Processes that this one starts draw from the same part. */
export function drawPortsFrom(part: number): void {
  process.env[PART_VARIABLE] = String(part % PARTS);
}

const drawn = new Set<number>();

/** A free TCP port. One process never gets the same one twice. */
export async function freePort(): Promise<number> {
  const part = Number(process.env[PART_VARIABLE] ?? 0);
  for (let attempt = 0; attempt < 200; attempt++) {
    const port = randomInt(LOWEST_PORT / PARTS, (HIGHEST_PORT + 1) / PARTS) * PARTS + part;
    if (drawn.has(port) || !(await isPortFree(port))) continue;
    drawn.add(port);
    return port;
  }
  throw new Error(`No free port was found between ${LOWEST_PORT} and ${HIGHEST_PORT}.`);
}

/** True if a server could listen on the port, on this host's own address and on every address. */
export async function isPortFree(port: number): Promise<boolean> {
  return (await canListen(port, '127.0.0.1')) && (await canListen(port, undefined));
}

function canListen(port: number, host: string | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, ...(host === undefined ? {} : { host }), exclusive: true }, () =>
      probe.close(() => resolve(true)),
    );
  });
}
