import { MASKED_KINDS } from '../fields/spec.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import type { Kinds, MaskRules } from './places.ts';
import { NATIONAL_DIGITS, nationalMask, numberMask, written } from '../written-numbers.ts';

/* The visible part of a value, by its kind (semantics 16.20). */

/** Replaces a value that is hidden entirely. */
export const HIDDEN = '***';

type MaskedKind = (typeof MASKED_KINDS)[number];

export function maskedKinds(kinds: Kinds): readonly MaskedKind[] {
  return MASKED_KINDS.filter((kind) => kinds.includes(kind));
}

/**
 * The text that replaces a value of these kinds; undefined if it is shown unchanged. Two masked kinds would leave
 * different parts, which together show more than either, so the value is hidden entirely.
 */
export function maskOf(kinds: Kinds, value: string | number | boolean, { undeclared }: MaskRules): string | undefined {
  const isUndeclared = kinds.includes(undefined);
  if (isUndeclared && undeclared === 'hidden') return undeclaredMask(value, kinds);
  const [masked, other] = maskedKinds(kinds);
  if (other !== undefined) return HIDDEN;
  if (masked !== undefined) return maskOfKind(masked, String(value));
  return isUndeclared && undeclared === 'without_numbers' && isNumberOfSomebody(value) ? HIDDEN : undefined;
}

/**
 * Leaves the last four characters of a number and the year of a birth, as Fed. R. Civ. P. 5.2(a) does in public
 * filings. The year distinguishes two people of one name; day and month are what call centers ask for. A number so
 * short that four characters are most of it is hidden entirely.
 */
function maskOfKind(kind: MaskedKind, value: string): string {
  if (kind === 'age') return HIDDEN;
  if (kind === 'birth') {
    const year = /(?<!\d)(?:18|19|20)\d\d(?!\d)/.exec(value)?.[0] ?? /^(?:18|19|20)\d\d(?=\d{4}$)/.exec(value)?.[0];
    return year === undefined ? HIDDEN : `${year}-**-**`;
  }
  const characters = written(value).text;
  if (!/\d/.test(characters) || characters.length < FEWEST_SHOWN_IN_PART) return HIDDEN;
  return /^\d+$/.test(characters) && characters.length === NATIONAL_DIGITS
    ? nationalMask(characters)
    : numberMask(characters);
}
const FEWEST_SHOWN_IN_PART = 8;

const NAME_OF_TYPE = { string: 'text', number: 'number', boolean: 'yes or no' } as const;

/**
 * Tells that there is a value, its type, and why it is hidden. A field declared since is visible only in later
 * executions.
 */
function undeclaredMask(value: string | number | boolean, kinds: Kinds): string {
  const type = NAME_OF_TYPE[typeof value as keyof typeof NAME_OF_TYPE];
  const isDeclaredNow = kinds.length > 1 && kinds.at(-1) !== undefined;
  return `${HIDDEN} (${type}, ${isDeclaredNow ? 'declared later' : 'not declared'})`;
}

const LONGEST_NUMBER = 40;
const FEWEST_DIGITS_OF_TEXT = 7;
const MAY_HAVE_DIGITS = new RegExp(`[^\\0-\\x7f]|(?:\\d\\D*){${FEWEST_DIGITS_OF_TEXT}}`);

/**
 * True if an undeclared value looks like a number that identifies a person, and not like an amount, a date or words.
 */
export function isNumberOfSomebody(value: Json): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && Math.abs(value) >= 10 ** (NATIONAL_DIGITS - 1);
  if (typeof value !== 'string' || value.length > LONGEST_NUMBER) return false;
  // A fast check first: most texts are ASCII words and need no folding.
  if (!MAY_HAVE_DIGITS.test(value)) return false;
  if (/\p{Sc}/u.test(value)) return false;
  const { text } = written(value);
  const digits = text.replaceAll(/\D/g, '').length;
  // Numbers within words are found by their form instead.
  const isNumber = digits >= FEWEST_DIGITS_OF_TEXT && 2 * digits >= text.length;
  return isNumber && datesOf(value).length === 0;
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})/;
const US_DATE = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/;

/** The forms in which people and vendors write this date; empty if it is not a date. */
export function datesOf(value: string): string[] {
  const [, isoYear, isoMonth, isoDay] = ISO_DATE.exec(value) ?? [];
  const [, usMonth, usDay, usYear] = US_DATE.exec(value.trim()) ?? [];
  const [year, m, d] = [isoYear ?? usYear, Number(isoMonth ?? usMonth), Number(isoDay ?? usDay)];
  if (year === undefined) return [];
  const [month, day] = [String(m).padStart(2, '0'), String(d).padStart(2, '0')];
  const name = MONTHS[m - 1] ?? '';
  const short = name.slice(0, 3);
  return [
    `${year}-${month}-${day}`,
    `${month}/${day}/${year}`,
    `${m}/${d}/${year}`,
    `${day}/${month}/${year}`,
    `${d}/${m}/${year}`,
    ...[name, short].flatMap((word) => [`${word} ${d}, ${year}`, `${word} ${day}, ${year}`, `${d} ${word} ${year}`]),
  ];
}

/** True if a program would name a member so: one word, with fewer digits than a number worth masking. */
export function isFieldName(key: string): boolean {
  return /^[\p{L}\p{N}_$][\p{L}\p{N}\p{M}_$.-]*$/u.test(key) && key.replaceAll(/\P{N}/gu, '').length < FEWEST_DIGITS;
}
const FEWEST_DIGITS = 6;

/** A dotted path for the audit log. Names that may be values are hidden. */
export function shownPath(path: string): string {
  return path
    .split('.')
    .map((name) => (isFieldName(name) ? name : HIDDEN))
    .join('.');
}

/**
 * The input as shown with `hidden`: its members without their values. A name that may itself be a value, such as a
 * person's name, is hidden too.
 */
export function hideValues(value: Json): Json {
  if (value === null) return null;
  if (Array.isArray(value)) return value.map(hideValues);
  if (!isJsonObject(value)) return HIDDEN;
  return withNames(value, (key, item) => [isFieldName(key) ? key : HIDDEN, hideValues(item)]);
}

/** Changes members and their names. Members whose names are masked alike do not replace each other. */
export function withNames(
  object: JsonObject,
  change: (key: string, value: Json) => readonly [string, Json],
): JsonObject {
  let times: Map<string, number> | undefined;
  // Most objects of a long list have nothing to mask, so they are not copied.
  let members: [string, Json][] | undefined;
  const keys = Object.keys(object);
  for (const [index, key] of keys.entries()) {
    const value = object[key] ?? null;
    const [name, changed] = change(key, value);
    if (name === key && changed === value) {
      members?.push([key, value]);
      continue;
    }
    members ??= keys.slice(0, index).map((before) => [before, object[before] ?? null]);
    times ??= new Map();
    const count = name === key ? 0 : (times.get(name) ?? 0) + 1;
    if (name !== key) times.set(name, count);
    const isFree = name === key || (count === 1 && !Object.hasOwn(object, name));
    members.push([isFree ? name : `${name} (${count})`, changed]);
  }
  return members === undefined ? object : Object.fromEntries(members);
}
