import type { Dictionary } from '../../core/fields/dictionary.ts';
import { specsIn, type FieldSpecsJson } from '../../core/fields/spec.ts';
import { dictionaryIn } from '../../core/fields/standard.ts';
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

interface Declared {
  readonly version: number;
  readonly fields: FieldSpecsJson;
}
const NOTHING: Declared = { version: 0, fields: {} };

/** `sent`: what the gateway stored, of a request that was checked; without it the account declared nothing. */
export function vocabularyOf(account: number, sent: unknown): Vocabulary {
  const { version, fields } = sent === undefined ? NOTHING : (sent as Declared);
  const known = KNOWN.get(account);
  if (known !== undefined && known.version === version) return known;
  const made = { version, ...dictionaryIn(fields), nouns: fieldNouns(specsIn(fields)) };
  KNOWN.delete(account);
  const [oldest] = KNOWN.size < MOST_KNOWN ? [] : KNOWN.keys();
  if (oldest !== undefined) KNOWN.delete(oldest);
  KNOWN.set(account, made);
  return made;
}
