/** Plain JSON data: what goes in and out of the interpreter, the database's JSON columns and HTTP bodies. */
export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

/** A JSON Schema (draft 2020-12, as OpenAPI 3.1 uses it), kept as plain data. */
export type JsonSchema = { readonly [keyword: string]: unknown };

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
