import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenRequest {
  readonly method: string;
  /** Path and query as received, still encoded. */
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** The response to one request; `request` is for handlers that break the connection. */
export type Turn = (response: ServerResponse, request: IncomingMessage) => void;

/** Answers request n with turn n, and all later ones with the last turn. */
export interface ScriptedServer {
  readonly baseUrl: string;
  readonly seen: readonly SeenRequest[];
  script(...turns: Turn[]): void;
  stop(): Promise<void>;
}

export async function startScriptedServer(): Promise<ScriptedServer> {
  const seen: SeenRequest[] = [];
  let turns: readonly Turn[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const turn = turns[Math.min(seen.length, turns.length - 1)];
      const { method = '', url = '', headers } = request;
      seen.push({ method, url, headers, body: Buffer.concat(chunks).toString('utf8') });
      if (turn === undefined) throw new Error('the script is empty');
      turn(response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    script: (...next) => {
      seen.length = 0;
      turns = next;
    },
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Turn {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
}

/** A refusal in the reference's ErrorEnvelope. */
export function refusal(status: number, code: string, headers: Record<string, string> = {}): Turn {
  return json(status, { error: { code, message: 'No.', details: [], request_id: 'request-1' } }, headers);
}

export const cutOff: Turn = (_response, request) => void request.socket.destroy();
export const silent: Turn = () => undefined;
