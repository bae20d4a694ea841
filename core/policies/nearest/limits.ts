import { test, testsOf, type Expr } from '../../rules/model.ts';
import type { Concept, Range, Window } from '../language/kinds.ts';
import { notKnown, stated } from '../language/conditions.ts';
import { WORDS } from '../language/lexicon.ts';
import type { Phrases } from '../language/phrases.ts';
import { stem } from '../text.ts';
import {
  boundOf,
  compared,
  INCOME,
  inDollars,
  isCounted,
  meantBy,
  type Loose,
  type Measure,
  type OwnField,
} from './measures.ts';
import { figuresIn, saidOf, timesIn, type Part, type Parts, type Records } from './parts.ts';

/* The limits of a sentence: its conditions, and its figures, each with its measure. */

/** A condition of the sentence. */
export interface Limit {
  /** Every way to read it, the likelier first. */
  readonly of: readonly Expr[];
  /** The side of the words, if it is not that of the condition; null if it is not understood. */
  readonly written?: 'good' | null;
  readonly hasFigure: boolean;
  /** The applicant must have it, whatever the words say. */
  readonly isAsked?: boolean;
  /** Indexes of its words. */
  readonly words: ReadonlySet<number>;
  readonly at: number;
  /** The number of its stretch between commas. */
  readonly stretch: number;
}

export interface Limits {
  readonly limits: readonly Limit[];
  /** There are figures whose measure is not known. */
  readonly isPartial: boolean;
  readonly ownFields: readonly OwnField[];
}

type Numbers = Extract<Part, { readonly is: 'range' | 'figure' }>;
type RecordsPart = Part & { readonly records: Records };

const isNumbers = (part: Part): part is Numbers => part.is === 'range' || part.is === 'figure';
const isRecords = (part: Part): part is RecordsPart => part.is === 'condition' && part.records !== undefined;
const isTime = (part: Numbers): boolean => timesIn([part]).length === 1;
/** The figures of a part as a bound of the measure. */
const asRange = (part: Numbers, measure: Measure): Range =>
  part.is === 'range' ? part.range : { is: 'compare', operator: boundOf(measure), figure: part.figure };

const BARE = { written: null };
/** "More than 5 years ago" speaks for the applicant. */
const LONG_AGO = { written: 'good' as const };
const bareIf = ({ is }: Numbers): Pick<Limit, 'written'> => (is === 'figure' ? BARE : {});
/** A single figure without its comparison; several figures stay as they are. */
const bareOf = (part: Numbers): Numbers =>
  part.is === 'range' && part.range.is === 'compare' ? { ...part, is: 'figure', figure: part.range.figure } : part;
const isMore = (part: Numbers): boolean =>
  part.is === 'range' && part.range.is === 'compare' && part.range.operator.startsWith('greater');
/** Words of comparisons: "equal or exceed". */
const BOUNDING: ReadonlySet<string> = new Set(
  [WORDS.Op, WORDS.Post].flatMap((of) =>
    Object.keys(of ?? {}).flatMap((phrase) =>
      phrase
        .split(' ')
        .filter((word) => word.length > 3)
        .map(stem),
    ),
  ),
);

export function limitsOf(found: Parts, nouns: Phrases | undefined): Limits {
  return new Finder(found, nouns).limits();
}

export const stretchOf = ({ parts }: Parts, at: number): number =>
  parts.filter(({ is, start }) => is === 'break' && start < at).length;

class Finder {
  readonly #found: Parts;
  readonly #nouns: Phrases | undefined;
  readonly #taken = new Set<Part>();
  readonly #dated = new Set<Part>();
  readonly #limits: Limit[] = [];
  readonly #own: OwnField[] = [];
  /** Indexes of the loose words. */
  readonly #loose: readonly number[];

  constructor(found: Parts, nouns: Phrases | undefined) {
    this.#found = found;
    this.#nouns = nouns;
    this.#loose = found.words.flatMap((_, at) => (isLoose(found, at) ? [at] : []));
  }

