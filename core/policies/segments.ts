import type { Word } from './words.ts';

/** What is read at once: a sentence, a line, an item of a list, or a list with the words that introduce it. */
export interface Segment {
  readonly words: readonly Word[];
  readonly isItem: boolean;
  /** Marked with a number or a letter: the order may be meant. */
  readonly isNumbered: boolean;
  /** Ends with a colon, or is a line of its own without a full stop: what follows belongs to it. */
  readonly introduces: boolean;
  /** How far its line is set in; an item is set in below a line. */
  readonly depth: number;
}

/** A question is no sentence of a policy. */
const ENDS = /^[.!]$/;
const ROMAN = /^(?:[ivx]{1,4}|[a-h])$/;

/** Cuts at the ends of sentences and lines. Marks of items are no words of them. */
export function segmentsOf(words: readonly Word[]): Segment[] {
  const segments: Segment[] = [];
  let current: Word[] = [];
  let isItem = false;
  let isNumbered = false;
  let indent = 0;
  const close = (isLine: boolean): void => {
    const introduces = isLine && current.at(-1)?.stem === ':';
    const own = unwrapped(introduces ? current.slice(0, -1) : current);
    if (own.length > 0)
      segments.push({ words: bulleted(own), isItem, isNumbered, introduces, depth: 2 * indent + (isItem ? 1 : 0) });
    current = [];
    if (isLine) [isItem, isNumbered] = [false, false];
  };
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined) break;
    const isStart = at === 0 || words[at - 1]?.stem === '\n';
    const marker = isStart ? markerAt(words, at) : 0;
    if (isStart && word.stem !== '\n') indent = (word.from ?? word.start) - (words[at - 1]?.end ?? 0);
    if (marker > 0) {
      close(true);
      isItem = true;
      isNumbered = marker > 1;
      at += marker - 1;
    } else if (word.stem === '\n') close(true);
    else if (word.token.kind === 'symbol' && ENDS.test(word.token.text)) close(false);
    else current.push(word);
  }
  close(true);
  return segments;
}

/** How many words a mark of an item takes: `-`, `*`, `•`, `1.`, `2)`, `(i)`. */
function markerAt(words: readonly Word[], at: number): number {
  const [first, second, third] = [words[at], words[at + 1], words[at + 2]];
  if (first === undefined) return 0;
  if (first.token.kind === 'symbol' && /^[-*•·–—]$/.test(first.token.text)) return 1;
  const isCount = ({ token }: Word): boolean =>
    (token.kind === 'number' && (token.value ?? 99) < 100) || ROMAN.test(token.text);
  if (isCount(first) && second !== undefined && /^[.)]$/.test(second.token.text)) return 2;
  return first.token.text === '(' && second !== undefined && isCount(second) && third?.token.text === ')' ? 3 : 0;
}

const LETTERS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const ROMANS = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii'];

/** "(1) no felony, and (2) no eviction": marks of items within a sentence, as those at the beginning of lines. */
function bulleted(words: readonly Word[]): readonly Word[] {
  for (const numerals of [LETTERS.map((_, index) => String(index + 1)), ROMANS, LETTERS]) {
    const marked = markedBy(words, numerals);
    if (marked !== null) return marked;
  }
  return words;
}

function markedBy(words: readonly Word[], numerals: readonly string[]): readonly Word[] | null {
  const found: Word[] = [];
  let count = 0;
  for (let at = 0; at < words.length; at += 1) {
    const [own, next, third] = [words[at], words[at + 1], words[at + 2]];
    if (own === undefined) break;
    const isIn = own.token.text === '(';
    const [numeral, close] = isIn ? [next, third] : [own, next];
    const isMark = numeral?.token.text === numerals[count] && close?.token.text === ')';
    if (isMark) {
      found.push({ ...own, stem: '•', token: { ...own.token, kind: 'symbol', text: '•' } });
      count += 1;
      at += isIn ? 2 : 1;
    } else found.push(own);
  }
  return count > 1 ? found : null;
}

/** A sentence in parentheses is one as any other. */
function unwrapped(words: readonly Word[]): readonly Word[] {
  const texts = words.map(({ token }) => token.text);
  const opens = texts.filter((text) => text === '(').length;
  const closes = texts.filter((text) => text === ')').length;
  if (opens > closes && texts[0] === '(') return words.slice(1);
  if (closes > opens && texts[0] === ')') return words.slice(1);
  return words;
}
