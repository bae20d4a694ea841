import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { buildConnector } from 'undici';
import { Agent } from 'undici';
import { defaultLookup } from './check.ts';
import { connectChecked } from './connect.ts';
import type { OutboundOptions, OutboundQuestion, OutboundRequest, OutboundResponse } from './contract.ts';
import { OutboundError } from './errors.ts';
import { Exchange, type Transport } from './exchange.ts';
import { readTarget, type TargetOrProblem } from './target.ts';

/**
 * The only HTTP client for URLs that others chose: webhooks, vendors, chat notifications.
 *
 * 1. The URL is checked by the rules of `target.ts` before anything is sent.
 * 2. A name is resolved once for a connection and every address is checked; one forbidden address refuses the request.
 * 3. The connection goes to one of the checked addresses, never to the name; TLS is verified for the name.
 * 4. Redirects are not followed. HTTP/1.1 only.
 * 5. Connecting, silence and the whole exchange each have a time limit, the response body a size limit.
 */
export interface OutboundClient {
  /** Throws an OutboundError if there is no complete response; a response of any status is returned. */
  post(url: string, request: OutboundRequest): Promise<OutboundResponse>;
  get(url: string, question: Omit<OutboundQuestion, 'body'>): Promise<OutboundResponse>;
  /** Waits for requests in flight. */
  close(): Promise<void>;
}

export function createOutboundClient(options: OutboundOptions): OutboundClient {
  return new GuardedClient(options);
}

/** Beyond it the counts start again, which costs a few requests their second try on a kept connection. */
const MAX_COUNTED_ORIGINS = 10_000;

const MAX_KEPT_TARGETS = 10_000;

class GuardedClient implements OutboundClient {
  readonly #agent: Agent;
  readonly #transport: Transport;
  /** The check of a URL without DNS never changes. */
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
    this.#transport = {
      options,
      send: ({ origin, path }, { headers, body, method = body === undefined ? 'GET' : 'POST' }, handler) => {
        agent.dispatch({ origin, path, headers, method, ...(body === undefined ? {} : { body }) }, handler);
      },
      connectionsBegun: (origin) => connectionsBegun.get(origin) ?? 0,
    };
  }

  post(url: string, request: OutboundRequest): Promise<OutboundResponse> {
    return this.#send(url, request);
  }

  get(url: string, question: Omit<OutboundQuestion, 'body'>): Promise<OutboundResponse> {
    return this.#send(url, question);
  }

  async #send(url: string, request: OutboundQuestion): Promise<OutboundResponse> {
    const read = this.#targets.memo(url);
    if ('problem' in read) throw new OutboundError('forbidden_target', `The URL ${read.problem}.`);
    return Exchange.run(this.#transport, read.target, request);
  }

  async close(): Promise<void> {
    const { totalTimeoutMs } = this.#transport.options;
    await Promise.race([this.#agent.close(), sleep(totalTimeoutMs, undefined, { ref: false })]);
    await this.#agent.destroy();
  }
}
