import { fragmentsOf, type Lexeme } from '../earley.ts';
import { GRAMMAR } from '../policies/language/index.ts';
import type { Concept, Cond, Figure, Range, Things } from '../policies/language/kinds.ts';
import { clauseOf, condOf } from '../policies/language/meaning.ts';
import type { Phrases } from '../policies/language/phrases.ts';
import { some } from '../policies/language/times.ts';
import { stem } from '../policies/text.ts';
import type { Word } from '../policies/words.ts';
import type { KnownSubject } from '../readback/subject.ts';
import { test, type Decision } from '../rules/model.ts';
import { WORDS } from './lexicon.ts';
import { lexemesAt } from './vocabulary.ts';

/* The parts of a sentence that is not read: what the grammar reads of it, and the words that are in no part. */

/** A quantity that a figure can bound: a value that a report holds, or a field that the account declared. */
export type Measure = Concept | KnownSubject;

/** A part of the sentence. */
export type Part =
  | { readonly is: 'decision'; readonly decision: Decision }
  | {
      readonly is: 'conditions';
      readonly of: readonly Cond[];
      readonly own?: KnownSubject;
      /** What its noun counts, where it is that noun alone. */
      readonly counted?: Concept;
    }
  | { readonly is: 'measure'; readonly concept: Measure; readonly own?: KnownSubject }
  | { readonly is: 'range'; readonly range: Range }
  | { readonly is: 'figure'; readonly figure: Figure }
  | { readonly is: 'rest' | 'and' | 'or' };

export interface Parts {
  readonly parts: readonly Part[];
  readonly words: readonly WordIn[];
  /** A word that takes something back is among those that are left out. */
  readonly isTurned: boolean;
  /** So is a word of a bound: on which side a figure bounds nothing says. */
  readonly isUnbound: boolean;
  /** It says what must be. */
  readonly isAsked: boolean;
}

/** The words as they were written; "co-applicant" is one word to whoever reads it. */
function textOf(words: readonly Word[], text: string): string {
  const [start, end] = [words[0]?.start ?? 0, words.at(-1)?.end ?? 0];
  const before = /[\p{L}-]*-$/u.exec(text.slice(0, start))?.[0] ?? '';
  const after = /^-[\p{L}-]*/u.exec(text.slice(end))?.[0] ?? '';
  return `${before}${text.slice(start, end)}${after}`;
}

/** The symbols that are parts; of two as long the one that stands first. */
const CONDITIONS = ['Cond', 'Whom', 'Plural'];
const READ = [...CONDITIONS, 'Things', 'Range', 'Figure', 'Meas'];
/** A noun of the account, and one that is counted. */
const OWN = 'ReadField';
const COUNTED = 'CountNoun';
const SAID = ['Do', 'Done', 'Rest'];
/** Who looks, and what they do: a review, where no other decision is said. */
const LOOKED_AT = ['ReviewNoun', 'Staff', 'Look', 'Looked'];

