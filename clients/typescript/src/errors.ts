import type { ErrorCode } from './types.ts';

export interface ErrorDetail {
  /** Dotted path in the request's body, name of a header, or name of a query parameter. */
  readonly field: string;
  readonly message: string;
}

/**
 * Codes of the client's own: no answer came, an answer took too long, or one came that the API does not give (a proxy's,
 * for instance).
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
 * A call that failed, retries included. It holds what the API's ErrorEnvelope says (reference, "Errors"), and neither the
 * token nor anything of the request but its key: it may be logged.
 */
export class CascadeError extends Error {
  override readonly name = 'CascadeError';
  readonly operation: string;
  /** HTTP status; 0 where no answer came. */
  readonly status: number;
  /** Stable: branch on it, not on `message`. */
  readonly code: ErrorCode | ClientErrorCode;
  readonly details: readonly ErrorDetail[];
  /** Name it when you ask for help; null where no answer came. */
  readonly requestId: string | null;
  /** Seconds that the service asked to wait; null where it did not. */
  readonly retryAfter: number | null;
  readonly docUrl: string | null;
  /** The key that was sent: the same call with it again can do nothing twice. Null where the operation takes none. */
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
