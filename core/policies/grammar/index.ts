import { PRODUCT_CODES, PRODUCTS } from '../../products/index.ts';
import { STATES } from '../states.ts';
import { stem } from '../text.ts';
import { entry, Phrases, type Entry } from './phrases.ts';
import { CONDITIONS } from './conditions.ts';
import { DECISIONS } from './decisions.ts';
import { grammarOf } from './earley.ts';
import { DATES, FIGURES } from './figures.ts';
import { MARKS, WORDS } from './lexicon.ts';
import { NEEDS } from './needs.ts';
import { OTHERS } from './others.ts';
import { productionsOf } from './rule.ts';
import type { Concept, Quality } from './kinds.ts';
import { conceptOf, DTI } from './concept-of.ts';
import { SHARES } from './shares.ts';

const RULES = [...FIGURES, ...DATES, ...CONDITIONS, ...SHARES, ...NEEDS, ...DECISIONS, ...OTHERS];

/** Terminals whose value is a token's, and not a phrase's. */
const TOKEN_SYMBOLS = ['Num', 'Money', 'Mail', 'Quoted', 'Unknown'] as const;

function entriesOfProducts(): Entry[] {
  return PRODUCT_CODES.flatMap((code) => {
    const { name, names, words, found, records = [] } = PRODUCTS[code];
    const whole = words.find(({ field }) => field === found);
    const named = [name, ...names].flatMap((phrase) => [
      entry(phrase, 'Product', code),
      ...(whole === undefined ? [] : [entry(phrase, 'Found', conceptOf(code, whole))]),
    ]);
    const qualities = records.flatMap(({ list, qualities: of }) =>
      Object.entries(of).flatMap(([phrases, tests]) =>
        phrases.split('|').map((phrase) => {
          const value: Quality = { source: code, list, tests, phrase };
          return entry(phrase, 'Quality', value);
        }),
      ),
    );
    return [...named, ...qualities, ...words.flatMap((each) => entriesOfField(conceptOf(code, each)))];
  });
}

function entriesOfField(concept: Concept): Entry[] {
  const { source, words, shape } = concept;
  const of = (symbol: string, phrases: readonly string[] = []): Entry[] =>
    phrases.map((phrase) => entry(phrase, symbol, concept));
  const noun = { count: 'CountNoun', number: 'Measured', flag: 'Flagged', state: 'Stated' }[shape];
  const verb = words.isThing === true ? 'Owe' : shape === 'count' ? 'Evicted' : 'Verb';
  const person = Object.entries(words.person ?? {}).map(([phrase, value]) => {
    const asked =
      typeof value === 'boolean'
        ? ({ operator: value ? 'is_true' : 'is_false' } as const)
        : ({ operator: 'equals', value } as const);
    return entry(phrase, 'PersonIs', { source, field: words.field, ...asked });
  });
  const forms = (words.verbs ?? []).flatMap((each) => [each, `${each}s`, `${each.replace(/e$/, '')}ing`]);
  return [...of(noun, words.nouns), ...of(verb, forms), ...of('Lasting', words.lasting), ...person];
}

const PEOPLE =
  'applicant candidate tenant renter borrower person prospect member application customer resident file individual consumer';
const WHICH = ['a', 'an', 'any', 'all', 'every', 'each', 'prospective', 'job', 'loan', 'any loan', 'all job'];

const ENTRIES: readonly Entry[] = [
  ...Object.entries(MARKS).flatMap(([symbol, phrases]) => phrases.split('|').map((phrase) => entry(phrase, symbol))),
  ...PEOPLE.split(' ').flatMap((noun) => WHICH.map((each) => entry(`${each} ${noun}`, 'Person'))),
  ...Object.entries(WORDS).flatMap(([symbol, of]) =>
    Object.entries(of ?? {}).map(([phrase, value]) => entry(phrase, symbol, value)),
  ),
  ...STATES.map(([name, code]) => entry(name, 'Region', code)),
  ...(DTI.words.nouns ?? []).flatMap((noun) => ['Dti', 'Measured'].map((symbol) => entry(noun, symbol, DTI))),
  ...entriesOfProducts(),
].filter(({ stems }) => stems.length > 0);
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
export const PHRASES = new Phrases(ALL);
/** Words that a misspelt one may be meant for: short ones between others are too many. */
export const CONTENT_WORDS: ReadonlySet<string> = new Set(
  ENTRIES.flatMap(({ stems, value }) => stems.filter((word) => word.length > 4 || (word.length > 3 && value !== null))),
);
/** Every word that the grammar knows. */
export const KNOWN_WORDS: ReadonlySet<string> = new Set(ALL.flatMap(({ stems }) => stems));
