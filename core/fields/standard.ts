import standard from '../../data/fields/standard.json' with { type: 'json' };
import { readSchema } from './schema.ts';
import { dictionaryOf, type Dictionary } from './dictionary.ts';
import { specsIn, type FieldSpecs, type FieldSpecsJson } from './spec.ts';

/** The standard dictionary: what many payloads hold, and what the service itself reads by name, beside what people bring. */
export const STANDARD_SPECS: FieldSpecs = readSchema(standard).specs;

/** What holds where neither an account nor a cascade declared anything. */
export const STANDARD: Dictionary = dictionaryOf(STANDARD_SPECS);

/** The dictionary of what was declared, a later layer first asked: that of the account, and that of the cascade. */
export function dictionaryIn(...layers: readonly (FieldSpecsJson | null)[]): { readonly dictionary: Dictionary } {
  const declared = layers.filter((layer) => layer !== null);
  return { dictionary: declared.length === 0 ? STANDARD : dictionaryOf(STANDARD_SPECS, ...declared.map(specsIn)) };
}
