import standard from '../../data/fields/standard.json' with { type: 'json' };
import { readSchema } from './schema.ts';
import { dictionaryOf, type Dictionary } from './dictionary.ts';
import { specsIn, type FieldSpecs, type FieldSpecsJson } from './spec.ts';

/**
 * The standard dictionary: fields that many payloads have and those that the service itself reads by name, without the
 * members of people.
 */
export const STANDARD_SPECS: FieldSpecs = readSchema(standard).specs;

/** The dictionary if neither account nor cascade declares anything. */
export const STANDARD: Dictionary = dictionaryOf(STANDARD_SPECS);

/** The dictionary of these declarations, lowest layer first: the account's, the cascade's. Later layers win. */
export function dictionaryIn(...layers: readonly (FieldSpecsJson | null)[]): { readonly dictionary: Dictionary } {
  const declared = layers.filter((layer) => layer !== null);
  return { dictionary: declared.length === 0 ? STANDARD : dictionaryOf(STANDARD_SPECS, ...declared.map(specsIn)) };
}
