import { canMatch } from '../../cascade/groups.ts';
import { isAtLeastAsSevere, type GraphRules } from './graph.ts';
import { arrange, type Lines } from './order.ts';
import { predicateHolds } from './predicates.ts';
import { smallestReversals } from './reversals.ts';
import type { DecidedReason, PastVisit } from './types.ts';
import type { NoticePath } from './notice-path.ts';

/**
 * The parts of the rules that the property tests replace by wrong ones, to see each property fail. The product uses
 * `RULES` alone.
 */
export interface Rules extends GraphRules {
  /** Whether a visit on the path may contribute at all. */
  readonly mayContribute: (past: PastVisit, path: NoticePath, history: readonly PastVisit[]) => boolean;
  /** Whether a mitigating outcome is better although the one taken can avoid. */
  readonly mitigatingIsBetter: boolean;
  /** Whether an Approve must follow for an outcome to be mitigating, if the definition has one. */
  readonly mustApprove: boolean;
  readonly smallestReversals: typeof smallestReversals;
  readonly predicateHolds: typeof predicateHolds;
  readonly arrange: (lines: Lines) => DecidedReason[];
  /** A score is disclosed if a condition of a contributing choice read it, met or not. */
  readonly unmetScoresOnly: boolean;
}

export const RULES: Rules = {
  canMatch,
  isAtLeastAsSevere,
  targetsAvoid: (targets, canAvoid) => targets.every(canAvoid),
  mayContribute: (past, path) => !path.isSuperseded(past),
  mitigatingIsBetter: true,
  mustApprove: true,
  smallestReversals,
  predicateHolds,
  arrange,
  unmetScoresOnly: false,
};
