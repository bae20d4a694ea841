const STANDARD = String.raw`(?:standards?|polic(?:y|ies)|criteria|guidelines?)`;
const WHO = String.raw`(?:(?:you|he|she|they|it|(?:the |this |your )?(?:applicants?|applications?|borrower|tenant|candidate|customer|file|profile|request)) )?`;
const FAILED_TO =
  String.raw`(?:(?:(?:did|does|do|could|can) not|(?:did|does|do|could|can)n't|cannot|fail(?:s|ed)? to|(?:(?:is|was|are|were) )?unable to) ` +
  String.raw`(?:pass|qualify|meet|satisfy|clear|comply|conform|match|fulfill?|reach|achieve)|(?:have|has) not (?:passed|met|qualified|satisfied)|fail(?:s|ed)?)`;
/** General requirements, which are no facts. */
const IN_GENERAL =
  String.raw`(?: (?:our|the|all|this|any|its|of|for|with|to|under|minimum|internal|company|company's|creditor's|lender's|landlord's|screening|approval|` +
  String.raw`qualif(?:ication|ying)|qualifications|eligibility|underwriting|lending|rental|tenant|hiring|credit|loan|lease|standards?|polic(?:y|ies)|` +
  String.raw`criteria|criterion|guidelines?|requirements?|conditions?|rules?|thresholds?|checks?|model|review|process))*`;

/** A score is never a reason: its factors are (comments 4 and 9 to 12 CFR 1002.9). */
const ANY_SCORE = /\b(?:scores?|scoring|scorecard|points? total)\b/;

/**
 * Texts that a creditor may not give as a reason: internal standards or policies were not met, or the score did not
 * qualify. Only texts that say nothing else. Source: 12 CFR 1002.9(b)(2).
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

/** True if the text is not a specific reason for a credit decision. */
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

/** For sentences: they say that a score or a standard was not met, whatever else they say. */
const STANDARD_NOT_MET = [
  /\b(?:scores?|scoring|scorecard|points)\b.*\b(?:fail\w*|low|below|under|insufficient|not|qualify\w*|minimum|required)\b/,
  /\b(?:fail\w*|did not|does not|do not|not|insufficient|low|below|qualify\w*|minimum|required)\b.*\b(?:scores?|scoring|scorecard|points)\b/,
  new RegExp(
    String.raw`\b(?:fail\w*|not|outside|per|under|because of|due to|based on)\b.*\b(?:our|internal|company|lending|underwriting|credit|bank) ` +
      String.raw`(?:(?:internal|credit|lending|underwriting|minimum) )*${STANDARD}\b`,
  ),
];

/**
 * True if a sentence of the cascade gives a reason that a creditor may not give. Such reasons are internal standards
 * that were not met, and a score that did not qualify (12 CFR 1002.9(b)(2)).
 */
export function isInsufficientSentence(text: string): boolean {
  const words = plainWords(text);
  const patterns = [...INSUFFICIENT.filter((pattern) => pattern !== ANY_SCORE), ...STANDARD_NOT_MET];
  return patterns.some((pattern) => pattern.test(words));
}
