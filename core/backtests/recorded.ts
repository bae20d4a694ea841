import { productCodeOf } from '../cascade/own-products.ts';
import { isKind, type CascadeDefinition } from '../cascade/registry.ts';
import type { EffectRequest } from '../cascade/contract.ts';
import type { LetterNeed } from '../cascade/notice-request.ts';
import type { OnNotComparable } from '../cascade/on-not-comparable.ts';
import type { EffectFact, PastVisit, RoundFact } from '../interpreter/types.ts';
import { waitKey } from '../interpreter/types.ts';
import type { Json, JsonObject } from '../json.ts';
import type { NoticeClock } from '../notices/due-dates.ts';
import { decidedRules, ruleOfVisit } from '../statistics/ended.ts';
import type { ExecutionMode, ExecutionStatus, Outcome, ReviewKind } from '../states.ts';
import type { Dictionary } from '../fields/dictionary.ts';
import { lettersOf, outcomeWord, type Side } from './side.ts';

/*
 * An execution as it is stored, with the times of what happened, for another version to be asked what it would have done.
 */

/** Times are milliseconds since the epoch. */
export interface StoredExecution {
  readonly id: number;
  readonly mode: ExecutionMode;
  readonly externalReference: string | null;
  readonly skipsWaits: boolean;
  readonly status: ExecutionStatus;
  readonly outcome: Outcome | null;
  readonly retries: number;
  readonly payload: JsonObject;
  readonly onNotComparable: OnNotComparable;
  readonly noticeClock: NoticeClock;
  /** In the order in which they began. */
  readonly steps: readonly StoredStep[];
  /** Without pulls, whose reports are the outputs of their steps. In the order in which they were asked for. */
  readonly effects: readonly StoredEffect[];
  readonly rounds: readonly StoredRound[];
}

export interface StoredStep extends PastVisit {
  readonly status: 'running' | 'succeeded' | 'failed' | 'cancelled';
  readonly error: { readonly code: string; readonly message: string; readonly attempts: number } | null;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
}

export interface StoredEffect {
  readonly key: string;
  readonly nodeId: string;
  readonly visit: number;
  readonly request: EffectRequest;
  readonly failure: { readonly code: string; readonly message: string; readonly attempts: number } | null;
  readonly finishedAt: number | null;
}

export interface StoredRound {
  readonly key: string;
  readonly nodeId: string;
  readonly visit: number;
  readonly kind: ReviewKind;
  readonly approvals: number;
  /** The parts that the letter lacked; null for a decision, and for a complete letter. */
  readonly needs: LetterNeed | null;
  /** Null if it was not decided. */
  readonly fact: RoundFact | null;
}

/** A pull with its result. */
export interface StoredPull {
  readonly nodeId: string;
  readonly visit: number;
  readonly productCode: string;
  readonly at: number;
  readonly fact: EffectFact;
}

/** A question that a person was asked about the applicant. */
export interface StoredQuestion {
  readonly rule: string;
  readonly approvals: number;
  readonly at: number;
  /** Null if nobody has answered. */
  readonly fact: RoundFact | null;
}

/** The execution with the definition of the version that ran. */
export interface Recorded {
  readonly execution: StoredExecution;
  readonly definition: CascadeDefinition;
  readonly dictionary: Dictionary;
}

/** The side of a comparison that was recorded. */
export function recordedSide({ execution, definition }: Pick<Recorded, 'execution' | 'definition'>): Side {
  const { steps: visits, outcome, status, effects, rounds } = execution;
  const isOpen = status === 'awaiting_review';
  const { decidedBy, tried } = decidedRules({ definition, visits, outcome });
  return {
    outcome: outcomeWord(outcome, { hasFailed: status === 'failed', isOpen }),
    asked: rounds.some(({ kind }) => kind === 'decision'),
    decidedBy,
    tried: [...tried],
    letters: lettersOf(effects),
  };
}

/**
 * The pulls of an execution. One that failed and was tried again has come to what it came to then, under the number of the
 * visit that failed.
 */
export function storedPulls({
  execution,
  definition,
}: Pick<Recorded, 'execution' | 'definition'>): readonly StoredPull[] {
  const codes = new Map(
    definition.flatMap((node) => {
      const code = isKind(node, 'BillingProduct') ? productCodeOf(node) : undefined;
      return code === undefined ? [] : [[node.id, code] as const];
    }),
  );
  const seen = new Map<string, number>();
  const pulls: StoredPull[] = [];
  for (const [index, step] of execution.steps.entries()) {
    const { nodeId } = step;
    const productCode = codes.get(nodeId);
    const fact = pullFact(step);
    if (productCode === undefined || fact === null) continue;
    const isRetried =
      execution.retries > 0 &&
      fact.status === 'failed' &&
      execution.steps.slice(index + 1).some((later) => later.nodeId === nodeId && pullFact(later) !== null);
    if (isRetried) continue;
    const visit = (seen.get(nodeId) ?? 0) + 1;
    seen.set(nodeId, visit);
    // Without retries a visit keeps its number: a cancelled one before it has one too.
    const number = execution.retries > 0 ? visit : step.visit;
    pulls.push({ nodeId, visit: number, productCode, at: step.endedAt ?? step.startedAt ?? 0, fact });
  }
  return pulls;
}

function pullFact({ status, output, error, endedAt }: StoredStep): EffectFact | null {
  if (status === 'succeeded') return { status: 'done', result: { report: output as Json }, at: endedAt ?? 0 };
  return status === 'failed' && error !== null ? { status: 'failed', ...error } : null;
}

/** The questions that people were asked about the applicant, in order. Each names the rule that asked. */
export function storedQuestions({ execution, definition }: Omit<Recorded, 'dictionary'>): readonly StoredQuestion[] {
  const { steps, rounds } = execution;
  if (rounds.length === 0) return [];
  const byVisit = new Map(steps.map((step) => [waitKey(step.nodeId, step.visit, ''), step]));
  return rounds.flatMap(({ kind, nodeId, visit, approvals, fact }): StoredQuestion[] => {
    if (kind !== 'decision') return [];
    const rule = ruleOfVisit(definition, byVisit, { nodeId, visit });
    const step = byVisit.get(waitKey(nodeId, visit, ''));
    const at = step?.endedAt ?? fact?.decidedAt ?? 0;
    return rule === null ? [] : [{ rule, approvals, at, fact }];
  });
}
