import type { Decision } from './model.ts';

/** Words that stand for somebody or something of the sentence before, where it was about some applicants: for those, or for all? */
const BEGINS = /^(?:they|he|she|such|their|his|her|must|needs?|has to|have to|requires?)\b/i;
/** After a denial one more denial is of all others. */
const THOSE = /(?<!\bof )\bthose (?:with|without|who|whose|having)\b/i;
/** Of somebody who was denied before there is nothing more to say: "the applicant" is any. */
const ONE = /^the (?:applicant|candidate|tenant|renter|borrower|person|prospect|customer|resident|individual)\b/i;
const WITHIN =
  /(?<!\bof )\b(?:they|he|she|them|him|her|such|these|this|it)\b(?! (?:is|are) (?:at|over|under|above|below)\b)|\bthe (?:case|file|application)\b/i;
const CONDITIONAL = /\b(?:if|when|where|unless|provided)\b/i;
const SOME = /\b(?:with|who|whose|having)\b/i;
/** "Who also has a felony": beside what was said before; "also deny felonies" is one rule more. */
const BESIDES = /(?<!^|^we )\b(?:also|too)\b/i;

/** A clause that decides, as the text has it. */
interface Spoken {
  readonly text: string;
  readonly isRequirement: boolean;
  readonly decision: Decision;
}

/** Whether it is open if a word in the text stands for those of the clause before, or for every applicant. */
export function isOpen({ text, decision }: Pick<Spoken, 'text' | 'decision'>, before: Spoken): boolean {
  if (before.isRequirement && !SOME.test(before.text)) return false;
  const isOfOthers = decision === 'deny' && before.decision === 'deny';
  if (BEGINS.test(text) || BESIDES.test(text) || (THOSE.test(text) && !isOfOthers)) return true;
  if ((before.decision === 'approve' || isOfOthers) && CONDITIONAL.test(before.text)) return false;
  // "Approve if the income is 3x. If they have an eviction, deny": nobody was singled out by a noun.
  return WITHIN.test(text) || (before.decision !== 'deny' && ONE.test(text));
}
