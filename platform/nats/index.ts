import type { NatsConnection, Subscription } from '@nats-io/transport-node';
import type { Json } from '../../core/json.ts';
import type { Logger } from '../log/index.ts';
import { traced } from '../tracing/index.ts';
import { within } from '../within.ts';
import { NatsLink, type ConnectionOptions } from './connection.ts';
import { BusError, type Bus, type BusHandler, type BusMessage } from './contract.ts';
import type { BusSubscription, FromRequest, RequestOptions } from './contract.ts';
import { handleMessage, MESSAGING } from './handlers.ts';
import { Hints } from './hints.ts';
import { encode, requestHeaders } from './messages.ts';
import { requestReply } from './requests.ts';
import { SUBJECTS } from './subjects.ts';

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
export { BusError, SUBJECTS, type Bus, type BusMessage };

interface BusOptions extends ConnectionOptions {
  readonly subjectPrefix: string;
}

const DRAIN_TIMEOUT_MS = 5_000;

/** Returns at once; the connection is made in the background. */
export function connectBus(options: BusOptions): Bus {
  return new NatsBus(options);
}

interface Listener {
  readonly subject: string;
  readonly queue: string | null;
  readonly handler: BusHandler;
  subscription?: Subscription;
}

class NatsBus implements Bus {
  readonly #prefix: string;
  readonly #log: Logger;
  readonly #link: NatsLink;
  readonly #listeners = new Set<Listener>();
  readonly #running = new Set<Promise<void>>();
  readonly #hints = new Hints((...hint) => this.#send(...hint));

  constructor(options: BusOptions) {
    this.#prefix = options.subjectPrefix;
    this.#log = options.log.child({ component: 'nats' });
    this.#link = new NatsLink({
      ...options,
      log: this.#log,
      inboxPrefix: this.#full(SUBJECTS.inbox),
      onConnected: (connection) => {
        for (const listener of this.#listeners) this.#listen(connection, listener);
      },
    });
  }

  isUp(): boolean {
    return this.#link.isUp;
  }

  publish(subject: string, payload: Json | undefined, { requestId }: FromRequest): void {
    const requestIds = requestId === null ? [] : typeof requestId === 'string' ? [requestId] : requestId;
    this.#hints.send(subject, payload, requestIds);
  }

  #send(subject: string, payload: Json | undefined, requestIds: readonly string[]): void {
    try {
      this.#link.usable?.publish(this.#full(subject), encode(payload), requestHeaders(requestIds));
    } catch (error) {
      this.#log.warn({ err: error, on: subject }, 'a message could not be published');
    }
  }

  subscribe(subject: string, queue: string | null, handler: BusHandler): BusSubscription {
    const listener: Listener = { subject, queue, handler };
    this.#listeners.add(listener);
    if (this.#link.connection !== null) this.#listen(this.#link.connection, listener);
    return {
      unsubscribe: () => {
        this.#listeners.delete(listener);
        if (this.#link.connection?.isClosed() === false) listener.subscription?.unsubscribe();
      },
    };
  }

  request(subject: string, payload: Json, timeoutMs: number, options: RequestOptions = {}): Promise<Json> {
    const on = { connection: () => this.#link.usable, full: (name: string) => this.#full(name), log: this.#log };
    return traced(`request ${subject}`, { kind: 'client', attributes: MESSAGING }, () =>
      requestReply(on, { ...options, subject, payload, timeoutMs }),
    );
  }

  async drain(): Promise<void> {
    const connection = await this.#link.stop();
    if (connection === null || connection.isClosed()) return;
    // The client's own drain waits for the server, which may be down, and does not wait for handlers.
    if (this.#link.isUp) {
      const unsubscribed = Promise.allSettled([...this.#listeners].map((listener) => listener.subscription?.drain()));
      await within(unsubscribed, DRAIN_TIMEOUT_MS, undefined);
    }
    await Promise.allSettled([...this.#running]);
    this.#hints.flush();
    if (this.#link.isUp) {
      const drained = connection.drain().catch(() => undefined);
      await within(drained, DRAIN_TIMEOUT_MS, undefined);
    }
    await this.#link.close();
  }

  #listen(connection: NatsConnection, listener: Listener): void {
    const { subject: on, queue, handler } = listener;
    listener.subscription = connection.subscribe(this.#full(on), {
      ...(queue === null ? {} : { queue }),
      callback: (error, message) => {
        if (error !== null) {
          this.#log.error({ err: error, on }, 'the subscription was refused');
          return;
        }
        const subject = message.subject.slice(this.#prefix.length + 1);
        const work = handleMessage(message, { on, subject, handler, log: this.#log }).finally(() =>
          this.#running.delete(work),
        );
        this.#running.add(work);
      },
    });
  }

  #full(subject: string): string {
    return `${this.#prefix}.${subject}`;
  }
}
