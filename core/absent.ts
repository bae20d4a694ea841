import { isJsonObject, type Json, type JsonObject, type JsonSchema } from './json.ts';

type Components = Readonly<Record<string, JsonSchema>>;

/**
 * The value without optional members that are null, according to its schema. Members and items are treated in the same
 * way.
 */
export function withoutNulls(value: Json, schema: JsonSchema, components: Components = {}): Json {
  const { $ref, items, properties, required } = schema as {
    readonly $ref?: string;
    readonly items?: JsonSchema;
    readonly properties?: Components;
    readonly required?: readonly string[];
  };
  if ($ref !== undefined)
    return withoutNulls(value, components[$ref.slice($ref.lastIndexOf('/') + 1)] ?? {}, components);
  if (Array.isArray(value))
    return items === undefined ? value : value.map((item) => withoutNulls(item, items, components));
  if (!isJsonObject(value) || properties === undefined) return value;
  const kept: JsonObject = {};
  for (const key of Object.keys(value)) {
    if (key === '__proto__') continue;
    const member = value[key] ?? null;
    const known = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (member === null && known !== undefined && required?.includes(key) !== true && !takesNull(known)) continue;
    kept[key] = known === undefined ? member : withoutNulls(member, known, components);
  }
  return kept;
}

/** True if the schema accepts null. A schema without a type accepts everything. */
export function takesNull({ $ref, type, enum: choices }: JsonSchema): boolean {
  if ($ref !== undefined) return false;
  if (Array.isArray(choices)) return choices.includes(null);
  return type === undefined || type === 'null' || (Array.isArray(type) && type.includes('null'));
}