  limits(): Limits {
    const { parts } = this.#found;
    for (const part of parts) if (isRecords(part)) this.#records(part);
    for (const part of parts) if (part.is === 'condition') this.#other(part);
    for (const part of parts) if (isNumbers(part) && !this.#taken.has(part)) this.#figure(part);
    for (const part of parts) this.#other(part);
    // "At their address" asks for no state of it.
    const told = this.#limits.filter(({ isAsked }) => isAsked !== true);
    return {
      limits: (told.length > 0 ? told : this.#limits).toSorted((a, b) => a.at - b.at),
      ownFields: [...this.#found.ownFields, ...this.#own],
      isPartial:
        this.#isTimeOfSome() || parts.some((part) => isNumbers(part) && !this.#taken.has(part) && this.#isNumber(part)),
    };
  }

  #add(of: readonly (Expr | null)[], from: readonly Part[], more: Partial<Limit> = {}): boolean {
    const known = of.filter((each) => each !== null);
    if (known.length === 0) return false;
    for (const part of from) this.#taken.add(part);
    const at = Math.min(...from.map(({ start }) => start));
    const own = from.flatMap(({ words }) => words);
    this.#limits.push({
      ...{ of: known, at, stretch: stretchOf(this.#found, at) },
      ...more,
      hasFigure: from.some((part) => isNumbers(part) || this.#hasNumber(part)),
      words: new Set([...own, ...(more.words ?? [])]),
    });
    return true;
  }

  #hasNumber = ({ start, end }: Part): boolean =>
    this.#found.words.slice(start, end).some(({ token }) => token.kind === 'number');

  /** Records with the number and the time that stand beside them, or with the amount that they add up to. */
  #records(part: RecordsPart): void {
    const { things, range } = part.records;
    const numbers = this.#found.parts.filter(isNumbers).filter((each) => isTime(each) || !this.#taken.has(each));
    const near = numbers.toSorted((a, b) => distance(a, part) - distance(b, part));
    const count =
      range === null && !part.records.isNone
        ? near.find((each) => !isTime(each) && this.#isNumber(each) && this.#isBeside(each, part))
        : undefined;
    const time = things.window === null ? near.find((each) => this.#isOfTime(each, part)) : undefined;
    const isAdded = [[count, time] as const, [count, undefined] as const, [undefined, time] as const].some(
      ([own, of]) => this.#recordsWith(part, own, of),
    );
    const sum = isAdded ? null : inDollars(things.concept);
    const amount = near.find((each) => sum !== null && compared(sum, asRange(each, sum)) !== null);
    if (sum !== null && amount !== undefined)
      this.#add([compared(sum, asRange(amount, sum))], [part, amount], bareIf(amount));
  }

  #recordsWith(part: RecordsPart, count: Numbers | undefined, time: Numbers | undefined): boolean {
    const { things, range, isNone } = part.records;
    const used = [count, time].filter((each) => each !== undefined);
    if (used.length === 0) return false;
    const dated = time === undefined ? things : { ...things, window: windowOf(time) };
    const ranges = count === undefined ? [range] : countsOf(count, things.concept, count.start < part.start);
    const conds = ranges.map((each) => saidOf({ things: dated, range: each, isNone: false }));
    const isBare = count?.is === 'figure' || isNone;
    const written = time !== undefined && isMore(time) ? LONG_AGO : isBare ? BARE : {};
    const isAdded = this.#add(
      conds.map((cond) => cond?.expr ?? null),
      [part, ...used],
      written,
    );
    if (isAdded && time !== undefined) this.#dated.add(part);
    return isAdded;
  }

  /** Some records have a time and some have none: the time may be meant for all of them. */
  #isTimeOfSome(): boolean {
    const records = this.#found.parts.filter(isRecords).filter(({ records: { things } }) => things.window === null);
    const isDated = (part: Part): boolean => this.#dated.has(part);
    return records.some(isDated) && !records.every(isDated);
  }

  /** "One" may be somebody. */
  #isNumber(part: Numbers): boolean {
    return this.#hasNumber(part) || part.words.length > 1 || part.is === 'range' || part.figure.value > 1;
  }

