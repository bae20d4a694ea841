import {
  connect,
  createInbox,
  errors,
  headers,
  type Msg,
  type MsgHdrs,
  type NatsConnection,
  type Subscription,
} from '@nats-io/transport-node';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Json } from '../../core/json.ts';
import { throttle, type Throttled } from '../throttle.ts';
import { currentTraceparent, isTracing, traced } from '../tracing/index.ts';
import { within } from '../within.ts';
import type { Logger } from '../log/index.ts';
import { natsOptions, type NatsAddress } from './options.ts';
import { SUBJECTS } from './subjects.ts';
import { sendHeartbeats, watchedRequest } from './watched-request.ts';

/**
 * The message bus: hints that work is waiting, and requests with a reply. Nothing here is a record: the record is in
 * PostgreSQL, and whatever waits for a hint also polls.
 *
 * - The service starts, serves and stops whether NATS is up or not: it keeps trying to connect in the background.
 * - `publish` never throws and never waits; while NATS is down the hint is dropped. Hints on one subject are merged: of
 *   many at once the first goes out at once and one more for the rest.
 * - Every message names the request that it comes from (X-Request-Id); a merged hint names up to 50 of them.
 * - Subscriptions may be made at any time; they take effect at the next connection.
 * - Payloads are JSON: ids and prompts, never reports, files or applicant data.
 */
export { SUBJECTS };

/** Subjects whose messages say nothing but that there may be work: one that follows another at once adds nothing. */
const HINTS: ReadonlySet<string> = new Set([SUBJECTS.commandsReady, SUBJECTS.deliveriesReady, SUBJECTS.artifactsReady]);
/** How long hints are merged under load. The first one after a pause goes out at once. */
const HINT_INTERVAL_MS = 10;
/** Limits the size of a merged hint: an id has up to 128 characters. */
const MOST_REQUEST_IDS = 50;

export interface BusMessage {
  /** Without the installation's prefix. */
  readonly subject: string;
  /** null if the payload is empty. */
  readonly payload: Json;
  /** Of a merged hint the first one. */
  readonly requestId: string | undefined;
  /** The requests that the message comes from: more than one if hints were merged. */
  readonly requestIds: readonly string[];
  /** Replies to a request; no-op if the message is not a request. */
  respond(payload: Json): void;
}

interface BusSubscription {
  unsubscribe(): void;
}

/** The request that a message comes from; null only if its execution was made by a version that did not record it. */
interface FromRequest {
  readonly requestId: string | null | readonly string[];
}

export interface Bus {
  /** Without a payload it is a hint. What is done for an execution comes from the request that made the execution. */
  publish(subject: string, payload: Json | undefined, from: FromRequest): void;
  /**
   * `queue`: each message goes to one of the subscribers with the same queue; null: to every subscriber.
   * A handler that throws is logged.
   */
  subscribe(
    subject: string,
    queue: string | null,
    handler: (message: BusMessage) => Promise<void> | void,
  ): BusSubscription;
  /** The first reply. Rejects with a BusError if there is none. */
  request(subject: string, payload: Json, timeoutMs: number, options?: RequestOptions): Promise<Json>;
  isUp(): boolean;
  /** Takes no more messages, waits for the running handlers, sends what they published, then closes. */
  drain(): Promise<void>;
}

export interface RequestOptions {
  readonly requestId?: string;
  /**
   * For work that takes long: a responder that is not heard of for `silenceMs` is taken for dead, and the request is sent
   * again, `attempts` times in all. Whoever handles it must be able to do it twice.
   */
  readonly watch?: { readonly silenceMs: number; readonly attempts: number };
}

/** `down`: not connected. `no_responders`: no subscriber. `timeout`: no reply in time. */
export class BusError extends Error {
  override readonly name = 'BusError';
  readonly code: 'down' | 'no_responders' | 'timeout';

  constructor(code: BusError['code'], subject: string) {
    super(`no reply on ${subject}: ${code}`);
    this.code = code;
  }
}

interface BusOptions extends NatsAddress {
  readonly subjectPrefix: string;
  /** Shown by the server's monitoring. */
  readonly name: string;
  readonly log: Logger;
  /** The client closed for good, which it does only if the server refuses it. Default: ends the process. */
  readonly onClosed?: (error: Error) => void;
}

const REQUEST_ID_HEADER = 'X-Request-Id';
const TRACE_HEADER = 'traceparent';
const MESSAGING = { 'messaging.system': 'nats' };
const RETRY_MS = 1_000;
const CONNECT_TIMEOUT_MS = 5_000;
const DRAIN_TIMEOUT_MS = 5_000;

/** Returns at once; the connection is made in the background. */
export function connectBus(options: BusOptions): Bus {
  return new NatsBus(options);
}

interface Listener {
  readonly subject: string;
  readonly queue: string | null;
  readonly handler: (message: BusMessage) => Promise<void> | void;
  subscription?: Subscription;
}

