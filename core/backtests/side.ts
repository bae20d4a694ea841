import type { EffectRequest } from '../cascade/contract.ts';
import type { Decided, DecidedReason } from '../cascade/decided.ts';
import { issuedNotices } from '../explanation/index.ts';
import type { Outcome } from '../states.ts';

/*
 * The result of one version for an applicant, as far as two versions are compared.
 */

/**
 * `undecided`: it ends without a decision about the person. `review`: it waits for one. `failed`: it failed before there was
 * one.
 */
export const BACKTEST_OUTCOMES = ['approved', 'denied', 'conditional', 'undecided', 'failed', 'review'] as const;
export type BacktestOutcome = (typeof BACKTEST_OUTCOMES)[number];

/**
 * `report_missing`: it needs a report that was never pulled. `person`: it asks a person what nobody was asked. `redacted`: what
 * it would read is gone. `too_long`: it takes more work, or has more data, than a backtest gives to one execution. `error`: it
 * cannot be computed.
 */
export const UNDETERMINED_CAUSES = ['report_missing', 'person', 'redacted', 'too_long', 'error'] as const;
export type UndeterminedCause = (typeof UNDETERMINED_CAUSES)[number];

export interface Side {
  readonly outcome: BacktestOutcome;
  /** A person was asked about the applicant. */
  readonly asked: boolean;
  readonly decidedBy: string | null;
  /** The rules in the order in which they were tried, by whether they held. */
  readonly tried: readonly (readonly [rule: string, held: boolean])[];
  readonly letters: readonly Letter[];
}

export interface Letter {
  readonly nodeId: string;
  readonly action: string;
  /** Codes, without words. */
  readonly reasons: readonly string[];
  /** The lines of the letter, which two letters are compared by. They quote the applicant and are not kept. */
  readonly lines: readonly string[];
}

/** As it is kept of an applicant of whom something changes: codes and names of rules, and no words. */
export interface KeptSide {
  readonly outcome: BacktestOutcome;
  readonly asked: boolean;
  readonly decided_by: string | null;
  readonly letters: readonly {
    readonly node_id: string;
    readonly action: string;
    readonly reasons: readonly string[];
  }[];
}

export function keptSide({ outcome, asked, decidedBy, letters }: Side): KeptSide {
  return {
    ...{ outcome, asked, decided_by: decidedBy },
    letters: letters.map(({ nodeId, action, reasons }) => ({ node_id: nodeId, action, reasons })),
  };
}

export type Determined<Of = Side> = Of | UndeterminedCause;

export const isDetermined = (side: Determined): side is Side => typeof side !== 'string';

interface Ending {
  readonly hasFailed: boolean;
  /** A person is still asked. */
  readonly isOpen: boolean;
}

export function outcomeWord(outcome: Outcome | null, { hasFailed, isOpen }: Ending): BacktestOutcome {
  if (outcome !== null) return outcome;
  if (isOpen) return 'review';
  return hasFailed ? 'failed' : 'undecided';
}

/** The letters that were asked for, whether or not they went out; each as it was asked for last. */
export function lettersOf(
  effects: readonly { readonly nodeId: string; readonly visit: number; readonly request: EffectRequest }[],
): readonly Letter[] {
  return issuedNotices(effects).map(({ ref, actionTaken, reasons, decided }) => ({
    nodeId: ref.node_id,
    action: actionTaken,
    reasons: [...new Set((decided as Partial<Decided>).reasons?.map(reasonCode) ?? [])],
    lines: reasons,
  }));
}

/** As facts of decisions call a reason (`platform/database/decision-facts.ts`). */
function reasonCode(reason: DecidedReason): string {
  switch (reason.kind) {
    case 'factor':
      return joined(reason.source.product_code, reason.code ?? 'factor');
    case 'statement':
      return reason.of === 'undeclared' ? reason.kind : joined(reason.source.product_code, reason.source.field);
    default:
      return reason.code ?? reason.kind;
  }
}

const joined = (product: string | null | undefined, code: string): string =>
  product == null ? code : `${product}/${code}`;
