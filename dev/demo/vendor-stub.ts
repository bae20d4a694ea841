import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { productByCode } from '../../core/products/index.ts';
import { readJson } from '../../core/read-json.ts';

/*
 * A vendor for a developer, on this machine. The first part of a path says how it answers: `/slow/pulls` takes pulls by the
 * contract of the built-in products, and `/slow/checks` speaks a JSON of its own, as real vendors do. It makes one order of
 * each Idempotency-Key, and forgets all of them when it ends.
 */

/**
 * How the stub of a vendor answers. `at_once`: with the report. `slow`: it is ready some seconds later. `calling_back`: as
 * `slow`, and then it calls. `failing`: with 503. `frozen`: the file of the person is frozen.
 */
export const VENDOR_WAYS = ['at_once', 'slow', 'calling_back', 'failing', 'frozen'] as const;
type VendorWay = (typeof VENDOR_WAYS)[number];

function isVendorWay(text: string): text is VendorWay {
  return (VENDOR_WAYS as readonly string[]).includes(text);
}

/** The result of each check: a tenant who was late three times. Amounts are in cents. */
const RENT_CHECK: JsonObject = {
  points: 540,
  months: 26,
  late: { count: 3, worst_days: 41 },
  owed_cents: 185_000,
  opinion: 'C',
};

/** The port of `npm start`. */
export const VENDOR_STUB_PORT = 8090;

const MOST_ORDERS = 10_000;

export interface VendorStub {
  /** The origin, without a path. */
  readonly url: string;
  close(): Promise<void>;
}

export interface VendorStubOptions {
  /** The port on 127.0.0.1; 0 lets the system choose a free one. */
  readonly port: number;
  /** The delay of a report that does not come at once. */
  readonly seconds: number;
  /** The report to answer with. Without it, one of the pulled product is made up, and each check has the same result. */
  readonly report?: JsonObject | undefined;
  readonly say: (line: string) => void;
}

interface Order {
  readonly id: string;
  readonly report: JsonObject;
  readonly readyAt: number;
}

interface Request {
  readonly method: string;
  readonly way: VendorWay;
  /** The parts of the path after the way. */
  readonly path: readonly string[];
  readonly key: string;
  readonly body: JsonObject;
}

interface Reply {
  readonly status: number;
  readonly body?: JsonObject;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The URL that finished checks call, and the secret with which they sign. */
interface Webhook {
  readonly url: string;
  readonly secret: string;
}

/** Rejects if the port is taken. */
export async function startVendorStub({ port, seconds, report, say }: VendorStubOptions): Promise<VendorStub> {
  /** Each order by its key, and by its id. */
  const orders = new Map<string, Order>();
  let webhook: Webhook | undefined;

  async function answer(request: IncomingMessage): Promise<Reply> {
    say(`${request.method} ${request.url}`);
    const { pathname } = new URL(request.url ?? '', 'http://vendor.invalid');
    const [way = '', ...path] = pathname.split('/').slice(1).map(decodeURIComponent);
    if (!isVendorWay(way)) return { status: 404 };
    const { method = '', headers } = request;
    // A page in a browser cannot send this type without a preflight request.
    if (method !== 'GET' && !String(headers['content-type']).startsWith('application/json')) return { status: 415 };
    const read: Json = method === 'GET' ? {} : readJson(await text(request));
    const asked = { method, way, path, key: String(headers['idempotency-key']), body: isJsonObject(read) ? read : {} };
    if (way === 'failing') return { status: 503 };
    const [resource, reference] = path;
    if (resource === 'checks') return reference === undefined ? orderCheck(asked) : checkOf(orders.get(reference), way);
    if (resource === 'orders') return pullOf(orders.get(reference ?? ''), way);
    if (resource === 'pulls') return orderPull(asked);
    return resource === 'webhook' ? setWebhook(asked) : { status: 404 };
  }

  function orderPull({ method, way, key, body }: Request): Reply {
    if (method !== 'POST') return { status: 405 };
    const url = body.callback_url;
    const callBack = () => (typeof url === 'string' ? call(url, {}) : undefined);
    return pullOf(placed({ way, key, report: report ?? syntheticReport(body, way), callBack }), way);
  }

  function pullOf(order: Order | undefined, way: VendorWay): Reply {
    if (order === undefined) return { status: 404 };
    const waits = Math.ceil((order.readyAt - Date.now()) / 1_000);
    if (waits <= 0) return { status: 200, body: order.report };
    const headers = { location: `${origin()}/${way}/orders/${order.id}`, 'retry-after': String(waits) };
    return { status: 202, body: { reference: order.id }, headers };
  }

  function orderCheck({ method, way, key }: Request): Reply {
    if (method !== 'POST') return { status: 405 };
    const callBack = (id: string) =>
      webhook === undefined
        ? say('no webhook is set')
        : call(webhook.url, { type: 'check.done', data: { id } }, webhook);
    const order = placed({ way, key, report: report ?? RENT_CHECK, callBack });
    return { ...checkOf(order, way), status: 201 };
  }

  function checkOf(order: Order | undefined, way: VendorWay): Reply {
    if (order === undefined) return { status: 404 };
    if (way === 'frozen') return { status: 200, body: { id: order.id, state: 'frozen' } };
    if (order.readyAt > Date.now()) return { status: 200, body: { id: order.id, state: 'pending' } };
    return { status: 200, body: { id: order.id, state: 'done', result: order.report } };
  }

  function setWebhook({ method, body: { url, secret } }: Request): Reply {
    if (method !== 'PUT') return { status: 405 };
    if (typeof url !== 'string' || typeof secret !== 'string') return { status: 422 };
    webhook = { url, secret };
    return { status: 200, body: { url } };
  }

  interface Placing {
    readonly way: VendorWay;
    readonly key: string;
    readonly report: JsonObject;
    readonly callBack: (id: string) => void;
  }

  function placed({ way, key, report: made, callBack }: Placing): Order {
    const before = orders.get(key);
    if (before !== undefined) return before;
    const takesMs = way === 'slow' || way === 'calling_back' ? seconds * 1_000 : 0;
    const order = { id: randomUUID(), report: made, readyAt: Date.now() + takesMs };
    orders.set(key, order).set(order.id, order);
    for (const oldest of [...orders.keys()].slice(0, Math.max(0, orders.size - MOST_ORDERS))) orders.delete(oldest);
    if (way === 'calling_back') setTimeout(() => callBack(order.id), takesMs).unref();
    return order;
  }

  function call(url: string, event: JsonObject, signed?: Webhook): void {
    const body = JSON.stringify(event);
    const signature = signed === undefined ? undefined : createHmac('sha256', signed.secret).update(body).digest('hex');
    const headers = {
      'content-type': 'application/json',
      ...(signature === undefined ? {} : { 'x-stub-signature': signature }),
    };
    fetch(url, { method: 'POST', headers, body, redirect: 'manual' }).then(
      ({ status }) => say(`called back: ${status}`),
      () => say('the callback was not taken'),
    );
  }

  const server = createServer((request, response) => {
    void answer(request).then(
      (made) => reply(response, made),
      () => reply(response, { status: 400 }),
    );
  });
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: origin(),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function syntheticReport({ product, applicant = {} }: JsonObject, way: VendorWay): JsonObject {
  const today = new Date().toISOString().slice(0, 10);
  const made = productByCode(String(product))?.synthetic(isJsonObject(applicant) ? applicant : {}, today) ?? {};
  return way === 'frozen' ? { ...made, file_status: 'frozen' } : made;
}

function reply(response: ServerResponse, { status, body = {}, headers = {} }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
