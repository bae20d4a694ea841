/**
 * Settings of this service's sessions. All that it asks for is found by index, and its queue is empty most of the time:
 * a plan made for an empty table, or before the first statistics, would read and sort all that waits once there is a lot.
 */
export const SESSION = {
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  plan_cache_mode: 'force_generic_plan',
} as const;
