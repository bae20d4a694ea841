import { randomUUID } from 'node:crypto';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A server on the other side of ours, a vendor or a subscriber, that takes its time. */
export interface SlowServer {
  readonly url: string;
  readonly inFlight: number;
  readonly answered: number;
  /** Requests whose connection was closed before the response. */
  readonly cut: number;
  stop(): Promise<void>;
}

/** Responds after `delayMs` with JSON, or with 204 if there is no body. */
export async function startSlowServer(delayMs: number, body?: () => object): Promise<SlowServer> {
  const counts = { inFlight: 0, answered: 0, cut: 0 };
  const server = createServer((incoming, response) => {
    counts.inFlight += 1;
    response.once('close', () => {
      counts.inFlight -= 1;
      counts[response.writableFinished ? 'answered' : 'cut'] += 1;
    });
    incoming.resume().once('end', () => {
      setTimeout(() => {
        response.writeHead(body === undefined ? 204 : 200, { 'content-type': 'application/json' });
        response.end(body === undefined ? undefined : JSON.stringify(body()));
      }, delayMs);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get inFlight() {
      return counts.inFlight;
    },
    get answered() {
      return counts.answered;
    },
    get cut() {
      return counts.cut;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

export interface Replica {
  readonly url: string;
  readonly opsUrl: string;
}

const PROBE_MS = 100;
/** Older probes do not count: the machine has paused, or a replica responds slowly. */
const FRESH_MS = 1_000;

/**
 * Stands in front of replicas of the gateway. It keeps connections open and sends each request exactly once, in turn to
 * the replicas whose last probe was 200.
 */
export class Balancer {
  readonly #agents: ReadonlyMap<Replica, Agent>;
  readonly #ready = new Set<Replica>();
  readonly #probedAt = new Map<Replica, number>();
  readonly #inFlight = new Map<Replica, number>();
  readonly #stopped = new AbortController();
  readonly #token: string;
  #turn = 0;
  /** Responses with an unexpected status, with their requests. */
  readonly failures: string[] = [];
  sent = 0;
  /** Requests over a connection that had carried another one. */
  reused = 0;
  /** Responses that closed their connection. */
  closing = 0;

  constructor(replicas: readonly Replica[], token: string) {
    this.#token = token;
    this.#agents = new Map(replicas.map((replica) => [replica, new Agent({ keepAlive: true })]));
    for (const replica of replicas) void this.#probe(replica);
  }

  isReady(replica: Replica): boolean {
    return this.#ready.has(replica);
  }

  inFlight(replica: Replica): number {
    return this.#inFlight.get(replica) ?? 0;
  }

  stop(): void {
    this.#stopped.abort();
    for (const agent of this.#agents.values()) agent.destroy();
  }

  /** The parsed body; undefined if the request failed, which is recorded. */
  async post(
    path: string,
    body: object,
    expected: number,
  ): Promise<{ readonly data: { readonly id: number } } | undefined> {
    await this.#untilFresh();
    const ready = [...this.#ready];
    const replica = ready[this.#turn++ % ready.length];
    if (replica === undefined) return this.#fail(`${path}: no replica is ready`);
    this.sent += 1;
    this.#inFlight.set(replica, this.inFlight(replica) + 1);
    try {
      const { status, text } = await this.#exchange(replica, path, JSON.stringify(body));
      if (status !== expected) return this.#fail(`${path}: ${status} ${text}`);
      return JSON.parse(text);
    } catch (error) {
      return this.#fail(`${path}: ${String(error)}`);
    } finally {
      this.#inFlight.set(replica, this.inFlight(replica) - 1);
    }
  }

  #fail(why: string): undefined {
    this.failures.push(why);
  }

  #exchange(replica: Replica, path: string, body: string): Promise<{ status: number; text: string }> {
    return new Promise((resolve, reject) => {
      const outgoing = request(
        `${replica.url}/api/v1${path}`,
        {
          method: 'POST',
          agent: this.#agents.get(replica) ?? false,
          headers: {
            authorization: `Bearer ${this.#token}`,
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
            'idempotency-key': randomUUID(),
          },
        },
        (response) => {
          if (response.headers.connection === 'close') this.closing += 1;
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.once('error', reject);
          response.once('end', () =>
            resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
          );
        },
      );
      outgoing.once('error', reject);
      outgoing.once('finish', () => (this.reused += Number(outgoing.reusedSocket)));
      outgoing.end(body);
    });
  }

  async #untilFresh(): Promise<void> {
    const isFresh = (replica: Replica) => performance.now() - (this.#probedAt.get(replica) ?? 0) < FRESH_MS;
    while (![...this.#agents.keys()].every(isFresh) && !this.#stopped.signal.aborted) await sleep(PROBE_MS / 4);
  }

  async #probe(replica: Replica): Promise<void> {
    while (!this.#stopped.signal.aborted) {
      const isReady = await fetch(`${replica.opsUrl}/readyz`).then(
        async (response) => (await response.body?.cancel(), response.ok),
        () => false,
      );
      if (isReady) this.#ready.add(replica);
      else this.#ready.delete(replica);
      this.#probedAt.set(replica, performance.now());
      await sleep(PROBE_MS);
    }
  }
}
