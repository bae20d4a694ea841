import { LITERALS, PHRASES } from './language/index.ts';
import { MARKS, WORDS } from './language/lexicon.ts';
import { stem, tokenize, type Token } from './text.ts';
import { readWords } from './words.ts';
import type { DictionaryFault } from '../fields/faults.ts';
import { PERSON_SPECS } from '../fields/person.ts';
import type { FieldSpecs } from '../fields/spec.ts';
import { STANDARD_SPECS } from '../fields/standard.ts';
import { fieldLabel, fieldNames, PRODUCT_CODES, PRODUCTS } from '../products/index.ts';

/*
 * Nouns by which policies name fields. One that the language has a meaning for would be read in two ways, so it is none;
 * so is one that two fields have.
 */

/** The words of a noun, as policies are read. */
function stemsOf(noun: string): readonly string[] {
  return readWords(noun).map(({ stem }) => stem);
}

function nounKey(noun: string): string {
  return stemsOf(noun).join(' ');
}

const LINKING = ['Be', 'Was', 'Have', 'If', 'Otherwise', 'No', 'These', 'Holds', 'WillBe'] as const;
/** Words that join the parts of a sentence, or compare: within a noun they would end it. */
const JOINING: readonly string[] = [
  ...LINKING.flatMap((mark) => MARKS[mark].split('|')),
  ...Object.keys(WORDS.Op ?? {}),
  ...['a', 'an', 'any', 'not'],
].map((phrase) => ` ${nounKey(phrase)} `);
/** Words of the names of our own fields stand within nouns as well: "months on file", "loan to value". */
const WITHIN_NAMES: ReadonlySet<string> = new Set(
  [
    ...[...PERSON_SPECS.values(), ...STANDARD_SPECS.values()].map(({ label }) => label ?? ''),
    ...PRODUCT_CODES.flatMap((code) => fieldNames(PRODUCTS[code]).map(fieldLabel)),
  ].flatMap(stemsOf),
);
const STRUCTURE: ReadonlySet<string> = new Set(
  LITERALS.flatMap(({ stems }) => stems).filter((word) => !WITHIN_NAMES.has(word)),
);

/** What is wrong with a noun in the language of policies; null if nothing is. */
export function languageFault(noun: string): string | null {
  const stems = stemsOf(noun);
  const own = PHRASES.startingAt((at) => stems[at]).find(({ length }) => length === stems.length);
  if (own !== undefined) return 'has a meaning of its own in policies: choose another noun';
  const joining = JOINING.find((phrase) => ` ${stems.join(' ')} `.includes(phrase))?.trim();
  const word = joining ?? tokenize(noun).find(({ kind, text }) => !isWithinNoun(kind, text))?.text;
  return word === undefined
    ? null
    : `holds ${JSON.stringify(word)}, which has a meaning of its own in policies: choose another noun`;
}

/** A hyphen only joins. */
function isWithinNoun(kind: Token['kind'], text: string): boolean {
  return text === '-' || (kind === 'word' && !STRUCTURE.has(stem(text)));
}

/** The nouns that policies cannot use: labels that are none say so where they are set, and stay labels. */
export function nounFaults(specs: FieldSpecs): readonly DictionaryFault[] {
  const owners = new Map<string, string[]>();
  for (const [path, { also = [], label }] of specs) {
    const keys = new Set([...also, ...(label === undefined ? [] : [label])].map(nounKey));
    for (const key of keys) owners.set(key, [...(owners.get(key) ?? []), path]);
  }
  return [...specs].flatMap(([path, { also = [] }]) =>
    also.flatMap((noun, index) => {
      const other = owners.get(nounKey(noun))?.find((owner) => owner !== path);
      const message =
        languageFault(noun) ??
        (other === undefined ? null : `is a noun of ${JSON.stringify(other)} too: choose another`);
      return message === null ? [] : [{ path, field: `also[${index}]`, message }];
    }),
  );
}
