import type { ErrorCode, ErrorDetail } from '../../core/errors.ts';

/** What the pool sends to a worker process. */
export interface Order {
  readonly task: string;
  readonly input: unknown;
  /** Units of work that it may take. */
  readonly work: number;
  /** A result that leaves something out for want of work will do. */
  readonly isLast: boolean;
}

/** What it replies: the result, that it takes more work than it may, an error of the API, or one that nobody foresaw. */
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
