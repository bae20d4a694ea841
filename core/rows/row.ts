import type { CascadeCondition, ReviewSettings } from '../cascade/definition.ts';
import type { OnMissing } from '../cascade/on-missing.ts';

/* Rules as people and files write them: one row per rule. The members are those of the API. */

/** `nothing`: ends without a decision; `offer`: sends a notice of other action; `revoke`: revokes an approval. */
export const ROW_DECISIONS = ['approve', 'deny', 'review', 'conditional', 'revoke', 'offer', 'nothing'] as const;
export type RowDecision = (typeof ROW_DECISIONS)[number];

export const STEP_KINDS = ['wait', 'mail', 'notify', 'pull', 'other'] as const;

/**
 * A step besides the decision. With `node_id` it is an existing node; otherwise it is made from `kind` and its
 * settings.
 */
export interface RowStep {
  readonly node_id?: string;
  readonly kind?: (typeof STEP_KINDS)[number];
  readonly duration?: number;
  readonly unit?: string;
  readonly to?: string;
  readonly text?: string;
}

/** How a letter carries out the decision. */
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
  /** Null if no letter carries out the decision. */
  readonly terms: RowTerms | null;
}

/** The end to which a decision leads, by a person or a rule. */
export interface RowEnd {
  readonly then: RowThen;
  /** The reason that the letter adds. */
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
  /** The reading of the row. */
  readonly read_as: string;
}

/** The way of applicants whom a row decides. */
export interface RowWay extends RowEnd {
  readonly review: RowReview | null;
}

export interface Row extends RowWay {
  /** Permanent id of the row. */
  readonly id: string;
  readonly text: string;
  readonly when: RowWhen;
  /** True if the conditions state a requirement: the row decides applicants who do not meet it. */
  readonly is_requirement: boolean;
  readonly on_missing: OnMissing | null;
  /** Rows of one block are adjacent and have no order among themselves. */
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

/** A row as sent: omitted members are kept. */
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

/** The reason why rows cannot be saved: the row or `everyone_else`, its member, and the message. */
export interface RowFault {
  readonly field: string;
  readonly message: string;
  /** For a graph without such rows: the node. */
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
