/** Plain JSON data: input and output of the interpreter, the database's JSON columns, and HTTP bodies. */
export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

/** A JSON Schema (draft 2020-12, as in OpenAPI 3.1), as plain data. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/**
 * One of our records as JSON. It must contain nothing else, but the compiler cannot check that: interfaces have no
 * index signature, and read-only lists are no JSON arrays.
 */
export function asJsonObject(record: object): JsonObject {
  return record as JsonObject;
}

/** A list of our records as JSON. */
export function asJsonList(records: readonly object[]): JsonObject[] {
  return records as JsonObject[];
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The text as PostgreSQL can store it: without NUL characters, and with U+FFFD for lone surrogates. */
export function storedText(text: string): string {
  return text.includes('\u0000') || !text.isWellFormed() ? text.replaceAll('\u0000', '').toWellFormed() : text;
}

/** True if two values mean the same: the order of members and undefined members make no difference. */
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
