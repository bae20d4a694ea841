import type { ApiRequest } from './http.ts';

/*
 * Decisions that wait for ten seconds before they are sent, so that a slip can be taken back.
 *
 * - At most one waits: the next one sends it.
 * - Each is sent under its own idempotency key, however often that is tried: it is taken once or not at all. Until it is
 *   sent it lives in this page alone, so a page that crashes loses it.
 * - What was refused, or got no answer, stays until the person has seen it.
 */

export const HOLD_MS = 10_000;

export interface Decision {
  readonly executionId: number;
  readonly reviewId: number;
  /** What is said of it: `Approved`. */
  readonly words: string;
  /** Whom it is about. */
  readonly name: string;
  readonly request: ApiRequest;
  /** Once it was taken. It counts as under way until the pages show it. */
  readonly onTaken: () => Promise<unknown>;
  readonly onRefused: (error: Error) => void;
}

export type HeldState =
  | { readonly is: 'waiting'; readonly untilMs: number }
  | { readonly is: 'sending' }
  | { readonly is: 'refused'; readonly error: Error };

export interface Held extends Decision {
  readonly state: HeldState;
}

export interface HeldParts {
  readonly send: (request: ApiRequest) => Promise<unknown>;
  /** An idempotency key, another one at each call. */
  readonly newKey: () => string;
  readonly now: () => number;
  /** Returns what ends it. */
  readonly after: (ms: number, run: () => void) => () => void;
}

export class HeldDecisions {
  readonly #parts: HeldParts;
  readonly #listeners = new Set<() => void>();
  readonly #sending = new Map<number, Promise<Error | null>>();
  #all: readonly Held[] = [];
  #endTimer: () => void = () => undefined;

  constructor(parts: HeldParts) {
    this.#parts = parts;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** The same list until something changes. */
  readonly all = (): readonly Held[] => this.#all;

  hold(decision: Decision): void {
    void this.flush();
    // A new decision takes the place of one that was refused.
    const others = this.#all.filter(({ reviewId }) => reviewId !== decision.reviewId);
    const untilMs = this.#parts.now() + HOLD_MS;
    const request = { ...decision.request, idempotencyKey: this.#parts.newKey(), isKept: true };
    this.#set([...others, { ...decision, request, state: { is: 'waiting', untilMs } }]);
    this.#endTimer = this.#parts.after(HOLD_MS, () => void this.flush());
  }

  /** Takes back the one that waits, and returns it; null if none does any more. */
  undo(): Held | null {
    const waiting = this.#waiting();
    if (waiting === null) return null;
    this.#endTimer();
    this.drop(waiting.reviewId);
    return waiting;
  }

  /** Sends the one that waits now. Returns when all that are under way have ended, with the first error. */
  async flush(): Promise<Error | null> {
    const waiting = this.#waiting();
    if (waiting !== null) this.#send(waiting);
    const errors = await Promise.all(this.#sending.values());
    return errors.find((error) => error !== null) ?? null;
  }

  /** Whatever else is done with these executions comes after their decisions. Throws if one of them was refused. */
  async before(request: ApiRequest): Promise<void> {
    const concerned = this.#all.filter(({ executionId }) => concerns(request, executionId));
    for (const one of concerned) if (one.state.is === 'waiting') this.#send(one);
    const errors = await Promise.all(concerned.map(({ reviewId }) => this.#sending.get(reviewId)));
    for (const error of errors) if (error instanceof Error) throw error;
  }

  /** Tries one that was refused again, under the same key. */
  again(reviewId: number): void {
    const one = this.#all.find((each) => each.reviewId === reviewId);
    if (one?.state.is === 'refused') this.#send(one);
  }

  /** Nothing is left to be done about it. */
  drop(reviewId: number): void {
    this.#set(this.#all.filter((each) => each.reviewId !== reviewId));
  }

  #waiting(): Held | null {
    return this.#all.find(({ state }) => state.is === 'waiting') ?? null;
  }

  #send(one: Held): void {
    if (one.state.is === 'waiting') this.#endTimer();
    this.#become(one.reviewId, { is: 'sending' });
    const sent = this.#try(one).finally(() => this.#sending.delete(one.reviewId));
    this.#sending.set(one.reviewId, sent);
  }

  async #try({ reviewId, request, onTaken, onRefused }: Held): Promise<Error | null> {
    try {
      await this.#parts.send(request);
    } catch (caught) {
      const error = caught instanceof Error ? caught : new Error(String(caught));
      this.#become(reviewId, { is: 'refused', error });
      onRefused(error);
      return error;
    }
    // Taken is taken, whatever becomes of the pages.
    await onTaken().catch(() => undefined);
    this.drop(reviewId);
    return null;
  }

  #become(reviewId: number, state: HeldState): void {
    this.#set(this.#all.map((one) => (one.reviewId === reviewId ? { ...one, state } : one)));
  }

  #set(all: readonly Held[]): void {
    this.#all = all;
    for (const listener of this.#listeners) listener();
  }
}

/** Whether a request does something with the execution. */
function concerns({ path, body }: ApiRequest, executionId: number): boolean {
  const of = /^\/executions\/(\d+)(?:\/|$)/.exec(path)?.[1];
  if (of !== undefined) return Number(of) === executionId;
  const ids: unknown = body === undefined || !('execution_ids' in body) ? undefined : body.execution_ids;
  return Array.isArray(ids) && ids.includes(executionId);
}
