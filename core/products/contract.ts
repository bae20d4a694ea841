import type { Dictionary } from '../fields/dictionary.ts';
import type { JsonObject, JsonSchema } from '../json.ts';

export const PRODUCT_CODES = [
  'credit_report',
  'criminal_background',
  'eviction_history',
  'identity_verification',
  'income_verification',
] as const;
/** Of a product that is built in: policies in plain English know these alone. A product's `code` is any text. */
export type ProductCode = (typeof PRODUCT_CODES)[number];

/**
 * Keywords of ours in a product's schema, beside those of JSON Schema 2020-12, of which `title` is what letters call a field:
 * - `x-kind`: what kind of thing a value is (`FieldKind` of core/fields);
 * - `x-person`: path of the person whose value it is: a report is on the run's applicant;
 * - `x-unit`: the unit of a number (`USD`, `percent`, `months`, `points`, `count`, `ratio`);
 * - `x-reason`: the words in which an adverse-action notice gives the field as a principal reason (12 CFR 1002.9(b)(2):
 *   specific, never "failed the score"). A field without its own takes that of the object or list around it;
 * - `x-reason-by-purpose`: other words of it in notices of a purpose (`tenant`, `credit`, `employment`): an amount is
 *   requested of a lender and not of a landlord;
 * - `x-reason-compared`: the words where a condition compares the field with another value: with what was requested
 *   (`request`), or with a field of a report (`<product code>.<field>`). Without them a statement names both values;
 * - `x-reason-figures`: the words speak of a whole list, and only of these figures of it (the earliest of all openings);
 * - `x-reason-item`: what an item has of which the words are true (`ItemTest`);
 * - `x-reason-none`: the words where only that there is none would have done: no more time since the last one would have;
 * - `x-reason-when`: what must be true of the report for these words to be printed (`ReasonPredicate`);
 * - `x-reason-missing`, `x-reason-missing-when`: the same if the field decided because it had no value;
 * - `x-factors`: the field is a score, and the list at this path holds its factors, most important first. They are the
 *   reasons behind it; the score itself is none (12 CFR 1002.9, comment 9(b)(2)-4);
 * - `x-part-of`: the count counts some of what that other field counts. If it counts all of it, one line says both;
 * - `x-absent`: what it means that the field has no value: `none_on_record` is the best that a report can say of it;
 * - `x-item`: what one item of a list is called, and several (`{ one: 'account', many: 'accounts' }`);
 * - `x-empty`: that a list has no items is the `best` or the `worst` that the report can say; neither without it;
 * - `x-factors-when`: on which side of what was allowed the value lies if these factors are the reasons (`ReasonPredicate`):
 *   what lowered a score is no reason for somebody whose score was too high.
 */
export const PRODUCT_SCHEMA_KEYWORDS = [
  'x-kind',
  'x-person',
  'x-unit',
  'x-reason',
  'x-reason-by-purpose',
  'x-reason-compared',
  'x-reason-figures',
  'x-reason-item',
  'x-reason-none',
  'x-reason-when',
  'x-reason-missing',
  'x-reason-missing-when',
  'x-factors',
  'x-factors-when',
  'x-part-of',
  'x-absent',
  'x-item',
  'x-empty',
] as const;

/** A test on a value, compared as a condition would. */
export interface ItemTest {
  readonly operator: 'equals' | 'not_equals' | 'greater_than' | 'is_empty' | 'is_not_empty';
  readonly value?: string | number | boolean;
}

/** The same on a path of a report's output. */
export interface ReportTest extends ItemTest {
  readonly field: string;
}

/** When a reason is true: in a state of the report, if the value lies above or below what was allowed, or is missing. */
export type ReasonPredicate =
  | {
      readonly is: 'state';
      readonly any: readonly ReportTest[];
      /** The condition compared with this value: a report may be in the state, and another value have decided. */
      readonly compared?: string;
      /**
       * On which side of the value the person would not have been declined for it, if the state depends on other fields:
       * usually less of it. `either`: the words take no side.
       */
      readonly cure?: 'more' | 'either';
    }
  | { readonly is: 'above' }
  | { readonly is: 'below' }
  /** The report says that the field has no value (it is null, not left out); of the tests, if there are any, one holds. */
  | { readonly is: 'missing'; readonly any: readonly ReportTest[] };

/** The words of a reason, and when they are true. */
export interface FieldReason {
  /** Stable: `<product code>.<field>`, with `.missing` if the field had no value. */
  readonly code: string;
  readonly text: string;
  /** Other words in notices of a purpose. */
  readonly byPurpose: Readonly<Record<string, string>>;
  /** The words where a condition compares the field with another value: `request`, or a field of a report. */
  readonly compared: Readonly<Record<string, string>>;
  /** The words where only that there is none would have done; undefined: the same. */
  readonly ofNone: string | undefined;
  /** What an item of a list has of which the words are true; undefined: every item. */
  readonly ofItem: ItemTest | undefined;
  readonly when: ReasonPredicate;
}

