/*
 * Differences of the live decisions of a workflow from those before. Source: semantics 21.5.
 */

/** Approvals, what a rule decided, pulls that failed, the values of a field; and a field that has one value by now, or none. */
export const DRIFT_KINDS = ['approvals', 'rule', 'vendor', 'field', 'constant_field'] as const;
export type DriftKind = (typeof DRIFT_KINDS)[number];

/** The measurements of a drift. A field that has one value by now has `is_empty` alone. */
export interface DriftMeasured {
  /** Length of the window. */
  readonly days?: number;
  /** Decisions, or pulls, in the window. */
  readonly decisions?: number;
  /** Shares from 0 to 1. */
  readonly share_before?: number;
  readonly share_now?: number;
  /** Population stability index of a field. */
  readonly psi?: number;
  readonly is_empty?: boolean;
}
