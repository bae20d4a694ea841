/** A function that is called at most once in an interval. */
export interface Throttled<Argument> {
  (argument: Argument): void;
  /** Makes the pending call now, if there is one. */
  flush(): void;
}

/**
 * Calls `action` at once if it was not called for `intervalMs`. Otherwise calls it at the end of the interval, once for
 * all calls in between, with the arguments of all of them. A pending call does not keep the process alive.
 */
export function throttle<Argument>(
  action: (calls: readonly Argument[]) => void,
  intervalMs: number,
): Throttled<Argument> {
  let calledAt = Number.NEGATIVE_INFINITY;
  let pending: { readonly calls: Argument[]; readonly timer: NodeJS.Timeout } | undefined;
  const call = (calls: readonly Argument[]): void => {
    calledAt = performance.now();
    action(calls);
  };
  const flush = (): void => {
    if (pending === undefined) return;
    const { calls, timer } = pending;
    clearTimeout(timer);
    pending = undefined;
    call(calls);
  };
  const throttled = (argument: Argument): void => {
    if (pending !== undefined) {
      pending.calls.push(argument);
      return;
    }
    const waitMs = calledAt + intervalMs - performance.now();
    if (waitMs <= 0) call([argument]);
    else pending = { calls: [argument], timer: setTimeout(flush, waitMs).unref() };
  };
  return Object.assign(throttled, { flush });
}
