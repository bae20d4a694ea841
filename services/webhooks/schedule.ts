/**
 * When a delivery is tried again (reference, "Delivery"; api-decisions, section 13). The schedule is fixed: no jitter,
 * and Retry-After is not heeded.
 */

/** After attempt n failed, attempt n + 1 follows RETRY_DELAYS_SECONDS[n - 1] later. */
export const RETRY_DELAYS_SECONDS = [60, 300, 1_800, 7_200, 28_800, 86_400] as const;

export type AfterFailure =
  { readonly status: 'retrying'; readonly nextRetryAt: Date } | { readonly status: 'dead'; readonly nextRetryAt: null };

/** `attempts`: made so far, with the one that failed at `failedAt`. `maxAttempts`: after that many it is dead. */
export function afterFailure(attempts: number, maxAttempts: number, failedAt: Date): AfterFailure {
  const delaySeconds = RETRY_DELAYS_SECONDS[attempts - 1];
  if (attempts >= maxAttempts || delaySeconds === undefined) return { status: 'dead', nextRetryAt: null };
  return { status: 'retrying', nextRetryAt: new Date(failedAt.getTime() + delaySeconds * 1_000) };
}
