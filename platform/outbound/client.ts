import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { buildConnector } from 'undici';
import { Agent, type Dispatcher } from 'undici';
import { defaultLookup } from './check.ts';
import { connectChecked } from './connect.ts';
import { OutboundError, toOutboundError } from './errors.ts';
import type { Lookup } from './resolve.ts';
import { readTarget, type Target, type TargetOrProblem } from './target.ts';

/**
 * The one way to somebody else's HTTP server: webhooks, vendors, chat notifications.
 *
 * 1. The URL is judged by the rules of `target.ts` before anything is sent.
 * 2. A name is resolved once for a connection, every address is judged, and one that is forbidden refuses all.
 * 3. The connection goes to one of the addresses that were judged, never to the name; TLS is verified for the name.
 * 4. Redirects are not followed. HTTP/1.1 only.
 * 5. Connecting, silence and the whole are each bounded in time, the answer in bytes.
 */
export interface OutboundOptions {
  readonly allowPrivate: boolean;
  /** Resolving, connecting and TLS together. */
  readonly connectTimeoutMs: number;
  /** How long the server may keep silent. */
  readonly readTimeoutMs: number;
  /** From the call to the end of the answer, whatever happens in between. */
  readonly totalTimeoutMs: number;
  readonly maxResponseBytes: number;
  /** An answer that is larger: `cut` reads no more of it and is content, `refuse` fails. Default `cut`. */
  readonly largeResponse?: 'cut' | 'refuse';
  /** Connections to one origin; further requests wait in turn. */
  readonly perOriginConnections: number;
  /** Default: the DNS servers; with `allowPrivate`, the machine's own way. */
  readonly lookup?: Lookup;
  /** Certificates of authorities to trust instead of the usual ones (PEM). */
  readonly certificateAuthorities?: string;
}

export interface OutboundRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  readonly signal?: AbortSignal;
}

export interface OutboundResponse {
  readonly status: number;
  /** Names in lowercase. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** At most `maxResponseBytes`. */
  readonly body: Uint8Array;
  readonly bytesRead: number;
  /** The answer went on, and the rest was not read. */
  readonly isCut: boolean;
}

export interface OutboundClient {
  /** Throws an OutboundError where there is no complete answer; any status is an answer. */
  post(url: string, request: OutboundRequest): Promise<OutboundResponse>;
  /** Waits for requests in the air. */
  close(): Promise<void>;
}

export function createOutboundClient(options: OutboundOptions): OutboundClient {
  return new GuardedClient(options);
}

/** Beyond it the counts begin anew, which costs a request or two the second try on a kept connection. */
const MAX_COUNTED_ORIGINS = 10_000;

const MAX_KEPT_TARGETS = 10_000;

class GuardedClient implements OutboundClient {
  readonly #options: OutboundOptions;
  readonly #agent: Agent;
  /** How many connections were begun, by origin: tells a request on a kept connection from one on a new one. */
  readonly #connectionsBegun = new Map<string, number>();
  /** What the rules that ask nobody say of a URL is always the same. */
  readonly #targets: LRUCache<string, TargetOrProblem>;

  constructor(options: OutboundOptions) {
    this.#options = options;
    this.#targets = new LRUCache({ max: MAX_KEPT_TARGETS, memoMethod: (url) => readTarget(url, options) });
    const connect = connectChecked({ ...options, lookup: options.lookup ?? defaultLookup(options.allowPrivate) });
    const counted: buildConnector.connector = (target, callback) => {
      const origin = `${target.protocol}//${target.host}`;
      if (this.#connectionsBegun.size >= MAX_COUNTED_ORIGINS) this.#connectionsBegun.clear();
      this.#connectionsBegun.set(origin, this.#begun(origin) + 1);
      connect(target, callback);
    };
    this.#agent = new Agent({
      connect: counted,
      connections: options.perOriginConnections,
      pipelining: 1,
      allowH2: false,
      headersTimeout: options.readTimeoutMs,
      bodyTimeout: options.readTimeoutMs,
      maxHeaderSize: 16_384,
    });
  }

  async post(url: string, request: OutboundRequest): Promise<OutboundResponse> {
    const read = this.#targets.memo(url);
    if ('problem' in read) throw new OutboundError('forbidden_target', `The URL ${read.problem}.`);
    const { target } = read;
    const deadline = performance.now() + this.#options.totalTimeoutMs;
    const connectionsBefore = this.#begun(target.origin);
    try {
      return await this.#send(target, request, deadline);
    } catch (error) {
      // A connection that was kept open may be closed by the server just as it is used again. No server has seen this
      // request then, as far as one can tell, so it is sent once more at once, and never more often.
      const isOnKeptConnection = this.#begun(target.origin) === connectionsBefore;
      if (!isOnKeptConnection || !(error instanceof BrokenConnection)) throw error;
      return this.#send(target, request, deadline);
    }
  }

  async close(): Promise<void> {
    await Promise.race([this.#agent.close(), sleep(this.#options.totalTimeoutMs, undefined, { ref: false })]);
    await this.#agent.destroy();
  }

  #send(target: Target, { headers, body, signal }: OutboundRequest, deadline: number): Promise<OutboundResponse> {
    return new Promise((resolve, reject) => {
      const exchange = new Exchange(this.#options, resolve, reject);
      exchange.limit(deadline, signal);
      if (exchange.isOver) return;
      this.#agent.dispatch({ origin: target.origin, path: target.path, method: 'POST', headers, body }, exchange);
    });
  }

  #begun(origin: string): number {
    return this.#connectionsBegun.get(origin) ?? 0;
  }
}

