/**
 * When a delivery is attempted again (semantics 14.2.2 and 14.2.3). The schedule is fixed: it has no jitter and
 * ignores Retry-After.
 */

/** Attempt n + 1 follows RETRY_DELAYS_SECONDS[n - 1] after attempt n failed. */
const RETRY_DELAYS_SECONDS = [60, 300, 1_800, 7_200, 28_800, 86_400] as const;

type AfterFailure =
  | { readonly status: 'retrying'; readonly retryDelaySeconds: number }
  | { readonly status: 'dead'; readonly retryDelaySeconds: null };

/** `attempts`: made so far, including the one that failed. After `maxAttempts` the delivery is dead. */
export function afterFailure(attempts: number, maxAttempts: number): AfterFailure {
  const delaySeconds = RETRY_DELAYS_SECONDS[attempts - 1];
  if (attempts >= maxAttempts || delaySeconds === undefined) return { status: 'dead', retryDelaySeconds: null };
  return { status: 'retrying', retryDelaySeconds: delaySeconds };
}
