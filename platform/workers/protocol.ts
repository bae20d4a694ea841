import type { ErrorCode, ErrorDetail } from '../../core/errors.ts';

/** A message from the pool to a worker process. */
export interface Order {
  readonly task: string;
  readonly input: unknown;
  /** Units of work that it may take. */
  readonly work: number;
  /** A result that leaves something out for want of work will do. */
  readonly isLast: boolean;
}

/**
 * The reply of a worker process: a result, that the work exceeds the limit, an error of the API, or an unexpected
 * error.
 */
export type Reply =
  | { readonly is: 'beyond' }
  | { readonly is: 'done'; readonly output: unknown }
  | {
      readonly is: 'refused';
      readonly code: ErrorCode;
      readonly message: string;
      readonly details: readonly ErrorDetail[];
      readonly total: number;
    }
  | { readonly is: 'failed'; readonly message: string; readonly stack: string | undefined };