/** The words for a field in a policy (core/policies): what a product is called is the product's own. */
export interface FieldWords {
  readonly field: string;
  /** Nouns for it, in the singular. */
  readonly nouns?: readonly string[];
  /** What is said of a person whose value it is, after "is": `on a watchlist`, with the value that says so. */
  readonly person?: Readonly<Record<string, string | boolean>>;
  /** What somebody did or does with it: `earn` an income, was `evicted`. */
  readonly verbs?: readonly string[];
  /** States and the values that mean them. Of a number: the field that holds the state of it. */
  readonly states?: Readonly<Record<string, string>>;
  /** Nouns that mean the field only where a state follows: "the file is frozen", and not "review the file". */
  readonly statedNouns?: readonly string[];
  readonly stateField?: string;
  /** Of things that are counted: how long ago the most recent one was, and on which date. */
  readonly since?: { readonly field: string; readonly unit: 'months' | 'years' };
  readonly on?: string;
  /** Of things that are counted: the fields that count those of the last so many months. */
  readonly windows?: Readonly<Record<number, string>>;
  /** The field that an amount in dollars is compared with. */
  readonly dollars?: string;
  /** Of a sum for a month: the field for a year. */
  readonly perYear?: string;
  /** The field that holds it as a multiple of the rent. */
  readonly timesRent?: string;
  /** Is there or not, although the field is no count: an unpaid debt. */
  readonly isThing?: boolean;
  /** Of such a sum: the records that it is of. */
  readonly each?: { readonly list: string; readonly where: readonly ItemWords[] };
  /** The words are understood, and no report says it: what is said instead. */
  readonly unsaid?: string;
  /** Of things that are counted: the records of which it is the number. */
  readonly items?: { readonly list: string; readonly where: readonly ItemWords[] };
  /** It is said as a share of the income for a month. */
  readonly isShareOfIncome?: boolean;
  /** The words speak of a time: "employed for two years". */
  readonly lasting?: readonly string[];
}

/** A comparison with a member of an item. */
export interface ItemWords {
  readonly field: string;
  readonly operator:
    | 'equals'
    | 'not_equals'
    | 'is_true'
    | 'is_false'
    | 'is_empty'
    | 'is_not_empty'
    | 'greater_than'
    | 'greater_than_or_equal'
    | 'less_than'
    | 'less_than_or_equal';
  readonly value?: string | number;
}

/** How the single records of a list are spoken of. */
export interface RecordWords {
  readonly list: string;
  /** The member that is a date, from which their age counts unless another is named; none where no date says that. */
  readonly on?: string;
  /** The member with an amount that "a judgment over $5,000" means. */
  readonly amount?: string;
  /** The same where an amount without "each" means all of them together: "collections over $500". */
  readonly each?: string;
  /** Of what kind they are, or how they ended: "violent", "dismissed", with what is then so. */
  readonly qualities: Readonly<Record<string, readonly ItemWords[]>>;
}

/** A report that can be pulled: one module each. Source: semantics 6.6.1. */
export interface Product {
  readonly code: string;
  readonly name: string;
  /** What a policy may call the report beside its name: "background check". */
  readonly called: readonly string[];
  readonly description: string;
  /** JSON Schema 2020-12 of the output: an object whose every field is described. */
  readonly schema: JsonSchema;
  /**
   * The report of test mode: a pure function of the person, realistic and within the schema. `asOf` is the ISO date
   * (`2026-03-01`) from which the dates in the report count back. `property` is the payload's, for what depends on it.
   */
  synthetic(applicant: JsonObject, asOf: string, property?: JsonObject): JsonObject;
  /**
   * A registered report with the amounts that the payload names in place of the registered ones, and what follows of them.
   * The same report if it names none, or the registered ones.
   */
  restated?(report: JsonObject, applicant: JsonObject, property?: JsonObject): JsonObject;
  /** The field that is a credit score in the sense of 15 USC 1681g(f)(2)(A): a notice has to disclose it. */
  readonly scoreField?: string;
  /** The field that says that the agency released nothing of the file, why by its values, and what such a report holds. */
  readonly unreleased?: {
    readonly field: string;
    readonly reasons: Readonly<Record<string, string>>;
    readonly kept: readonly string[];
  };
  /** What "nothing found" and "clear" say of the report as a whole: the field that counts what was found. */
  readonly found?: string;
  readonly words: readonly FieldWords[];
  readonly records?: readonly RecordWords[];
  /** Many states and cities limit what may be decided by it. */
  readonly hasLocalRules: boolean;
  /** The account's declarations for the fields of its own report: the words of letters, which `schema` lacks. */
  readonly declared?: Dictionary;
}

/** What a notice has to say about a score that was used. Source: FCRA 15 USC 1681m(a)(2), 1681g(f)(1). */
export interface ScoreDisclosure {
  readonly score: number;
  /** Of the scoring model, as the bureau gave it; null if it gave none. */
  readonly range: { readonly minimum: number; readonly maximum: number } | null;
  /** As the bureau gave them, most important first: four, and a fifth only if it is inquiries. */
  readonly keyFactors: readonly { readonly code: string; readonly text: string }[];
  /** ISO date on which the score was created; null if the bureau does not say. */
  readonly scoredOn: string | null;
  readonly model: string | null;
}
