import { oppositeOf } from '../../cascade/operators/index.ts';
import { subjectOf, type KnownSubject } from '../../readback/subject.ts';
import { all, any, not, test, testsOf, type Expr, type Test } from '../../rules/model.ts';
import { FIELD_UNITS } from '../../fields/spec.ts';
import { fieldSchema, PRODUCTS } from '../../products/index.ts';
import { ranged } from '../language/comparing.ts';
import { conceptOf } from '../language/concept-of.ts';
import { PRODUCT_WORDS } from '../language/index.ts';
import type { Concept, Cond, Order, Range } from '../language/kinds.ts';
import { condOf, join } from '../language/meaning.ts';
import type { Phrases } from '../language/phrases.ts';
import { asksForGood, isBadTest, reasonOf, sideOf } from '../language/polarity.ts';
import { isRelated, stem } from '../text.ts';

/* The measures of figures: values of reports, and fields that the account declared. */

/** A quantity that a figure can bound. */
export type Measure = Concept | OwnField;

/** A field that the account declared, under one of its nouns. */
export interface OwnField {
  readonly subject: KnownSubject;
  readonly noun: string;
}

interface Named {
  readonly measure: Measure;
  readonly stems: readonly string[];
}

const MEASURING: ReadonlySet<string> = new Set(['Measured', 'CountNoun', 'Lasting', 'Owe']);
const OF_PRODUCTS: readonly Named[] = PRODUCT_WORDS.flatMap(({ symbol, stems, value }) =>
  // The symbols stand for concepts.
  MEASURING.has(symbol) ? [{ measure: value as Concept, stems }] : [],
);

/** The measure of a multiple of the rent if the sentence names none. */
export const INCOME = OF_PRODUCTS.map(({ measure }) => measure).find(
  (each) => 'words' in each && each.words.timesRent !== undefined,
);

const keyOf = (measure: Measure): string =>
  'words' in measure ? `${measure.source} ${measure.words.field}` : measure.subject.key;

export const isCounted = (measure: Measure): boolean =>
  'words' in measure
    ? measure.shape === 'count' && measure.unit === 'count'
    : measure.subject.schema?.['x-unit'] === 'count';

/** The measure compared with the figures; null where they do not fit it. */
export function compared(measure: Measure, range: Range): Expr | null {
  const cond = 'words' in measure ? ranged(measure, range) : rangedOwn(measure.subject, range);
  return cond === null || cond.issues.length > 0 ? null : cond.expr;
}

/** A figure without a unit has that of the declaration. */
function rangedOwn(subject: KnownSubject, range: Range): Cond | null {
  const { source, field, schema } = subject;
  if (range.is !== 'compare') {
    const parts = range.of.map((each) => rangedOwn(subject, each));
    const known = parts.filter((each) => each !== null);
    return known.length < parts.length ? null : join(range.is, known);
  }
  const { operator, figure } = range;
  const isNumber = [schema?.type].flat().some((type) => type === 'number' || type === 'integer');
  if (!isNumber || figure.of !== null || figure.per !== null) return null;
  const unit = String(schema?.['x-unit'] ?? 'plain');
  const isYears = unit === 'months' && figure.unit === 'years';
  if (!isYears && figure.unit !== 'plain' && figure.unit !== unit) return null;
  return condOf(test({ source, field, operator, value: isYears ? figure.value * 12 : figure.value }));
}

/** The comparison of a bare figure: the good side is at least so much, or at most so much. */
export function boundOf(measure: Measure): Order {
  const side = 'words' in measure ? sideOf({ source: measure.source, field: measure.words.field }) : null;
  return side === 'less' ? 'greater_than_or_equal' : 'less_than_or_equal';
}

/** The total amount of such records; null if no report has it. */
export function inDollars({ source, words: { dollars } }: Concept): Concept | null {
  const words = dollars === undefined ? undefined : PRODUCTS[source].words.find(({ field }) => field === dollars);
  return words === undefined ? null : conceptOf(source, words);
}

/** The two sides of a condition: one speaks for an applicant, and the other is held against them. */
export interface Sides {
  readonly good: Expr;
  readonly bad: Expr;
}

/** Null where no declaration says which side is which. */
export function sidesOf(expr: Expr): (Sides & { readonly written: 'good' | 'bad' }) | null {
  const tests = testsOf(expr);
  // A condition with figures on both sides takes no side.
  const isBad = tests.every((one) => isBadTest(one) || isStateHeld(one) === true);
  const isGood = asksForGood(expr) || tests.every((one) => isStateHeld(one) === false);
  const other = isGood === isBad ? null : flipped(expr);
  if (other === null) return null;
  if (isGood) return { written: 'good', good: expr, bad: other };
  // Nothing bad is known of an applicant who has nothing on record.
  const isBestMissing = tests.every(({ source, field }) => subjectOf(source, field).isNoneOnRecord);
  return { written: 'bad', good: isBestMissing ? not(expr) : other, bad: expr };
}

