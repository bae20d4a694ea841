import type { JsonObject, JsonSchema } from '../json.ts';
import type { Product } from './contract.ts';

const INDEX = /^(?:0|[1-9]\d{0,9})$/;

/**
 * The schema of one field of the output, or undefined where the product has no such field. Paths are those of
 * `readPath`: dotted, an array's items by index (`records.0.severity`) or all at once (`records.severity`).
 */
export function fieldSchema(product: Product, path: string): JsonSchema | undefined {
  return schemasAlong(product.schema, path)?.at(-1);
}

/** The words in which the field is given as a reason of an adverse action: its own, else those of what holds it. */
export function reasonFor(product: Product, path: string, missing = false): string | undefined {
  const along = schemasAlong(product.schema, path)?.toReversed() ?? [];
  const words = (keyword: string): string | undefined =>
    along.map((schema) => schema[keyword]).find((text) => typeof text === 'string');
  return (missing ? words('x-reason-missing') : undefined) ?? words('x-reason');
}

/**
 * Principal reasons behind a condition that decided on this field of this report, most important first: those that the
 * report itself gives (behind a score stand its key factors), else the words of the field.
 */
export function reasonsFor(
  product: Product,
  path: string,
  output: JsonObject | null,
  missing: boolean,
): readonly string[] {
  const given = output === null || missing ? [] : (product.reasonsFrom?.(path, output) ?? []);
  if (given.length > 0) return given;
  const words = reasonFor(product, path, missing);
  return words === undefined ? [] : [words];
}

/** The schemas from the whole output down to the field, or undefined where a segment leads nowhere. */
function schemasAlong(root: JsonSchema, path: string): readonly JsonSchema[] | undefined {
  const along: JsonSchema[] = [root];
  let current = root;
  for (const segment of path.split('.')) {
    if (isSchema(current.items)) {
      current = current.items;
      if (INDEX.test(segment)) {
        along.push(current);
        continue;
      }
    }
    const next = property(current, segment);
    if (next === undefined) return undefined;
    along.push(next);
    current = next;
  }
  return along;
}

function property(schema: JsonSchema, name: string): JsonSchema | undefined {
  const properties = schema.properties;
  if (!isSchema(properties) || !Object.hasOwn(properties, name)) return undefined;
  const found = properties[name];
  return isSchema(found) ? found : undefined;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
