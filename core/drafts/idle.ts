import type { Figure } from '../policies/language/kinds.ts';
import type { Decision, Quote } from '../rules/model.ts';
import { stem } from '../policies/text.ts';
import type { Part } from './parts.ts';

/* Words of a policy that look as if they said something for a rule, and do not: what they stand beside tells. */

const stemmed = (words: string): ReadonlySet<string> => new Set(words.split(' ').map((word) => stem(word)));

export const isIn = ({ start, end }: Pick<Part, 'start' | 'end'>, { text, offset }: Quote): boolean =>
  start >= offset && end <= offset + text.length;

export const isOther = ({ stems }: Part): boolean => stems.some((word) => OTHERS.has(word));

/** Says that something is not so, in whatever word; "not hired" says what becomes of somebody. */
export const isNegating = (part: Part): boolean =>
  part.isNegation ||
  (part.verdicts.length === 0 &&
    (isOther(part) || part.stems.some((word) => /^(?:un(?!der)|non)[a-z]{3}/.test(word) || NEGATING.has(word))));

const OTHERS = stemmed('other others');
const ENDS = stemmed('ended end outcome result disposition became come came turned turn');
const DEFINING = stemmed('mean means defined called definition refers');
const DEMANDING = stemmed('only must shall need require required unless until except minimum maximum least most');
const LEADING = stemmed('than from to of on like after before under over below above outside within');
const BACKWARD = stemmed(
  'those these this such same likewise above aforesaid former latter none nothing either neither both two three four anything else otherwise range test fail',
);
const NEGATING = stemmed(
  'otherwise once until unless except exclude excluding missing cannot none nothing no not without',
);
const LABELS = stemmed(
  'tier section line page rule item point step phase level grade class group unit band by chapter under ( [',
);
const APART = stemmed('with without if unless who when whose plus except');
const GROUPS = stemmed('all these those of both meet meets line thing things only');
const LAST = stemmed('latest last this that each other first small only any');

/** "Tier 1", "1 or 2", "a single one", "the latest one": a name, and no limit. */
export function isLabel(piece: readonly Part[], index: number): boolean {
  const part = piece[index];
  if (part?.figure?.unit !== 'plain') return false;
  const before = piece[index - 1]?.stems.at(-1) ?? '';
  const isNamed = isNumber(piece, index);
  const isOne = /single/i.test(part.text) || (/^ones?$/i.test(part.text) && LAST.has(before));
  return isNamed || (part.figure.value === 1 && isOne);
}

/** "Forty-three percent (43%)", "30 times one month's rent": it is said already, or only of how much the other is. */
export function isRepeated(piece: readonly Part[], index: number): boolean {
  const { figure = null, orders = [] } = piece[index] ?? {};
  if (figure === null || orders.length > 0) return false;
  const isOfPeriod = figure.value === 1 && /^(?:months|years)$/.test(figure.unit);
  const [next] = piece.slice(index + 1).filter(({ isHarmless, things }) => things.length > 0 || !isHarmless);
  const isSame = ({ value, unit }: Figure): boolean => value === figure.value && unit === figure.unit;
  return (
    (isOfPeriod && (next?.things ?? []).some(({ unit }) => unit === 'USD')) ||
    piece.slice(Math.max(0, index - 3), index).some((part) => part.figure !== null && isSame(part.figure))
  );
}

/** "Tier 1", "by 1 or 2". */
export function isNumber(piece: readonly Part[], index: number): boolean {
  const figure = piece[index]?.figure;
  const isOfLabel = figure?.unit === 'plain' && figure.value < MOST_NUMBERED && LABELS.has(wordBefore(piece, index));
  return isOfLabel || isNumbering(piece, index);
}

/** "C.1", "4.2 Where …". */
function isNumbering(piece: readonly Part[], index: number): boolean {
  if (index > 0) return piece[index - 1]?.end === piece[index]?.start;
  return /^\d+(?:\.\d+)+$/.test(piece[0]?.text ?? '') && /^[A-Z]/.test(piece[1]?.text ?? '');
}

/** No policy has more rules: "under 600" is of a score. */
const MOST_NUMBERED = 50;

