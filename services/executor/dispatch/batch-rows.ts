import type { Pool } from 'pg';
import { begunOnly } from '../../../platform/database/commands.ts';

/** How often rows are looked up whose first advance this process has not seen, because another replica may run it. */
const LOOK_UP_MS = 100;
/** A row that cannot be advanced delays others no longer than this. */
const LONGEST_MS = 10_000;

/** A row that may be started now. */
export interface BegunRow {
  /** Resolves after its first advance, or when none is expected any more. */
  readonly advanced: Promise<void>;
}

/**
 * Lets claimed batch rows start one after the other: only a few are begun at a time, which means started and not
 * advanced yet. Temporal takes starts faster than they are worked off. Without counting them, rows would queue up there
 * and in this worker, and a single trigger would wait behind them. The other rows wait here, where they can be held.
 *
 * Boundary: it knows execution ids. The dispatcher decides about claims, starts and holding. Invariant: a begun row
 * ends after `LONGEST_MS` at the latest, and nothing waits any more after `stop`.
 */
export class BatchRows {
  readonly #pool: Pool;
  #mostBegun = 0;
  readonly #waiting: { readonly id: number; readonly begin: (row: BegunRow | null) => void }[] = [];
  readonly #begun = new Map<number, { readonly since: number; readonly end: () => void }>();
  /** Rows that may begin although the others are held. */
  #admitted = Number.POSITIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Rows that are queued. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Resolves when the row of that execution may start; null after `stop`. If the start fails, the caller calls `end`;
   * otherwise the end of its first advance does.
   */
  begin(executionId: number): Promise<BegunRow | null> {
    if (this.#isStopped) return Promise.resolve(null);
    return new Promise((resolve) => {
      this.#waiting.push({ id: executionId, begin: resolve });
      this.#next();
    });
  }

  /** Its advance has ended, or it was not started. */
  end(executionId: number): void {
    this.#begun.get(executionId)?.end();
    this.#begun.delete(executionId);
    this.#next();
  }

  /**
   * No row begins before the first call. `held`: none may begin. `owed`: as many as may be begun together
   * (`mostBegun`), once.
   */
  admit(state: 'free' | 'held' | 'owed', mostBegun: number): void {
    this.#mostBegun = mostBegun;
    this.#admitted = { free: Number.POSITIVE_INFINITY, held: 0, owed: mostBegun }[state];
    this.#next();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    for (const { begin } of this.#waiting.splice(0)) begin(null);
    for (const id of [...this.#begun.keys()]) this.end(id);
  }

  #next(): void {
    while (this.#begun.size < this.#mostBegun && this.#admitted > 0) {
      const row = this.#waiting.shift();
      if (row === undefined) return;
      this.#admitted -= 1;
      // Claimed twice, after its lease ran out.
      this.#begun.get(row.id)?.end();
      // Counted from now on, because it may be advanced before Temporal's response has been read.
      const advanced = new Promise<void>((resolve) => {
        this.#begun.set(row.id, { since: performance.now(), end: resolve });
      });
      this.#timer ??= setTimeout(() => void this.#lookUp(), LOOK_UP_MS);
      row.begin({ advanced });
    }
  }

  async #lookUp(): Promise<void> {
    const ageOf = ({ since }: { readonly since: number }) => performance.now() - since;
    const older = [...this.#begun].filter(([, row]) => ageOf(row) >= LOOK_UP_MS).map(([id]) => id);
    try {
      const isBegun = new Set(older.length === 0 ? [] : await this.#notAdvanced(older));
      for (const id of older) if (!isBegun.has(id)) this.end(id);
    } catch {
      // The next look-up may succeed.
    }
    for (const [id, row] of [...this.#begun]) if (ageOf(row) >= LONGEST_MS) this.end(id);
    this.#timer = undefined;
    if (this.#begun.size > 0 && !this.#isStopped) this.#timer = setTimeout(() => void this.#lookUp(), LOOK_UP_MS);
  }

  /** A retried row has a state from before, so for it only an advance by this process counts. */
  async #notAdvanced(ids: readonly number[]): Promise<number[]> {
    const { rows } = await this.#pool.query<{ id: number }>({
      name: 'executor_begun_rows',
      text: `select id from execution
        where id = any ($1::bigint[]) and ${begunOnly()}`,
      values: [ids],
    });
    return rows.map(({ id }) => id);
  }
}
