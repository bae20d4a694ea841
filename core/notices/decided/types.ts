import type { VisitRef } from '../../cascade/conditions.ts';
import type { Json } from '../../json.ts';

export * from '../../cascade/decided.ts';

/** A recorded visit. */
export interface PastVisit {
  readonly nodeId: string;
  readonly visit: number;
  /** All visits whose tokens it took, over edges and jumps. */
  readonly causes: readonly VisitRef[];
  readonly output: Json | null;
}
