import { jsonBytes } from '../json-limits.ts';
import { waitKey, type AdvanceInput, type AdvanceResult, type OutputSizes, type PastVisit } from './types.ts';

/**
 * What the advance after a slice gets in: the run as it is found where the slice's result was stored and is read again.
 * So a run may go on without being read again, if nothing else has written to it. `input` and its values stay as they are.
 *
 * The facts are those of `input`: what has happened outside meanwhile is not in them, nor are effects and rounds that the
 * slice asked for.
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
