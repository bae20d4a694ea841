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
