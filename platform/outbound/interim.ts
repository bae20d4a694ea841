import type { Socket } from 'node:net';

const CONTINUE = Buffer.from('HTTP/1.1 100');
/** Beyond it the rest is left to the HTTP client, which refuses it. */
const MAX_INTERIM_BYTES = 16_384;

/**
 * Takes `100 Continue` off a connection before the HTTP client reads it. A server may send it unasked, and a client has to
 * skip it (RFC 9110 section 15.2); undici breaks the connection off.
 *
 * One request at a time is on a connection and is written before anything of its response is read, so the first bytes
 * that are read after a write are the head of a response.
 */
export function skipContinue(socket: Socket): void {
  const read = socket.read.bind(socket);
  const write = socket.write.bind(socket);
  let isAtHead = true;
  let held: Buffer | null = null;
  socket.write = ((...args: Parameters<Socket['write']>) => {
    isAtHead = true;
    return write(...args);
  }) as Socket['write'];
  socket.read = ((size?: number): unknown => {
    for (;;) {
      const chunk = read(size) as Buffer | null;
      if (chunk === null || !isAtHead) return chunk;
      held = held === null ? chunk : Buffer.concat([held, chunk]);
      held = withoutContinue(held);
      if (held === null || isBeginning(held)) continue;
      isAtHead = false;
      const rest = held;
      held = null;
      return rest;
    }
  }) as Socket['read'];
}

/** What is left behind all complete interim responses; null if that is nothing. */
function withoutContinue(bytes: Buffer): Buffer | null {
  let rest = bytes;
  while (rest.length > 0 && rest.subarray(0, CONTINUE.length).equals(CONTINUE)) {
    const end = rest.indexOf('\r\n\r\n');
    if (end === -1) return rest;
    rest = rest.subarray(end + 4);
  }
  return rest.length === 0 ? null : rest;
}

/** Whether it may yet become an interim response. */
function isBeginning(bytes: Buffer): boolean {
  if (bytes.length > MAX_INTERIM_BYTES) return false;
  const length = Math.min(bytes.length, CONTINUE.length);
  return bytes.subarray(0, length).equals(CONTINUE.subarray(0, length));
}
