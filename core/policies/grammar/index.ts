import { PRODUCT_CODES, PRODUCTS } from '../../products/index.ts';
import { STATES } from '../states.ts';
import { stem } from '../text.ts';
import { CONDITIONS } from './conditions.ts';
import { DECISIONS } from './decisions.ts';
import { grammarOf } from './earley.ts';
import { DATES, FIGURES } from './figures.ts';
import { FUNCTION_WORDS, MARKS, WORDS } from './lexicon.ts';
import { NEEDS } from './needs.ts';
import { OTHERS } from './others.ts';
import { productionsOf } from './rule.ts';
import type { Concept, Quality } from './kinds.ts';
import { conceptOf, DTI } from './concept-of.ts';
import { SHARES } from './shares.ts';
import { DOCUMENTS } from './documents.ts';
import { SPLITS } from './splits.ts';
import { TERMS } from './terms.ts';

/** A phrase of the lexicon: the stems of its words, and what it is. */
export interface Entry {
  readonly stems: readonly string[];
  readonly symbol: string;
  readonly value: unknown;
}

const RULES = [
  ...FIGURES,
  ...DATES,
  ...CONDITIONS,
  ...SHARES,
  ...TERMS,
  ...SPLITS,
  ...DOCUMENTS,
  ...NEEDS,
  ...DECISIONS,
  ...OTHERS,
];

const isFunctionWord = (() => {
  const stems = new Set(FUNCTION_WORDS.map(stem));
  return (word: string): boolean => stems.has(word);
})();
export { isFunctionWord };

const stemsOf = (phrase: string): string[] =>
  phrase
    .split(' ')
    .map(stem)
    .filter((word) => !isFunctionWord(word));

/** Terminals whose value is a token's, and not a phrase's. */
const TOKEN_SYMBOLS = ['Num', 'Money', 'Mail', 'Quoted', 'Unknown'] as const;

function entriesOfProducts(): Entry[] {
  return PRODUCT_CODES.flatMap((code) => {
    const { name, names, words, found, records = [] } = PRODUCTS[code];
    const named = [name.toLowerCase(), ...names].map((phrase) => ({
      stems: stemsOf(phrase),
      symbol: 'Product',
      value: code,
    }));
    const whole = words.find(({ field }) => field === found);
    const searches =
      whole === undefined ? [] : named.map((entry) => ({ ...entry, symbol: 'Found', value: conceptOf(code, whole) }));
    const qualities = records.flatMap(({ list, qualities: of, endedOn = {} }) =>
      Object.entries(of).flatMap(([phrases, tests]) =>
        phrases.split('|').map((phrase): Entry => {
          const value: Quality = { source: code, list, tests, phrase, on: endedOn[phrase] ?? null };
          return { stems: stemsOf(phrase), symbol: 'Quality', value };
        }),
      ),
    );
    return [...named, ...qualities, ...searches, ...words.flatMap((each) => entriesOfField(conceptOf(code, each)))];
  });
}

function entriesOfField(concept: Concept): Entry[] {
  const { source, words, shape } = concept;
  const of = (symbol: string, phrases: readonly string[] = []): Entry[] =>
    phrases.map((phrase) => ({ stems: stemsOf(phrase), symbol, value: concept }));
  const noun = { count: 'CountNoun', number: 'Measured', flag: 'Flagged', state: 'Stated' }[shape];
  const verb = words.isThing === true ? 'Owe' : shape === 'count' ? 'Evicted' : 'Verb';
  const person = Object.entries(words.person ?? {}).map(([phrase, value]) => ({
    stems: stemsOf(phrase),
    symbol: 'PersonIs',
    value:
      typeof value === 'boolean'
        ? { source, field: words.field, operator: value ? 'is_true' : 'is_false' }
        : { source, field: words.field, operator: 'equals', value },
  }));
  const forms = (words.verbs ?? []).flatMap((each) => [each, `${each}s`, `${each.replace(/e$/, '')}ing`]);
  return [...of(noun, words.nouns), ...of(verb, forms), ...of('Lasting', words.lasting), ...person];
}

const PEOPLE =
  'applicant|candidate|tenant|renter|borrower|person|prospect|member|application|customer|resident|file|individual|consumer'.split(
    '|',
  );
const WHICH = ['a', 'an', 'any', 'all', 'every', 'each', 'prospective', 'job', 'loan', 'any loan', 'all job'];

function entriesOf(): Entry[] {
  const marks = Object.entries(MARKS).flatMap(([symbol, phrases]) =>
    phrases.split('|').map((phrase): Entry => ({ stems: stemsOf(phrase), symbol, value: null })),
  );
  const people = PEOPLE.flatMap((noun) =>
    WHICH.map((each): Entry => ({ stems: stemsOf(`${each} ${noun}`.trim()), symbol: 'Person', value: null })),
  );
  const words = Object.entries(WORDS).flatMap(([symbol, of]) =>
    Object.entries(of ?? {}).map(([phrase, value]): Entry => ({ stems: stemsOf(phrase), symbol, value })),
  );
  const states = STATES.map(([name, code]): Entry => ({ stems: stemsOf(name), symbol: 'Region', value: code }));
  const shares = (DTI.words.nouns ?? []).flatMap((noun) =>
    ['Dti', 'Measured'].map((symbol): Entry => ({ stems: stemsOf(noun), symbol, value: DTI })),
  );
  return [...marks, ...people, ...words, ...states, ...shares, ...entriesOfProducts()].filter(
    ({ stems }) => stems.length > 0,
  );
}

const ENTRIES = entriesOf();
const symbols = new Set([...ENTRIES.map(({ symbol }) => symbol), ...RULES.map(({ lhs }) => lhs), ...TOKEN_SYMBOLS]);
const isName = (word: string): boolean => /^[A-Z]/.test(word);
const meaningful = new Set<string>([
  ...RULES.map(({ lhs }) => lhs),
  ...Object.keys(WORDS),
  ...TOKEN_SYMBOLS.slice(0, 4),
  'Region',
  'Product',
  'Found',
  'CountNoun',
  'Quality',
  'Measured',
  'Flagged',
  'Stated',
  'Evicted',
  'Owe',
  'Verb',
  'Lasting',
  'PersonIs',
]);

const PRODUCTIONS = productionsOf(RULES, (symbol) => meaningful.has(symbol));
for (const { rhs } of PRODUCTIONS) {
  const unknown = rhs.find((word) => isName(word) && !symbols.has(word));
  if (unknown !== undefined) throw new Error(`the grammar has no ${unknown}`);
}

/** Words that stand in productions as they are. */
const literals = new Set(PRODUCTIONS.flatMap(({ rhs }) => rhs.filter((word) => !isName(word))));
const ALL = [...ENTRIES, ...[...literals].map((word): Entry => ({ stems: [stem(word)], symbol: word, value: null }))];

export const GRAMMAR = grammarOf(PRODUCTIONS);
export const BY_FIRST: ReadonlyMap<string, readonly Entry[]> = Map.groupBy(ALL, ({ stems }) => stems[0] ?? '');
/** Words that a misspelt one may be meant for: short ones between others are too many. */
export const CONTENT_WORDS: ReadonlySet<string> = new Set(
  ENTRIES.flatMap(({ stems, value }) => stems.filter((word) => word.length > 4 || (word.length > 3 && value !== null))),
);
/** Every word that the grammar knows. */
export const KNOWN_WORDS: ReadonlySet<string> = new Set(ALL.flatMap(({ stems }) => stems));
