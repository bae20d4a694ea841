import { isCloseTo, stem, tokenize, type Token } from './text.ts';
import type { Meaning } from './meaning.ts';
import type { Entry, Vocabulary } from './vocabulary.ts';

export interface Lexeme {
  readonly meaning: Meaning;
  readonly start: number;
  readonly end: number;
}

export function isWord({ meaning }: Lexeme, word: 'with' | 'in'): boolean {
  return meaning.is === 'filler' && 'word' in meaning && meaning.word === word;
}

/** What a misspelt word was taken for. */
export interface Correction {
  readonly text: string;
  readonly offset: number;
  readonly taken_for: string;
}

export interface Sentence {
  readonly lexemes: readonly Lexeme[];
  readonly start: number;
  readonly end: number;
  /** A line of a list ("- no evictions"). */
  readonly isItem: boolean;
  /** Ends with a colon at the end of its line: the items that follow belong to it. */
  readonly introduces: boolean;
}

const SYMBOLS: Readonly<Record<string, Meaning>> = {
  ',': { is: 'comma' },
  ';': { is: 'semicolon' },
  ':': { is: 'colon' },
  '->': { is: 'colon' },
  '→': { is: 'colon' },
  '=>': { is: 'colon' },
  '–': { is: 'to' },
  '—': { is: 'comma' },
  '(': { is: 'open' },
  ')': { is: 'close' },
  '/': { is: 'or' },
  '-': { is: 'filler' },
  '*': { is: 'filler' },
  "'": { is: 'filler' },
  '`': { is: 'filler' },
};

/** Sentences of lexemes: the longest phrases that the vocabulary knows; other words are `unknown`. */
export function readSentences(
  prompt: string,
  vocabulary: Vocabulary,
): { sentences: Sentence[]; corrections: Correction[] } {
  const corrections: Correction[] = [];
  const meant = new Map<string, string | undefined>();
  const tokens = tokenize(prompt).map((token) => {
    if (token.kind !== 'word') return { ...token, stem: token.text };
    const own = stem(token.text);
    const known = knownWords(vocabulary);
    if (known.has(own)) return { ...token, stem: own };
    if (!meant.has(own)) meant.set(own, correctionOf(own, vocabulary));
    const correct = meant.get(own);
    if (correct === undefined) return { ...token, stem: own };
    corrections.push({
      text: prompt.slice(token.start, token.end),
      offset: token.start,
      taken_for: correct,
    });
    return { ...token, stem: correct };
  });
  return { sentences: sentencesOf(tokens, vocabulary), corrections };
}

type Word = Token & { readonly stem: string };

const known = new WeakMap<Vocabulary, ReadonlySet<string>>();

function knownWords(vocabulary: Vocabulary): ReadonlySet<string> {
  const before = known.get(vocabulary);
  if (before !== undefined) return before;
  const words = new Set([...vocabulary.byFirst.values()].flat().flatMap(({ stems }) => stems));
  known.set(vocabulary, words);
  return words;
}

/** Only one nearest word will do: a tie is left as it is, and then quoted as not understood. */
function correctionOf(word: string, vocabulary: Vocabulary): string | undefined {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return undefined;
  let best: { readonly words: string[]; readonly distance: number } = {
    words: [],
    distance: 9,
  };
  for (const candidate of vocabulary.words) {
    // A short word is a misspelling only of a longer one: `dent` and `rent` are two words.
    if (word.length === 4 && candidate.length !== 5) continue;
    if (candidate.length < 4) continue;
    const distance = isCloseTo(word, candidate);
    if (distance === undefined || distance > best.distance) continue;
    best = {
      words: distance === best.distance ? [...best.words, candidate] : [candidate],
      distance,
    };
  }
  return best.words.length === 1 ? best.words[0] : undefined;
}