  /** The counted thing stands behind its number, after words for its kind, or directly before it. */
  #isBeside(numbers: Numbers, { start, end }: Part): boolean {
    const isBehind = numbers.end <= start;
    const [from, to] = isBehind ? [numbers.end, start] : [end, numbers.start];
    const between = this.#found.parts.filter((part) => part.start >= from && part.end <= to && part.is !== 'turn');
    const loose = this.#looseIn(from, to);
    // "The past 7 yrs" are no 7 of them.
    if (!isBehind && this.#found.isUnknown(numbers.end)) return false;
    if (isBehind && loose.some(this.#found.isUnknown)) return loose.length === to - from;
    return between.length <= (isBehind ? 0 : 1) && between.every(({ is }) => is === 'break');
  }

  /** A time belongs to the records of its stretch, the only time to all; but not if a measure of the sentence can hold it. */
  #isOfTime(numbers: Numbers, part: Part): boolean {
    const isAlone = this.#found.parts.filter((each) => isNumbers(each) && isTime(each)).length === 1;
    const isNear = isAlone || stretchOf(this.#found, numbers.start) === stretchOf(this.#found, part.start);
    return (
      isTime(numbers) && isNear && !this.#measures(numbers).some(([of]) => compared(of, asRange(numbers, of)) !== null)
    );
  }

  #looseIn = (from: number, to: number): readonly number[] => this.#loose.filter((at) => at >= from && at < to);

  /** The measures of the sentence: those of the same stretch first, and of those the ones before the figure. */
  #measures(numbers: Numbers): readonly (readonly [Measure, Part])[] {
    const own = stretchOf(this.#found, numbers.start);
    // "Credit history without judgments of the last 7 years" is not that long.
    const isBehindRecords = ({ end }: Part): boolean =>
      this.#found.parts.some((part) => isRecords(part) && part.start >= end && part.end <= numbers.start);
    const rank = (part: Part): number =>
      (stretchOf(this.#found, part.start) === own ? 0 : 1_000) +
      (part.start < numbers.start ? 0 : 0.5) +
      distance(part, numbers);
    return this.#found.parts
      .flatMap((part) => (part.is === 'measure' && !isBehindRecords(part) ? [[part.measure, part] as const] : []))
      .toSorted(([, a], [, b]) => rank(a) - rank(b));
  }

  #figure(part: Numbers): void {
    const bound = this.#bound(part);
    const own = bound === BARE ? bareOf(part) : part;
    const exprOf = (measure: Measure): Expr | null => compared(measure, asRange(own, measure));
    for (const [measure, named] of this.#measures(part)) if (this.#add([exprOf(measure)], [part, named], bound)) return;
    if (INCOME !== undefined && this.#add([exprOf(INCOME)], [part], bound)) return;
    const meant = meantBy(
      (measure) => this.#wordsFor(measure, part),
      this.#nouns,
      (measure) => exprOf(measure) !== null && !this.#isOfNoDollars(measure, own),
      (measure) => this.#isOfApplicant(part) || this.#isNamed(measure),
    );
    this.#own.push(...meant.flatMap(({ measure }) => ('subject' in measure ? [measure] : [])));
    const said = new Set(meant.flatMap(({ words }) => [...words]));
    const words = new Set(this.#loose.filter((at) => said.has(this.#found.words[at]?.stem ?? '')));
    this.#add(
      meant.map(({ measure }) => exprOf(measure)),
      [part],
      { ...bound, words },
    );
  }

  /** A word of a bound that is in no part leaves the side of the bound open. */
  #bound(part: Numbers): Pick<Limit, 'written'> {
    const own = stretchOf(this.#found, part.start);
    const isOpen = this.#loose.some(
      (at) => stretchOf(this.#found, at) === own && BOUNDING.has(this.#found.words[at]?.stem ?? ''),
    );
    return bareOf(part).is === 'figure' && (isOpen || part.is === 'figure') ? BARE : {};
  }

  /** "A guarantor with 700": an unread word may say whose figure it is, unless a decision stands before the figure. */
  #isOfApplicant({ start }: Part): boolean {
    const own = stretchOf(this.#found, start);
    return (
      this.#loose.every((at) => stretchOf(this.#found, at) !== own) ||
      this.#found.parts.some(({ is, end }) => is === 'decision' && end === start)
    );
  }

  /** A sum that is named by an unread word only is said in dollars. */
  #isOfNoDollars = (measure: Measure, numbers: Numbers): boolean =>
    'words' in measure && measure.unit === 'USD' && figuresIn(numbers).some(({ unit }) => unit === 'plain');

  #isNamed(measure: Measure): boolean {
    const field = 'words' in measure ? measure.words.field : measure.subject.field;
    return this.#limits.some(({ of }) => of.some((expr) => testsOf(expr).some((one) => one.field === field)));
  }

  /** The loose words that may name the measure. A counted thing stands beside its number. */
  #wordsFor(measure: Measure, { start, end }: Part): readonly Loose[] {
    const isCount = isCounted(measure);
    const isBeside = (at: number): boolean =>
      this.#looseIn(Math.min(at, end), Math.max(at, start)).every((each) => each === at);
    const own = isCount
      ? [this.#loose.findLast((at) => at < start), this.#loose.find((at) => at >= end)].filter(
          (at) => at !== undefined && isBeside(at),
        )
      : this.#loose;
    return own.flatMap((at = -1) => {
      const after = isCount || !this.#found.isUnknown(at + 1) ? [at + 1] : [];
      const beside = [at - 1, ...after].filter((each) => this.#isContent(each));
      const [word, ...others] = [at, ...beside].map((each) => this.#found.words[each]?.stem ?? '');
      return word === undefined ? [] : [{ word, beside: others }];
    });
  }

  /** It could name something with the word beside it: "rental history", "pay stubs". */
  #isContent(at: number): boolean {
    const { words, parts, isGlue } = this.#found;
    return (
      words[at]?.token.kind === 'word' &&
      !isGlue(at) &&
      parts.every(({ is, words: own }) => is === 'measure' || is === 'condition' || !own.includes(at))
    );
  }

  /** Conditions without a figure of their own. */
  #other(part: Part): void {
    if (this.#taken.has(part)) return;
    if (part.is === 'condition')
      this.#add(
        part.of.map(({ expr }) => expr),
        [part],
      );
    if (part.is === 'yes_no') {
      const { source, field } = part.subject;
      this.#add(
        (['is_true', 'is_false'] as const).map((operator) => test({ source, field, operator })),
        [part],
      );
    }
    if (part.is === 'state') this.#state(part.concept, part);
    const before = this.#found.parts.find(({ is, end }) => is === 'turn' && end === part.start);
    // "No credit score".
    if (part.is === 'measure' && 'words' in part.measure && before !== undefined)
      this.#add([notKnown(part.measure)?.expr ?? null], [before, part]);
  }

  /** The state that a loose word names; else the first state is asked for: "identity". */
  #state(concept: Concept, part: Part): void {
    const { states = {} } = concept.words;
    const textAt = (at: number): string => this.#found.words[at]?.token.text ?? '';
    const at = this.#loose.find((each) => Object.hasOwn(states, textAt(each)));
    const state = at === undefined ? Object.keys(states)[0] : textAt(at);
    const cond = state === undefined ? null : stated(concept, state);
    this.#add([cond?.expr ?? null], [part], at === undefined ? { isAsked: true } : { words: new Set([at]) });
  }
}

/** "Three evictions" means three or more; "evictions: three" is the most that is allowed. */
function countsOf(part: Numbers, concept: Concept, isBefore: boolean): readonly Range[] {
  const own = asRange(part, concept);
  if (part.is === 'range' || boundOf(concept) === 'greater_than_or_equal') return [own];
  const orders = ['greater_than_or_equal', 'greater_than'] as const;
  return (isBefore ? orders : orders.toReversed()).map((operator): Range => ({
    is: 'compare',
    operator,
    figure: part.figure,
  }));
}

function windowOf(part: Numbers): Window {
  const [time] = timesIn([part]);
  return { is: 'within', months: (time?.value ?? 0) * (time?.unit === 'years' ? 12 : 1) };
}

/** Words of no part that are no glue, either; words of a state are in it only if no state is known by them. */
const isLoose = ({ parts, isGlue }: Parts, at: number): boolean =>
  !isGlue(at) && !parts.some(({ is, words }) => is !== 'state' && words.includes(at));

const distance = (a: Pick<Part, 'start' | 'end'>, b: Pick<Part, 'start' | 'end'>): number =>
  Math.max(a.start - b.end, b.start - a.end, 0);
