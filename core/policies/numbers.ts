import { WORDS } from './language/lexicon.ts';
import type { Word } from './words.ts';

/** From one: those of the grammar, and the others below twenty. */
const ONES = [
  ...Object.keys(WORDS.Spelled ?? {}),
  ...'thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' '),
];
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const HUGE: ReadonlyMap<string, number> = new Map([
  ['hundred', 100],
  ['thousand', 1_000],
]);

function valueOf(stem: string): number | null {
  const [one, ten] = [ONES.indexOf(stem), TENS.indexOf(stem)];
  if (one >= 0) return one + 1;
  return ten < 0 ? null : (ten + 2) * 10;
}

/** "Thirty-six", "two thousand", and "two and a half" as figures: each a word of its own. */
export function withNumbers(words: readonly Word[]): Word[] {
  const made: Word[] = [];
  for (let at = 0; at < words.length;) {
    const number = numberAt(words, at);
    // A word by itself has its own meaning: "one" is somebody, too.
    const found = number === null || number.length === 1 ? null : number;
    const [first, last] = [words[at], words[at + (found?.length ?? 1) - 1]];
    if (first === undefined || last === undefined) break;
    if (found === null) made.push(first);
    else {
      const [text, { start }, { end }] = [String(found.value), first, last];
      made.push({ stem: text, token: { kind: 'number', text, start, end, value: found.value }, start, end });
    }
    at += found?.length ?? 1;
  }
  return made;
}

/** A number of a text, in figures or in words. */
export interface NumberIn {
  readonly value: number;
  readonly start: number;
  readonly end: number;
  /** The word behind it, which may be its unit. */
  readonly unit: string;
}

/** Every number of a text but "one" in words, which may be somebody. */
export function numbersIn(words: readonly Word[]): NumberIn[] {
  const found: NumberIn[] = [];
  for (let at = 0; at < words.length;) {
    const { value, length } = numberAt(words, at) ?? { value: null, length: 1 };
    const own = words.slice(at, at + length);
    const [first, last] = [own[0], own.at(-1)];
    const isOne = value === 1 && first?.token.kind !== 'number';
    if (first !== undefined && last !== undefined && value !== null && !isOne)
      found.push({ value, start: first.start, end: last.end, unit: words[at + length]?.stem ?? '' });
    at += length;
  }
  return found;
}

const stemsAt = (words: readonly Word[], from: number, count: number): string =>
  words
    .slice(from, from + count)
    .map(({ stem }) => stem)
    .join(' ');

const HALF = /^and (?:one|a) half$/;

interface Found {
  readonly value: number;
  readonly length: number;
}

function numberAt(words: readonly Word[], at: number): Found | null {
  const { isMoney = false, value = null } = words[at]?.token ?? {};
  if (isMoney && value !== null) return { value, length: 1 };
  const whole = wholeAt(words, at);
  if (whole === null) return null;
  const isHalf = HALF.test(stemsAt(words, at + whole.length, 3));
  return isHalf ? { value: whole.value + 0.5, length: whole.length + 3 } : whole;
}

/** Words of one whole number: tens and ones, hundreds and thousands. */
function wholeAt(words: readonly Word[], at: number): Found | null {
  const first = words[at];
  if (first === undefined) return null;
  const own = first.token.kind === 'number' ? (first.token.value ?? null) : valueOf(first.stem);
  if (own === null || first.token.isMoney === true) return null;
  let [value, length, last] = [own, 1, own];
  for (let next = words[at + length]; next !== undefined; next = words[at + length]) {
    const [factor, more] = [HUGE.get(next.stem), valueOf(next.stem)];
    if (factor !== undefined) value *= factor;
    else if (more !== null && ((last >= 20 && last < 100 && more < 10) || last === 100)) value += more;
    else break;
    last = factor ?? more ?? 0;
    length += 1;
  }
  return { value, length };
}
