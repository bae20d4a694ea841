import type { CascadeError } from './errors.ts';

/** When a failed request is sent again. Pure: the caller supplies time and randomness. */
export interface RetryLimits {
  /** Requests after the first. */
  readonly maxRetries: number;
  /** Limit of all waits of one call together. */
  readonly maxWaitMs: number;
}

export interface FailedAttempt {
  readonly error: Pick<CascadeError, 'status' | 'retryAfter'>;
  /** 0 for the first request. */
  readonly attempt: number;
  readonly waitedMs: number;
  /** True if a request can be sent twice but takes effect once. */
  readonly isRepeatable: boolean;
}

const FIRST_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 8_000;
/** A 429 without Retry-After waits at least a second. */
const MIN_LIMITED_MS = 1_000;
const RETRY_AFTER_JITTER_MS = 500;

/**
 * Milliseconds until the next request, or null if the request is not sent again.
 * `random`, in [0, 1), spreads clients that got the same Retry-After; never below what the service asked for.
 */
export function retryDelayMs(failed: FailedAttempt, limits: RetryLimits, random: () => number): number | null {
  const { error, attempt, waitedMs, isRepeatable } = failed;
  if (attempt >= limits.maxRetries || !mayBeRepeated(error, isRepeatable)) return null;
  const delayMs = Math.ceil(delayOf(error, attempt, random));
  return waitedMs + delayMs > limits.maxWaitMs ? null : delayMs;
}

function mayBeRepeated({ status }: FailedAttempt['error'], isRepeatable: boolean): boolean {
  // Refused before anything was done, whatever the method.
  if (status === 429) return true;
  // The outcome of all others may be unknown.
  return isRepeatable && [0, 502, 503, 504].includes(status);
}

function delayOf({ status, retryAfter }: FailedAttempt['error'], attempt: number, random: () => number): number {
  if (retryAfter !== null) return retryAfter * 1_000 + random() * RETRY_AFTER_JITTER_MS;
  const backoffMs = Math.min(FIRST_BACKOFF_MS * 2 ** attempt, MAX_BACKOFF_MS);
  return Math.max(backoffMs / 2 + (random() * backoffMs) / 2, status === 429 ? MIN_LIMITED_MS * 2 ** attempt : 0);
}

/** Seconds of a Retry-After, which is a number of them or a date (RFC 9110, section 10.2.3); null for anything else. */
export function parseRetryAfter(value: string | null, now: number): number | null {
  if (value === null) return null;
  const text = value.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text);
  // Accepts only the one form of HTTP dates that may be sent, though `Date.parse` takes more.
  if (!/^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1_000));
}

/** Resolves after `ms`, or rejects with the signal's reason as soon as it is aborted. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error);
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
