import type { JsonObject } from '../json.ts';
import type { ScoreDisclosure } from '../products/contract.ts';
import type { VisitRef } from './conditions.ts';
import type { Decided } from './decided.ts';

/* The types of a notice: the node's part, the interpreter's part, and what a letter may lack. */

export const NOTICE_PURPOSES = ['tenant', 'credit', 'employment'] as const;
export type NoticePurpose = (typeof NOTICE_PURPOSES)[number];
export const NOTICE_STAGES = ['single', 'pre_adverse', 'final'] as const;
export type NoticeStage = (typeof NOTICE_STAGES)[number];

/** The node's part of its notice. Texts are null if the node has none. */
export interface NoticeFacts {
  readonly stage: NoticeStage;
  readonly recipient: string;
  /** The payload path of the person that the notice is about. */
  readonly applicant: string;
  readonly actionTaken: string;
  readonly purpose: string | null;
  readonly jurisdiction: string | null;
  readonly statement: string | null;
  readonly waitingPeriod: JsonObject | null;
  /** The node's sentence (`reason`). */
  readonly extraReason: string | null;
  /** Variables of `statement` and `reason` that have no value. */
  readonly unresolved: readonly string[];
  /** Values from reports that `statement` and `reason` quote, by the visit that pulled them. */
  readonly saidOfReports: readonly (VisitRef & { readonly field: string })[];
  /** Reasons that a person gave after the notice was parked for lack of them. */
  readonly givenReasons?: readonly string[];
  readonly givenAddressee?: GivenAddressee;
  /** The decision as printed in the first of two notices; the final one repeats it. */
  readonly decided?: Decided;
}

/** Name and address that a reviewer gave because the payload lacks them. */
export interface GivenAddressee {
  readonly name?: string;
  /** Lines, as they will be printed. */
  readonly address?: string;
}

/** Information without which no letter is made. A person gives it. */
export const LETTER_NEEDS = ['reasons', 'variables', 'name', 'address'] as const;
export type LetterNeed = (typeof LETTER_NEEDS)[number];

/** A finished letter cannot be printed without these. The operator supplies them, not a reviewer. */
export const PRINT_NEEDS = ['glyphs'] as const;
export type PrintNeed = (typeof PRINT_NEEDS)[number];

/** A score that a letter may have to disclose, in a report that the account describes. */
export interface OwnScore extends ScoreDisclosure {
  readonly product_code: string;
  readonly field: string;
  readonly only_available?: true;
}

/** The interpreter's part of a notice. Compiling adds names, addresses and legal text. */
export interface NoticeRequest {
  readonly stage: NoticeStage;
  readonly action_taken: string;
  /** Null for the account's default. */
  readonly purpose: string | null;
  readonly jurisdiction: string | null;
  /** Empty if there is no mail address; a credit notice then goes by post. */
  readonly recipient: string;
  /** The payload path of the person that the notice is about. */
  readonly applicant: string;
  /** Set only if a reviewer gave something. */
  readonly addressee?: GivenAddressee;
  /** Variables of `statement` and `reason` without a value. If there are any, the notice is not issued. */
  readonly unresolved?: readonly string[];
  /** The action taken or the terms offered; interpolated from the node's `statement`. */
  readonly statement: string | null;
  /** The node's sentence (`reason`), if it has one. */
  readonly extra_reason: string | null;
  /** Principal reasons, most important first, at most four (12 CFR 1002.9). */
  readonly reasons: readonly string[];
  /** The parts of these reasons in the same order, and also the deciding choices and the reports used. */
  readonly decided: Decided;
  /** Product codes of the reports used. */
  readonly product_codes: readonly string[];
  /** The visits that pulled them. A pre-adverse notice encloses a copy of each. */
  readonly reports: readonly { readonly product_code: string; readonly node_id: string; readonly visit: number }[];
  /** The node's own waiting period; for a pre-adverse notice only. */
  readonly waiting_period: JsonObject | null;
  /** The conditions that decided. The notice is stored with the trace that it was compiled from. */
  readonly trace: readonly JsonObject[];
  /** The output of the product whose score must be disclosed. */
  readonly credit_report: JsonObject | null;
  /** Scores of reports that the account describes, to be disclosed where their agency makes consumer reports. */
  readonly own_scores?: readonly OwnScore[];
}
