import type { ItemCondition } from '../cascade/definition.ts';
import { oppositeOf } from '../cascade/operators/index.ts';
import { distinct } from '../distinct.ts';
import { PRODUCTS } from '../products/index.ts';
import { fragmentsOf } from '../earley.ts';
import { GRAMMAR } from '../policies/language/index.ts';
import type { Concept, Cond } from '../policies/language/kinds.ts';
import { testsOf, type Expr, type Quote, type Test } from '../rules/model.ts';
import { segmentsOf } from '../policies/segments.ts';
import { lexemesAt, wordsIn } from './vocabulary.ts';
import { isIn } from './idle.ts';
import type { Leaf } from './leaves.ts';
import { cutsOf } from './leaves.ts';

/*
 * Phrases of a sentence that the grammar reads although it does not read the sentence: which records they are of, and what
 * they join by "and" and "or". A rule in whose words they stand must take just those.
 */

/** Words, and every meaning that the grammar finds in them. */
export interface Phrase<T> extends Quote {
  readonly start: number;
  readonly end: number;
  readonly meanings: readonly T[];
}

export interface Phrases {
  readonly records: readonly Phrase<Concept>[];
  readonly conditions: readonly Phrase<Expr>[];
}

/** No person follows a longer piece. */
const MOST_WORDS = 120;

