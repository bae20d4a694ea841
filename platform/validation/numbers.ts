import type { ErrorDetail } from '../../core/errors.ts';
import type { Json } from '../../core/json.ts';
import { fieldOf } from '../../core/path.ts';

const MOST_LISTED = 100;
const INFINITE = 'must be a number that fits a 64-bit float';
const INEXACT = `must be a whole number of at most ${Number.MAX_SAFE_INTEGER}, because larger ones are rounded: send it as text`;

interface NumberFindings {
  /** At most 100, in the order of the value. */
  readonly details: readonly ErrorDetail[];
  readonly total: number;
}

/**
 * JSON allows numbers that a 64-bit float cannot hold. 1e999 would be stored as null. A whole number beyond 2^53 would
 * be rounded to its neighbor. An account number would then be another applicant's, and two requests that differ in it
 * would be one. For values whose depth was checked.
 */
export function checkNumbers(root: Json): NumberFindings {
  const details: ErrorDetail[] = [];
  let total = 0;
  /** The root and the way to the value, written as text only once there is something to report. */
  const way: (string | number)[] = [];
  const note = (value: number): void => {
    if (Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))) return;
    total += 1;
    if (details.length === MOST_LISTED) return;
    details.push({ field: fieldOf(way.slice(1)), message: Number.isFinite(value) ? INEXACT : INFINITE });
  };
  const walk = (value: Json, step: string | number): void => {
    if (typeof value === 'string' || typeof value === 'boolean' || value === null) return;
    way.push(step);
    if (typeof value === 'number') note(value);
    else if (Array.isArray(value))
      for (let index = 0; index < value.length; index += 1) walk(value[index] ?? null, index);
    else for (const key of Object.keys(value)) walk(value[key] ?? null, key);
    way.pop();
  };
  walk(root, '');
  return { details, total };
}
