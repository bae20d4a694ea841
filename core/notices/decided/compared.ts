import type { ConditionTrace } from '../../cascade/conditions.ts';
import { numberIn } from '../../cascade/operators/index.ts';
import { fieldPath } from '../../fields/path.ts';
import type { FieldReason, Product } from '../../products/index.ts';

/** The amounts requested from a creditor, by their names in the standard dictionary. */
const REQUESTED: readonly string[] = ['loan.amount', 'loan.monthly_payment'];

/**
 * The words of a reason whose condition compared the value with another one: those about that comparison, or null if
 * there are none. `otherProduct`: the report of the other value, undefined if it is in the application.
 * `isBesideRequest`: a requested amount also decided. Source: 12 CFR 1002.9(b)(2): a reason relates to what was
 * considered.
 */
export function wordsCompared(
  reason: FieldReason,
  { value, value_from: other }: ConditionTrace,
  { otherProduct, isBesideRequest }: { readonly otherProduct: Product | undefined; readonly isBesideRequest: boolean },
): string | null {
  // Words of texts and booleans name the value itself. Only for amounts does "too high" depend on the other one.
  if (numberIn(value) === undefined) return reason.text;
  const { request } = reason.compared;
  // Words about a requested amount do not fit a fixed limit.
  const ofLimit = request === undefined ? reason.text : isBesideRequest ? request : null;
  if (other === undefined) return ofLimit;
  if (otherProduct !== undefined) return reason.compared[`${otherProduct.code}.${other.field}`] ?? null;
  return isRequested(other.field) ? (request ?? null) : null;
}

/** True if the field of the application is a requested amount. */
export function isRequested(field: string): boolean {
  return REQUESTED.includes(fieldPath(field));
}
