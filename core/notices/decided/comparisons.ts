import { comparable, type ConditionTrace } from '../../cascade/conditions.ts';
import {
  asks,
  holds,
  isBlank,
  mirroredOf,
  numberIn,
  operatorOf,
  oppositeOf,
  orderedKindOf,
  type ConditionOperator,
  type Held,
} from '../../cascade/operators/index.ts';
import type { Json } from '../../json.ts';
import { MAX_WORK_OF_RUN, Work } from '../../work.ts';

/**
 * A budget for comparing one candidate. Their number is limited, and none is longer than what the visit has read
 * already.
 */
export function ofCandidate(): Work {
  return new Work(MAX_WORK_OF_RUN);
}

/** True if a condition holds with this value of its own field, and this one of the field that it compares with. */
export function holdsWith(trace: ConditionTrace, own: Json, other: Json | undefined): boolean {
  const { operator, value_from: from } = trace;
  if (from === undefined || other === undefined) {
    return !hasNothing(trace) && holds(operator, own, trace.value, ofCandidate()) === true;
  }
  const value = comparable({ ...from, actual: other });
  return value !== null && holds(operator, own, value, ofCandidate()) === true;
}

/**
 * Like `holdsWith`, but an undefined side keeps its actual value. Null if that value has no order, so the other side
 * may be anything.
 */
export function resultAs(trace: ConditionTrace, own: Json | undefined, other: Json | undefined): Held {
  const { operator, value_from: from, actual } = trace;
  const asRead = own === undefined ? actual : other === undefined ? (from?.actual ?? null) : null;
  const isOpen = from !== undefined && asks(operator, 'order') && asRead !== null && hasNoOrder(asRead);
  return isOpen && !isBlank(asRead) ? null : holdsWith(trace, own === undefined ? actual : own, other);
}

function hasNoOrder(value: Json): boolean {
  return orderedKindOf(value) === undefined;
}

function hasNothing({ value, value_from: from }: ConditionTrace): boolean {
  return from !== undefined && value === null;
}

/**
 * The comparison from the point of view of the other value: `income >= 3 × payment` says that the payment is at most a
 * third of the income. The limit is rounded to cents so that it still holds. A searched list gives one comparison per
 * item.
 */
export function fromOtherSide(trace: ConditionTrace, own: Json = trace.actual): readonly ConditionTrace[] {
  const { value_from: from, where, items, ...plain } = trace;
  const { source_node_id, field, read } = plain;
  if (from === undefined) return [];
  const { times = 1, plus = 0 } = from;
  const isPlain = from.times === undefined && from.plus === undefined;
  const figure = { ...(where === undefined ? {} : { where }), ...(items === undefined ? {} : { items }) };
  const seen = {
    ...plain,
    ...(from.where === undefined ? {} : { where: from.where }),
    ...(from.items === undefined ? {} : { items: from.items }),
    source_node_id: from.source_node_id,
    field: from.field,
    read: from.read,
    actual: from.actual,
    missing: from.actual === null || isBlank(from.actual),
    operator: turned(trace.operator, times < 0),
    value_from: { source_node_id, field, ...figure, actual: own, read },
  };
  // If neither value is known, any two that fit each other will do.
  if (own === null || (asks(trace.operator, 'order') && hasNoOrder(own))) return [{ ...seen, value: 1 }];
  if (isPlain) {
    const values = Array.isArray(own) ? own : [own];
    return values.flatMap((value) => (typeof value === 'object' ? [] : [{ ...seen, value }])).slice(0, MOST_ITEMS);
  }
  const number = numberIn(own);
  if (number === undefined) return [];
  const cents = ((number - plus) / times) * CENTS;
  // For a condition that should not have held, the opposite is required.
  const required = trace.result ? (oppositeOf(seen.operator) ?? seen.operator) : seen.operator;
  const isUpwards = operatorOf(required).range?.(0).low === 0;
  return [{ ...seen, value: (isUpwards ? Math.ceil(cents) : Math.floor(cents)) / CENTS }];
}
const CENTS = 100;
/** A list may be long, and any of its items would do. */
const MOST_ITEMS = 4;

/** `a < b` is `b > a`; a negative factor reverses the order once more. */
function turned(name: ConditionOperator, isNegative: boolean): ConditionOperator {
  return isNegative ? name : mirroredOf(name);
}
