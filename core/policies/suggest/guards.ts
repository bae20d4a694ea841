import { lexemesAt, type Word } from '../words.ts';
import type { Piece } from './cover.ts';

/*
 * Sentences of which nothing may be left out, and no rule made: a word of theirs says that it is no rule, or turns round
 * what the others say.
 */

/** How sure it is, of whom only, or that more is to come: no words of a definition say so. */
const LIMITING =
  /^(?:may|might|can|could|would|should|must|shall|only|just|solely|sole|exclusively|merely|being|but|however|yet)$/;

/** What became of a record, or whose it is: without it the rule is about others. */
const TURNING =
  /\b(?:acquit\w*|charged|arrest\w*|ruled?|favor|won|cleared|expung\w*|sealed|pardon\w*|vacat\w*|revers\w*|appeal\w*|withdr\w*|alleg\w*|accus\w*|suspect\w*|dropped|dismiss\w*|overturn\w*|former|second|third|current\w*|groups?|households?|people|exceptions?|instead|latter|recent\w*|worse|average)\b/i;

/** A condition, or an exception, begins so. */
const OPENING = new Set(
  'who whom that which whose with without having has have had if when where unless no not never except than'.split(' '),
);
const BETWEEN = new Set('a an the any some is are was were been be'.split(' '));

export function isUnsafe(words: readonly Word[], pieces: readonly Piece[], prompt: string): boolean {
  const end = words.at(-1)?.end ?? 0;
  const isOpen = /^\s*[?:]/.test(prompt.slice(end)) || words.at(-1)?.token.text === '?';
  // "Those with …" are of whoever the sentence before is about.
  const isOfSome = /^(?:those|they|these|such)$/i.test(words[0]?.token.text ?? '');
  return isOpen || isOfSome || pieces.some((piece) => isLoss(piece, words, prompt)) || isSplit(words, pieces, prompt);
}

function isLoss(piece: Piece, words: readonly Word[], prompt: string): boolean {
  const text = prompt.slice(words[piece.start]?.start, words[piece.end - 1]?.end);
  switch (piece.is) {
    case 'left':
      return (
        LIMITING.test(text.toLowerCase()) ||
        (piece.isUnknown && (TURNING.test(text) || isOfCondition(words, piece.start)))
      );
    case 'joiner':
      return piece.joiner === 'unless' || LIMITING.test(text.toLowerCase());
    case 'rest':
      return isOfEveryone(words, piece);
    case 'rules':
      return isOfEveryone(words, piece) && piece.ways.some((clauses) => clauses.some(({ when }) => when === null));
    case 'cond':
      return piece.ways.some(({ isOnly, isWhole }) => isOnly === true || isWhole === true);
    default:
      return false;
  }
}

/** "Deny anyone …" with more behind it is about some. */
const isOfEveryone = (words: readonly Word[], { start, end }: Piece): boolean =>
  words.slice(start, end).some((_, at) => {
    const symbols = lexemesAt(words, start + at).map(({ symbol }) => symbol);
    return symbols.includes('Everyone') && !symbols.includes('Rest');
  });

/** What is not known stands where a condition says what is asked. */
function isOfCondition(words: readonly Word[], start: number): boolean {
  for (let at = start - 1; at >= 0; at -= 1) {
    const text = words[at]?.token.text.toLowerCase() ?? '';
    if (OPENING.has(text)) return true;
    const isUnknown = lexemesAt(words, at).every(({ symbol }) => symbol === 'Unknown');
    if (!BETWEEN.has(text) && !isUnknown) return false;
  }
  return false;
}

/** "Charge-offs" and "co-applicant" are one word each. */
function isSplit(words: readonly Word[], pieces: readonly Piece[], prompt: string): boolean {
  const ends = new Set(
    pieces.filter((piece, at) => !(isUnknown(piece) && isUnknown(pieces[at + 1]))).map(({ end }) => end),
  );
  return words.some(({ start }, at) => at > 0 && ends.has(at) && prompt.slice(words[at - 1]?.end, start) === '-');
}

const isUnknown = (piece: Piece | undefined): boolean => piece?.is === 'left' && piece.isUnknown;
