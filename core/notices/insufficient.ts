import type { NoticeRequest } from '../cascade/notice-request.ts';

/** With fewer real words than this, a text names no fact. */
const FEWEST_WORDS = 2;

/** True if a text is too short to name a fact: a mark, an abbreviation, one word. */
export function namesNoFact(text: string): boolean {
  return (text.match(/[\p{L}]{3,}/gu) ?? []).length < FEWEST_WORDS;
}

/** Facts in reports: the words that people use for them, and the codes of which at least one must be true. */
const REPORTED: readonly (readonly [words: RegExp, codes: readonly string[]])[] = [
  [/\bbankrupt\w*/, ['credit_report.bankruptcies_count']],
  [/\bcollections?\b|\bcollection (?:account|agency|action)/, ['credit_report.collections_count']],
  [/\bcharge(?:d)?[- ]?offs?\b/, ['credit_report.charge_offs_count']],
  [
    /\bpast[- ]due\b|\bdelinquen\w*|\blate payments?\b/,
    [
      'credit_report.past_due_accounts_count',
      'credit_report.late_payments_last_24_months',
      'credit_report.charge_offs_count',
    ],
  ],
  [/\bfelon\w*/, ['criminal_background.felony_count']],
  [/\bsex[- ]offender/, ['criminal_background.sex_offender_registry_match']],
  [/\bcriminal (?:record|history|conviction)|\bconvict\w*/, ['criminal_background.records_count']],
  [/\bevict\w*/, ['eviction_history.filings_count', 'eviction_history.judgments_count']],
  [/\bwatch ?list/, ['identity_verification.watchlist_match']],
  [/\bdeceased\b/, ['identity_verification.deceased_indicator']],
];
const DENIED = /\b(?:no|not|without|never|despite|except)\b(?:\W+\w+){0,3}\W*$/;

/** For each reported fact that a text names, the codes of which at least one must be true; empty if it names none. */
export function reportedFacts(text: string): readonly (readonly string[])[] {
  const words = text.toLowerCase().replaceAll('’', "'");
  return REPORTED.flatMap(([pattern, codes]) => {
    const found = pattern.exec(words);
    return found === null || DENIED.test(words.slice(0, found.index)) ? [] : [codes];
  });
}

/** True if a reviewer's own words are the only reasons of a letter, so no report and no rule supports them. */
export function restsOnFreeText({ decided: { reasons } }: Pick<NoticeRequest, 'decided'>): boolean {
  return reasons.length > 0 && reasons.every((reason) => reason.kind === 'reviewer' && reason.code === null);
}

/** True for text with braces, which would look like a forgotten variable. No letter prints it. */
export function hasBraces(text: string): boolean {
  return /\{\{|\}\}/.test(text);
}
