import type { Dictionary } from '../../core/fields/dictionary.ts';
import { specsIn, type FieldSpecsJson } from '../../core/fields/spec.ts';
import { dictionaryIn } from '../../core/fields/standard.ts';
import { isJsonObject, type Json } from '../../core/json.ts';
import { fieldNouns } from '../../core/policies/field-nouns.ts';

/** What an account declared, and the nouns by which its policies name it. */
export interface Vocabulary {
  readonly version: number;
  readonly dictionary: Dictionary;
  readonly nouns: ReturnType<typeof fieldNouns>;
}

/** The newest of each account. 500 fields take some 40 ms. */
const KNOWN = new Map<number, Vocabulary>();
const MOST_KNOWN = 200;

/** `sent`: `{version, fields}` of a request that was checked; without it the account declared nothing. */
export function vocabularyOf(account: number, sent: Json | undefined): Vocabulary {
  const { version = 0, fields = {} } = isJsonObject(sent) ? sent : {};
  const known = KNOWN.get(account);
  if (known !== undefined && known.version === version) return known;
  // The gateway sends what it stored.
  const declared = fields as unknown as FieldSpecsJson;
  const made = { version: Number(version), ...dictionaryIn(declared), nouns: fieldNouns(specsIn(declared)) };
  KNOWN.delete(account);
  const [oldest] = KNOWN.size < MOST_KNOWN ? [] : KNOWN.keys();
  if (oldest !== undefined) KNOWN.delete(oldest);
  KNOWN.set(account, made);
  return made;
}
