import type { Socket } from 'node:net';

const NOTHING = Buffer.alloc(0);
const STATUS_LINE = 'HTTP/1.1 100';
/** Beyond it the rest is left to the HTTP client, which refuses it. */
const MAX_INTERIM_BYTES = 16_384;

/**
 * Takes `100 Continue` off a connection before the HTTP client reads it. A server may send it unasked, and a client has
 * to skip it (RFC 9110 section 15.2). Undici skips the other interim responses, but closes the connection at this one.
 *
 * A connection carries one request at a time, which is written before any of its response is read. The first bytes that
 * are read after a write are therefore the head of a response.
 */
export function skipContinue(socket: Socket): void {
  const read = socket.read.bind(socket);
  const write = socket.write.bind(socket);
  let isAtHead = true;
  let held: Buffer = NOTHING;
  socket.write = ((...args: Parameters<Socket['write']>) => {
    isAtHead = true;
    return write(...args);
  }) as Socket['write'];
  socket.read = ((size?: number): unknown => {
    for (;;) {
      const end = isAtHead ? endOfInterim(held) : 0;
      if (end !== null && held.length > 0) {
        const head = held.subarray(0, end === 0 ? held.length : end);
        held = held.subarray(head.length);
        isAtHead = end > 0;
        if (end > 0 && head.toString('latin1', 0, STATUS_LINE.length) === STATUS_LINE) continue;
        return head;
      }
      const chunk = read(size) as Buffer | null;
      if (chunk === null || !isAtHead) return chunk;
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    }
  }) as Socket['read'];
}

/** Where the interim response ends with which the bytes begin; 0 if they begin with none, null if more must be read. */
function endOfInterim(bytes: Buffer): number | null {
  const begin = bytes.toString('latin1', 0, STATUS_LINE.length);
  const isInterim = /^HTTP\/1\.1 1\d\d$/.test(begin);
  const isBeginning =
    begin.length < STATUS_LINE.length && /^HTTP\/1\.1 1\d*$/.test(`${begin}${STATUS_LINE.slice(begin.length)}`);
  if (!isInterim && !isBeginning) return 0;
  const end = isInterim ? bytes.indexOf('\r\n\r\n') : -1;
  if (end !== -1) return end + 4;
  return bytes.length > MAX_INTERIM_BYTES ? 0 : null;
}
