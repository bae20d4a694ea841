import { sql } from 'kysely';
import { SETTLED_EXECUTION_STATUSES } from '../../../core/states.ts';
import type { Json } from '../../../core/json.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { SUBJECTS, type Bus } from '../../../platform/nats/index.ts';
import { WakeUp } from '../../../platform/wake.ts';

/**
 * Requests that wait until an execution has settled, that is, has ended or waits for a person.
 *
 * 1. A NATS hint wakes the requests that wait for its executions. A hint may be lost, so one query for all waits
 *    together runs every `pollMs`. Nothing else is read between hints, however many wait.
 * 2. A wait is registered before the execution is read, so that no event in between is missed.
 * 3. A hint only says where to look: a request that is woken reads the row, scoped to its client.
 * 4. Waits beyond the limits end at once, and so do all when the gateway closes: the caller gets the present state.
 */
export class ExecutionWaits {
  readonly #db: Database;
  readonly #limits: WaitLimits;
  readonly #log: Logger;
  readonly #subscription: { unsubscribe(): void };
  readonly #byExecution = new Map<number, Set<Waiting>>();
  readonly #byAccount = new Map<number, number>();
  #count = 0;
  #poll: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(db: Database, bus: Pick<Bus, 'subscribe'>, limits: WaitLimits, log: Logger) {
    this.#db = db;
    this.#limits = limits;
    this.#log = log;
    this.#subscription = bus.subscribe(SUBJECTS.executionsSettled, null, ({ payload }) => this.#wake(idsOf(payload)));
  }

  /** How many requests wait. */
  get count(): number {
    return this.#count;
  }

  /**
   * Returns when `isSettled` returns true, after `timeoutMs`, when `signal` is aborted, or at once if the limits are
   * reached. `isSettled` is called first and after each wake-up; its errors are passed on.
   */
  async untilSettled(
    { executionId, accountId, apiClientId }: ExecutionOfClient,
    { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
    isSettled: () => Promise<boolean>,
  ): Promise<void> {
    if (this.#isClosed || this.#isFull(accountId)) return;
    const deadline = performance.now() + timeoutMs;
    const waiting: Waiting = { accountId, apiClientId, wakeUp: new WakeUp() };
    this.#add(executionId, waiting);
    try {
      while (!(await isSettled())) {
        const left = deadline - performance.now();
        if (left <= 0 || signal.aborted || this.#isClosed) return;
        await waiting.wakeUp.sleep(left, signal);
        if (performance.now() >= deadline || signal.aborted || this.#isClosed) return;
      }
    } finally {
      this.#remove(executionId, waiting);
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#subscription.unsubscribe();
    clearTimeout(this.#poll);
    this.#wake([...this.#byExecution.keys()]);
  }

  #isFull(accountId: number): boolean {
    return this.#count >= this.#limits.perProcess || (this.#byAccount.get(accountId) ?? 0) >= this.#limits.perAccount;
  }

  #add(executionId: number, waiting: Waiting): void {
    const others = this.#byExecution.get(executionId);
    if (others === undefined) this.#byExecution.set(executionId, new Set([waiting]));
    else others.add(waiting);
    this.#byAccount.set(waiting.accountId, (this.#byAccount.get(waiting.accountId) ?? 0) + 1);
    this.#count += 1;
    this.#poll ??= this.#pollLater();
  }

  #remove(executionId: number, waiting: Waiting): void {
    const others = this.#byExecution.get(executionId);
    others?.delete(waiting);
    if (others?.size === 0) this.#byExecution.delete(executionId);
    const left = (this.#byAccount.get(waiting.accountId) ?? 1) - 1;
    if (left === 0) this.#byAccount.delete(waiting.accountId);
    else this.#byAccount.set(waiting.accountId, left);
    this.#count -= 1;
  }

  #wake(executionIds: readonly number[]): void {
    for (const id of executionIds) for (const { wakeUp } of this.#byExecution.get(id) ?? []) wakeUp.wake();
  }

  #pollLater(): NodeJS.Timeout {
    return setTimeout(() => {
      void this.#lookForAll().finally(() => {
        this.#poll = this.#count > 0 && !this.#isClosed ? this.#pollLater() : undefined;
      });
    }, this.#limits.pollMs);
  }

  /** One query for all that wait. If it fails, it is repeated after the next pause. */
  async #lookForAll(): Promise<void> {
    if (this.#count === 0) return;
    try {
      this.#wake(await this.#readSettled());
    } catch (error) {
      this.#log.warn({ err: error }, 'the executions that requests wait for could not be read');
    }
  }

  /** Scoped like every query of the API: an execution counts only for the client whose request waits for it. */
  async #readSettled(): Promise<readonly number[]> {
    const waits = [...this.#byExecution].flatMap(([id, all]) =>
      [...new Set([...all].map(({ apiClientId }) => apiClientId))].map((client) => ({ id, client })),
    );
    const { rows } = await sql<{ id: number }>`
      select e.id
      from unnest(${waits.map(({ id }) => id)}::bigint[], ${waits.map(({ client }) => client)}::bigint[])
        as w (id, api_client_id)
      join execution e on e.id = w.id and e.api_client_id = w.api_client_id
      where e.status = any(${[...SETTLED_EXECUTION_STATUSES]})`.execute(this.#db.kysely);
    return rows.map(({ id }) => id);
  }
}

export interface WaitLimits {
  /** Pause between two queries for all waits. */
  readonly pollMs: number;
  /** Most waiting requests of one account, over all of its clients, in one process. */
  readonly perAccount: number;
  /** Most waiting requests of all accounts together. */
  readonly perProcess: number;
}

/** A waiting request holds a connection and a kilobyte or two, and costs no query. */
export const DEFAULT_WAIT_LIMITS: WaitLimits = { pollMs: 5_000, perAccount: 250, perProcess: 1_000 };

interface ExecutionOfClient {
  readonly executionId: number;
  readonly accountId: number;
  readonly apiClientId: number;
}

interface Waiting {
  readonly accountId: number;
  readonly apiClientId: number;
  readonly wakeUp: WakeUp;
}

function idsOf(payload: Json): number[] {
  return Array.isArray(payload) ? payload.filter((id) => typeof id === 'number') : [];
}
