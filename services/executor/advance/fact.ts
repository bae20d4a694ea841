import { continued } from '../../../core/interpreter/continued.ts';
import type { AdvanceInput, AdvanceResult } from '../../../core/interpreter/types.ts';
import { STANDARD } from '../../../core/fields/standard.ts';
import { decisionFact, NOTHING_TOLD, type DecisionFact } from '../../../core/statistics/ended.ts';
import { listedRules } from '../../../core/rows/listed.ts';
import { isTerminal } from '../../../core/states.ts';
import type { PinnedCascade } from './definitions.ts';

/**
 * The fact for statistics of a run that this result ends; null if it goes on. `input` is null if its data cannot be
 * read.
 */
export function factOf(
  { definition }: Pick<PinnedCascade, 'definition'>,
  input: AdvanceInput | null,
  result: AdvanceResult,
): DecisionFact | null {
  if (!isTerminal(result.status)) return null;
  if (input === null) return NOTHING_TOLD;
  const { dictionary = STANDARD } = input.run;
  return decisionFact({ definition, dictionary, visits: continued(input, result).history, outcome: result.outcome });
}

/** Rows in addition to a result: the fact if it ends the run, and the rules by which it asks a person. */
export function toldOf(cascade: Pick<PinnedCascade, 'definition'>, input: AdvanceInput, result: AdvanceResult) {
  const isAsking = result.rounds.length > 0;
  return {
    fact: factOf(cascade, input, result),
    rules: isAsking ? listedRules(cascade.definition, continued(input, result).history, input.run.dictionary) : null,
  };
}
