import type { ErrorCode } from './types.ts';

export interface ErrorDetail {
  /** Dotted path in the request's body, name of a header, or name of a query parameter. */
  readonly field: string;
  readonly message: string;
}

/**
 * The client's own codes: no response, none in time, a response from something else than the API (a proxy, for
 * instance), or a wait that timed out.
 */
export type ClientErrorCode = 'connection_failed' | 'timeout' | 'unexpected_response' | 'wait_timeout';

export interface CascadeErrorFields {
  /** `POST /workflows/{id}/trigger`: the path as a template, so that errors can be counted by it. */
  readonly operation: string;
  readonly status: number;
  readonly code: ErrorCode | ClientErrorCode;
  readonly message: string;
  readonly details?: readonly ErrorDetail[];
  readonly requestId?: string | null;
  readonly retryAfter?: number | null;
  readonly docUrl?: string | null;
  readonly idempotencyKey?: string | null;
}

/**
 * A call that failed, after its retries. It holds the API's ErrorEnvelope and the Idempotency-Key,
 * never the token or the body, so it may be logged. Its subclasses are families, for `instanceof`; `code` is exact.
 */
export class CascadeError extends Error {
  override readonly name: string = 'CascadeError';
  readonly operation: string;
  /** HTTP status; 0 if there was no response. */
  readonly status: number;
  /** Stable: branch on it, not on `message`. */
  readonly code: ErrorCode | ClientErrorCode;
  readonly details: readonly ErrorDetail[];
  /** For support requests; null if there was no response. */
  readonly requestId: string | null;
  /** Seconds that the service asked to wait; null if it did not. */
  readonly retryAfter: number | null;
  readonly docUrl: string | null;
  /** The key that was sent: repeating the same call with it is safe. Null if the operation takes none. */
  readonly idempotencyKey: string | null;

  constructor(fields: CascadeErrorFields) {
    super(messageOf(fields));
    this.operation = fields.operation;
    this.status = fields.status;
    this.code = fields.code;
    this.details = fields.details ?? [];
    this.requestId = fields.requestId ?? null;
    this.retryAfter = fields.retryAfter ?? null;
    this.docUrl = fields.docUrl ?? null;
    this.idempotencyKey = fields.idempotencyKey ?? null;
  }
}

/** 401: the token is missing, unknown, revoked or expired. */
export class AuthenticationError extends CascadeError {
  override readonly name = 'AuthenticationError';
}

/** 403: the token or the account may not do this. */
export class PermissionDeniedError extends CascadeError {
  override readonly name = 'PermissionDeniedError';
}

/** 404: there is no such record for this caller, or its file is no longer stored. */
export class NotFoundError extends CascadeError {
  override readonly name = 'NotFoundError';
}

/** 409 and 412: the record is in another state or version, or the Idempotency-Key was used for something else. */
export class ConflictError extends CascadeError {
  override readonly name = 'ConflictError';
}

/** 400, 422 and all other 4xx: the request is wrong; `details` name the fields. */
export class InvalidRequestError extends CascadeError {
  override readonly name = 'InvalidRequestError';
}

/** 429: a limit or a ban, still after the retries. */
export class RateLimitError extends CascadeError {
  override readonly name = 'RateLimitError';
}

/** 5xx: the service, or a proxy before it. */
export class ServerError extends CascadeError {
  override readonly name = 'ServerError';
}

/** There was no response: whether the request took effect is unknown. */
export class ConnectionFailedError extends CascadeError {
  override readonly name = 'ConnectionFailedError';
  /** Such as `ECONNREFUSED`, `ENOTFOUND`, `CERT_HAS_EXPIRED`; the name of the failure on platforms without such codes. */
  readonly reason: string;
  /** `https://decisions.example.com` */
  readonly address: string;

  constructor(fields: CascadeErrorFields & { readonly reason: string; readonly address: string }) {
    super(fields);
    this.reason = fields.reason;
    this.address = fields.address;
  }
}

/** A wait ended before what it waited for. The record may still change; wait again by its id. */
export class WaitTimeoutError extends CascadeError {
  override readonly name = 'WaitTimeoutError';
  /** The id of the execution or batch. */
  readonly id: number;
  readonly lastStatus: string;

  constructor(fields: CascadeErrorFields & { readonly id: number; readonly lastStatus: string }) {
    super(fields);
    this.id = fields.id;
    this.lastStatus = fields.lastStatus;
  }
}

/** The error of a response that is no success. */
export function errorOfStatus(fields: CascadeErrorFields): CascadeError {
  return new (familyOf(fields.status))(fields);
}

function familyOf(status: number): new (fields: CascadeErrorFields) => CascadeError {
  if (status >= 500) return ServerError;
  switch (status) {
    case 401:
      return AuthenticationError;
    case 403:
      return PermissionDeniedError;
    case 404:
      return NotFoundError;
    case 409:
    case 412:
      return ConflictError;
    case 429:
      return RateLimitError;
    default:
      return status >= 400 ? InvalidRequestError : CascadeError;
  }
}

/** One line with what a reader of a log needs: what was asked, why not, the first field, and the id for support. */
function messageOf({ operation, status, code, message, details = [], requestId }: CascadeErrorFields): string {
  const [first] = details;
  const others = details.length > 1 ? ` (and ${details.length - 1} more)` : '';
  const detail = first === undefined ? '' : ` ${first.field}: ${first.message}${others}`;
  const answer = status === 0 ? code : `${status} ${code}`;
  const request = requestId == null ? '' : `, request ${requestId}`;
  return `${operation}: ${message}${detail} [${answer}${request}]`;
}
