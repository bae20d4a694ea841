import type { ErrorCode, ErrorDetail } from '../../core/errors.ts';

/** What the pool sends to a worker process. */
export interface Order {
  readonly task: string;
  readonly input: unknown;
}

/** What it replies: the result, an error of the API, or one that nobody foresaw. */
export type Reply =
  | { readonly is: 'done'; readonly output: unknown }
  | {
      readonly is: 'refused';
      readonly code: ErrorCode;
      readonly message: string;
      readonly details: readonly ErrorDetail[];
      readonly total: number;
    }
  | { readonly is: 'failed'; readonly message: string; readonly stack: string | undefined };
