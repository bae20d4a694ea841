import type { Dictionary } from '../fields/dictionary.ts';
import type { JsonObject, JsonSchema } from '../json.ts';

export const PRODUCT_CODES = [
  'credit_report',
  'criminal_background',
  'eviction_history',
  'identity_verification',
  'income_verification',
] as const;
/** The code of a built-in product. The code of any product is a text; what an account describes has its own. */
export type BuiltInCode = (typeof PRODUCT_CODES)[number];

/**
 * Our keywords in a product's schema, in addition to those of JSON Schema 2020-12. Letters call a field by its `title`.
 * - `x-kind`: the kind of information in a value (`FieldKind` of core/fields);
 * - `x-person`: path of the person that the value is about; a report is about the run's applicant;
 * - `x-unit`: the unit of a number (`USD`, `percent`, `months`, `points`, `count`, `ratio`);
 * - `x-reason`: the words of the field as a principal reason in an adverse-action notice (12 CFR 1002.9(b)(2):
 *   specific, never "failed the score"). A field without its own uses those of the object or list around it;
 * - `x-reason-by-purpose`: other words in notices of a purpose (`tenant`, `credit`, `employment`): an amount is
 *   requested of a lender and not of a landlord;
 * - `x-reason-compared`: the words if a condition compares the field with another value: with the requested amount
 *   (`request`), or with a field of a report (`<product code>.<field>`). Without them a statement names both values;
 * - `x-reason-figures`: the words describe a whole list, and only these figures of it (the earliest of all openings);
 * - `x-reason-item`: the test that an item has to meet for the words to be true (`ItemTest`);
 * - `x-reason-none`: the words if only an empty list would have passed, and not more time since the last item;
 * - `x-reason-when`: the test that the report has to meet for these words to be printed (`ReasonPredicate`);
 * - `x-reason-missing`, `x-reason-missing-when`: words and test if the field decided because it had no value;
 * - `x-factors`: the field is a score, and the list at this path holds its factors, most important first. They are the
 *   reasons; the score itself is not one (12 CFR 1002.9, comment 9(b)(2)-4);
 * - `x-part-of`: the field counts some of the things that the other field counts. If it counts all, one line covers
 *   both;
 * - `x-absent`: the meaning of a missing value: `none_on_record` is the best possible result;
 * - `x-item`: the name of one item of a list, and of several (`{ one: 'account', many: 'accounts' }`);
 * - `x-empty`: an empty list is the `best` or the `worst` possible result; neither if it is absent;
 * - `x-factors-when`: the side of the allowed values on which the factors are the reasons (`ReasonPredicate`). Factors
 *   that lowered a score are no reasons if the score was too high.
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

/** An ItemTest on a path of a report's output. */
export interface ReportTest extends ItemTest {
  readonly field: string;
}

/** When a reason is true: in a state of the report, or if the value is above or below the allowed ones, or missing. */
export type ReasonPredicate =
  | {
      readonly is: 'state';
      readonly any: readonly ReportTest[];
      /** The value that the condition compared with. The report may be in the state although another value decided. */
      readonly compared?: string;
      /**
       * If the state depends on other fields: the side of the value on which the person would not have been declined.
       * Default: less of it. `either`: the words take no side.
       */
      readonly cure?: 'more' | 'either';
    }
  | { readonly is: 'above' }
  | { readonly is: 'below' }
  /**
   * The report says that the field has no value (it is null, not left out). If there are tests, one of them must hold.
   */
  | { readonly is: 'missing'; readonly any: readonly ReportTest[] };

/** The words of a reason, and when they are true. */
export interface FieldReason {
  /** Stable: `<product code>.<field>`, with `.missing` for a missing value. */
  readonly code: string;
  readonly text: string;
  /** Other words, by the purpose of the notice. */
  readonly byPurpose: Readonly<Record<string, string>>;
  /** The words if a condition compares the field with another value: `request`, or a field of a report. */
  readonly compared: Readonly<Record<string, string>>;
  /** The words if only "none on record" would have passed. Default: `text`. */
  readonly ofNone: string | undefined;
  /** The test that an item of a list has to meet for the words to be true. Default: every item does. */
  readonly ofItem: ItemTest | undefined;
  readonly when: ReasonPredicate;
}

