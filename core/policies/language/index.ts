import { PRODUCT_CODES, PRODUCTS } from '../../products/index.ts';
import { STATES } from '../states.ts';
import { stem } from '../text.ts';
import { conceptOf } from './concept-of.ts';
import { CONDITIONS } from './conditions.ts';
import { grammarOf } from '../../earley.ts';
import { FIGURES } from './figures.ts';
import type { Concept, Quality } from './kinds.ts';
import { MARKS, WORDS } from './lexicon.ts';
import { entry, Phrases, type Entry } from './phrases.ts';
import { READ_NAMES, READ_TESTS } from './restated.ts';
import { productionsOf } from './rule.ts';
import { SENTENCES } from './sentences.ts';

/*
 * The language in which policies are written: few forms, each with one meaning, and no word that may be left out but
 * "the". The guide "Policies in plain words" lists them.
 */
const RULES = [...FIGURES, ...READ_TESTS, ...CONDITIONS, ...SENTENCES];

/** Terminals whose value is a token's, and not a phrase's. */
const TOKEN_SYMBOLS = ['Num', 'Money', 'Mail', 'Quoted', 'Unknown'] as const;
/** Terminals whose values are of the products. */
const OF_PRODUCTS =
  'Report CountNoun Quality Measured Flagged Stated Owe Verb Lasting PersonIs Region ReadField ReadMember'.split(' ');

const IN_TWO = 'Two reports have something of this name: say which is meant, such as "eviction judgment".';

/** Nouns for things in more than one report ("judgment"). */
const isShared = (noun: string, of: Concept): boolean =>
  PRODUCT_CODES.some((code) => code !== of.source && PRODUCTS[code].words.some(({ nouns }) => nouns?.includes(noun)));

function entriesOf(concept: Concept): Entry[] {
  const { source, words, shape } = concept;
  const of = (symbol: string, phrases: readonly string[] = []): Entry[] =>
    phrases.map((phrase) =>
      entry(phrase, symbol, isShared(phrase, concept) ? { ...concept, words: { ...words, unsaid: IN_TWO } } : concept),
    );
  const noun = { count: 'CountNoun', number: 'Measured', flag: 'Flagged', state: 'Stated' }[shape];
  const verb = words.isThing === true ? 'Owe' : 'Verb';
  const person = Object.entries(words.person ?? {}).map(([phrase, value]) => {
    const asked =
      typeof value === 'boolean'
        ? ({ operator: value ? 'is_true' : 'is_false' } as const)
        : ({ operator: 'equals', value } as const);
    return entry(phrase, 'PersonIs', { source, field: words.field, ...asked });
  });
  const verbs = shape === 'count' && words.isThing !== true ? [] : (words.verbs ?? []);
  return [
    ...of(noun, words.nouns),
    ...of(
      verb,
      verbs.flatMap((each) => [each, `${each}s`]),
    ),
    ...of('Lasting', words.lasting),
    ...person,
  ];
}

/** The words for the fields and the records of the products. */
export const PRODUCT_WORDS: readonly Entry[] = PRODUCT_CODES.flatMap((code) => {
  const { name, called, words, records = [] } = PRODUCTS[code];
  const qualities = records.flatMap(({ list, qualities: of }) =>
    Object.entries(of).flatMap(([phrases, tests]) =>
      phrases.split('|').map((phrase) => {
        const value: Quality = { source: code, list, tests, phrase };
        return entry(phrase, 'Quality', value);
      }),
    ),
  );
  const reports = [name, ...called].map((phrase) => entry(phrase, 'Report', code));
  return [...reports, ...qualities, ...words.flatMap((each) => entriesOf(conceptOf(code, each)))];
});

/** Only in policies: in prose "the file" is the applicant. */
const STATED_NOUNS: readonly Entry[] = PRODUCT_CODES.flatMap((code) =>
  PRODUCTS[code].words.flatMap((words) =>
    (words.statedNouns ?? []).map((phrase) => entry(phrase, 'Stated', conceptOf(code, words))),
  ),
);

const ENTRIES: readonly Entry[] = [
  ...Object.entries(MARKS).flatMap(([symbol, phrases]) => phrases.split('|').map((phrase) => entry(phrase, symbol))),
  ...Object.entries(WORDS).flatMap(([symbol, of]) =>
    Object.entries(of ?? {}).map(([phrase, value]) => entry(phrase, symbol, value)),
  ),
  ...STATES.map(([name, code]) => entry(name, 'Region', code)),
  ...PRODUCT_WORDS,
  ...STATED_NOUNS,
  ...READ_NAMES,
].filter(({ stems }) => stems.length > 0);
const symbols = new Set([...ENTRIES.map(({ symbol }) => symbol), ...RULES.map(({ lhs }) => lhs), ...TOKEN_SYMBOLS]);
const isName = (word: string): boolean => /^[A-Z]/.test(word);
const meaningful = new Set<string>([
  ...RULES.map(({ lhs }) => lhs),
  ...Object.keys(WORDS),
  ...TOKEN_SYMBOLS.slice(0, 4),
  ...OF_PRODUCTS,
]);

const PRODUCTIONS = productionsOf(RULES, (symbol) => meaningful.has(symbol));
for (const { rhs } of PRODUCTIONS) {
  const unknown = rhs.find((word) => isName(word) && !symbols.has(word));
  if (unknown !== undefined) throw new Error(`the grammar has no ${unknown}`);
}

/** Words that stand in productions as they are. */
const literals = new Set(PRODUCTIONS.flatMap(({ rhs }) => rhs.filter((word) => !isName(word))));
export const LITERALS: readonly Entry[] = [...literals].map((word) => ({
  stems: [stem(word)],
  symbol: word,
  value: null,
}));
const ALL = [...ENTRIES, ...LITERALS];

export const PRODUCT_SYMBOLS: ReadonlySet<string> = new Set(PRODUCT_WORDS.map(({ symbol }) => symbol));
export const GRAMMAR = grammarOf(PRODUCTIONS);
export const PHRASES = new Phrases(ALL);
/** Words that a misspelt one may be meant for: short ones between others are too many. */
export const CONTENT_WORDS: ReadonlySet<string> = new Set(
  ENTRIES.flatMap(({ stems, value }) => stems.filter((word) => word.length > 4 || (word.length > 3 && value !== null))),
);
/** Every word that the grammar knows. */
export const KNOWN_WORDS: ReadonlySet<string> = new Set(ALL.flatMap(({ stems }) => stems));
