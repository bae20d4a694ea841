import { takesNull } from '../../../../core/absent.ts';
import type { Json, JsonSchema } from '../../../../core/json.ts';
import { nameOf } from '../../http/schemas.ts';

/**
 * The published schema of a body. In a body null for an optional member means that it is absent (`withoutNulls`,
 * semantics 15.8.3), so an optional member may be null. A schema with a name is left as it is, because responses refer
 * to it too.
 */
export function withOptionalNulls(schema: JsonSchema): JsonSchema {
  if (schema.$ref !== undefined || nameOf(schema) !== undefined) return schema;
  const { properties, required, items } = schema as {
    readonly properties?: Readonly<Record<string, JsonSchema>>;
    readonly required?: readonly string[];
    readonly items?: JsonSchema;
  };
  const published = (name: string, member: JsonSchema): JsonSchema => {
    const inner = withOptionalNulls(member);
    const isFree = nameOf(member) === undefined && takesNull(member);
    return isFree || required?.includes(name) === true ? inner : orNull(inner);
  };
  return {
    ...schema,
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, member]) => [name, published(name, member)]),
          ),
        }),
    ...(items === undefined ? {} : { items: withOptionalNulls(items) }),
  };
}

function orNull(schema: JsonSchema): JsonSchema {
  const {
    type,
    enum: choices,
    description = 'Null is its absence.',
  } = schema as { readonly type?: string; readonly enum?: readonly Json[]; readonly description?: string };
  const orNone = choices === undefined ? {} : { enum: [...choices, null] };
  if (nameOf(schema) !== undefined) return { description, anyOf: [schema, { type: 'null' }] };
  if (type !== undefined) return { ...schema, type: [type, 'null'], ...orNone };
  return choices === undefined ? { description, anyOf: [schema, { type: 'null' }] } : { ...schema, ...orNone };
}
