import {
  CascadeError,
  ConnectionFailedError,
  errorOfStatus,
  type CascadeErrorFields,
  type ErrorDetail,
} from './errors.ts';
import { parseRetryAfter, retryDelayMs, type RetryLimits } from './retry.ts';

/** One call: what is sent, and sent again, unchanged. */
export interface Request {
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string | null;
  /** Sending it twice does its work once. */
  readonly isRepeatable: boolean;
  readonly idempotencyKey: string | null;
  readonly signal: AbortSignal | undefined;
}

export interface Sender {
  readonly fetch: typeof fetch;
  readonly limits: RetryLimits;
  readonly timeoutMs: number;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly random: () => number;
  readonly now: () => number;
}

/**
 * Sends until it succeeds, and returns what `read` makes of the response. `read` belongs to the request: where the
 * connection breaks while it reads, the request has failed.
 *
 * @throws CascadeError, that of the last request
 * @throws the reason of the request's signal, as soon as that is aborted
 */
export async function send<T>(
  request: Request,
  sender: Sender,
  read: (response: Response) => T | Promise<T>,
): Promise<T> {
  let waitedMs = 0;
  for (let attempt = 0; ; attempt += 1) {
    const result = await tryOnce(request, sender, read);
    if (result.isSuccess) return result.value;
    const { error } = result;
    const failed = { error, attempt, waitedMs, isRepeatable: request.isRepeatable };
    const delayMs = retryDelayMs(failed, sender.limits, sender.random);
    if (delayMs === null) throw error;
    await sender.sleep(delayMs, request.signal);
    waitedMs += delayMs;
  }
}

type Result<T> =
  { readonly isSuccess: true; readonly value: T } | { readonly isSuccess: false; readonly error: CascadeError };

async function tryOnce<T>(
  request: Request,
  { fetch, timeoutMs, now }: Sender,
  read: (response: Response) => T | Promise<T>,
): Promise<Result<T>> {
  const { url, method, headers, body, signal } = request;
  signal?.throwIfAborted();
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  const ends = signal === undefined ? timeout.signal : AbortSignal.any([signal, timeout.signal]);
  try {
    // The API never redirects. Another server that does must get neither the token nor the body.
    const response = await fetch(url, { method, headers, body, redirect: 'manual', signal: ends });
    if (response.ok) return { isSuccess: true, value: await read(response) };
    return { isSuccess: false, error: refusal(request, response, await response.text(), now()) };
  } catch (failure) {
    signal?.throwIfAborted();
    if (failure instanceof CascadeError) return { isSuccess: false, error: failure };
    return { isSuccess: false, error: silence(request, timeout.signal.aborted ? timeoutMs : null, failure) };
  } finally {
    clearTimeout(timer);
  }
}

function refusal(request: Request, { status, headers }: Response, text: string, now: number): CascadeError {
  const { operation, idempotencyKey } = request;
  const envelope = parseEnvelope(text);
  return errorOfStatus({
    operation,
    status,
    code: 'unexpected_response',
    message: 'The response is not from the API; perhaps from a proxy before it.',
    requestId: headers.get('x-request-id'),
    ...envelope,
    retryAfter: parseRetryAfter(headers.get('retry-after'), now),
    idempotencyKey,
  });
}

/**
 * No response. The failure itself is not passed on as the `cause`: what a `fetch` of the caller's own puts into it is not
 * known.
 */
function silence(
  { operation, url, idempotencyKey }: Request,
  timeoutMs: number | null,
  failure: unknown,
): CascadeError {
  const address = new URL(url).origin;
  const fields = { operation, status: 0, idempotencyKey, address };
  if (timeoutMs !== null) {
    const message = `${address} did not respond within ${timeoutMs} ms.`;
    return new ConnectionFailedError({ ...fields, code: 'timeout', message, reason: 'timeout' });
  }
  const reason = reasonOf(failure);
  const explained = REASONS[reason] === undefined ? '' : ` (${REASONS[reason]})`;
  const message = `No response from ${address}: ${reason}${explained}.`;
  return new ConnectionFailedError({ ...fields, code: 'connection_failed', message, reason });
}

/** The meanings of the platform's most common codes. */
const REASONS: Readonly<Record<string, string | undefined>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was cut',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host could not be resolved',
  ETIMEDOUT: 'the host cannot be reached',
  UND_ERR_CONNECT_TIMEOUT: 'the host cannot be reached',
  UND_ERR_SOCKET: 'the connection was cut',
};

/** `ECONNREFUSED`, if the platform says so; else the failure's name. */
function reasonOf(failure: unknown): string {
  const { cause, code, name } = (failure ?? {}) as Record<string, unknown>;
  const inner = (cause ?? {}) as Record<string, unknown>;
  const word = [inner.code, code, name].find((one) => typeof one === 'string' && /^\w{1,60}$/.test(one));
  return typeof word === 'string' ? word : 'the connection failed';
}

type Envelope = Pick<CascadeErrorFields, 'code' | 'message' | 'details'> & { requestId?: string; docUrl?: string };

/** An ErrorEnvelope, or undefined for what is none. */
function parseEnvelope(text: string): Envelope | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { error } = (value ?? {}) as { error?: Record<string, unknown> | null };
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, message, details, request_id: requestId, doc_url: docUrl } = error;
  if (typeof code !== 'string' || typeof message !== 'string') return undefined;
  return {
    // A code that this version does not know yet is passed on as it is.
    code: code as CascadeErrorFields['code'],
    message,
    details: Array.isArray(details) ? (details as readonly ErrorDetail[]) : [],
    ...(typeof requestId === 'string' ? { requestId } : {}),
    ...(typeof docUrl === 'string' ? { docUrl } : {}),
  };
}
