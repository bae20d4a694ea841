import type { Dispatcher } from 'undici';
import type { OutboundOptions, OutboundQuestion, OutboundResponse } from './contract.ts';
import { OutboundError, toOutboundError } from './errors.ts';
import type { Target } from './target.ts';

/** The methods of a client that an exchange needs. */
export interface Transport {
  readonly options: OutboundOptions;
  send(target: Target, request: OutboundQuestion, handler: Dispatcher.DispatchHandler): void;
  /** Connections begun to an origin so far: tells a request on a kept connection from one on a new connection. */
  connectionsBegun(origin: string): number;
}

const NOTHING = new Uint8Array();

/**
 * One request and its response, on undici's handler interface: a stream for each response would cost more than the rest
 * of a short request.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #transport: Transport;
  readonly #target: Target;
  readonly #request: OutboundQuestion;
  readonly #resolve: (response: OutboundResponse) => void;
  readonly #reject: (reason: unknown) => void;
  #onAbort: (() => void) | undefined;
  #deadline: NodeJS.Timeout | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #connectionsBefore = 0;
  #isSecondTry = false;
  #isOver = false;
  /** Why it was aborted. */
  #reason: Error | undefined;
  #status = 0;
  #headers: OutboundResponse['headers'] = {};
  #chunks: Uint8Array[] | undefined;
  #bytesRead = 0;

  /** Settles by the deadline at the latest; rejects with an OutboundError or the signal's reason. */
  static run(transport: Transport, target: Target, request: OutboundQuestion): Promise<OutboundResponse> {
    return new Promise((resolve, reject) => {
      new Exchange({ transport, target, request, resolve, reject }).#begin();
    });
  }

  private constructor(parts: {
    readonly transport: Transport;
    readonly target: Target;
    readonly request: OutboundQuestion;
    readonly resolve: (response: OutboundResponse) => void;
    readonly reject: (reason: unknown) => void;
  }) {
    this.#transport = parts.transport;
    this.#target = parts.target;
    this.#request = parts.request;
    this.#resolve = parts.resolve;
    this.#reject = parts.reject;
  }

  #begin(): void {
    const { signal } = this.#request;
    if (signal !== undefined) {
      this.#onAbort = () => this.#abort(signal.reason);
      signal.addEventListener('abort', this.#onAbort, { once: true });
      if (signal.aborted) return this.#onAbort();
    }
    // Without a closure: a timer is made for each request.
    this.#deadline = setTimeout(expire, this.#transport.options.totalTimeoutMs, this);
    this.#send();
  }

  #send(): void {
    if (this.#isOver) return;
    this.#connectionsBefore = this.#transport.connectionsBegun(this.#target.origin);
    this.#transport.send(this.#target, this.#request, this);
  }

  expire(): void {
    this.#abort(new OutboundError('deadline', 'The server took too long to answer.'));
  }

  /** Fails at once, at whatever stage, and closes the connection; if it has none yet, it never gets one. */
  #abort(reason: unknown): void {
    this.#reason = reason instanceof Error ? reason : new Error('aborted', { cause: reason });
    if (this.#end()) this.#fail(reason);
    this.#controller?.abort(this.#reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#reason !== undefined) controller.abort(this.#reason);
  }

  onResponseStart(_controller: unknown, status: number, headers: OutboundResponse['headers']): void {
    // An informational response (1xx) precedes the final one.
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_controller: unknown, chunk: Uint8Array): void {
    if (this.#isOver) return;
    const { maxResponseBytes, largeResponse = 'cut' } = this.#transport.options;
    const left = maxResponseBytes - this.#bytesRead;
    if (chunk.length <= left) {
      this.#read(chunk);
      return;
    }
    const tooLarge = new OutboundError('response_too_large', `The response has more than ${maxResponseBytes} bytes.`);
    if (largeResponse === 'refuse') return this.#abort(tooLarge);
    this.#read(chunk.subarray(0, left));
    // It is over before the connection is: what the abort reports comes too late to be a failure.
    this.#finish({ isCut: true });
    this.#controller?.abort(tooLarge);
  }

  onResponseEnd(): void {
    this.#finish({ isCut: false });
  }

  /**
   * The server may close a kept connection just as it is used again. Then it has most likely not seen this request, so
   * the request is sent once more at once, and never more often.
   */
  onResponseError(_controller: unknown, error: Error): void {
    if (this.#isOver) return;
    const failure = toOutboundError(error);
    const isUnanswered = this.#status === 0 && failure.reason === 'connection';
    const isOnKeptConnection = this.#transport.connectionsBegun(this.#target.origin) === this.#connectionsBefore;
    const maySendAgain = this.#request.once !== true && !this.#isSecondTry;
    if (isUnanswered && isOnKeptConnection && maySendAgain) {
      this.#isSecondTry = true;
      // After the HTTP client has cleaned up this connection.
      queueMicrotask(() => this.#send());
      return;
    }
    if (this.#end()) this.#fail(failure);
  }

  #fail(reason: unknown): void {
    // A request that waits for a connection has no controller.
    if (reason instanceof OutboundError) reason.isSent = this.#controller !== undefined;
    this.#reject(reason);
  }

  #read(chunk: Uint8Array): void {
    this.#bytesRead += chunk.length;
    if (this.#chunks === undefined) this.#chunks = [chunk];
    else this.#chunks.push(chunk);
  }

  #finish({ isCut }: { isCut: boolean }): void {
    if (!this.#end()) return;
    const body = this.#chunks === undefined ? NOTHING : Buffer.concat(this.#chunks);
    this.#resolve({ status: this.#status, headers: this.#headers, body, bytesRead: this.#bytesRead, isCut });
  }

  #end(): boolean {
    if (this.#isOver) return false;
    this.#isOver = true;
    clearTimeout(this.#deadline);
    this.#deadline = undefined;
    if (this.#onAbort !== undefined) this.#request.signal?.removeEventListener('abort', this.#onAbort);
    return true;
  }
}

function expire(exchange: Exchange): void {
  exchange.expire();
}
