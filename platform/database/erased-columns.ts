import type { Erasure } from './table-record.ts';

/* SQL for the values that redaction leaves in columns of applicant data. Used by the registry of tables. */

/** Replaces an error's text, which may quote what the applicant entered. Its code stays. */
export const REMOVED_TEXT = 'Removed under the retention rules.';

export const errorText = (column: string): Erasure => ({
  leaves: `case when ${column} is not null then '${REMOVED_TEXT}' end`,
});
export const EMPTY: Erasure = { leaves: `'{}'` };
export const NOTHING: Erasure = { leaves: 'null' };
export const CAME_LATE: Erasure = {
  leaves: `case when result ? 'came_at' then jsonb_build_object('came_at', result -> 'came_at') end`,
};
export const CAME_CORRECTED: Erasure = {
  leaves: `(select jsonb_agg(each - 'report') from jsonb_array_elements(corrections) each)`,
};

/** The author, place and time of a correction stay; names of members of a payload may be those of people. */
export const CORRECTIONS: Erasure = {
  leaves: `(
    select jsonb_agg(each || '{"value": null, "previous": null, "note": null, "reason": ""}'
      || case when each ->> 'product_code' is null then '{"field": ""}'::jsonb else '{}' end)
    from jsonb_array_elements(corrections) each)`,
};
