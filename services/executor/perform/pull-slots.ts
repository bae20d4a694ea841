import { LRUCache } from 'lru-cache';
import { MOST_SLOTS } from '../../../core/products/connection.ts';
import { ConcurrencySlots } from '../../../platform/concurrency-slots.ts';
import type { Connection } from './connection.ts';

/** Share of one account in the pulls of a process (`EFFECTS_AT_ONCE`). */
const MOST_OF_ONE = MOST_SLOTS;
/** More than all pulls of a process, because only the shares are limited here. */
const ANY = 1_000;
/** Long enough for a vendor that answers at once; a pull that waits longer gives up its own slot meanwhile. */
const PATIENCE_MS = 100;
const MOST_CONNECTIONS = 10_000;

/** Slots of a process for pulls. A vendor that hangs, or an account with many pulls, leaves some to the others. */
export class PullSlots {
  readonly #accounts = new ConcurrencySlots({ slots: ANY, perOwner: MOST_OF_ONE, patienceMs: PATIENCE_MS });
  readonly #connections = new LRUCache<string, ConcurrencySlots>({ max: MOST_CONNECTIONS });

  /** Resolves to the function that releases the slot; to null if none became free. */
  async take(accountId: number, connection: Pick<Connection, 'name' | 'slots'>): Promise<(() => void) | null> {
    const leaveAccount = await this.#accounts.take(accountId);
    if (leaveAccount === null) return null;
    const leaveConnection = await this.#of(connection).take(accountId);
    if (leaveConnection === null) {
      leaveAccount();
      return null;
    }
    return () => {
      leaveConnection();
      leaveAccount();
    };
  }

  #of({ name, slots: most }: Pick<Connection, 'name' | 'slots'>): ConcurrencySlots {
    const known = this.#connections.get(name);
    if (known !== undefined) return known;
    const slots = new ConcurrencySlots({ slots: most, perOwner: most, patienceMs: PATIENCE_MS });
    this.#connections.set(name, slots);
    return slots;
  }
}
