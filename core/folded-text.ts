/*
 * A text as the eye reads it: compatibility forms folded (NFKC), digits of all scripts as 0-9, lower case, without
 * zero-width characters. It keeps only letters and digits, each with its place in the text and the gap before it. So
 * `900–10–1003`, full-width digits and zero-width joiners give the same number. Source: semantics 16.21.1.
 */

/** The gap between two letters or digits. In a run of signs, the greatest counts. */
export const GAP = {
  none: 0,
  unseen: 1,
  space: 2,
  dash: 3,
  dot: 4,
  slash: 5,
  other: 6,
  sentence: 7,
  apart: 8,
} as const;

export interface Folded {
  /** Letters and digits only. */
  readonly text: string;
  /** By position in `text`: the gap before it. */
  readonly gaps: Uint8Array;
  /** By position in `text`: start and end of the original character. */
  readonly from: Int32Array;
  readonly to: Int32Array;
}

/** Signs that separate two numbers and never join them: money has commas, lists have semicolons. */
const APART = /[,;:!?"'#%&@\p{Sc}\p{Ps}\p{Pe}\p{Pi}\p{Pf}]/u;
/** Marks are drawn over a digit, which stays readable. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{M}\p{Cf}\p{Cc}]/u;
const WORD = /[\p{L}\p{N}]/u;

type Sign = string | number;

/** Cache by character: a letter or digit, or a gap. Few characters are in use, and Unicode tables are slow. */
const signs = new Map<number, readonly Sign[]>();
const MOST_SIGNS = 4_096;
/** A cache for ASCII, which most texts consist of. */
const ascii: (readonly Sign[])[] = [];

export function fold(text: string): Folded {
  let kept = '';
  let size = text.length;
  let [gaps, from, to] = [new Uint8Array(size), new Int32Array(size), new Int32Array(size)];
  let gap: number = GAP.apart;
  let at = 0;
  while (at < text.length) {
    const code = text.codePointAt(at) ?? 0;
    const end = at + (code > 0xff_ff ? 2 : 1);
    for (const sign of signsOf(code)) {
      if (typeof sign === 'number') {
        gap = joined(gap, sign);
        continue;
      }
      const position = kept.length;
      // Some characters become several letters: a ligature, a fraction.
      if (position === size) {
        size = 2 * size + 1;
        [gaps, from, to] = [
          grown(gaps, new Uint8Array(size)),
          grown(from, new Int32Array(size)),
          grown(to, new Int32Array(size)),
        ];
      }
      kept += sign;
      gaps[position] = gap;
      from[position] = at;
      to[position] = end;
      gap = GAP.none;
    }
    at = end;
  }
  const { length } = kept;
  return { text: kept, gaps: gaps.subarray(0, length), from: from.subarray(0, length), to: to.subarray(0, length) };
}

function grown<T extends Uint8Array | Int32Array>(from: T, into: T): T {
  into.set(from);
  return into;
}

/** A full stop before a space ends a sentence. */
function joined(before: number, sign: number): number {
  return before === GAP.dot && sign === GAP.space ? GAP.sentence : Math.max(before, sign);
}

function signsOf(code: number): readonly Sign[] {
  const known = code < 128 ? ascii[code] : signs.get(code);
  if (known !== undefined) return known;
  const folded = Array.from(String.fromCodePoint(code).normalize('NFKC').toLowerCase()).flatMap((character) =>
    signOf(character),
  );
  if (code < 128) ascii[code] = folded;
  else if (signs.size < MOST_SIGNS) signs.set(code, folded);
  return folded;
}

function signOf(character: string): Sign[] {
  const digit = digitOf(character);
  if (digit !== undefined) return [digit];
  if (character === '\n' || character === '\r') return [GAP.sentence];
  if (/\s/.test(character) && character !== '\ufeff') return [GAP.space];
  // Some zero-width characters are letters.
  if (UNSEEN.test(character)) return [GAP.unseen];
  // A letter beyond the basic plane has two code units, and each has its place.
  if (WORD.test(character)) return character.split('');
  if (APART.test(character)) return [GAP.apart];
  if (/[\p{Pd}\u2212\u02d7\u2043~]/u.test(character)) return [GAP.dash];
  if (/[.\u00b7\u2022\u2027\u2219\u22c5\u30fb]/.test(character)) return [GAP.dot];
  return [/[/\\|\p{Pc}\u2044\u2215\u2571]/u.test(character) ? GAP.slash : GAP.other];
}

const DECIMAL = /^\p{Nd}$/u;

/** The decimal digits of a script are ten consecutive code points. Adjacent blocks are also multiples of ten. */
function digitOf(character: string): string | undefined {
  if (!DECIMAL.test(character)) return undefined;
  const code = character.codePointAt(0) ?? 0;
  let first = code;
  while (DECIMAL.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}
