import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';

/** The body of a webhook whose signature holds. */
export interface ReceivedEvent {
  readonly id: string;
  readonly event: string;
  readonly created_at: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface ReceiverOptions {
  /** Where it takes webhooks; every other path is not found. */
  readonly path: string;
  readonly onEvent: (event: ReceivedEvent, deliveryId: string) => void;
  /** A request that was not taken, and why. */
  readonly onRefused: (why: string) => void;
}

export interface Receiver {
  readonly url: string;
  /** The secret comes with the answer that creates the subscription, after the URL was needed; requests wait for it. */
  trust(secret: string): void;
  close(): Promise<void>;
}

/** Longest age of a signature that is taken (reference, "Events": 60 seconds suggested). */
const TOLERANCE_S = 60;
/** Far more than any event has. */
const MAX_BODY_BYTES = 1_048_576;

/**
 * A subscriber of webhooks on this machine. It checks signatures with code of its own, written from the reference
 * alone, as an integrator would: nothing of the sender is shared. A GET of its path answers 200: somebody listens.
 */
export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
  const { promise: secret, resolve: trust } = Promise.withResolvers<string>();
  const take = async (request: IncomingMessage): Promise<number> => {
    if (request.url !== options.path) return 404;
    if (request.method === 'GET') return 200;
    if (request.method !== 'POST') return 405;
    const body = await bodyOf(request);
    const wrong =
      body === undefined
        ? 'the body is too large'
        : whatIsWrong(request.headers['x-service-signature'], body, await secret, Date.now());
    if (body === undefined || wrong !== undefined) {
      options.onRefused(wrong ?? '');
      return 401;
    }
    // Its signature holds, so the stack wrote it.
    const event = JSON.parse(body.toString('utf8')) as ReceivedEvent;
    options.onEvent(event, String(request.headers['x-service-delivery']));
    return 204;
  };
  const server = createServer((request, response) => {
    take(request).then(
      (status) => response.writeHead(status).end(),
      // Cut off in the middle: there is nobody to answer.
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the receiver has no port');
  return {
    url: `http://127.0.0.1:${address.port}${options.path}`,
    trust,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function whatIsWrong(
  header: string | string[] | undefined,
  body: Buffer,
  secret: string,
  now: number,
): string | undefined {
  if (typeof header !== 'string') return 'the signature is missing';
  const parts = new Map(
    header.split(',').map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)]),
  );
  const [timestamp, given] = [parts.get('t') ?? '', parts.get('v1') ?? ''];
  const ageSeconds = Math.abs(now / 1_000 - Number(timestamp));
  // Not a number is no age either.
  if (!(ageSeconds <= TOLERANCE_S)) return `the timestamp is more than ${TOLERANCE_S} seconds off`;
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();
  const actual = Buffer.from(given, 'hex');
  return expected.length === actual.length && timingSafeEqual(expected, actual)
    ? undefined
    : 'the signature does not match';
}

async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
