/** Health of a webhook endpoint as the subscription shows it (semantics 14.10.1). */
export type EndpointHealth =
  | { readonly status: 'ok' }
  /** Every attempt has failed since `since`, for at least FAILING_AFTER_DAYS. */
  | { readonly status: 'failing'; readonly since: Date };

export const FAILING_AFTER_DAYS = 5;
const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * `failingSince`: since when every attempt has failed, null while the last one succeeded. An endpoint is flagged only
 * once that has lasted FAILING_AFTER_DAYS; it is never switched off.
 */
export function endpointHealth(failingSince: Date | null, now: Date): EndpointHealth {
  if (failingSince === null || now.getTime() - failingSince.getTime() < FAILING_AFTER_DAYS * DAY_MS) {
    return { status: 'ok' };
  }
  return { status: 'failing', since: failingSince };
}
