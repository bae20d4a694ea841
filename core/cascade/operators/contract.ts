import type { Json } from '../../json.ts';
import type { Range } from './range.ts';

export type Scalar = string | number | boolean | null;
export type Present = Exclude<Json, null>;

/** The kinds of fields that a product's schema may have; a date is a text in the form of one. */
export const FIELD_KINDS = ['number', 'integer', 'boolean', 'string', 'date', 'array', 'object'] as const;
export type FieldKind = (typeof FIELD_KINDS)[number];

/**
 * What an operator asks about: which values differ for it. `part`: whether a list or a text holds something.
 */
export type Question = 'equality' | 'order' | 'part' | 'beginning' | 'ending' | 'absence' | 'yes_or_no';

/** What a value has to be so that an operator can compare it. */
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

/** Whether a comparison holds; null if the two values cannot be compared. */
export type Held = boolean | null;

/** One operator of a condition. Everything that is particular to it is here, but for its words in letters (data). */
export interface Operator {
  readonly asks: Question;
  /** Compares with a value; else it asks about the field alone. */
  readonly takesValue: boolean;
  /** Whether `actual operator value` holds of a value that is there. */
  readonly holds: (actual: Present, value: Scalar) => Held;
  /** What the value has to be to be compared with this one; null if every value can be. */
  readonly expects: (value: Scalar) => ComparableKind | null;
  /** It holds if there is no value; every other operator does not. */
  readonly holdsOfNothing?: true;
  /** The operator that holds of a value exactly if this one does not; null if there is none. */
  readonly opposite: string | null;
  /** The operator that says the same with the two sides exchanged, if it is another one. */
  readonly mirrored?: string;
  /** The numbers of which it holds; left out if they are no range. */
  readonly range?: (limit: number) => Range;
  /** Kinds of fields of which it can hold. */
  readonly fits: readonly FieldKind[];
  /** The value is one of the field's own kind, and not a part of it. */
  readonly comparesWhole: boolean;
  /** The nearest value of which it holds; undefined if none is known. */
  readonly nearest: (value: Scalar, actual: Json) => Json | undefined;
  /** The part of the words of statements that it has if the limit is a date. */
  readonly ofDates?: 'after' | 'on_or_after' | 'before' | 'on_or_before';
  /** What people write who know it from elsewhere. */
  readonly otherNames: readonly string[];
}