const NOTHING = new Uint8Array();

/**
 * One request and its answer, on undici's handler interface: a stream for each answer would cost more than all the rest
 * of a short request.
 */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #options: OutboundOptions;
  readonly #resolve: (response: OutboundResponse) => void;
  readonly #reject: (reason: unknown) => void;
  #controller: Dispatcher.DispatchController | undefined;
  #release: (() => void) | undefined;
  #reason: Error | undefined;
  #status = 0;
  #headers: OutboundResponse['headers'] = {};
  readonly #chunks: Uint8Array[] = [];
  #bytesRead = 0;
  isOver = false;

  constructor(
    options: OutboundOptions,
    resolve: (response: OutboundResponse) => void,
    reject: (reason: unknown) => void,
  ) {
    this.#options = options;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /** Ends it at the deadline (of `performance.now`) or with the caller's signal, wherever it then is. */
  limit(deadline: number, signal: AbortSignal | undefined): void {
    const tooLate = (): void => this.#giveUp(new OutboundError('deadline', 'The server took too long to answer.'));
    const timer = setTimeout(tooLate, Math.max(1, deadline - performance.now()));
    const onAbort = (): void => this.#giveUp(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#release = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
    if (signal?.aborted === true) onAbort();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#reason !== undefined) controller.abort(this.#reason);
  }

  onResponseStart(_controller: unknown, status: number, headers: OutboundResponse['headers']): void {
    // Those between 100 and 199 announce one that is still to come.
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_controller: unknown, chunk: Uint8Array): void {
    if (this.isOver) return;
    const { maxResponseBytes, largeResponse = 'cut' } = this.#options;
    const room = maxResponseBytes - this.#bytesRead;
    if (chunk.length <= room) {
      this.#chunks.push(chunk);
      this.#bytesRead += chunk.length;
      return;
    }
    const tooLarge = new OutboundError('response_too_large', `The answer has more than ${maxResponseBytes} bytes.`);
    if (largeResponse === 'refuse') return this.#giveUp(tooLarge);
    this.#chunks.push(chunk.subarray(0, room));
    this.#bytesRead = maxResponseBytes;
    this.#finish({ isCut: true });
    this.#controller?.abort(tooLarge);
  }

  onResponseEnd(): void {
    this.#finish({ isCut: false });
  }

  onResponseError(_controller: unknown, error: Error): void {
    const { reason, message } = toOutboundError(error);
    const isUnanswered = this.#status === 0 && reason === 'connection';
    this.#fail(new (isUnanswered ? BrokenConnection : OutboundError)(reason, message));
  }

  #finish({ isCut }: { isCut: boolean }): void {
    if (!this.#end()) return;
    const [first] = this.#chunks;
    const body = this.#chunks.length > 1 ? Buffer.concat(this.#chunks) : (first ?? NOTHING);
    this.#resolve({ status: this.#status, headers: this.#headers, body, bytesRead: this.#bytesRead, isCut });
  }

  /** Fails at once and takes the connection down; a request that has none yet never gets one. */
  #giveUp(reason: unknown): void {
    this.#reason = reason instanceof Error ? reason : new Error('given up', { cause: reason });
    this.#fail(reason);
    this.#controller?.abort(this.#reason);
  }

  #fail(reason: unknown): void {
    if (this.#end()) this.#reject(reason);
  }

  #end(): boolean {
    if (this.isOver) return false;
    this.isOver = true;
    this.#release?.();
    return true;
  }
}

/** The connection broke before the status line of an answer came. */
class BrokenConnection extends OutboundError {}
