import { sql } from 'kysely';
import type { JsonObject } from '../../../core/json.ts';
import { Masks, type ApplicantView, type MaskRules } from '../../../core/masks/index.ts';
import type { ExecutionStatus } from '../../../core/states.ts';

/*
 * Why an execution failed, in short: what its first failed step says, as a list has room for. The words may quote what a
 * person entered, so they are for whoever may read the applicant. A list masks numbers in them for everybody, also for
 * `pii:read`: whoever is shown a number leaves an act in the audit log, and a list leaves none.
 */

/** Above this a payload is not read for a list: a page of them would hold the event loop. */
const MOST_MASKED_BYTES = 64 * 1_024;

/**
 * Of `execution as e`, what the numbers in its message are masked by: null of one that did not fail, whose message has
 * no number, or whose payload is too large.
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

/** How much of an applicant the words in a list show. */
export const LISTED_VIEW: ApplicantView = 'masked';

/** What went wrong, in words, which may name numbers of the applicant. */
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
