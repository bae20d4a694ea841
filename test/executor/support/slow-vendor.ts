import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Json } from '../../../core/json.ts';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly key: string;
  readonly authorization: string | undefined;
  /** Names in lowercase; those that came twice are one list with commas. */
  readonly headers: IncomingHttpHeaders;
  /** The body as sent; empty for a GET. */
  readonly body: string;
}

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** As JSON, unless it is bytes. */
  readonly body?: Json | Uint8Array;
}

export interface SlowVendor {
  readonly url: string;
  readonly origin: string;
  readonly asked: readonly Asked[];
  /** Sets its answers from now on; a promise keeps the caller waiting. */
  answer(by: (asked: Asked) => Answer | Promise<Answer>): void;
  reset(): void;
  stop(): Promise<void>;
}

/** A real vendor over HTTP on loopback, which answers each request as the test says. */
export async function startSlowVendor(): Promise<SlowVendor> {
  const asked: Asked[] = [];
  let answer: (asked: Asked) => Answer | Promise<Answer> = () => ({ status: 500 });
  const server = createServer((request, response) => {
    void (async () => {
      const one: Asked = {
        method: request.method ?? '',
        path: request.url ?? '',
        key: String(request.headers['idempotency-key']),
        authorization: request.headers.authorization,
        headers: request.headers,
        body: await text(request),
      };
      asked.push(one);
      const { status, headers = {}, body = {} } = await answer(one);
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(body instanceof Uint8Array ? body : JSON.stringify(body));
    })().catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `${origin}/pulls`,
    origin,
    asked,
    answer: (by) => {
      answer = by;
    },
    reset: () => void asked.splice(0),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
