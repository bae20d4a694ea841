import { createServer, type IncomingMessage } from 'node:http';
import { verifyWebhook, WebhookVerificationError, type WebhookEvent } from '../../clients/typescript/src/index.ts';

export interface ReceiverOptions {
  /** Path that webhooks are sent to; every other path is not found. */
  readonly path: string;
  readonly onEvent: (event: WebhookEvent, deliveryId: string) => void;
  /** Called for a request that was refused, with the reason. */
  readonly onRefused: (why: string) => void;
}

export interface Receiver {
  readonly url: string;
  /** Sets the signing secret. It is known only after the subscription was created; requests before that wait for it. */
  trust(secret: string): void;
  close(): Promise<void>;
}

/** Longest accepted age of a signature (docs/guides/webhooks.md). */
const TOLERANCE_SECONDS = 60;
/** Far more than the size of any event. */
const MAX_BODY_BYTES = 1_048_576;

/**
 * A subscriber of webhooks on this machine. Signatures are verified by the TypeScript client. A GET of the path returns
 * 200, so that others can find out whether the receiver still runs.
 */
export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
  const { promise: secret, resolve: trust } = Promise.withResolvers<string>();
  const receive = async (request: IncomingMessage): Promise<number> => {
    if (request.url !== options.path) return 404;
    if (request.method === 'GET') return 200;
    if (request.method !== 'POST') return 405;
    try {
      const body = await bodyOf(request);
      const webhook = { body, headers: request.headers, secret: await secret, toleranceSeconds: TOLERANCE_SECONDS };
      options.onEvent(await verifyWebhook(webhook), String(request.headers['x-service-delivery']));
      return 204;
    } catch (error) {
      if (!(error instanceof WebhookVerificationError || error instanceof BodyTooLargeError)) throw error;
      options.onRefused(error.message);
      return 401;
    }
  };
  const server = createServer((request, response) => {
    receive(request).then(
      (status) => response.writeHead(status).end(),
      // The sender broke the connection off.
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

class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError';
  override readonly message = `The body has more than ${MAX_BODY_BYTES} bytes.`;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) throw new BodyTooLargeError();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
