import type { CascadeCondition, ReviewSettings } from '../cascade/definition.ts';
import type { OnMissing } from '../cascade/on-missing.ts';

/*
 * Rules as people and files write them: one row a rule. The members are those of the API.
 */

/** `nothing`: it ends without a decision; `offer`: a notice of other action; `revoke`: of what was approved. */
export const ROW_DECISIONS = ['approve', 'deny', 'review', 'conditional', 'revoke', 'offer', 'nothing'] as const;
export type RowDecision = (typeof ROW_DECISIONS)[number];

export const STEP_KINDS = ['wait', 'mail', 'notify', 'pull', 'other'] as const;

/** A step beside the decision. With `node_id` it is a node that there is; else `kind` and its settings make one. */
export interface RowStep {
  readonly node_id?: string;
  readonly kind?: (typeof STEP_KINDS)[number];
  readonly duration?: number;
  readonly unit?: string;
  readonly to?: string;
  readonly text?: string;
}

/** How a letter carries the decision out. */
export interface RowTerms {
  readonly is_automatic: boolean;
  readonly is_employment: boolean;
  readonly waiting_period: { readonly duration: number; readonly unit: string } | null;
  readonly statement: string | null;
}

export interface RowThen {
  readonly decision: RowDecision;
  readonly before: readonly RowStep[];
  readonly after: readonly RowStep[];
  /** Null if no letter carries it out. */
  readonly terms: RowTerms | null;
}

/** What a decision comes to: of a person, or of a rule. */
export interface RowEnd {
  readonly then: RowThen;
  /** What its letter adds to the reasons. */
  readonly reason: string | null;
}

export interface RowReview {
  readonly due_in: ReviewSettings['due_in'] | null;
  readonly on_overdue: 'none' | 'notify';
  readonly approvals: number;
  readonly queue: string | null;
  readonly reminders: NonNullable<ReviewSettings['reminders']>;
  readonly approved: RowEnd;
  readonly denied: RowEnd;
}

export interface RowGroup {
  readonly logic?: 'and' | 'or';
  readonly at_least?: number;
  readonly conditions: readonly CascadeCondition[];
}

export interface RowWhen {
  readonly group_logic: 'and' | 'or';
  readonly condition_groups: readonly RowGroup[];
  /** What it is read as. */
  readonly read_as: string;
}

/** What is done with whom a row decides. */
export interface RowWay extends RowEnd {
  readonly review: RowReview | null;
}

export interface Row extends RowWay {
  /** Stays as long as the row does. */
  readonly id: string;
  readonly text: string;
  readonly when: RowWhen;
  /** The conditions say what is asked for: whoever lacks it is decided. */
  readonly is_requirement: boolean;
  readonly on_missing: OnMissing | null;
  /** Rows of one block stand together: no order is said between them. */
  readonly block: string | null;
  readonly node_ids: readonly string[];
}

export interface EveryoneElse extends RowWay {
  readonly text: string;
  readonly read_as: string;
  readonly node_ids: readonly string[];
}

export interface RowList {
  readonly rules: readonly Row[];
  readonly everyone_else: EveryoneElse | null;
  readonly no_rules: { readonly node_id: string; readonly text: string } | null;
}

/** A row as it is sent: what is left out stays as it is. */
export interface RowInput {
  readonly id?: string;
  readonly text?: string | null;
  /** A sentence, or conditions. */
  readonly when?: string | { readonly group_logic?: 'and' | 'or'; readonly condition_groups: readonly RowGroup[] };
  readonly is_requirement?: boolean;
  readonly then?: ThenInput;
  readonly reason?: string | null;
  readonly review?: ReviewInput | null;
  readonly on_missing?: OnMissing | null;
  readonly block?: string | null;
}

export type ThenInput = Partial<RowThen> & Pick<RowThen, 'decision'>;
export interface EndInput {
  readonly then?: ThenInput;
  readonly reason?: string | null;
}
export type ReviewInput = Partial<Omit<RowReview, 'approved' | 'denied'>> & {
  readonly approved?: EndInput;
  readonly denied?: EndInput;
};
export type RestInput = Pick<RowInput, 'text' | 'then' | 'reason' | 'review'>;

export interface RowsInput {
  readonly rules: readonly RowInput[];
  readonly everyone_else?: RestInput | null;
}

/** What keeps rows from being saved: the row or `everyone_else`, its member, and why. */
export interface RowFault {
  readonly field: string;
  readonly message: string;
  /** Of a graph that has no such rows: the node. */
  readonly nodeId?: string;
}

export class RowsRefused extends Error {
  override readonly name = 'RowsRefused';
  readonly faults: readonly RowFault[];

  constructor(faults: readonly RowFault[]) {
    super(faults.map(({ field, message }) => `${field} ${message}`).join('; '));
    this.faults = faults;
  }
}