class NatsBus implements Bus {
  readonly #options: BusOptions;
  readonly #log: Logger;
  readonly #stopped = new AbortController();
  readonly #listeners = new Set<Listener>();
  readonly #running = new Set<Promise<void>>();
  readonly #hints = new Map<string, Throttled<readonly string[]>>();
  readonly #connecting: Promise<void>;
  #connection: NatsConnection | undefined;
  #isUp = false;

  constructor(options: BusOptions) {
    this.#options = options;
    this.#log = options.log.child({ component: 'nats' });
    this.#connecting = this.#connect();
  }

  isUp(): boolean {
    return this.#isUp;
  }

  publish(subject: string, payload: Json | undefined, { requestId }: FromRequest): void {
    const requestIds = requestId === null ? [] : typeof requestId === 'string' ? [requestId] : requestId;
    if (!HINTS.has(subject) || payload !== undefined) {
      this.#send(subject, payload, requestIds);
      return;
    }
    let hint = this.#hints.get(subject);
    if (hint === undefined) {
      hint = throttle((merged) => this.#send(subject, undefined, merged.flat()), HINT_INTERVAL_MS);
      this.#hints.set(subject, hint);
    }
    hint(requestIds);
  }

  #send(subject: string, payload: Json | undefined, requestIds: readonly string[]): void {
    // While NATS is down the client would buffer messages without limit.
    if (this.#connection === undefined || !this.#isUp) return;
    try {
      this.#connection.publish(this.#full(subject), encode(payload), requestHeaders(requestIds));
    } catch (error) {
      this.#log.warn({ err: error, on: subject }, 'a message could not be published');
    }
  }

  subscribe(
    subject: string,
    queue: string | null,
    handler: (message: BusMessage) => Promise<void> | void,
  ): BusSubscription {
    const listener: Listener = { subject, queue, handler };
    this.#listeners.add(listener);
    if (this.#connection !== undefined) this.#listen(this.#connection, listener);
    return {
      unsubscribe: () => {
        this.#listeners.delete(listener);
        if (this.#connection?.isClosed() === false) listener.subscription?.unsubscribe();
      },
    };
  }

  request(subject: string, payload: Json, timeoutMs: number, options: RequestOptions = {}): Promise<Json> {
    return traced(`request ${subject}`, { kind: 'client', attributes: MESSAGING }, () =>
      this.#request(subject, payload, timeoutMs, options),
    );
  }

  async #request(subject: string, payload: Json, timeoutMs: number, options: RequestOptions): Promise<Json> {
    if (options.watch !== undefined) return this.#requestWatched(subject, payload, timeoutMs, options);
    if (this.#connection === undefined || !this.#isUp) throw new BusError('down', subject);
    let reply: Msg;
    try {
      reply = await this.#connection.request(this.#full(subject), encode(payload), {
        timeout: timeoutMs,
        ...requestHeaders(listOf(options.requestId)),
      });
    } catch (error) {
      throw busError(error, subject);
    }
    return decode(reply);
  }

  async #requestWatched(
    subject: string,
    payload: Json,
    timeoutMs: number,
    { requestId, watch: { silenceMs, attempts } = { silenceMs: timeoutMs, attempts: 1 } }: RequestOptions,
  ): Promise<Json> {
    const deadline = Date.now() + timeoutMs;
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      if (this.#connection === undefined || !this.#isUp) throw new BusError('down', subject);
      const values = requestHeaders(listOf(requestId)).headers ?? headers();
      const inbox = createInbox(this.#full(SUBJECTS.inbox));
      const request = { subject: this.#full(subject), inbox, payload: encode(payload), headers: values };
      const limits = { timeoutMs: Math.max(1, deadline - Date.now()), silenceMs };
      const reply = await watchedRequest(this.#connection, request, limits).catch((error: unknown) => {
        throw busError(error, subject);
      });
      if (reply === 'timeout' || reply === 'no_responders') throw new BusError(reply, subject);
      if (reply !== 'silent') return decode(reply);
      this.#log.warn({ on: subject, attempt, request_id: requestId }, 'a responder fell silent');
    }
    throw new BusError('timeout', subject);
  }

  async drain(): Promise<void> {
    this.#stopped.abort();
    await this.#connecting;
    const connection = this.#connection;
    if (connection === undefined || connection.isClosed()) return;
    // The client's own drain waits for the server, which may be down, and does not wait for handlers.
    if (this.#isUp) {
      const unsubscribed = Promise.allSettled([...this.#listeners].map((listener) => listener.subscription?.drain()));
      await within(unsubscribed, DRAIN_TIMEOUT_MS, undefined);
    }
    await Promise.allSettled([...this.#running]);
    for (const hint of this.#hints.values()) hint.flush();
    if (this.#isUp)
      await within(
        connection.drain().catch(() => undefined),
        DRAIN_TIMEOUT_MS,
        undefined,
      );
    if (!connection.isClosed()) await connection.close();
    this.#isUp = false;
  }

  /**
   * Retries the first connection itself: the client's own retry of it cannot be stopped.
   */
  async #connect(): Promise<void> {
    const { signal } = this.#stopped;
    for (let attempt = 1; !signal.aborted; attempt += 1) {
      try {
        const connection = await connect({
          ...natsOptions(this.#options),
          name: this.#options.name,
          inboxPrefix: this.#full(SUBJECTS.inbox),
          maxReconnectAttempts: -1,
          reconnectTimeWait: RETRY_MS,
          timeout: CONNECT_TIMEOUT_MS,
        });
        this.#connection = connection;
        this.#isUp = true;
        this.#log.info('connected');
        void this.#watch(connection);
        for (const listener of this.#listeners) this.#listen(connection, listener);
        return;
      } catch (error) {
        if (attempt === 1) this.#log.warn({ err: error }, 'NATS cannot be reached; trying again');
        await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  async #watch(connection: NatsConnection): Promise<void> {
    void connection.closed().then((error) => {
      this.#isUp = false;
      if (this.#stopped.signal.aborted) return;
      const closed = new Error('NATS closed the connection and will not accept another', { cause: error ?? undefined });
      (this.#options.onClosed ?? crash)(closed);
    });
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') {
        if (this.#isUp) this.#log.warn('the connection to NATS was lost; connecting again');
        this.#isUp = false;
      } else if (status.type === 'reconnect') {
        this.#isUp = true;
        this.#log.info('connected again');
      } else if (status.type === 'error') {
        this.#log.warn({ err: status.error }, 'the server reports an error');
      }
    }
  }

  #listen(connection: NatsConnection, listener: Listener): void {
    listener.subscription = connection.subscribe(this.#full(listener.subject), {
      ...(listener.queue === null ? {} : { queue: listener.queue }),
      callback: (error, message) => {
        if (error !== null) {
          this.#log.error({ err: error, on: listener.subject }, 'the subscription was refused');
          return;
        }
        const work = this.#handle(listener, message).finally(() => this.#running.delete(work));
        this.#running.add(work);
      },
    });
  }

  async #handle(listener: Listener, message: Msg): Promise<void> {
    const requestIds = message.headers?.values(REQUEST_ID_HEADER) ?? [];
    const parent = isTracing() ? message.headers?.get(TRACE_HEADER) || undefined : undefined;
    if (parent === undefined) return this.#respond(listener, message, requestIds);
    return traced(`process ${listener.subject}`, { kind: 'consumer', parent, attributes: MESSAGING }, () =>
      this.#respond(listener, message, requestIds),
    );
  }

  async #respond(listener: Listener, message: Msg, requestIds: readonly string[]): Promise<void> {
    const endHeartbeats = sendHeartbeats(message, () => requestHeaders(requestIds).headers ?? headers());
    try {
      await listener.handler({
        subject: message.subject.slice(this.#options.subjectPrefix.length + 1),
        payload: decode(message),
        requestId: requestIds[0],
        requestIds,
        respond: (payload) => {
          if (message.reply !== undefined) message.respond(encode(payload), requestHeaders(requestIds));
        },
      });
    } catch (error) {
      const ids = requestIds.length === 0 ? {} : { request_id: requestIds.join(' ') };
      this.#log.error({ err: error, on: listener.subject, ...ids }, 'a message handler failed');
    } finally {
      endHeartbeats();
    }
  }

  #full(subject: string): string {
    return `${this.#options.subjectPrefix}.${subject}`;
  }
}

function encode(payload: Json | undefined): string {
  return payload === undefined ? '' : JSON.stringify(payload);
}

function decode(message: Msg): Json {
  return message.data.length === 0 ? null : message.json<Json>();
}

function listOf(requestId: string | undefined): readonly string[] {
  return requestId === undefined ? [] : [requestId];
}

function requestHeaders(requestIds: readonly string[]): { readonly headers?: MsgHdrs } {
  const traceparent = currentTraceparent();
  if (requestIds.length === 0 && traceparent === null) return {};
  const values = headers();
  for (const requestId of new Set(requestIds.slice(0, MOST_REQUEST_IDS))) values.append(REQUEST_ID_HEADER, requestId);
  if (traceparent !== null) values.set(TRACE_HEADER, traceparent);
  return { headers: values };
}

function busError(error: unknown, subject: string): unknown {
  const reason = error instanceof errors.RequestError && error.cause !== undefined ? error.cause : error;
  if (error instanceof errors.NoRespondersError || reason instanceof errors.NoRespondersError) {
    return new BusError('no_responders', subject);
  }
  if (error instanceof errors.TimeoutError || reason instanceof errors.TimeoutError) {
    return new BusError('timeout', subject);
  }
  const isClosed = [errors.ClosedConnectionError, errors.DrainingConnectionError, errors.ConnectionError].some(
    (type) => error instanceof type || reason instanceof type,
  );
  return isClosed ? new BusError('down', subject) : error;
}

/** Throws outside of every promise, so that the process ends as on any other uncaught exception. */
function crash(error: Error): void {
  queueMicrotask(() => {
    throw error;
  });
}
