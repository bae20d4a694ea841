/** How an order can end: we poll the vendor for the report, or the vendor calls back. */
export const ORDER_ENDS = ['poll', 'callback'] as const;
export type OrderEnd = (typeof ORDER_ENDS)[number];

/** An ordered report that the vendor makes in its own time. */
export interface PendingReport {
  readonly product_code: string;
  readonly node_id: string;
  /** RFC 3339: when it was ordered. */
  readonly since: string;
  /** RFC 3339: when its step fails if there is still no report. */
  readonly until: string;
  readonly ends_by: readonly OrderEnd[];
}
