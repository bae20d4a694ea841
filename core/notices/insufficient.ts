const STANDARD = String.raw`(?:standards?|polic(?:y|ies)|criteria|guidelines?)`;

/**
 * Words that a creditor may not give as its reason: its internal standards or policies, or that the score did not
 * qualify. Only words that say nothing else. Source: 12 CFR 1002.9(b)(2).
 */
const INSUFFICIENT: readonly RegExp[] = [
  new RegExp(
    String.raw`^(?:(?:based on|due to|because of|does not meet|did not meet|failed to meet) )?(?:our |the )?` +
      String.raw`(?:(?:creditor's|lender's|company|internal|credit|lending|underwriting) )*${STANDARD}(?: (?:and|or) ${STANDARD})?$`,
  ),
  /^(?:failed|did not|does not)(?: to)? (?:achieve|reach|meet) (?:a|the|our) (?:qualifying|required|minimum) (?:credit )?score$/,
  /^(?:(?:credit )?score (?:is |was )?too low|(?:low|insufficient) (?:credit )?score)$/,
];

/** Whether a text is no specific reason for a decision about credit. */
export function isInsufficientReason(text: string): boolean {
  const words = text
    .trim()
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/\s+/g, ' ')
    .replace(/[.!]+$/, '');
  return INSUFFICIENT.some((pattern) => pattern.test(words));
}
