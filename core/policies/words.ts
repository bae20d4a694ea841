import { CONTENT_WORDS, KNOWN_WORDS, PHRASES } from './grammar/index.ts';
import { isFunctionWord, valued } from './grammar/phrases.ts';
import type { Lexeme } from './grammar/earley.ts';
import type { Concept } from './grammar/kinds.ts';
import { isAlike, isMisspelt, stem, tokenize, type Token } from './text.ts';

/** A token as the grammar takes it. */
export interface Word {
  readonly stem: string;
  readonly token: Token;
  readonly start: number;
  readonly end: number;
  /** Where the words that say nothing begin, if such stand before it ("the", "their"). */
  readonly from?: number;
}

/** A misspelt word of a policy and the word that it was read as. */
export interface Correction {
  readonly text: string;
  readonly offset: number;
  readonly corrected_to: string;
}

const NOT = /^(is|are|was|were|do|does|did|has|have|had|could|would|should|must)n't$/;
const SHORT: ReadonlyMap<string, readonly string[]> = new Map([
  ["can't", ['can', 'not']],
  ['cannot', ['can', 'not']],
  ["won't", ['will', 'not']],
]);
const ENDINGS: ReadonlyMap<string, string> = new Map([
  ["'s", 'is'],
  ["'re", 'are'],
  ["'ll", 'will'],
  ["'ve", 'have'],
]);
const BEFORE_ENDING = /^(there|it|that|who|they|we|you|he|she|what|i)('(?:s|re|ll|ve))$/;

/** "isn't" is two words. */
function wordsOf(text: string): readonly string[] {
  const negated = NOT.exec(text)?.[1];
  if (negated !== undefined) return [negated, 'not'];
  const [, word, ending] = BEFORE_ENDING.exec(text) ?? [];
  const full = ENDINGS.get(ending ?? '');
  return SHORT.get(text) ?? (word === undefined || full === undefined ? [text] : [word, full]);
}

/** The words of a text that can mean something, with the misspelt ones put right. */
export function readWords(text: string): {
  readonly words: readonly Word[];
  readonly corrections: readonly Correction[];
} {
  const corrections: Correction[] = [];
  const tokens = tokenize(text);
  let from: number | undefined;
  const words = tokens.flatMap((token, index): Word[] => {
    const { start, end } = token;
    if (token.kind !== 'word') {
      from = undefined;
      return isHyphen(tokens, index) || isPossessive(tokens, index)
        ? []
        : [{ stem: symbolOf(tokens, index), token, start, end }];
    }
    return wordsOf(token.text).flatMap((word) => {
      const own = word === 'i' ? 'we' : stem(word);
      if (isFunctionWord(own)) {
        from ??= start;
        return [];
      }
      const meant = KNOWN_WORDS.has(own) ? own : correctionOf(own);
      if (meant !== undefined && meant !== own)
        corrections.push({ text: text.slice(start, end), offset: start, corrected_to: meant });
      const lead = from === undefined ? {} : { from };
      from = undefined;
      return [{ stem: meant ?? own, token, start, end, ...lead }];
    });
  });
  return { words, corrections };
}

/** "past-due", "60-day": the hyphen only joins. */
function isHyphen(tokens: readonly Token[], index: number): boolean {
  const [before, own, after] = [tokens[index - 1], tokens[index], tokens[index + 1]];
  if (own?.text !== '-' || before?.end !== own.start || after?.start !== own.end) return false;
  return before.kind === 'word' || after.kind === 'word';
}

/** "Two months' rent". */
function isPossessive(tokens: readonly Token[], index: number): boolean {
  const [before, own] = [tokens[index - 1], tokens[index]];
  if (own === undefined || !/^['’]$/.test(own.text)) return false;
  return before?.kind === 'word' && before.end === own.start && before.text.endsWith('s');
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

/** English words that differ so little from one of the lexicon, and mean something else ("filling" is no "filing"). */
const OTHERS: ReadonlySet<string> = new Set(
  (
    'bared baring bellow drooped examinee field fille filled filling flied froward infarction inning latte mater meting ' +
    'minuet patrial pervious preform ratting reefer reenter refereed singer stoop wroth'
  )
    .split(' ')
    .map(stem),
);

/** Only one word will do: a tie is left as it is, and then quoted as not understood. */
function correctionOf(word: string): string | undefined {
  const [only, ...others] = OTHERS.has(word) ? [] : [...CONTENT_WORDS].filter((known) => isMisspelt(word, known));
  return others.length === 0 ? only : undefined;
}

/** Words that a word which is not known may be meant for. */
export const meantBy = (word: string): string[] => [...CONTENT_WORDS].filter((known) => isAlike(word, known));

/** What the grammar may take the words from `index` on for. */
export function lexemesAt(words: readonly Word[], index: number): Lexeme[] {
  const word = words[index];
  if (word === undefined) return [];
  const { token, stem: first } = word;
  const own = valued(token);
  // "1" is also the word for one of a thing.
  if (own !== null) return own.symbol === 'Num' ? [own, ...phrasesAt(words, index)] : [own];
  const found = phrasesAt(words, index);
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
