import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import { productByCode } from '../../core/products/index.ts';
import { readJson } from '../../core/read-json.ts';

/**
 * `at_once`: it answers with the report. `slow`: with 202 until the report is ready. `calling_back`: as `slow`, and then it
 * calls. `failing`: with 503. `frozen`: with the report of a frozen file.
 */
export const VENDOR_WAYS = ['at_once', 'slow', 'calling_back', 'failing', 'frozen'] as const;
export type VendorWay = (typeof VENDOR_WAYS)[number];

export interface VendorStub {
  /** Where pulls go. Orders are looked up at `/orders/{reference}` of the same origin, by its reference or by the key. */
  readonly url: string;
  close(): Promise<void>;
}

export interface VendorStubOptions {
  readonly way: VendorWay;
  /** Default: any that is free. */
  readonly port?: number;
  /** How long a report takes that does not come at once. */
  readonly seconds: number;
  /** The report to answer with, for an account's own product. Without it, one of the pulled product is made up. */
  readonly report?: JsonObject | undefined;
  readonly say: (line: string) => void;
}

interface Order {
  readonly report: JsonObject;
  readonly readyAt: number;
}

/** A vendor by the contract of the built-in products, for a developer. It makes one order of each Idempotency-Key. */
export async function startVendorStub(options: VendorStubOptions): Promise<VendorStub> {
  const { way, seconds, say } = options;
  const orders = new Map<string, Order>();
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    say(`${request.method} ${request.url}`);
    const asked = /^\/orders\/([^/]+)$/.exec(request.url ?? '')?.[1];
    if (way === 'failing') return reply(response, 503, {});
    if (asked !== undefined) return replyWith(response, decodeURIComponent(asked));
    if (request.method !== 'POST') return reply(response, 405, {});
    const read = readJson(body);
    const sent = isJsonObject(read) ? read : {};
    const key = String(request.headers['idempotency-key']);
    const isNew = !orders.has(key);
    const readyAt = Date.now() + (way === 'slow' || way === 'calling_back' ? seconds * 1_000 : 0);
    if (isNew) orders.set(key, { report: reportOf(sent), readyAt });
    if (isNew && way === 'calling_back' && typeof sent.callback_url === 'string') callLater(sent.callback_url);
    replyWith(response, key);
  }

  function replyWith(response: ServerResponse, key: string): void {
    const order = orders.get(key);
    if (order === undefined) return reply(response, 404, {});
    const waits = Math.ceil((order.readyAt - Date.now()) / 1_000);
    if (waits <= 0) return reply(response, 200, order.report);
    const headers = { location: `${origin()}/orders/${key}`, 'retry-after': String(waits) };
    reply(response, 202, { reference: key }, headers);
  }

  function reportOf({ product, applicant = {} }: JsonObject): JsonObject {
    if (options.report !== undefined) return options.report;
    const known = productByCode(String(product));
    const made =
      known?.synthetic(isJsonObject(applicant) ? applicant : {}, new Date().toISOString().slice(0, 10)) ?? {};
    return way === 'frozen' ? { ...made, file_status: 'frozen' } : made;
  }

  function callLater(url: string): void {
    const timer = setTimeout(() => {
      fetch(url, { method: 'POST', body: '{}' }).then(
        ({ status }) => say(`called back: ${status}`),
        () => say('the callback was not taken'),
      );
    }, seconds * 1_000);
    timer.unref();
  }

  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `${origin()}/pulls`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function reply(response: ServerResponse, status: number, body: JsonObject, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
