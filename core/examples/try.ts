import type { OnNotComparable } from '../cascade/on-not-comparable.ts';
import type { CascadeDefinition } from '../cascade/registry.ts';
import { simulate, type Simulation } from '../explanation/simulate.ts';
import type { Dictionary } from '../fields/dictionary.ts';
import { STANDARD } from '../fields/standard.ts';
import type { SandboxRegistry } from '../products/sandbox.ts';
import { decisionFact, ruleThatAsked } from '../statistics/ended.ts';
import type { Work } from '../work.ts';
import type { Example, ExpectedOutcome, Tried } from './example.ts';

export interface TryOptions {
  readonly workflow: { readonly name: string; readonly useCase: string | null };
  readonly sandbox: SandboxRegistry;
  readonly dictionary?: Dictionary;
  readonly onNotComparable: OnNotComparable;
  /** The time of an example without a day of its own. Milliseconds since the epoch. */
  readonly now: number;
  /** The ids of rows, by what a decision calls their rule. */
  readonly rowIds: ReadonlyMap<string, string>;
}

/** The result of a definition for a kept applicant. Nothing is stored or sent. Throws TooMuchWork. */
export function tryExample(
  definition: CascadeDefinition,
  { payload, reports, decisions, as_of: asOf }: Example,
  { rowIds, now, ...options }: TryOptions,
  work: Work,
): Tried {
  const input = { payload, reports, decisions, ...options, now: asOf === undefined ? now : timeOf(asOf) };
  const run = simulate(definition, input, work);
  // The reasons of its letters, which no budget of a run holds.
  work.note(run.workAside);
  return triedBy(definition, run, { dictionary: options.dictionary, rowIds });
}

/** Noon, so that it is the same day in most time zones. */
export const timeOf = (day: string): number => Date.parse(`${day}T12:00:00.000Z`);

function triedBy(
  definition: CascadeDefinition,
  run: Simulation,
  { dictionary = STANDARD, rowIds }: { readonly dictionary?: Dictionary | undefined } & Pick<TryOptions, 'rowIds'>,
): Tried {
  const { history } = run.recorded;
  const visits = { definition, dictionary, visits: history };
  const decided = decisionFact({ ...visits, outcome: run.outcome }).decided_by;
  const rule = decided ?? (run.stoppedAt === null ? null : ruleThatAsked(visits, run.stoppedAt));
  const row = rule === null ? undefined : rowIds.get(rule);
  return {
    outcome: outcomeOf(run),
    rules: [row, rule].filter((name) => name != null),
    reasons: [...new Set(run.notices.flatMap(({ reasons }) => reasons))],
  };
}

function outcomeOf({ status, stoppedAt, outcome }: Simulation): ExpectedOutcome {
  if (stoppedAt !== null) return 'review';
  if (status === 'failed') return 'failed';
  return outcome ?? 'undecided';
}
