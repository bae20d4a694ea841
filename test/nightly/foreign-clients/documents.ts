import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts';

/** Each list of values of an enumeration becomes what `rewrite` makes of it; undefined leaves it out. */
function withEnums(document: string, rewrite: (values: readonly Json[]) => readonly Json[] | undefined): string {
  return JSON.stringify(
    JSON.parse(document, (_name, value: Json) =>
      isJsonObject(value) && Array.isArray(value.enum) ? { ...value, enum: rewrite(value.enum) } : value,
    ),
  );
}

/** Pretends that no execution had the status `completed` when the client was made. */
export function documentOfOlderRelease(document: string): string {
  return withEnums(document, (values) => values.filter((value) => value !== 'completed'));
}

/**
 * The document from which the guide tells users of ogen to generate. ogen refuses values that it does not know, so
 * their lists are removed. It takes no union within a union, so an Action has any members. A single value says which
 * member of a union an object is.
 */
export function documentForOgen(document: string): string {
  const { components, ...others } = JSON.parse(
    withEnums(document, (values) => (values.length > 1 ? undefined : values)),
  ) as JsonObject & { readonly components: { readonly schemas: JsonObject } };
  const action: JsonObject = {
    type: 'object',
    required: ['id', 'type', 'action_type'],
    properties: { id: { type: 'string' }, type: { type: 'string', enum: ['Action'] }, action_type: { type: 'string' } },
    additionalProperties: true,
  };
  const schemas = { ...components.schemas, ActionNode: action };
  return JSON.stringify({ ...others, components: { ...components, schemas } });
}
