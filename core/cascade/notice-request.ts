import type { JsonObject } from '../json.ts';
import type { VisitRef } from './conditions.ts';
import type { Decided } from './decided.ts';

/*
 * What a node and the interpreter say of a notice, and what a letter may lack.
 */

export const NOTICE_PURPOSES = ['tenant', 'credit', 'employment'] as const;
export type NoticePurpose = (typeof NOTICE_PURPOSES)[number];
export const NOTICE_STAGES = ['single', 'pre_adverse', 'final'] as const;
export type NoticeStage = (typeof NOTICE_STAGES)[number];

/** What the node itself says about its notice. Texts are null if the node does not give them. */
export interface NoticeFacts {
  readonly stage: NoticeStage;
  readonly recipient: string;
  /** Path of the person in the payload about whom the notice is. */
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
  /** What a person gave after the notice was parked for want of reasons. */
  readonly givenReasons?: readonly string[];
  readonly givenAddressee?: GivenAddressee;
  /** What decided when the first of two notices was issued: the final one says the same. */
  readonly decided?: Decided;
}

/** What a reviewer gave in place of what the payload does not say of the person. */
export interface GivenAddressee {
  readonly name?: string;
  /** Lines, as they are to be printed. */
  readonly address?: string;
}

/** What keeps a letter from being made until a person gives it. */
export const LETTER_NEEDS = ['reasons', 'variables', 'name', 'address'] as const;
export type LetterNeed = (typeof LETTER_NEEDS)[number];

/** What a finished letter lacks so that it cannot be printed. The operator supplies it, not a reviewer. */
export const PRINT_NEEDS = ['glyphs'] as const;
export type PrintNeed = (typeof PRINT_NEEDS)[number];

/** What the interpreter knows about a notice; names, addresses and legal text are added where it is compiled. */
export interface NoticeRequest {
  readonly stage: NoticeStage;
  readonly action_taken: string;
  /** Null: the account's default. */
  readonly purpose: string | null;
  readonly jurisdiction: string | null;
  /** Empty if there is no mail address: a credit notice goes by post then. */
  readonly recipient: string;
  /** Path of the person in the payload about whom the notice is. */
  readonly applicant: string;
  /** Absent unless a reviewer gave something. */
  readonly addressee?: GivenAddressee;
  /** Variables of `statement` and `reason` that have no value: with any the notice is not issued. */
  readonly unresolved?: readonly string[];
  /** What was done, or the terms that are offered; interpolated from the node's `statement`. */
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