function sentencesOf(tokens: readonly Word[], vocabulary: Vocabulary): Sentence[] {
  const sentences: Sentence[] = [];
  let current: Lexeme[] = [];
  let isItem = false;
  let start = 0;
  const end = (introduces: boolean): void => {
    const [first, last] = [current[0], current.at(-1)];
    if (first !== undefined && last !== undefined) {
      sentences.push({
        lexemes: current,
        start: Math.min(start, first.start),
        end: last.end,
        isItem,
        introduces,
      });
    }
    current = [];
    isItem = false;
  };
  let at = 0;
  while (at < tokens.length) {
    const token = tokens[at];
    if (token === undefined) break;
    if (current.length === 0) start = token.start;
    const { meaning, taken } = read(tokens, at, vocabulary);
    const isLineEnd = token.kind === 'line';
    if (isLineEnd || (token.kind === 'symbol' && /[.!?]/.test(token.text))) {
      end(isLineEnd && current.at(-1)?.meaning.is === 'colon');
      if (isLineEnd) {
        const bullet = bulletAt(tokens, at + 1);
        isItem = bullet > 0;
        at += bullet;
      }
      at += 1;
      continue;
    }
    current.push({
      meaning,
      start: token.start,
      end: tokens[at + taken - 1]?.end ?? token.end,
    });
    at += taken;
  }
  end(false);
  return sentences;
}

/** How many tokens a list marker takes: `-`, `*`, `•`, `1.`, `2)`. */
function bulletAt(tokens: readonly Word[], at: number): number {
  const [first, second] = [tokens[at], tokens[at + 1]];
  if (first === undefined) return 0;
  if (first.kind === 'symbol' && /^[-*•·–]$/.test(first.text)) return 1;
  const isNumbered = first.kind === 'number' && (first.value ?? 99) < 100 && /^[.)]$/.test(second?.text ?? '');
  return isNumbered ? 2 : 0;
}

function read(tokens: readonly Word[], at: number, vocabulary: Vocabulary): { meaning: Meaning; taken: number } {
  const token = tokens[at];
  if (token === undefined) return { meaning: { is: 'filler' }, taken: 1 };
  const entry = longest(tokens, at, vocabulary);
  if (entry !== undefined) return entry;
  switch (token.kind) {
    case 'number':
      return {
        meaning: {
          is: 'number',
          value: token.value ?? 0,
          isMoney: token.isMoney ?? false,
        },
        taken: 1,
      };
    case 'mail':
    case 'quote':
      return { meaning: { is: token.kind, text: token.text }, taken: 1 };
    case 'symbol': {
      const isRange = token.text === '-' && tokens[at - 1]?.kind === 'number' && tokens[at + 1]?.kind === 'number';
      if (isRange) return { meaning: { is: 'to' }, taken: 1 };
      if (token.text === '+') return { meaning: { is: 'plus' }, taken: 1 };
      if (token.text === '-' && tokens[at + 1]?.text === '>') return { meaning: { is: 'colon' }, taken: 2 };
      return { meaning: SYMBOLS[token.text] ?? { is: 'unknown' }, taken: 1 };
    }
    default:
      return { meaning: { is: 'unknown' }, taken: 1 };
  }
}

/** The longest phrase that begins here. A hyphen between its words does not matter. */
function longest(
  tokens: readonly Word[],
  at: number,
  vocabulary: Vocabulary,
): { meaning: Meaning; taken: number } | undefined {
  const first = tokens[at];
  for (const entry of vocabulary.byFirst.get(first?.stem ?? '') ?? []) {
    const taken = takes(entry, tokens, at);
    if (taken > 0 && !isCutShort(entry, tokens[at + taken])) return { meaning: entry.meaning, taken };
  }
  return undefined;
}

/** "less than 600 or more than 800": here "or more" is no end of a comparison, but the beginning of the next. */
function isCutShort({ stems, meaning }: Entry, next: Word | undefined): boolean {
  const isEnding = meaning.is === 'compare' && (stems[0] === 'or' || stems[0] === 'and');
  return isEnding && (next?.kind === 'number' || next?.stem === 'than');
}

function takes({ stems }: Entry, tokens: readonly Word[], at: number): number {
  let position = at;
  for (const [index, wanted] of stems.entries()) {
    if (index > 0 && tokens[position]?.text === '-' && tokens[position]?.kind === 'symbol') position += 1;
    const token = tokens[position];
    if (token === undefined || token.stem !== wanted || token.kind === 'quote') return 0;
    position += 1;
  }
  return position - at;
}
