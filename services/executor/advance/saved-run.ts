import type { RunRow } from './load.ts';
import { columnsAsLoaded } from './run-columns.ts';
import type { RunChange } from './save.ts';

/** The row as it would be loaded after this change, if nobody else has written it. */
export function savedRun(before: RunRow, { run, state, consumed_effects }: RunChange, rowVersion: string): RunRow {
  const consumed = new Set(consumed_effects);
  return {
    ...before,
    rowVersion,
    ...columnsAsLoaded(run),
    state,
    advance_failures: 0,
    advances_begun: 0,
    effects: (before.effects ?? []).filter(({ key }) => !consumed.has(key)),
  };
}
