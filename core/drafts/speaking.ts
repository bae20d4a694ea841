import { stem } from '../policies/text.ts';
import { isIdiom, isLabel, isMark, isReferring } from './idle.ts';
import type { Part } from './parts.ts';

/*
 * Whether words that no rule was made of may decide something: a decision, a figure, a negation, a thing that a report
 * knows, or a word that makes a condition, an exception or a demand of what stands beside it. What else they say is told
 * and not warned of.
 */

const stemmed = (words: string): ReadonlySet<string> => new Set(words.split(' ').map((word) => stem(word)));

/** Words of conditions, exceptions, demands and scopes. */
const BINDING = stemmed(
  'must shall need require required requirement only unless except excepted exception excluding besides if provided instead however mandatory forbidden prohibited allowed permitted accept acceptable tolerate ignore waive waived exempt apply applies least most minimum maximum limit regardless always never',
);
const JOINING = stemmed('but except that however though although so also too yet and or if then while');
/** Of a welcome or a name, and of nobody's report. */
const isBinding = ({ stems }: Part): boolean => stems.some((word) => BINDING.has(word));

/** Something besides words that join others. */
export const isContent = (part: Part): boolean =>
  !part.isConnective && !part.isHarmless && !isMark(part) && !part.stems.every((word) => JOINING.has(word));

const isNaming = ({ things, qualities, persons }: Part): boolean =>
  things.length + qualities.length + persons.length > 0;

/** A figure that limits something, and is no label, time of day or number to call. */
export function isLimit(piece: readonly Part[], index: number): boolean {
  const { figure = null, orders = [] } = piece[index] ?? {};
  if (figure === null || isLabel(piece, index)) return false;
  return orders.length > 0 || figure.unit !== 'plain';
}

/** What of a run of words may decide something, in the piece in which it stands. */
interface Said {
  readonly decides: boolean;
  readonly isLimiting: boolean;
  readonly isNegative: boolean;
  readonly isBinding: boolean;
  readonly isNaming: boolean;
}

export function saidIn(piece: readonly Part[], run: readonly Part[]): Said {
  const at = run.map((part) => [part, piece.indexOf(part)] as const);
  return {
    decides: at.some(([{ decisions }, index]) => decisions.length > 0 && !isReferring(piece, index)),
    isLimiting: at.some(([, index]) => isLimit(piece, index)),
    isNegative: at.some(([{ isNegation }, index]) => isNegation && !isIdiom(piece, index)),
    isBinding: run.some(isBinding),
    isNaming: run.some(isNaming),
  };
}

const MOST_OF_HEADING = 9;

/** A line of its own without a verb or a full stop: it says of what the lines below it are. */
export function isHeading(piece: readonly Part[], run: readonly Part[], prompt: string): boolean {
  const words = run.filter((part) => !isMark(part));
  const [start, end] = [piece[0]?.start ?? 0, piece.at(-1)?.end ?? 0];
  const isWhole = run.length === piece.length && words.length <= MOST_OF_HEADING;
  const behind = prompt.slice(end);
  const isBold = /^\.?[*_]{1,2}/.test(behind);
  // An item of a list is none.
  const begins = isBold ? /(?:^|\n)[^\p{L}\n]*$/u : /(?:^|\n)[ \t#>]*$/;
  return isWhole && begins.test(prompt.slice(0, start)) && (isBold || /^[ \t*_#|]*(?:[:\n]|[-–—]|$)/.test(behind));
}