/** The word before a figure, or before all of "1, 2 or 3". */
function wordBefore(piece: readonly Part[], index: number): string {
  const before = piece[index - 1];
  const isJoined = before?.isConnective === true || /^(?:to|through|-|–)$/.test(before?.text ?? '');
  const isListed = isJoined && piece[index - 2]?.figure?.unit === 'plain';
  if (/^(?:none|any|neither|either|one) of$/i.test(before?.text ?? '')) return 'rule';
  return isListed ? wordBefore(piece, index - 2) : (before?.stems.at(-1) ?? '');
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
  const { figure = null, orders = [] } = piece[index] ?? {};
  // A cell of its own behind the decision: "| Approve | $500 |".
  const isAlone = decided >= 0 && decided < index && figure !== null && figure.unit !== 'plain';
  const isOfNothing = piece.slice(decided).every(({ things, qualities }) => things.length + qualities.length === 0);
  return (
    isBehind &&
    orders.length === 0 &&
    ((isAlone && isOfNothing) || near.some(({ stems }) => stems.some((word) => TERMS.test(word))))
  );
}

/** "(1)", "b)", "Q:". */
export const isMark = ({ text, figure }: Part): boolean => figure?.unit === 'plain' || /^[a-z]$|^\W+$/i.test(text);

/** "Unless already denied", "not ruled out by 1", "goes through by hand": what another rule decides, or somebody does. */
export function isReferring(piece: readonly Part[], index: number): boolean {
  const near = piece.slice(Math.max(0, index - MOST_BEFORE), index);
  // "Not verified: deny", "neither denied nor reviewed are hired".
  const before = near.slice(near.findLastIndex((_, at) => endsReach(near, at)) + 1);
  // "Out of the five things".
  const isOutOf = /^out$/i.test(piece[index]?.text ?? '') && piece[index + 1]?.stems[0] === 'of';
  const isBefore =
    isOutOf || before.some(({ isNegation, stems }) => isNegation || stems.some((word) => ALREADY.has(word)));
  return isBefore || piece.slice(index + 1, index + 6).some(({ stems }) => stems.includes('hand'));
}

/** How far a negation may stand before what is decided. */
const MOST_BEFORE = 7;

/** A comma, or another decision that is not joined with what follows. */
function endsReach(near: readonly Part[], at: number): boolean {
  const { isConnective = false, joins = null, verdicts = [], isNegation = false } = near[at] ?? {};
  return (
    (isConnective && joins === null) ||
    (verdicts.length > 0 && !isNegation && !near.slice(at).some((part) => part.joins !== null))
  );
}

const ALREADY = stemmed('already unless neither unle nothing none nobody');

/** "The Employment Review Panel". */
export const isOfReviewer = (piece: readonly Part[], index: number): boolean =>
  /^[A-Z]/.test(piece[index]?.text ?? '') && piece.slice(index + 1, index + 3).some(({ isReview }) => isReview);

/** "Bars from employment", "an offer of employment": what is decided about. */
export const isOfDecided = (piece: readonly Part[], index: number): boolean =>
  /^(?:from|offer of|eligible for)$/i.test(piece[index - 1]?.text ?? '');

/** "A Social Security number of a deceased person": the next thing says what of it, and the rule compares that. */
export function isDescribed(piece: readonly Part[], index: number, isCompared: (part: Part) => boolean): boolean {
  const behind = piece.slice(index + 1, index + 8);
  const next = behind.findIndex(({ things, persons }) => things.length + persons.length > 0);
  const [own, other] = [piece[index]?.things[0], behind[next]];
  if (own === undefined || other === undefined || !isCompared(other)) return false;
  const between = behind.slice(0, next);
  const isApart = between.some(
    ({ isConnective, isNegation, figure, stems }) =>
      isConnective || isNegation || figure !== null || stems.some((word) => APART.has(word)),
  );
  const isOfOne = [...other.things, ...other.persons].some(({ source }) => source === own.source);
  return !isApart && (isOfOne || between.length <= 3);
}

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

/** "The answer is no": what is decided, and no negation of what stands behind it. */
export const isVerdictNo = (piece: readonly Part[], index: number): boolean => {
  const [part, next] = [piece[index], piece[index + 1]];
  return (
    part !== undefined && /^no$/i.test(part.text) && (next === undefined || (next.isConnective && next.joins === null))
  );
};

/** "Also if you have no score"; the words are the other way round. */
const isAlsoIf = (near: readonly Part[], at: number): boolean =>
  near[at]?.stems[0] === 'also' && [near[at], near[at - 1]].some((part) => part?.stems.includes('if') === true);

