import type { NodeRegistry } from '../cascade/kinds.ts';
import { advance } from '../interpreter/advance.ts';
import type { AdvanceInput, AdvanceResult } from '../interpreter/types.ts';
import type { Work } from '../work.ts';

/** Records, places and traces of a visit, beside what its node counts itself. */
const UNITS_OF_VISIT = 40;
/** An advance goes over all nodes and all visits, at so many for a unit. */
const PASSED_FOR_UNIT = 16;

/**
 * One advance of a run that is gone over outside the interpreter, charged to `work`. It goes no further than that allows:
 * a run that is cut short throws TooMuchWork.
 */
export function chargedAdvance(input: Omit<AdvanceInput, 'slice'>, work: Work, registry?: NodeRegistry): AdvanceResult {
  work.spend(1 + Math.ceil((input.definition.length + input.history.length) / PASSED_FOR_UNIT));
  const before = input.state.work ?? 0;
  const slice = { visits: 1 + Math.ceil(work.left / UNITS_OF_VISIT), work: work.left };
  const result = advance({ ...input, slice }, registry);
  work.spend(Math.max(0, (result.state.work ?? 0) - before) + result.steps.length * UNITS_OF_VISIT);
  return result;
}
