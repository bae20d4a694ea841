import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { AppError } from '../../../core/errors.ts';
import type { Database, DB, Transaction } from '../../../platform/database/index.ts';
import type { SerialisedData } from './serialised.ts';

/**
 * Job: an Idempotency-Key for work that takes too long to hold a transaction open, such as asking a model.
 *
 * Invariants (semantics 1.9.4):
 * - A reservation is a row with `reserved_until` and no response. Whoever holds it does the work; a repeat of the request
 *   waits for the response and replays it.
 * - A request that is refused or fails deletes its reservation, so its key is free again. That of a process that died ends
 *   by itself, and the next repeat takes it over.
 * - The response is stored only under the reservation that was made for it: whoever lost it to another writes nothing.
 */
export interface ReservedKey {
  readonly apiClientId: number;
  readonly key: string;
  readonly fingerprint: string;
  /** HTTP status of the response. */
  readonly status: number;
}

interface Options {
  /** Longer than the work takes. */
  readonly leaseMs: number;
  /** Throws `idempotency_conflict`; null if there is no response yet. */
  readonly findReplay: () => Promise<SerialisedData | null>;
}

export function keyUnderWay(): AppError {
  return new AppError('service_unavailable', {
    message: 'A request with this Idempotency-Key is still under way. This one did nothing.',
  });
}

/**
 * SQL of the advisory lock's number that each transaction holds while it writes a key. Who must not wait for another
 * request with the key, as the unique index would make it, tries the lock first.
 */
export function keyLock(apiClientId: string, key: string): string {
  return `hashtextextended(${key}, ${apiClientId})`;
}

/** How often a repeat looks for the response of the request that is under way. */
const POLL_MS = 250;

/** The reservation, or the response of the request that had the key. Throws `service_unavailable` if that takes too long. */
export async function reserveKey(
  db: Database,
  as: ReservedKey,
  { leaseMs, findReplay }: Options,
): Promise<Reservation | SerialisedData> {
  const holder = randomUUID();
  const deadline = Date.now() + leaseMs;
  while (!(await take(db, as, holder, leaseMs))) {
    const found = await findReplay();
    if (found !== null) return found;
    if (Date.now() > deadline) throw keyUnderWay();
    await sleep(POLL_MS);
  }
  return new Reservation(db, as, holder);
}

class Reservation {
  readonly #db: Database;
  readonly #as: ReservedKey;
  readonly #holder: string;

  constructor(db: Database, as: ReservedKey, holder: string) {
    this.#db = db;
    this.#as = as;
    this.#holder = holder;
  }

  async run<T, R>(prepare: () => Promise<T>, write: (trx: Transaction<DB>, made: T) => Promise<R>): Promise<R> {
    try {
      const made = await prepare();
      return await this.#db.transaction(async (trx) => {
        await this.#confirm(trx);
        return write(trx, made);
      });
    } catch (error) {
      // If this fails too, the reservation ends by itself. If the transaction was committed after all, it is no more.
      await this.#release().catch(() => undefined);
      throw error;
    }
  }

  /** Turns the reservation into an ordinary key, whose row stays locked until the response is stored. */
  async #confirm(trx: Transaction<DB>): Promise<void> {
    const { numUpdatedRows } = await trx
      .updateTable('idempotency_key')
      .set({ reserved_by: null, reserved_until: null })
      .where('api_client_id', '=', this.#as.apiClientId)
      .where('key', '=', this.#as.key)
      .where('reserved_by', '=', this.#holder)
      .executeTakeFirst();
    if (numUpdatedRows === 1n) return;
    throw new AppError('service_unavailable', {
      message: 'Another request with this Idempotency-Key went on in place of this one. This one did nothing.',
    });
  }

  async #release(): Promise<void> {
    await this.#db.kysely
      .deleteFrom('idempotency_key')
      .where('api_client_id', '=', this.#as.apiClientId)
      .where('key', '=', this.#as.key)
      .where('reserved_by', '=', this.#holder)
      .execute();
  }
}

/** One statement: inserts the reservation, or takes over one that has ended. */
async function take(db: Database, as: ReservedKey, holder: string, leaseMs: number): Promise<boolean> {
  const reservedUntil = sql<Date>`now() + ${leaseMs}::int * interval '1 millisecond'`;
  const reservation = {
    fingerprint: as.fingerprint,
    response_status: as.status,
    reserved_by: holder,
    reserved_until: reservedUntil,
  };
  const { numInsertedOrUpdatedRows } = await db.kysely
    .insertInto('idempotency_key')
    .values({ api_client_id: as.apiClientId, key: as.key, response_data: '', ...reservation })
    .onConflict((conflict) =>
      conflict
        .columns(['api_client_id', 'key'])
        .doUpdateSet({ ...reservation, created_at: sql`now()` })
        .where('idempotency_key.reserved_until', '<', sql<Date>`now()`),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}
