import type { DictionaryFault } from '../../../core/fields/faults.ts';
import { normalSpec, STANDARD_SCOPE } from '../../../core/fields/change.ts';
import { readSchema, type SchemaFault } from '../../../core/fields/schema.ts';
import type { FieldSpecs } from '../../../core/fields/spec.ts';
import type { ErrorDetail } from '../../../core/errors.ts';
import type { JsonObject } from '../../../core/json.ts';

/* A whole dictionary in a request, and the places of its faults. `at` is the JSON pointer of the schema in the body. */

export function wantedIn(schema: JsonObject): FieldSpecs {
  return new Map([...readSchema(schema, STANDARD_SCOPE).specs].map(([path, spec]) => [path, normalSpec(spec)]));
}

/** The root has no pointer. */
export function detailsOfSchema(schema: unknown, at = ''): readonly ErrorDetail[] {
  return readSchema(schema, STANDARD_SCOPE).faults.map(({ pointer, message }: SchemaFault) => ({
    field: `${at}${pointer}` === '' ? '/' : `${at}${pointer}`,
    message,
  }));
}

export const detailInWhole = ({ path, field, message }: DictionaryFault): ErrorDetail => ({
  field: `${path}.${field}`,
  message,
});
