import type { OutboundError } from '../../../platform/outbound/index.ts';
import { type OutboundResponse } from '../../../platform/outbound/index.ts';

/** Statuses that mean "later", not "no" (RFC 9110, 6585, 8470). */
export function isTransientStatus(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || status >= 500;
}

/** True if another attempt may succeed. */
export function isTransientError(error: OutboundError): boolean {
  return error.reason !== 'forbidden_target' && error.reason !== 'response_too_large';
}

/** Limit for a pull or a notification that failed. */
const LONGEST_RETRY_AFTER_MS = 300_000;

/** The delay of Retry-After (RFC 9110, section 10.2.3), at most `longestMs`; undefined if it is absent or past. */
export function retryAfterMs(
  { headers }: OutboundResponse,
  now = Date.now(),
  longestMs = LONGEST_RETRY_AFTER_MS,
): number | undefined {
  const value = headers['retry-after'];
  if (typeof value !== 'string') return undefined;
  const delay = /^\d{1,9}$/.test(value.trim()) ? Number(value) * 1_000 : Date.parse(value) - now;
  return delay > 0 ? Math.min(delay, longestMs) : undefined;
}
