import type { NoticeRequest } from '../cascade/contract.ts';

const STANDARD = String.raw`(?:standards?|polic(?:y|ies)|criteria|guidelines?)`;
const WHO = String.raw`(?:(?:you|he|she|they|it|(?:the |this |your )?(?:applicants?|applications?|borrower|tenant|candidate|customer|file|profile|request)) )?`;
const FAILED_TO =
  String.raw`(?:(?:(?:did|does|do|could|can) not|(?:did|does|do|could|can)n't|cannot|fail(?:s|ed)? to|(?:(?:is|was|are|were) )?unable to) ` +
  String.raw`(?:pass|qualify|meet|satisfy|clear|comply|conform|match|fulfill?|reach|achieve)|(?:have|has) not (?:passed|met|qualified|satisfied)|fail(?:s|ed)?)`;
/** What is asked for in general, and no fact. */
const IN_GENERAL =
  String.raw`(?: (?:our|the|all|this|any|its|of|for|with|to|under|minimum|internal|company|company's|creditor's|lender's|landlord's|screening|approval|` +
  String.raw`qualif(?:ication|ying)|qualifications|eligibility|underwriting|lending|rental|tenant|hiring|credit|loan|lease|standards?|polic(?:y|ies)|` +
  String.raw`criteria|criterion|guidelines?|requirements?|conditions?|rules?|thresholds?|checks?|model|review|process))*`;

/** A score is never a reason: its factors are (comments 4 and 9 to 12 CFR 1002.9). */
const ANY_SCORE = /\b(?:scores?|scoring|scorecard|points? total)\b/;

/**
 * Words that a creditor may not give as its reason: its internal standards or policies, or that the score did not
 * qualify. Only words that say nothing else. Source: 12 CFR 1002.9(b)(2).
 */
const INSUFFICIENT: readonly RegExp[] = [
  new RegExp(
    String.raw`^${WHO}(?:(?:(?:is |was |are |were )?(?:based on|due to|because of|per|as per|against|contrary to|below|outside(?: of)?|not (?:within|in line with))) )?(?:our |the )?` +
      String.raw`(?:(?:creditor's|lender's|company|internal|minimum|credit|lending|underwriting|rental|screening) )*${STANDARD}(?: (?:and|or) ${STANDARD})?$`,
  ),
  new RegExp(
    String.raw`^(?:our |the )?(?:(?:internal|company|creditor's|lender's|minimum|general|credit|lending|underwriting|rental|screening|eligibility) )*` +
      String.raw`(?:${STANDARD}|requirements?|conditions?) (?:(?:is|are|was|were) )?(?:not|never) (?:met|satisfied|fulfill?ed|passed|reached)$`,
  ),
  /^(?:failed|did not|does not)(?: to)? (?:achieve|reach|meet) (?:a|the|our) (?:qualifying|required|minimum) (?:credit )?score$/,
  /^(?:(?:credit )?score (?:is |was )?too low|(?:low|insufficient) (?:credit )?score)$/,
  ANY_SCORE,
  /^(?:(?:the )?(?:risk|profile|application|applicant) (?:is |was )?)?(?:too |very )?(?:high(?:[- ]| )risk|risky|risk too high|high)(?: (?:risk|applicant|profile|application))?$/,
  /^risk (?:is |was )?too high$/,
  new RegExp(String.raw`^${WHO}${FAILED_TO}${IN_GENERAL}$`),
  /^(?:(?:application|applicant|request) )?(?:was |is )?(?:denied|declined|rejected|unqualified|not (?:approved|qualified|suitable))$/,
  /^(?:other|various|see (?:notes?|above|file|report)|as discussed|tbd|none|no reason|business (?:decision|reasons?)|management (?:decision|discretion)|manager'?s? decision|overall (?:risk|impression|profile)|gut feeling|judge?ment call)$/,
];

/** Whether a text is no specific reason for a decision about credit. */
export function isInsufficientReason(text: string): boolean {
  const words = plainWords(text);
  return INSUFFICIENT.some((pattern) => pattern.test(words));
}

function plainWords(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/\s+/g, ' ')
    .replace(/[.!]+$/, '');
}

/** Of a sentence: it says that a score or a standard was not met, whatever stands around it. */
const STANDARD_NOT_MET = [
  /\b(?:scores?|scoring|scorecard|points)\b.*\b(?:fail\w*|low|below|under|insufficient|not|qualify\w*|minimum|required)\b/,
  /\b(?:fail\w*|did not|does not|do not|not|insufficient|low|below|qualify\w*|minimum|required)\b.*\b(?:scores?|scoring|scorecard|points)\b/,
  new RegExp(
    String.raw`\b(?:fail\w*|not|outside|per|under|because of|due to|based on)\b.*\b(?:our|internal|company|lending|underwriting|credit|bank) ` +
      String.raw`(?:(?:internal|credit|lending|underwriting|minimum) )*${STANDARD}\b`,
  ),
];

/**
 * Whether a sentence of the cascade's own gives what a creditor may not give as a reason: that internal standards were
 * not met, or a score did not qualify (12 CFR 1002.9(b)(2)).
 */
export function isInsufficientSentence(text: string): boolean {
  const words = plainWords(text);
  const patterns = [...INSUFFICIENT.filter((pattern) => pattern !== ANY_SCORE), ...STANDARD_NOT_MET];
  return patterns.some((pattern) => pattern.test(words));
}

/** Two words that are words: what is shorter names no fact. */
const FEWEST_WORDS = 2;

/** Whether a text is too little to name a fact: a mark, an abbreviation, one word. */
export function namesNoFact(text: string): boolean {
  return (text.match(/[\p{L}]{3,}/gu) ?? []).length < FEWEST_WORDS;
}

/** Facts that a report tells, by the words in which people write of them, and the codes of which one has to hold. */
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

/** The codes of which one has to hold for each fact of a report that a text names; empty if it names none. */
export function reportedFacts(text: string): readonly (readonly string[])[] {
  const words = text.toLowerCase().replaceAll('’', "'");
  return REPORTED.flatMap(([pattern, codes]) => {
    const found = pattern.exec(words);
    return found === null || DENIED.test(words.slice(0, found.index)) ? [] : [codes];
  });
}

/** Whether a reviewer's own words are the only reasons of a letter: no report and no rule bears them out. */
export function restsOnFreeText({ decided: { reasons } }: Pick<NoticeRequest, 'decided'>): boolean {
  return reasons.length > 0 && reasons.every((reason) => reason.kind === 'reviewer' && reason.code === null);
}

/** Words with braces look like a variable that was forgotten: no letter prints them. */
export function hasBraces(text: string): boolean {
  return /\{\{|\}\}/.test(text);
}
