import { fragmentsOf, parse, type Lexeme } from '../earley.ts';
import { GRAMMAR } from '../policies/language/index.ts';
import type { Concept, Figure, Order, Quality, Range, Window } from '../policies/language/kinds.ts';
import { CONNECTIVES, DECISIONS, HARMLESS, NEGATIONS, NUMERIC, THINGS } from './roles.ts';
import type { Decision, Test } from '../rules/model.ts';
import { segmentsOf } from '../policies/segments.ts';
import { stem } from '../policies/text.ts';
import type { Word } from '../policies/words.ts';
import { KNOWN_WORDS, lexemesAt, wordsIn } from './vocabulary.ts';

/** What stands at a place, as far as it matters. */
export interface Part {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** As words of names are compared. */
  readonly stems: readonly string[];
  readonly figure: Figure | null;
  /** On which side of the figure: none of the words beside it says. */
  readonly orders: readonly Order[];
  readonly isNegation: boolean;
  readonly decisions: readonly Decision[];
  /** The same, and those that may be something else. */
  readonly verdicts: readonly Decision[];
  /** Somebody looks at it. */
  readonly isReview: boolean;
  /** Somebody may: only where a rule says so, too. */
  readonly isSeen: boolean;
  /** Things that the words may name, any of which will do. */
  readonly things: readonly Concept[];
  readonly qualities: readonly Quality[];
  readonly persons: readonly Test[];
  /** Follows its figure: "two felonies at most". */
  readonly post: Order | null;
  /** Stands before it: "maximum two". */
  readonly limit: Order | null;
  readonly isConnective: boolean;
  readonly joins: 'and' | 'or' | null;
  /** Takes back what is named beside it ("does not count", "whatever"). */
  readonly isAside: boolean;
  /** The same of what is named behind it ("whatever"). */
  readonly isBeside: boolean;
  readonly isHarmless: boolean;
}

