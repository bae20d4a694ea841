import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { buildConnector } from 'undici';
import { Agent } from 'undici';
import { defaultLookup } from './check.ts';
import { connectChecked } from './connect.ts';
import { Deadlines } from './deadlines.ts';
import { OutboundError } from './errors.ts';
import { Exchange, type Wire } from './exchange.ts';
import type { Lookup } from './resolve.ts';
import { readTarget, type TargetOrProblem } from './target.ts';

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
  readonly #agent: Agent;
  readonly #wire: Wire;
  /** What the rules that ask nobody say of a URL is always the same. */
  readonly #targets: LRUCache<string, TargetOrProblem>;

  constructor(options: OutboundOptions) {
    this.#targets = new LRUCache({ max: MAX_KEPT_TARGETS, memoMethod: (url) => readTarget(url, options) });
    const connect = connectChecked({ ...options, lookup: options.lookup ?? defaultLookup(options.allowPrivate) });
    const connectionsBegun = new Map<string, number>();
    const counted: buildConnector.connector = (target, callback) => {
      const origin = `${target.protocol}//${target.host}`;
      if (connectionsBegun.size >= MAX_COUNTED_ORIGINS) connectionsBegun.clear();
      connectionsBegun.set(origin, (connectionsBegun.get(origin) ?? 0) + 1);
      connect(target, callback);
    };
    const agent = new Agent({
      connect: counted,
      connections: options.perOriginConnections,
      pipelining: 1,
      allowH2: false,
      headersTimeout: options.readTimeoutMs,
      bodyTimeout: options.readTimeoutMs,
      maxHeaderSize: 16_384,
    });
    this.#agent = agent;
    this.#wire = {
      options,
      deadlines: new Deadlines(options.totalTimeoutMs),
      send: ({ origin, path }, { headers, body }, handler) => {
        agent.dispatch({ origin, path, method: 'POST', headers, body }, handler);
      },
      connectionsBegun: (origin) => connectionsBegun.get(origin) ?? 0,
    };
  }

  async post(url: string, request: OutboundRequest): Promise<OutboundResponse> {
    const read = this.#targets.memo(url);
    if ('problem' in read) throw new OutboundError('forbidden_target', `The URL ${read.problem}.`);
    return Exchange.run(this.#wire, read.target, request);
  }

  async close(): Promise<void> {
    const { totalTimeoutMs } = this.#wire.options;
    await Promise.race([this.#agent.close(), sleep(totalTimeoutMs, undefined, { ref: false })]);
    await this.#agent.destroy();
  }
}
