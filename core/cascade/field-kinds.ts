import { fieldSchema, listPathOf, type Product } from '../products/index.ts';
import { FIELD_KINDS, type FieldKind } from './operators/index.ts';

export const KIND_WORDS: Readonly<Record<FieldKind, string>> = {
  number: 'a number',
  integer: 'a number',
  boolean: 'true or false',
  string: 'text',
  date: 'a date',
  array: 'a list',
  object: 'an object',
};

/** The kind of a field of a report. A path to all items of a list at once has the kind list. */
export function kindOfField(product: Product, path: string): FieldKind | undefined {
  const isFigure = listPathOf(product, path) !== undefined;
  const segments = isFigure ? [] : path.split('.');
  for (const [index, next] of segments.slice(1).entries()) {
    const before = fieldSchema(product, segments.slice(0, index + 1).join('.'));
    if (before?.type === 'array' && !/^\d+$/.test(next)) return 'array';
  }
  const schema = fieldSchema(product, path);
  const types: readonly unknown[] = Array.isArray(schema?.type) ? schema.type : [schema?.type];
  const type = types.find((each) => each !== 'null');
  if (type === 'string' && schema?.format === 'date') return 'date';
  return FIELD_KINDS.find((kind) => kind === type);
}
