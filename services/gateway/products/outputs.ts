import type { JsonSchema } from '../../../core/json.ts';
import { PRODUCTS, type Product } from '../../../core/products/index.ts';
import { named } from '../http/schemas.ts';

/** The reports in the OpenAPI document, one component each, so that clients are generated with their types. */
export const PRODUCT_OUTPUTS: readonly JsonSchema[] = Object.values(PRODUCTS).map((product) =>
  named(componentName(product), { ...published(product.schema), 'x-product-code': product.code }),
);

/** `CreditReportOutput`. */
function componentName({ code }: Product): string {
  const words = code.split('_').map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`);
  return `${words.join('')}Output`;
}

/** Without our own keywords (PRODUCT_SCHEMA_KEYWORDS), which `GET /products/{code}` has; units become words. */
function published(schema: JsonSchema): JsonSchema {
  const { 'x-unit': unit, description, items, properties, ...others } = schema;
  const kept = Object.entries(others).filter(([keyword]) => !keyword.startsWith('x-'));
  return {
    ...Object.fromEntries(kept),
    description: typeof unit === 'string' && unit !== 'count' ? `${String(description)} Unit: ${unit}.` : description,
    ...(isSchema(items) ? { items: published(items) } : {}),
    ...(isSchema(properties)
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, inner]) => [name, published(inner as JsonSchema)]),
          ),
        }
      : {}),
  };
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
