import type { NoticePurpose, NoticeStage } from '../cascade/notice-request.ts';
import type { Addressee } from './parties.ts';

export { NOTICE_PURPOSES, type NoticePurpose } from '../cascade/notice-request.ts';

/** The letters that there are for each purpose. Adverse employment action takes two: see 15 USC 1681b(b)(3). */
export const LETTERS_BY_PURPOSE = {
  tenant: ['denied', 'revoked', 'other_action'],
  credit: ['denied', 'revoked', 'other_action'],
  employment: ['denied', 'revoked', 'other_action', 'pre_adverse', 'final'],
} as const satisfies Readonly<Record<NoticePurpose, readonly string[]>>;
export const NOTICE_LETTERS = LETTERS_BY_PURPOSE.employment;
export type NoticeLetter = (typeof NOTICE_LETTERS)[number];

/** The parts of a letter, in the order in which they stand. The wording of each is data of the renderer. */
export const NOTICE_SECTIONS = [
  'action',
  'reasons',
  'pre_adverse_reasons',
  'corrections',
  'consumer_report',
  'pre_adverse_report',
  'third_party',
  'agency_role',
  'free_copy',
  'dispute',
  'response',
  'score',
  'ecoa',
  'jurisdiction',
  'enclosures',
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
  /** No condition read its report: it was at hand for the person who denied. */
  readonly only_available?: boolean;
}

/** A value that was corrected before it decided. */
export interface NoticeCorrection {
  /** Null: of the application, as are `report` and `agency`. */
  readonly product_code: string | null;
  readonly report: string | null;
  /** Null too if nobody says who is behind the report. */
  readonly agency: string | null;
  readonly label: string;
  /** ISO date of the correction. */
  readonly date: string;
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
  /** No condition read it: it was at hand for the person who denied. */
  readonly only_available?: boolean;
  /** ISO date on which the score was corrected: the bureau gave another one. */
  readonly corrected_on?: string;
}

/**
 * A compiled notice: all that its PDF shows, as plain JSON. The wording is not in it; keys name it (purpose, letter,
 * sections, jurisdiction). It is stored on the artifact row.
 */
export type NoticeDocument = {
  readonly version: 1;
  readonly stage: NoticeStage;
  readonly purpose: NoticePurpose;
  readonly letter: NoticeLetter;
  readonly jurisdiction: string | null;
  readonly test_mode: boolean;
  /** ISO date of the letter: the day on which it is sent, of a draft the day on which it was drafted. */
  readonly date: string;
  /** What the recipient quotes when they write or call. */
  readonly reference: string;
  readonly letterhead: { readonly name: string; readonly address_lines: readonly string[]; readonly phone: string };
  readonly addressee: Pick<Addressee, 'name' | 'address_lines'>;
  readonly sections: readonly NoticeSection[];
  /** What was done, or the terms that are offered, in the words of the cascade. */
  readonly statement: string | null;
  readonly reasons: readonly string[];
  /** The cascade's own sentence, beside the reasons. */
  readonly extra_reason: string | null;
  /** Not in documents without one. */
  readonly corrections?: readonly NoticeCorrection[];
  readonly agencies: readonly NoticeAgency[];
  /** The same of what third parties said, who are no consumer reporting agencies. */
  readonly third_party_only_available?: boolean;
  readonly score: NoticeScore | null;
  /** The agency that the ECOA notice names; null unless the purpose is credit. */
  readonly federal_agency: { readonly name: string; readonly address: string } | null;
  /** Pre-adverse only: the first day on which the decision may be made. ISO date. */
  readonly decide_after: string | null;
  /** Final letter of two only: the date of the pre-adverse letter. ISO date. */
  readonly first_letter_date: string | null;
};
