/* Differences between the live decisions of a workflow and earlier ones. Source: semantics 21.5. */

/**
 * Kinds of drift: approvals, decisions of a rule, failed pulls, the values of a field, and a field with only one value
 * left, or none.
 */
export const DRIFT_KINDS = ['approvals', 'rule', 'vendor', 'field', 'constant_field'] as const;
export type DriftKind = (typeof DRIFT_KINDS)[number];

/** The measurements of a drift. A field with only one value left has just `is_empty`. */
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
