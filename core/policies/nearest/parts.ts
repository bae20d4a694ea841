import { fragmentsOf, type Lexeme } from '../../earley.ts';
import type { KnownSubject } from '../../readback/subject.ts';
import { test, type Decision } from '../../rules/model.ts';
import { GRAMMAR, PHRASES } from '../language/index.ts';
import type { Concept, Cond, Figure, Order, Range, Things } from '../language/kinds.ts';
import { condOf } from '../language/meaning.ts';
import type { Phrases } from '../language/phrases.ts';
import { counted, none, some } from '../language/times.ts';
import { isRelated } from '../text.ts';
import { lexemesAt, type Word } from '../words.ts';
import type { Measure, OwnField } from './measures.ts';

/* The parts of a sentence that is not read, as far as the grammar reads them, and the words that are in no part. */

type Kind =
  | { readonly is: 'decision'; readonly decision: Decision }
  /** Every way to read it; `records`: it only says that there are some, or how many. */
  | { readonly is: 'condition'; readonly of: readonly Cond[]; readonly records?: Records }
  | { readonly is: 'yes_no'; readonly subject: KnownSubject; readonly noun: string }
  | { readonly is: 'state'; readonly concept: Concept }
  | { readonly is: 'measure'; readonly measure: Measure }
  | { readonly is: 'range'; readonly range: Range }
  | { readonly is: 'figure'; readonly figure: Figure }
  | { readonly is: 'rest' | 'and' | 'or' | 'break' | 'turn' };

/** Things, with their number; null: at least one. */
export interface Records {
  readonly things: Things;
  readonly range: Range | null;
  readonly isNone: boolean;
}

/** A part, and the indexes of its words. */
export type Part = Kind & { readonly start: number; readonly end: number; readonly words: readonly number[] };

export interface Parts {
  readonly words: readonly Word[];
  readonly parts: readonly Part[];
  /** Words of no part that only hold the sentence together. */
  readonly isGlue: (at: number) => boolean;
  /** A word that the language does not have: it could be a thing. */
  readonly isUnknown: (at: number) => boolean;
  /** An unread word behind "if", which can only say more of the condition. */
  readonly isNarrowing: (at: number) => boolean;
  /** A word for what must be. */
  readonly isAsking: (at: number) => boolean;
  /** The fields of the account that it names, in conditions, too. */
  readonly ownFields: readonly OwnField[];
}

