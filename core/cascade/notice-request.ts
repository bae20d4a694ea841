import type { JsonObject } from '../json.ts';
import type { VisitRef } from './conditions.ts';
import type { Decided } from './decided.ts';

/*
 * The types of a notice: the node's part, the interpreter's part, and the things that a letter may lack.
 */

export const NOTICE_PURPOSES = ['tenant', 'credit', 'employment'] as const;
export type NoticePurpose = (typeof NOTICE_PURPOSES)[number];
export const NOTICE_STAGES = ['single', 'pre_adverse', 'final'] as const;
export type NoticeStage = (typeof NOTICE_STAGES)[number];

/** The node's own part of its notice. Texts are null if the node gives none. */
export interface NoticeFacts {
  readonly stage: NoticeStage;
  readonly recipient: string;
  /** Path in the payload of the person that the notice is about. */
  readonly applicant: string;
  readonly actionTaken: string;
  readonly purpose: string | null;
  readonly jurisdiction: string | null;
  readonly statement: string | null;
  readonly waitingPeriod: JsonObject | null;
  /** The node's own sentence. */
  readonly extraReason: string | null;
  /** Variables of `statement` and `reason` that have no value. */
  readonly unresolved: readonly string[];
  /** Values of reports that `statement` and `reason` quote, by the visit that pulled them. */
  readonly saidOfReports: readonly (VisitRef & { readonly field: string })[];
  /** Reasons that a person gave after the notice was parked for lack of them. */
  readonly givenReasons?: readonly string[];
  readonly givenAddressee?: GivenAddressee;
  /** The decision as the first of two notices said it: the final one says the same. */
  readonly decided?: Decided;
}

/** Name and address that a reviewer gave because the payload lacks them. */
export interface GivenAddressee {
  readonly name?: string;
  /** Lines, as they are to be printed. */
  readonly address?: string;
}

/** Things without which no letter is made; a person gives them. */
export const LETTER_NEEDS = ['reasons', 'variables', 'name', 'address'] as const;
export type LetterNeed = (typeof LETTER_NEEDS)[number];

/** Things without which a finished letter cannot be printed. The operator supplies them, not a reviewer. */
export const PRINT_NEEDS = ['glyphs'] as const;
export type PrintNeed = (typeof PRINT_NEEDS)[number];

/** The interpreter's part of a notice; names, addresses and legal text are added where it is compiled. */
export interface NoticeRequest {
  readonly stage: NoticeStage;
  readonly action_taken: string;
  /** Null: the account's default. */
  readonly purpose: string | null;
  readonly jurisdiction: string | null;
  /** Empty if there is no mail address: a credit notice goes by post then. */
  readonly recipient: string;
  /** Path in the payload of the person that the notice is about. */
  readonly applicant: string;
  /** Absent unless a reviewer gave something. */
  readonly addressee?: GivenAddressee;
  /** Variables of `statement` and `reason` that have no value: with any the notice is not issued. */
  readonly unresolved?: readonly string[];
  /** The action that was taken, or the terms that are offered; interpolated from the node's `statement`. */
  readonly statement: string | null;
  /** The node's own sentence, if it gives one. */
  readonly extra_reason: string | null;
  /** Principal reasons, most important first, at most four (12 CFR 1002.9). */
  readonly reasons: readonly string[];
  /** The same reasons in the same order with their parts, the choices that decided and the reports that were used. */
  readonly decided: Decided;
  /** Product codes of the reports that were used. */
  readonly product_codes: readonly string[];
  /** The visits that pulled them; a pre-adverse notice encloses a copy of each. */
  readonly reports: readonly { readonly product_code: string; readonly node_id: string; readonly visit: number }[];
  /** The node's own waiting period, of a pre-adverse notice. */
  readonly waiting_period: JsonObject | null;
  /** The conditions that decided: the notice is kept with the trace it was compiled from. */
  readonly trace: readonly JsonObject[];
  /** The report whose score has to be disclosed: the product's output. */
  readonly credit_report: JsonObject | null;
}
