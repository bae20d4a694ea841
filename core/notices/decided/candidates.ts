import type { ConditionTrace } from '../../cascade/conditions.ts';
import { asks, compareValues, type Question } from '../../cascade/operators/index.ts';
import type { Json, JsonSchema } from '../../json.ts';
import { toTime } from '../../time.ts';

/**
 * Up to this many members of a list that conditions look for are tried in every combination; more are tried one by one.
 */
const MOST_COMBINED = 4;
const DAY_MS = 86_400_000;

/** Most values of one field that are tried. */
export const MOST_VALUES = 64;

/**
 * The values to try for a field, nearest to the actual one first: those named by its conditions, and one on each side.
 * If a condition asks for absence, it also tries no value. Otherwise absence is not tried: every rule that declines
 * lets an empty report pass, but the requirement behind it does not.
 */
export function candidatesOf(own: readonly ConditionTrace[], schema: JsonSchema | undefined): readonly Json[] {
  const actual = own[0]?.actual ?? null;
  const named = own.map(({ value }) => value).filter((value) => value !== null);
  const numbers = named.flatMap((value) => numberOf(value) ?? []);
  const days = named.flatMap((value) => dayOf(value) ?? []);
  const asksAbsence = own.some(({ operator }) => asks(operator, 'absence'));
  const present: Json[] = [
    ...besideNumbers(numbers, schema),
    ...besideDays(days),
    ...(own.some(isYesOrNo) ? [true, false] : []),
    ...(Array.isArray(actual) ? members(own, actual) : texts(own, schema)),
  ];
  // Used only if no condition says more: next to a number it would be a cure that no comparison with that number
  // allows.
  if (asksAbsence && present.length === 0) present.push(ANY_VALUE);
  // An empty list or text passes `not_contains`; a missing value does not.
  if (asksAbsence && !isEmpty(actual)) present.push(...emptyValues(actual, present));
  const nearest = nearestFirst(new Set(present), distanceFrom(actual, schema)).filter((value) => value !== actual);
  return [...nearest.slice(0, MOST_VALUES), ...(asksAbsence && actual !== null ? [null] : [])];
}

const ANY_VALUE = 'a value';

function emptyValues(actual: Json, others: readonly Json[]): Json[] {
  if (Array.isArray(actual)) return [[]];
  const isText = typeof actual === 'string' || (actual === null && others.some((value) => typeof value === 'string'));
  return isText ? [''] : [];
}

function isEmpty(value: Json): boolean {
  return value === '' || (Array.isArray(value) && value.length === 0);
}

function numberOf(value: string | number | boolean): number | undefined {
  if (typeof value === 'boolean' || value === '') return undefined;
  const number = Number(value);
  return Number.isNaN(number) ? undefined : number;
}

function dayOf(value: string | number | boolean): number | undefined {
  if (typeof value !== 'string' || toTime(value) === undefined) return undefined;
  return toTime(value.slice(0, 'YYYY-MM-DD'.length));
}

function besideNumbers(limits: readonly number[], schema: JsonSchema | undefined): number[] {
  const isWhole = [schema?.type].flat().includes('integer');
  // A computed limit may be between two whole numbers.
  const named = new Set(isWhole ? limits.flatMap((limit) => [Math.floor(limit), Math.ceil(limit)]) : limits);
  const ascending = [...named].toSorted((a, b) => a - b);
  return ascending.flatMap((limit, index) => {
    const decimals = isWhole ? 0 : (String(limit).split('.')[1] ?? '').length;
    const step = 10 ** -decimals;
    const beside = [limit - step, limit + step].map((value) => Number(value.toFixed(decimals)));
    // Two limits may be closer together than one step.
    const next = isWhole ? undefined : ascending[index + 1];
    return [limit, ...beside, ...(next !== undefined && next - limit < 2 * step ? [(limit + next) / 2] : [])];
  });
}

function besideDays(days: readonly number[]): string[] {
  return days.flatMap((day) =>
    [day, day - DAY_MS, day + DAY_MS].map((time) => new Date(time).toISOString().slice(0, 'YYYY-MM-DD'.length)),
  );
}

