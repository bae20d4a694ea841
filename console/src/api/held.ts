import type { ApiRequest } from './http.ts';

/*
 * Decisions held for ten seconds before they are sent, so that a slip can be undone.
 *
 * - At most one decision waits: holding the next one sends it.
 * - All attempts to send a decision use the same idempotency key, so it is taken at most once. Until it is sent it
 *   exists only in this page, so a page that crashes loses it.
 * - A decision that was refused or got no response is listed until the person dismisses it.
 */

export const HOLD_MS = 10_000;

export interface Decision {
  readonly executionId: number;
  readonly reviewId: number;
  /** Words for the decision, such as `Approved`. */
  readonly words: string;
  /** Name of the person that the decision is about. */
  readonly name: string;
  readonly request: ApiRequest;
  /** Called once the decision was taken. The decision counts as under way until the returned promise settles. */
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
  /** Returns a new idempotency key at each call. */
  readonly newKey: () => string;
  readonly now: () => number;
  /** Starts a timer and returns a function that cancels it. */
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

  /** Returns the same array until something changes. */
  readonly all = (): readonly Held[] => this.#all;

  hold(decision: Decision): void {
    void this.flush();
    // A new decision replaces a refused one about the same review.
    const others = this.#all.filter(({ reviewId }) => reviewId !== decision.reviewId);
    const untilMs = this.#parts.now() + HOLD_MS;
    const request = { ...decision.request, idempotencyKey: this.#parts.newKey(), isKept: true };
    this.#set([...others, { ...decision, request, state: { is: 'waiting', untilMs } }]);
    this.#endTimer = this.#parts.after(HOLD_MS, () => void this.flush());
  }

  /** Takes back the waiting decision and returns it; null if none is waiting. */
  undo(): Held | null {
    const waiting = this.#waiting();
    if (waiting === null) return null;
    this.#endTimer();
    this.drop(waiting.reviewId);
    return waiting;
  }

  /** Sends the waiting decision now. Resolves when all decisions under way have ended, with the first error. */
  async flush(): Promise<Error | null> {
    const waiting = this.#waiting();
    if (waiting !== null) this.#send(waiting);
    const errors = await Promise.all(this.#sending.values());
    return errors.find((error) => error !== null) ?? null;
  }

  /** Other writes to these executions wait for their decisions. Throws if one of the decisions was refused. */
  async before(request: ApiRequest): Promise<void> {
    const concerned = this.#all.filter(({ executionId }) => concerns(request, executionId));
    for (const one of concerned) if (one.state.is === 'waiting') this.#send(one);
    const errors = await Promise.all(concerned.map(({ reviewId }) => this.#sending.get(reviewId)));
    for (const error of errors) if (error instanceof Error) throw error;
  }

  /** Retries a refused decision under the same key. */
  again(reviewId: number): void {
    const one = this.#all.find((each) => each.reviewId === reviewId);
    if (one?.state.is === 'refused') this.#send(one);
  }

  /** Removes the decision from the list. */
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
    // The decision counts as taken even if the pages cannot be refreshed.
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

/** True if a request acts on the execution. */
function concerns({ path, body }: ApiRequest, executionId: number): boolean {
  const of = /^\/executions\/(\d+)(?:\/|$)/.exec(path)?.[1];
  if (of !== undefined) return Number(of) === executionId;
  const ids: unknown = body === undefined || !('execution_ids' in body) ? undefined : body.execution_ids;
  return Array.isArray(ids) && ids.includes(executionId);
}
