import { LITERALS, PHRASES } from './language/index.ts';
import { MARKS, WORDS } from './language/lexicon.ts';
import { tokenize, type Token } from './text.ts';
import { readWords } from './words.ts';
import type { DictionaryFault } from '../fields/faults.ts';
import type { FieldSpecs } from '../fields/spec.ts';

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

/** Words of the language that stand within nouns as well: "length of the lease", "loan to value". */
const WITHIN_NOUNS = new Set(
  'of to on for in from with time month point first gross reason applicant e mail email'.split(' '),
);
const LINKING = ['Be', 'Was', 'Have', 'If', 'Otherwise', 'No', 'These', 'Holds', 'WillBe'] as const;
/** Words that join the parts of a sentence, or compare: within a noun they would end it. */
const STRUCTURE: ReadonlySet<string> = new Set(
  [
    ...LITERALS.flatMap(({ stems }) => stems).filter((word) => !WITHIN_NOUNS.has(word)),
    ...[...LINKING.map((mark) => MARKS[mark]), ...Object.keys(WORDS.Op ?? {})].flatMap((phrases) =>
      phrases.split(/[| ]/),
    ),
    ...['a', 'an', 'any', 'not'],
  ].filter((word) => !WITHIN_NOUNS.has(word)),
);

/** What is wrong with a noun in the language of policies; null if nothing is. */
export function languageFault(noun: string): string | null {
  const stems = stemsOf(noun);
  const own = PHRASES.startingAt((at) => stems[at]).find(({ length }) => length === stems.length);
  if (own !== undefined) return 'has a meaning of its own in policies: choose another noun';
  const word = tokenize(noun).find(({ kind, text }) => !isWithinNoun(kind, text));
  return word === undefined
    ? null
    : `holds ${JSON.stringify(word.text)}, which has a meaning of its own in policies: choose another noun`;
}

/** A hyphen only joins. */
function isWithinNoun(kind: Token['kind'], text: string): boolean {
  return text === '-' || (kind === 'word' && !STRUCTURE.has(text));
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
