import { GAP } from './folded-text.ts';
import { followsCurrency, NATIONAL_DIGITS, type Span, type Written } from './written-numbers.ts';

/** Shorter values are equal by chance: a year, a count, a unit number. */
const SHORTEST = 6;
/** An IBAN has 34 characters. */
const LONGEST = 40;
/** From this length on, a number is also found within other numbers, whatever signs separate its digits. */
const UNMISTAKABLE = 9;

/** A fast check before folding. Folding does not lengthen ASCII text. */
export function isTooShort(text: string): boolean {
  return text.length < SHORTEST && !/[^\0-\x7f]/.test(text);
}

interface Known {
  readonly mask: string;
  /** True if the digits are separated by signs: `4/12/1990`, but not `4121990`, which may be any number. */
  readonly isParted: boolean;
}

interface OfLength {
  readonly hashes: Set<number>;
  /** By letters and digits only. */
  readonly known: Map<string, Known>;
}

/**
 * A set of numbers, known by their characters, and a search for them in folded texts. Each length has a window with a
 * rolling hash (Rabin and Karp). So the time depends on the text, not on how many numbers are known.
 */
export class KnownNumbers {
  readonly #byLength = new Map<number, OfLength>();
  #hasWords = false;
  #fewestDigits = NATIONAL_DIGITS;

  add(characters: string, mask: string, isParted = false): void {
    const { length } = characters;
    if (length < SHORTEST || length > LONGEST) return;
    const { hashes, known } = this.#byLength.get(length) ?? { hashes: new Set(), known: new Map() };
    this.#byLength.set(length, { hashes, known });
    hashes.add(hashOf(characters));
    known.set(characters, { mask, isParted });
    if (!/\d/.test(characters)) this.#hasWords = true;
    const runs = (characters.match(/\d+/g) ?? ['']).map((run) => run.length);
    this.#fewestDigits = Math.min(this.#fewestDigits, Math.max(...runs));
  }

  /** True if one of them may occur in a text without digits. */
  get hasWords(): boolean {
    return this.#hasWords;
  }

  /** The fewest consecutive digits of any of them, ignoring signs between digits. A text with fewer contains none. */
  get fewestDigits(): number {
    return this.#fewestDigits;
  }

  /** The mask for a whole value. */
  maskOf(characters: string): string | undefined {
    return this.#byLength.get(characters.length)?.known.get(characters)?.mask;
  }

  find(text: Written): Span[] {
    return [...this.#byLength].flatMap(([length, ofLength]) => findOf(length, ofLength, text));
  }
}

const BASE = 31;

function hashOf(characters: string): number {
  let hash = 0;
  for (let at = 0; at < characters.length; at += 1) hash = (Math.imul(hash, BASE) + characters.charCodeAt(at)) | 0;
  return hash;
}

function findOf(length: number, { hashes, known }: OfLength, written: Written): Span[] {
  const { text } = written;
  const spans: Span[] = [];
  let leaving = 1;
  for (let times = 0; times < length; times += 1) leaving = Math.imul(leaving, BASE);
  let hash = 0;
  let free = 0;
  for (let end = 1; end <= text.length; end += 1) {
    const start = end - length;
    hash = (Math.imul(hash, BASE) + text.charCodeAt(end - 1)) | 0;
    if (start > 0) hash = (hash - Math.imul(text.charCodeAt(start - 1), leaving)) | 0;
    if (start < free || !hashes.has(hash)) continue;
    const found = known.get(text.slice(start, end));
    if (found === undefined || !isOneNumber(start, end, found, written)) continue;
    spans.push({ start, end, mask: found.mask });
    free = end;
  }
  return spans;
}

function isOneNumber(start: number, end: number, { isParted }: Known, written: Written): boolean {
  const { gaps, text, original, from } = written;
  const inner = gaps.slice(start + 1, end);
  if (isParted && !inner.some((gap) => gap > GAP.unseen)) return false;
  if (end - start >= UNMISTAKABLE) return true;
  if (gaps[start] === GAP.none || gaps[end] === GAP.none) return false;
  // Months are words, with a comma after the day.
  if (/\D/.test(text.slice(start, end))) return true;
  return !inner.includes(GAP.apart) && !followsCurrency(original, from[start] ?? 0);
}
