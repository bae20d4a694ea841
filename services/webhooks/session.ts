/**
 * Settings of this service's sessions, stricter than those of the others, and the rules that its statements follow, so
 * that no plan depends on statistics.
 * The queue is empty most of the time, and a plan that was made then reads all that waits once there is a lot: 200 ms
 * for a claim of 200 among 40,000, in place of 3.
 *
 * 1. Rows are found through the index that is made for it and in its order: by `= any (array)`, or in a lateral
 *    subquery with a `limit`, which is run for each row of the outer side whatever the planner thinks.
 * 2. Other joins are of lists as long as a claim, by hash.
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
