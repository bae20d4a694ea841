import type { Facts } from '../../../core/statistics/coarse.ts';

/*
 * Finds fields that had many values and now have one, or none, as when a vendor sends 0. This needs no statistics, and 30
 * decisions are enough. Source: semantics 21.5.
 */

export interface ConstantField {
  readonly key: string;
  /** Null: too few decisions tell what the field was like before. */
  readonly isConstant: boolean | null;
  /** True if the newest decisions have no value. */
  readonly isEmpty: boolean;
}

/** Decisions in a row with one value. */
const RUN = 30;
const LEAST_BEFORE = 100;
/** A value that was more frequent may well come 30 times in a row by chance (0.6 ** 30 is 2 in 10 million). */
const MOST_USUAL = 0.6;
/** Rows of one batch often share a value: such a run must be longer than any before by this factor. */
const TIMES_LONGER = 2;

/** Facts that are read at most. */
export const MOST_FACTS = 1_030;

/** `facts` are those of one version of a workflow, the newest first. */
export function constantFields(facts: readonly Facts[]): readonly ConstantField[] {
  const keys = new Set(facts.flatMap((each) => Object.keys(each)));
  return [...keys].map((key) => {
    const values = facts.map((each) => JSON.stringify(each[key]));
    const [newest] = values;
    return { key, isConstant: isConstant(values), isEmpty: newest === undefined };
  });
}

function isConstant(values: readonly (string | undefined)[]): boolean | null {
  const [run = 0, ...runsBefore] = runsOf(values);
  if (run < RUN) return values.length < RUN ? null : false;
  const before = values.slice(run);
  if (before.length < LEAST_BEFORE) return null;
  const counts = [...Map.groupBy(before, (value) => value).values()].map(({ length }) => length);
  return Math.max(...counts) <= MOST_USUAL * before.length && run >= TIMES_LONGER * Math.max(...runsBefore);
}

/** Lengths of the runs of equal values. */
function runsOf(values: readonly (string | undefined)[]): readonly number[] {
  const runs: number[] = [];
  for (const [index, value] of values.entries()) {
    if (index > 0 && value === values[index - 1]) runs.push((runs.pop() ?? 0) + 1);
    else runs.push(1);
  }
  return runs;
}
