import type { FromSchema } from '../from-schema.ts';
import type { JsonSchema } from '../json.ts';

/*
 * The declaration of a field: of an account's payload, of an applicant source of one cascade, or of a product's report.
 * It is all that is known about the field: a name carries no meaning.
 */

export const FIELD_TYPES = [
  'number',
  'integer',
  'text',
  'date',
  'date_time',
  'yes_no',
  'object',
  'person',
  'list',
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];
/** Types of values that have no members. */
export const ITEM_TYPES = ['number', 'integer', 'text', 'date', 'date_time', 'yes_no'] as const;

/**
 * Units. `cents` are printed as dollars; a `calendar_year` (2009) and a `code` are numbers without a quantity. A
 * one-word noun, such as `dogs`, is also a unit.
 */
export const FIELD_UNITS = [
  ...['USD', 'cents', 'percent', 'fraction', 'ratio', 'points', 'count'],
  ...['days', 'weeks', 'months', 'years', 'hours', 'calendar_year', 'code'],
] as const;

/**
 * The kind of information in a value, which decides who sees it. There is no default: in live mode a value without a
 * declared kind is shown only on request (`POST .../reveal`), and no letter mentions it.
 */
export const FIELD_KINDS = ['fact', 'name', 'contact', 'birth', 'age', 'identifier', 'score'] as const;
export type FieldKind = (typeof FIELD_KINDS)[number];
/** Kinds whose values are masked for callers without `pii:read`. */
export const MASKED_KINDS = ['identifier', 'birth', 'age'] as const satisfies readonly FieldKind[];

/** Prohibited bases of 15 USC 1691(a) and 42 USC 3604, and `proxy` for a field that is a proxy for one of them. */
export const FIELD_BASES = [
  ...['race', 'color', 'religion', 'national_origin', 'sex', 'marital_status', 'age', 'familial_status'],
  ...['disability', 'public_assistance', 'rights_exercised', 'proxy'],
] as const;
export type FieldBasis = (typeof FIELD_BASES)[number];

/** Used in place of the path of a person. */
export const NOBODY = 'nobody';
export const EACH_ITEM = 'each';

export const MAX_FIELDS = 500;
export const MAX_FIELD_PATH_LENGTH = 200;
export const MAX_FIELD_LABEL_LENGTH = 60;
export const MAX_REASON_LENGTH = 120;
const MAX_VALUES = 100;
const MAX_NOUNS = 10;

const LINE = { type: 'string', minLength: 1, maxLength: MAX_FIELD_LABEL_LENGTH } as const;
const REASON = { type: 'string', minLength: 1, maxLength: MAX_REASON_LENGTH } as const;

/** The shape of every declaration. An absent member makes no statement. */
export const FIELD_SPEC_SCHEMA = {
  type: 'object',
  properties: {
    type: {
      enum: FIELD_TYPES,
      description: 'Type of its values. The type of an object that describes a person is `person`.',
    },
    label: { ...LINE, description: 'One line, as a letter prints it: `Loan to value`.' },
    unit: {
      ...LINE,
      description: `Unit of its numbers: ${FIELD_UNITS.map((unit) => `\`${unit}\``).join(', ')}, or a noun of one word. Cents are printed as dollars.`,
    },
    of_person: {
      type: 'string',
      minLength: 1,
      maxLength: MAX_FIELD_PATH_LENGTH,
      description:
        'The person whose value it is, for a value outside a `person`: the path of a person, `nobody`, or `each` if every item of the list is a person.',
    },
    kind: {
      enum: FIELD_KINDS,
      description: 'Kind of its values. It decides who sees them; a value without a declared kind is hidden.',
    },
    basis: {
      enum: FIELD_BASES,
      description: 'Prohibited basis that the value reveals, or `proxy` if it often stands for one.',
    },
    values: {
      type: 'array',
      minItems: 1,
      maxItems: MAX_VALUES,
      uniqueItems: true,
      items: { type: 'string', minLength: 1, maxLength: MAX_FIELD_PATH_LENGTH },
      description: 'Known values of a text. A payload with another value is accepted.',
    },
    required: {
      type: 'boolean',
      description: 'True: files and forms require it. A trigger accepts a payload without it.',
    },
    reason: {
      type: 'object',
      description:
        'Principal reasons that a notice gives for it (12 CFR 1002.9(b)(2)). Without the one that is true, the notice prints a neutral statement.',
      properties: {
        above: { ...REASON, description: 'The value was above, or later than, what was allowed.' },
        below: { ...REASON, description: 'The value was below, or earlier than, what was allowed.' },
        is: { ...REASON, description: 'The text, or the yes or no, was not allowed.' },
        missing: { ...REASON, description: 'There was no value.' },
      },
    },
    item_type: {
      enum: ITEM_TYPES,
      description: 'Type of the items of a list of values. For a list of objects, declare their members instead.',
    },
    item: {
      type: 'object',
      description: 'Names of one item of a list and of several.',
      properties: {
        one: { ...LINE, description: 'One: `job`.' },
        many: { ...LINE, description: 'Several: `jobs`.' },
      },
      required: ['one', 'many'],
    },
    empty: { enum: ['best', 'worst'], description: 'An empty list counts as the best or the worst result.' },
    absent: {
      enum: ['none_on_record'],
      description: 'A missing value counts as the best result: there is none on record.',
    },
    also: {
      type: 'array',
      minItems: 1,
      maxItems: MAX_NOUNS,
      uniqueItems: true,
      items: LINE,
      description: 'Nouns by which policies name it, beside its label.',
    },
  },
  required: ['type'],
} as const satisfies JsonSchema;

export type FieldSpec = FromSchema<typeof FIELD_SPEC_SCHEMA>;
export type ReasonWords = NonNullable<FieldSpec['reason']>;

/** By path, without indexes, quantifiers and a leading `context.` (`applicant.jobs.pay`). */
export type FieldSpecs = ReadonlyMap<string, FieldSpec>;

/** `FieldSpecs` as JSON. */
export type FieldSpecsJson = Readonly<Record<string, FieldSpec>>;

export function specsIn(json: FieldSpecsJson): FieldSpecs {
  return new Map(Object.entries(json));
}

/** The declaration in an API response, without the members shown with it. */
export function specIn(shown: object): FieldSpec {
  const members = Object.keys(FIELD_SPEC_SCHEMA.properties);
  return Object.fromEntries(Object.entries(shown).filter(([name]) => members.includes(name))) as FieldSpec;
}
