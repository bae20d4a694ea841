/**
 * The subscribers of `subscribers.ts`, one server each, in a process with nothing else to do. They must keep up with
 * the service, and a fault must happen at exactly the requested delivery.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Answer, Request } from './subscribers.ts';

/** How often each came, by subscriber, event id (of the body) and delivery id (of the header). */
const arrivals = new Map<string, number>();
/** Events by subscriber, each counted once. */
const events = new Set<string>();
let awaited = { events: Infinity, holds: false };
let isHolding = false;
const held: (() => void)[] = [];

const say = (answer: Answer): void => void process.send?.(answer);

const urls = await Promise.all(
  Array.from({ length: Number(process.argv[2]) }, async (_, subscriber) => {
    const server = createServer((request, response) => {
      void bodyOf(request).then((body) => {
        count(subscriber, body, request);
        const answer = () => response.writeHead(204).end();
        if (isHolding) held.push(answer);
        else answer();
      });
    });
    server.keepAliveTimeout = 60_000;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }),
);

process
  .on('message', (request: Request) => {
    switch (request.is) {
      case 'await':
        awaited = request;
        return tellIfReached();
      case 'release':
        isHolding = false;
        for (const answer of held.splice(0)) answer();
        return;
      case 'report':
        return say({ is: 'report', arrivals: [...arrivals] });
    }
  })
  .on('disconnect', () => process.exit(0));
say({ is: 'listening', urls });

function count(subscriber: number, body: string, request: IncomingMessage): void {
  const { id } = JSON.parse(body) as { id: string };
  const arrival = `${subscriber} ${id} ${String(request.headers['x-service-delivery'])}`;
  arrivals.set(arrival, (arrivals.get(arrival) ?? 0) + 1);
  events.add(`${subscriber} ${id}`);
  tellIfReached();
}

function tellIfReached(): void {
  if (events.size < awaited.events) return;
  isHolding = awaited.holds;
  awaited = { events: Infinity, holds: false };
  say({ is: 'reached' });
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer);
  } catch {
    // The service was killed in the middle of a request: nothing arrived, and the answer goes nowhere.
    return new Promise(() => undefined);
  }
  return Buffer.concat(chunks).toString('utf8');
}
