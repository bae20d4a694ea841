import type { Json } from '../../core/json.ts';

export interface BusMessage {
  /** Without the installation's prefix. */
  readonly subject: string;
  /** null if the payload is empty. */
  readonly payload: Json;
  /** The first of the hints that were merged. */
  readonly requestId: string | undefined;
  /** The requests that the message comes from: more than one if hints were merged. */
  readonly requestIds: readonly string[];
  /** Replies to a request; no-op if the message is not a request. */
  respond(payload: Json): void;
}

export type BusHandler = (message: BusMessage) => Promise<void> | void;

export interface BusSubscription {
  unsubscribe(): void;
}

/** The request that a message comes from; null only if its execution was made by a version that did not record it. */
export interface FromRequest {
  readonly requestId: string | null | readonly string[];
}

export interface Bus {
  /** Without a payload it is a hint. Work on an execution belongs to the request that made the execution. */
  publish(subject: string, payload: Json | undefined, from: FromRequest): void;
  /**
   * `queue`: each message goes to one of the subscribers with the same queue; null: to every subscriber.
   * A handler that throws is logged, and whoever asked is told at once that it failed, and nothing else.
   */
  subscribe(subject: string, queue: string | null, handler: BusHandler): BusSubscription;
  /** The first reply. Rejects with a BusError if there is none. */
  request(subject: string, payload: Json, timeoutMs: number, options?: RequestOptions): Promise<Json>;
  isUp(): boolean;
  /** Takes no more messages, waits for the running handlers, sends what they published, then closes. */
  drain(): Promise<void>;
}

export interface RequestOptions {
  readonly requestId?: string;
  /**
   * For long work: a responder that sends no heartbeat for `silenceMs` is presumed dead, and the request is sent again,
   * `attempts` times in all. Whoever handles it must be able to do it twice.
   */
  readonly watch?: { readonly silenceMs: number; readonly attempts: number };
}

/**
 * `down`: not connected. `no_responders`: no subscriber. `timeout`: no reply in time. `failed`: the handler threw, and
 * another one would throw, too.
 */
export class BusError extends Error {
  override readonly name = 'BusError';
  readonly code: 'down' | 'no_responders' | 'timeout' | 'failed';

  constructor(code: BusError['code'], subject: string) {
    super(`no reply on ${subject}: ${code}`);
    this.code = code;
  }
}
