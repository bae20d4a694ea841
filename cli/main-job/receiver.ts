import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';

/** A webhook that arrived and whose signature holds. */
export interface ReceivedEvent {
  readonly id: string;
  readonly event: string;
  readonly executionId: number;
}

export interface Receiver {
  readonly url: string;
  readonly events: readonly ReceivedEvent[];
  /** Requests whose signature did not hold. */
  readonly refused: readonly string[];
  /** The secret comes with the answer that creates the subscription, after the URL was needed. */
  trust(secret: string): void;
  close(): Promise<void>;
}

/** Longest age of a signature that is taken (reference, "Events": 60 seconds suggested). */
const TOLERANCE_S = 60;

/**
 * A subscriber of webhooks on this machine. It checks signatures with code of its own, written from the reference
 * alone, as an integrator would: nothing of the sender is shared.
 */
export async function startReceiver(): Promise<Receiver> {
  const events = new Map<string, ReceivedEvent>();
  const refused: string[] = [];
  let secret = '';
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const wrong = whatIsWrong(request.headers['x-service-signature'], body, secret);
      if (wrong !== undefined) refused.push(wrong);
      else {
        const envelope = JSON.parse(body.toString('utf8')) as {
          id: string;
          event: string;
          data: { workflow_execution_id: number };
        };
        events.set(envelope.id, {
          id: envelope.id,
          event: envelope.event,
          executionId: envelope.data.workflow_execution_id,
        });
      }
      response.writeHead(wrong === undefined ? 204 : 401).end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the receiver has no port');
  return {
    url: `http://127.0.0.1:${address.port}/webhooks`,
    get events() {
      return [...events.values()];
    },
    refused,
    trust: (given) => {
      secret = given;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function whatIsWrong(header: string | string[] | undefined, body: Buffer, secret: string): string | undefined {
  if (typeof header !== 'string') return 'the signature is missing';
  const parts = new Map(
    header.split(',').map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)]),
  );
  const [timestamp, given] = [parts.get('t') ?? '', parts.get('v1') ?? ''];
  if (Math.abs(Date.now() / 1_000 - Number(timestamp)) > TOLERANCE_S) return 'the timestamp is too old';
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();
  const actual = Buffer.from(given, 'hex');
  return expected.length === actual.length && timingSafeEqual(expected, actual)
    ? undefined
    : 'the signature does not match';
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
