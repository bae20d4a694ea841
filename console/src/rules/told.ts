import { decimal } from '../../../core/readback/predicate.ts';
import { figureAt, placesIn, type Conditions, type Figure, type Place } from './figures.ts';

/* A rule's sentence with its figures as inputs. Figures that the sentence lacks are listed below it. */

export type Piece =
  | { readonly text: string }
  | {
      readonly place: Place;
      readonly written: string;
      /** Factor between the figure and its text: 100 for a fraction written in percent. */
      readonly times: 1 | 100;
    };

export interface Told {
  readonly pieces: readonly Piece[];
  /** Figures of conditions that the sentence does not contain in digits. */
  readonly others: readonly Place[];
}

/** A formatted number, or a date. */
const FIGURE = /(?<![\w.])(?:\d{4}-\d{2}-\d{2}|\d[\d,]*(?:\.\d+)?)(?![\w])/g;

/** A figure that occurs twice, in the sentence or in the conditions, gets no input: its place is ambiguous. */
export function toldOf(text: string, when: Conditions): Told {
  const places = placesIn(when);
  const written = [...text.matchAll(FIGURE)].map((match) => ({
    at: match.index,
    written: match[0],
    isPercent: /^\s*(?:%|percent\b)/.test(text.slice(match.index + match[0].length)),
  }));
  const pieces: Piece[] = [];
  let end = 0;
  for (const each of written) {
    const isMeant = (place: Place): boolean => isWritten(each, figureAt(when, place));
    const [place, ...more] = places.filter(isMeant);
    const figure = place === undefined ? undefined : figureAt(when, place);
    if (place === undefined || more.length > 0 || written.filter((one) => isWritten(one, figure)).length > 1) continue;
    pieces.push(
      { text: text.slice(end, each.at) },
      { place, written: each.written, times: isSaidInPercent(each.written, figure) ? 100 : 1 },
    );
    end = each.at + each.written.length;
  }
  const isPut = (place: Place): boolean => pieces.some((piece) => 'place' in piece && piece.place === place);
  return { pieces: [...pieces, { text: text.slice(end) }], others: places.filter((place) => !isPut(place)) };
}

interface Written {
  readonly written: string;
  readonly isPercent: boolean;
}

function isWritten({ written, isPercent }: Written, figure: Figure | undefined): boolean {
  if (figure === undefined) return false;
  if (typeof figure === 'string') return written === figure;
  const number = Number(written.replaceAll(',', ''));
  // A fraction may be written in percent.
  return number === figure || (isPercent && number === hundredfold(figure));
}

const isSaidInPercent = (written: string, figure: Figure | undefined): boolean =>
  typeof figure === 'number' && Number(written.replaceAll(',', '')) !== figure;

export const hundredfold = (figure: number): number => Number((figure * 100).toPrecision(12));

/**
 * The sentence with the figures of `now` in place of those of `before`, for which it was written. Null if it lacks a
 * changed figure and is therefore no longer true.
 */
export function retold(text: string, before: Conditions, now: Conditions): string | null {
  const { pieces, others } = toldOf(text, before);
  if (others.some((place) => figureAt(before, place) !== figureAt(now, place))) return null;
  return pieces
    .map((piece) => {
      if ('text' in piece) return piece.text;
      const [was, figure] = [figureAt(before, piece.place), figureAt(now, piece.place)];
      return was === figure || figure === undefined ? piece.written : writtenLike(piece.written, was, figure);
    })
    .join('');
}

/** Keeps the format of the old figure: its commas and percent. */
function writtenLike(written: string, was: Figure | undefined, figure: Figure): string {
  if (typeof figure === 'string') return figure;
  const text = decimal(isSaidInPercent(written, was) ? hundredfold(figure) : figure);
  const isGrouped = written.includes(',') || (typeof was === 'number' && was < 1_000 && figure >= 10_000);
  if (!isGrouped) return text;
  const [whole = '', fraction] = text.split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}
