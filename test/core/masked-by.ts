import { dictionaryOf } from '../../core/fields/dictionary.ts';
import { specsIn, type FieldSpecsJson } from '../../core/fields/spec.ts';
import { STANDARD_SPECS } from '../../core/fields/standard.ts';
import { Masks, STANDARD_RULES, type MaskRules, type MaskSources } from '../../core/masks/index.ts';
import type { JsonObject } from '../../core/json.ts';

interface Declared extends Partial<Omit<MaskRules, 'dictionaries'>> {
  readonly then?: FieldSpecsJson;
  /** The present declarations; default: those of `then`. */
  readonly now?: FieldSpecsJson;
}

/** Masks of an account that declares this beside the standard dictionary. */
export function masksBy({ then = {}, now = then, ...rules }: Declared, sources?: MaskSources): Masks {
  const dictionaries = [then, now].map((fields) => dictionaryOf(STANDARD_SPECS, specsIn(fields)));
  return new Masks({ ...STANDARD_RULES, dictionaries, ...rules }, sources);
}

/** The payload as these masks show it, which know what it holds. */
export function shownBy(declared: Declared, payload: JsonObject): JsonObject {
  return masksBy(declared, { payload }).payload(payload) as JsonObject;
}