const CONDITIONS = ['Cond', 'Whom', 'Plural'];
const READ = [...CONDITIONS, 'Things', 'Range', 'Figure', 'Meas'];
const SAID = [
  'ReadField',
  'Flagged',
  'PersonIs',
  'Lasting',
  'Owe',
  'Verb',
  'Do',
  'Done',
  'Review',
  'Rest',
  'Otherwise',
  'Stated',
];
/** The first of these wins between two parts of one length. */
const SYMBOLS = ['ReadField', ...READ, ...SAID];
/** Words that take something back or set something apart, outside all parts. */
const TURNING = /^(?:not|no|unless|only|without|except|excluding|never|neither|nor|nobody|none|instead|\p{L}+n't)$/u;
/** Words that only hold a sentence together. */
const GLUE: ReadonlySet<string> = new Set(
  'Be Was WillBe Have There Article Det People Everyone Applicant If Sep Times Holds These of with who whose to send we must for that then'.split(
    ' ',
  ),
);
const ASKING: ReadonlySet<string> = new Set(['must', 'Limit', 'require', 'need']);
/** The marks between stretches: a stretch is about one thing. */
const BREAKS = /^[,;:.?—]$/;

export function partsOf(words: readonly Word[], nouns: Phrases | undefined): Parts {
  const all = words.map((_, at) => related(words, at, lexemesAt(words, at, nouns)));
  const phrases = all.flatMap((own, start) =>
    own.map(({ symbol, length }) => ({ symbol, start, end: start + length })),
  );
  const isKnown = (at: number): boolean =>
    phrases.some(({ symbol, start, end }) => symbol !== 'Unknown' && symbol !== 'be' && at >= start && at < end);
  // Unknown words are left out of the reading, except behind a number: there they may name the counted thing.
  const kept = words.flatMap((word, at) =>
    isKnown(at) || markOf(word, at) !== null || words[at - 1]?.token.kind === 'number' ? [at] : [],
  );
  const own = kept.flatMap((at) => words[at] ?? []);
  const lexemes = own.map((_, at) => related(own, at, lexemesAt(own, at, nouns)));
  const candidates = candidatesOf(lexemes);
  const parts: Part[] = [];
  for (let at = 0; at < own.length;) {
    const part = widestAt(candidates, at, own) ?? markOf(own[at], at);
    if (part !== null) {
      const [start, last] = [kept[part.start] ?? 0, kept[part.end - 1] ?? 0];
      parts.push({ ...part, start, end: last + 1, words: kept.slice(part.start, part.end) });
    }
    at = part?.end ?? at + 1;
  }
  const isUnknown = (at: number): boolean => (all[at] ?? []).some(({ symbol }) => symbol === 'Unknown');
  return {
    ...{ words, parts: withOrders(parts, all), isUnknown },
    isNarrowing: (at) => isNarrowing(at, parts, phrases),
    isGlue: (at) => (all[at] ?? []).some(({ symbol }) => GLUE.has(symbol)) || words[at]?.token.kind === 'symbol',
    ownFields: all.flatMap((found, at) =>
      found.flatMap(({ symbol, length, value }) => {
        // The grammar makes subjects of the symbol.
        const subject = symbol === 'ReadField' ? (value as KnownSubject) : null;
        return subject?.source === 'context' ? [{ subject, noun: nounOf(words.slice(at, at + length)) }] : [];
      }),
    ),
    isAsking: (at) => phrases.some(({ symbol, start, end }) => ASKING.has(symbol) && at >= start && at < end),
  };
}

/** "Two evictions at most": a comparison behind the figure, or behind what is counted. */
function withOrders(parts: readonly Part[], lexemes: readonly (readonly Lexeme[])[]): readonly Part[] {
  return parts.map((part) => {
    if (part.is !== 'figure') return part;
    const counted = parts.find(
      (each) => each.start === part.end && each.is === 'condition' && each.records !== undefined,
    );
    const at = counted?.end ?? part.end;
    const order = parts.some(({ words }) => words.includes(at))
      ? undefined
      : (lexemes[at] ?? []).find(({ symbol }) => symbol === 'Op' || symbol === 'Limit');
    if (order === undefined) return part;
    const own = Array.from({ length: order.length }, (_, index) => at + index);
    // The grammar makes comparisons of both symbols.
    const range: Range = { is: 'compare', operator: order.value as Order, figure: part.figure };
    return { ...part, is: 'range', range, words: [...part.words, ...own] };
  });
}

interface Phrase {
  readonly symbol: string;
  readonly start: number;
  readonly end: number;
}

/** The subject of the condition may be somebody else, and a decision behind it has words of its own. */
function isNarrowing(at: number, parts: readonly Part[], phrases: readonly Phrase[]): boolean {
  const breaks = parts.filter(({ is }) => is === 'break');
  const from = breaks.findLast(({ start }) => start < at)?.end ?? 0;
  const to = breaks.find(({ start }) => start >= at)?.start ?? Infinity;
  const begins = phrases.findLast(({ symbol, start, end }) => symbol === 'If' && start >= from && end <= at);
  if (begins === undefined || parts.some(({ is, start }) => is === 'turn' && start === at)) return false;
  const decisions = parts.filter(({ is }) => is === 'decision');
  const isBehind = decisions.some(({ start }) => start > begins.start && start < to);
  const isSubject = parts.every(({ start }) => start < begins.end || start >= at);
  return decisions.length > 0 && !isBehind && !isSubject;
}

/** Phrases of one word that mean something. */
const NAMES = [...PHRASES].flatMap(({ stems: [first, ...more], symbol, value }) =>
  first !== undefined && more.length === 0 && value !== null ? [{ first, lexeme: { symbol, length: 1, value } }] : [],
);

/** A word that begins no phrase may be a related one: "evicted". */
function related(words: readonly Word[], at: number, own: readonly Lexeme[]): readonly Lexeme[] {
  const word = words[at];
  if (word === undefined || word.token.kind !== 'word' || own.some(({ symbol }) => symbol !== 'Unknown')) return own;
  const found = NAMES.flatMap(({ first, lexeme }) => (isRelated(word.stem, first) ? [lexeme] : []));
  return found.length > 0 ? found : own;
}

interface Candidate {
  readonly symbol: string;
  readonly start: number;
  readonly end: number;
  readonly values: readonly unknown[];
}

/** Everything that can be a part, wherever it stands; longer ones first, then in the order of `SYMBOLS`. */
const candidatesOf = (lexemes: readonly (readonly Lexeme[])[]): readonly Candidate[] =>
  [
    ...fragmentsOf(GRAMMAR, READ, lexemes.length, (at) => lexemes[at] ?? []),
    ...lexemes.flatMap((own, start) =>
      own.map(({ symbol, length, value }) => ({ symbol, start, end: start + length, values: [value] })),
    ),
  ]
    .filter(({ symbol }) => SYMBOLS.includes(symbol))
    .toSorted((a, b) => b.end - a.end || SYMBOLS.indexOf(a.symbol) - SYMBOLS.indexOf(b.symbol));

type Placed = Kind & Pick<Part, 'start' | 'end'>;

function widestAt(candidates: readonly Candidate[], at: number, words: readonly Word[]): Placed | null {
  const own = candidates.filter(({ start }) => start === at);
  for (const { symbol, start, end, values } of own) {
    const of = words.slice(start, end);
    const kind = kindOf(symbol, values, of);
    const records = kind?.is === 'condition' ? recordsIn(candidates, { start, end }, kind.of) : undefined;
    if (kind !== null) return { ...kind, ...(records === undefined ? {} : { records }), start, end };
  }
  return null;
}

/** The records that the condition counts, if it says nothing else. */
function recordsIn(
  candidates: readonly Candidate[],
  { start, end }: Pick<Part, 'start' | 'end'>,
  [cond]: readonly Cond[],
): Records | undefined {
  const things = candidates.filter((each) => each.symbol === 'Things' && each.end === end && each.start >= start);
  const found = things.flatMap((each): Records[] => {
    const ranges = candidates.filter((one) => one.symbol === 'Range' && one.start === start && one.end === each.start);
    // The grammar makes values of these kinds of the symbols.
    return (each.values as readonly Things[]).flatMap((of) => [
      ...ranges.flatMap(({ values }) =>
        (values as readonly Range[]).map((range) => ({ things: of, range, isNone: false })),
      ),
      ...[false, true].map((isNone) => ({ things: of, range: null, isNone })),
    ]);
  });
  return found.find((each) => JSON.stringify(saidOf(each)?.expr) === JSON.stringify(cond?.expr));
}

export function saidOf({ things, range, isNone }: Records): Cond | null {
  const cond = range === null ? (isNone ? none(things) : some(things)) : counted(things, range);
  return cond === null || cond.issues.length > 0 ? null : cond;
}

function markOf(word: Word | undefined, at: number): Placed | null {
  const place = { start: at, end: at + 1 };
  if (word === undefined) return null;
  if (word.stem === 'and' || word.stem === 'or') return { is: word.stem, ...place };
  if (word.stem === 'but' || (word.token.kind === 'symbol' && BREAKS.test(word.stem))) return { is: 'break', ...place };
  return TURNING.test(word.token.text) ? { is: 'turn', ...place } : null;
}

/** The grammar makes values of these kinds of the symbols. Null: it is not clear which is meant. */
function kindOf(symbol: string, values: readonly unknown[], words: readonly Word[]): Kind | null {
  if (symbol === 'Review') return { is: 'decision', decision: 'review' };
  if (symbol === 'Rest' || symbol === 'Otherwise') return { is: 'rest' };
  if (CONDITIONS.includes(symbol)) return conditionOf(values as readonly Cond[]);
  if (symbol === 'Things') return conditionOf((values as readonly Things[]).map(some));
  const [value, other] = values;
  if (other !== undefined) return null;
  switch (symbol) {
    case 'ReadField':
      return ownOf(value as KnownSubject, words);
    case 'Flagged':
      return conditionOf([some({ concept: value as Concept, window: null })]);
    case 'PersonIs':
      return conditionOf([condOf(test(value as Parameters<typeof test>[0]))]);
    case 'Range':
      return { is: 'range', range: value as Range };
    case 'Figure':
      return { is: 'figure', figure: value as Figure };
    case 'Do':
    case 'Done':
      return { is: 'decision', decision: value as Decision };
    case 'Stated':
      return { is: 'state', concept: value as Concept };
    default:
      return { is: 'measure', measure: value as Concept };
  }
}

const nounOf = (words: readonly Word[]): string => words.map(({ token }) => token.text.toLowerCase()).join(' ');

/** Only the account's own fields: fields of reports have words of their own. */
function ownOf(subject: KnownSubject, words: readonly Word[]): Kind | null {
  if (subject.source !== 'context') return null;
  const noun = nounOf(words);
  return subject.schema?.type === 'boolean'
    ? { is: 'yes_no', subject, noun }
    : { is: 'measure', measure: { subject, noun } };
}

const conditionOf = (of: readonly Cond[]): Kind | null =>
  of.some(({ issues }) => issues.length > 0) ? null : { is: 'condition', of };

export const figuresIn = (part: Part): readonly Figure[] =>
  part.is === 'figure' ? [part.figure] : part.is === 'range' ? figuresOf(part.range) : [];

const figuresOf = (range: Range): readonly Figure[] =>
  range.is === 'compare' ? [range.figure] : range.of.flatMap(figuresOf);

export const timesIn = (parts: readonly Part[]): readonly Figure[] =>
  parts.flatMap(figuresIn).filter(({ unit }) => unit === 'months' || unit === 'years');
