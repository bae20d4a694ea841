import type { Json } from '../../json.ts';
import type { Range } from './range.ts';

export type Scalar = string | number | boolean | null;
export type Present = Exclude<Json, null>;

/** The kinds of fields in product schemas. A date is a text in the format of a date. */
export const FIELD_KINDS = ['number', 'integer', 'boolean', 'string', 'date', 'array', 'object'] as const;
export type FieldKind = (typeof FIELD_KINDS)[number];

/** The question that an operator asks. `part`: whether a list or a text contains something. */
export type Question = 'equality' | 'order' | 'part' | 'beginning' | 'ending' | 'absence' | 'yes_or_no';

/** The kinds of values that operators need to be able to compare. */
export const COMPARABLE_KINDS = [
  'number',
  'date',
  'number_or_date',
  'yes_or_no',
  'text',
  'text_or_list',
  'list',
] as const;
export type ComparableKind = (typeof COMPARABLE_KINDS)[number];

/** True if a comparison holds; null if the two values cannot be compared. */
export type Held = boolean | null;

/** One operator of a condition. Everything specific to it is here, except its words in letters, which are data. */
export interface Operator {
  readonly asks: Question;
  /** True if it compares with a value; false if it asks about the field only. */
  readonly takesValue: boolean;
  /** True if `actual operator value` holds. `actual` is not missing. */
  readonly holds: (actual: Present, value: Scalar) => Held;
  /** The kind that `actual` needs for a comparison with this value; null if any will do. */
  readonly expects: (value: Scalar) => ComparableKind | null;
  /** True if it holds for a missing value. For all other operators a missing value is false. */
  readonly holdsOfNothing?: true;
  /** The operator that holds exactly where this one does not; null if there is none. */
  readonly opposite: string | null;
  /** The operator that means the same with the two sides exchanged, if it is a different one. */
  readonly mirrored?: string;
  /** The numbers that satisfy it; absent if they are no range. */
  readonly range?: (limit: number) => Range;
  /** Kinds of fields that can satisfy it. */
  readonly fits: readonly FieldKind[];
  /** True if the value has the field's own kind and is not a part of it. */
  readonly comparesWhole: boolean;
  /** The nearest value that satisfies it; undefined if none is known. */
  readonly nearest: (value: Scalar, actual: Json) => Json | undefined;
  /** Its key in the words of statements if the limit is a date. */
  readonly ofDates?: 'after' | 'on_or_after' | 'before' | 'on_or_before';
  /** Its names in other products. */
  readonly otherNames: readonly string[];
}
