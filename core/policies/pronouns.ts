import type { Decision } from './model.ts';

/** "They", where the sentence before was about some applicants: those, or all? */
const BEGINS = /^(?:they|he|she|such|their|his|her)\b/i;
/** After a denial one more denial is of all others. */
const THOSE = /^those (?:with|without|who|whose|having)\b/i;
/** Of somebody who was denied before there is nothing more to say: "the applicant" is any. */
const ONE = /^the (?:applicant|candidate|tenant|renter|borrower|person|prospect|customer|resident|individual)\b/i;
const WITHIN = [/^(?:if|when|where|unless) (?:they|he|she)\b/i, /^\w+ (?:them|him|her)\b/i, /, (?:they|he|she)\b/i];
const AFTER_COMMA = /, (?:\w+ ){1,3}(?:them|him|her)\b/i;
const CONDITIONAL = /\b(?:if|when|where|unless|provided)\b/i;
const SOME = /\b(?:with|who|whose|having)\b/i;

/** A clause that decides, as the text has it. */
interface Spoken {
  readonly text: string;
  readonly isRequirement: boolean;
  readonly decision: Decision;
}

/** Whether it is open if a pronoun in the text stands for those of the clause before, or for every applicant. */
export function isOpen({ text, decision }: Pick<Spoken, 'text' | 'decision'>, before: Spoken): boolean {
  if (before.isRequirement && !SOME.test(before.text)) return false;
  const isOfOthers = decision === 'deny' && before.decision === 'deny';
  if (BEGINS.test(text) || (THOSE.test(text) && !isOfOthers)) return true;
  if (CONDITIONAL.test(before.text)) return false;
  // "Approve if the income is 3x. If they have an eviction, deny": nobody was singled out by a noun.
  return [...WITHIN, AFTER_COMMA, ...(before.decision === 'deny' ? [] : [ONE])].some((pattern) => pattern.test(text));
}
