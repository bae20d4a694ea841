import type { FieldKind, FieldSpec, FieldType } from '../fields/spec.ts';
import type { JsonSchema } from '../json.ts';
import type { Product } from './contract.ts';
import { fieldNames, fieldSchema } from './fields.ts';

/**
 * The declaration of a report's field, in the form in which accounts declare their own fields. A count of items and a
 * sum have no label: letters combine those of the list and the member. Undefined if there is no such field.
 */
export function specOfReport(product: Product, path: string): FieldSpec | undefined {
  const schema = fieldSchema(product, path);
  return schema === undefined ? undefined : specOf(schema);
}

function specOf(schema: JsonSchema): FieldSpec {
  const type = typeOf(schema);
  const items = schema.items as JsonSchema | undefined;
  const itemType = items === undefined ? undefined : typeOf(items);
  const values = (type === 'list' ? items?.enum : schema.enum) as readonly (string | null)[] | undefined;
  const spec: { [Member in keyof FieldSpec]: FieldSpec[Member] | undefined } = {
    type,
    label: schema.title as string | undefined,
    unit: schema['x-unit'] as string | undefined,
    of_person: schema['x-person'] as string | undefined,
    kind: type === 'object' ? undefined : (schema['x-kind'] as FieldKind | undefined),
    values: values?.filter((value) => value !== null),
    item_type: itemType === 'object' ? undefined : (itemType as FieldSpec['item_type']),
    item: schema['x-item'] as FieldSpec['item'],
    empty: schema['x-empty'] as FieldSpec['empty'],
    absent: schema['x-absent'] as FieldSpec['absent'],
  };
  // Schemas of our own: core/products/schema.ts wrote them.
  return Object.fromEntries(Object.entries(spec).filter(([, value]) => value !== undefined)) as FieldSpec;
}

const TYPES: Readonly<Record<string, FieldType>> = {
  string: 'text',
  boolean: 'yes_no',
  array: 'list',
  object: 'object',
  number: 'number',
  integer: 'integer',
};

function typeOf({ type, format }: JsonSchema): FieldType {
  const own = [type].flat().find((each) => each !== 'null');
  return format === 'date' ? 'date' : (TYPES[String(own)] ?? 'object');
}

/** All declarations of a report, by path. */
export function specsOfReport(product: Product): ReadonlyMap<string, FieldSpec> {
  return new Map(
    fieldNames(product).flatMap((path) => {
      const spec = specOfReport(product, path);
      return spec === undefined ? [] : [[path, spec] as const];
    }),
  );
}
