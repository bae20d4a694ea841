import { isJsonObject, type Json, type JsonObject } from '../../../../core/json.ts';

/*
 * Removes two constructs of JSON Schema that client generators cannot process (docs/guides/clients.md): two types
 * beside null in one schema, and an object as a default. `test/unit/gateway/openapi-rules` checks both. It also checks
 * that declarations avoid three others: unions with a schema that takes everything, unions of steps' outputs, and tags
 * shared with webhooks.
 */

/** Members whose values are no schemas. */
const VALUES: readonly string[] = ['example', 'examples', 'enum', 'const', 'x-scopes'];

/** `document`: declarations, which are plain JSON. */
export function portable<Document>(document: Document): Document {
  return rewritten(document as Json) as Document;
}

function rewritten(value: Json): Json {
  if (Array.isArray(value)) return value.map((item) => rewritten(item));
  if (!isJsonObject(value)) return value;
  const members = Object.fromEntries(
    Object.entries(value)
      .filter(([name, member]) => name !== 'default' || !isJsonObject(member) || 'description' in member)
      .map(([name, member]) => [name, VALUES.includes(name) ? member : rewritten(member)] as const),
  );
  return splitTypes(members);
}

/** Keywords that apply to one type alone. */
const OF_TYPE: Readonly<Record<string, readonly string[]>> = {
  string: ['minLength', 'maxLength', 'pattern', 'format'],
  integer: ['minimum', 'maximum'],
  number: ['minimum', 'maximum'],
};

/** One schema for each type. */
function splitTypes(schema: JsonObject): JsonObject {
  const { type, ...others } = schema;
  if (!Array.isArray(type) || type.filter((each) => each !== 'null').length < 2) return schema;
  const asked = new Set(Object.values(OF_TYPE).flat());
  const kept = Object.entries(others).filter(([name]) => !asked.has(name));
  const oneOf = type.map((each) => {
    const own = OF_TYPE[String(each)] ?? [];
    return { type: each, ...Object.fromEntries(Object.entries(others).filter(([name]) => own.includes(name))) };
  });
  return { ...Object.fromEntries(kept), oneOf };
}
