import { oppositeOf } from '../../cascade/operators/index.ts';
import type { Comparison } from './types.ts';

/** The requirement behind a comparison: for a condition that should not have matched, the opposite. */
export function requiredBy(comparison: Comparison): Comparison {
  const opposite = comparison.is === 'matched' ? oppositeOf(comparison.operator) : undefined;
  return opposite === undefined ? comparison : { ...comparison, is: 'required', operator: opposite };
}
