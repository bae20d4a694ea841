import type { ErrorDetail } from '../errors.ts';

/** Takes one finding of a validation. `field`: dotted path with indexes. A costly message is given as a function. */
export type Report = (field: string, message: string | (() => string)) => void;

/** At most `MAX_DETAILS` findings, in order, and how many there are in all. */
export interface Findings {
  readonly details: readonly ErrorDetail[];
  readonly total: number;
}

/** Findings beyond this many are counted, but no text is made of them. */
const MAX_DETAILS = 100;

/** Collects what a validation reports: the first `MAX_DETAILS` as they are, the others as a number. */
export class FindingsList implements Findings {
  readonly details: ErrorDetail[] = [];
  total = 0;

  readonly report: Report = (field, message) => {
    this.total += 1;
    if (this.details.length >= MAX_DETAILS) return;
    this.details.push({ field, message: typeof message === 'string' ? message : message() });
  };
}
