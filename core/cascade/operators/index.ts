import type { Json } from '../../json.ts';
import { toNumber } from '../../scalars.ts';
import type { Work } from '../../work.ts';
import type { ComparableKind, FieldKind, Held, Operator, Question, Scalar } from './contract.ts';
import { EQUALS, NOT_EQUALS } from './equality.ts';
import { GREATER_THAN, GREATER_THAN_OR_EQUAL, LESS_THAN, LESS_THAN_OR_EQUAL } from './order.ts';
import { IS_EMPTY, IS_FALSE, IS_NOT_EMPTY, IS_TRUE } from './presence.ts';
import type { Range } from './range.ts';
import { CONTAINS, ENDS_WITH, NOT_CONTAINS, STARTS_WITH } from './text.ts';

export {
  COMPARABLE_KINDS,
  FIELD_KINDS,
  type ComparableKind,
  type FieldKind,
  type Held,
  type Operator,
  type Question,
  type Scalar,
} from './contract.ts';
export { exclude, type Range } from './range.ts';
export { isBlank } from '../../scalars.ts';
export { compareValues, orderedKindOf } from './values.ts';
export { unlikeItem } from './text.ts';

/**
 * The operators, in the order in which they are published. A new one is one object here and its words in letters
 * (`data/notices/statements.en-US.json`). All other code uses this registry.
 */
const OPERATORS = {
  equals: EQUALS,
  not_equals: NOT_EQUALS,
  greater_than: GREATER_THAN,
  greater_than_or_equal: GREATER_THAN_OR_EQUAL,
  less_than: LESS_THAN,
  less_than_or_equal: LESS_THAN_OR_EQUAL,
  contains: CONTAINS,
  not_contains: NOT_CONTAINS,
  starts_with: STARTS_WITH,
  ends_with: ENDS_WITH,
  is_empty: IS_EMPTY,
  is_not_empty: IS_NOT_EMPTY,
  is_true: IS_TRUE,
  is_false: IS_FALSE,
} as const satisfies Readonly<Record<string, Operator>>;

export type ConditionOperator = keyof typeof OPERATORS;

function isName(name: string): name is ConditionOperator {
  return Object.hasOwn(OPERATORS, name);
}

export const CONDITION_OPERATORS: readonly ConditionOperator[] = Object.keys(OPERATORS).filter(isName);
export const UNARY_OPERATORS: readonly ConditionOperator[] = CONDITION_OPERATORS.filter(
  (name) => !operatorOf(name).takesValue,
);

export function operatorOf(name: ConditionOperator): Operator {
  return OPERATORS[name];
}

/** True if it asks one of these questions. */
export function asks(name: ConditionOperator, ...questions: readonly Question[]): boolean {
  return questions.includes(operatorOf(name).asks);
}

/** True for any value that is not empty. */
export const ANY_VALUE: ConditionOperator = 'is_not_empty';

/** Compare counts, to ask whether a list has an item or has none. */
export const MORE_THAN: ConditionOperator = 'greater_than';
export const AT_LEAST: ConditionOperator = 'greater_than_or_equal';
export const AT_MOST: ConditionOperator = 'less_than_or_equal';

/** The operator that holds exactly where this one does not; undefined if there is none. */
export function oppositeOf(name: ConditionOperator): ConditionOperator | undefined {
  const { opposite } = operatorOf(name);
  return opposite !== null && isName(opposite) ? opposite : undefined;
}

/** The operator with the two sides exchanged: `a < b` is `b > a`. */
export function mirroredOf(name: ConditionOperator): ConditionOperator {
  const { mirrored } = operatorOf(name);
  return mirrored !== undefined && isName(mirrored) ? mirrored : name;
}

/** The operators that a field of this kind can satisfy. */
export function operatorsFor(kind: FieldKind): readonly ConditionOperator[] {
  return CONDITION_OPERATORS.filter((name) => operatorOf(name).fits.includes(kind));
}

/** The numbers that satisfy a comparison; undefined if they are no range, or the value is no number. */
export function rangeOf(name: ConditionOperator, value: Json | undefined): Range | undefined {
  const limit = numberIn(value);
  return limit === undefined ? undefined : operatorOf(name).range?.(limit);
}

/** The number that a value is or spells. */
export function numberIn(value: Json | undefined): number | undefined {
  const number = toNumber(value ?? null);
  return Number.isFinite(number) ? number : undefined;
}

/** The nearest value that satisfies the operator, or that does not if `isRequired` is false. */
export function nearestValue(
  name: ConditionOperator,
  isRequired: boolean,
  value: Scalar,
  actual: Json,
): Json | undefined {
  const wanted = isRequired ? name : oppositeOf(name);
  return wanted === undefined ? '' : operatorOf(wanted).nearest(value, actual);
}

/**
 * True if `actual operator value` holds; null if the two cannot be compared. If `actual` is missing (null), only
 * `is_empty` holds. Costs a unit of `work`, plus the length of a list or a text. Source: semantics 4.3, 4.5 and 8.4.2.
 */
export function holds(name: ConditionOperator, actual: Json, value: Scalar, work: Work): Held {
  work.spend(1);
  const operator = operatorOf(name);
  if (actual === null) return operator.holdsOfNothing === true;
  if (typeof actual === 'string') work.spendOnText(actual.length);
  else if (Array.isArray(actual) && operator.asks === 'part') spendOnItems(actual, work);
  return operator.holds(actual, value);
}

/** The kind that `actual` needs to be comparable with `value`; for a list, the kind that its items need. */
export function expectedKind(name: ConditionOperator, actual: Json, value: Scalar): ComparableKind {
  const operator = operatorOf(name);
  const isOfItems = operator.asks === 'part' && Array.isArray(actual);
  return (isOfItems ? EQUALS : operator).expects(value) ?? 'text';
}

/** A text may be a date, and parsing one takes as long as comparing four numbers. */
const UNITS_OF_TEXT_ITEM = 4;

function spendOnItems(items: readonly Json[], work: Work): void {
  work.spend(items.length);
  for (const item of items) {
    if (typeof item === 'string') work.spend(UNITS_OF_TEXT_ITEM - 1);
  }
}
