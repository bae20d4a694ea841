/** Plain JSON data: what goes in and out of the interpreter, the database's JSON columns and HTTP bodies. */
export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

/** A JSON Schema (draft 2020-12, as OpenAPI 3.1 uses it), kept as plain data. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/**
 * A record of ours as JSON, which is all that it may hold. The compiler cannot tell: an interface has no index signature,
 * and read-only lists are no JSON arrays.
 */
export function asJsonObject(record: object): JsonObject {
  return record as JsonObject;
}

/** A list of such records. */
export function asJsonList(records: readonly object[]): JsonObject[] {
  return records as JsonObject[];
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text as PostgreSQL can store it: without NUL characters, and with U+FFFD for lone surrogates. */
export function storedText(text: string): string {
  return text.includes('\u0000') || !text.isWellFormed() ? text.replaceAll('\u0000', '').toWellFormed() : text;
}

/** Two values mean the same: the order of members and members that are undefined make no difference. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) || Array.isArray(other))
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, index) => isSameJson(item, other[index]))
    );
  const [left, right] = [new Map(Object.entries(one)), new Map(Object.entries(other))];
  return (
    [...left].every(([key, value]) => isSameJson(value, right.get(key))) &&
    [...right].every(([key, value]) => value === undefined || left.has(key))
  );
}