/** True for a missing value and for a state that notices give as a reason; null if the test asks for no state. */
function isStateHeld(one: Test): boolean | null {
  if (one.operator === 'is_empty') return true;
  const when = one.operator === 'equals' ? reasonOf(one) : undefined;
  const own = when?.is === 'state' ? when.any.filter(({ field }) => field === one.field) : [];
  if (own.length === 0) return null;
  return own.some(({ operator, value }) => (operator === 'equals') === (value === one.value));
}

/** The other side of each comparison. A missing value is on neither side. */
export function flipped(expr: Expr): Expr | null {
  if (expr.kind === 'test') {
    const operator = oppositeOf(expr.test.operator);
    return operator === undefined ? null : test({ ...expr.test, operator });
  }
  const parts = expr.of.map(flipped);
  const known = parts.filter((each) => each !== null);
  return known.length < parts.length ? null : expr.kind === 'all' ? any(known) : all(known);
}

/** A measure that the words left over may mean, and those of them that name it. */
interface Meant {
  readonly measure: Measure;
  readonly words: ReadonlySet<string>;
}

/** A word left over, and those beside it that could name something with it. */
export interface Loose {
  readonly word: string;
  readonly beside: readonly string[];
}

const MOST_MEANT = 2;

/** Short words only join the words of a name, and many measures share a unit. */
const UNITS: ReadonlySet<string> = new Set(FIELD_UNITS.map(stem));
const isName = (word: string): boolean => word.length > 2 && !UNITS.has(word);

/**
 * The measures that hold such a figure and in whose names the words stand, best first; a word that fewer measures have says
 * more. Without such a word, the one measure that can hold the figure if `isMeant`.
 */
export function meantBy(
  wordsFor: (measure: Measure) => readonly Loose[],
  nouns: Phrases | undefined,
  holds: (measure: Measure) => boolean,
  isMeant: (measure: Measure) => boolean,
): Meant[] {
  const fitting = [...OF_PRODUCTS, ...ownNames(nouns)].filter(({ measure }) => holds(measure));
  const wordsOf = (measure: Measure): readonly string[] =>
    fitting.flatMap((each) => (keyOf(each.measure) === keyOf(measure) ? each.stems : []));
  const named = fitting.map(({ measure, stems }) => {
    // The last word of a counted measure is its name.
    const naming = isCounted(measure) ? stems.slice(-1) : stems;
    const isIn = (word: string, of: readonly string[]): boolean =>
      of.some((stem) => stem === word || isRelated(word, stem));
    const own = wordsFor(measure).filter(
      ({ word, beside }) =>
        isName(word) && isIn(word, naming) && beside.every((other) => isIn(other, wordsOf(measure))),
    );
    return { measure, words: new Set(own.map(({ word }) => word)) };
  });
  const owners = (word: string): number =>
    new Set(named.flatMap((each) => (each.words.has(word) ? [keyOf(each.measure)] : []))).size;
  const weight = (each: Meant): number => [...each.words].reduce((sum, word) => sum + 1 / owners(word), 0);
  const byField = new Map<string, Meant>();
  for (const each of named) {
    const known = byField.get(keyOf(each.measure));
    if (known === undefined || weight(each) > weight(known)) byField.set(keyOf(each.measure), each);
  }
  const found = [...byField.values()];
  const best = Math.max(0, ...found.map(weight));
  const meant = found.filter(
    (each) => weight(each) === best && (best > 0 || (hasScale(each.measure) && isMeant(each.measure))),
  );
  return meant.length > (best > 0 ? MOST_MEANT : 1) ? [] : meant;
}

/** A range that does not begin at 0 identifies its measure: scores from 300 to 850. */
function hasScale(measure: Measure): boolean {
  const schema =
    'words' in measure ? fieldSchema(PRODUCTS[measure.source], measure.words.field) : measure.subject.schema;
  return typeof schema?.minimum === 'number' && schema.minimum > 0 && schema.maximum !== undefined;
}

const ownNames = (nouns: Phrases | undefined): Named[] =>
  [...(nouns ?? [])].flatMap(({ stems, value, phrase }) =>
    // The nouns of an account stand for its fields.
    phrase === undefined ? [] : [{ measure: { subject: value as KnownSubject, noun: phrase }, stems }],
  );
