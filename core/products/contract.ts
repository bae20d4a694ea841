import type { JsonObject, JsonSchema } from '../json.ts';

export const PRODUCT_CODES = [
  'credit_report',
  'criminal_background',
  'eviction_history',
  'identity_verification',
  'income_verification',
] as const;
export type ProductCode = (typeof PRODUCT_CODES)[number];

/**
 * Keywords of ours in a product's schema, beside those of JSON Schema 2020-12:
 * - `x-unit`: the unit of a number (`USD`, `percent`, `months`, `points`, `count`, `ratio`);
 * - `x-reason`: the words in which an adverse-action notice gives the field as a principal reason (12 CFR 1002.9(b)(2):
 *   specific, never "failed the score"). A field without its own takes that of the object or list around it;
 * - `x-reason-missing`: the words where the field decided because it had no value.
 */
export const PRODUCT_SCHEMA_KEYWORDS = ['x-unit', 'x-reason', 'x-reason-missing'] as const;

/** A report that can be pulled: one module each. Source: api-decisions section 7. */
export interface Product {
  readonly code: ProductCode;
  readonly name: string;
  readonly description: string;
  /** JSON Schema 2020-12 of the output: an object whose every field is described. */
  readonly schema: JsonSchema;
  /**
   * The report of test mode: a pure function of the person, realistic and within the schema. `asOf` is the ISO date
   * (`2026-03-01`) from which the dates in the report count back. `property` is the payload's, for what depends on it.
   */
  synthetic(applicant: JsonObject, asOf: string, property?: JsonObject): JsonObject;
  /** Principal reasons behind one field of this very report, where the output says more than the schema can. */
  readonly reasonsFrom?: (path: string, output: JsonObject) => readonly string[];
}

/** What a notice has to say about a score that was used. Source: FCRA 15 USC 1681m(a)(2), 1681g(f)(1). */
export interface ScoreDisclosure {
  readonly score: number;
  readonly range: { readonly minimum: number; readonly maximum: number };
  /** As the bureau gave them, most important first: four, and a fifth only if it is inquiries. */
  readonly keyFactors: readonly { readonly code: string; readonly text: string }[];
  /** ISO date on which the score was created; null where the bureau does not say. */
  readonly scoredOn: string | null;
  readonly model: string | null;
}
