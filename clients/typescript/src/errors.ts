import type { ErrorCode } from './types.ts';

export interface ErrorDetail {
  /** Dotted path in the request's body, name of a header, or name of a query parameter. */
  readonly field: string;
  readonly message: string;
}

/**
 * The client's own codes: no response, none in time, or one that is not the API's (a proxy's, for instance).
 */
export type ClientErrorCode = 'connection_failed' | 'timeout' | 'unexpected_response';

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
 * A call that failed, after its retries. It holds the API's ErrorEnvelope (reference, "Errors") and the Idempotency-Key,
 * never the token or the body, so it may be logged.
 */
export class CascadeError extends Error {
  override readonly name = 'CascadeError';
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

  constructor(fields: CascadeErrorFields, options?: { readonly cause?: unknown }) {
    super(fields.message, options);
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
