import type { JsonSchema } from '../../core/json.ts';
import { PRODUCT_CODES } from '../../core/products/index.ts';

/*
 * The schemas of the files of `data/`. Keys that are not named are typing errors there.
 */

export const text: JsonSchema = { type: 'string', minLength: 1 };
const textOrNull: JsonSchema = { type: ['string', 'null'] };
const id: JsonSchema = { type: 'integer', minimum: 1 };

/** An object whose keys are all known; required but for `optional`. */
export function closed(properties: Readonly<Record<string, JsonSchema>>, optional: readonly string[] = []): JsonSchema {
  const required = Object.keys(properties).filter((key) => !optional.includes(key));
  return { type: 'object', properties, required, additionalProperties: false };
}

export const TEMPLATE_SCHEMA = closed({
  key: text,
  id,
  name: text,
  description: textOrNull,
  icon: textOrNull,
  color: { type: ['string', 'null'], pattern: '^#[0-9a-f]{6}$' },
  category: textOrNull,
  featured: { type: 'boolean' },
  published_at: { type: ['string', 'null'], format: 'date-time' },
  /** `validateDefinition` looks at the rest. */
  definition: { type: 'array', minItems: 1 },
  // `readExamples` checks the rest.
  examples: { type: 'array', minItems: 4 },
});

/** A report, or the name of a case whose report it is. */
const output: JsonSchema = { type: ['object', 'string'] };

export const SANDBOX_SCHEMA = closed({
  product_code: { type: 'string', enum: PRODUCT_CODES },
  subjects: {
    type: 'array',
    minItems: 5,
    items: closed(
      {
        id,
        case_name: text,
        payload: closed({ applicant: { type: 'object' }, property: { type: 'object' } }, ['property']),
        vendor_error: text,
        outputs: closed(Object.fromEntries(PRODUCT_CODES.map((code) => [code, output])), PRODUCT_CODES),
      },
      ['vendor_error'],
    ),
  },
});
