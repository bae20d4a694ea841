/*
 * A text as the eye reads it: compatibility forms folded (NFKC), digits of every script as 0-9, lower case, without signs
 * that have no width. Letters and digits alone are kept, each with its place in the text and with what stands before it,
 * so that `900–10–1003`, full-width digits and zero-width joiners are one number. Source: semantics 16.21.1.
 */

/** What stands between two letters or digits. Of a run of signs, the greatest. */
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
  /** Letters and digits alone. */
  readonly text: string;
  /** By the position in `text`: the gap before it. */
  readonly gaps: Uint8Array;
  /** By the position in `text`: where the sign of the original begins and ends. */
  readonly from: Int32Array;
  readonly to: Int32Array;
}

/** Signs that part two numbers and join none: money has commas, lists have semicolons. */
const APART = /[,;:!?"'#%&@\p{Sc}\p{Ps}\p{Pe}\p{Pi}\p{Pf}]/u;
/** Marks are drawn over a digit and leave it readable. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{M}\p{Cf}\p{Cc}]/u;
const WORD = /[\p{L}\p{N}]/u;

type Sign = string | number;

/** A sign is a letter or digit, or a gap. Few different ones are in use, and the tables of Unicode are slow to ask. */
const signs = new Map<number, readonly Sign[]>();
const MOST_SIGNS = 4_096;
/** The same of ASCII, in which most texts are. */
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
      // Some signs are several letters: a ligature, a fraction.
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

/** A full stop before a blank ends a sentence. */
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
  // Some signs without width are letters.
  if (UNSEEN.test(character)) return [GAP.unseen];
  // A letter beyond the first plane is two units, and each has its place.
  if (WORD.test(character)) return character.split('');
  if (APART.test(character)) return [GAP.apart];
  if (/[\p{Pd}\u2212\u02d7\u2043~]/u.test(character)) return [GAP.dash];
  if (/[.\u00b7\u2022\u2027\u2219\u22c5\u30fb]/.test(character)) return [GAP.dot];
  return [/[/\\|\p{Pc}\u2044\u2215\u2571]/u.test(character) ? GAP.slash : GAP.other];
}

const DECIMAL = /^\p{Nd}$/u;

/** Decimal digits of a script are ten code points in order, and blocks of them that touch are tens too. */
function digitOf(character: string): string | undefined {
  if (!DECIMAL.test(character)) return undefined;
  const code = character.codePointAt(0) ?? 0;
  let first = code;
  while (DECIMAL.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}