/** The words for a field in a policy (core/policies). Each product has its own. */
export interface FieldWords {
  readonly field: string;
  /** Nouns for it, in the singular. */
  readonly nouns?: readonly string[];
  /** Phrases about a person after "is", such as `on a watchlist`, each with the value that it means. */
  readonly person?: Readonly<Record<string, string | boolean>>;
  /** Verbs for it: `earn` an income, was `evicted`. */
  readonly verbs?: readonly string[];
  /** Names of states, each with the value that it means. For a number, `stateField` holds its state. */
  readonly states?: Readonly<Record<string, string>>;
  /** Nouns that mean the field only before a state: "the file is frozen", but not "review the file". */
  readonly statedNouns?: readonly string[];
  readonly stateField?: string;
  /** For counted things: the field with the time since the most recent one, and the field with its date. */
  readonly since?: { readonly field: string; readonly unit: 'months' | 'years' };
  readonly on?: string;
  /** For counted things: the fields that count those of the last so many months. */
  readonly windows?: Readonly<Record<number, string>>;
  /** The field that an amount in dollars is compared with. */
  readonly dollars?: string;
  /** For a monthly amount: the field with the yearly one. */
  readonly perYear?: string;
  /** The field with the amount as a multiple of the rent. */
  readonly timesRent?: string;
  /** True if the field is no count, but policies ask whether there is any: an unpaid debt. */
  readonly isThing?: boolean;
  /** For such an amount: the records that it sums up. */
  readonly each?: { readonly list: string; readonly where: readonly ItemWords[] };
  /** For words that are understood but in no report: the message to show. */
  readonly unsaid?: string;
  /** For counted things: the records that it counts. */
  readonly items?: { readonly list: string; readonly where: readonly ItemWords[] };
  /** True if policies express it as a share of the monthly income. */
  readonly isShareOfIncome?: boolean;
  /** Words for its duration: "employed for two years". */
  readonly lasting?: readonly string[];
}

/** A comparison of a member of an item. */
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

/** The words for single records of a list. */
export interface RecordWords {
  readonly list: string;
  /** The member with the date that their age is counted from, unless another is named; absent if no date tells it. */
  readonly on?: string;
  /** The member with the amount that "a judgment over $5,000" means. */
  readonly amount?: string;
  /** That member, if an amount without "each" means all of them together: "collections over $500". */
  readonly each?: string;
  /** Words for their kind or how they ended ("violent", "dismissed"), each with the test that it means. */
  readonly qualities: Readonly<Record<string, readonly ItemWords[]>>;
}

/** A report that can be pulled. Each is one module. Source: semantics 6.6.1. */
export interface Product {
  readonly code: string;
  readonly name: string;
  /** Other names of the report in policies: "background check". */
  readonly called: readonly string[];
  readonly description: string;
  /** JSON Schema 2020-12 of the output: an object in which every field has a description. */
  readonly schema: JsonSchema;
  /**
   * The report in test mode: a pure function of the person, realistic and valid. `asOf` is the ISO date (`2026-03-01`)
   * that the dates in the report count back from. `property` is the payload's, for values that depend on it.
   */
  synthetic(applicant: JsonObject, asOf: string, property?: JsonObject): JsonObject;
  /**
   * A registered report with the amounts of the payload in place of the registered ones, and everything derived from
   * them. Returns the same report if the payload names no other amounts.
   */
  restated?(report: JsonObject, applicant: JsonObject, property?: JsonObject): JsonObject;
  /**
   * The field that is a credit score as defined in 15 USC 1681g(f)(2)(A): a notice has to disclose it. Accounts declare
   * the scores of their own products by `x-kind` (`disclosedScores`).
   */
  readonly scoreField?: string;
  /**
   * The field that marks a file the agency did not release, the reason for each of its values, and the members such a
   * report keeps.
   */
  readonly unreleased?: {
    readonly field: string;
    readonly reasons: Readonly<Record<string, string>>;
    readonly kept: readonly string[];
  };
  /** The field that counts findings: policies call the whole report "clear" if it is zero. */
  readonly found?: string;
  readonly words: readonly FieldWords[];
  readonly records?: readonly RecordWords[];
  /** True if many states and cities restrict decisions based on it. */
  readonly hasLocalRules: boolean;
  /**
   * The account's declarations for the fields of its own report. They hold the words of letters, which `schema` lacks.
   */
  readonly declared?: Dictionary;
}

/** The facts that a notice must disclose about a score that was used. Source: FCRA 15 USC 1681m(a)(2), 1681g(f)(1). */
export interface ScoreDisclosure {
  readonly score: number;
  /** Range of the scoring model, as given by the bureau; null if it gave none. */
  readonly range: { readonly minimum: number; readonly maximum: number } | null;
  /** As given by the bureau, most important first: four, and a fifth only if it is about inquiries. */
  readonly keyFactors: readonly { readonly code: string; readonly text: string }[];
  /** ISO date on which the score was created; null if the bureau gives none. */
  readonly scoredOn: string | null;
  readonly model: string | null;
}
