import type { Dictionary } from '../../core/fields/dictionary.ts';
import { specsIn, type FieldSpecsJson } from '../../core/fields/spec.ts';
import { dictionaryIn } from '../../core/fields/standard.ts';
import type { OwnProducts } from '../../core/cascade/own-products.ts';
import { fieldNouns } from '../../core/policies/field-nouns.ts';
import { ownSpecs } from '../../core/rules/own-reports.ts';
import { ownProducts, type PinnedJson } from '../../core/sources/pinned.ts';

/** The fields that an account declares, its products, and the nouns by which its policies name them. */
export interface Vocabulary {
  /** Changes with the dictionary and with each product. */
  readonly version: string;
  readonly dictionary: Dictionary;
  readonly products: OwnProducts;
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

/** Both as the gateway stored them, of a request that was checked; without them the account declared nothing. */
export function vocabularyOf(account: number, sent: unknown, sentProducts: unknown): Vocabulary {
  const { version: ofFields, fields } = sent === undefined ? NOTHING : (sent as Declared);
  const stored = sentProducts === undefined ? [] : (sentProducts as PinnedJson);
  const version = [ofFields, ...stored.map(({ version: own, product: { code } }) => `${code} ${own}`)].join();
  const known = KNOWN.get(account);
  if (known !== undefined && known.version === version) return known;
  const products = ownProducts(stored);
  const nouns = fieldNouns(new Map([...specsIn(fields), ...ownSpecs(products)]));
  const made = { version, ...dictionaryIn(fields), products, nouns };
  KNOWN.delete(account);
  const [oldest] = KNOWN.size < MOST_KNOWN ? [] : KNOWN.keys();
  if (oldest !== undefined) KNOWN.delete(oldest);
  KNOWN.set(account, made);
  return made;
}
