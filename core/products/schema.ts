import type { FieldKind } from '../fields/spec.ts';
import type { JsonSchema } from '../json.ts';
import type { Figure } from '../quantifiers.ts';
import type { ItemTest, ReasonPredicate, ReportTest } from './contract.ts';

/**
 * What a field says of itself, beside its type. See PRODUCT_SCHEMA_KEYWORDS. A reason without its predicate does not
 * compile: its words are printed only if they are true of the report.
 */
export type Words = {
  /** Reason if the field decided because it had no value; `missingWhen` says what else has to hold of the report. */
  readonly missing?: string;
  readonly missingWhen?: readonly ReportTest[];
  /** The field is a score: the list at this path holds its own factors, and they are the reasons on one side. */
  readonly factors?: string;
  readonly factorsWhen?: ReasonPredicate;
  /** Other words of the reason in notices of a purpose. */
  readonly byPurpose?: Readonly<Partial<Record<'tenant' | 'credit' | 'employment', string>>>;
  /** The words speak of a whole list, and of these figures alone; and what an item has of which they are true. */
  readonly figures?: readonly Figure[];
  readonly ofItem?: ItemTest;
  /** The words where only that there is none would have done. */
  readonly none?: string;
  /** The words where a condition compares the field with another value. */
  readonly compared?: Readonly<Record<string, string>>;
} & ({ readonly reason: string; readonly when: ReasonPredicate } | { readonly reason?: never; readonly when?: never });

/** The value is beyond what the condition allowed. */
export const ABOVE: ReasonPredicate = { is: 'above' };
export const BELOW: ReasonPredicate = { is: 'below' };
/** Of an item: more than none. */
export const ABOVE_ZERO: ItemTest = { operator: 'greater_than', value: 0 };

/** The report is in a state: any of the tests holds of it. */
export function state(...any: readonly ReportTest[]): Extract<ReasonPredicate, { is: 'state' }> {
  return { is: 'state', any };
}

/** The report is in the state, and the condition asked for this value. */
export function comparedWith(compared: string, ...any: readonly ReportTest[]): ReasonPredicate {
  return { is: 'state', any, compared };
}

/** The same state, of a field whose higher values are the better ones. */
export function curedByMore(when: Extract<ReasonPredicate, { is: 'state' }>): ReasonPredicate {
  return { ...when, cure: 'more' };
}

/** The same count, of some of what another field counts. */
export function partOf(whole: string, schema: JsonSchema): JsonSchema {
  return { ...schema, 'x-part-of': whole };
}

/** The same field, whose values are no plain facts. */
export function ofKind(kind: FieldKind, schema: JsonSchema): JsonSchema {
  return { ...schema, 'x-kind': kind };
}

/** The same field; that it has no value is the best that the report can say. */
export function noneOnRecord(schema: JsonSchema): JsonSchema {
  return { ...nullable(schema), 'x-absent': 'none_on_record' };
}

/** A count in the report is not zero. */
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

/** `title`: what letters call it. A report is on the run's applicant. */
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

/** How many of something. */
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

/** What its items are called, and whether it is best or worst to have none. */
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

/** The same field, which may also have no value. */
export function nullable(schema: JsonSchema): JsonSchema {
  const values: unknown = schema.enum;
  return { ...schema, type: [schema.type, 'null'], ...(Array.isArray(values) ? { enum: [...values, null] } : {}) };
}
