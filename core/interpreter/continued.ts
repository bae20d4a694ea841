import { jsonBytes } from '../json-limits.ts';
import { waitKey, type AdvanceInput, type AdvanceResult, type OutputSizes, type PastVisit } from './types.ts';

/**
 * The input for the advance after a slice, as if the run had been stored and loaded. So a run can go on without being
 * loaded again, if nothing else has written to it. `input` and its values are not modified.
 *
 * The facts are those of `input`. They lack what has happened outside since, and the effects and rounds that the slice
 * asked for.
 */
export function continued(input: AdvanceInput, { state, steps }: AdvanceResult): AdvanceInput {
  const outputs = new Map(input.outputs);
  const visits = new Map(input.history.map((past) => [keyOf(past), past]));
  const last = new Map(input.sizes?.last);
  let written = input.sizes?.written ?? 0;
  for (const { nodeId, visit, causes, output } of steps) {
    const key = keyOf({ nodeId, visit });
    const before = visits.get(key)?.output ?? null;
    visits.set(key, { nodeId, visit, causes, output });
    if (output === null || output === before) continue;
    outputs.set(nodeId, output);
    if (input.sizes === undefined) continue;
    const bytes = jsonBytes(output, Infinity);
    last.set(nodeId, bytes);
    written += bytes - (before === null ? 0 : jsonBytes(before, Infinity));
  }
  const sizes: OutputSizes | undefined = input.sizes === undefined ? undefined : { last, written };
  return { ...input, state, outputs, history: [...visits.values()], ...(sizes === undefined ? {} : { sizes }) };
}

function keyOf({ nodeId, visit }: Pick<PastVisit, 'nodeId' | 'visit'>): string {
  return waitKey(nodeId, visit, '');
}
