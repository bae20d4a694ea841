import type { JsonSchema } from '../json.ts';
import { timesPlus } from '../decimal.ts';
import { fieldSchema, type Product } from '../products/index.ts';
import { quote } from './checks.ts';
import type { CascadeCondition, OtherValue, ValueSource } from './definition.ts';
import { kindOfField, KIND_WORDS } from './field-kinds.ts';
import { asks, operatorOf, type FieldKind } from './operators/index.ts';
import type { Range } from './operators/index.ts';

/* Comparisons with another value that can never hold, or whose sides have nothing in common. */

/** One side of a comparison. The caller's data has no schema. */
export interface Side {
  readonly field: string;
  readonly kind: FieldKind | undefined;
  readonly schema: JsonSchema | undefined;
}

/**
 * The message for a value that does not fit the one it is compared with; undefined if it fits or nothing is known about
 * it.
 */
export function otherValueMismatch(
  condition: CascadeCondition,
  productOf: (nodeId: string) => Product | undefined,
): string | undefined {
  const { value_from: from } = condition;
  if (from === undefined) return undefined;
  const sideOf = ({ source_node_id: id, field }: ValueSource): Side => {
    const product = productOf(id);
    if (product === undefined) return { field, kind: undefined, schema: undefined };
    return { field, kind: kindOfField(product, field), schema: fieldSchema(product, field) };
  };
  const [own, other] = [sideOf(condition), sideOf(from)];
  if (condition.source_node_id === from.source_node_id && own.field === other.field) {
    return `${quote(own.field)} is compared with itself, which decides nothing.`;
  }
  return sidesMismatch(condition, from, own, other);
}

/** Like `otherValueMismatch`, for two known sides. */
export function sidesMismatch(
  condition: CascadeCondition,
  from: OtherValue,
  own: Side,
  other: Side,
): string | undefined {
  return kindMismatch(condition, from, own, other) ?? neverHolds(condition, from, own, other);
}

const NUMBERS: readonly (FieldKind | undefined)[] = ['number', 'integer'];

function kindMismatch(
  { operator }: CascadeCondition,
  { times, plus }: OtherValue,
  own: Side,
  other: Side,
): string | undefined {
  if (other.kind === undefined) return undefined;
  const [name, isOther] = [quote(other.field), `${quote(other.field)} is ${KIND_WORDS[other.kind]}`];
  const isNumber = NUMBERS.includes(other.kind);
  if ((times !== undefined || plus !== undefined) && !isNumber) {
    return `${isOther}, and \`times\` and \`plus\` make nothing of it: leave them out, or name a number.`;
  }
  if (other.kind === 'array' || other.kind === 'object') {
    return `${isOther}, and a condition compares with one value: name a field with a number, a text, a date, or true or false.`;
  }
  // A list is searched for the value and a text for a part of it, so the kinds may differ.
  if (own.kind === undefined || asks(operator, 'part', 'beginning', 'ending')) return undefined;
  const isSame = own.kind === other.kind || (NUMBERS.includes(own.kind) && isNumber);
  if (isSame) return undefined;
  return `${quote(own.field)} is ${KIND_WORDS[own.kind]} and ${name} is ${KIND_WORDS[other.kind]}: the two never compare.`;
}

function neverHolds(
  { operator }: CascadeCondition,
  { times = 1, plus = 0 }: OtherValue,
  own: Side,
  other: Side,
): string | undefined {
  const { range } = operatorOf(operator);
  const ends = [other.schema?.minimum, other.schema?.maximum];
  const [low, high] = ends.map((end, index) =>
    typeof end === 'number' ? timesPlus(end, times, plus) : (index === 0) === times > 0 ? -Infinity : Infinity,
  );
  if (range === undefined || low === undefined || high === undefined) return undefined;
  const limits = [Math.min(low, high), Math.max(low, high)];
  // The widest range that the comparison can allow: the union of the ranges at both ends of the other value.
  const [a, b] = limits.map((limit) => range(limit));
  const { minimum, maximum } = own.schema ?? {};
  if (a === undefined || b === undefined) return undefined;
  const lowest = Math.min(a.low, b.low);
  const highest = Math.max(a.high, b.high);
  const isOutside = excludes(
    { low: lowest, high: highest, lowIncluded: a.lowIncluded, highIncluded: a.highIncluded },
    Number(minimum ?? -Infinity),
    Number(maximum ?? Infinity),
  );
  if (!isOutside) return undefined;
  return `${quote(own.field)} and ${quote(other.field)} are never so far apart, so ${operator} never holds here.`;
}

function excludes({ low, high, lowIncluded, highIncluded }: Range, minimum: number, maximum: number): boolean {
  return low > maximum || high < minimum || (low === maximum && !lowIncluded) || (high === minimum && !highIncluded);
}