/** The prompt in pieces: sentences, lines and items of lists, and in each what its words mean. */
export function piecesOf(prompt: string): readonly (readonly Part[])[] {
  // What stands between quotation marks is read, too.
  const text = prompt.replaceAll(/["“”]/g, ' ');
  return segmentsOf(spelled(wordsIn(text))).map(({ words }) => withOrders(partsOf(words, prompt), words));
}

/** Short words of comparisons, misspelt: the grammar takes only longer ones for others. */
function spelled(words: readonly Word[]): Word[] {
  return words.map((word, index) => {
    const before = words[index - 1]?.stem ?? '';
    if (word.stem === 'then' && (ORDERING.has(before) || isAlmost(before))) return { ...word, stem: 'than' };
    return isAlmost(word.stem) ? { ...word, stem: almost(word.stem) ?? word.stem } : word;
  });
}

const ORDERING = new Set('more less than least most over under below above fewer'.split(' '));
const isAlmost = (own: string): boolean => almost(own) !== undefined;
const almost = (own: string): string | undefined =>
  KNOWN_WORDS.has(own) || own.length < 3
    ? undefined
    : [...ORDERING].find((word) => Array.from(word).some((_, at) => word.slice(0, at) + word.slice(at + 1) === own));

interface Placed {
  readonly start: number;
  readonly end: number;
  readonly order: Order;
  readonly figure: Figure;
}

/** No person follows a longer piece. */
const MOST_WORDS = 120;

function withOrders(parts: readonly (Part & Span)[], words: readonly Word[]): Part[] {
  if (words.length > MOST_WORDS || !parts.some(({ figure }) => figure !== null)) return [...parts];
  const found = fragmentsOf(GRAMMAR, ['Range', 'Window'], words.length, (index) => lexemesAt(words, index));
  const placed = found.flatMap(({ symbol, start, end, values }) =>
    values.flatMap((value) => comparesOf(symbol, value).map((each): Placed => ({ start, end, ...each }))),
  );
  // "No more than two" holds "more than two".
  const widest = placed.filter(
    ({ start, end }) =>
      !placed.some((other) => other.start <= start && other.end >= end && other.end - other.start > end - start),
  );
  return parts.map((part, index) => {
    const { figure, from, to } = part;
    if (figure === null) return part;
    const said = widest.filter(
      ({ start, end, figure: other }) => start < to && end > from && isSameValue(figure, other),
    );
    const [first] = said;
    const beside = [...inPair(parts, index), ...limiting(parts, index), ...behind(parts, index)].slice(0, 1);
    const orders = said.length > 0 ? said.map(({ order }) => order) : beside;
    // "Ten or more years": the unit stands behind the order.
    const own = first !== undefined && figure.unit === 'plain' ? first.figure : figure;
    return { ...part, figure: own, orders: [...new Set(orders)] };
  });
}

/** "One or two": from the one up to the other. */
function inPair(parts: readonly Part[], index: number): Order[] {
  const isNext = (at: number): boolean => {
    const [low, high] = [parts[at]?.figure, parts[at + 2]?.figure];
    const isPlain = low?.unit === 'plain' && high?.unit === 'plain' && high.value === low.value + 1;
    return isPlain && parts[at + 1]?.joins === 'or';
  };
  if (isNext(index)) return ['greater_than_or_equal'];
  return isNext(index - 2) ? ['less_than_or_equal'] : [];
}

/** "Two felonies at most". */
function behind(parts: readonly Part[], index: number): Order[] {
  const near = parts.slice(index + 1, index + 4);
  const stop = near.findIndex(({ figure, joins }) => figure !== null || joins !== null);
  const own = stop < 0 ? near : near.slice(0, stop);
  return own.flatMap(({ post }) => (post === null ? [] : [post])).slice(0, 1);
}

/** "Maximum two", "a minimum score of 600". */
function limiting(parts: readonly Part[], index: number): Order[] {
  const near = parts.slice(Math.max(0, index - 4), index).toReversed();
  const stop = near.findIndex(({ figure, joins, isConnective }) => figure !== null || joins !== null || isConnective);
  const own = stop < 0 ? near : near.slice(0, stop);
  return own.flatMap(({ limit }) => (limit === null ? [] : [limit]));
}

interface Span {
  readonly from: number;
  readonly to: number;
}

function comparesOf(symbol: string, value: unknown): { readonly order: Order; readonly figure: Figure }[] {
  // The grammar makes windows and ranges of these symbols.
  return symbol === 'Window' ? ofWindow(value as Window) : ofRange(value as Range);
}

function ofRange(range: Range): { readonly order: Order; readonly figure: Figure }[] {
  if (range.is === 'compare') return [{ order: range.operator, figure: range.figure }];
  return range.of.flatMap(ofRange);
}

function ofWindow(window: Window): { readonly order: Order; readonly figure: Figure }[] {
  if (window.is !== 'within') return [];
  const figure: Figure = { value: window.months, unit: 'months', per: null, of: null };
  return [{ order: 'less_than', figure }];
}

const inMonths = ({ value, unit }: Figure): number => (unit === 'years' ? value * 12 : value);
const isNear = (a: number, b: number): boolean => Math.abs(a - b) < 1e-9;
const isSameValue = (a: Figure, b: Figure): boolean =>
  isNear(inMonths(a), inMonths(b)) || (a.unit === 'plain' && b.unit === 'months' && isNear(a.value * 12, b.value));

function partsOf(words: readonly Word[], prompt: string): (Part & Span)[] {
  const parts: (Part & Span)[] = [];
  for (let at = 0; at < words.length;) {
    const { length, ...part } = partAt(words, at);
    const own = words.slice(at, at + length);
    const [start, end] = [own[0]?.start ?? 0, own.at(-1)?.end ?? 0];
    const text = prompt.slice(start, end);
    parts.push({ start, end, from: at, to: at + length, text, stems: own.map(({ stem }) => stem), ...part });
    at += length;
  }
  return parts;
}

type Meaning = Omit<Part, 'start' | 'end' | 'text' | 'stems'>;

/** The longest phrase or figure that begins here. */
function partAt(words: readonly Word[], at: number): Meaning & { readonly length: number } {
  const found = longest(lexemesAt(words, at));
  const length = found[0]?.length ?? 0;
  const figure = fractionAt(words, at) ?? figureAt(words, at);
  if (figure !== null && figure.length >= length) {
    return { ...NOTHING, figure: figure.figure, length: figure.length };
  }
  // "I'd like to" is no document.
  if (/^i'd$/i.test(words[at]?.token.text ?? '')) return { ...NOTHING, length: 1 };
  const own = meaningOf(found, words[at]);
  const named = own.things.length > 0 ? [] : namedWithin(words.slice(0, at + length), at, found);
  return {
    ...own,
    // "A felony" is a phrase of its own, too.
    things: [...own.things, ...named],
    isReview: own.isReview && named.length === 0,
    length: Math.max(1, figure?.length ?? 0, length),
  };
}

/** Of "a felony" the felony. */
function namedWithin(words: readonly Word[], at: number, found: readonly Lexeme[]): Concept[] {
  const isArticle = found.some(({ symbol }) => symbol === 'State') || /^an?$/.test(words[at]?.stem ?? '');
  if (!isArticle) return [];
  const within = words.slice(at + 1).flatMap((_, index) => lexemesAt(words, at + 1 + index));
  // The grammar makes concepts of these symbols.
  return within.flatMap(({ symbol, value }) => (THINGS.has(symbol) ? [value as Concept] : []));
}

const NOTHING: Meaning = {
  figure: null,
  orders: [],
  isNegation: false,
  decisions: [],
  verdicts: [],
  isReview: false,
  isSeen: false,
  things: [],
  qualities: [],
  persons: [],
  post: null,
  limit: null,
  isConnective: false,
  joins: null,
  isAside: false,
  isBeside: false,
  isHarmless: false,
};

function longest(lexemes: readonly Lexeme[]): Lexeme[] {
  const length = Math.max(0, ...lexemes.map((each) => each.length));
  return lexemes.filter((each) => each.length === length);
}

const MOST_OF_FIGURE = 8;

const FRACTIONS: Readonly<Record<string, number>> = { third: 100 / 3, quarter: 25, fourth: 25, fifth: 20 };

/** "A third of the income". */
function fractionAt(words: readonly Word[], at: number): { readonly figure: Figure; readonly length: number } | null {
  const [before, own, next] = [words[at - 1]?.stem ?? '', words[at]?.stem ?? '', words[at + 1]?.stem];
  const value = FRACTIONS[own];
  if (value === undefined || next !== 'of' || !/^(?:an?|one)$/.test(before)) return null;
  return { figure: { value, unit: 'percent', per: null, of: 'income' }, length: 1 };
}

/** The longest figure that begins here. */
function figureAt(words: readonly Word[], at: number): { readonly figure: Figure; readonly length: number } | null {
  if (!lexemesAt(words, at).some(({ symbol }) => NUMERIC.has(symbol))) return null;
  for (let length = Math.min(MOST_OF_FIGURE, words.length - at); length > 0; length -= 1) {
    const own = words.slice(at, at + length);
    const { values } = parse(GRAMMAR, 'Figure', length, (index) => lexemesAt(own, index));
    const [figure] = values;
    // The grammar makes figures of this symbol.
    if (figure !== undefined) return { figure: figure as Figure, length };
  }
  return null;
}

/** What words mean, of which the lexicon may know several uses: a decision only if they have no other one. */
function meaningOf(lexemes: readonly Lexeme[], word: Word | undefined): Meaning {
  const symbols = lexemes.map(({ symbol }) => symbol);
  const has = (of: ReadonlySet<string>): boolean => symbols.some((symbol) => of.has(symbol));
  // Words that only have a place in the grammar are symbols of their own.
  const isDecision = has(DECISIONS) && symbols.every((symbol) => DECISIONS.has(symbol) || /^[a-z]/.test(symbol));
  const isMark = lexemes.length === 0 && word?.token.kind === 'symbol';
  const first = word?.stem ?? '';
  // Values of these symbols are decisions, concepts, qualities and tests: the lexicon says so.
  const valuesOf = <T>(of: ReadonlySet<string>): T[] =>
    lexemes.flatMap(({ symbol, value }) => (of.has(symbol) ? [value as T] : []));
  const isThing = has(THINGS);
  return {
    ...NOTHING,
    ...asideOf(symbols, first),
    isNegation: has(NEGATIONS),
    decisions: isDecision ? valuesOf<Decision>(DECISIONS) : [],
    verdicts: isThing ? [] : valuesOf<Decision>(DECISIONS),
    isReview: !isThing && !has(ANYBODY) && (has(REVIEWS) || REVIEWED.has(first)),
    isSeen: SEEN.has(first),
    things: valuesOf<Concept>(THINGS),
    qualities: valuesOf<Quality>(new Set(['Quality'])),
    persons: valuesOf<Test>(new Set(['PersonIs'])),
    post: valuesOf<Order>(new Set(['Post']))[0] ?? null,
    limit: valuesOf<Order>(new Set(['Limit', 'Op']))[0] ?? null,
    isConnective: has(CONNECTIVES) || isMark,
    joins: joinedBy(symbols),
    isHarmless: symbols.length > 0 && symbols.every((symbol) => HARMLESS.has(symbol)),
  };
}

/** What takes back the words beside it. */
function asideOf(symbols: readonly string[], first: string): Pick<Part, 'isAside' | 'isBeside'> {
  const has = (of: ReadonlySet<string>): boolean => symbols.some((symbol) => of.has(symbol));
  return { isAside: has(ASIDES) || TAKING_BACK.has(first), isBeside: has(DESPITE) || BESIDES.has(first) };
}

function joinedBy(symbols: readonly string[]): Part['joins'] {
  if (symbols.some((symbol) => ORS.has(symbol))) return 'or';
  return symbols.some((symbol) => ANDS.has(symbol)) ? 'and' : null;
}

const ORS = new Set(['Or', 'or', 'Nor', 'nor', 'Either', 'Neither']);
const ANDS = new Set(['And', 'and', 'Both']);
const REVIEWS = new Set(['Reviewer', 'Staff', 'ReviewNoun', 'Looked', 'Look']);
const ANYBODY = new Set(['Person']);
/** Words of somebody who looks at it himself. */
const REVIEWED = new Set(
  'decide look call hand check committee panel director review refer underwriting underwriter manager board interview recruiter agent'
    .split(' ')
    .map((word) => stem(word)),
);
const stemmed = (words: string): ReadonlySet<string> => new Set(words.split(' ').map((word) => stem(word)));
const SEEN = stemmed(
  'see seen talk discuss discussed myself ourselves himself herself personally officer circle owner boss specialist president supervisor talked aside hold conversation sit',
);
const DESPITE = new Set(['Despite', 'AnyAge']);
const ASIDES = new Set(['Uncounted', 'NoFactor', 'NotUse', 'Fine', 'Despite', 'Always', 'NoBar']);
const TAKING_BACK = stemmed(
  'matter use examine consider welcome look difference include included counted used considered examined looked disregard disregarded ignore ignored reason ground matters',
);
const BESIDES = stemmed('even whether whatever regardless irrespective matter however use examine consider look');
