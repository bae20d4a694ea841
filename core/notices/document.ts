import type { NoticeStage } from '../nodes/contract.ts';
import type { Addressee } from './parties.ts';

export const NOTICE_PURPOSES = ['tenant', 'credit', 'employment'] as const;
export type NoticePurpose = (typeof NOTICE_PURPOSES)[number];

/** Actions that one letter tells of. `adverse_employment` is told in two, see `compileNotice`. */
export const NOTICE_ACTIONS = ['denied', 'revoked', 'other_action'] as const;
export type NoticeAction = (typeof NOTICE_ACTIONS)[number];

/** The parts of a letter, in the order in which they stand. The wording of each is data of the renderer. */
export const NOTICE_SECTIONS = [
  'action',
  'reasons',
  'consumer_report',
  'agency_role',
  'free_copy',
  'dispute',
  'score',
  'ecoa',
  'contact',
] as const;
export type NoticeSection = (typeof NOTICE_SECTIONS)[number];

export interface NoticeAgency {
  readonly product_code: string;
  /** What was pulled from it, such as "Credit report". */
  readonly report: string;
  readonly name: string;
  readonly address_lines: readonly string[];
  readonly phone: string;
  readonly nationwide: boolean;
}

/** Source: FCRA 15 USC 1681m(a)(2), 1681g(f)(1). */
export interface NoticeScore {
  readonly value: number;
  readonly minimum: number;
  readonly maximum: number;
  /** As the bureau gave them, most important first. */
  readonly key_factors: readonly string[];
  /** ISO date on which the score was created. */
  readonly created_on: string;
  readonly provided_by: string;
}

/**
 * A notice, compiled: all that its PDF shows, as plain JSON, but for the wording, which is named by keys (purpose,
 * action, sections). It is stored on the artifact row.
 */
export type NoticeDocument = {
  readonly version: 1;
  readonly stage: NoticeStage;
  readonly purpose: NoticePurpose;
  readonly action: NoticeAction;
  readonly jurisdiction: string | null;
  readonly test_mode: boolean;
  /** ISO date of the letter. */
  readonly date: string;
  readonly letterhead: { readonly name: string; readonly address_lines: readonly string[]; readonly phone: string };
  readonly addressee: Addressee;
  readonly sections: readonly NoticeSection[];
  readonly reasons: readonly string[];
  /** The cascade's own sentence, beside the reasons. */
  readonly extra_reason: string | null;
  readonly agencies: readonly NoticeAgency[];
  readonly score: NoticeScore | null;
};
