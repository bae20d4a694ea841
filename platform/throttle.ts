/** A function that is called at most once in an interval. */
export interface Throttled<Argument> {
  (argument: Argument): void;
  /** Makes the pending call now, if there is one. */
  flush(): void;
}

/**
 * Calls `action` at once if it was not called for `intervalMs`; otherwise at the end of the interval, once for all calls
 * in between, with the argument of the first of them. A pending call does not keep the process alive.
 */
export function throttle<Argument>(action: (argument: Argument) => void, intervalMs: number): Throttled<Argument> {
  let calledAt = Number.NEGATIVE_INFINITY;
  let pending: { readonly argument: Argument; readonly timer: NodeJS.Timeout } | undefined;
  const call = (argument: Argument): void => {
    calledAt = performance.now();
    action(argument);
  };
  const flush = (): void => {
    if (pending === undefined) return;
    const { argument, timer } = pending;
    clearTimeout(timer);
    pending = undefined;
    call(argument);
  };
  const throttled = (argument: Argument): void => {
    if (pending !== undefined) return;
    const waitMs = calledAt + intervalMs - performance.now();
    if (waitMs <= 0) call(argument);
    else pending = { argument, timer: setTimeout(flush, waitMs).unref() };
  };
  return Object.assign(throttled, { flush });
}
