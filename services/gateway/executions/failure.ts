import { sql } from 'kysely';
import type { JsonObject } from '../../../core/json.ts';
import { Masks, type ApplicantView, type MaskRules } from '../../../core/masks/index.ts';
import type { ExecutionStatus } from '../../../core/states.ts';

/*
 * The reason why an execution failed: the message of its first failed step, shortened for a list. It may quote text
 * that a person entered, so it is only for callers who may read the applicant. A list masks its numbers for everybody,
 * even with `pii:read`. Showing a number has to be recorded in the audit log, and a list records nothing.
 */

/** A larger payload is not read for a list: a page of them would hold the event loop. */
const MOST_MASKED_BYTES = 64 * 1_024;

/**
 * For `execution as e`, the data that masks the numbers in its message. Null if it did not fail, its message has no
 * number, or its payload is too large.
 */
export const MASKED_BY = sql<JsonObject | null>`
  case when e.status = 'failed' and e.first_error_message ~ '[0-9]'
    and octet_length(e.payload::text) <= ${sql.lit(MOST_MASKED_BYTES)} then e.payload end`.as('masked_by');

interface Failing {
  readonly status: ExecutionStatus;
  readonly first_error_code: string | null;
}

export function errorCodeOf({ status, first_error_code: code }: Failing): string | null {
  return status === 'failed' ? (code ?? 'internal_error') : null;
}

interface Listed extends Failing {
  readonly first_error_message: string | null;
  /** MASKED_BY. */
  readonly masked_by: JsonObject | null;
}

/** `error` of a row of a list. */
export function listedError(
  { status, first_error_message: error, masked_by: payload }: Listed,
  rules: MaskRules,
): string | null {
  if (status !== 'failed' || error === null) return null;
  if (payload === null) return /\d/.test(error) ? null : error;
  return errorOf({ payload, first_error_message: error }, LISTED_VIEW, rules);
}

/** The view of applicants for texts in a list. */
export const LISTED_VIEW: ApplicantView = 'masked';

/** The error as text, which may name numbers of the applicant. */
export function errorOf(
  {
    payload,
    first_error_message: error,
  }: { readonly payload: JsonObject; readonly first_error_message: string | null },
  view: ApplicantView,
  rules: MaskRules,
): string | null {
  return error === null || view !== 'masked' ? error : new Masks(rules, { payload }).text(error);
}
