import { connect, type NatsConnection } from '@nats-io/transport-node';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../log/index.ts';
import { natsOptions, type NatsAddress } from './options.ts';

export interface ConnectionOptions extends NatsAddress {
  /** Shown by the server's monitoring. */
  readonly name: string;
  readonly log: Logger;
  /** The client closed for good, which it does only if the server refuses it. Default: ends the process. */
  readonly onClosed?: (error: Error) => void;
}

const RETRY_MS = 1_000;
const CONNECT_TIMEOUT_MS = 5_000;

/** Keeps one connection to NATS: tries until the first one is made, and knows whether it is up. */
export class NatsLink {
  readonly #options: ConnectionOptions;
  readonly #log: Logger;
  readonly #stopped = new AbortController();
  readonly #connecting: Promise<void>;
  readonly #onConnected: (connection: NatsConnection) => void;
  #connection: NatsConnection | null = null;
  #isUp = false;

  /** `onConnected` is called once; the client keeps its subscriptions over reconnections. */
  constructor(
    options: ConnectionOptions & {
      readonly inboxPrefix: string;
      readonly onConnected: (connection: NatsConnection) => void;
    },
  ) {
    this.#options = options;
    this.#log = options.log;
    this.#onConnected = options.onConnected;
    this.#connecting = this.#connect(options.inboxPrefix);
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  /** Null while there was none yet. It may be down. */
  get connection(): NatsConnection | null {
    return this.#connection;
  }

  /** Null while NATS cannot be used: the client would buffer messages without limit. */
  get usable(): NatsConnection | null {
    return this.#isUp ? this.#connection : null;
  }

  /** Tries to connect no more; the connection, if there is one. */
  async stop(): Promise<NatsConnection | null> {
    this.#stopped.abort();
    await this.#connecting;
    return this.#connection;
  }

  async close(): Promise<void> {
    if (this.#connection?.isClosed() === false) await this.#connection.close();
    this.#isUp = false;
  }

  /** Retries the first connection itself: the client's own retry of it cannot be stopped. */
  async #connect(inboxPrefix: string): Promise<void> {
    const { signal } = this.#stopped;
    for (let attempt = 1; !signal.aborted; attempt += 1) {
      try {
        const connection = await connect({
          ...natsOptions(this.#options),
          name: this.#options.name,
          inboxPrefix,
          maxReconnectAttempts: -1,
          reconnectTimeWait: RETRY_MS,
          timeout: CONNECT_TIMEOUT_MS,
        });
        this.#connection = connection;
        this.#isUp = true;
        this.#log.info('connected');
        void this.#watch(connection);
        this.#onConnected(connection);
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
}

/** Throws outside of every promise, so that the process ends as on any other uncaught exception. */
function crash(error: Error): void {
  queueMicrotask(() => {
    throw error;
  });
}