/** "Whether or not". */
const isOfWhether = (piece: readonly Part[], index: number): boolean =>
  piece[index - 2]?.stems.includes('whether') === true;

/** "No matter how", "makes no difference", "none of the above", "or not". */
export function isIdiom(piece: readonly Part[], index: number): boolean {
  const [part, next, before] = [piece[index], piece[index + 1], piece[index - 1]];
  const words = [...(part?.stems ?? []), ...(next?.stems ?? [])].join(' ');
  return (
    (next !== undefined && (next.verdicts.length > 0 || next.isAside)) ||
    isVerdictNo(piece, index) ||
    clauseBefore(piece, index).some((each, at, near) => each.isBeside || isAlsoIf(near, at)) ||
    /^(?:no matter|none of (?:these|above|those)|no effect|never bend|no exception)/.test(words) ||
    (before?.joins === 'or' && (next?.isConnective !== false || isOfWhether(piece, index)))
  );
}

/** The words about it, up to the next comma on either side. */
export function clauseAt(piece: readonly Part[], index: number): readonly Part[] {
  const isEnd = ({ isConnective, joins, stems }: Part): boolean =>
    (isConnective && joins === null) || stems[0] === 'but';
  const start = piece.slice(0, index).findLastIndex(isEnd) + 1;
  const end = piece.slice(index).findIndex(isEnd);
  return piece.slice(start, end < 0 ? piece.length : index + end);
}

/** The words before in the same clause: "even if it was only a misdemeanor". */
function clauseBefore(piece: readonly Part[], index: number): readonly Part[] {
  const near = piece.slice(Math.max(0, index - 6), index).toReversed();
  const stop = near.findIndex(({ isConnective, figure, joins }) => figure !== null || (isConnective && joins === null));
  return stop < 0 ? near : near.slice(0, stop);
}

/** "Older than that", "likewise", "the same": it is said before. "Any charge that is pending" is said there. */
export function isBackward(piece: readonly Part[], index: number): boolean {
  const { stems = [] } = piece[index] ?? {};
  if (stems.some((word) => BACKWARD.has(word))) return true;
  const [before, next] = [piece[index - 1], piece[index + 1]];
  return stems.at(-1) === 'that' && (next?.isConnective !== false || LEADING.has(before?.stems.at(-1) ?? ''));
}

/** "By X we mean": what it says holds wherever the word stands. */
export const isDefining = ({ stems }: Part): boolean => stems.some((word) => DEFINING.has(word));

/** "Only if", "must", "unless": whoever lacks it is decided otherwise. */
export const isDemanding = ({ stems }: Part): boolean => stems.some((word) => DEMANDING.has(word));

/** "Unless we decline it because of collections": what another rule decides. */
function isOfReferred(piece: readonly Part[], index: number): boolean {
  const clause = clauseAt(piece, index);
  const verdict = clause.find(({ verdicts, isNegation }) => verdicts.length > 0 && !isNegation);
  const at = verdict === undefined ? -1 : piece.indexOf(verdict);
  return at >= 0 && at < index && isReferring(piece, at) && clause.some(({ stems }) => stems.includes('because'));
}

/** "Satisfied or not", "paid or not paid". */
function isOrNot(piece: readonly Part[], index: number): boolean {
  if (piece[index + 1]?.joins !== 'or') return false;
  const [other, next] = [piece[index + 2], piece[index + 3]];
  const isSame = other?.stems[0] === 'not' && other.stems.at(-1) === piece[index]?.stems.at(-1);
  return isSame || (other?.isNegation === true && next?.isConnective !== false);
}

/** "Charged or convicted, however the case ended". */
function isOfAnyEnd(piece: readonly Part[], index: number): boolean {
  const behind = piece.slice(index + 1, index + 12);
  const at = behind.findIndex(({ isBeside }) => isBeside);
  return at >= 0 && behind.slice(at, at + 6).some(({ stems }) => stems.some((word) => ENDS.has(word)));
}

/** "Whatever the score", "a judgment that is paid does not count". */
export const isTakenBack = (piece: readonly Part[], index: number): boolean =>
  clauseBefore(piece, index).some((part, at, near) => part.isBeside || isAlsoIf(near, at)) ||
  isOrNot(piece, index) ||
  isOfReferred(piece, index) ||
  ((piece[index]?.qualities.length ?? 0) > 0 && isOfAnyEnd(piece, index)) ||
  piece.slice(index + 1, index + 4).some(({ isAside }) => isAside);
