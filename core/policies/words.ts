import type { Concept } from './language/kinds.ts';
import type { Lexeme } from '../earley.ts';
import { CONTENT_WORDS, KNOWN_WORDS, PHRASES, PRODUCT_SYMBOLS } from './language/index.ts';
import { ARTICLE } from './language/lexicon.ts';
import { valued, type Phrases } from './language/phrases.ts';
import { isAlike, stem, tokenize, type Token } from './text.ts';

/** A token as the grammar takes it. */
export interface Word {
  readonly stem: string;
  readonly token: Token;
  readonly start: number;
  readonly end: number;
  /** Where "the" stands before it. */
  readonly from?: number;
}

const NOT = /^(is|are|was|were|do|does|could|must)n't$/;
const CAN_NOT = /^(?:can't|cannot)$/;

/** "Isn't" is two words. */
function wordsOf(text: string): readonly string[] {
  if (CAN_NOT.test(text)) return ['can', 'not'];
  const negated = NOT.exec(text)?.[1];
  return negated === undefined ? [text] : [negated, 'not'];
}

/** The words of a text that can mean something. */
export function readWords(text: string): readonly Word[] {
  const tokens = tokenize(text);
  let from: number | undefined;
  return tokens.flatMap((token, index): Word[] => {
    const { start, end } = token;
    const lead = from === undefined ? {} : { from };
    if (token.text === ARTICLE) from ??= start;
    else from = undefined;
    // Marks of code in a text with such marks say nothing.
    if (token.text === ARTICLE || token.text === '`') return [];
    if (token.kind !== 'word')
      return isHyphen(tokens, index) ? [] : [{ stem: symbolOf(tokens, index), token, start, end, ...lead }];
    return wordsOf(token.text).map((word) => ({ stem: stem(word), token, start, end, ...lead }));
  });
}

/** "Past-due", "60-day": the hyphen only joins. */
function isHyphen(tokens: readonly Token[], index: number): boolean {
  const [before, own, after] = [tokens[index - 1], tokens[index], tokens[index + 1]];
  if (own?.text !== '-' || before?.end !== own.start || after?.start !== own.end) return false;
  return before.kind === 'word' || after.kind === 'word';
}

function symbolOf(tokens: readonly Token[], index: number): string {
  const [before, own, after] = [tokens[index - 1], tokens[index], tokens[index + 1]];
  if (own === undefined || own.kind !== 'symbol') return own?.kind === 'line' ? '\n' : '';
  if (!/^[-–—]$/.test(own.text)) return own.text;
  const isRange = before?.kind === 'number' && after?.kind === 'number';
  // "-2" is a figure that nothing has.
  if (!isRange && own.text === '-' && after?.kind === 'number' && after.start === own.end) return own.text;
  return isRange ? '–' : '—';
}

/** Words that a word which is not known may be meant for. */
export const meantBy = (word: string): string[] => [...CONTENT_WORDS].filter((known) => isAlike(word, known));

/** Lexemes of the grammar for the words from `index` on. `nouns`: those of an account. */
export function lexemesAt(words: readonly Word[], index: number, nouns?: Phrases): Lexeme[] {
  const word = words[index];
  if (word === undefined) return [];
  const { token, stem: first } = word;
  const value = valued(token);
  if (value !== null) return [value];
  const own = nouns?.startingAt((at) => stemOf(words[index + at])) ?? [];
  // The account's noun for a field of its own means nothing else.
  const isTaken = ({ symbol, length }: Lexeme): boolean =>
    PRODUCT_SYMBOLS.has(symbol) && own.some((noun) => noun.length === length);
  const found = [...phrasesAt(words, index).filter((lexeme) => !isTaken(lexeme)), ...own];
  return found.length > 0 || token.kind !== 'word' || KNOWN_WORDS.has(first)
    ? found
    : [{ symbol: 'Unknown', length: 1, value: null }];
}

const phrasesAt = (words: readonly Word[], index: number): Lexeme[] =>
  PHRASES.startingAt((at) => stemOf(words[index + at])).flatMap((lexeme) => {
    const last = words[index + lexeme.length - 1];
    const isPlural = last?.token.text.endsWith('s') === true;
    // "Payments" are what somebody pays already, "the monthly payment" may be that of the loan.
    const isOther =
      lexeme.symbol === 'Payment' ? isPlural : lexeme.symbol === 'Measured' && !isPlural && last?.stem === 'payment';
    if (isOther) return [];
    // The symbol stands for concepts.
    return lexeme.symbol === 'CountNoun' && !isPlural
      ? [{ ...lexeme, value: { ...(lexeme.value as Concept), isOne: true } }]
      : [lexeme];
  });

const stemOf = (word: Word | undefined): string | undefined =>
  word?.token.kind === 'number' ? word.token.text : word?.stem;
