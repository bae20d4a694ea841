import { createServer, type IncomingHttpHeaders } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Json } from '../../../core/json.ts';

export interface ReceivedRequest {
  readonly headers: IncomingHttpHeaders;
  readonly body: Json;
}

export interface HttpReceiver {
  readonly url: string;
  readonly requests: readonly ReceivedRequest[];
  /** The next answers, one each; the last one stays. */
  answer(...answers: { status: number; body?: Json; headers?: Record<string, string> }[]): void;
  /** Called when a request has arrived, before it is answered. */
  onRequest: () => Promise<void> | void;
  stop(): Promise<void>;
}

/** A real HTTP server on loopback that records its requests: a vendor, or a receiver of notifications. */
export async function startHttpReceiver(): Promise<HttpReceiver> {
  const requests: ReceivedRequest[] = [];
  let answers: { status: number; body?: Json; headers?: Record<string, string> }[] = [{ status: 200 }];
  const receiver: HttpReceiver = {
    url: '',
    requests,
    answer: (...next) => {
      answers = next;
    },
    onRequest: () => undefined,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const server = createServer((request, response) => {
    void (async () => {
      requests.push({ headers: request.headers, body: (await json(request)) as Json });
      await receiver.onRequest();
      const {
        status,
        body = {},
        headers = {},
      } = (answers.length > 1 ? answers.shift() : answers[0]) ?? { status: 500 };
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify(body));
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return Object.assign(receiver, { url: `http://127.0.0.1:${port}/pull` });
}
