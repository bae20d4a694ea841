import { fold, GAP, type Folded } from './folded-text.ts';
import type { Json } from './json.ts';

/*
 * Numbers recognized by their form alone, of any person. A national number (SSN, ITIN) has nine digits in groups of 3,
 * 2 and 4; a card has 13 to 19 and a check digit. Any signs may separate the groups. Source: semantics 16.21.
 */

/** A part of the folded text. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly mask: string;
}

export interface Written extends Folded {
  /** The text as written. */
  readonly original: string;
}

export function written(original: string): Written {
  return { ...fold(original), original };
}

/**
 * `isWords`: people wrote the text, so nine digits alone are a national number. In a value, nine digits may be an id;
 * its name tells what it is.
 */
export function numbersByForm(text: Written, isWords: boolean): Span[] {
  return runsIn(text).flatMap((run) => {
    if ((run.at(-1)?.end ?? 0) - (run[0]?.start ?? 0) < NATIONAL_DIGITS) return [];
    const national = nationalIn(run, text, isWords);
    return national.length > 0 ? national : cardsIn(run, text);
  });
}

/**
 * True if a value has the form of a national number or a card. No declaration can turn it into a fact.
 */
export function hasFormOfNationalNumber(value: Json): boolean {
  const text = typeof value === 'number' && Math.abs(value) >= LEAST_CARD ? String(value) : value;
  return typeof text === 'string' && /[0-9]|[^\0-\x7f]/.test(text) && numbersByForm(written(text), false).length > 0;
}

export const nationalMask = (digits: string): string => `***-**-${digits.slice(-4)}`;
export const numberMask = (characters: string): string => `****${characters.slice(-4)}`;

interface Group {
  readonly start: number;
  readonly end: number;
  /** The gap before it. */
  readonly gap: number;
}
/** Groups of digits separated only by signs. */
type Run = readonly Group[];

const lengthOf = ({ start, end }: Group): number => end - start;

function runsIn({ text, gaps }: Written): Run[] {
  const runs: Group[][] = [];
  for (const { index, 0: digits } of text.matchAll(/\d+/g)) {
    const run: Group[] = [];
    let start = index;
    for (let at = index + 1; at <= index + digits.length; at += 1) {
      const gap = at === index + digits.length ? GAP.apart : (gaps[at] ?? GAP.none);
      // Invisible characters do not separate digits.
      if (gap <= GAP.unseen) continue;
      run.push({ start, end: at, gap: gaps[start] ?? GAP.none });
      if (gap === GAP.apart) runs.push(run.splice(0));
      start = at;
    }
  }
  return runs;
}

/** The fewest digits of a number that is recognized by its form; a card has more. */
export const NATIONAL_DIGITS = 9;
const NATIONAL_GROUPS = '3-2-4';

function nationalIn(run: Run, text: Written, isWords: boolean): Span[] {
  const found: Span[] = [];
  for (let at = 0; at + 2 < run.length; at += 1) {
    const three = run.slice(at, at + 3);
    if (isNationalForm(three, text)) found.push(nationalSpan(three, text));
  }
  if (found.length > 0) return found;
  const parts = isDisguised(run, text) ? [run] : sentences(run);
  return parts.filter((part) => isNationalAlone(part, text, isWords)).map((part) => nationalSpan(part, text));
}

function nationalSpan(groups: Run, { text }: Written): Span {
  const [start, end] = [groups[0]?.start ?? 0, groups.at(-1)?.end ?? 0];
  return { start, end, mask: nationalMask(text.slice(start, end)) };
}

/** False for `640 11/2026`, which is a score and a month. */
function isNationalForm(groups: Run, { text }: Written): boolean {
  if (groups.map(lengthOf).join('-') !== NATIONAL_GROUPS) return false;
  const [, two, four] = groups;
  if (two === undefined || four === undefined || two.gap === four.gap) return true;
  return !/^(?:0[1-9]|1[0-2])(?:19|20)/.test(text.slice(two.start, four.end));
}

