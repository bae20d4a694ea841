/**
 * A subscriber's server in a process of its own. `/hang` never answers; every other path answers 204 at once.
 * Messages from the parent: `{count, skip}` counts anew and, after the first `skip` requests to paths that answer, says
 * `{done: …}` when `count` more have come.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceiverReport {
  readonly requests: number;
  /** From the first to the last that counts. */
  readonly seconds: number;
  /** From `created_at` in the body to the arrival, ascending; of bodies that have one. */
  readonly latenciesMs: readonly number[];
}

let expected = 0;
/** Negative while those come that are skipped. */
let requests = 0;
let firstAt = 0;
let latenciesMs: number[] = [];

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    if (request.url === '/hang') return;
    response.writeHead(204).end();
    count(Buffer.concat(chunks).toString());
  });
});
server.keepAliveTimeout = 60_000;

function count(body: string): void {
  const now = performance.now();
  if (requests <= 0) firstAt = now;
  requests += 1;
  if (requests <= 0) return;
  const createdAt = /"created_at":"([^"]+)"/.exec(body)?.[1];
  if (createdAt !== undefined) latenciesMs.push(Date.now() - Date.parse(createdAt));
  if (requests !== expected) return;
  const report: ReceiverReport = {
    requests,
    seconds: (now - firstAt) / 1_000,
    latenciesMs: latenciesMs.sort((a, b) => a - b),
  };
  process.send?.({ done: report });
}

process.on('message', (message: { count: number; skip: number }) => {
  expected = message.count;
  requests = -message.skip;
  latenciesMs = [];
  process.send?.({ ready: true });
});
process.on('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
