/**
 * A subscriber's server in a process of its own. `/hang` never responds; every other path responds 204 at once.
 * Messages from the parent: `{count, skip, isTiming}` restarts the count and, after the first `skip` requests to paths that
 * respond, sends `{done: …}` when `count` more have come.
 */
import { createServer, type AddressInfo } from 'node:net';

export interface ReceiverReport {
  readonly requests: number;
  /** From the first to the last that counts. */
  readonly seconds: number;
  /** From `created_at` in the body to the arrival, ascending; if the parent asked for it. */
  readonly latenciesMs: readonly number[];
}

/** As node:http sends it: without this time-out, clients close connections that are idle for four seconds, as between turns. */
const ANSWER = 'HTTP/1.1 204 No Content\r\nConnection: keep-alive\r\nKeep-Alive: timeout=60\r\n\r\n';

let expected = 0;
/** Negative during the requests that are skipped. */
let requests = 0;
let firstAt = 0;
let latenciesMs: number[] = [];
let isTiming = false;

/** Parses just enough of HTTP/1.1 to respond: on a machine with few processors its work slows the sender down. */
const server = createServer((socket) => {
  socket.setNoDelay(true);
  let unread: Buffer = Buffer.alloc(0);
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: Buffer) => {
    unread = unread.length === 0 ? chunk : Buffer.concat([unread, chunk]);
    for (;;) {
      const headEnd = unread.indexOf('\r\n\r\n');
      if (headEnd < 0) return;
      const head = unread.toString('latin1', 0, headEnd);
      const bodyEnd = headEnd + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (unread.length < bodyEnd) return;
      const body = unread.subarray(headEnd + 4, bodyEnd);
      unread = unread.subarray(bodyEnd);
      if (head.startsWith('POST /hang ')) continue;
      socket.write(ANSWER);
      count(body);
    }
  });
});

function count(body: Buffer): void {
  const now = performance.now();
  if (requests <= 0) firstAt = now;
  requests += 1;
  if (requests <= 0) return;
  if (isTiming) {
    const createdAt = /"created_at":"([^"]+)"/.exec(body.toString('latin1'))?.[1];
    if (createdAt !== undefined) latenciesMs.push(Date.now() - Date.parse(createdAt));
  }
  if (requests !== expected) return;
  const report: ReceiverReport = {
    requests,
    seconds: (now - firstAt) / 1_000,
    latenciesMs: latenciesMs.sort((a, b) => a - b),
  };
  process.send?.({ done: report });
}

process.on('message', (message: { count: number; skip: number; isTiming: boolean }) => {
  isTiming = message.isTiming;
  expected = message.count;
  requests = -message.skip;
  latenciesMs = [];
  process.send?.({ ready: true });
});
process.on('disconnect', () => process.exit(0));
server.listen(0, '0.0.0.0', () => process.send?.({ port: (server.address() as AddressInfo).port }));