/** Splits at full stops and line ends, because a number does not continue across them. */
function sentences(run: Run): Run[] {
  const parts: Group[][] = [[]];
  for (const group of run) {
    if (group.gap === GAP.sentence && parts.at(-1)?.length !== 0) parts.push([]);
    parts.at(-1)?.push(group);
  }
  return parts;
}

/**
 * True for exactly nine digits in other groups that form a national number. Postal codes have 5 and 4, amounts 3, 3 and
 * 3. Amounts, counts and years do not begin with zero, so other groups count if a later one does, and so do single
 * digits.
 */
function isNationalAlone(groups: Run, text: Written, isWords: boolean): boolean {
  const { gaps, original, from, to } = text;
  const [start, end] = [groups[0]?.start ?? 0, groups.at(-1)?.end ?? 0];
  const touches = (position: number): boolean => (gaps[position] ?? GAP.apart) === GAP.none;
  if (end - start !== NATIONAL_DIGITS || touches(start) || touches(end)) return false;
  if (isDisguised(groups, text) || groups.length === NATIONAL_DIGITS) return true;
  if (!isWords || isAmount(original, from[start] ?? 0, to[end - 1] ?? 0)) return false;
  const lengths = groups.map(lengthOf).join('-');
  // False within an id, such as /executions/123456789 and chk_123456789.
  if (lengths === '9') return gaps[start] !== GAP.slash;
  if (lengths === '5-4' || lengths === '3-3-3') return false;
  const texts = groups.map((group) => text.text.slice(group.start, group.end));
  return texts.slice(1).some((each) => each.startsWith('0')) && !texts.some((each) => /^(?:19|20)\d\d$/.test(each));
}

function isAmount(original: string, from: number, to: number): boolean {
  return followsCurrency(original, from) || /^\s?\p{Sc}/u.test(original.slice(to, to + 3));
}

/** True if there are invisible characters between its digits. */
function isDisguised(groups: Run, { gaps }: Written): boolean {
  return gaps.slice((groups[0]?.start ?? 0) + 1, groups.at(-1)?.end ?? 0).includes(GAP.unseen);
}

export function followsCurrency(original: string, at: number): boolean {
  return /\p{Sc}\s?$/u.test(original.slice(Math.max(0, at - 3), at));
}

const CARD = { fewest: 13, most: 19 };
const LEAST_CARD = 10 ** (CARD.fewest - 1);
/** First digits of payment networks: Mastercard's second range, and 3 to 6. Years begin differently. */
const CARD_ISSUER = /^(?:[3-6]|2(?:22[1-9]|2[3-9]|[3-6]|7[01]|720))/;
const CARD_GROUP = 4;

/** Groups of a card have at least four digits, except the last. Dates and telephone numbers have shorter ones. */
function cardsIn(run: Run, text: Written): Span[] {
  const spans: Span[] = [];
  for (let at = 0; at < run.length; at += 1) {
    const groups = cardFrom(run.slice(at, at + CARD.most), text);
    if (groups === undefined) continue;
    const [start, end] = [groups[0]?.start ?? 0, groups.at(-1)?.end ?? 0];
    spans.push({ start, end, mask: numberMask(text.text.slice(start, end)) });
    at += groups.length - 1;
  }
  return spans;
}

/** The longest card number that begins with the first group. */
function cardFrom(groups: Run, { text, gaps }: Written): Run | undefined {
  const [first] = groups;
  if (first === undefined || gaps[first.start] === GAP.none || lengthOf(first) < CARD_GROUP) return undefined;
  if (lengthOf(first) > CARD.most || !CARD_ISSUER.test(text.slice(first.start, first.end))) return undefined;
  let found: Run | undefined;
  for (const [index, group] of groups.entries()) {
    const digits = group.end - first.start;
    if (digits > CARD.most || (index > 0 && group.gap === GAP.sentence)) break;
    const isWhole = gaps[group.end] !== GAP.none;
    if (digits >= CARD.fewest && isWhole && passesLuhn(text.slice(first.start, group.end))) {
      found = groups.slice(0, index + 1);
    }
    if (lengthOf(group) < CARD_GROUP) break;
  }
  return found;
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (const [index, digit] of digits.split('').toReversed().entries()) {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
