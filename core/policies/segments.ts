import type { Word } from './words.ts';

/** A unit of reading: a sentence, a line, an item of a list, or a list with its introduction. */
export interface Segment {
  readonly words: readonly Word[];
  readonly isItem: boolean;
  /** Marked with a number or a letter: the order may be meant. */
  readonly isNumbered: boolean;
  /** Ends with a colon: the items below belong to it. */
  readonly introduces: boolean;
  /** Ends its line, without a full stop. */
  readonly isLine: boolean;
  /** How far its line is set in. */
  readonly depth: number;
}

/** A question is no sentence of a policy. */
const ENDS = /^[.!]$/;
const MARKER = /^[-*•·–—]$/;
const NUMERAL = /^(?:\d{1,2}|[a-h]|[ivx]{1,4})$/;

/** Cuts at the ends of sentences and lines. Marks of items are no words of them. */
export function segmentsOf(words: readonly Word[]): Segment[] {
  const segments: Segment[] = [];
  let current: Word[] = [];
  let isItem = false;
  let isNumbered = false;
  let depth = 0;
  const close = (isLine: boolean): void => {
    const introduces = isLine && current.at(-1)?.stem === ':';
    const own = introduces ? current.slice(0, -1) : current;
    if (own.length > 0) segments.push({ words: own, isItem, isNumbered, introduces, isLine, depth });
    current = [];
    if (isLine) [isItem, isNumbered] = [false, false];
  };
  for (let at = 0; at < words.length; at += 1) {
    const [before, word] = [words[at - 1], words[at]];
    if (word === undefined) break;
    const isStart = before === undefined || before.stem === '\n';
    if (isStart) depth = (word.from ?? word.start) - (before?.end ?? 0);
    const marker = isStart ? markerAt(words, at) : 0;
    if (marker > 0) {
      [isItem, isNumbered] = [true, marker > 1];
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
  const [first, second, third] = words.slice(at, at + 3).map(({ token }) => token.text);
  if (first === undefined) return 0;
  if (MARKER.test(first)) return 1;
  if (NUMERAL.test(first) && second !== undefined && /^[.)]$/.test(second)) return 2;
  return first === '(' && NUMERAL.test(second ?? '') && third === ')' ? 3 : 0;
}
