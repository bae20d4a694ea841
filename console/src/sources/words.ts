import type { FieldKind } from '../../../core/fields/spec.ts';
import type { TypeName } from './draft.ts';

/** The page's words for types, kinds, reasons and meanings. */

export const TYPE_WORDS: readonly (readonly [TypeName, string])[] = [
  ['number', 'number'],
  ['integer', 'whole number'],
  ['text', 'text'],
  ['yes_no', 'yes or no'],
  ['date', 'date'],
  ['date_time', 'date and time'],
  ['list_of_texts', 'list of texts'],
  ['list_of_numbers', 'list of numbers'],
  ['list_of_groups', 'list of records'],
  ['group', 'group of fields'],
];

export const typeWords = (name: TypeName | undefined): string =>
  TYPE_WORDS.find(([each]) => each === name)?.[1] ?? 'as the JSON says';

/** The kinds of values, each with the people who see them. */
export const KIND_WORDS: readonly (readonly [FieldKind, string])[] = [
  ['fact', 'a fact: reviewers see it'],
  ['score', 'a score: reviewers see it'],
  ['name', 'a name: reviewers see it'],
  ['contact', 'an address or number: reviewers see it'],
  ['age', 'an age: masked'],
  ['birth', 'a birth: masked'],
  ['identifier', 'an identifier: its end alone is seen'],
];

export const kindWords = (kind: unknown): string => KIND_WORDS.find(([each]) => each === kind)?.[1] ?? 'hidden';

export const REASON_WORDS = [
  ['x-reason-above', 'Too high, or too late'],
  ['x-reason-below', 'Too low, or too early'],
  ['x-reason-is', 'A text, or yes or no, that is not allowed'],
  ['x-reason-missing', 'There is none'],
] as const;

export const MEANINGS = [
  ['nobody', 'there is nobody of that name'],
  ['frozen', 'the file is frozen'],
  ['again', 'there is no report yet: try again'],
  ['refused', 'it makes no report'],
] as const;