export function phrasesOf(prompt: string): Phrases {
  const segments = segmentsOf(wordsIn(prompt.replaceAll(/["“”]/g, ' ')));
  const found = segments.flatMap(({ words }) =>
    words.length > MOST_WORDS
      ? []
      : fragmentsOf(GRAMMAR, ['Counted', 'Cond'], words.length, (index) => lexemesAt(words, index)).map((each) => {
          const [start, end] = [words[each.start]?.start ?? 0, words[each.end - 1]?.end ?? 0];
          return { ...each, start, end, text: prompt.slice(start, end), offset: start };
        }),
  );
  // The grammar makes concepts and conditions of these symbols.
  const of = (wanted: string) => found.filter(({ symbol }) => symbol === wanted);
  return {
    records: of('Counted').map(({ values, ...phrase }) => ({ ...phrase, meanings: values as readonly Concept[] })),
    conditions: of('Cond').map(({ values, ...phrase }) => ({
      ...phrase,
      meanings: distinct((values as readonly Cond[]).map(({ expr }) => expr)),
    })),
  };
}

/** Those in the words that are part of no longer one there. */
export function widestIn<T>(phrases: readonly Phrase<T>[], quote: Quote): Phrase<T>[] {
  const own = phrases.filter((phrase) => isIn(phrase, quote));
  return own.filter(
    ({ start, end }) =>
      !own.some((other) => other.start <= start && other.end >= end && other.end - other.start > end - start),
  );
}

/** Whether a comparison takes the records of which the words are: those, or more than those by name. */
export function takesRecords(leaf: Leaf, { source, words }: Concept): boolean {
  if (leaf.place === `${source} ${words.field}` && leaf.tests.length === 0) return true;
  const { items } = words;
  return (
    items !== undefined &&
    leaf.list === `${source} ${items.list}` &&
    items.where.every((wanted) =>
      leaf.tests.some(({ field, operator, value }) => {
        const isAge = field === wanted.field.replace(/^(.*)_on$/, 'months_since_$1') && field !== wanted.field;
        const isSame = operator === wanted.operator && value === wanted.value;
        const isLeftIn = operator === 'not_equals' && wanted.operator === 'equals' && value !== wanted.value;
        return isAge || (field === wanted.field && (isSame || isLeftIn));
      }),
    )
  );
}

/** How a rule joins what its words join otherwise: two of the comparisons, and by what; null if it does not. */
export function wrongJoin(said: Expr, when: Expr): 'all' | 'any' | null {
  if (said.kind === 'test') return null;
  const found = said.of.flatMap((part) => {
    const place = part.kind === 'test' ? placeOf(part.test, when) : null;
    return place === null ? [] : [place];
  });
  const [first, second] = found;
  if (first === undefined || second === undefined || new Set(found.map(({ isTurned }) => isTurned)).size > 1)
    return null;
  const meant = first.isTurned ? TURNED[said.kind] : said.kind;
  const joined = kindAbove(when, first.path, second.path);
  return joined === null || joined === meant ? null : joined;
}

const TURNED = { all: 'any', any: 'all' } as const;

interface Place {
  readonly path: readonly number[];
  /** It says the opposite. */
  readonly isTurned: boolean;
}

function placeOf(wanted: Test, within: Expr, path: readonly number[] = []): Place | null {
  if (within.kind !== 'test') {
    for (const [index, part] of within.of.entries()) {
      const found = placeOf(wanted, part, [...path, index]);
      if (found !== null) return found;
    }
    return null;
  }
  const side = sideOf(wanted, within.test);
  return side === null ? null : { path, isTurned: side === 'opposite' };
}

/** The innermost expression that holds both. */
function kindAbove(expr: Expr, one: readonly number[], other: readonly number[]): 'all' | 'any' | null {
  const apart = one.findIndex((each, index) => each !== other[index]);
  if (apart < 0) return null;
  const above = one
    .slice(0, apart)
    .reduce((at: Expr | undefined, index) => (at?.kind === 'test' ? undefined : at?.of[index]), expr);
  return above === undefined || above.kind === 'test' ? null : above.kind;
}

type ItemTest = Pick<ItemCondition, 'field' | 'operator' | 'value'>;

/** What a count, or a field that holds one, is of. */
function listedBy({ source, field, where = [] }: Test): {
  readonly list: string;
  readonly where: readonly ItemTest[];
} {
  const figure = /^(.*)\.(?:count|sum\..*)$/.exec(field);
  if (figure !== null) return { list: figure[1] ?? '', where };
  const product = Object.values(PRODUCTS).find(({ code }) => code === source);
  return product?.words.find((each) => each.field === field)?.items ?? { list: field, where };
}

/** Whether they are of the same value, or of records of which the ones are the others, too. */
function isOfOne(one: Test, other: Test): boolean {
  if (one.source !== other.source || JSON.stringify(one.from ?? null) !== JSON.stringify(other.from ?? null))
    return false;
  const [own, others] = [listedBy(one), listedBy(other)];
  const [items, further] = [itemsOf(own.where), itemsOf(others.where)];
  const isWithin = items.every((each) => further.includes(each)) || further.every((each) => items.includes(each));
  return own.list === others.list && isWithin;
}

/** Whether one test says the same as the other, or the opposite. */
function sideOf(one: Test, other: Test): 'same' | 'opposite' | null {
  if (!isOfOne(one, other)) return null;
  if (typeof one.value === 'number' && typeof other.value === 'number') {
    const cuts = (of: Test): string => JSON.stringify(cutsOf(of.operator, Number(of.value), true));
    if (cuts(one) !== cuts(other)) return null;
    return isUp(one) === isUp(other) ? 'same' : 'opposite';
  }
  if (one.value !== other.value) return null;
  if (one.operator === other.operator) return 'same';
  return oppositeOf(one.operator) === other.operator ? 'opposite' : null;
}

const itemsOf = (where: readonly ItemTest[]): string[] =>
  where.map(({ field, operator, value }) => [field, operator, value ?? ''].join(' '));

const isUp = ({ operator }: Test): boolean => operator.startsWith('greater');

/** Of several comparisons of which the rule makes some those that it does not, nor any other of the same thing. */
export function leftOutOf(said: Expr, when: Expr, isOf: (test: Test) => boolean): readonly Test[] {
  const tests = said.kind === 'test' ? [] : said.of.flatMap((part) => (part.kind === 'test' ? [part.test] : []));
  const isMade = tests.some((wanted) => placeOf(wanted, when) !== null);
  return isMade ? tests.filter((wanted) => !isCompared(wanted, when) && !isOf(wanted)) : [];
}

const isCompared = (wanted: Test, when: Expr): boolean =>
  testsOf(when).some((test) => test.source === wanted.source && listedBy(test).list === listedBy(wanted).list);
