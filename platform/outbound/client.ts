import { setTimeout as sleep } from 'node:timers/promises';
import type { buildConnector } from 'undici';
import { Agent, type Dispatcher } from 'undici';
import { defaultLookup } from './check.ts';
import { connectChecked } from './connect.ts';
import { OutboundError, toOutboundError } from './errors.ts';
import type { Lookup } from './resolve.ts';
import { readTarget, type Target } from './target.ts';

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

class GuardedClient implements OutboundClient {
  readonly #options: OutboundOptions;
  readonly #agent: Agent;
  /** How many connections were begun, by origin: tells a request on a kept connection from one on a new one. */
  readonly #connectionsBegun = new Map<string, number>();

  constructor(options: OutboundOptions) {
    this.#options = options;
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
    const read = readTarget(url, this.#options);
    if ('problem' in read) throw new OutboundError('forbidden_target', `The URL ${read.problem}.`);
    const { target } = read;
    const deadline = AbortSignal.timeout(this.#options.totalTimeoutMs);
    const signal = request.signal === undefined ? deadline : AbortSignal.any([deadline, request.signal]);
    const connectionsBefore = this.#begun(target.origin);
    try {
      try {
        return await this.#send(target, request, signal);
      } catch (error) {
        // A connection that was kept open may be closed by the server just as it is used again. No server has seen
        // this request then, as far as one can tell, so it is sent once more at once, and never more often.
        const isOnKeptConnection = this.#begun(target.origin) === connectionsBefore;
        if (!isOnKeptConnection || !(error instanceof BrokenConnection) || signal.aborted) throw error;
        return await this.#send(target, request, signal);
      }
    } catch (error) {
      if (deadline.aborted) throw new OutboundError('deadline', 'The server took too long to answer.');
      if (request.signal?.aborted === true) throw request.signal.reason;
      throw toOutboundError(error instanceof BrokenConnection ? error.cause : error);
    }
  }

  async close(): Promise<void> {
    await Promise.race([this.#agent.close(), sleep(this.#options.totalTimeoutMs, undefined, { ref: false })]);
    await this.#agent.destroy();
  }

  async #send(target: Target, request: OutboundRequest, signal: AbortSignal): Promise<OutboundResponse> {
    let response: Dispatcher.ResponseData;
    try {
      response = await this.#agent.request({
        origin: target.origin,
        path: target.path,
        method: 'POST',
        headers: request.headers,
        body: request.body,
        signal,
      });
    } catch (error) {
      if (toOutboundError(error).reason === 'connection') throw new BrokenConnection(error);
      throw error;
    }
    const { body, bytesRead, isCut } = await this.#read(response.body);
    return { status: response.statusCode, headers: response.headers, body, bytesRead, isCut };
  }

  async #read(stream: Dispatcher.ResponseData['body']) {
    const { maxResponseBytes, largeResponse = 'cut' } = this.#options;
    const chunks: Uint8Array[] = [];
    let bytesRead = 0;
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      const room = maxResponseBytes - bytesRead;
      if (chunk.length > room) {
        // Leaving the loop destroys the stream, and with it the connection.
        if (largeResponse === 'refuse') {
          throw new OutboundError('response_too_large', `The answer has more than ${maxResponseBytes} bytes.`);
        }
        chunks.push(chunk.subarray(0, room));
        return { body: Buffer.concat(chunks), bytesRead: maxResponseBytes, isCut: true };
      }
      chunks.push(chunk);
      bytesRead += chunk.length;
    }
    return { body: Buffer.concat(chunks), bytesRead, isCut: false };
  }

  #begun(origin: string): number {
    return this.#connectionsBegun.get(origin) ?? 0;
  }
}

/** The connection broke before the status line of an answer came. */
class BrokenConnection extends Error {
  override readonly name = 'BrokenConnection';

  constructor(cause: unknown) {
    super('the connection broke', { cause });
  }
}
