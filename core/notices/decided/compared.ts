import type { ConditionTrace } from '../../cascade/conditions.ts';
import { numberIn } from '../../cascade/operators/index.ts';
import type { FieldReason, Product } from '../../products/index.ts';
import { wordsOfField } from '../../personal-fields.ts';

/** What a value of the application is, by its name: what was asked for, a limit of the creditor's own, or neither. */
const REQUESTED = / (?:loan|credit|requested|request|amount|financed|principal|payments?|instal?lments?) /;
/** Names of what a person has or owes already, and of what is no credit. */
const NOT_REQUESTED =
  / (?:existing|current|present|other|debts?|obligations?|expenses?|outstanding|balances?|prior|previous|income|savings|assets?|score|rent|rental|lease|deposit|price|value|tax(?:es)?|insurance|down|percent|pct|ratio|share|dates?|days|months|years|count|number) /;
const REQUESTED_BY_PERSON = / (?:requested|request|desired|proposed|loan amount) /;
const LIMIT = / (?:min|minimum|max|maximum|threshold|cutoff|floor|cap|required) /;

/**
 * The words of a reason where the condition compared the value with another one: those that speak of that comparison,
 * or null if none do. `otherProduct`: of the report that the other value is of, undefined if the application has it.
 * `isBesideRequest`: an amount that was asked for decided, too.
 * Source: 12 CFR 1002.9(b)(2): a reason relates to what was considered.
 */
export function wordsCompared(
  reason: FieldReason,
  { value, value_from: other }: ConditionTrace,
  { otherProduct, isBesideRequest }: { readonly otherProduct: Product | undefined; readonly isBesideRequest: boolean },
): string | null {
  // Texts, yes and no say what they are equal to; only of amounts does "too high" depend on the other one.
  if (numberIn(value) === undefined) return reason.text;
  const { request } = reason.compared;
  // Words that speak of what was requested say nothing of a fixed limit.
  const ofLimit = request === undefined ? reason.text : isBesideRequest ? request : null;
  if (other === undefined) return ofLimit;
  if (otherProduct !== undefined) return reason.compared[`${otherProduct.code}.${other.field}`] ?? null;
  if (!isPersons(other.field) && LIMIT.test(wordsOfField(other.field))) return ofLimit;
  return isRequested(other.field) ? (request ?? null) : null;
}

/** Whether a value of the application is an amount that was asked for. */
export function isRequested(field: string): boolean {
  const words = wordsOfField(field);
  return !NOT_REQUESTED.test(words) && (isPersons(field) ? REQUESTED_BY_PERSON : REQUESTED).test(words);
}

function isPersons(field: string): boolean {
  return /^(?:context\.)?applicant\./.test(field);
}
