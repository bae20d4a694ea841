import type { NoticePurpose, NoticeStage } from '../cascade/notice-request.ts';
import type { Addressee } from './parties.ts';

export { NOTICE_PURPOSES, type NoticePurpose } from '../cascade/notice-request.ts';

/** The letters of each purpose. Adverse employment action takes two: see 15 USC 1681b(b)(3). */
export const LETTERS_BY_PURPOSE = {
  tenant: ['denied', 'revoked', 'other_action'],
  credit: ['denied', 'revoked', 'other_action'],
  employment: ['denied', 'revoked', 'other_action', 'pre_adverse', 'final'],
} as const satisfies Readonly<Record<NoticePurpose, readonly string[]>>;
export const NOTICE_LETTERS = LETTERS_BY_PURPOSE.employment;
export type NoticeLetter = (typeof NOTICE_LETTERS)[number];

/** The parts of a letter, in their order. The wording of each is data of the renderer. */
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
  /** The report pulled from it, such as "Credit report". */
  readonly report: string;
  readonly name: string;
  readonly address_lines: readonly string[];
  readonly phone: string;
  readonly nationwide: boolean;
  /** Set if no condition read its report, but the person who denied could see it. */
  readonly only_available?: boolean;
}

/** A value that was corrected before it decided. */
export interface NoticeCorrection {
  /** Null for a correction of the application; `report` and `agency` are then null too. */
  readonly product_code: string | null;
  readonly report: string | null;
  /** Also null if the agency behind the report is unknown. */
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
  /** As given by the bureau, most important first. */
  readonly key_factors: readonly string[];
  /** ISO date on which the score was created. */
  readonly created_on: string;
  readonly provided_by: string;
  /** Set if no condition read it, but the person who denied could see it. */
  readonly only_available?: boolean;
  /** ISO date on which the score was corrected: the bureau gave a different one. */
  readonly corrected_on?: string;
}

/**
 * A compiled notice: everything that its PDF shows, as plain JSON. It names the wording by keys (purpose, letter,
 * sections, jurisdiction). It is stored on the artifact row.
 */
export type NoticeDocument = {
  readonly version: 1;
  readonly stage: NoticeStage;
  readonly purpose: NoticePurpose;
  readonly letter: NoticeLetter;
  readonly jurisdiction: string | null;
  readonly test_mode: boolean;
  /** ISO date of the letter: the day on which it is sent; for a draft, the day on which it was drafted. */
  readonly date: string;
  /** The reference that the recipient quotes when they write or call. */
  readonly reference: string;
  readonly letterhead: { readonly name: string; readonly address_lines: readonly string[]; readonly phone: string };
  readonly addressee: Pick<Addressee, 'name' | 'address_lines'>;
  readonly sections: readonly NoticeSection[];
  /** The action taken, or the terms offered, in the cascade's words. */
  readonly statement: string | null;
  readonly reasons: readonly string[];
  /** The cascade's own sentence, in addition to the reasons. */
  readonly extra_reason: string | null;
  /** Absent in documents without corrections. */
  readonly corrections?: readonly NoticeCorrection[];
  readonly agencies: readonly NoticeAgency[];
  /** `only_available` for information from third parties that are not consumer reporting agencies. */
  readonly third_party_only_available?: boolean;
  readonly score: NoticeScore | null;
  /** The agency that the ECOA notice names; null unless the purpose is credit. */
  readonly federal_agency: { readonly name: string; readonly address: string } | null;
  /** Pre-adverse only: the first day on which the decision may be made. ISO date. */
  readonly decide_after: string | null;
  /** Final letter of two only: the date of the pre-adverse letter. ISO date. */
  readonly first_letter_date: string | null;
};
