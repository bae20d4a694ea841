import type { Decision, Quote } from '../model.ts';
import { stem } from '../text.ts';
import type { Part } from './parts.ts';

/* Words of a policy that look as if they said something for a rule, and do not: what they stand beside tells. */

const stemmed = (words: string): ReadonlySet<string> => new Set(words.split(' ').map((word) => stem(word)));

export const isIn = ({ start, end }: Pick<Part, 'start' | 'end'>, { text, offset }: Quote): boolean =>
  start >= offset && end <= offset + text.length;

export const isDate = (value: unknown): boolean => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);

export const isOther = ({ stems }: Part): boolean => stems.some((word) => OTHERS.has(word));

/** Says that something is not so, in whatever word; "not hired" says what becomes of somebody. */
export const isNegating = (part: Part): boolean =>
  part.isNegation ||
  (part.verdicts.length === 0 &&
    (isOther(part) || part.stems.some((word) => /^(?:un(?!der)|non)[a-z]{3}/.test(word) || NEGATING.has(word))));

const OTHERS = stemmed('other others');
const NEGATING = stemmed(
  'otherwise once until unless except exclude excluding missing cannot none nothing no not without',
);
const LABELS = stemmed(
  'tier section line page rule item step phase level grade class group unit band by chapter under ( [',
);
const GROUPS = stemmed('all these those of both meet meets line thing things only');
const LAST = stemmed('latest last this that each other first small only any');

/** "Tier 1", "1 or 2", "a single one", "the latest one": a name, and no limit. */
export function isLabel(piece: readonly Part[], index: number): boolean {
  const part = piece[index];
  if (part?.figure?.unit !== 'plain') return false;
  const [before = '', further = ''] = [1, 2].map((back) => piece[index - back]?.stems.at(-1) ?? '');
  const isNamed = LABELS.has(before) || (LABELS.has(further) && piece[index - 1]?.isConnective === true);
  const isOne = /single/i.test(part.text) || (/^ones?$/i.test(part.text) && LAST.has(before));
  return isNamed || (part.figure.value === 1 && isOne);
}

/** "All four", "these three": of how many things it speaks. */
export const isOfGroupWord = (piece: readonly Part[], index: number): boolean =>
  [piece[index - 1]?.stems.at(-1), piece[index - 2]?.stems.at(-1), piece[index + 1]?.stems[0]].some((word) =>
    GROUPS.has(word ?? ''),
  );

const TERMS = /^(?:deposit|deposits|guarant\w*|co|cosign\w*|sign\w*|down|fee|rent|lease|surety)$/;

/** "Approved with two months' rent as a deposit": what it costs, and no limit. */
export function isTerm(piece: readonly Part[], index: number, decision: Decision): boolean {
  const near = piece.slice(Math.max(0, index - 4), index + 6);
  const decided = piece.findIndex(({ decisions }) => decisions.includes('approve'));
  const isBehind = decision === 'conditional' || (decision === 'approve' && decided >= 0 && decided < index);
  return (
    isBehind && piece[index]?.orders.length === 0 && near.some(({ stems }) => stems.some((word) => TERMS.test(word)))
  );
}

/** "(1)", "b)", "Q:". */
export const isMark = ({ text, figure }: Part): boolean => figure?.unit === 'plain' || /^[a-z]$|^\W+$/i.test(text);

/** "Unless already denied", "not ruled out by 1", "goes through by hand": what another rule decides, or somebody does. */
export function isReferring(piece: readonly Part[], index: number): boolean {
  const before = piece.slice(Math.max(0, index - 4), index);
  const isBefore = before.some(({ isNegation, stems }) => isNegation || stems.some((word) => ALREADY.has(word)));
  return isBefore || piece.slice(index + 1, index + 6).some(({ stems }) => stems.includes('hand'));
}

const ALREADY = stemmed('already unless neither unle');

/** "The Employment Review Panel". */
export const isOfReviewer = (piece: readonly Part[], index: number): boolean =>
  /^[A-Z]/.test(piece[index]?.text ?? '') && piece.slice(index + 1, index + 3).some(({ isReview }) => isReview);

/** "Paid or unpaid", "a judgment, a lien or a garnishment": of whatever kind there is. */
export function isOfEach(piece: readonly Part[], { qualities, things }: Part): boolean {
  const [test] = [
    ...qualities.map(({ tests }) => tests),
    ...things.map(({ words }) => words.items?.where ?? []),
  ].flat();
  if (test === undefined) return false;
  const same = piece
    .flatMap((each) => [
      ...each.qualities.map(({ tests }) => tests),
      ...each.things.map(({ words }) => words.items?.where ?? []),
    ])
    .flat()
    .filter(({ field }) => field === test.field);
  const kinds = new Set(same.map(({ operator, value }) => JSON.stringify([operator, value])));
  return qualities.length > 0 ? kinds.size > 1 : kinds.size > 2;
}

/** "No matter how", "none of the above", "or not". */
export function isIdiom(piece: readonly Part[], index: number): boolean {
  const [part, next, before] = [piece[index], piece[index + 1], piece[index - 1]];
  const words = [...(part?.stems ?? []), ...(next?.stems ?? [])].join(' ');
  const isOfDecision = (next?.verdicts ?? []).length > 0;
  return (
    isOfDecision ||
    /^(?:no matter|none of (?:these|above|those)|no effect|never bend|no exception)/.test(words) ||
    (before?.joins === 'or' && next?.isConnective !== false)
  );
}

/** "Whatever the score", "a judgment that is paid does not count". */
export const isTakenBack = (piece: readonly Part[], index: number): boolean =>
  piece.slice(Math.max(0, index - 3), index).some(({ isBeside }) => isBeside) ||
  piece.slice(index + 1, index + 4).some(({ isAside }) => isAside);
