import type { VisitRef } from '../../cascade/conditions.ts';
import type { Decided } from '../../cascade/decided.ts';
import type { Json } from '../../json.ts';

export * from '../../cascade/decided.ts';

/** A visit as the run remembers it. */
export interface PastVisit {
  readonly nodeId: string;
  readonly visit: number;
  /** All visits whose tokens it took, over edges and jumps. */
  readonly causes: readonly VisitRef[];
  readonly output: Json | null;
}

/** Whether a person has to give the reasons before the notice can go out (12 CFR 1002.9(b)(2)). */
export function needsReasons(
  decided: Pick<Decided, 'reasons' | 'denialWithoutReasons'>,
  notice: { readonly purpose: string | null; readonly extraReason: string | null },
): boolean {
  if (notice.purpose !== 'credit') return false;
  return decided.denialWithoutReasons || (decided.reasons.length === 0 && notice.extraReason !== null);
}
