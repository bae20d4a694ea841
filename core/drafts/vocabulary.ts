import type { Concept } from '../policies/language/kinds.ts';
import type { Lexeme } from '../earley.ts';
import { LITERALS, PRODUCT_WORDS } from '../policies/language/index.ts';
import { entry, Phrases, valued, type Entry } from '../policies/language/phrases.ts';
import { READ_NAMES } from '../policies/language/restated.ts';
import { STATES } from '../policies/states.ts';
import { isMisspelt, stem } from '../policies/text.ts';
import { readWords, type Word } from '../policies/words.ts';
import { withNumbers } from './numbers.ts';
import { FILLERS, MARKS, WORDS } from './lexicon.ts';

/** Words of prose, with the phrases of the language in which policies are read. */
const PEOPLE =
  'applicant candidate tenant renter borrower person prospect member application customer resident file individual consumer';
const WHICH = ['a', 'an', 'any', 'all', 'every', 'each', 'prospective', 'job', 'loan', 'any loan', 'all job'];

const ENTRIES: readonly Entry[] = [
  ...Object.entries(MARKS).flatMap(([symbol, phrases]) => phrases.split('|').map((phrase) => entry(phrase, symbol))),
  ...PEOPLE.split(' ').flatMap((noun) => WHICH.map((each) => entry(`${each} ${noun}`, 'Person'))),
  ...Object.entries(WORDS).flatMap(([symbol, of]) =>
    Object.entries(of).map(([phrase, value]) => entry(phrase, symbol, value)),
  ),
  ...STATES.map(([name, code]) => entry(name, 'Region', code)),
  ...PRODUCT_WORDS,
  ...READ_NAMES,
  ...LITERALS,
].filter(({ stems }) => stems.length > 0);

const PHRASES = new Phrases(ENTRIES);
/** Every word that it knows. */
export const KNOWN_WORDS: ReadonlySet<string> = new Set(ENTRIES.flatMap(({ stems }) => stems));
const LONG_WORDS = [...KNOWN_WORDS].filter((word) => word.length > 4);
const FILLED: ReadonlySet<string> = new Set(FILLERS.map(stem));

/** The words of a text, with the misspelt ones put right. */
export const wordsIn = (text: string): Word[] =>
  withNumbers(
    readWords(text)
      .filter((word) => !FILLED.has(word.stem))
      .map((word) => (word.token.kind === 'word' ? { ...word, stem: meantBy(word.stem) } : word)),
  );

/** Only one word will do: a tie is left as it is. */
function meantBy(word: string): string {
  if (KNOWN_WORDS.has(word)) return word;
  const [only, ...others] = LONG_WORDS.filter((known) => isMisspelt(word, known));
  return only === undefined || others.length > 0 ? word : only;
}

/** What the words from `index` on may be. */
export function lexemesAt(words: readonly Word[], index: number): Lexeme[] {
  const word = words[index];
  if (word === undefined) return [];
  const own = valued(word.token);
  // "More than 50 and up to 80": no "50 and up".
  const isUpTo = ({ symbol, length }: Lexeme): boolean => symbol === 'Post' && words[index + length]?.stem === 'to';
  const phrases = PHRASES.startingAt((at) => stemOf(words[index + at])).filter((lexeme) => !isUpTo(lexeme));
  const found = phrases.map((lexeme) => {
    const isOne = words[index + lexeme.length - 1]?.token.text.endsWith('s') === false;
    // The symbol stands for concepts.
    return lexeme.symbol === 'CountNoun' && isOne
      ? { ...lexeme, value: { ...(lexeme.value as Concept), isOne: true } }
      : lexeme;
  });
  return own === null ? found : [own, ...(own.symbol === 'Num' ? found : [])];
}

const stemOf = (word: Word | undefined): string | undefined =>
  word?.token.kind === 'number' ? word.token.text : word?.stem;
