/** How an order ends: its vendor is asked for the report, or says by itself that it is ready. */
export const ORDER_ENDS = ['poll', 'callback'] as const;
export type OrderEnd = (typeof ORDER_ENDS)[number];

/** A report that was ordered and that its vendor makes in its own time. */
export interface PendingReport {
  readonly product_code: string;
  readonly node_id: string;
  /** RFC 3339: when it was ordered. */
  readonly since: string;
  /** RFC 3339: when its step fails if there is no report by then. */
  readonly until: string;
  readonly ends_by: readonly OrderEnd[];
}
