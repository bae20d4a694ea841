import type { Schemas } from '../../../clients/typescript/src/types.ts';

/*
 * Requests to the public API, authenticated by the browser's session instead of a token. Browsers send the origin with
 * every write; the server ignores the session without it.
 */

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface ApiRequest {
  readonly method: Method;
  /** Path below /api/v1. */
  readonly path: string;
  readonly body?: object;
  /** For a write that must not happen twice: a repeat sends the same key. */
  readonly idempotencyKey?: string;
  /** The expected version: the write is refused if the current one differs. */
  readonly ifMatch?: string;
  /** True if the request is completed even when the page is left meanwhile. */
  readonly isKept?: boolean;
}

export interface Answer<Data, Meta = Schemas['Meta']> {
  readonly data: Data;
  readonly meta: Meta;
  /** Only for resources that can be changed with `ifMatch`. */
  readonly etag: string | null;
  /** True if the response is replayed from an earlier request with this idempotency key. */
  readonly isReplay: boolean;
}

type ErrorBody = Schemas['ErrorEnvelope']['error'];

/** A refusal by the API, or the reason why no response came. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; 0 if no response came. */
  readonly status: number;
  readonly code: string;
  readonly details: ErrorBody['details'];
  readonly requestId: string | null;
  readonly docUrl: string | null;
  readonly retryAfterSeconds: number | null;

  constructor(status: number, error: Partial<ErrorBody>, retryAfterSeconds: number | null) {
    super(error.message ?? 'The service did not answer.');
    this.status = status;
    this.code = error.code ?? 'no_answer';
    this.details = error.details ?? [];
    this.requestId = error.request_id ?? null;
    this.docUrl = error.doc_url ?? null;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** True if nobody is signed in, or the session has ended. */
  get isSignedOut(): boolean {
    return this.status === 401;
  }
}

/**
 * True if the service itself refused the request. Without a complete response, or with one from a proxy, the request may
 * have been carried out.
 */
export function wasRefused(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}

const listeners = new Set<() => void>();

/**
 * Calls the listener when a request is refused because nobody is signed in. Returns the function that unsubscribes it.
 */
export function onSignedOut(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const API_PATH = '/api/v1';

export async function call<Data, Meta = Schemas['Meta']>(
  request: ApiRequest,
  signal?: AbortSignal,
): Promise<Answer<Data, Meta>> {
  const response = await send(request, signal);
  // The server checks every response against the document that the types are generated from.
  const body: object = response.status === 204 ? { data: undefined, meta: {} } : await response.json();
  const isReplay = response.headers.get('Idempotent-Replayed') === 'true';
  return { ...body, etag: response.headers.get('ETag'), isReplay } as Answer<Data, Meta>;
}

export async function download(path: string): Promise<Blob> {
  return (await send({ method: 'GET', path })).blob();
}

async function send(request: ApiRequest, signal?: AbortSignal): Promise<Response> {
  const { method, path, body, idempotencyKey, ifMatch, isKept = false } = request;
  const response = await fetch(API_PATH + path, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
      ...(ifMatch === undefined ? {} : { 'If-Match': ifMatch }),
    },
    credentials: 'same-origin',
    keepalive: isKept,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted === true) throw error;
    throw new ApiError(0, { message: 'The service cannot be reached. What you typed is still here.' }, null);
  });
  if (response.ok) return response;
  const error = await errorOf(response);
  if (error.isSignedOut) for (const listener of listeners) listener();
  throw error;
}

async function errorOf(response: Response): Promise<ApiError> {
  const seconds = Number(response.headers.get('Retry-After') ?? '');
  const retryAfter = Number.isFinite(seconds) && seconds > 0 ? seconds : null;
  const requestId = response.headers.get('X-Request-Id');
  const fallback = { message: `The service answered with status ${response.status}.` };
  const body = (await response.json().catch(() => ({}))) as { error?: Partial<ErrorBody> };
  return new ApiError(
    response.status,
    { ...fallback, ...(requestId === null ? {} : { request_id: requestId }), ...body.error },
    retryAfter,
  );
}
