import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../../core/errors.ts';
import { keyLock, keyUnderWay } from './reservation.ts';
import { SerialisedData } from './serialised.ts';

/**
 * Job: an Idempotency-Key for a write that one statement makes for many requests at once (`micro-batch.ts`), each accepted
 * or refused for itself.
 *
 * Invariants (semantics 1.2.1):
 * - The statement inserts the keys of its requests in sorted order, so statements cannot deadlock, and writes only what
 *   belongs to a key that it has inserted.
 * - It waits for no key that another request holds, because it also carries the writes of others: it tries the lock that
 *   each transaction with the key holds (`keyLock`). Such a request looks again.
 * - A request that is refused stores no key.
 */
export interface TogetherKey {
  readonly apiClientId: number;
  /** Namespaced. */
  readonly key: string;
  readonly fingerprint: string;
}

/** The response that a key has. */
export interface StoredResponse {
  /** Of the record that was created; null if the key was used for another request. */
  readonly id: number | null;
  readonly fingerprint: string;
  readonly data: string;
}

export type Attempt =
  | { readonly kind: 'written'; readonly id: number; readonly data: string }
  | { readonly kind: 'stored'; readonly original: StoredResponse }
  /** Another request with the key is under way or was just written, or what the write rests on has changed. */
  | { readonly kind: 'again' };

export interface Together {
  readonly id: number;
  readonly answer: SerialisedData;
}

/** How long a request waits for another one that has its key. */
const KEY_PATIENCE_MS = 5_000;
/** Pause between two looks for it; doubled each time, to the longest. */
const KEY_POLL_MS = 10;
const LONGEST_KEY_POLL_MS = 250;

/** Throws `idempotency_conflict`, or `service_unavailable` if a request with the same key is under way for long. */
export async function writeTogether(
  as: TogetherKey,
  attempt: (as: TogetherKey) => Promise<Attempt>,
): Promise<Together> {
  const deadline = Date.now() + KEY_PATIENCE_MS;
  for (let round = 0; ; round += 1) {
    const outcome = await attempt(as);
    if (outcome.kind === 'written') return { id: outcome.id, answer: new SerialisedData(outcome.data, false) };
    if (outcome.kind === 'stored') {
      const { id, fingerprint, data } = outcome.original;
      if (fingerprint !== as.fingerprint || id === null) throw new AppError('idempotency_conflict');
      return { id, answer: new SerialisedData(data, true) };
    }
    if (Date.now() > deadline) throw keyUnderWay();
    // Most often the key was written just now, so the first look is at once.
    if (round > 0) await sleep(Math.min(KEY_POLL_MS * 2 ** round, LONGEST_KEY_POLL_MS));
  }
}

/** SQL of a StoredResponse of `idempotency_key as k`. Responses of other operations may have no id, or no response yet. */
export function storedResponse(fingerprint: string): string {
  return `case when k.fingerprint = ${fingerprint} then (k.response_data::json ->> 'id')::bigint end as id,
      k.fingerprint, k.response_data as data`;
}

/** SQL: whether no other request is writing the key now. Held to the end of the transaction. */
export function isKeyFree(request: string): string {
  return `pg_try_advisory_xact_lock(${keyLock(`${request}.api_client_id`, `${request}.key`)})`;
}

/** SQL of the keys' rows with their responses, from a relation that has the columns of both; one that is taken is left out. */
export function insertKeys(from: string, { status, response }: { readonly status: number; readonly response: string }) {
  return `insert into idempotency_key (api_client_id, key, fingerprint, response_status, response_data, created_at)
    select api_client_id, key, fingerprint, ${status}, ${response}, at
    from ${from}
    order by api_client_id, key
    on conflict (api_client_id, key) do nothing
    returning api_client_id, key, response_data`;
}
