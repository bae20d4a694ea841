import type { ConditionTrace } from '../../cascade/conditions.ts';
import { numberIn } from '../../cascade/operators/index.ts';
import { comparedReason, type FieldReason, type Product } from '../../products/index.ts';
import { wordsOfField } from '../../personal-fields.ts';

/** What a value of the application is, by its name: what was asked for, a limit of the creditor's own, or neither. */
const REQUESTED = / (?:loan|credit|requested|request|amount|financed|principal|payments?|instal?lments?) /;
/** Names of what a person has or owes already, and of what is no credit. */
const NOT_REQUESTED =
  / (?:existing|current|present|other|debts?|obligations?|expenses?|outstanding|balances?|prior|previous|income|savings|assets?|score|rent|rental|lease|deposit|price|value|tax(?:es)?|insurance) /;
const REQUESTED_BY_PERSON = / (?:requested|request|desired|proposed|loan amount) /;
const LIMIT = / (?:min|minimum|max|maximum|threshold|cutoff|floor|cap|required) /;

/**
 * The words of a reason where the condition compared the value with another one: those that speak of that comparison,
 * or null if none do. `otherProduct`: of the report that the other value is of, undefined if the application has it.
 * Source: 12 CFR 1002.9(b)(2): a reason relates to what was considered.
 */
export function wordsCompared(
  reason: FieldReason,
  product: Product,
  { field, value, value_from: other }: ConditionTrace,
  otherProduct: Product | undefined,
): string | null {
  // Texts, yes and no say what they are equal to; only of amounts does "too high" depend on the other one.
  if (other === undefined || numberIn(value) === undefined) return reason.text;
  if (otherProduct !== undefined) return comparedReason(product, field, `${otherProduct.code}.${other.field}`);
  const words = wordsOfField(other.field);
  const isPersons = /^(?:context\.)?applicant\./.test(other.field);
  if (!isPersons && LIMIT.test(words)) return reason.text;
  const isRequested = !NOT_REQUESTED.test(words) && (isPersons ? REQUESTED_BY_PERSON : REQUESTED).test(words);
  return isRequested ? comparedReason(product, field, 'request') : null;
}
