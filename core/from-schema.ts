import type { Json, JsonObject, JsonSchema } from './json.ts';

/**
 * The type of the values that a JSON Schema accepts, so that a body is declared once. It reads the keywords that
 * schemas of requests use. Other keywords, and schemas without a literal type, give any JSON.
 *
 * Declare a schema constant with `as const satisfies JsonSchema`.
 */
export type FromSchema<S> = S extends { readonly enum: readonly (infer Value)[] }
  ? Value
  : S extends { readonly const: infer Value }
    ? Value
    : S extends { readonly anyOf: readonly (infer Branch)[] }
      ? FromSchema<Branch>
      : S extends { readonly type: readonly (infer Name)[] }
        ? OfType<Name, S>
        : S extends { readonly type: infer Name }
          ? OfType<Name, S>
          : Json;

type OfType<Name, S> = Name extends 'string'
  ? string
  : Name extends 'integer' | 'number'
    ? number
    : Name extends 'boolean'
      ? boolean
      : Name extends 'null'
        ? null
        : Name extends 'array'
          ? readonly ItemOf<S>[]
          : Name extends 'object'
            ? ObjectOf<S>
            : Json;

type ItemOf<S> = S extends { readonly items: infer Item } ? FromSchema<Item> : Json;

type ObjectOf<S> = S extends { readonly properties: infer Properties }
  ? string extends keyof Properties
    ? Readonly<Record<string, FromSchema<Properties[keyof Properties]>>>
    : S extends { readonly additionalProperties: true }
      ? JsonObject & Members<Properties, RequiredOf<S>>
      : Members<Properties, RequiredOf<S>>
  : S extends { readonly additionalProperties: infer Value extends JsonSchema }
    ? Readonly<Record<string, FromSchema<Value>>>
    : JsonObject;

type RequiredOf<S> = S extends { readonly required: readonly (infer Name)[] } ? Name : never;

/** One object type, so that compiler messages show the members. */
type Members<Properties, Required> = Flat<
  { readonly [Name in keyof Properties as Name extends Required ? Name : never]: FromSchema<Properties[Name]> } & {
    readonly [Name in keyof Properties as Name extends Required ? never : Name]?: FromSchema<Properties[Name]>;
  }
>;

type Flat<T> = { readonly [Name in keyof T]: T[Name] };
