import type { EffectRequest } from '../cascade/contract.ts';
import type { NoticeRequest } from '../cascade/notice-request.ts';
import type { Decided, DecidedReason } from '../cascade/decided.ts';
import type { Json } from '../json.ts';
import type { Outcome } from '../states.ts';
import { reasonCode } from '../statistics/reason-codes.ts';

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
  /** What two letters are compared by, in no words of a release. It quotes the applicant and is not kept. */
  readonly said: Json;
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

interface Asked {
  readonly nodeId: string;
  readonly visit: number;
  readonly request: EffectRequest;
}

/** The letters that were asked for, whether or not they went out; each as it was asked for last. */
export function lettersOf(effects: readonly Asked[]): readonly Letter[] {
  const letters = new Map<string, Letter>();
  for (const { nodeId, visit, request } of effects) {
    if (request.kind !== 'notice' || request.operation !== 'prepare') continue;
    const { notice } = request;
    letters.set(`${nodeId}#${visit}`, {
      nodeId,
      action: notice.action_taken,
      reasons: [...new Set(reasonsOf(notice).map(reasonCode))],
      said: saidBy(notice),
    });
  }
  return [...letters.values()];
}

/** None of a letter that an older release asked for without them. */
const reasonsOf = ({ decided }: Partial<NoticeRequest>): readonly DecidedReason[] =>
  (decided as Partial<Decided> | undefined)?.reasons ?? [];

/** Whom the letter is to, what was done, why, and the products whose agencies it names. */
function saidBy(notice: NoticeRequest): Json {
  const { recipient, applicant, purpose, statement, extra_reason: own, product_codes: products = [] } = notice;
  return [
    ...[notice.action_taken, notice.stage, purpose, recipient, applicant, statement ?? null, own ?? null],
    products.toSorted(),
    reasonsOf(notice).map(saidAs),
  ];
}

/** A reason by its code; by its words only if a person or a vendor wrote them. */
function saidAs(reason: DecidedReason): Json {
  const code = reasonCode(reason);
  if (reason.kind !== 'statement') return reason.code === null ? [code, reason.text] : code;
  const { value, of = null, is_withheld: isWithheld = false, absent = null, comparison } = reason;
  const { is, operator, value: limit, met_by: metBy = null, than } = comparison;
  const other = than === undefined ? null : [than.times ?? null, than.plus ?? null];
  return [code, of, value, isWithheld, absent, is, operator, limit, metBy, other];
}
