import { LRUCache } from 'lru-cache';
import { ConcurrencySlots } from '../../../platform/concurrency-slots.ts';

/** Of one account and of one connection, out of the pulls of a process (`EFFECTS_AT_ONCE`). */
const MOST_OF_ONE = 20;
/** More than all pulls of a process: only the shares are limited here. */
const ANY = 1_000;
/** Long enough for a vendor that answers at once; whoever waits longer gives up its own place meanwhile. */
const PATIENCE_MS = 100;
const MOST_CONNECTIONS = 10_000;

/** Places of a process for pulls, so that a vendor that hangs, or an account with many pulls, leaves some to the others. */
export class PullSlots {
  readonly #accounts = new ConcurrencySlots({ slots: ANY, perOwner: MOST_OF_ONE, patienceMs: PATIENCE_MS });
  readonly #connections = new LRUCache<string, ConcurrencySlots>({ max: MOST_CONNECTIONS });

  /** Resolves to what gives the place back; to null if none came free. */
  async take(accountId: number, connection: string): Promise<(() => void) | null> {
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

  #of(connection: string): ConcurrencySlots {
    const known = this.#connections.get(connection);
    if (known !== undefined) return known;
    const slots = new ConcurrencySlots({ slots: MOST_OF_ONE, perOwner: MOST_OF_ONE, patienceMs: PATIENCE_MS });
    this.#connections.set(connection, slots);
    return slots;
  }
}
