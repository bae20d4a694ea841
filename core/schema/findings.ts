import type { ErrorDetail } from '../errors.ts';

/**
 * Receives one finding of a validation. `field`: a dotted path with indexes. A message that is expensive to build is a
 * function.
 */
export type Report = (field: string, message: string | (() => string)) => void;

/** The first `MAX_DETAILS` findings in order, and their total number. */
export interface Findings {
  readonly details: readonly ErrorDetail[];
  readonly total: number;
}

/** Findings beyond this many are counted, but not worded. */
const MAX_DETAILS = 100;

/** Collects findings: the first `MAX_DETAILS` in full, the others only as a number. */
export class FindingsList implements Findings {
  readonly details: ErrorDetail[] = [];
  total = 0;

  readonly report: Report = (field, message) => {
    this.total += 1;
    if (this.details.length >= MAX_DETAILS) return;
    this.details.push({ field, message: typeof message === 'string' ? message : message() });
  };
}
