import { fieldSchema, PRODUCTS, type FieldWords, type BuiltInCode } from '../../products/index.ts';
import type { Concept } from './kinds.ts';

export function conceptOf(source: BuiltInCode, words: FieldWords): Concept {
  const schema = fieldSchema(PRODUCTS[source], words.field) ?? {};
  const unit = typeof schema['x-unit'] === 'string' ? schema['x-unit'] : null;
  const types = [schema.type].flat();
  const shape =
    words.isThing === true
      ? 'count'
      : types.includes('boolean')
        ? 'flag'
        : unit === 'count'
          ? 'count'
          : unit === null
            ? 'state'
            : 'number';
  const per = words.perYear === undefined && unit === 'USD' && /monthly|rent/.test(words.field) ? 'month' : null;
  return { source, words, shape, unit, per };
}

export const nameOf = ({ words }: Concept): string => words.nouns?.[0] ?? words.field;
