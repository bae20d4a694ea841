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

/** `cents` are printed as dollars. A noun of one word, such as `dogs`, is a unit too. */
export const FIELD_UNITS = [
  ...['USD', 'cents', 'percent', 'fraction', 'ratio', 'points', 'count'],
  ...['days', 'weeks', 'months', 'years', 'hours'],
] as const;

/**
 * What kind of thing a value is, which decides who sees it. There is no default: a value of no declared kind is shown to
 * nobody in live mode but on request (`POST .../reveal`), and no letter says anything of it.
 */
export const FIELD_KINDS = ['fact', 'name', 'contact', 'birth', 'age', 'identifier', 'score'] as const;
export type FieldKind = (typeof FIELD_KINDS)[number];

/** Prohibited bases of 15 USC 1691(a) and 42 USC 3604, and `proxy` for what stands for one of them. */
export const FIELD_BASES = [
  ...['race', 'color', 'religion', 'national_origin', 'sex', 'marital_status', 'age', 'familial_status'],
  ...['disability', 'public_assistance', 'rights_exercised', 'proxy'],
] as const;
export type FieldBasis = (typeof FIELD_BASES)[number];

/** Instead of the path of a person. */
export const NOBODY = 'nobody';
export const EACH_ITEM = 'each';

/**
 * The principal reasons that a notice gives for the field (12 CFR 1002.9(b)(2)): the value was above or below what was
 * allowed, is one of `values` or a yes or no that was not allowed, or is missing. Where the one that is true was not
 * declared, the neutral statement is printed.
 */
export interface ReasonWords {
  readonly above?: string;
  readonly below?: string;
  readonly is?: string;
  readonly missing?: string;
}

/** As it is stored, sent and answered; a member that is left out says nothing. */
export interface FieldSpec {
  readonly type: FieldType;
  /** One line, as a letter prints it: `Loan to value`. Left out for what no letter can name. */
  readonly label?: string;
  /** One of `FIELD_UNITS`, or a noun of one word. */
  readonly unit?: string;
  /** For loose values: the path of the person that it is of, `nobody`, or `each` item of the list is a person. */
  readonly of_person?: string;
  readonly kind?: FieldKind;
  readonly basis?: FieldBasis;
  /** The values that a text can have. Another value is no fault of a payload. */
  readonly values?: readonly string[];
  /** For files and forms alone: a payload without it is accepted. */
  readonly required?: boolean;
  readonly reason?: ReasonWords;
  /** What one item of a list is called, and several: `{ one: 'job', many: 'jobs' }`. */
  readonly item?: { readonly one: string; readonly many: string };
  /** That a list has no items is the best, or the worst, that it can say. */
  readonly empty?: 'best' | 'worst';
  /** That a field has no value is the best that can be said of it: there is none on record. */
  readonly absent?: 'none_on_record';
  /** Nouns by which policies name it, beside its label. */
  readonly also?: readonly string[];
}

/** By its path: no index, no quantifier, no `context.` in front (`applicant.jobs.pay`). */
export type FieldSpecs = ReadonlyMap<string, FieldSpec>;

/** The same as JSON. */
export type FieldSpecsJson = Readonly<Record<string, FieldSpec>>;
