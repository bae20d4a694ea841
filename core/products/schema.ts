import type { FieldKind } from '../fields/spec.ts';
import type { JsonSchema } from '../json.ts';
import type { Figure } from '../quantifiers.ts';
import type { ItemTest, ReasonPredicate, ReportTest } from './contract.ts';

/**
 * The properties of a field besides its type; see PRODUCT_SCHEMA_KEYWORDS. A reason without a predicate does not
 * compile: its words are printed only if they are true for the report.
 */
export type Words = {
  /** The reason if the field decided because it had no value. `missingWhen`: other tests that the report must meet. */
  readonly missing?: string;
  readonly missingWhen?: readonly ReportTest[];
  /** The field is a score: the list at this path holds its factors, and they are the reasons on one side. */
  readonly factors?: string;
  readonly factorsWhen?: ReasonPredicate;
  /** Other words of the reason, by the purpose of the notice. */
  readonly byPurpose?: Readonly<Partial<Record<'tenant' | 'credit' | 'employment', string>>>;
  /**
   * The words are about a whole list and only these figures; and the test that an item has to meet for them to be true.
   */
  readonly figures?: readonly Figure[];
  readonly ofItem?: ItemTest;
  /** The words if only "none on record" would have passed. */
  readonly none?: string;
  /** The words if a condition compares the field with another value. */
  readonly compared?: Readonly<Record<string, string>>;
} & ({ readonly reason: string; readonly when: ReasonPredicate } | { readonly reason?: never; readonly when?: never });

/** The value is beyond what the condition allowed. */
export const ABOVE: ReasonPredicate = { is: 'above' };
export const BELOW: ReasonPredicate = { is: 'below' };
/** A test of an item: more than zero. */
export const ABOVE_ZERO: ItemTest = { operator: 'greater_than', value: 0 };

/** The predicate that any of the tests holds for the report. */
export function state(...any: readonly ReportTest[]): Extract<ReasonPredicate, { is: 'state' }> {
  return { is: 'state', any };
}

/** The predicate that any of the tests holds for the report and the condition compared with this value. */
export function comparedWith(compared: string, ...any: readonly ReportTest[]): ReasonPredicate {
  return { is: 'state', any, compared };
}

/** The predicate for a field whose higher values are better. */
export function curedByMore(when: Extract<ReasonPredicate, { is: 'state' }>): ReasonPredicate {
  return { ...when, cure: 'more' };
}

/** Marks a count as covering some of what another field counts. */
export function partOf(whole: string, schema: JsonSchema): JsonSchema {
  return { ...schema, 'x-part-of': whole };
}

/** Marks a field whose values are not plain facts. */
export function ofKind(kind: FieldKind, schema: JsonSchema): JsonSchema {
  return { ...schema, 'x-kind': kind };
}

/** Makes a field nullable; a missing value is the best possible result. */
export function noneOnRecord(schema: JsonSchema): JsonSchema {
  return { ...nullable(schema), 'x-absent': 'none_on_record' };
}

/** The test that a count of the report is not zero. */
export function some(field: string): ReportTest {
  return { field, operator: 'greater_than', value: 0 };
}

export function equals(field: string, value: string | number | boolean): ReportTest {
  return { field, operator: 'equals', value };
}

export function differs(field: string, value: string | number | boolean): ReportTest {
  return { field, operator: 'not_equals', value };
}

interface Range {
  readonly unit: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** `title` is the name in letters. A report is about the run's applicant. */
interface Named {
  readonly title: string;
  readonly description: string;
}

function described(type: string, { title, description }: Named, words: Words, more: JsonSchema = {}): JsonSchema {
  return {
    type,
    title,
    description,
    ...(type === 'object' ? {} : { 'x-kind': 'fact' satisfies FieldKind }),
    'x-person': 'applicant',
    ...more,
    ...(words.reason === undefined ? {} : { 'x-reason': words.reason }),
    ...(words.byPurpose === undefined ? {} : { 'x-reason-by-purpose': words.byPurpose }),
    ...(words.figures === undefined ? {} : { 'x-reason-figures': words.figures }),
    ...(words.none === undefined ? {} : { 'x-reason-none': words.none }),
    ...(words.ofItem === undefined ? {} : { 'x-reason-item': words.ofItem }),
    ...(words.compared === undefined ? {} : { 'x-reason-compared': words.compared }),
    ...(words.when === undefined ? {} : { 'x-reason-when': words.when }),
    ...(words.missing === undefined
      ? {}
      : {
          'x-reason-missing': words.missing,
          'x-reason-missing-when': { is: 'missing', any: words.missingWhen ?? [] },
        }),
    ...(words.factors === undefined ? {} : { 'x-factors': words.factors }),
    ...(words.factorsWhen === undefined ? {} : { 'x-factors-when': words.factorsWhen }),
  };
}

export function integer(title: string, description: string, { unit, ...range }: Range, words: Words = {}): JsonSchema {
  return described('integer', { title, description }, words, { ...range, 'x-unit': unit });
}

export function number(title: string, description: string, { unit, ...range }: Range, words: Words = {}): JsonSchema {
  return described('number', { title, description }, words, { ...range, 'x-unit': unit });
}

/** A number of things. */
export function count(title: string, description: string, words: Words = {}): JsonSchema {
  return integer(title, description, { unit: 'count', minimum: 0 }, words);
}

export function dollars(title: string, description: string, words: Words = {}): JsonSchema {
  return number(title, description, { unit: 'USD', minimum: 0 }, words);
}

export function text(title: string, description: string, words: Words = {}): JsonSchema {
  return described('string', { title, description }, words);
}

export function oneOf(title: string, description: string, values: readonly string[], words: Words = {}): JsonSchema {
  return described('string', { title, description }, words, { enum: values });
}

export function date(title: string, description: string, words: Words = {}): JsonSchema {
  return described('string', { title, description }, words, { format: 'date' });
}

export function flag(title: string, description: string, words: Words = {}): JsonSchema {
  return described('boolean', { title, description }, words);
}

/** The names of its items, and whether an empty list is best or worst. */
interface ItemWords {
  readonly one: string;
  readonly many: string;
  readonly empty?: 'best' | 'worst';
}

export function list(
  title: string,
  description: string,
  items: JsonSchema,
  { one, many, empty }: ItemWords,
  words: Words = {},
): JsonSchema {
  const ofNone = empty === undefined ? {} : { 'x-empty': empty };
  return described('array', { title, description }, words, { items, 'x-item': { one, many }, ...ofNone });
}

/** `required`: the fields without which the answer is not this report. */
export function object(
  title: string,
  description: string,
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[],
  words: Words = {},
): JsonSchema {
  return described('object', { title, description }, words, { properties, required });
}

/** The field's schema, but null is also allowed. */
export function nullable(schema: JsonSchema): JsonSchema {
  const values: unknown = schema.enum;
  return { ...schema, type: [schema.type, 'null'], ...(Array.isArray(values) ? { enum: [...values, null] } : {}) };
}
