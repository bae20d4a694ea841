/**
 * Settings of this service's sessions, stricter than those of the others, so that no plan depends on statistics. The
 * queue is empty most of the time, and a plan made then would read the whole queue later. A claim of 200 among 40,000
 * rows would take 200 ms instead of 3.
 *
 * The statements of this service follow three rules:
 * 1. Rows are found through an index made for the purpose and in its order: by `= any (array)`, or in a lateral
 *    subquery with a `limit`. Such a subquery runs for each outer row, whatever the planner estimates.
 * 2. Other joins are hash joins of lists no longer than a claim.
 * 3. Statements are planned once.
 */
export const SESSION = {
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_sort: 'off',
  enable_incremental_sort: 'off',
  enable_nestloop: 'off',
  enable_mergejoin: 'off',
  plan_cache_mode: 'force_generic_plan',
} as const;
