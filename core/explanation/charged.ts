import type { NodeRegistry } from '../cascade/kinds.ts';
import { advance } from '../interpreter/advance.ts';
import type { AdvanceInput, AdvanceResult } from '../interpreter/types.ts';
import type { Work } from '../work.ts';

/** The cost of a visit's records and traces, in addition to what its node charges itself. */
const UNITS_OF_VISIT = 40;
/** An advance goes over all nodes and visits; this many cost one unit. */
const PASSED_FOR_UNIT = 16;

/**
 * Advances a run outside the interpreter's own loop and charges `work` for it. It goes no further than the budget
 * allows: if that ends the run early, it throws TooMuchWork.
 */
export function chargedAdvance(input: Omit<AdvanceInput, 'slice'>, work: Work, registry?: NodeRegistry): AdvanceResult {
  work.spend(1 + Math.ceil((input.definition.length + input.history.length) / PASSED_FOR_UNIT));
  const before = input.state.work ?? 0;
  const slice = { visits: 1 + Math.ceil(work.left / UNITS_OF_VISIT), work: work.left };
  const result = advance({ ...input, slice }, registry);
  work.spend(Math.max(0, (result.state.work ?? 0) - before) + result.steps.length * UNITS_OF_VISIT);
  return result;
}
