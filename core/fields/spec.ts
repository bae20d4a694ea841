import type { FromSchema } from '../from-schema.ts';
import type { JsonSchema } from '../json.ts';

/*
 * What is declared of a field: of an account's payload, of an applicant source of one cascade, or of a product's report.
 * Nothing else is known of a field. A name carries no meaning.
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
 * `cents` are printed as dollars; a `calendar_year` (2009) and a `code` are numbers of nothing. A noun of one word, such as
 * `dogs`, is a unit too.
 */
export const FIELD_UNITS = [
  ...['USD', 'cents', 'percent', 'fraction', 'ratio', 'points', 'count'],
  ...['days', 'weeks', 'months', 'years', 'hours', 'calendar_year', 'code'],
] as const;

/**
 * What kind of thing a value is, which decides who sees it. There is no default: a value of no declared kind is shown to
 * nobody in live mode but on request (`POST .../reveal`), and no letter says anything of it.
 */
export const FIELD_KINDS = ['fact', 'name', 'contact', 'birth', 'age', 'identifier', 'score'] as const;
export type FieldKind = (typeof FIELD_KINDS)[number];
/** Kinds whose values are masked for callers without `pii:read`. */
export const MASKED_KINDS = ['identifier', 'birth', 'age'] as const satisfies readonly FieldKind[];

/** Prohibited bases of 15 USC 1691(a) and 42 USC 3604, and `proxy` for what stands for one of them. */
export const FIELD_BASES = [
  ...['race', 'color', 'religion', 'national_origin', 'sex', 'marital_status', 'age', 'familial_status'],
  ...['disability', 'public_assistance', 'rights_exercised', 'proxy'],
] as const;
export type FieldBasis = (typeof FIELD_BASES)[number];

/** Instead of the path of a person. */
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

/** The shape of a declaration, wherever it is written: a member that is left out says nothing. */
export const FIELD_SPEC_SCHEMA = {
  type: 'object',
  properties: {
    type: { enum: FIELD_TYPES, description: 'What its values are. An object that is somebody is a `person`.' },
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
        'Whose a value is that stands in no person: the path of one, `nobody`, or `each` where every item of the list is one.',
    },
    kind: {
      enum: FIELD_KINDS,
      description:
        'What kind of thing its values are, which decides who sees them. A value of no declared kind is hidden.',
    },
    basis: { enum: FIELD_BASES, description: 'The prohibited basis that it tells, or that it is a `proxy` of one.' },
    values: {
      type: 'array',
      minItems: 1,
      maxItems: MAX_VALUES,
      uniqueItems: true,
      items: { type: 'string', minLength: 1, maxLength: MAX_FIELD_PATH_LENGTH },
      description: 'The values that a text can have. Another value is no fault of a payload.',
    },
    required: { type: 'boolean', description: 'For files and forms alone: a payload without it is accepted.' },
    reason: {
      type: 'object',
      description:
        'The principal reasons that a notice gives for it (12 CFR 1002.9(b)(2)). Where the one that is true is not declared, the neutral statement is printed.',
      properties: {
        above: { ...REASON, description: 'The value was above, or later than, what was allowed.' },
        below: { ...REASON, description: 'The value was below, or earlier than, what was allowed.' },
        is: { ...REASON, description: 'The text or the yes or no was none that was allowed.' },
        missing: { ...REASON, description: 'There was no value.' },
      },
    },
    item_type: {
      enum: ITEM_TYPES,
      description: 'What the items of a list are that are values. Objects have members: declare those.',
    },
    item: {
      type: 'object',
      description: 'What one item of a list is called, and several.',
      properties: {
        one: { ...LINE, description: 'One: `job`.' },
        many: { ...LINE, description: 'Several: `jobs`.' },
      },
      required: ['one', 'many'],
    },
    empty: { enum: ['best', 'worst'], description: 'A list without items is the best, or the worst, that it can say.' },
    absent: { enum: ['none_on_record'], description: 'That it has no value is the best: there is none on record.' },
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

/** By its path: no index, no quantifier, no `context.` in front (`applicant.jobs.pay`). */
export type FieldSpecs = ReadonlyMap<string, FieldSpec>;

/** The same as JSON. */
export type FieldSpecsJson = Readonly<Record<string, FieldSpec>>;

export function specsIn(json: FieldSpecsJson): FieldSpecs {
  return new Map(Object.entries(json));
}

/** A declaration as the API shows it, without what else is shown with it. */
export function specIn(shown: object): FieldSpec {
  const members = Object.keys(FIELD_SPEC_SCHEMA.properties);
  return Object.fromEntries(Object.entries(shown).filter(([name]) => members.includes(name))) as FieldSpec;
}
