import type { Dispatcher } from 'undici';
import type { OutboundOptions, OutboundRequest, OutboundResponse } from './client.ts';
import type { Deadlined, Deadlines } from './deadlines.ts';
import { OutboundError, toOutboundError } from './errors.ts';
import type { Target } from './target.ts';

/** What an exchange needs of its client. */
export interface Wire {
  readonly options: OutboundOptions;
  readonly deadlines: Deadlines;
  send(target: Target, request: OutboundRequest, handler: Dispatcher.DispatchHandler): void;
  /** Connections that were begun to an origin so far: tells a request on a kept one from one on a new one. */
  connectionsBegun(origin: string): number;
}

const NOTHING = new Uint8Array();

/**
 * One request and its answer, on undici's handler interface: a stream for each answer would cost more than all the rest
 * of a short request.
 */
export class Exchange implements Dispatcher.DispatchHandler, Deadlined {
  dueAt = 0;
  previous: Deadlined | undefined;
  next: Deadlined | undefined;
  readonly #wire: Wire;
  readonly #target: Target;
  readonly #request: OutboundRequest;
  readonly #resolve: (response: OutboundResponse) => void;
  readonly #reject: (reason: unknown) => void;
  #onAbort: (() => void) | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #connectionsBefore = 0;
  #isSecondTry = false;
  #isOver = false;
  /** Why it was given up. */
  #reason: Error | undefined;
  #status = 0;
  #headers: OutboundResponse['headers'] = {};
  #chunks: Uint8Array[] | undefined;
  #bytesRead = 0;

  /** Answers once it is over, by the deadline at the latest; rejects with an OutboundError or the signal's reason. */
  static run(wire: Wire, target: Target, request: OutboundRequest): Promise<OutboundResponse> {
    return new Promise((resolve, reject) => {
      new Exchange({ wire, target, request, resolve, reject }).#begin();
    });
  }

  private constructor(parts: {
    readonly wire: Wire;
    readonly target: Target;
    readonly request: OutboundRequest;
    readonly resolve: (response: OutboundResponse) => void;
    readonly reject: (reason: unknown) => void;
  }) {
    this.#wire = parts.wire;
    this.#target = parts.target;
    this.#request = parts.request;
    this.#resolve = parts.resolve;
    this.#reject = parts.reject;
  }

  #begin(): void {
    const { signal } = this.#request;
    if (signal !== undefined) {
      this.#onAbort = () => this.#giveUp(signal.reason);
      signal.addEventListener('abort', this.#onAbort, { once: true });
      if (signal.aborted) return this.#onAbort();
    }
    this.#wire.deadlines.add(this);
    this.#send();
  }

  #send(): void {
    if (this.#isOver) return;
    this.#connectionsBefore = this.#wire.connectionsBegun(this.#target.origin);
    this.#wire.send(this.#target, this.#request, this);
  }

  expire(): void {
    this.#giveUp(new OutboundError('deadline', 'The server took too long to answer.'));
  }

  /** Fails at once, wherever it then is, and takes the connection down; one that has none yet never gets one. */
  #giveUp(reason: unknown): void {
    this.#reason = reason instanceof Error ? reason : new Error('given up', { cause: reason });
    if (this.#end()) this.#reject(reason);
    this.#controller?.abort(this.#reason);
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
    if (this.#isOver) return;
    const { maxResponseBytes, largeResponse = 'cut' } = this.#wire.options;
    const room = maxResponseBytes - this.#bytesRead;
    if (chunk.length <= room) {
      this.#read(chunk);
      return;
    }
    const tooLarge = new OutboundError('response_too_large', `The answer has more than ${maxResponseBytes} bytes.`);
    if (largeResponse === 'refuse') return this.#giveUp(tooLarge);
    this.#read(chunk.subarray(0, room));
    this.#finish({ isCut: true });
    this.#controller?.abort(tooLarge);
  }

  onResponseEnd(): void {
    this.#finish({ isCut: false });
  }

  /**
   * A connection that was kept open may be closed by the server just as it is used again. No server has seen this
   * request then, as far as one can tell, so it is sent once more at once, and never more often.
   */
  onResponseError(_controller: unknown, error: Error): void {
    if (this.#isOver) return;
    const failure = toOutboundError(error);
    const isUnanswered = this.#status === 0 && failure.reason === 'connection';
    const isOnKeptConnection = this.#wire.connectionsBegun(this.#target.origin) === this.#connectionsBefore;
    if (isUnanswered && isOnKeptConnection && !this.#isSecondTry) {
      this.#isSecondTry = true;
      // After the HTTP client has done with this connection.
      queueMicrotask(() => this.#send());
      return;
    }
    if (this.#end()) this.#reject(failure);
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
    this.#wire.deadlines.delete(this);
    if (this.#onAbort !== undefined) this.#request.signal?.removeEventListener('abort', this.#onAbort);
    return true;
  }
}
