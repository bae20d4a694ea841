import type { ConditionTrace } from '../../cascade/conditions.ts';
import { numberIn } from '../../cascade/operators/index.ts';
import { fieldPath } from '../../fields/path.ts';
import type { FieldReason, Product } from '../../products/index.ts';

/** What a creditor is asked for, in the standard dictionary. */
const REQUESTED: readonly string[] = ['loan.amount', 'loan.monthly_payment'];

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
  return isRequested(other.field) ? (request ?? null) : null;
}

/** Whether a value of the application is an amount that was asked for. */
export function isRequested(field: string): boolean {
  return REQUESTED.includes(fieldPath(field));
}