function isYesOrNo({ operator, value }: ConditionTrace): boolean {
  return asks(operator, 'yes_or_no') || typeof value === 'boolean';
}

/** The texts that conditions name, the field's own list of values, and one text that no condition names. */
function texts(own: readonly ConditionTrace[], schema: JsonSchema | undefined): string[] {
  // A part, beginning or ending may consist of digits ("606" of a postal code), but it is still a text.
  const named = own.flatMap(({ operator, value }) =>
    typeof value === 'string' &&
    (asks(operator, 'part', 'beginning', 'ending') || (numberOf(value) === undefined && dayOf(value) === undefined))
      ? [value]
      : [],
  );
  if (named.length === 0) return [];
  const listed = (Array.isArray(schema?.enum) ? schema.enum : []).filter((value) => typeof value === 'string');
  // A report only has values from the list.
  if (listed.length > 0) return listed;
  const asked = (question: Question) =>
    own.flatMap(({ operator, value }) => (asks(operator, question) ? [String(value)] : []));
  const begins = ['', ...asked('beginning')];
  const ends = ['', ...asked('ending')];
  const contained = asked('part');
  const middles = [...new Set(['', ...contained, contained.join(' '), unlike(named)])];
  const joined = begins.flatMap((begin) => ends.flatMap((end) => middles.map((middle) => `${begin}${middle}${end}`)));
  return [...named, ...joined.filter((text) => text !== '')];
}

/** A text that contains none of the names, and is contained in none. */
function unlike(named: readonly string[]): string {
  return named.includes('?') ? '-' : '?';
}

/** The list with and without each value that a condition looks for. */
function members(own: readonly ConditionTrace[], actual: readonly Json[]): Json[] {
  const wanted = own.flatMap(({ operator, value }) => (asks(operator, 'part') ? [value] : []));
  const sought = [...new Set(wanted)];
  if (sought.length === 0) return [];
  // One of the other items represents them all: a caller's list may be long.
  const other = actual.find((item) => !sought.some((value) => compareSame(item, value)));
  // Without other items the list could become empty, which a condition may not allow.
  const beside = other === undefined ? [[], [unlike(sought.map(String))]] : [[other]];
  const sets =
    sought.length > MOST_COMBINED
      ? [[], ...sought.map((value) => [value]), sought]
      : Array.from({ length: 2 ** sought.length }, (_, mask) => sought.filter((_value, bit) => mask & (1 << bit)));
  return beside.flatMap((others) => sets.map((set) => [...others, ...set]));
}

function compareSame(item: Json, value: string | number | boolean | null): boolean {
  return item === value || compareValues(item, value) === 0;
}

/**
 * Distance from the actual value. Values of a field's own list are ordered, so neighbors are nearest. An empty text is
 * farther from a date or a number than any other date or number.
 */
function distanceFrom(actual: Json, schema: JsonSchema | undefined): (value: Json) => number {
  const listed: readonly unknown[] = Array.isArray(schema?.enum) ? schema.enum : [];
  const withoutOrder = isOrdered(actual) ? Number.MAX_VALUE : 0;
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema ?? {};
  // A report never has values outside the schema's range, such as less than no debt, so they are tried last.
  const isImpossible = (value: Json) =>
    typeof value === 'number' && (value < Number(minimum) || value > Number(maximum));
  return (value) => {
    if (isImpossible(value)) return Number.MAX_VALUE;
    if (typeof value === 'object' || value === null) return 0;
    if (listed.includes(actual)) {
      return listed.includes(value) ? Math.abs(listed.indexOf(value) - listed.indexOf(actual)) : listed.length;
    }
    return Math.abs(compareValues(actual, value) ?? withoutOrder);
  };
}

/** Computes each distance once: a choice may name thousands of values. */
function nearestFirst(values: Iterable<Json>, distance: (value: Json) => number): Json[] {
  const measured = Array.from(values, (value) => ({ value, distance: distance(value) }));
  return measured.toSorted((a, b) => a.distance - b.distance).map(({ value }) => value);
}

/** True for numbers and dates. */
export function isOrdered(value: Json): value is string | number {
  return (typeof value === 'string' || typeof value === 'number') && compareValues(value, value) !== undefined;
}
