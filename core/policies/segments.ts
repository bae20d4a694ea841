import type { Word } from './words.ts';

/** What is read at once: a sentence, a line, an item of a list, or a list with the words that introduce it. */
export interface Segment {
  readonly words: readonly Word[];
  readonly isItem: boolean;
  /** Ends with a colon, or is a line of its own without a full stop: what follows belongs to it. */
  readonly introduces: boolean;
}

const ENDS = /^[.!?]$/;
const ROMAN = /^(?:[ivx]{1,4}|[a-h])$/;

/** Cuts at the ends of sentences and lines. Marks of items are no words of them. */
export function segmentsOf(words: readonly Word[]): Segment[] {
  const segments: Segment[] = [];
  let current: Word[] = [];
  let isItem = false;
  const close = (isLine: boolean): void => {
    const introduces = isLine && current.at(-1)?.stem === ':';
    const own = introduces ? current.slice(0, -1) : current;
    if (own.length > 0) segments.push({ words: own, isItem, introduces });
    current = [];
    if (isLine) isItem = false;
  };
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined) break;
    const isStart = at === 0 || words[at - 1]?.stem === '\n';
    const marker = isStart ? markerAt(words, at) : 0;
    if (marker > 0) {
      close(true);
      isItem = true;
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
  const isCount = ({ token, stem }: Word): boolean =>
    (token.kind === 'number' && (token.value ?? 99) < 100) || ROMAN.test(stem);
  if (isCount(first) && second !== undefined && /^[.)]$/.test(second.token.text)) return 2;
  return first.token.text === '(' && second !== undefined && isCount(second) && third?.token.text === ')' ? 3 : 0;
}