/** They take something back, or set something apart, where no part says of what. */
const TURNING =
  /^(?:not|no|unless|only|without|except|excluding|never|neither|nor|nobody|none|but|instead|\p{L}+n't)$/u;
/** Words of a bound: a form without one of them would have another. */
const BOUNDING: ReadonlySet<string> = new Set(
  ['Op', 'Post', 'BetterPost', 'Limit', 'Time', 'Period', 'Spelled'].flatMap((symbol) => {
    const phrases = Object.keys(WORDS[symbol] ?? {}).map((phrase) => phrase.split(' '));
    const own = symbol === 'Time' || symbol === 'Period' ? phrases.filter(({ length }) => length === 1) : phrases;
    return own
      .flat()
      .filter((word) => word.length > 3)
      .map(stem);
  }),
);
/** Words that only hold a sentence together. */
const GLUE: ReadonlySet<string> = new Set(
  'Be Will Have There Article Det Person It Then Sep Times Holds of with who whose to send we must for'.split(' '),
);

/** A word, and the part that it is of: null where it only holds the sentence together, undefined where it is left out. */
interface WordIn {
  readonly word: Word;
  readonly of: Part | null | undefined;
}

interface Candidate {
  readonly symbol: string;
  readonly start: number;
  readonly end: number;
  readonly values: readonly unknown[];
}

export function partsOf(words: readonly Word[], nouns: Phrases | undefined): Parts {
  const lexemes = words.map((_, at) => [
    ...(nouns?.startingAt((index) => words[at + index]?.stem) ?? []),
    ...lexemesAt(words, at),
  ]);
  const candidates = candidatesOf(lexemes);
  const parts: Part[] = [];
  const placed: WordIn[] = [];
  for (let at = 0; at < words.length;) {
    const word = words[at];
    if (word === undefined) break;
    const next = widestAt(candidates, at);
    const part = next === null ? joinerOf(word) : named(next.part, words.slice(at, next.end));
    if (part !== null) parts.push(part);
    const glue = part === null ? glueAt(lexemes[at] ?? [], word) : 0;
    const end = next?.end ?? at + Math.max(glue, 1);
    const of = part ?? (glue > 0 ? null : undefined);
    placed.push(...words.slice(at, end).map((each) => ({ word: each, of })));
    at = end;
  }
  const leftOut = placed.flatMap(({ word, of }) => (of === undefined ? [word] : []));
  return {
    ...{ parts, words: placed },
    isTurned: leftOut.some(({ token }) => TURNING.test(token.text)),
    isUnbound: leftOut.some(({ stem: word }) => BOUNDING.has(word)),
    isAsked: lexemes.flat().some(({ symbol }) => symbol === 'must'),
  };
}

/** Runs of words that are in none of these parts; what only holds the sentence together is in none, either. */
export function leftOutOf({ words }: Parts, of: ReadonlySet<Part>, text: string): readonly string[] {
  const runs: Word[][] = [];
  let isOpen = false;
  for (const { word, of: part } of words) {
    const isLeft = part === undefined || (part !== null && !of.has(part));
    if (isLeft && isOpen) runs.at(-1)?.push(word);
    else if (isLeft) runs.push([word]);
    isOpen = isLeft;
  }
  return runs.map((own) => textOf(own, text));
}

/** Everything that can be a part, wherever it stands; of two as long the better one first. */
function candidatesOf(lexemes: readonly (readonly Lexeme[])[]): readonly Candidate[] {
  const isSaid = lexemes.flat().some(({ symbol }) => symbol === 'Do' || symbol === 'Done');
  const symbols = [OWN, ...READ, COUNTED, ...SAID, ...(isSaid ? [] : LOOKED_AT)];
  return [
    ...fragmentsOf(GRAMMAR, READ, lexemes.length, (at) => lexemes[at] ?? []),
    ...lexemes.flatMap((own, start) =>
      own.map(({ symbol, length, value }) => ({ symbol, start, end: start + length, values: [value] })),
    ),
  ]
    .filter(({ symbol }) => symbols.includes(symbol))
    .toSorted((a, b) => symbols.indexOf(a.symbol) - symbols.indexOf(b.symbol));
}

/** The widest that is one part. */
function widestAt(candidates: readonly Candidate[], at: number): (Candidate & { readonly part: Part }) | null {
  const own = candidates.filter(({ start }) => start === at).toSorted((a, b) => b.end - a.end);
  for (const candidate of own) {
    const part = partOf(candidate);
    const counted = own.find(({ symbol, end }) => symbol === COUNTED && end === candidate.end)?.values[0];
    if (part?.is === 'conditions' && counted !== undefined)
      return { ...candidate, part: { ...part, counted: counted as Concept } };
    if (part !== null) return { ...candidate, part };
  }
  return null;
}

const joinerOf = ({ stem: word }: Word): Part | null => (word === 'and' || word === 'or' ? { is: word } : null);

/** How many words only hold the sentence together there. */
function glueAt(lexemes: readonly Lexeme[], { stem: word, token }: Word): number {
  if (word === 'if' || word === 'when' || word === 'whenever') return 1;
  const lengths = lexemes.filter(({ symbol }) => GLUE.has(symbol)).map(({ length }) => length);
  return Math.max(token.kind === 'symbol' ? 1 : 0, ...lengths);
}

/** The grammar makes values of these kinds of the symbols. Null: it is not clear which is meant. */
function partOf({ symbol, values }: Candidate): Part | null {
  if (LOOKED_AT.includes(symbol)) return { is: 'decision', decision: 'review' };
  if (symbol === 'Rest') return { is: 'rest' };
  const conds =
    symbol === 'Things' ? (values as readonly Things[]).map(some) : CONDITIONS.includes(symbol) ? values : null;
  if (conds !== null) return conditionsOf(conds as readonly Cond[]);
  const [value, other] = values;
  if (other !== undefined) return null;
  if (symbol === OWN) return ownPart(value as KnownSubject);
  if (symbol === COUNTED) return { is: 'measure', concept: value as Concept };
  if (symbol === 'Meas') return { is: 'measure', concept: value as Concept };
  if (symbol === 'Range') return { is: 'range', range: value as Range };
  if (symbol === 'Figure') return { is: 'figure', figure: value as Figure };
  return { is: 'decision', decision: value as Decision };
}

/** A field of the account; of one that is yes or no nothing says which is meant. Null: fields of our own have words. */
function ownPart(subject: KnownSubject): Part | null {
  if (subject.source !== 'context') return null;
  if (subject.schema?.type !== 'boolean') return { is: 'measure', concept: subject, own: subject };
  const { source, field } = subject;
  const either = (['is_true', 'is_false'] as const).map((operator) => condOf(test({ source, field, operator })));
  return { is: 'conditions', of: either.map(clauseOf), own: subject };
}

/** A field of the account in the words of the author. */
function named(part: Part, words: readonly Word[]): Part {
  if (!('own' in part) || part.own === undefined) return part;
  const phrase = `the ${words.map(({ token }) => token.text.toLowerCase()).join(' ')}`;
  return { ...part, own: { ...part.own, phrase } };
}

const conditionsOf = (of: readonly Cond[]): Part | null =>
  of.some(({ issues }) => issues.length > 0) ? null : { is: 'conditions', of: of.map(clauseOf) };
