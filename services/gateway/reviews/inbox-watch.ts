import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { AppError } from '../../../core/errors.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { SUBJECTS, type Bus } from '../../../platform/nats/index.ts';
import { WakeUp } from '../../../platform/wake.ts';

/**
 * Notifies listeners that the inbox of their API client has changed.
 *
 * 1. An event says that the inbox has changed, and how many reviews are open. The listener reads the reviews with
 *    `GET /reviews`, scoped and masked like every read.
 * 2. The hint that ends `?wait=` says that an execution has settled; acts on reviews send it too. A hint may be lost,
 *    so the inboxes are also looked at every `pollMs`. One query looks at all of them, however many listen.
 * 3. A stream ends after `longestMs`, so that a listener has to authenticate again. Losing a stream loses nothing.
 */
export class InboxWatch {
  readonly #db: Database;
  readonly #limits: InboxWatchLimits;
  readonly #log: Logger;
  readonly #subscription: { unsubscribe(): void };
  /** By the API client whose inbox it is. */
  readonly #listeners = new Map<number, Set<Listener>>();
  /** The account itself creates clients, so they share its limit. */
  readonly #byAccount = new Map<number, number>();
  #count = 0;
  readonly #changed = new WakeUp();
  readonly #closing = new AbortController();

  constructor(db: Database, bus: Pick<Bus, 'subscribe'>, limits: InboxWatchLimits, log: Logger) {
    this.#db = db;
    this.#limits = limits;
    this.#log = log;
    this.#subscription = bus.subscribe(SUBJECTS.executionsSettled, null, () => this.#changed.wake());
    void this.#watch();
  }

  /** How many listen. */
  get count(): number {
    return this.#count;
  }

  /** Server-sent events. Throws `rate_limited` if too many listen. */
  listen({ accountId, apiClientId }: { readonly accountId: number; readonly apiClientId: number }): Readable {
    const ofAccount = this.#byAccount.get(accountId) ?? 0;
    const others = this.#listeners.get(apiClientId) ?? new Set();
    if (
      this.#closing.signal.aborted ||
      this.#count >= this.#limits.perProcess ||
      ofAccount >= this.#limits.perAccount
    ) {
      throw new AppError('rate_limited', {
        headers: { 'Retry-After': '30' },
        message: 'Too many listen at a time. Ask GET /reviews now and then, and come back later.',
      });
    }
    const listener: Listener = { stream: new Readable({ read: () => undefined }), known: null };
    const { stream } = listener;
    const beat = setInterval(() => send(listener, BEAT), this.#limits.beatMs);
    const end = setTimeout(() => stream.push(null), this.#limits.longestMs);
    stream.once('close', () => {
      clearInterval(beat);
      clearTimeout(end);
      others.delete(listener);
      if (others.size === 0) this.#listeners.delete(apiClientId);
      this.#leave(accountId);
    });
    this.#listeners.set(apiClientId, others.add(listener));
    this.#byAccount.set(accountId, ofAccount + 1);
    this.#count += 1;
    send(listener, `retry: ${RETRY_MS}\n\n`);
    this.#changed.wake();
    return stream;
  }

  #leave(accountId: number): void {
    const left = (this.#byAccount.get(accountId) ?? 1) - 1;
    if (left === 0) this.#byAccount.delete(accountId);
    else this.#byAccount.set(accountId, left);
    this.#count -= 1;
  }

  close(): void {
    this.#closing.abort();
    this.#subscription.unsubscribe();
    for (const listeners of this.#listeners.values()) for (const { stream } of listeners) stream.push(null);
  }

  /**
   * One query at a time. The first of two may end last, and would report an old state as new. Besides, queries of a
   * slow database would take all connections.
   */
  async #watch(): Promise<void> {
    const { signal } = this.#closing;
    for (;;) {
      await this.#changed.sleep(this.#count === 0 ? undefined : this.#limits.pollMs, signal);
      // Hints come in bursts, so one query serves all that come within a moment.
      await pause(SOON_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      this.#changed.clear();
      await this.#look();
    }
  }

  /** A failed query is repeated with the next poll. */
  async #look(): Promise<void> {
    if (this.#count === 0) return;
    try {
      const inboxes = await readInboxes(this.#db, [...this.#listeners.keys()]);
      for (const [clientId, listeners] of this.#listeners) {
        const { total, version } = inboxes.get(clientId) ?? EMPTY_INBOX;
        for (const listener of listeners) {
          if (listener.known === version) continue;
          listener.known = version;
          send(listener, `event: inbox\ndata: ${JSON.stringify({ object: 'inbox', total })}\n\n`);
        }
      }
    } catch (error) {
      this.#log.warn({ err: error }, 'the inboxes that are listened to could not be read');
    }
  }
}

export interface InboxWatchLimits {
  /** Pause between two queries for all inboxes with listeners. */
  readonly pollMs: number;
  /** Pause between two heartbeats, so that no proxy closes the connection as idle. */
  readonly beatMs: number;
  readonly longestMs: number;
  readonly perAccount: number;
  readonly perProcess: number;
}

export const DEFAULT_INBOX_WATCH: InboxWatchLimits = {
  pollMs: 5_000,
  beatMs: 15_000,
  longestMs: 55_000,
  perAccount: 250,
  perProcess: 1_000,
};

interface Listener {
  readonly stream: Readable;
  /** The version of the inbox that the listener was last sent. */
  known: string | null;
}

const SOON_MS = 100;
const RETRY_MS = 3_000;
const BEAT = ': still here\n\n';
/** Some hundred events: a listener that has read none of them is gone. */
const MOST_UNREAD_BYTES = 16_384;

function send({ stream }: Listener, text: string): void {
  if (stream.readableLength > MOST_UNREAD_BYTES) stream.destroy();
  else if (!stream.readableEnded && !stream.destroyed) stream.push(text);
}

interface InboxState {
  readonly total: number;
  /** Changes whenever a review has come or gone, or its holder has changed. */
  readonly version: string;
}

const EMPTY_INBOX: InboxState = { total: 0, version: '' };

async function readInboxes(db: Database, clientIds: readonly number[]): Promise<ReadonlyMap<number, InboxState>> {
  const { rows } = await sql<InboxState & { readonly client: number }>`
    select e.api_client_id as client, count(*)::int as total,
      md5(string_agg(concat_ws(':', r.id, coalesce(e.assigned_to_user_id, 0), r.approvals, r.queue,
        r.snoozed_until), ',' order by r.id)) as version
    from execution e join review_round r on r.execution_id = e.id and r.status = 'open'
    where e.api_client_id = any(${[...clientIds]}::bigint[]) and e.needs_human_review
    group by e.api_client_id`.execute(db.kysely);
  return new Map(rows.map(({ client, ...state }) => [client, state]));
}
